/** The caller on whose behalf code runs, for queues that share something finite between callers, and for limits. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Call } from "../../../registry/contract/call/call.ts";
import type { Holder } from "../../../registry/contract/plugin/queue.ts";
import { ownerOf } from "../../host/support/client-network.ts";

/** Calls, held weakly: background work that a request starts inherits its context, and would keep its credential in memory. */
const calls = new AsyncLocalStorage<WeakRef<Call>>();
const SERVICE: Holder = Object.freeze({ owner: "", route: "" });

/** Runs work on behalf of a call's client. */
export function onBehalfOf<T>(call: Call, work: () => T): T {
  return calls.run(new WeakRef(call), work);
}

/**
 * Returns the caller and the route of the handler that runs; both are empty outside of handlers, where the service works for
 * itself. Unlike a look at the call's client or principal, it does not make an answer personal.
 */
export function currentCaller(): Holder {
  const call = calls.getStore()?.deref();
  return call === undefined ? SERVICE : { owner: ownerOf(call), route: call.route.ref };
}

/**
 * Returns the call whose handler runs, to note what belongs to it; undefined outside of handlers. A look at its client
 * or principal does not make the answer personal: see {@link currentCaller}.
 */
export function currentCall(): Call | undefined {
  return calls.getStore()?.deref();
}

/** Counts costly work as that many further requests of the caller; counts nothing outside of handlers. */
export function chargeCaller(requests: number): void {
  calls.getStore()?.deref()?.charge(requests);
}
