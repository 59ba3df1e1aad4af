/**
 * The yardstick: node:http alone, sending the bytes and headers that Waymark sends, fresh ids and counters included.
 * TUNED=1 switches on what Node offers for requests without a body. Reads one captured answer as JSON from the environment variable ANSWER.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { announce } from "./announce.ts";

interface Captured {
  readonly headers: readonly string[];
  readonly body: string;
  readonly etag: string;
}

const { headers, body: text, etag }: Captured = JSON.parse(process.env["ANSWER"] ?? "{}");
const notModified = headers.filter((_, i) => !/^content-/i.test(headers[i - (i % 2)] ?? ""));

// Like Waymark: ASCII goes out as a string, together with the head; anything else as bytes.
const body = Buffer.byteLength(text) === text.length ? text : Buffer.from(text);

let count = 0;
const hex = () => (++count).toString(16).padStart(16, "0");

/** What differs from answer to answer. */
const FRESH: Readonly<Record<string, (startedAt: number) => string>> = {
  "x-request-id": () => `01900000-0000-7000-8000-${hex().slice(4)}`,
  traceparent: () => `00-${hex()}${hex()}-${hex()}-02`,
  "server-timing": (startedAt) =>
    `app;dur=${(performance.now() - startedAt).toFixed(3)}, trace;desc="00-${hex()}${hex()}-${hex()}-02"`,
  "x-ratelimit-remaining": () => String(1_000_000_000 - count),
  ratelimit: () => `"default";r=${1_000_000_000 - count};t=60`,
};

function fresh(list: readonly string[], startedAt: number): string[] {
  const out = list.slice();
  for (let i = 0; i < out.length; i += 2) {
    const make = FRESH[(out[i] ?? "").toLowerCase()];
    if (make !== undefined) out[i + 1] = make(startedAt);
  }
  return out;
}

const server = createServer(
  { optimizeEmptyRequests: process.env["TUNED"] === "1" } as object,
  (request, response) => {
    const startedAt = performance.now();
    if (request.headers["if-none-match"] === etag)
      response.writeHead(304, fresh(notModified, startedAt)).end();
    else response.writeHead(200, fresh(headers, startedAt)).end(body, "latin1");
  },
);
server.listen(0, "127.0.0.1", () => announce((server.address() as AddressInfo).port));
