/** Nodes on one PostgreSQL and one Redis, written to while parts of them stop. */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { needs } from "../_programs.ts";
import { startBalancer } from "../engines/balancer.ts";
import { startNode, type Node } from "../engines/node.ts";
import { startPostgres } from "../engines/postgres.ts";
import { startRedis } from "../engines/redis.ts";
import { Books } from "../hostile/books.ts";
import { seeded } from "../hostile/kill-writes.ts";

/** Writes that have to be acknowledged at each stage. */
const SOME = 20;

needs("haproxy", "postgres", "redis-server");

/** Nodes of one service, and its engines. */
async function serve(count: number, stop: object) {
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  for (const engine of [postgres, redis]) onTestFinished(() => engine.stop());
  const config = {
    stop,
    trustedProxies: ["127.0.0.1"],
    plugins: {
      store: { url: postgres.url, versions: { staleIfError: "0s" } },
      redis: { url: redis.url },
      idempotency: { enabled: true },
      "rate-limit": { limit: 1_000_000 },
      [join(import.meta.dirname, "../hostile/ledger.ts")]: true,
    },
  };
  const nodes = await Promise.all(Array.from({ length: count }, () => startNode(config)));
  for (const node of nodes) onTestFinished(() => node.stop());
  return { postgres, redis, nodes };
}

/** Starts `count` writers at these addresses, until `end`. */
function write(origins: readonly string[], count: number) {
  const books = new Books(seeded(origins.length));
  const over = new AbortController();
  const writers = Array.from({ length: count }, (_, index) =>
    books.load(origins[index % origins.length]!, over.signal),
  );
  return {
    books,
    /** Resolves once some more writes were acknowledged. */
    async some() {
      const before = books.counts.acknowledged;
      await expect.poll(() => books.counts.acknowledged).toBeGreaterThan(before + SOME);
    },
    async end() {
      over.abort();
      await Promise.all(writers);
      return books;
    },
  };
}

test("SIGTERM of each node in turn loses, repeats and refuses no write", async () => {
  const { nodes } = await serve(2, { delay: "3s", drain: "20s" });
  const balancer = await startBalancer(nodes.map(({ url }) => url));
  onTestFinished(() => balancer.stop());
  const { some, end } = write([balancer.url], 4); // who meet at the sum of the entries
  await some();
  for (const node of nodes) {
    await node.restart();
    await balancer.until(node.url, true);
    await some();
  }
  const books = await end();
  for (const { url } of nodes) await books.verify(url);
  expect(books.faults).toEqual([]);
  expect(books.counts.uncertain).toBe(0);
});

test("PostgreSQL stops: 503 with Retry-After, and all works again by itself (A13)", async () => {
  const { postgres, nodes } = await serve(2, { delay: "0s" });
  const { some, end } = write(
    nodes.map(({ url }) => url),
    4,
  );
  const statuses = (path: string) => Promise.all(nodes.map((node) => statusOf(node, path)));
  await some();
  await expect.poll(() => statuses("/api/ready")).toEqual([200, 200]);

  await postgres.kill();
  const until = performance.now() + 1000;
  const answers = new Set<string>();
  while (performance.now() < until)
    for (const { url } of nodes) {
      const answer = await fetch(`${url}/api/sum`);
      answers.add(`${answer.status} ${answer.headers.get("retry-after") ?? ""}`.trim());
      await sleep(10);
    }
  expect([...answers].toSorted()).toEqual(["503 1"]);
  // S6: neither node could do better, and both answer what can be answered.
  for (const path of ["/api/ready", "/api/ping", "/api/openapi", "/status"])
    expect(await statuses(path)).toEqual([200, 200]);
  await expect.poll(() => healthAt(nodes)).toEqual(["degraded", "degraded"]);

  await postgres.restart();
  await expect.poll(() => statuses("/api/ready")).toEqual([200, 200]);
  await some();
  const books = await end();
  for (const { url } of nodes) await books.verify(url);
  const refused = /^a write was answered with 503: /;
  expect(books.faults.filter((fault) => !refused.test(fault))).toEqual([]);
  expect(books.counts.uncertain).toBe(0);
  for (const node of nodes)
    expect(node.log().map(({ message }) => message)).not.toContain("not ready any more");
});

async function statusOf({ url }: Node, path: string): Promise<number> {
  const answer = await fetch(`${url}${path}`);
  await answer.arrayBuffer();
  return answer.status;
}

function healthAt(nodes: readonly Node[]): Promise<readonly string[]> {
  return Promise.all(
    nodes.map(async ({ url }) => {
      const answer = await fetch(`${url}/api/health`);
      return ((await answer.json()) as { readonly status: string }).status;
    }),
  );
}
