/** Time limits of handlers. */
import { toMilliseconds } from "../../registry/contract/duration.ts";
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";

/** Time limit of a handler whose route sets no `timeout`. */
const DEFAULT_TIMEOUT = "30s";

/** Returns the milliseconds until the answer is 503 instead. */
export function handlerTimeMs({ declaration }: Pick<SealedRoute, "declaration">): number {
  return toMilliseconds(declaration.timeout ?? DEFAULT_TIMEOUT);
}
