import { execFile } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { Connection } from "../../../plugins/redis/connection.ts";
import { LeaseLimiter } from "../../../plugins/redis/limiter.ts";
import { createLink } from "../../../plugins/redis/link.ts";
import { Engine } from "../../engines/engine.ts";
import { unprivilegedUser } from "../../engines/guard.ts";
import { freePort } from "../../engines/ports.ts";
import { startRedis, type RedisOptions } from "../../engines/redis.ts";
import { needs, whereIs } from "../../_programs.ts";
import { newPrefix, until } from "./_nodes.ts";

async function use(options?: RedisOptions) {
  const redis = await startRedis(options);
  onTestFinished(() => redis.stop());
  return redis;
}

/** Sentinel needs a file that it can write to. */
async function startSentinel(masterPort: string) {
  const engine = new Engine("SIGTERM", unprivilegedUser());
  onTestFinished(() => engine.stop());
  const port = String(await freePort());
  const file = join(engine.folder, "sentinel.conf");
  const lines = [
    `port ${port}`,
    "bind 127.0.0.1",
    `sentinel monitor mymaster 127.0.0.1 ${masterPort} 1`,
    "sentinel down-after-milliseconds mymaster 300",
    "sentinel failover-timeout mymaster 2000",
  ];
  writeFileSync(file, `${lines.join("\n")}\n`);
  chmodSync(file, 0o666);
  const program = whereIs("redis-server");
  await engine.start({ program, args: [file, "--sentinel"], ready: /\+monitor master/ });
  const execute = promisify(execFile);
  return {
    url: `redis://127.0.0.1:${port}`,
    command: async (...words: string[]) =>
      (await execute("redis-cli", ["-e", "-p", port, ...words])).stdout,
  };
}

async function limiterAt(target: Parameters<typeof createLink>[0]) {
  const connection = new Connection((events) => createLink(target, events), 1000);
  onTestFinished(() => connection.close());
  await connection.open(20_000);
  const prefix = newPrefix();
  const settings = { prefix, maxClients: 1000, secret: () => "s", nodes: () => 1 };
  const counter = new LeaseLimiter(connection, settings).counter("x");
  const limit = { name: "default", limit: 100, windowMs: 3_600_000 };
  return {
    connection,
    take: async (client: string) =>
      (await counter.take(client, performance.now(), limit)).remaining,
  };
}

describe("addresses", () => {
  needs("redis-server");

  it("of Sentinels lead to the master, and to the next one after it failed", async () => {
    const master = await use();
    const replica = await use();
    const portOf = ({ url }: { url: string }) => new URL(url).port;
    await replica.command("replicaof", "127.0.0.1", portOf(master));
    const { url, command } = await startSentinel(portOf(master));
    const { take, connection } = await limiterAt({
      url,
      sentinel: { master: "mymaster" },
      cluster: false,
    });
    expect([await take("a"), await take("a")]).toEqual([99, 98]);
    await until(async () => (await command("sentinel", "replicas", "mymaster")).includes("slave"));
    await master.kill();
    await until(async () => (await replica.command("info", "replication")).includes("role:master"));
    await until(() => connection.isUp);
    // The replica has the count.
    await until(async () => {
      const [, count] = [await take("b"), await replica.command("dbsize")];
      return Number(count) > 0 && connection.isUp;
    });
    expect(await take("a")).toBeLessThanOrEqual(97);
  });

  it("of a cluster lead to the nodes that have the keys", async () => {
    const nodes = await Promise.all(
      [1, 2].map(() => use({ settings: { "cluster-enabled": "yes" } })),
    );
    const [first, second] = nodes;
    await first?.command("cluster", "addslotsrange", "0", "8000");
    await second?.command("cluster", "addslotsrange", "8001", "16383");
    const address = new URL(second?.url ?? "");
    await first?.command("cluster", "meet", address.hostname, address.port);
    for (const node of nodes)
      await until(async () => (await node.command("cluster", "info")).includes("cluster_state:ok"));
    await until(
      async () => (await first?.command("cluster", "nodes"))?.match(/connected \d/g)?.length === 2,
    );
    const { take } = await limiterAt({ url: first?.url ?? "", sentinel: undefined, cluster: true });
    for (let client = 0; client < 20; client++)
      expect([await take(`${client}`), await take(`${client}`)]).toEqual([99, 98]);
    for (const node of nodes) expect(Number(await node.command("dbsize"))).toBeGreaterThan(0);
  });
});
