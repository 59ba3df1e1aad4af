/** Stage finish: the one place that sets the headers of a reply. */
import type { Call } from "../../../registry/contract/call/call.ts";
import type { EncodedBody, PlannedReply } from "./body.ts";
import { OK, type ByteStream, type ReplyHead } from "./produced.ts";

/** A complete answer, ready to become bytes. */
export interface Answer {
  readonly status: number;
  /** Name, value, …: every header except the connection's. */
  readonly headers: readonly string[];
  /** Body; undefined for HEAD, 304, OPTIONS and redirects. A string holds ASCII only. */
  readonly payload: string | Uint8Array | ReadableStream<Uint8Array> | undefined;
  /** A short payload, with one character for each byte. */
  readonly latin1?: string | undefined;
  /** True to close the connection, because the bytes that follow on it cannot be trusted or must not be read. */
  readonly close: boolean;
}

/** Statuses of answers that have no length without a body (RFC 9110, section 8.6). */
const BODILESS: ReadonlySet<number> = new Set([204, 304]);

const CLOSING: ReadonlySet<number> = new Set([408, 413, 431]);

/** Adds the headers that slots make for this call, and the kernel's own. */
export function finish(
  call: Call,
  { reply, headers: planned, filled, slots }: PlannedReply,
  body: EncodedBody | undefined,
  head: ReplyHead = OK,
  stream?: ByteStream,
): Answer {
  const headers = planned.slice();
  let end = filled;
  for (const { name, index, value } of slots) {
    const text = value(call, reply, call.states[index]);
    if (text === undefined) continue;
    headers[end++] = name;
    headers[end++] = text;
  }
  headers[end++] = "Date";
  headers[end++] = dateAt(call.startedAt + call.durationMs);
  while (headers.length > end) headers.pop();
  if (stream !== undefined) headers.push(...stream.headers);
  else if (body === undefined && !BODILESS.has(reply.status)) headers.push("Content-Length", "0");
  if (head !== OK) pushHead(headers, head);
  const bodiless = call.method === "HEAD" || reply.status === 304;
  if (bodiless) void stream?.body.cancel();
  return {
    status: reply.status,
    headers,
    payload: bodiless ? undefined : (stream?.body ?? body?.payload),
    latin1: bodiless ? undefined : body?.latin1,
    close: CLOSING.has(reply.status) || call.method === "",
  };
}

function pushHead(
  headers: string[],
  { location, allow, language, retryAfter, accepts }: ReplyHead,
): void {
  if (location !== undefined) headers.push("Location", location);
  if (allow !== undefined) headers.push("Allow", allow);
  if (language !== undefined) headers.push("Content-Language", language);
  if (retryAfter !== undefined)
    headers.push("Retry-After", String(Math.max(1, Math.ceil(retryAfter))));
  if (accepts !== undefined) headers.push(...accepts);
}

let imfDate = "";
/** End of the second that `imfDate` names, in milliseconds of `performance.now()`. */
let validUntil = Number.NEGATIVE_INFINITY;

/**
 * Returns the time of day as IMF-fixdate (RFC 9110, section 5.6.7), which is made once a second.
 *
 * @param now in milliseconds of `performance.now()`.
 */
function dateAt(now: number): string {
  if (now >= validUntil) {
    const time = Date.now();
    imfDate = new Date(time).toUTCString();
    validUntil = now + 1000 - (time % 1000);
  }
  return imfDate;
}
