/**
 * Sends requests and gives answers as they were on the wire: no header added, no body decoded, no redirect followed. `fetch`
 * does all three.
 */
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { Answer, Question } from "../../registry/contract/conformance.ts";

/** A request as it is sent. Who asks, and how patiently, is for others to make headers of. */
export type Ask = Omit<Question, "client" | "unpaced">;

export interface Client {
  ask(target: string, ask?: Ask): Promise<Answer>;
  close(): void;
}

/** The service did not answer: it is not there, or it hung up. */
export class Unanswered extends Error {
  override readonly name = "Unanswered";
}

/** Time for one answer, in milliseconds. */
const TIMEOUT_MS = 15_000;

/** A client of one origin: scheme and authority, without a trailing slash. */
export function createClient(origin: string): Client {
  const secure = origin.startsWith("https:");
  const agent = secure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const send = secure ? httpsRequest : httpRequest;
  const { protocol, hostname, port } = new URL(origin);
  // An IPv6 address stands in brackets in URLs only.
  const at = { protocol, hostname: hostname.replace(/^\[(.*)\]$/, "$1"), port, agent };

  const once = (target: string, ask: Ask): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const { method = "GET", headers = {}, body, withoutBody, firstBytes } = ask;
      const sent = body === undefined ? headers : { ...headers, ...lengthOf(body, headers) };
      const fail = (reason: unknown) =>
        reject(
          new Unanswered(
            `${method} ${target.slice(0, 200)}: ${reason instanceof Error ? reason.message || reason.name : String(reason)}`,
            { cause: reason },
          ),
        );
      const request = send({ ...at, method, path: target, headers: sent }, (response) => {
        const end = (bytes: Buffer) => resolve(answerOf(method, target, sent, response, bytes));
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => {
          chunks.push(chunk);
          if (firstBytes !== true) return;
          end(Buffer.concat(chunks));
          request.destroy();
        });
        response.on("end", () => {
          end(Buffer.concat(chunks));
          if (withoutBody === true) request.destroy();
        });
        response.on("error", fail);
      });
      request.setTimeout(TIMEOUT_MS, () =>
        request.destroy(new Error(`no answer within ${TIMEOUT_MS / 1000} s`)),
      );
      request.on("error", fail);
      if (withoutBody === true) request.flushHeaders();
      else request.end(body);
    });

  return {
    // A kept connection may be closed by the other side just when it is used again.
    ask: (target, ask = {}) =>
      once(target, ask).catch((error: unknown) =>
        isStale(error) ? once(target, ask) : Promise.reject(error),
      ),
    close: () => agent.destroy(),
  };
}

function lengthOf(body: string, headers: Readonly<Record<string, string>>) {
  if (headers["transfer-encoding"] !== undefined || headers["content-length"] !== undefined)
    return {};
  return { "content-length": String(Buffer.byteLength(body)) };
}

function isStale(error: unknown): boolean {
  const cause = error instanceof Unanswered ? error.cause : undefined;
  return cause instanceof Error && "code" in cause && cause.code === "ECONNRESET";
}

function answerOf(
  method: string,
  target: string,
  sent: Readonly<Record<string, string>>,
  response: IncomingMessage,
  body: Buffer,
): Answer {
  const headers: Record<string, string> = {};
  const repeated: string[] = [];
  const { rawHeaders } = response;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? "").toLowerCase();
    const value = rawHeaders[at + 1] ?? "";
    if (Object.hasOwn(headers, name)) repeated.push(name);
    headers[name] = Object.hasOwn(headers, name) ? `${headers[name]}, ${value}` : value;
  }
  return {
    method,
    target,
    sent,
    named: sent,
    status: response.statusCode ?? 0,
    headers,
    repeated,
    body,
  };
}
