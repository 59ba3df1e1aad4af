/** Preferences of clients (RFC 7240). */
import { definePlugin, definePolicy, negotiationHeader, type StatementContext } from "waymark";
import { PreferDiscovery } from "../../../schemas/documents/negotiation.ts";
import { parsePrefer } from "./parse.ts";

/** The preferences that are recognized. Only lists honour any. */
const PREFERENCES = [
  { name: "return", values: ["minimal", "representation"], honored: true },
  { name: "handling", values: ["strict", "lenient"], honored: true },
  { name: "wait", values: ["seconds"], honored: false },
  { name: "respond-async", values: [], honored: false },
] as const;

/** The routes that honour preferences: without an engine, lists are what handlers return. */
function listsOf(routes: StatementContext["routes"]) {
  return routes.filter(({ kind, engine }) => kind === "list" && engine !== undefined);
}

function statement({ routes }: StatementContext) {
  const lists = listsOf(routes);
  return {
    headerName: "Prefer",
    appliedHeaderName: "Preference-Applied",
    reference: "RFC 7240",
    preferences: PREFERENCES.map(({ name, values, honored }) => ({
      name,
      values,
      honored: honored && lists.length > 0,
    })),
    endpoints: [...new Set(lists.map(({ path }) => path))],
  };
}

export default definePlugin({
  id: "prefer",
  summary: "Honours preferences of clients, such as smaller list items.",
  capabilities: { preferHeader: ({ routes }) => listsOf(routes).length > 0 },
  schemas: { PreferDiscovery },
  policies: [
    definePolicy({
      id: "prefer",
      reads: {
        prefer: {
          description:
            "On lists: `return=minimal` for smaller items, `handling=strict` to refuse unknown names. All others are ignored.",
          onWrites:
            "`return=minimal` for an answer without the representation. All others are ignored.",
        },
      },
      writes: { "Preference-Applied": "Preferences that the answer honours." },
      compile: (route) => ({
        ...(route.kind === "list" ? { varies: ["prefer"] } : {}),
        ...(route.kind === "list" || route.answersAs !== undefined ? {} : { reads: [] }),
        begin(call) {
          const field = negotiationHeader(call, "prefer");
          if (field !== undefined) call.preferences = parsePrefer(field);
        },
        fields: (outcome) => ({
          "Preference-Applied":
            outcome === "ok" || outcome === "notModified"
              ? {
                  ofBody: ({ facts: { applied } }) =>
                    applied === undefined || applied.length === 0 ? undefined : applied.join(", "),
                }
              : undefined,
        }),
      }),
      statement,
      conformance: () => import("./conformance.ts"),
    }),
  ],

  routes: {
    showPrefer: {
      method: "GET",
      path: "/api/prefer",
      summary: "Read which preferences are honoured, and on which routes.",
      returns: PreferDiscovery,
      document: true,
      publish: { rootLink: "prefer", capability: "preferDiscovery" },
      cache: { scope: "public", maxAge: "5m" },
    },
  },

  documents: { showPrefer: ({ statements }) => PreferDiscovery.parse(statements["prefer"]) },
});
