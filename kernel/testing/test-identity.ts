/** Callers for the tests of plugins whose routes ask for one. */
import { randomUUID } from "node:crypto";
import type { Plugin } from "../../registry/contract/plugin.ts";
import type { Principal } from "../../registry/contract/principal.ts";
import { definePlugin } from "../define/plugin.ts";
import { definePolicy } from "../define/policy.ts";

const ID = "waymark-test-identity";

/** A plugin that identifies callers by the tokens that it has issued to checks. */
export function testIdentity(): Plugin {
  const principals = new Map<string, Principal>();
  return definePlugin({
    id: ID,
    summary: "Identifies callers in tests.",
    policies: [
      definePolicy({
        id: ID,
        reads: { authorization: { description: "Bearer and a token issued to a test." } },
        identifies: {
          description: "A token that a test has issued.",
          scheme: { type: "http", scheme: "bearer" },
          challenge: "Bearer",
          identify: (call) => principals.get(call.header("authorization") ?? ""),
          issue({ name, scopes, state }) {
            const authorization = `Bearer ${randomUUID()}`;
            const principal = { id: `${ID}:${name}`, kind: ID, name, scopes };
            if (state === "good") principals.set(authorization, principal);
            return { authorization };
          },
        },
        compile: () => ({}),
      }),
    ],
  });
}
