/** A counter in memory, which knows only the requests of this process. */
import type { Counter, Limit, Quota } from "waymark/services";
import { Generations } from "./generations.ts";

export interface MemoryCounter extends Counter {
  take(client: string, now: number, limit: Limit): Quota;
  peek(client: string, now: number, limit: Limit): Quota;
}

interface Window {
  used: number;
  readonly endsAt: number;
}

/**
 * Returns a counter of fixed windows, `maxClients` of them at most; beyond it the older half is forgotten. 100,000 take
 * 11 MB. A client's window opens with its first request.
 */
export function createCounter(maxClients: number): MemoryCounter {
  const windows = new Generations<Window>(maxClients);

  const open = (client: string, now: number, { windowMs }: Limit): Window => {
    const window = { used: 0, endsAt: now + windowMs };
    windows.set(client, window, now, windowMs);
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
    take(client, now, limit) {
      const window = windows.find(client, now, limit.windowMs) ?? open(client, now, limit);
      window.used += 1;
      return quota(limit, window.used, window.endsAt - now, window.used <= limit.limit);
    },
    peek(client, now, limit) {
      const window = windows.find(client, now, limit.windowMs);
      const msLeft = window === undefined ? limit.windowMs : window.endsAt - now;
      return quota(limit, window?.used ?? 0, msLeft, true);
    },
  };
}
