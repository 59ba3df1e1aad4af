/**
 * Sends requests and returns answers as they were on the wire: no header added, no body decoded, no redirect followed.
 * `fetch` does all three.
 */
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { Answer, Question } from "./policy-tests.ts";

/** A request as sent. The client's address and the retry behaviour are set by the callers. */
type Ask = Omit<Question, "client" | "noRetry" | "anonymous">;

export interface Client {
  ask(target: string, ask?: Ask): Promise<Answer>;
  close(): void;
}

class LateError extends Error {}

/** The server did not answer: it is not there, it closed the connection, or it took too long. */
export class NoResponseError extends Error {
  override readonly name = "NoResponseError";

  get isLate(): boolean {
    return this.cause instanceof LateError;
  }
}

/** Time for one whole answer, in milliseconds: more than the 30 s that a handler has by default. */
const TIMEOUT_MS = 45_000;
/** A larger answer is one without an end. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Returns a client of one origin: scheme and authority, without a trailing slash. */
export function createClient(origin: string, timeoutMs = TIMEOUT_MS): Client {
  const secure = origin.startsWith("https:");
  const agent = secure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const start = secure ? httpsRequest : httpRequest;
  const { protocol, hostname, port } = new URL(origin);
  // Only in URLs an IPv6 address stands in brackets.
  const at = { protocol, hostname: hostname.replace(/^\[(.*)\]$/, "$1"), port, agent };

  const send = (target: string, ask: Ask): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const { method = "GET", headers = {}, twice, body, withoutBody, firstBytes = false } = ask;
      const requestHeaders =
        body === undefined ? headers : { ...headers, ...contentLength(body, headers) };
      const fail = (cause: unknown) => {
        const reason = cause instanceof Error ? cause.message || cause.name : String(cause);
        reject(new NoResponseError(`${method} ${target.slice(0, 200)}: ${reason}`, { cause }));
      };
      const repeated = requestHeaders[twice ?? ""];
      const fields =
        twice === undefined || repeated === undefined
          ? requestHeaders
          : { ...requestHeaders, [twice]: [repeated, repeated] };
      const options = { ...at, method, path: target, headers: fields };
      const request = start(options, (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        const end = () =>
          resolve(readAnswer({ method, target, requestHeaders }, response, Buffer.concat(chunks)));
        // A stream in place of another answer has no end: its headers say enough.
        if (firstBytes === false && isEventStream(response)) {
          end();
          request.destroy();
        }
        response.on("data", (chunk: Buffer) => {
          chunks.push(chunk);
          size += chunk.byteLength;
          if (size > MAX_BYTES) request.destroy(new Error(`more than ${MAX_BYTES} bytes`));
          if (firstBytes === false) return;
          if (firstBytes !== true && !firstBytes(String(Buffer.concat(chunks)))) return;
          end();
          request.destroy();
        });
        response.on("end", () => {
          end();
          if (withoutBody === true) request.destroy();
        });
        response.on("error", fail);
      });
      const timer = setTimeout(
        () => request.destroy(new LateError(`no whole answer within ${timeoutMs / 1000} s`)),
        timeoutMs,
      );
      request.on("close", () => clearTimeout(timer));
      request.on("error", fail);
      if (withoutBody === true) request.flushHeaders();
      else request.end(body);
    });

  return {
    ask: (target, ask = {}) =>
      send(target, ask).catch((error: unknown) =>
        isStale(error) ? send(target, ask) : Promise.reject(error),
      ),
    close: () => agent.destroy(),
  };
}

function isEventStream({ headers }: IncomingMessage): boolean {
  return headers["content-type"]?.startsWith("text/event-stream") === true;
}

function contentLength(body: string, headers: Readonly<Record<string, string>>) {
  if (headers["transfer-encoding"] !== undefined || headers["content-length"] !== undefined)
    return {};
  return { "content-length": String(Buffer.byteLength(body)) };
}

/** Checks that the other side closed a kept-alive connection just when it was used again. */
function isStale(error: unknown): boolean {
  const cause = error instanceof NoResponseError ? error.cause : undefined;
  return cause instanceof Error && "code" in cause && cause.code === "ECONNRESET";
}

function readAnswer(
  request: Pick<Answer, "method" | "target" | "requestHeaders">,
  { rawHeaders, statusCode = 0 }: IncomingMessage,
  body: Buffer,
): Answer {
  const headers: Record<string, string> = {};
  const repeated: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? "").toLowerCase();
    const value = rawHeaders[at + 1] ?? "";
    const isRepeated = Object.hasOwn(headers, name);
    if (isRepeated) repeated.push(name);
    headers[name] = isRepeated ? `${headers[name]}, ${value}` : value;
  }
  const { requestHeaders } = request;
  return { ...request, caseHeaders: requestHeaders, status: statusCode, headers, repeated, body };
}
