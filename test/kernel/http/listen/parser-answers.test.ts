/** Answers of the server to bytes that are not a request: in their turn, and never within another answer. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Server } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import { definePlugin } from "waymark";
import { z } from "zod";
import { discard, parseRaw, sendRaw, startServer } from "../../../_setup.ts";
import { connectTo, statuses } from "./_connection.ts";

const get = { method: "GET", summary: "A route.", cache: "no-store" } as const;
const text = { mediaType: "text/plain" };

async function serve() {
  const gate = Promise.withResolvers<void>();
  const entered: string[] = [];
  const slow = definePlugin({
    id: "slow",
    summary: "Answers when it may.",
    routes: {
      quick: { ...get, path: "/quick", text },
      wait: { ...get, path: "/wait/{id}", text },
      note: { ...get, path: "/note", stream: { events: { noted: z.string() } } },
      write: {
        method: "POST",
        path: "/write",
        summary: "Write.",
        idempotency: "none",
        body: z.string(),
        returns: z.object({}),
      },
      act: { method: "POST", path: "/act", summary: "Act.", idempotency: "none", text },
    },
    handlers: () => {
      const wait = async (name: string) => {
        entered.push(name);
        await gate.promise;
        return `waited ${name}`;
      };
      return {
        quick: () => "quick",
        wait: ({ params }) => wait(params.id),
        async *note() {
          yield { event: "noted" as const, data: "first" };
          await gate.promise;
          yield { event: "noted" as const, data: "last" };
        },
        write: () => ({}),
        act: () => wait("act"),
      };
    },
  });
  const server = await startServer({ plugins: [slow] });
  return { ...server, origin: server.origin, open: gate.resolve, entered };
}

const GARBAGE = "GARBAGE\r\n\r\n";
const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

it("answers garbage after the answers to the requests before it (E12)", async () => {
  const { origin, open, entered } = await serve();
  const connection = connectTo(origin);
  connection.send(ask("/wait/one") + ask("/wait/two") + GARBAGE);
  await expect.poll(() => entered).toEqual(["one", "two"]);
  connection.send(GARBAGE);
  open();
  const received = await connection.ended;
  expect(statuses(received)).toEqual([200, 200, 400]);
  expect(received).toMatch(/waited oneHTTP[^]*waited twoHTTP/);
});

it("writes nothing into a stream of events (E12)", async () => {
  const { origin, open } = await serve();
  const connection = connectTo(origin);
  connection.send(ask("/note"));
  await connection.until(/first/);
  connection.send(GARBAGE);
  connection.send(GARBAGE);
  await sendRaw(origin, ask("/quick"), { silenceMs: 100 }); // the garbage has arrived by then
  open();
  const received = await connection.ended;
  expect(
    received.slice(received.indexOf("event:"), received.indexOf("HTTP/1.1 400")),
  ).not.toContain("HTTP");
  expect(received).toMatch(/last/);
  expect(statuses(received)).toEqual([200, 400]);
});

it("refuses a broken body through its own route, once (E12)", async () => {
  const { origin } = await serve();
  const connection = connectTo(origin);
  connection.send(
    'POST /write HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n"ab\r\nno length\r\n',
  );
  expect(statuses(await connection.ended)).toEqual([400]);
});

it("answers a request once whose body breaks off and is not read (E12)", async () => {
  const { origin, open, entered } = await serve();
  const connection = connectTo(origin);
  connection.send(
    "POST /act HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nno length\r\n",
  );
  await expect.poll(() => entered).toEqual(["act"]);
  open();
  const received = await connection.ended;
  expect(statuses(received)).toEqual([200]);
  expect(received).toContain("waited act");
});

it("closes after a head, and a body, that do not come in time (E5, E12)", async () => {
  const { origin, request } = await serve();
  const found = Promise.withResolvers<Server>();
  const note = (message: unknown) => found.resolve((message as { readonly server: Server }).server); // as Node documents
  subscribe("http.server.request.start", note);
  onTestFinished(() => void unsubscribe("http.server.request.start", note));
  await discard(await request("/quick"));
  const server = await found.promise;
  expect(server).toMatchObject({ headersTimeout: 15_000, requestTimeout: 30_000 });
  Object.assign(server, { headersTimeout: 1000, requestTimeout: 2000 });

  const began = performance.now();
  const head = connectTo(origin);
  head.send("GET /quick HTTP/1.1\r\nHost: a\r\n");
  const body = connectTo(origin);
  body.send(
    'POST /write HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n"a',
  );
  const received = await Promise.all([head.ended, body.ended]);
  expect(received.map(statuses)).toEqual([[408], [408]]);
  expect(performance.now() - began).toBeLessThan(20_000); // 30 s with Node's own interval between its looks
});

it.each([
  ["a backslash", "/api\\quick", 400],
  ["a backslash in place of a slash", "\\quick", 400],
  ["a fragment", "/quick#x", 400],
  ["a fragment after a query", "/quick?x#y", 400],
  ["a fragment in absolute form", "http://a/quick#x", 400],
  ["an absolute target that cannot be parsed", "http://[bad/quick", 400],
  ["one with a port that does not exist", "http://a:99999/quick", 400],
  ["one without a host", "http:///quick", 400],
  ["one with nothing", "http://", 400],
  ["a target in absolute form", "http://a/quick", 200],
  ["one with a query only", "http://a?x", 404],
  ["a backslash in the query", "/quick?x=\\", 200],
])("%s: %s is answered with %i (E16)", async (_what, target, status) => {
  const { origin } = await serve();
  const raw = await sendRaw(
    origin,
    `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
  );
  expect(parseRaw(raw).status).toBe(status);
});

it("says how many header lines there may be (E19)", async () => {
  const { origin } = await serve();
  const withLines = (count: number) =>
    sendRaw(origin, `GET /quick HTTP/1.1\r\nHost: a\r\n${"X: y\r\n".repeat(count - 1)}\r\n`);
  expect(parseRaw(await withLines(1000)).status).toBe(200);
  const { status, body } = parseRaw(await withLines(1001));
  expect(status).toBe(431);
  expect(body).toContain("1000 lines");
});
