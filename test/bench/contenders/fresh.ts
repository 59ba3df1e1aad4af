/** The values that differ between answers, made as cheaply as possible. */
import { randomFillSync } from "node:crypto";
import type { Socket } from "node:net";
import { LIMIT, WINDOW_SECONDS } from "./job.ts";

const HEX = Buffer.from("0123456789abcdef");
const BATCH = 256;

/** Makes texts from a pattern, `x` standing for any hex digit and `y` for 8 to b: many at once, then one slice each. */
function pooled(pattern: string): () => string {
  const { length } = pattern;
  const bytes = Buffer.from(pattern.repeat(BATCH));
  const random = Buffer.alloc(bytes.length);
  const places = [...pattern].flatMap((sign, at) =>
    sign === "x" || sign === "y"
      ? [{ at, base: sign === "x" ? 0 : 8, mask: sign === "x" ? 15 : 3 }]
      : [],
  );
  let text = "";
  let next = bytes.length;
  return () => {
    if (next === bytes.length) {
      randomFillSync(random);
      for (let start = 0; start < bytes.length; start += length) {
        for (const { at, base, mask } of places)
          bytes[start + at] = HEX[base + ((random[start + at] ?? 0) & mask)] ?? 0;
      }
      text = bytes.toString("latin1");
      next = 0;
    }
    const one = text.slice(next, next + length);
    next += length;
    return one;
  };
}

const newId = pooled("01900000-0000-7xxx-yxxx-xxxxxxxxxxxx");
const newTrace = pooled("00-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx-xxxxxxxxxxxxxxxx-02");

const ID = /^[A-Za-z0-9._~-]{1,128}$/;
const TRACE = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The client's own identifier when it fits, else a new one. */
export function requestId(received: unknown): string {
  return typeof received === "string" && ID.test(received) ? received : newId();
}

/** The client's trace when it is one, else a new one. */
export function traceparent(received: unknown): string {
  return typeof received === "string" && TRACE.test(received) ? received : newTrace();
}

/** Milliseconds with three decimals, up to ten from a table. */
const KNOWN: string[] = Array.from({ length: 10_000 }, () => "");
function milliseconds(since: number): string {
  const micros = Math.trunc((performance.now() - since) * 1000);
  if (micros >= KNOWN.length) return String(micros / 1000);
  const known = KNOWN[micros] ?? "";
  if (known !== "") return known;
  return (KNOWN[micros] = String(micros / 1000));
}

export function serverTiming(since: number, trace: string): string {
  return `app;dur=${milliseconds(since)}, trace;desc="${trace}"`;
}

interface Window {
  used: number;
  endsAt: number;
}
const windows = new Map<string, Window>();
const windowOf = Symbol("window");
type Counted = Socket & { [windowOf]?: Window };

/** Counts a request of this connection's client: what is left, and the seconds until its window ends. */
export function count(socket: Counted, now: number): { remaining: number; reset: number } {
  let window = socket[windowOf];
  if (window === undefined) {
    const client = socket.remoteAddress ?? "";
    window = windows.get(client) ?? { used: 0, endsAt: now + WINDOW_SECONDS * 1000 };
    windows.set(client, window);
    socket[windowOf] = window;
  }
  if (now >= window.endsAt) {
    window.used = 0;
    window.endsAt = now + WINDOW_SECONDS * 1000;
  }
  window.used++;
  return { remaining: LIMIT - window.used, reset: Math.ceil((window.endsAt - now) / 1000) };
}
