/** Headers in one flat array that is made once; what differs is written into its places before each answer. */
import type { IncomingMessage } from "node:http";
import { count, requestId, serverTiming, traceparent } from "./fresh.ts";
import type { Answer } from "./job.ts";

/** Names of what differs, and of what Node adds itself. */
const FRESH = new Set([
  "x-request-id",
  "traceparent",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
  "ratelimit",
  "server-timing",
]);

export interface Slots {
  readonly headers: string[];
  /** Fills in the values that differ and returns the array, which `writeHead` reads at once. */
  fill(request: IncomingMessage, startedAt: number): string[];
}

/** @param more headers in place of the captured ones, or in addition; undefined leaves one out. */
export function slotsOf(
  answer: Answer,
  more: Readonly<Record<string, string | undefined>> = {},
): Slots {
  const fixed = Object.entries({ ...answer.headers, ...more }).filter(
    (entry): entry is [string, string] => !FRESH.has(entry[0]) && entry[1] !== undefined,
  );
  const headers = fixed.flat();
  const start = headers.length;
  headers.push("x-request-id", "", "traceparent", "", "x-ratelimit-remaining", "");
  headers.push("x-ratelimit-reset", "", "ratelimit", "");
  const timed = answer.headers["server-timing"] !== undefined;
  if (timed) headers.push("server-timing", "");
  return {
    headers,
    fill(request, startedAt) {
      const { remaining, reset } = count(request.socket, startedAt);
      const trace = traceparent(request.headers["traceparent"]);
      headers[start + 1] = requestId(request.headers["x-request-id"]);
      headers[start + 3] = trace;
      headers[start + 5] = String(remaining);
      headers[start + 7] = String(reset);
      headers[start + 9] = `"default";r=${remaining};t=${reset}`;
      if (timed) headers[start + 11] = serverTiming(startedAt, trace);
      return headers;
    },
  };
}

/** The request's identifier, from headers that were filled in for it. */
export function idIn(headers: readonly string[]): string {
  return headers[headers.indexOf("x-request-id") + 1] ?? "";
}
