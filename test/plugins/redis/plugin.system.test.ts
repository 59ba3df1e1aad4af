import { describe, expect, it } from "vitest";
import { createTestServer } from "waymark/testing";
import { cut } from "../../engines/cut.ts";
import { startRedis } from "../../engines/redis.ts";
import { as, startNotes } from "../identity/_setup.ts";
import { until, useRedis } from "./_nodes.ts";

const redis = useRedis();

let services = 0;
/** Options of nodes that are one service. */
const options = (url = redis.url) => ({ url, prefix: `service-${++services}`, timeout: "2s" });

const node = (own: Record<string, unknown>, plugins = {}) =>
  createTestServer({ config: { plugins: { redis: own, ...plugins } } });

describe("nodes with Redis", () => {
  it("count the requests of a client together", async () => {
    const shared = options();
    const limited = { "rate-limit": { limit: 10 } };
    const [a, b] = [await node(shared, limited), await node(shared, limited)];
    const statuses = [];
    for (let n = 0; n < 12; n++)
      for (const one of [a, b]) statuses.push((await one.request("/api/limits")).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    await Promise.all([a.close(), b.close()]);
  });

  it("count the streams of a client together, those of the node that was reloaded included", async () => {
    const shared = options();
    const plugins = { events: { maxPerClient: 2 } };
    const [a, b] = [await node(shared, plugins), await node(shared, plugins)];
    const leave = new AbortController();
    const follow = (one: typeof a) => one.request("/api/events", { signal: leave.signal });
    const first = await follow(a);
    expect([first.status, (await follow(b)).status]).toEqual([200, 200]);
    await a.reload({ plugins: { redis: shared, ...plugins, "rate-limit": { limit: 1000 } } });
    for (const one of [a, b]) {
      const refused = await follow(one);
      expect([refused.status, await refused.text()]).toEqual([
        503,
        expect.stringContaining("too-many-streams"),
      ]);
    }
    await first.body?.cancel();
    await until(async () => (await follow(b)).status === 200);
    leave.abort();
    await Promise.all([a.close(), b.close()]);
  });

  it("refuse together a network whose authentications fail", async () => {
    const config = { plugins: { redis: options() } };
    const start = () => startNotes({ config }, { failures: 4 });
    const nodes = [await start(), await start()];
    const ask = async (name: string) =>
      Promise.all(
        nodes.map(async (one) => (await one.request("/api/known", { headers: as(name) })).status),
      );
    expect(await ask("ann")).toEqual([200, 200]);
    for (let n = 0; n < 2; n++) expect(await ask("forged")).toEqual([401, 401]);
    expect(await ask("forged")).toEqual([429, 429]);
    expect(await ask("ann")).toEqual([429, 429]);
  });

  it("go on counting after a reload with another limit", async () => {
    const shared = options();
    const server = await node(shared, { "rate-limit": { limit: 3 } });
    const remaining = async () =>
      (await server.request("/api/limits")).headers.get("x-ratelimit-remaining");
    expect(await remaining()).toBe("2");
    await server.reload({ plugins: { redis: shared, "rate-limit": { limit: 8 } } });
    expect(await remaining()).toBe("6");
    await server.close();
  });

  it("say how they count in the policy document and in metrics", async () => {
    const server = await node(options());
    const metrics = await (
      await server.request("/api/metrics", { headers: { accept: "text/plain" } })
    ).text();
    expect(metrics).toContain('redis_limiter_mode{mode="cluster"} 1');
    expect(metrics).toContain("redis_nodes 1");
    expect(metrics).toMatch(/^redis_events_(?:shared|waiting) [01]$/m);
    expect(metrics).toContain('rate_limit_decisions_total{decision="allowed"} 1\n');
    expect(await (await server.request("/api/rate-limit-policy")).json()).toMatchObject({
      scope: "cluster",
      accuracy: { over: 0 },
      onFailure: "local-share",
    });
    await server.close();
  });

  it("start without Redis, say so, and find it later", async () => {
    const own = await startRedis();
    await own.kill();
    const server = await node(options(own.url));
    const status = async () => {
      const health = (await (await server.request("/api/health")).json()) as { status: string };
      return health.status;
    };
    expect((await server.request("/api/version")).status).toBe(200);
    expect(await status()).toBe("degraded");
    expect((await server.request("/api/ready")).status).toBe(200);
    await own.restart();
    await until(async () => (await status()) === "ok");
    await server.close();
    await own.stop();
  });

  it("start while Redis is slower than a request would wait", async () => {
    const wire = await cut(redis.url);
    wire.delay(50);
    const server = await node({ ...options(wire.url), timeout: "20ms" });
    expect((await server.request("/api/ready")).status).toBe(200);
    await server.close();
    await wire.stop();
  });

  it.each([
    ["http://localhost", "write redis://"],
    ["redis://one,redis://two", "set `sentinel` or `cluster`"],
  ])("do not start with the address %s", async (url, message) => {
    await expect(node({ url })).rejects.toThrow(message);
  });

  it("take the address from the environment, and show it nowhere", async () => {
    const url = redis.url.replace("redis://", "redis://:hunter2@");
    await expect(createTestServer({ env: { WAYMARK_REDIS_URL: `${url},x` } })).rejects.toThrow(
      expect.not.stringContaining("hunter2"),
    );
  });
});
