/** A client's window, as one node knows it, and how much of it the node takes beforehand. */
import type { Limit, Quota } from "waymark/services";

export interface Window {
  /** End of the window, never later than in Redis, in milliseconds of `performance.now()`. */
  readonly endsAt: number;
  /** False if Redis had none when it was asked. */
  readonly isOpen: boolean;
  /** Requests given out to all nodes, as far as known. */
  readonly given: number;
  /** Requests granted to nodes, and returned by them unused. */
  returned: number;
  /** Requests granted to this node, and left. */
  lease: number;
  /** Requests allowed here. */
  used: number;
  /** Requests used here that Redis does not know of. */
  spent: number;
  /** Size that the latest lease was to have. */
  batch: number;
  readonly seenAt: number;
  touchedAt: number;
  /** Time at which requests that another node returned may be asked for, and (`askAgainMs`) the wait for it. */
  readonly askAgainAt: number;
  readonly askAgainMs: number;
}

/** The largest lease is this part of the limit. */
export const LARGEST_LEASE = 1 / 10;
/** A lease used up within this time is followed by a larger one; unused requests are returned after it. In milliseconds. */
export const LEASE_MS = 1000;
const GROWTH = 4;
/** Wait for the first look for returned requests, when none are left; doubles each time. In milliseconds. */
const ASK_AGAIN_MS = 250;
/** Time for which a client is remembered to be without a window, in milliseconds. */
const NO_WINDOW_MS = 1000;

/** Returns the size of the next lease: larger if the last lease was used up soon. */
export function batchAfter(window: Window | undefined, { limit }: Limit, now: number): number {
  if (window?.isOpen !== true || now - window.seenAt > LEASE_MS) return 1;
  return Math.min(Math.max(1, Math.ceil(limit * LARGEST_LEASE)), window.batch * GROWTH);
}

/** Returns a window that this node opens without Redis. */
export function ownWindow(now: number, { windowMs }: Limit): Window {
  return {
    endsAt: now + windowMs,
    isOpen: true,
    given: 0,
    returned: 0,
    lease: 0,
    used: 0,
    spent: 0,
    batch: 1,
    seenAt: now,
    touchedAt: now,
    askAgainAt: 0,
    askAgainMs: ASK_AGAIN_MS,
  };
}

/** An answer of Redis about a window. */
export interface WindowReply {
  readonly sentAt: number;
  readonly now: number;
  /** The size that was asked for. */
  readonly batch: number;
  /** Requests that Redis has learned of. */
  readonly spent: number;
  readonly taken: number;
  readonly given: number;
  readonly returned: number;
  /** Milliseconds until the window ends; 0 without one. */
  readonly left: number;
}

/** Returns what is known after an answer. `before` is what was known when it came. */
export function windowAfter(
  reply: WindowReply,
  before: Window | undefined,
  { limit, windowMs }: Limit,
): Window {
  const { sentAt, now, batch, spent, taken, given, returned, left } = reply;
  // Redis looked at its clock after `sentAt`, so this is not after the true end.
  const end = sentAt + (left > 0 ? left : NO_WINDOW_MS);
  const same = before?.isOpen === true && end - before.endsAt < windowMs / 2 ? before : undefined;
  const askAgainMs =
    same !== undefined && given - returned >= limit ? same.askAgainMs * 2 : ASK_AGAIN_MS;
  return {
    endsAt: Math.max(end, same?.endsAt ?? 0),
    isOpen: left > 0,
    given,
    returned,
    lease: taken + (same?.lease ?? 0),
    used: same?.used ?? 0,
    spent: (same?.spent ?? spent) - spent,
    batch,
    seenAt: now,
    touchedAt: now,
    askAgainAt: now + askAgainMs,
    askAgainMs,
  };
}

/** Returns how many requests no node has, as far as known. */
export function freeIn({ given, returned }: Window, { limit }: Limit): number {
  return limit - given + returned;
}

/** Returns the quota of a client whose window this is. `most`: more are not left, for another reason. */
export function quotaOf(
  window: Window | undefined,
  of: Limit,
  now: number,
  allowed: boolean,
  most = Number.POSITIVE_INFINITY,
): Quota {
  const seconds = Math.ceil(of.windowMs / 1000);
  if (window?.isOpen !== true)
    return { of, allowed, remaining: Math.min(of.limit, most), reset: seconds };
  const free = freeIn(window, of) - window.spent;
  const left = Math.min((free > 0 ? free : 0) + window.lease, most);
  const untilEnd = Math.ceil((window.endsAt - now) / 1000);
  return {
    of,
    allowed,
    remaining: allowed && left > 0 ? left : 0,
    reset: Math.max(1, Math.min(seconds, untilEnd)),
  };
}
