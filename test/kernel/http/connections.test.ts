/** Connections that are not read, and clients that open too many. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { Connections } from "../../../kernel/http/connections.ts";
import { connectTo, statuses } from "./_connection.ts";
import { startServer } from "../../_setup.ts";

it("closes connections that leave their answer unread, and no others (E14)", async () => {
  const large = Buffer.alloc(32 * 1024 * 1024);
  const server = createServer((request, response) => {
    if (request.url === "/large") response.end(large);
    else response.write("begun");
  });
  new Connections(server, 300);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const silent = connectTo(origin);
  silent.send("GET /silent HTTP/1.1\r\nHost: a\r\n\r\n");
  await silent.until(/begun/);
  const unread = [1, 2, 3].map(() => {
    const { socket, send } = connectTo(origin);
    socket.pause();
    send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n");
  });
  expect(unread).toHaveLength(3);
  const connected = () =>
    new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
  await expect.poll(connected).toBe(4);
  await expect.poll(connected, { timeout: 15_000 }).toBe(1);
  expect(silent.socket.destroyed).toBe(false);
});

it("T5: closes them in the time that is declared, and not those that read slowly", async () => {
  const stallMs = 900;
  const server = createServer((_request, response) => response.end(Buffer.alloc(64 * 1024 * 1024)));
  new Connections(server, stallMs);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ended = Promise.withResolvers<number>();
  server.once("connection", (socket) => {
    const begun = performance.now();
    socket.once("close", () => ended.resolve(performance.now() - begun));
  });
  const unread = connectTo(origin);
  unread.socket.pause();
  unread.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  const slow = connectTo(origin);
  slow.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  const reading = setInterval(
    () =>
      slow.socket
        .pause()
        .resume()
        .once("data", () => slow.socket.pause()),
    100,
  );
  onTestFinished(() => clearInterval(reading));
  const tookMs = await ended.promise;
  expect(tookMs).toBeGreaterThan(stallMs);
  expect(tookMs).toBeLessThan(1.7 * stallMs); // twice as long before
  expect(slow.socket.destroyed).toBe(false);
});

const ask = "GET /api/ping HTTP/1.1\r\nHost: a\r\n\r\n";

/** Opens connections one after another, each with an answered request or closed. Returns the statuses of each. */
async function open(origin: string, count: number) {
  const connections = [];
  for (let opened = 0; opened < count; opened++) {
    const connection = connectTo(origin);
    connection.send(ask);
    const received = await Promise.race([
      connection.until(/pong/).catch(() => ""),
      connection.ended,
    ]);
    connections.push({ ...connection, received: statuses(received) });
  }
  return connections;
}

it("closes connections of a client that has too many, until it closes others (E21)", async () => {
  const warnings: unknown[][] = [];
  const warn = (...warning: unknown[]) => void warnings.push(warning);
  const log = { debug() {}, info() {}, warn, error() {} };
  const server = await startServer({ config: { maxConnectionsPerClient: 3 }, log });
  const first = await open(server.origin, 5);
  expect(first.map(({ received }) => received)).toEqual([[200], [200], [200], [], []]);
  expect(warnings).toEqual([
    [
      expect.stringContaining("maxConnectionsPerClient"),
      { client: "127.0.0.1", maxConnectionsPerClient: 3, refused: 1 },
    ],
  ]);
  first[0]?.socket.destroy();
  await expect.poll(async () => (await open(server.origin, 1))[0]?.received).toEqual([200]);
});

it("exempts trusted proxies, through which many clients come (E21)", async () => {
  const config = { maxConnectionsPerClient: 1, trustedProxies: ["127.0.0.0/8"] };
  const server = await startServer({ config });
  const all = await open(server.origin, 4);
  expect(all.map(({ received }) => received)).toEqual([[200], [200], [200], [200]]);
});
