/** A node that is cut off from one of two engines learns through the other one how its peers are. */
import { expect, onTestFinished, test } from "vitest";
import { needs } from "../_programs.ts";
import { cut } from "../engines/cut.ts";
import { startNode } from "../engines/node.ts";
import { startPostgres } from "../engines/postgres.ts";
import { startRedis } from "../engines/redis.ts";

/** The machine may be busy with other tests. */
const PATIENCE = { interval: 250 };

needs("postgres", "redis-server");

/** Two nodes of one service, each with its own wires to both engines. */
async function serve() {
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  for (const engine of [postgres, redis]) onTestFinished(() => engine.stop());
  const start = async () => {
    const wires = { postgres: await cut(postgres.url), redis: await cut(redis.url) };
    for (const wire of Object.values(wires)) onTestFinished(() => wire.stop());
    const node = await startNode({
      stop: { delay: "0s" },
      plugins: {
        store: { url: wires.postgres.url },
        redis: { url: wires.redis.url, timeout: "2s" },
        history: { interval: "1s", healthInterval: "1s" },
        "rate-limit": { limit: 1_000_000 },
      },
    });
    onTestFinished(() => node.stop());
    return { ...wires, node };
  };
  const nodes = [await start(), await start()] as const;
  const ready = () =>
    Promise.all(
      nodes.map(async ({ node }) => {
        const answer = await fetch(`${node.url}/api/ready`);
        await answer.arrayBuffer();
        return answer.status;
      }),
    );
  await expect.poll(ready, PATIENCE).toEqual([200, 200]);
  return { redis, nodes, ready };
}

test("S6: a node that alone has lost Redis learns it through PostgreSQL, leaves, and returns", async () => {
  const { redis, nodes, ready } = await serve();
  const [alone] = nodes;
  await alone.redis.cut();
  const cutAt = performance.now();
  await expect.poll(ready, PATIENCE).toEqual([503, 200]);
  expect(performance.now() - cutAt).toBeGreaterThan(10_000); // no sooner than the other one had to notice it
  const answer = await fetch(`${alone.node.url}/api/offices`);
  expect(answer.status).toBe(200);
  await alone.redis.restore();
  await expect.poll(ready, PATIENCE).toEqual([200, 200]);

  // Without Redis for all, neither does better.
  await redis.kill();
  const until = performance.now() + 12_000;
  while (performance.now() < until) expect(await ready()).toEqual([200, 200]);
  await redis.restart();
  await expect.poll(ready, PATIENCE).toEqual([200, 200]);
});
