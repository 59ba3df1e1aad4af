/** The kernel's part around a handler: its time limit, its signal, and the part of its value that may be sent. */
import { traceOf } from "../../../registry/schema/words.ts";
import { handlerTimeMs, type SealedRoute } from "../../../registry/contract/route/sealed-route.ts";
import type { Log } from "../../../registry/contract/types.ts";
import { RouteCall } from "../request/route-call.ts";
import { Refused } from "../../host/support/refusal.ts";
import type { Batch } from "./read-list.ts";
import { keepDeclared } from "./keep-declared.ts";
import { andThen } from "./in-turn.ts";
import { isStream } from "./stream.ts";
import { withTimeout } from "../../host/support/shutdown.ts";
import { Tracepoint } from "../../host/support/tracepoint.ts";

export type Handler = (call: RouteCall) => unknown;

const handlers = new Tracepoint("handler");

/**
 * Wraps a handler: awaits its result, answers 503 after the timeout (the call's signal aborts, and a later result is
 * ignored), removes undeclared members, and logs errors of its stream.
 */
export function wrapHandler(route: SealedRoute, unwatched: Handler, log: Log): Handler {
  const { ref, plugin, kind } = route;
  const handler = watchable(ref, unwatched);
  const keepValue = keepDeclared(route, log);
  const logFailure = (error: unknown) =>
    log.error("a stream failed", { route: ref, plugin, error: traceOf(error) });
  const ms = handlerTimeMs(route);
  const detail = `There was no answer within ${ms} ms.`;
  const expire = () => {
    log.error("a handler had no answer in time", { route: ref, plugin, timeoutMs: ms });
    const retryAfter = Math.ceil(ms / 1000);
    return new Refused({ code: "service-unavailable", detail, retryAfter });
  };
  return (call) => {
    const keep =
      kind === "stream"
        ? (result: unknown) =>
            isStream(result) ? streamOf(result, call, keepValue, logFailure) : result
        : keepValue;
    const result = RouteCall.run(call, handler);
    if (!isThenable(result)) return andThen(result, keep);
    const running = Promise.resolve(result);
    call.running = running;
    const settled = withTimeout(
      ms,
      () => running,
      expire,
      () => call.abort(),
    );
    return andThen(settled, keep);
  };
}

/** Returns the handler, with a span while a listener watches. */
function watchable(ref: string, handler: Handler): Handler {
  const name = `handler ${ref}`;
  const attributes = Object.freeze({ "waymark.route": ref });
  return (call) =>
    handlers.isWatched ? handlers.run({ name, attributes }, () => handler(call)) : handler(call);
}

/** Wraps a loader, so that undeclared members of its items are removed. */
export function wrapLoader(route: SealedRoute, batch: Batch, log: Log): Batch {
  const keep = keepDeclared(route, log);
  const keepAll = (lists: unknown) => (Array.isArray(lists) ? lists.map(keep) : lists);
  return (params, query, caller) =>
    andThen(
      RouteCall.run(caller, () => batch(params, query, caller)),
      keepAll,
    );
}

/** Checks for promises, and for query builders, which run when they are awaited. */
function isThenable(value: unknown): value is PromiseLike<unknown> {
  if (typeof value !== "object" || value === null || !("then" in value)) return false;
  return typeof value.then === "function";
}

/** Yields the messages as they may be sent; logs a line if making them fails before the stream is over. */
async function* streamOf(
  messages: AsyncIterable<unknown>,
  call: RouteCall,
  keep: (message: unknown) => unknown,
  logFailure: (error: unknown) => void,
): AsyncGenerator<unknown> {
  try {
    for await (const message of messages) yield keep(message);
  } catch (error) {
    if (!call.signal.aborted) logFailure(error);
    throw error;
  }
}
