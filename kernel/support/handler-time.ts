/** How long handlers may take. */
import { toMilliseconds } from "../../registry/contract/duration.ts";
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";

/** How long a handler may take when its route sets no `timeout`. */
const DEFAULT_TIMEOUT = "30s";

/** Milliseconds until the answer is 503 instead. */
export function handlerTimeMs({ declaration }: Pick<SealedRoute, "declaration">): number {
  return toMilliseconds(declaration.timeout ?? DEFAULT_TIMEOUT);
}
