import type { MaybePromise } from "../../../registry/contract/types.ts";

/** Applies `apply` to a value, at once unless it is a promise: each promise costs a request a turn of the microtask queue. */
export function andThen<T, R>(
  value: MaybePromise<T>,
  apply: (value: T) => MaybePromise<R>,
): MaybePromise<R> {
  return value instanceof Promise ? value.then(apply) : apply(value);
}
