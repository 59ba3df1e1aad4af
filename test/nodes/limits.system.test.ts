/** Nodes that count the requests of a client together, in Redis, while that works and while it does not. */
import { expect, onTestFinished, test } from "vitest";
import { needs } from "../_programs.ts";
import { startBalancer } from "../engines/balancer.ts";
import { startNode } from "../engines/node.ts";
import { startRedis } from "../engines/redis.ts";

const LIMIT = 12;
const NODES = 3;

needs("haproxy", "redis-server");

test("one limit for all nodes, each its share while Redis is gone (A5)", async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const config = {
    stop: { delay: "0s" },
    trustedProxies: ["127.0.0.1"],
    plugins: {
      redis: { url: redis.url },
      // Longer than the test, so that no window ends within it.
      "rate-limit": { limit: LIMIT, window: "1h" },
    },
  };
  const nodes = await Promise.all(Array.from({ length: NODES }, () => startNode(config)));
  for (const node of nodes) onTestFinished(() => node.stop());
  const balancer = await startBalancer(nodes.map(({ url }) => url));
  onTestFinished(() => balancer.stop());

  /** The statuses that this client gets, each with its number. */
  const statusesOf = async (client: string, requests: number) => {
    const counts: Record<string, number> = {};
    for (let count = 0; count < requests; count++) {
      const { status } = await fetch(`${balancer.url}/api/offices`, {
        headers: { "x-forwarded-for": client },
      });
      counts[status] = (counts[status] ?? 0) + 1;
    }
    return counts;
  };
  const probes = async () =>
    Promise.all(
      nodes.flatMap(({ url }) =>
        ["ping", "ready", "health"].map(
          async (probe) => (await fetch(`${url}/api/${probe}`)).status,
        ),
      ),
    );
  let asked = 0;
  const healths = () =>
    Promise.all(
      nodes.map(async ({ url }) => {
        const headers = { "x-forwarded-for": `198.51.100.${++asked}` };
        const { status } = (await (await fetch(`${url}/api/health`, { headers })).json()) as {
          status: string;
        };
        return status;
      }),
    );
  /** Asks each node how many it knows, each time as another client, because such requests count, too. */
  const countsOfNodes = () =>
    Promise.all(
      nodes.map(async ({ url }) => {
        const headers = { accept: "text/plain", "x-forwarded-for": `198.51.100.${++asked}` };
        const answer = await fetch(`${url}/api/metrics`, { headers });
        return Number(/^redis_nodes (\d+)$/m.exec(await answer.text())?.[1]);
      }),
    );
  const all = <T>(value: T): readonly T[] => nodes.map(() => value);

  // A node counts with the others once it has reached Redis, and has heard of them.
  await expect.poll(healths).toEqual(all("ok"));
  await expect.poll(countsOfNodes).toEqual(all(NODES));
  expect(await statusesOf("192.0.2.1", 2 * LIMIT)).toEqual({ 200: LIMIT, 429: LIMIT });
  expect(await probes()).toEqual([...all(200), ...all(200), ...all(200)]);

  await redis.kill();
  await expect.poll(healths).toEqual(all("degraded"));
  // The balancer spreads the requests evenly, so each node's share is used up.
  expect(await statusesOf("192.0.2.2", 2 * LIMIT)).toEqual({ 200: LIMIT, 429: LIMIT });
  expect(await probes()).toEqual([...all(200), ...all(200), ...all(200)]);

  await redis.restart();
  await expect.poll(healths).toEqual(all("ok"));
  expect(await statusesOf("192.0.2.3", 2 * LIMIT)).toEqual({ 200: LIMIT, 429: LIMIT });
  const revisions = await Promise.all(
    nodes.map(async ({ url }) => (await (await fetch(`${url}/api/version`)).json()) as object),
  );
  expect(revisions).toEqual(all(expect.objectContaining({ revision: expect.any(String) })));
  expect(new Set(revisions.map((revision) => JSON.stringify(revision))).size).toBe(1);
});
