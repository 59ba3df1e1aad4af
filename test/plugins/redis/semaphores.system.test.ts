import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { RedisSemaphores } from "../../../plugins/redis/semaphores.ts";
import { startRedis, type Redis } from "../../engines/redis.ts";
import { connect, newPrefix, until, useRedis } from "./_nodes.ts";

const redis = useRedis();

const TIMES = { leaseMs: 1200, renewMs: 200 };

/** Nodes with connections of their own. Each opens something of a client, and closes it with what it returns. */
async function nodesOf(size: number, url = redis.url) {
  const prefix = newPrefix();
  const make = async () => {
    const connection = await connect(url, 500);
    const settings = { prefix, secret: () => "secret", nodes: () => size };
    const semaphores = new RedisSemaphores(connection, settings, TIMES);
    const semaphore = semaphores.semaphore("streams");
    const open = async (client: string, permits: number) => {
      const leave = new AbortController();
      const isFree = await semaphore.acquire(client, permits, leave.signal);
      return isFree ? () => leave.abort() : undefined;
    };
    /** Ends as a process that is killed. */
    const crash = () => {
      connection.close();
      void semaphores.close();
    };
    onTestFinished(crash);
    return { connection, semaphores, open, crash };
  };
  const nodes = await Promise.all(Array.from({ length: size }, make));
  const [a, b] = nodes;
  if (a === undefined || b === undefined) throw new Error("two nodes are the least");
  return { prefix, nodes, a, b };
}

type Nodes = Awaited<ReturnType<typeof nodesOf>>["nodes"];
/** Opens so many at each node at the same time, and returns those that it may. */
async function openAll(nodes: Nodes, client: string, permits: number, each: number) {
  const asked = nodes.flatMap(({ open }) =>
    Array.from({ length: each }, async () => open(client, permits)),
  );
  return (await Promise.all(asked)).filter((close) => close !== undefined);
}

async function permitsIn(server: Redis): Promise<number> {
  const keys = (await server.command("keys", "*permits*")).split("\n").filter(Boolean);
  const sizes = await Promise.all(keys.map((key) => server.command("zcard", key)));
  return sizes.reduce((sum, size) => sum + Number(size), 0);
}

describe("permits of several nodes", () => {
  it("are as many as stated, however many are asked for at once, and free again when given back", async () => {
    const { nodes, a, b, prefix } = await nodesOf(3);
    const closers = await openAll(nodes, "192.0.2.7", 20, 50);
    expect(closers).toHaveLength(20);
    expect(await openAll(nodes, "192.0.2.8", 1, 5)).toHaveLength(1);
    expect(await redis.command("keys", `*${prefix}*`)).not.toContain("192");
    for (const close of closers.slice(0, 5)) close();
    await until(async () => (await openAll(nodes, "192.0.2.7", 16, 1)).length > 0);
    // They last as long as they are held.
    await pause(2 * TIMES.leaseMs);
    expect(await a.open("192.0.2.7", 16)).toBeUndefined();
    expect(await b.open("192.0.2.8", 1)).toBeUndefined();
  });

  it("of a client that left while Redis was asked are free", async () => {
    const { a, b } = await nodesOf(2);
    const left = AbortSignal.abort();
    await a.semaphores.semaphore("streams").acquire("c", 1, left);
    await until(async () => (await b.open("c", 1)) !== undefined);
  });

  it("of a node that stops are free at once, of one that is killed when they end", async () => {
    const { nodes, a, b } = await nodesOf(3);
    const [c] = nodes.slice(2);
    await a.open("stops", 1);
    await c?.open("killed", 1);
    expect(await b.open("stops", 1)).toBeUndefined();
    c?.crash();
    expect(await b.open("killed", 1)).toBeUndefined();
    await until(async () => (await b.open("killed", 1)) !== undefined);
    await a.semaphores.close();
    expect(await b.open("stops", 1)).toBeDefined();
  });

  it("are a node's share while Redis is gone, and counted when it is back, empty or not", async () => {
    const own = await startRedis();
    onTestFinished(() => own.stop());
    const { nodes, a, b } = await nodesOf(2, own.url);
    expect(await openAll(nodes, "emptied", 4, 2)).toHaveLength(4);
    await own.flush();
    await until(async () => (await permitsIn(own)) === 4);
    expect(await openAll(nodes, "emptied", 4, 2)).toHaveLength(0);

    await own.kill();
    await until(() => nodes.every(({ connection }) => !connection.isUp));
    expect(await openAll(nodes, "outage", 4, 3)).toHaveLength(4);
    expect(await openAll([a], "few", 1, 3)).toHaveLength(1);
    await own.restart();
    await until(async () => (await permitsIn(own)) === 4 + 4 + 1);
    await until(() => nodes.every(({ connection }) => connection.isUp));
    for (const client of ["emptied", "outage"]) expect(await b.open(client, 4)).toBeUndefined();
    expect(await b.open("few", 1)).toBeUndefined();
  });
});
