/** Stage finish: the one place that sets the headers of a reply. */
import type { Call } from "../../../registry/contract/call/call.ts";
import type { EncodedBody, PlannedReply } from "./body.ts";
import { headerLine, headerLines } from "./head.ts";
import { OK, type ByteStream, type ReplyHead } from "./produced.ts";
import type { ByteSource } from "./stream.ts";

/** A complete answer, ready to become bytes. */
export interface Answer {
  readonly status: number;
  /** Lines: every header except the connection's. */
  readonly head: string;
  /** Body; undefined for HEAD, 304, OPTIONS and redirects. A string holds ASCII only. */
  readonly payload: string | Uint8Array | ByteSource | undefined;
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
  { reply, lines, slots }: PlannedReply,
  body: EncodedBody | undefined,
  head: ReplyHead = OK,
  stream?: ByteStream,
): Answer {
  let all = lines;
  for (const { name, index, value } of slots) {
    const text = value(call, reply, call.states[index]);
    if (text !== undefined) all += headerLine(name, text);
  }
  all += dateAt(call.startedAt + call.durationMs);
  if (stream !== undefined) all += headerLines(stream.headers);
  else if (body === undefined && !BODILESS.has(reply.status)) all += "Content-Length: 0\r\n";
  if (head !== OK) all += linesOf(head);
  const bodiless = call.method === "HEAD" || reply.status === 304;
  if (bodiless) void stream?.body.cancel();
  return {
    status: reply.status,
    head: all,
    payload: bodiless ? undefined : (stream?.body ?? body?.payload),
    latin1: bodiless ? undefined : body?.latin1,
    close: CLOSING.has(reply.status) || call.method === "",
  };
}

function linesOf({ location, allow, language, retryAfter, accepts }: ReplyHead): string {
  let lines = "";
  if (location !== undefined) lines += headerLine("Location", location);
  if (allow !== undefined) lines += headerLine("Allow", allow);
  if (language !== undefined) lines += headerLine("Content-Language", language);
  if (retryAfter !== undefined) lines += `Retry-After: ${Math.max(1, Math.ceil(retryAfter))}\r\n`;
  return accepts === undefined ? lines : lines + headerLines(accepts);
}

let date = "";
/** End of the second that `date` names, in milliseconds of `performance.now()`. */
let validUntil = Number.NEGATIVE_INFINITY;

/**
 * Returns the line with the time of day as IMF-fixdate (RFC 9110, section 5.6.7), which is made once a second.
 *
 * @param now in milliseconds of `performance.now()`.
 */
function dateAt(now: number): string {
  if (now >= validUntil) {
    const time = Date.now();
    date = `Date: ${new Date(time).toUTCString()}\r\n`;
    validUntil = now + 1000 - (time % 1000);
  }
  return date;
}
