import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { KEEP_ALIVE_MS, statusLine, writeHead } from "../../../../kernel/http/listen/write-head.ts";
import { headerLines } from "../../../../kernel/http/respond/head.ts";
import { connectTo } from "./_connection.ts";

const DATE = "Sun, 29 Nov 2026 03:20:00 GMT";

/** An answer to write: status, headers and body. */
interface Written {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body?: string;
  readonly closes?: boolean;
}

const OK: Written = {
  status: 200,
  headers: ["X-Latin", "caf\xe9", "Content-Length", "2"],
  body: "hi",
};
const NOT_MODIFIED: Written = { status: 304, headers: ["ETag", '"one"'] };

function byNode(response: ServerResponse, { status, headers, body, closes }: Written): void {
  const closing = closes === true ? ["Connection", "close"] : [];
  response.writeHead(status, [...headers, "Date", DATE, ...closing]).end(body);
}

function byUs(response: ServerResponse, { status, headers, body, closes = false }: Written): void {
  writeHead(response, { status, head: headerLines([...headers, "Date", DATE]) }, closes);
  response.end(body);
}

/** The bytes that a server sends for these requests. */
async function bytesOf(write: typeof byNode, written: Written, requests: string): Promise<string> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (_, response) =>
    write(response, written),
  );
  server.on("checkContinue", (_, response: ServerResponse) => write(response, written));
  onTestFinished(() => void server.close().closeAllConnections());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const connection = connectTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  connection.send(requests);
  // The last answer closes the connection.
  connection.send("GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  return connection.ended;
}

const head = "Host: a\r\n";

it.each<[string, Written, string]>([
  ["a connection that is kept", OK, `GET / HTTP/1.1\r\n${head}\r\n`],
  ["several requests at once", OK, `GET / HTTP/1.1\r\n${head}\r\n`.repeat(3)],
  ["HEAD", { ...OK, body: "" }, `HEAD / HTTP/1.1\r\n${head}\r\n`],
  ["an answer without content", NOT_MODIFIED, `GET / HTTP/1.1\r\n${head}\r\n`],
  ["a server that closes", { ...OK, closes: true }, `GET / HTTP/1.1\r\n${head}\r\n`],
  ["HTTP/1.0", OK, "GET / HTTP/1.0\r\n\r\n"],
  ["HTTP/1.0 that keeps", OK, "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"],
  [
    "a body that is waited for",
    OK,
    `POST / HTTP/1.1\r\n${head}Expect: 100-continue\r\nContent-Length: 1\r\n\r\n`,
  ],
])("writes the bytes that Node would, for %s", async (_what, written, requests) => {
  const ours = await bytesOf(byUs, written, requests);
  expect(ours).toBe(await bytesOf(byNode, written, requests));
  expect(ours.startsWith(statusLine(written.status))).toBe(true);
});

it("joins no headers one by one while a connection is kept", async () => {
  const checked: unknown[] = [];
  const write: typeof byNode = (response, written) => {
    const { writeHead: nodes } = response;
    response.writeHead = ((...given: [number]) => {
      checked.push(response.req.url);
      return nodes.apply(response, given);
    }) as typeof nodes;
    byUs(response, written);
  };
  await bytesOf(write, OK, `GET / HTTP/1.1\r\n${head}\r\n`);
  expect(checked).toEqual(["/last"]);
});

it.each(["a\r\nSet-Cookie: b", "a\0", "\u{1f600}"])("writes no header with %j", (value) => {
  expect(() => headerLines(["X-Name", value])).toThrow("the header X-Name cannot have the value");
});
