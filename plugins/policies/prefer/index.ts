/** Preferences of clients (RFC 7240). */
import { definePlugin, definePolicy, type SealedRoute, type StatementContext } from "waymark";
import { negotiationHeader } from "waymark/advanced";
import { PreferDiscovery } from "../../../schemas/documents/negotiation.ts";
import { parsePrefer } from "../../shared/preferences.ts";

/** The preferences that are recognized, and the routes that honour them. */
const PREFERENCES = [
  { name: "return", values: ["minimal", "representation"], by: ["lists", "writes"] },
  { name: "handling", values: ["strict", "lenient"], by: ["lists"] },
  { name: "wait", values: ["seconds"], by: [] },
  { name: "respond-async", values: [], by: [] },
] as const;

/** Returns the kind of routes that honour preferences: without an engine, lists are what handlers return. */
function kindOf({ kind, engine, answersAs }: SealedRoute): "lists" | "writes" | undefined {
  if (kind === "list" && engine !== undefined) return "lists";
  return answersAs === undefined ? undefined : "writes";
}

function statement({ routes }: StatementContext) {
  const operations = routes.flatMap((route) => {
    const own = PREFERENCES.filter(({ by }) => by.some((kind) => kind === kindOf(route)));
    const recorded = route.policies.flatMap(({ compiled }) => compiled.records?.preference ?? []);
    const preferences = [...own.map(({ name }) => name), ...recorded];
    return preferences.length === 0 ? [] : { method: route.method, path: route.path, preferences };
  });
  const honoured = new Set(operations.flatMap(({ preferences }) => preferences));
  const own = PREFERENCES.map(({ name, values }) => {
    return { name, values, honored: honoured.delete(name) };
  });
  return {
    headerName: "Prefer",
    appliedHeaderName: "Preference-Applied",
    reference: "RFC 7240",
    preferences: [...own, ...Array.from(honoured, (name) => ({ name, values: [], honored: true }))],
    endpoints: [...new Set(operations.map(({ path }) => path))],
    operations,
  };
}

export default definePlugin({
  id: "prefer",
  summary: "Honours preferences of clients, such as smaller list items.",
  section: "policies",
  icon: "M1.75 4.5H8M12 4.5h2.25M10 2.5v4M1.75 11.5H4M8 11.5h6.25M6 9.5v4",
  capabilities: {
    preferHeader: ({ routes }) => routes.some((route) => kindOf(route) !== undefined),
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
