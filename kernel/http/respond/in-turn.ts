/** Parts of an answer that may be promises, and parts that take their caller's turn of the event loop. */
import type { Call } from "../../../registry/contract/call/call.ts";
import type { MaybePromise } from "../../../registry/contract/types.ts";
import { DispatchedCall } from "../request/internal-call.ts";
import { ownerOf } from "../../host/support/client-network.ts";
import { loopTurns } from "../../host/support/loop-turns.ts";

/** Applies `apply` to a value, at once unless it is a promise: each promise costs a request a turn of the microtask queue. */
export function andThen<T, R>(
  value: MaybePromise<T>,
  apply: (value: T) => MaybePromise<R>,
): MaybePromise<R> {
  return value instanceof Promise ? value.then(apply) : apply(value);
}

/** Runs work in its caller's turn. Requests that a handler dispatches run in the turn of the handler's own request. */
export function inTurn<T>(call: Call, work: () => MaybePromise<T>): MaybePromise<T> {
  const turn = call instanceof DispatchedCall ? undefined : loopTurns.wait(() => ownerOf(call));
  return turn === undefined ? work() : turn.then(work);
}

/** Applies a function as `andThen` does. Each awaited value gets a separate turn, as many may arrive in one. */
export function andThenInTurn<T, R>(
  call: Call,
  value: MaybePromise<T>,
  apply: (value: T) => MaybePromise<R>,
): MaybePromise<R> {
  return value instanceof Promise
    ? value.then((late) => inTurn(call, () => apply(late)))
    : apply(value);
}
