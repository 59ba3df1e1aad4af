import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { Limit, Quota } from "waymark/services";
import { startRedis } from "../../engines/redis.ts";
import { clusterOf, until, useRedis } from "./_nodes.ts";

const redis = useRedis();

const HOUR = 3_600_000;
const per = (limit: number, windowMs = HOUR): Limit => ({ name: "default", limit, windowMs });

/** Requests of one client, spread over the nodes, `atOnce` at a time. */
async function ask(
  takes: readonly ((limit: Limit) => Quota | Promise<Quota>)[],
  limit: Limit,
  count: number,
  atOnce = count,
): Promise<Quota[]> {
  const quotas: Quota[] = [];
  for (let sent = 0; sent < count; sent += atOnce) {
    const batch = Array.from({ length: Math.min(atOnce, count - sent) }, (_, index) =>
      takes[(sent + index) % takes.length]?.(limit),
    );
    quotas.push(...(await Promise.all(batch)).filter((quota) => quota !== undefined));
  }
  return quotas;
}
const allowedOf = (quotas: readonly Quota[]) => quotas.filter(({ allowed }) => allowed).length;

describe("the limiter of several nodes", () => {
  it.each([1, 2, 3])(
    "allows exactly the limit at %i nodes, however many ask at once",
    async (size) => {
      const cluster = await clusterOf(size, redis.url);
      for (const [client, limit, atOnce] of [
        ["one by one", 50, size],
        ["some", 600, 30],
        ["a flood", 600, 5000],
        ["few", 3, 60],
        ["one", 1, 60],
      ] as const) {
        const takes = cluster.takers(client);
        // Requests that another node took beforehand come back within a second or so.
        let allowed = 0;
        for (let round = 0; round < 40 && allowed < limit; round++) {
          allowed += allowedOf(await ask(takes, per(limit), limit * 2, atOnce));
          if (allowed < limit) await pause(200);
        }
        expect({ client, allowed }).toEqual({ client, allowed: limit });
        expect(allowedOf(await ask(takes, per(limit), 100))).toBe(0);
      }
      await cluster.close();
    },
  );

  it("asks Redis for one in sixty requests of a busy client", async () => {
    const cluster = await clusterOf(3, redis.url);
    const before = cluster.calls();
    const quotas = await ask(cluster.takers("busy"), per(600), 1800, 3);
    expect(allowedOf(quotas)).toBe(600);
    expect((cluster.calls() - before) / 1800).toBeLessThan(1 / 50);
    await cluster.close();
  });

  it("decides without a promise while a lease lasts, and once none are left", async () => {
    const cluster = await clusterOf(1, redis.url);
    const [take] = cluster.takers("quick");
    const kinds = [];
    for (let n = 0; n < 200; n++) {
      const quota = take?.(per(100));
      kinds.push(quota instanceof Promise ? "asked" : "here");
      await quota;
    }
    expect(kinds.filter((kind) => kind === "asked").length).toBeLessThan(20);
    await cluster.close();
  });

  it("counts as one node does: remaining, reset, peek, and plans of their own", async () => {
    const cluster = await clusterOf(1, redis.url);
    const [node] = cluster.nodes;
    const counter = node?.limiter.counter("plans");
    const take = (client: string, limit: Limit) => counter?.take(client, performance.now(), limit);
    const peek = (client: string, limit: Limit) => counter?.peek(client, performance.now(), limit);
    const minute = per(10, 60_000);
    expect(await peek("a", minute)).toEqual({
      of: minute,
      allowed: true,
      remaining: 10,
      reset: 60,
    });
    for (let left = 9; left >= 0; left--)
      expect(await take("a", minute)).toMatchObject({ allowed: true, remaining: left });
    expect(await take("a", minute)).toMatchObject({ allowed: false, remaining: 0 });
    expect(await peek("a", minute)).toMatchObject({ allowed: true, remaining: 0 });
    const plan = { name: "gold", limit: 20, windowMs: 60_000 };
    expect(await take("a", plan)).toMatchObject({ of: plan, allowed: true, remaining: 9 });
    expect(await take("b", minute)).toMatchObject({ allowed: true, remaining: 9 });
    // Another name counts apart.
    const other = node?.limiter.counter("others");
    expect(await other?.take("a", performance.now(), minute)).toMatchObject({ remaining: 9 });
    // A window opened under a longer one ends at once.
    const second = per(10, 1000);
    expect(await take("a", second)).toMatchObject({ remaining: 9, reset: 1 });
    await cluster.close();
  });

  it("opens the next window with the first request after the last one", async () => {
    const cluster = await clusterOf(2, redis.url);
    const takes = cluster.takers("next");
    const second = per(20, 1000);
    const started = performance.now();
    const quotas = [];
    while (performance.now() - started < 3500) quotas.push(...(await ask(takes, second, 20)));
    // 3.5 windows begin 4 at most.
    expect(allowedOf(quotas)).toBeGreaterThan(40);
    expect(allowedOf(quotas)).toBeLessThanOrEqual(80);
    await cluster.close();
  });

  it("returns what it took and did not need", async () => {
    const cluster = await clusterOf(2, redis.url);
    const [first, second] = cluster.takers("returned");
    for (let n = 0; n < 30; n++) await first?.(per(100));
    await until(async () => {
      const quota = await cluster.nodes[1]?.limiter
        .counter("x")
        .peek("returned", performance.now(), per(100));
      return quota?.remaining === 70;
    });
    expect(
      allowedOf(
        await ask(
          [second].filter((one) => one !== undefined),
          per(100),
          200,
        ),
      ),
    ).toBe(70);
    await cluster.close();
  });

  it("keeps counts when a node stops and starts again, and leaves no address in Redis", async () => {
    const { nodes, takers, close, prefix } = await clusterOf(1, redis.url);
    await ask(takers("192.0.2.7"), per(600), 100, 1);
    await close();
    const again = await clusterOf(1, redis.url, { prefix });
    const [quota] = await ask(again.takers("192.0.2.7"), per(600), 1);
    expect(quota?.remaining).toBe(499);
    expect(await redis.command("keys", `${prefix}*`)).not.toContain("192.0.2");
    expect(nodes).toHaveLength(1);
    await again.close();
  });
});

