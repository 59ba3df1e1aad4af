/** Writes the head of an answer into a response of Node. */
import { STATUS_CODES, type ServerResponse } from "node:http";
import type { Answer } from "../respond/finish.ts";
import { headersOf } from "../respond/head.ts";

/** Time for which Node keeps a connection between two requests, in milliseconds: longer than the usual 60 s of load balancers, which then close first. */
export const KEEP_ALIVE_MS = 65_000;
const KEPT = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_MS / 1000}\r\n\r\n`;

export function statusLine(status: number): string {
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "unknown"}\r\n`;
}

/**
 * Writes the head as one text where Node takes one: its `writeHead` checks and joins each header of each answer, which is
 * a sixth of the processor time of a short one. Other runtimes, other protocols, and answers that say more of their
 * connection get a list.
 */
export function writeHead(
  response: ServerResponse,
  { status, head }: Pick<Answer, "status" | "head">,
  closes: boolean,
): void {
  if (!closes && takesText(response)) {
    response.statusCode = status;
    response._header = statusLine(status) + head + KEPT;
  } else writeListedHead(response, { status, head }, closes);
}

/** Writes the head as a list, to which Node adds how a body without a length is framed. */
export function writeListedHead(
  response: ServerResponse,
  { status, head }: Pick<Answer, "status" | "head">,
  closes: boolean,
): void {
  const headers = headersOf(head);
  response.writeHead(status, closes ? [...headers, "Connection", "close"] : headers);
}

/** A response of Node's HTTP/1.1, whose head is a text once it is written, in a member that Node's types lack. */
interface TextResponse extends ServerResponse {
  _header: string | null;
}

/** Bun has the member as well, and sends something else. */
const isBun = process.versions["bun"] !== undefined;

function takesText(response: ServerResponse): response is TextResponse {
  const { req, shouldKeepAlive } = response;
  return (
    !isBun &&
    shouldKeepAlive &&
    Reflect.get(response, "_header") === null &&
    req.httpVersionMinor === 1 &&
    req.headers.expect === undefined &&
    !response.hasHeader("Connection")
  );
}
