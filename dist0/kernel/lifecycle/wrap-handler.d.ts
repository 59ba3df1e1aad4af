import type { SealedRoute } from "../../registry/contract/sealed-route.js";
import type { Log } from "../../registry/contract/types.js";
import type { RouteCall } from "../request/handler-context.js";
import type { Batch } from "../respond/load-lists.js";
export type Handler = (call: RouteCall) => unknown;
/**
 * Wraps a handler: awaits its result, answers 503 after the timeout (the call's signal aborts, and a later result is
 * ignored), removes undeclared members, and logs errors of its stream.
 */
export declare function wrapHandler(route: SealedRoute, unwatched: Handler, log: Log): Handler;
/** Wraps a loader, so that undeclared members of its items are removed. */
export declare function wrapLoader(route: SealedRoute, batch: Batch, log: Log): Batch;