describe("the limiter while Redis fails", () => {
  it.each(["stopped", "held"])(
    "allows its share while Redis is %s, and goes on afterwards",
    async (how) => {
      const own = await startRedis();
      const cluster = await clusterOf(3, own.url);
      const takes = cluster.takers("outage");
      expect(allowedOf(await ask(takes, per(60), 9, 1))).toBe(9);
      if (how === "stopped") await own.kill();
      else own.pause();
      const during = await ask(takes, per(60), 600, 3);
      expect(allowedOf(during)).toBeLessThanOrEqual(60 - 9 + 9);
      expect(allowedOf(during)).toBeGreaterThan(40);
      await until(() => cluster.nodes.every(({ connection }) => !connection.isUp));
      // Decided here, without waiting for a server that does not answer.
      expect(takes.map((take) => take(per(60)) instanceof Promise)).toEqual([false, false, false]);
      if (how === "stopped") await own.restart();
      else own.resume();
      const since = performance.now();
      await until(() => cluster.nodes.every(({ connection }) => connection.isUp));
      expect(performance.now() - since).toBeLessThan(4000);
      // Requests that were allowed meanwhile count.
      expect(allowedOf(await ask(takes, per(60), 300, 3))).toBeLessThanOrEqual(20);
      await cluster.close();
      await own.stop();
    },
    60_000,
  );

  it("goes on where it was after Redis lost its data", async () => {
    const own = await startRedis();
    const cluster = await clusterOf(2, own.url);
    const takes = cluster.takers("emptied");
    let allowed = allowedOf(await ask(takes, per(200), 120, 2));
    await own.flush();
    for (let round = 0; round < 10; round++) {
      allowed += allowedOf(await ask(takes, per(200), 200, 2));
      await pause(200);
    }
    // The largest lease of a node that did not know of the other one's.
    expect(allowed).toBeLessThanOrEqual(220);
    expect(allowed).toBeGreaterThanOrEqual(200);
    await cluster.close();
    await own.stop();
  });
});
