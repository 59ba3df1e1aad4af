/** Last answers stand in for answers that fail while the server of the data fails (RFC 5861, section 4). */
import { definePolicy, Unavailable } from "waymark";
import { Store } from "waymark/services";
import { Options, staleIfErrorSeconds } from "../options.ts";

/** Requests that take no answer from a cache, or not an answer of any age (RFC 9111, section 5.2.1). */
const BYPASS = /no-cache|no-store|max-age|min-fresh/i;

export const staleIfError = definePolicy({
  id: "stale-if-error",
  options: Options,
  needs: { store: Store },
  writes: {
    Age: "Seconds since the answer was last known to be current, where it stands in for one that cannot be made.",
  },
  compile({ kind, method, document, declaration }, { options, use }) {
    const seconds = staleIfErrorSeconds(options);
    const { cache, headers, values } = declaration;
    const isRead = method === "GET" && !document && (kind === "list" || kind === "returns");
    if (seconds === 0 || !isRead || headers !== undefined || values !== undefined) return undefined;
    // Answers that guards let only some callers have are private.
    if (typeof cache !== "object" || cache.scope === "private") return undefined;
    return {
      staleIfError: {
        maxMs: seconds * 1000,
        applies: (call, error) =>
          error instanceof Unavailable &&
          use().store.isFailing === true &&
          !BYPASS.test(call.header("cache-control") ?? ""),
      },
      contributes: [
        {
          header: "Cache-Control",
          value: `stale-if-error=${seconds}`,
          outcomes: ["ok", "notModified"],
        },
      ],
      fields: (outcome) => ({
        Age:
          outcome === "ok" || outcome === "notModified"
            ? (_call, { facts: { asOf } }) =>
                asOf === undefined
                  ? undefined
                  : String(Math.ceil((performance.now() - asOf) / 1000))
            : undefined,
      }),
    };
  },
  conformance: () => import("./conformance.ts"),
});
