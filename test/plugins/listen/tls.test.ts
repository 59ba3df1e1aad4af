/** HTTPS: HTTP/2 answers as HTTP/1.1 does, and a renewed certificate is taken while the server runs. */
import { once } from "node:events";
import {
  connect,
  createServer,
  type ClientHttp2Session,
  type OutgoingHttpHeaders,
} from "node:http2";
import { Agent, request } from "node:https";
import type { AddressInfo } from "node:net";
import { connect as connectTls } from "node:tls";
import { definePlugin, type WaymarkConfig } from "waymark";
import { createTestServer } from "waymark/testing";
import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import type { RequestServer } from "waymark/services";
import { StallWatch } from "../../../plugins/listen/stall-watch.ts";
import { limitTime } from "../../../plugins/listen/http2-limits.ts";
import { Http2Request, Http2Response } from "../../../plugins/listen/http2-messages.ts";
import { createTlsServer } from "../../../plugins/listen/tls.ts";
import { makeCertificate } from "./_certificate.ts";
import { connectTo } from "../../kernel/http/listen/_connection.ts";
import { startServer } from "../../_setup.ts";

interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

function connectTo2(origin: string, ca?: string): ClientHttp2Session {
  const session = connect(origin, ca === undefined ? {} : { ca });
  session.on("error", () => {});
  onTestFinished(() => session.destroy());
  return session;
}

function ask2(
  session: ClientHttp2Session,
  headers: OutgoingHttpHeaders,
  body?: Buffer | string,
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const stream = session.request(headers, { endStream: body === undefined });
    let answer: Omit<Received, "body"> | undefined;
    let text = "";
    stream.setEncoding("utf8");
    stream.on(
      "response",
      ({ ":status": status = 0, ...others }) => (answer = { status, headers: others }),
    );
    stream.on("data", (chunk: string) => (text += chunk));
    stream.on("error", (error) => (answer === undefined ? reject(error) : undefined));
    stream.on("close", () => reject(new Error(`reset with ${stream.rstCode}`)));
    // Node's client closes a stream only once it has sent all.
    stream.on("end", () => answer && resolve({ ...answer, body: text }));
    if (body !== undefined) stream.end(body);
  });
}

function ask1(url: string, agent: Agent, method: string, headers = {}): Promise<Received> {
  return new Promise((resolve, reject) => {
    request(url, { agent, method, headers }, (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => (body += chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
    })
      .on("error", reject)
      .end();
  });
}

const withTls = (tls: object) => ({ config: { plugins: { listen: { tls } } } });

async function serve(config: WaymarkConfig = {}) {
  const files = makeCertificate();
  const { cert, key } = files;
  const limits = { "rate-limit": { limit: 100_000 } };
  const server = await startServer({
    config: {
      ...config,
      plugins: { listen: { tls: { cert, key } }, ...limits, ...config.plugins },
    },
  });
  return { server, ca: files.read() };
}

/** Headers of HTTP/1.1 alone (RFC 9113, section 8.2.2). */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "transfer-encoding",
]);
const namesOf = ({ headers }: Received) =>
  Object.keys(headers)
    .filter((name) => !OF_CONNECTION.has(name))
    .toSorted();

it("answers every route over HTTP/2 with the status and headers of HTTP/1.1", async () => {
  const { server, ca } = await serve();
  const session = connectTo2(server.origin, ca);
  const agent = new Agent({ ca, keepAlive: true });
  onTestFinished(() => agent.destroy());
  const routes = server.registry.routes.filter(
    ({ method, kind, pattern }) =>
      method === "GET" && kind !== "stream" && pattern.params.length === 0,
  );
  const paths = [
    ...routes.map(({ path }) => path),
    "/nowhere",
    "/api/ping/",
    "/api/brains?sort=no",
    "/a%zz",
  ];
  for (const path of paths) {
    for (const method of ["GET", "HEAD", "OPTIONS", "PATCH"]) {
      const [one, two] = [
        await ask1(`${server.origin}${path}`, agent, method),
        await ask2(session, { ":path": path, ":method": method }),
      ];
      const about = `${method} ${path}`;
      expect([about, two.status, namesOf(two)]).toEqual([about, one.status, namesOf(one)]);
      expect([about, two.headers["etag"]]).toEqual([about, one.headers["etag"]]);
      const { etag } = two.headers;
      if (method !== "GET" || typeof etag !== "string") continue;
      const again = await ask2(session, { ":path": path, "if-none-match": etag });
      const before = await ask1(`${server.origin}${path}`, agent, method, {
        "if-none-match": etag,
      });
      expect([about, again.status, again.body, namesOf(again)]).toEqual([
        about,
        304,
        "",
        namesOf(before),
      ]);
    }
  }
  expect(session.destroyed).toBe(false);
});

