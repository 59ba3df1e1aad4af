/** Stage write: turns an answer into bytes, through Node, on a bare socket, or as a web Response. */
import { STATUS_CODES, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { FastResponse } from "srvx";
import { sendNodeResponse } from "srvx/node";
import type { Answer } from "../respond/finish.ts";

const NO_BODY: ReadonlySet<number> = new Set([204, 304]);

/** Node sends head and body in one write where the body is a string. */
export function writeNode(response: ServerResponse, answer: Answer, closing: boolean): void {
  if (answer.payload instanceof ReadableStream) {
    if (closing) response.setHeader("Connection", "close");
    // srvx handles slow clients, and those that leave.
    void sendNodeResponse(response, toResponse(answer)).catch(() => response.destroy());
    return;
  }
  const headers =
    answer.close || closing ? [...answer.headers, "Connection", "close"] : answer.headers;
  response.writeHead(answer.status, headers as string[]); // Node's type lacks readonly; Node does not change or keep the list
  if (answer.payload === undefined) response.end();
  else response.end(answer.latin1 ?? answer.payload, "latin1");
}

type ResponseBody = ConstructorParameters<typeof FastResponse>[0];

/** For requests in memory, and for streams. */
export function toResponse(answer: Answer): Response {
  const pairs: [string, string][] = [];
  for (let i = 0; i < answer.headers.length; i += 2)
    pairs.push([answer.headers[i] ?? "", answer.headers[i + 1] ?? ""]);
  if (answer.close) pairs.push(["Connection", "close"]);
  const payload = NO_BODY.has(answer.status) ? undefined : answer.payload;
  // The DOM types do not accept bytes that another thread might share.
  return new FastResponse((payload ?? null) as ResponseBody, {
    status: answer.status,
    statusText: STATUS_CODES[answer.status] ?? "",
    headers: pairs,
  });
}

/** Answers bytes that Node's parser refused, and closes the socket. */
export function writeSocket(socket: Duplex, answer: Answer): void {
  let head = `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ""}\r\n`;
  for (let i = 0; i < answer.headers.length; i += 2)
    head += `${answer.headers[i]}: ${answer.headers[i + 1]}\r\n`;
  const { payload = "" } = answer;
  if (payload instanceof ReadableStream) throw new Error("a refusal cannot be a stream");
  const body = typeof payload === "string" ? Buffer.from(payload, "latin1") : payload;
  socket.end(Buffer.concat([Buffer.from(`${head}Connection: close\r\n\r\n`, "latin1"), body]));
}
