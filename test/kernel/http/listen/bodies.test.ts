/** Request bodies on their way: limits, time, clients that leave, and clients that ask before they send. */
import { expect, it } from "vitest";
import { definePlugin, type Log } from "waymark";
import preset from "waymark/preset";
import { History } from "waymark/services";
import { createTestServer, type TestServer } from "waymark/testing";
import { z } from "zod";
import { connectTo, statuses, type RawConnection } from "./_connection.ts";
import { startServer } from "../../../_setup.ts";

const echo = definePlugin({
  id: "echo",
  summary: "Reads bodies.",
  routes: {
    write: {
      method: "POST",
      path: "/echo",
      summary: "Echo.",
      idempotency: "none",
      body: z.object({ text: z.string() }),
      returns: z.object({ text: z.string() }),
    },
    writeShort: {
      method: "POST",
      path: "/short",
      summary: "Echo a little.",
      idempotency: "none",
      maxPayloadBytes: 100,
      body: z.object({ text: z.string() }),
      returns: z.object({ text: z.string() }),
    },
  },
  handlers: () => ({ write: ({ body }) => body, writeShort: ({ body }) => body }),
});

let history: History;
const observer = definePlugin({
  id: "observer",
  summary: "Reads the history.",
  needs: { history: History },
  setup: (use) => void ({ history } = use),
});

const lines: unknown[][] = [];
const log = { debug() {}, info() {}, warn() {}, error: (...line: unknown[]) => lines.push(line) };

async function serve(sizeLimits: object = {}): Promise<TestServer> {
  return startServer({
    plugins: [...preset, echo, observer],
    config: { plugins: { "size-limits": { ...sizeLimits } } },
    log: log as unknown as Log,
  });
}

/** Announces a body of `length` bytes and sends its first ones. */
function upload(
  { origin }: TestServer,
  { sent = "", length = 5000, path = "/echo", fields = "" } = {},
): RawConnection {
  const connection = connectTo(origin);
  connection.send(
    `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n${fields}\r\n${sent}`,
  );
  return connection;
}

async function measured(server: TestServer): Promise<string> {
  const answer = await server.request("/api/metrics", { headers: { accept: "text/plain" } });
  return answer.text();
}

const begun = "x".repeat(400);
const BODY = JSON.stringify({ text: "whole" });

it("lets the oldest give way when all bodies together are too large (E5)", async () => {
  const server = await serve({ maxPayloadBytesUnderWay: 1000 });
  const oldest = upload(server, { sent: begun });
  await expect.poll(() => oldest.socket.bytesWritten).toBeGreaterThan(400);
  const second = upload(server, { sent: begun });
  await expect.poll(() => second.socket.bytesWritten).toBeGreaterThan(400);
  const third = upload(server, { sent: begun, length: 400 });
  const refused = await oldest.ended;
  expect(statuses(refused)).toEqual([503]);
  expect(refused).toMatch(/\r\nRetry-After: 1\r\n/);
  expect(refused).toMatch(/\r\nConnection: close\r\n/i);
  expect(statuses(await third.until(/\r\n\r\n./))).toEqual([400]); // read whole, and no JSON
  const honest = upload(server, { sent: BODY, length: BODY.length });
  expect(statuses(await honest.until(/whole/))).toEqual([200]);
  expect(second.socket.destroyed).toBe(false);
});

it("returns the room of bodies that were read, refused or given up (E5)", async () => {
  const server = await serve({ maxPayloadBytesUnderWay: 1000, maxRequestPayloadBytes: 500 });
  for (let round = 0; round < 5; round++) {
    const left = upload(server, { sent: begun, length: 450 });
    await expect.poll(() => left.socket.bytesWritten).toBeGreaterThan(400);
    left.socket.destroy();
    const chunked = connectTo(server.origin);
    chunked.send(
      `POST /echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n258\r\n${"x".repeat(600)}\r\n`,
    );
    expect(statuses(await chunked.ended)).toEqual([413]);
    const whole = upload(server, { sent: BODY, length: BODY.length });
    expect(statuses(await whole.until(/whole/))).toEqual([200]);
  }
});

it("has limits by route (E5)", async () => {
  const server = await serve();
  const short = JSON.stringify({ text: "x".repeat(80) });
  const long = JSON.stringify({ text: "x".repeat(100) });
  for (const [path, sent, status] of [
    ["/short", short, 200],
    ["/short", long, 413],
    ["/echo", long, 200],
  ] as const)
    expect(
      statuses(await upload(server, { path, sent, length: sent.length }).until(/\r\n\r\n./)),
    ).toEqual([status]);
});

it("refuses a limit of a body that a route does not have (E5)", async () => {
  const wrong = definePlugin({
    id: "wrong",
    summary: "Limits nothing.",
    routes: {
      read: {
        method: "GET",
        path: "/wrong",
        summary: "Read.",
        cache: "no-store",
        maxPayloadBytes: 5,
        text: { mediaType: "text/plain" },
      },
    },
    handlers: () => ({ read: () => "" }),
  });
  await expect(createTestServer({ plugins: [...preset, wrong] })).rejects.toThrow(
    "maxPayloadBytes limits a body",
  );
});

it("closes no connection while a client sends the body that was refused", async () => {
  const connection = upload(await serve(), { path: "/short" });
  await connection.until(/at most 100 bytes/);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(connection.socket.readyState).toBe("open");
  connection.send("x".repeat(5000));
  expect(statuses(await connection.ended)).toEqual([413]);
});

it("closes after a second on a client that does not end its body", async () => {
  const server = await serve();
  const began = performance.now();
  expect(statuses(await upload(server, { path: "/short" }).ended)).toEqual([413]);
  expect(performance.now() - began).toBeGreaterThan(900);
});

it("answers 413 instead of 100 when the announced body is too large (E21)", async () => {
  const server = await serve();
  const expects = { fields: "Expect: 100-continue\r\n" };
  expect(statuses(await upload(server, { ...expects, length: 2_000_000 }).ended)).toEqual([413]);
  const wrongType = connectTo(server.origin);
  wrongType.send(
    "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Type: a/b\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n",
  );
  expect(statuses(await wrongType.ended)).toEqual([415]);
  const asked = upload(server, { ...expects, length: BODY.length });
  expect(statuses(await asked.until(/\r\n\r\n/))).toEqual([100]);
  asked.send(BODY);
  expect(statuses(await asked.until(/whole/))).toEqual([100, 200]);
});

it.each(["ends", "resets"] as const)(
  "counts a client that %s its connection in the middle as neither 400 nor 500 (E7)",
  async (way) => {
    lines.length = 0;
    const server = await serve();
    const uploads = Array.from({ length: 20 }, () => upload(server, { sent: begun }));
    await expect.poll(() => measured(server)).toContain("http_requests_in_flight 21");
    for (const { socket } of uploads)
      void (way === "ends" ? socket.end() : socket.resetAndDestroy());
    await expect.poll(() => measured(server)).toContain("http_requests_abandoned_total 20");
    const text = await measured(server);
    expect(text).toContain("http_requests_in_flight 1");
    expect(text).not.toMatch(/status="[45]xx"/);
    await history.sample();
    expect((await history.over(15 * 60_000, 1)).total.failures).toBe(0);
    expect(lines).toEqual([]);
  },
);
