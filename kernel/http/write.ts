/** Stage write: turns an answer into bytes, through Node or on a bare socket. */
import { STATUS_CODES, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Answer } from "../respond/finish.ts";

/** Node sends head and body in one write where the body is a string. */
export function writeNode(response: ServerResponse, answer: Answer, closing: boolean): void {
  const { payload } = answer;
  // A stream. Its class is not named, because Node loads the web's streams with the name, before the first answer.
  if (typeof payload === "object" && !(payload instanceof Uint8Array)) {
    if (closing) response.setHeader("Connection", "close");
    // Loaded on demand, as Node's fetch comes with it; a request for a stream has loaded both.
    void import("./web-response.ts")
      .then(({ sendStream }) => sendStream(response, answer))
      .catch(() => response.destroy());
    return;
  }
  const headers =
    answer.close || closing ? [...answer.headers, "Connection", "close"] : answer.headers;
  response.writeHead(answer.status, headers as string[]); // Node's type lacks readonly; Node does not change or keep the list
  if (payload === undefined) response.end();
  else response.end(answer.latin1 ?? payload, "latin1");
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
