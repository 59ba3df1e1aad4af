/** A plugin that identifies callers by badges, for the cost of everything but proving a credential. */
import { definePlugin, definePolicy, type Plugin, type Principal } from "../../../kernel/index.ts";

/** The header that holds a badge, as the load generator sends it. */
export const BADGE = "Bearer badge-bench";
const HOLDER: Principal = {
  id: "badge:bench",
  kind: "bench-badges",
  name: "Bench",
  scopes: ["keys:write"],
};
const recall = (credential: string | undefined) => (credential === BADGE ? HOLDER : undefined);

export function benchBadges(): Plugin {
  return definePlugin({
    id: "bench-badges",
    summary: "Identifies callers by badges.",
    policies: [
      definePolicy({
        id: "bench-badges",
        reads: { authorization: { description: "Bearer and a badge." } },
        identifies: {
          description: "A badge.",
          scheme: { type: "http", scheme: "bearer" },
          challenge: "Bearer",
          recall: (call) => recall(call.header("authorization")),
          identify: async (call) => Promise.resolve(recall(call.header("authorization"))),
        },
        compile: () => ({}),
      }),
    ],
  });
}