it("refuses what HTTP/2 lets pass, and bodies that are too large", async () => {
  const { server, ca } = await serve();
  const session = connectTo2(server.origin, ca);
  const statusOf = async (headers: OutgoingHttpHeaders, body?: Buffer) =>
    (await ask2(connectTo2(server.origin, ca), headers, body).catch(() => undefined))?.status;
  const ping = { ":path": "/api/ping" };
  expect(await statusOf({ ...ping, ":authority": "a", host: "b" })).toBe(400);
  expect(await statusOf({ ...ping, ":authority": "a:b" })).toBe(400);
  expect(await statusOf({ ...ping, ":authority": "a b" })).toBeUndefined();
  expect(await statusOf({ ":method": "CONNECT", ":authority": "a:1" })).toBe(405);
  expect(await statusOf({ ...ping, ":method": "BREW" })).toBe(501);
  const post = { ":path": "/api/graphql", ":method": "POST", "content-type": "application/json" };
  const large = await ask2(session, post, Buffer.alloc(400_000));
  expect([large.status, large.body]).toEqual([413, expect.stringContaining("262144")]);
  const query = JSON.stringify({ query: "{ brains { id } }" });
  expect((await ask2(session, { ...post, expect: "100-continue" }, query)).status).toBe(200);
  const plain = connectTo(server.origin);
  plain.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  expect(await plain.ended).not.toContain("HTTP/1.1 200");
  const old = connectTls({
    port: Number(new URL(server.origin).port),
    ca,
    maxVersion: "TLSv1.1",
    minVersion: "TLSv1",
    ciphers: "DEFAULT@SECLEVEL=0",
  });
  await expect(once(old, "secureConnect")).rejects.toThrow(/alert|protocol/);
});

it("finishes requests of HTTP/2 when it stops, ends streams, and asks clients to leave", async () => {
  const { promise: wait, resolve: go } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const slow = definePlugin({
    id: "slow",
    summary: "Answers late.",
    routes: {
      getSlow: {
        method: "GET",
        path: "/slow",
        summary: "Wait.",
        returns: z.object({ client: z.string() }),
        cache: "no-store",
      },
    },
    handlers: () => ({
      getSlow: async ({ client }) => {
        begin();
        await wait;
        return { client };
      },
    }),
  });
  const { server, ca } = await serve({ plugins: { slow } });
  const [session, idle] = [connectTo2(server.origin, ca), connectTo2(server.origin, ca)];
  await once(idle, "connect");
  const events = session.request({ ":path": "/api/events" });
  await once(events, "response");
  events.resume();
  const asked = ask2(session, { ":path": "/slow" });
  await begun;
  const left = Promise.all([once(session, "goaway"), once(idle, "close"), once(events, "close")]);
  const closed = server.close();
  await left;
  expect(session.destroyed).toBe(false);
  go();
  const answer = await asked;
  expect([answer.status, answer.body]).toEqual([200, expect.stringContaining("127.0.0.1")]);
  await closed;
});

