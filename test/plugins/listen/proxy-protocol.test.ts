/** Connections whose first bytes name their client. */
import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:http2";
import { connect as connectTcp, type AddressInfo } from "node:net";
import { connect as connectTls } from "node:tls";
import type { WaymarkConfig } from "waymark";
import { createTestServer } from "waymark/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { readProxyHeaders } from "../../../plugins/listen/proxied-connections.ts";
import { readProxyHeader } from "../../../plugins/listen/proxy-protocol.ts";
import { makeCertificate } from "./_certificate.ts";
import { connectTo } from "../../kernel/http/listen/_connection.ts";
import { whoami } from "./_whoami.ts";
import { startServer } from "../../_setup.ts";

const SIGNATURE = "\r\n\r\n\0\r\nQUIT\n";

function binary(command: number, family: number, details: readonly number[]): string {
  return `${SIGNATURE}${String.fromCharCode(command, family, details.length >> 8, details.length & 255, ...details)}`;
}

const TCP4 = [203, 0, 113, 9, 127, 0, 0, 1, 1, 2, 3, 4];
const TCP6 = [0x20, 1, 0x0d, 0xb8, ...Array<number>(11).fill(0), 9, ...Array<number>(20).fill(0)];
/** Vectors of HAProxy's `send-proxy-v2-ssl`: what the client uses, whether its certificate is good, and the version. */
const TLS = [0x20, 0, 15, 1, 0, 0, 0, 1, 0x21, 0, 7, ...Buffer.from("TLSv1.3")];
const NO_TLS = [0x20, 0, 5, 0, 0, 0, 0, 1];

describe("headers", () => {
  it.each([
    [binary(0x21, 0x11, [...TCP4, ...TLS]), "203.0.113.9", true],
    [binary(0x21, 0x21, [...TCP6, 4, 0, 1, 0, ...TLS]), "2001:db8::9", true],
    [binary(0x21, 0x11, [...TCP4, ...NO_TLS]), "203.0.113.9"],
    [binary(0x20, 0x11, [...TCP4, ...TLS]), undefined],
    ["PROXY TCP4 203.0.113.9 127.0.0.1 56324 443\r\n", "203.0.113.9"],
    ["PROXY TCP6 2001:db8::9 ::1 56324 443\r\n", "2001:db8::9"],
    ["PROXY UNKNOWN\r\n", undefined],
    ["PROXY UNKNOWN ffff:f...f:ffff 1 2\r\n", undefined],
    [binary(0x21, 0x11, TCP4), "203.0.113.9"],
    [binary(0x21, 0x11, [...TCP4, 3, 0, 4, 1, 2, 3, 4]), "203.0.113.9"],
    [binary(0x21, 0x21, TCP6), "2001:db8::9"],
    [binary(0x20, 0x00, []), undefined],
    [binary(0x20, 0x11, TCP4), undefined],
    [binary(0x21, 0x31, Array<number>(216).fill(65)), undefined],
  ])("%j names %s, however it is cut", (text, address, isSecure = false) => {
    const bytes = Buffer.from(`${text}GET /`, "latin1");
    const header = { kind: "header", bytes: text.length, address, isSecure };
    expect(readProxyHeader(bytes)).toEqual(header);
    for (let length = 0; length < text.length; length++)
      expect(readProxyHeader(bytes.subarray(0, length))).toEqual({ kind: "incomplete" });
  });

  it.each([
    "GET / HTTP/1.1\r\n",
    "PROXY TCP4 203.0.113.9 127.0.0.1 56324\r\n",
    "PROXY TCP4 203.0.113.9 127.0.0.1 56324 70000\r\n",
    "PROXY TCP4 2001:db8::9 ::1 1 2\r\n",
    "PROXY TCP4 unix 127.0.0.1 1 2\r\n",
    "PROXY TCP5 203.0.113.9 127.0.0.1 1 2\r\n",
    "PROXY \r\n",
    `PROXY ${"a".repeat(200)}`,
    binary(0x31, 0x11, TCP4),
    binary(0x22, 0x11, TCP4),
    binary(0x21, 0x11, TCP4.slice(1)),
    binary(0x21, 0x11, Array<number>(2049).fill(0)),
    binary(0x21, 0x11, [...TCP4, 0x20, 0]),
    binary(0x21, 0x11, [...TCP4, ...TLS.slice(0, -1)]),
    `${SIGNATURE}\x21\x11\xff\xff`,
  ])("%j is none", (text) => {
    expect(readProxyHeader(Buffer.from(text, "latin1"))).toEqual({ kind: "invalid" });
  });
});

async function serve({ listen, ...config }: WaymarkConfig & { readonly listen?: object }) {
  return startServer({
    config: { ...config, plugins: { listen: { proxyProtocol: true, ...listen }, whoami } },
  });
}

const LINE = "PROXY TCP4 203.0.113.9 127.0.0.1 56324 443\r\n";
const ASK = "GET /client HTTP/1.1\r\nHost: a\r\n\r\n";
const LAST = "GET /client HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";

