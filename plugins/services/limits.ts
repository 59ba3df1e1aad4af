/** Tokens of the limits on requests and on concurrent use, and of the plans that set them. */
import { service, type MaybePromise, type Principal } from "waymark";

/** The contents of a plan. */
export interface Plan {
  readonly name: string;
  /** Requests per window; undefined for the limit of everybody. */
  readonly limit: number | undefined;
  /** Length of the window in milliseconds; undefined for the window of everybody. */
  readonly windowMs: number | undefined;
  /** Requests per calendar month; undefined for any number. */
  readonly requestsLimit: number | undefined;
}

/** Plans by principal. */
export interface Plans {
  /** Returns the plan of a principal, or the plan for principals without one; undefined if there is none. */
  of(principal: Principal): Plan | undefined;
}
export const Plans = service<Plans>("plans");

/** A number of requests, or of other things, in a time. */
export interface Limit {
  /** Name in RateLimit and RateLimit-Policy. */
  readonly name: string;
  /** Requests per window. */
  readonly limit: number;
  readonly windowMs: number;
}

/** The state of a client's window. */
export interface Quota {
  /** The limit in force. */
  readonly of: Limit;
  /** False: this request is over the limit. */
  readonly allowed: boolean;
  /** Requests left, never negative. */
  readonly remaining: number;
  /** Whole seconds until the window ends, rounded up; at least 1. */
  readonly reset: number;
}

/** Counts requests by client, in windows that open with a client's first request. `now` is in milliseconds of `performance.now()`. */
export interface Counter {
  /** Counts one request. A promise if the counter must ask other nodes first. Never rejects. */
  take(client: string, now: number, limit: Limit): MaybePromise<Quota>;
  /** Returns the state of the client's window, without counting; always allowed. */
  peek(client: string, now: number, limit: Limit): MaybePromise<Quota>;
}

/** Counts for all nodes of the service together. If no plugin provides it, each node counts for itself. */
export interface Limiter {
  /** Returns the counter of this name: counters of other names count apart. Counts outlive reloads. */
  counter(name: string): Counter;
}
export const Limiter = service<Limiter>("limiter");

/** Limits what a client holds open at the same time. */
export interface Semaphore {
  /**
   * Takes one of the client's permits until the signal aborts; false if none is free. A promise if other nodes must
   * be asked first. Never rejects.
   */
  acquire(client: string, permits: number, signal: AbortSignal): MaybePromise<boolean>;
}

/** Permits of all nodes of the service together. If no plugin provides it, each node has its own. */
export interface Semaphores {
  /** Returns the semaphore of this name: semaphores of other names have their own permits. Permits outlive reloads. */
  semaphore(name: string): Semaphore;
}
export const Semaphores = service<Semaphores>("semaphores");