it("refuses slow bodies", async () => {
  const classes = { Http2ServerRequest: Http2Request, Http2ServerResponse: Http2Response };
  const server = createServer(classes, (like, response) => {
    const received = like instanceof Http2Request ? like : undefined;
    if (received === undefined) throw new Error("another class");
    limitTime(
      received,
      response,
      ({ code }) => {
        response.setHeader("Connection", "close");
        response.end(code);
        return true;
      },
      50,
    );
    received.resume();
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const session = connectTo2(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const slow = session.request({ ":method": "POST" }, { endStream: false });
  slow.setEncoding("utf8").write("{");
  expect(await once(slow, "data")).toEqual(["request-timeout"]);
  await once(slow, "close");
});

it("T5: ends answers that are not read in the time that is declared, also where another one is read", async () => {
  const stallMs = 900;
  const classes = { Http2ServerRequest: Http2Request, Http2ServerResponse: Http2Response };
  const server = createServer(classes, (_request, response) => {
    if (!(response instanceof Http2Response)) throw new Error("another class");
    stalls.add(response);
    response.end("a".repeat(8_000_000));
  });
  const stalls = new StallWatch(server as unknown as RequestServer, stallMs); // without TLS
  server.listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const session = connectTo2(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const ask = () => {
    const stream = session.request({ ":path": "/" });
    stream.on("error", () => {});
    return stream;
  };
  const whole = await ask2(session, { ":path": "/" });
  expect(whole.body).toBe("a".repeat(8_000_000));

  const slow = ask();
  const reading = setInterval(() => slow.read(), 50); // a part each time
  onTestFinished(() => clearInterval(reading));
  const unread = ask();
  await once(unread, "response");
  const begun = performance.now();
  await once(unread, "close");
  const tookMs = performance.now() - begun;
  expect(unread.rstCode).toBe(8); // CANCEL
  expect(tookMs).toBeGreaterThan(stallMs * 0.9);
  expect(tookMs).toBeLessThan(1.7 * stallMs);
  expect(slow.closed).toBe(false);
});

it("S17: ends a session that cancels its requests one after the other", async () => {
  const { server, ca } = await serve();
  const socket = connectTls({
    ca,
    port: Number(new URL(server.origin).port),
    ALPNProtocols: ["h2"],
  });
  onTestFinished(() => void socket.destroy());
  const frame = (type: number, flags: number, stream: number, payload: readonly number[] = []) => {
    const head = Buffer.alloc(9);
    head.writeUIntBE(payload.length, 0, 3);
    head.writeUInt16BE(type * 256 + flags, 3);
    head.writeUInt32BE(stream, 5);
    return Buffer.concat([head, Buffer.from(payload)]);
  };
  socket.on("error", () => {});
  socket.resume();
  await once(socket, "secureConnect");
  socket.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
  socket.write(frame(4, 0, 0));
  const headers = [0x82, 0x84, 0x87, 0x41, 1, 0x61]; // GET / of https://a
  let sent = 0;
  for (; sent < 2000 && !socket.closed; sent += 10) {
    const pairs = Array.from({ length: 10 }, (_, index) => 2 * (sent + index) + 1).flatMap((id) => [
      frame(1, 5, id, headers),
      frame(3, 0, id, [0, 0, 0, 8]),
    ]);
    socket.write(Buffer.concat(pairs));
    await new Promise((resolve) => setTimeout(resolve, 5)); // one read each
  }
  expect(socket.closed).toBe(true);
  expect(sent).toBeLessThan(800); // 1,000 and more before
});

it("takes a renewed certificate without losing a request, and keeps it when the next one is broken", async () => {
  const files = makeCertificate();
  const lines: unknown[][] = [];
  const error = (...line: unknown[]) => void lines.push(line);
  const log = { debug() {}, info() {}, warn() {}, error };
  const { server, certificate } = await createTlsServer(
    files,
    { log, http1: {}, maxHeaders: 1000, maxHeaderBytes: 65_536 },
    20,
  );
  onTestFinished(() => void server.close());
  server.on("request", (_request, response) => void response.end("answered"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const shown = async () => {
    const socket = connectTls({ port, host: "127.0.0.1", rejectUnauthorized: false });
    await once(socket, "secureConnect");
    const { fingerprint256 } = socket.getPeerCertificate();
    socket.destroy();
    return fingerprint256;
  };
  const first = await shown();
  const session = connectTo2(`https://127.0.0.1:${port}`, files.read());
  const load = { ended: false };
  const answers: string[] = [];
  const loading = (async () => {
    while (!load.ended) answers.push((await ask2(session, { ":path": "/" })).body);
  })();
  files.renew();
  await expect.poll(shown).not.toBe(first);
  const second = await shown();
  files.renew(["key"]);
  await expect.poll(() => certificate.failed).toBe(1);
  expect(await shown()).toBe(second);
  expect(certificate.lastFailed).toBe(true);
  expect(lines).toEqual([[expect.stringContaining("keeps the previous one"), expect.anything()]]);
  files.renew();
  await expect.poll(shown).not.toBe(second);
  load.ended = true;
  await loading;
  expect(new Set(answers)).toEqual(new Set(["answered"]));
  await expect.poll(() => certificate.lastFailed).toBe(false);
  expect(certificate.failed).toBe(1);
  expect(certificate.expires).toBeGreaterThan(Date.now());
});

it.each([
  ["ECDHE-ECDSA-AES256-GCM-SHA384", true],
  ["ECDHE-ECDSA-AES256-SHA384", false], // CBC
])("offers %s: %s, also after a renewal", async (ciphers, isOffered) => {
  const files = makeCertificate();
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const { server, certificate } = await createTlsServer(
    files,
    { log, http1: {}, maxHeaders: 1000, maxHeaderBytes: 65_536 },
    20,
  );
  onTestFinished(() => void server.close());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const connects = async () => {
    const options = { port, host: "127.0.0.1", rejectUnauthorized: false, ciphers };
    const socket = connectTls({ ...options, maxVersion: "TLSv1.2" });
    const end = await Promise.race([
      once(socket, "secureConnect").then(() => true),
      once(socket, "close").then(() => false),
    ]).catch(() => false);
    socket.destroy();
    return end;
  };
  expect(await connects()).toBe(isOffered);
  const { expires } = certificate;
  files.renew(undefined, 9);
  await expect.poll(() => certificate.expires).not.toBe(expires);
  expect(await connects()).toBe(isOffered);
});

it("does not start with a certificate that it cannot use", async () => {
  const files = makeCertificate();
  files.renew(["key"]);
  const { cert, key } = files;
  await expect(createTestServer(withTls({ cert, key }))).rejects.toThrow(
    "the certificate or its key",
  );
  await expect(createTestServer(withTls({ cert: "none.crt", key }))).rejects.toThrow("ENOENT");
});