it("takes clients from the headers of trusted proxies", async () => {
  const { origin } = await serve({ trustedProxies: ["127.0.0.1"] });
  const addresses = async (sent: readonly string[]) => {
    const connection = connectTo(origin);
    connection.socket.setNoDelay(true);
    for (const part of sent) {
      connection.send(part);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return [...(await connection.ended).matchAll(/\r\n\r\n([\da-f.:]+)/g)].map(([, one]) => one);
  };
  expect(await addresses([LINE + ASK + LAST])).toEqual(["203.0.113.9", "203.0.113.9"]);
  expect(await addresses([LINE, LAST])).toEqual(["203.0.113.9"]);
  expect(await addresses([...binary(0x21, 0x11, TCP4), LAST])).toEqual(["203.0.113.9"]);
  expect(await addresses([binary(0x20, 0, []) + LAST])).toEqual(["127.0.0.1"]);
  // Its clients cannot name others: only the proxy's own header counts.
  const forged = LAST.replace("Host", "X-Forwarded-For: 198.51.100.1\r\nHost");
  expect(await addresses([LINE + forged])).toEqual(["203.0.113.9"]);
  for (const none of [LAST, `PROXY nonsense\r\n${LAST}`, `${SIGNATURE}\xff${LAST}`]) {
    const cut = connectTo(origin);
    cut.send(none);
    expect(await cut.ended).toBe("");
  }
});

it("takes requests for secure ones where the proxy says that their clients use TLS", async () => {
  const { origin } = await serve({ trustedProxies: ["127.0.0.1"] });
  const answer = async (header: string) => {
    const connection = connectTo(origin);
    connection.send(header);
    connection.send(LAST.replace("Host: a", "Host: example.org"));
    return connection.ended;
  };
  expect(await answer(binary(0x21, 0x11, [...TCP4, ...TLS]))).toMatch(
    /^strict-transport-security: /im,
  );
  expect(await answer(binary(0x21, 0x11, [...TCP4, ...NO_TLS]))).not.toMatch(/^strict-transport/im);
});

it("believes no header of another peer", async () => {
  const { origin } = await serve({ trustedProxies: ["192.0.2.1"] });
  const connection = connectTo(origin);
  connection.send(LINE + LAST);
  expect(await connection.ended).toMatch(/^HTTP\/1.1 400 /);
  expect(await (await fetch(`${origin}/client`)).text()).toBe("127.0.0.1");
});

it("takes them in front of TLS, for HTTP/2 and HTTP/1.1", async () => {
  const files = makeCertificate();
  const { cert, key } = files;
  const { origin } = await serve({ trustedProxies: ["127.0.0.1"], listen: { tls: { cert, key } } });
  const open = async (protocol: string) => {
    const raw = connectTcp(Number(new URL(origin).port), "127.0.0.1");
    raw.write(LINE);
    const socket = connectTls({
      socket: raw,
      ca: files.read(),
      servername: "localhost",
      ALPNProtocols: [protocol],
    });
    onTestFinished(() => void socket.destroy());
    await once(socket, "secureConnect");
    return socket;
  };
  const inside = await open("h2");
  const session = connect(origin, { createConnection: () => inside });
  const stream = session.request({ ":path": "/client" }).setEncoding("utf8");
  expect(await once(stream, "data")).toEqual(["203.0.113.9"]);
  session.close();
  const plain = await open("http/1.1");
  plain.setEncoding("utf8").write(LAST);
  const parts: string[] = [];
  plain.on("data", (part: string) => void parts.push(part));
  await once(plain, "close");
  expect(parts.join("")).toMatch(/203\.0\.113\.9$/);
});

it("cuts off a proxy that sends its header slowly or none, and warns once", async () => {
  const server = createServer((_request, response) => void response.end("answered"));
  const warnings: unknown[] = [];
  const log = {
    debug() {},
    info() {},
    warn: (...line: unknown[]) => void warnings.push(line),
    error() {},
  };
  readProxyHeaders(server, { isProxy: () => true, log, headerMs: 50 });
  onTestFinished(() => void server.close());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const slow = connectTo(origin);
  slow.send("PROXY TCP4 ");
  expect(await slow.ended).toBe("");
  const again = connectTo(origin);
  again.send("GET / HTTP/1.1\r\n");
  expect(await again.ended).toBe("");
  expect(warnings).toHaveLength(1); // not one for each
});

it("is refused without trusted proxies", async () => {
  await expect(
    createTestServer({ config: { plugins: { listen: { proxyProtocol: true } } } }),
  ).rejects.toThrow("trustedProxies is empty");
});

it("is refused when a reload takes the last trusted proxy away", async () => {
  const server = await serve({ trustedProxies: ["127.0.0.1"] });
  const plugins = { listen: { proxyProtocol: true }, whoami };
  await expect(server.reload({ trustedProxies: [], plugins })).rejects.toThrow(
    "trustedProxies is empty",
  );
  const connection = connectTo(server.origin);
  connection.send(LINE + LAST);
  expect(await connection.ended).toContain("203.0.113.9");
});
