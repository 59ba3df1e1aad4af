/** The `fetch` of a handler: it continues the trace of the request, and ends when the request does. */
import type { Trace } from "../../../registry/contract/call/call.ts";
import { Tracepoint, type Span } from "../../host/support/tracepoint.ts";

const fetches = new Tracepoint("fetch");

/** @param signal returns the signal of the call; asked once for each request. */
export function forwardingFetch(
  trace: Trace | undefined,
  signal: () => AbortSignal,
): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, { signal: signal(), ...init });
    const { headers } = request;
    for (const [name, value] of Object.entries(trace?.headers ?? {}))
      if (!headers.has(name)) headers.set(name, value);
    return watchedFetch(request);
  };
}

/** Sends a request in view of tracers and metrics. */
export function watchedFetch(request: Request): Promise<Response> {
  if (!fetches.isWatched) return fetch(request);
  const { method, headers } = request;
  const { protocol, hostname, port, origin, pathname } = new URL(request.url);
  const attributes = {
    "http.request.method": method,
    "server.address": hostname,
    "server.port": Number(port || (protocol === "https:" ? 443 : 80)),
    "url.full": origin + pathname, // a query may have secrets in it
  };
  const span: Span = { name: method, kind: "client", attributes, outgoing: headers };
  return fetches.run(span, async () => {
    const response = await fetch(request);
    span.attributes["http.response.status_code"] = response.status;
    return response;
  });
}
