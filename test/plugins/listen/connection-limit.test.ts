/** Clients that open too many connections. */
import { expect, it } from "vitest";
import { connectTo, statuses } from "../../kernel/http/listen/_connection.ts";
import { startServer } from "../../_setup.ts";

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
  const server = await startServer({
    config: { plugins: { listen: { maxConnectionsPerClient: 3 } } },
    log,
  });
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

it("follows a reload, which leaves the listeners themselves as they are", async () => {
  const warnings: unknown[] = [];
  const warn = (message: string) => void warnings.push(message);
  const log = { debug() {}, info() {}, warn, error() {} };
  const listen = { maxConnectionsPerClient: 1 };
  const server = await startServer({ config: { plugins: { listen } }, log });
  const before = await open(server.origin, 2);
  await server.reload({ plugins: { listen: { maxConnectionsPerClient: 3, socketMode: "600" } } });
  const after = await open(server.origin, 2);
  expect([...before, ...after].map(({ received }) => received)).toEqual([[200], [], [200], [200]]);
  const late = "the new plugins.listen.socketMode takes effect at the next start";
  expect(warnings.filter((message) => message === late)).toEqual([late]);
  await server.reload({ plugins: { listen: false } });
  expect(warnings.at(-1)).toContain("takes effect at the next start");
});

it("exempts trusted proxies, through which many clients come (E21)", async () => {
  const plugins = { listen: { maxConnectionsPerClient: 1 } };
  const config = { plugins, trustedProxies: ["127.0.0.0/8"] };
  const server = await startServer({ config });
  const all = await open(server.origin, 4);
  expect(all.map(({ received }) => received)).toEqual([[200], [200], [200], [200]]);
});
