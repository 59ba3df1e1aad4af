import { ApiError } from "./errors.ts";
import type { CallOptions, Layer } from "./message.ts";

/** Options of writes that change a resource. */
export interface ConditionOptions extends CallOptions {
  /**
   * Entity tag of the state that is changed; `false`: any state. Default: the state that was last read, so that no change
   * by others in between is lost.
   */
  readonly ifMatch?: string | false;
}

/** States that are remembered. */
const MAX_TAGS = 1024;

/** Returns the layer that names in a write the state that was read. */
export function conditions(): Layer {
  return (send) => {
    const tags = new Map<string, string>();
    return async (message) => {
      const { operation, url, options } = message;
      const { ifMatch = tags.get(url.href) } = options;
      const isNamed = operation.conditional === true && typeof ifMatch === "string";
      try {
        const answer = await send(
          isNamed ? { ...message, headers: { ...message.headers, "if-match": ifMatch } } : message,
        );
        const tag = answer.headers.get("etag");
        if (tag !== null || operation.method !== "GET") tags.delete(url.href);
        if (tag !== null && operation.form !== "list") tags.set(url.href, tag);
        for (const oldest of tags.keys()) if (tags.size > MAX_TAGS) tags.delete(oldest);
        return answer;
      } catch (error) {
        // The state is another one: it has to be read before the next attempt.
        if (error instanceof ApiError && error.status === 412) tags.delete(url.href);
        throw error;
      }
    };
  };
}
