import { service } from "waymark";

/** A number of requests in a time. */
export interface Limit {
  /** As RateLimit and RateLimit-Policy name it. */
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

/** Counts requests per client. `now` is any clock in milliseconds that never goes back. */
export interface Limiter {
  /** Counts one request. Default: the limit is that of everybody. */
  take(client: string, now: number, own?: Limit): Quota;
  /** The state of the client's window, without counting; always allowed. */
  peek(client: string, now: number, own?: Limit): Quota;
}
/** Counts by network. */
export const Limiter = service<Limiter>("limiter");
/** Counts by principal, apart from networks, so that no number of networks makes it forget a principal. */
export const PrincipalLimiter = service<Limiter>("principalLimiter");

export interface LimiterSettings extends Limit {
  /** Maximum number of windows. Beyond it the older half is forgotten. 100,000 windows take 11 MB. */
  readonly maxClients: number;
}

interface Window {
  used: number;
  readonly endsAt: number;
}

/**
 * A fixed-window counter: a client's window opens with its first request. Windows live in two generations. The younger
 * becomes the older one once the longest window has passed, when all that it replaces has ended, or when it is full.
 * Deleting one by one from a single Map costs 19 µs each at 100,000 entries, as its iterator walks over the holes.
 */
export function createLimiter(settings: LimiterSettings): Limiter {
  const fullAt = Math.max(1, Math.floor(settings.maxClients / 2));
  let younger = new Map<string, Window>();
  let older = new Map<string, Window>();
  let began = Number.NEGATIVE_INFINITY;
  let longestMs = settings.windowMs;

  const find = (client: string, now: number, { windowMs }: Limit): Window | undefined => {
    const window = younger.get(client) ?? older.get(client);
    if (window === undefined || now >= window.endsAt) return undefined;
    // One with more left than a whole window was opened under a longer one. The clock has fractions.
    return window.endsAt - now < windowMs + 1 ? window : undefined;
  };
  const open = (client: string, now: number, { windowMs }: Limit): Window => {
    if (windowMs > longestMs) longestMs = windowMs;
    if (younger.size >= fullAt || now - began >= longestMs) {
      older = younger;
      younger = new Map();
      began = now;
    }
    const window = { used: 0, endsAt: now + windowMs };
    younger.set(client, window);
    return window;
  };
  const quota = (of: Limit, used: number, msLeft: number, allowed: boolean): Quota => ({
    of,
    allowed,
    remaining: used < of.limit ? of.limit - used : 0,
    // The clock has fractions, so the rest of a new window may be a little longer than the window.
    reset: Math.min(Math.ceil(of.windowMs / 1000), Math.ceil(msLeft / 1000)),
  });

  return {
    take(client, now, own = settings) {
      const window = find(client, now, own) ?? open(client, now, own);
      window.used += 1;
      return quota(own, window.used, window.endsAt - now, window.used <= own.limit);
    },
    peek(client, now, own = settings) {
      const window = find(client, now, own);
      const msLeft = window === undefined ? own.windowMs : window.endsAt - now;
      return quota(own, window?.used ?? 0, msLeft, true);
    },
  };
}
