/** Sends a call to our own origin and reads the answer. */
import type { ApiCall } from "../../shared/operations/model.ts";
import type { Secret } from "./credential-fields.ts";

/** A longer body is cut. */
export const MAX_SHOWN_BYTES = 1024 * 1024;

/** The head of an answer, or the reason for its absence. */
export interface Head {
  readonly call: ApiCall;
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Milliseconds from sending to the end of the head. */
  readonly headMs: number;
  /** Path of the answer after redirects; undefined where it is the one requested. */
  readonly redirectedTo: string | undefined;
}

/** Returns a header of an answer, by its name in lower case. */
export function headerOf({ headers }: Head, wanted: string): string | undefined {
  return headers.find(([name]) => name === wanted)?.[1];
}

export interface Body {
  /** The body, up to the limit. */
  readonly text: string;
  /** Bytes after decoding. */
  readonly bytes: number;
  /** Milliseconds from sending to the last byte. */
  readonly totalMs: number;
}

export interface Sent {
  readonly head: Head;
  readonly response: Response;
  readonly startedAt: number;
}

/** Checks for a header that only the browser sets: a request drops it. */
export function isForbidden(name: string): boolean {
  return !new Request("/", { headers: { [name]: "x" } }).headers.has(name);
}

/** The address on our own origin; undefined for any other. */
export function ownUrl(target: string): URL | undefined {
  const url = URL.canParse(target, location.origin) ? new URL(target, location.origin) : undefined;
  return target.startsWith("/") && url?.origin === location.origin ? url : undefined;
}

/** The path and query of a link; undefined for another origin. */
export function ownTarget(href: string, baseUrl: string): string | undefined {
  const target = href.startsWith(`${baseUrl}/`) ? href.slice(baseUrl.length) : href;
  const own = /^\/[^\s{}]*$/.test(target) ? ownUrl(target) : undefined;
  return own === undefined ? undefined : `${own.pathname}${own.search}`;
}

/** Resolves when the head is there. Rejects as `fetch` does. The result has no trace of the secret. */
export async function send(
  call: ApiCall,
  url: URL,
  signal: AbortSignal,
  secret?: Secret,
): Promise<Sent> {
  const headers = new Headers(call.headers.map(([name, value]) => [name, value]));
  if (call.body !== undefined && !headers.has("content-type"))
    headers.set("content-type", "application/json");
  if (secret !== undefined) headers.set(secret.header, `${secret.prefix}${secret.value}`);
  const startedAt = performance.now();
  const response = await fetch(url, {
    method: call.method,
    headers,
    signal,
    // The playground shows current answers, not cached ones.
    cache: "no-store",
    ...(call.body === undefined ? {} : { body: call.body }),
  });
  const end = new URL(response.url);
  return {
    response,
    startedAt,
    head: {
      call,
      status: response.status,
      statusText: response.statusText,
      headers: [...response.headers],
      headMs: Math.round(performance.now() - startedAt),
      redirectedTo: response.redirected ? `${end.pathname}${end.search}` : undefined,
    },
  };
}

/** Reads an answer to its end. */
export async function readBody({ response, startedAt }: Sent): Promise<Body> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  return {
    text: new TextDecoder().decode(bytes.subarray(0, MAX_SHOWN_BYTES)),
    bytes: bytes.byteLength,
    totalMs: Math.round(performance.now() - startedAt),
  };
}
