/** Preferences of clients (RFC 7240). */
import { definePlugin, definePolicy, type StatementContext } from "waymark";
import { negotiationHeader } from "waymark/advanced";
import { PreferDiscovery } from "../../../schemas/documents/negotiation.ts";
import { parsePrefer } from "./parse.ts";

/** The preferences that are recognized, and the routes that honour them. */
const PREFERENCES = [
  { name: "return", values: ["minimal", "representation"], by: ["lists", "writes"] },
  { name: "handling", values: ["strict", "lenient"], by: ["lists"] },
  { name: "wait", values: ["seconds"], by: [] },
  { name: "respond-async", values: [], by: [] },
] as const;

type Routes = StatementContext["routes"];

/** Returns the routes that honour preferences: without an engine, lists are what handlers return. */
function honouring(routes: Routes): Readonly<Record<"lists" | "writes", Routes>> {
  return {
    lists: routes.filter(({ kind, engine }) => kind === "list" && engine !== undefined),
    writes: routes.filter(({ answersAs }) => answersAs !== undefined),
  };
}

function statement({ routes }: StatementContext) {
  const by = honouring(routes);
  const operations = (["lists", "writes"] as const).flatMap((kind) => {
    const preferences = PREFERENCES.filter(({ by: kinds }) => kinds.some((one) => one === kind));
    return by[kind].map(({ method, path }) => ({
      method,
      path,
      preferences: preferences.map(({ name }) => name),
    }));
  });
  return {
    headerName: "Prefer",
    appliedHeaderName: "Preference-Applied",
    reference: "RFC 7240",
    preferences: PREFERENCES.map(({ name, values, by: kinds }) => ({
      name,
      values,
      honored: kinds.some((kind) => by[kind].length > 0),
    })),
    endpoints: [...new Set(operations.map(({ path }) => path))],
    operations,
  };
}

export default definePlugin({
  id: "prefer",
  summary: "Honours preferences of clients, such as smaller list items.",
  section: "policies",
  capabilities: {
    preferHeader: ({ routes }) => Object.values(honouring(routes)).some(({ length }) => length > 0),
  },
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
