/** Stage finish: the one place that gives a reply its headers. */
import type { Call } from "../../registry/contract/call.ts";
import type { Body, Prepared } from "./body.ts";

/** A complete answer: what the writer turns into bytes. */
export interface Answer {
  readonly status: number;
  /** Name, value, name, value, …: every header there will be, but for those of the connection. */
  readonly headers: readonly string[];
  /** Undefined for HEAD, 304, OPTIONS and redirects. A string holds ASCII only. */
  readonly payload: string | Uint8Array | ReadableStream<Uint8Array> | undefined;
  /** The payload with a character for each byte (latin1), where it is short. */
  readonly wire?: string | undefined;
  /** The connection must not be used again: what follows on it cannot be trusted, or must not be read. */
  readonly close: boolean;
}

/** Headers of the kernel that only one kind of reply has. */
export interface OwnHeaders {
  readonly location?: string | undefined;
  readonly allow?: string | undefined;
  /** Becomes Content-Language. */
  readonly language?: string | undefined;
  readonly retryAfter?: number | undefined;
  /** Name, value, …: which request bodies the path takes. */
  readonly accepts?: readonly string[] | undefined;
}

const CLOSING: ReadonlySet<number> = new Set([408, 413, 431]);

/** Completes the headers of a reply: those that slots give for this call, and the kernel's own. */
export function finish(
  call: Call,
  { reply, headers: prepared, slots }: Prepared,
  body: Body | undefined,
  own?: OwnHeaders,
  stream?: ReadableStream<Uint8Array>,
): Answer {
  const headers = prepared.slice();
  for (const { name, index, value } of slots) {
    const text = value(call, reply, call.states[index]);
    if (text !== undefined) headers.push(name, text);
  }
  headers.push("Date", dateAt(call.startedAt + call.durationMs));
  if (stream !== undefined) headers.push("Content-Type", "text/event-stream");
  else if (body === undefined && reply.status !== 204) headers.push("Content-Length", "0");
  if (own !== undefined) pushOwn(headers, own);
  const bodiless = call.method === "HEAD" || reply.status === 304;
  return {
    status: reply.status,
    headers,
    payload: bodiless ? undefined : (stream ?? body?.payload),
    wire: bodiless ? undefined : body?.wire,
    close: CLOSING.has(reply.status) || call.method === "",
  };
}

function pushOwn(
  headers: string[],
  { location, allow, language, retryAfter, accepts }: OwnHeaders,
): void {
  if (location !== undefined) headers.push("Location", location);
  if (allow !== undefined) headers.push("Allow", allow);
  if (language !== undefined) headers.push("Content-Language", language);
  if (retryAfter !== undefined)
    headers.push("Retry-After", String(Math.max(1, Math.ceil(retryAfter))));
  if (accepts !== undefined) headers.push(...accepts);
}

let imfDate = "";
/** When the second is over that `imfDate` names, in milliseconds of `performance.now()`. */
let validUntil = Number.NEGATIVE_INFINITY;

/**
 * The time of day as IMF-fixdate (RFC 9110, section 5.6.7), made once a second: the clock is asked no more often.
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
