/** Places that callers share: connections, slots for work, open streams. */
import type { Histogram } from "./histogram.ts";
import type { MaybePromise } from "../types.ts";

/** Client, or the service itself, on whose behalf a place is taken. */
export interface Holder {
  /** The principal or the network of a client; empty for the service itself. */
  readonly owner: string;
  /** The ref of a route, or another use of the place, such as a subscription. */
  readonly route: string;
}

/** The places of a queue, and how long to wait for one. */
export interface QueueSettings {
  /** Places that may be taken at once. */
  readonly places: number;
  /** Places that one owner may have. Default: half, at least one. */
  readonly perOwner?: number;
  /** Places that one route may have. Default: all but a fifth, at least one. */
  readonly perRoute?: number;
  /** Callers that may wait; beyond that, the owner with the most waiting is refused. Default: 100 for each place. */
  readonly maxWaiting?: number;
  /** Time that a caller may wait, in milliseconds. */
  readonly maxWaitMs: number;
}

/** The places of one owner for one route, for operators. */
export interface QueueUse extends Holder {
  readonly inUse: number;
  readonly waiting: number;
  /** Time since the longest of them began, in milliseconds. */
  readonly oldestMs: number;
}

/** Places that are shared by owner and route; see `SetupContext.queue`. */
export interface Queue {
  /** `store.reads`: the plugin's id and the queue's own name. */
  readonly name: string;
  readonly places: number;
  readonly inUse: number;
  readonly waiting: number;
  /** Callers that waited and got no place, since the start. */
  readonly refused: number;
  /** The seconds until each place was taken, by the label `queue`. */
  readonly waits: Histogram;
  /** Holders of places and waiting callers. */
  readonly uses: readonly QueueUse[];
  /**
   * Takes a place, at once if one is free: then without a promise. Returns the function that ends it, which may be called
   * twice. Rejects with an `Unavailable` when there are too many waiting, after too long a wait, and when the signal aborts.
   */
  take(holder: Holder, signal?: AbortSignal): MaybePromise<() => void>;
}
