/** Requests to issuers: over TLS, without redirects, limited in time and size. */
import { watchedFetch } from "waymark/advanced";

const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

function isLoopback(url: URL): boolean {
  return url.protocol === "http:" && LOOPBACK.has(url.hostname);
}

/** Checks that keys may be read from the URL. Plain HTTP never leaves the machine. */
export function isSecure(url: string): boolean {
  const parsed = URL.parse(url);
  return parsed !== null && (parsed.protocol === "https:" || isLoopback(parsed));
}

/** Checks that one URL may name the other: no issuer elsewhere leads to a service of this machine. */
export function mayName(from: string, to: string): boolean {
  return isSecure(to) && (!isLoopback(new URL(to)) || isLoopback(new URL(from)));
}

/** Bytes of an answer, far above the keys of any issuer. */
const MAX_BYTES = 262_144;

/** Returns the JSON at the URL. Rejects on any status but 200. */
export async function fetchJson(url: string, signal: AbortSignal): Promise<unknown> {
  const request = new Request(url, {
    headers: { accept: "application/json" },
    redirect: "error",
    signal,
  });
  const { status, body } = await watchedFetch(request);
  if (status !== 200 || body === null) {
    await body?.cancel();
    throw new Error(`${url} answered with ${status}`);
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.byteLength;
    if (length > MAX_BYTES) throw new Error(`${url} answered with more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  const value: unknown = JSON.parse(Buffer.concat(chunks).toString());
  return value;
}
