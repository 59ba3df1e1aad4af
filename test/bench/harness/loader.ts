/**
 * Load without wrk, or with a number of requests: one process, keep-alive connections with one request at a time each.
 *
 * Usage: node loader.ts '{"port": …, "shape": …, "seconds" or "requests": …, "connections": …, "from": …}'
 */
import { connect, type Socket } from "node:net";
import { AnswerReader } from "./answer-reader.ts";
import type { Load, LoadOptions } from "./load.ts";
import { numbered, varies, type RequestShape } from "./request.ts";

/** Sends requests from this process. */
export async function sendLoad(given: LoadOptions): Promise<Load> {
  const { port, shape, requests: wanted = Infinity, seconds = Infinity } = given;
  const { connections = 64, from = 0 } = given;
  const until = performance.now() + seconds * 1000;
  const text = requestText(shape, port);
  const changing = varies(shape);
  /** Milliseconds by the hundredth, up to ten seconds. */
  const took = new Uint32Array(1_000_000);
  let sent = 0;
  let answered = 0;
  let refused = 0;
  let broken = 0;

  function open(done: () => void): void {
    const socket: Socket = connect({ port, host: "127.0.0.1", noDelay: true });
    let since = 0;
    const next = () => {
      if (sent >= wanted || performance.now() >= until) return void socket.end();
      const n = from + sent++;
      since = performance.now();
      socket.write(changing ? numbered(text, n) : text, "utf8");
    };
    const reader = new AnswerReader((status) => {
      const hundredths = Math.min(took.length - 1, Math.trunc((performance.now() - since) * 100));
      took[hundredths] = (took[hundredths] ?? 0) + 1;
      answered++;
      if (status >= 400) refused++;
      next();
    });
    socket.on("connect", next);
    socket.on("data", (chunk: Buffer) => reader.read(chunk));
    socket.on("error", () => broken++);
    // A server may close after an answer; the connection is opened again.
    socket.on("close", () => (sent < wanted && performance.now() < until ? open(done) : done()));
  }

  function percentile(share: number): number {
    let left = answered * (1 - share);
    for (let i = took.length - 1; i >= 0; i--) {
      left -= took[i] ?? 0;
      if (left < 0) return i / 100;
    }
    return 0;
  }

  const began = performance.now();
  await Promise.all(
    Array.from({ length: connections }, () => new Promise<void>((done) => open(done))),
  );
  const lasted = (performance.now() - began) / 1000;
  const p99 = percentile(0.99);
  return { requests: answered, perSecond: answered / lasted, p99, refused, broken };
}

function requestText(
  { method = "GET", path, headers = {}, body = "" }: RequestShape,
  port: number,
): string {
  const length = body === "" ? {} : { "content-length": String(Buffer.byteLength(body)) };
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers, ...length }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}

if (import.meta.main)
  process.stdout.write(JSON.stringify(await sendLoad(JSON.parse(process.argv[2] ?? "{}"))));
