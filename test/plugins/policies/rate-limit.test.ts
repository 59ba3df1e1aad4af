import { describe, expect, it } from "vitest";
import { parseList, type Item } from "structured-headers";
import type { Limit } from "../../../plugins/services.ts";
import rateLimit from "../../../plugins/policies/rate-limit/index.ts";
import { createCounter } from "../../../plugins/shared/memory-counter.ts";
import { json, startServer } from "../../_setup.ts";
import {
  compiled,
  headersOf,
  sketchCall,
  sketchRoute,
  statementOf,
  validOptions,
} from "./_sketch.ts";

/** A counter in which everybody has the same limit. */
const createLimiter = ({ maxClients, ...everybody }: Limit & { readonly maxClients: number }) => {
  const counter = createCounter(maxClients);
  return {
    take: (client: string, now: number, limit = everybody) => counter.take(client, now, limit),
    peek: (client: string, now: number, limit = everybody) => counter.peek(client, now, limit),
  };
};

const settings = { name: "default", limit: 3, windowMs: 10_000, maxClients: 100 };

describe("the limiter", () => {
  it("never announces more than the window, with any fraction of the clock", () => {
    const limiter = createLimiter({ ...settings, windowMs: 60_000 });
    for (let now = 5000.1; now < 40_000; now += 13.7) {
      expect(limiter.take(`client ${now}`, now).reset).toBe(60);
    }
  });

  it("counts down to zero, and refuses what comes after", () => {
    const limiter = createLimiter(settings);
    const taken = [0, 1, 2, 3, 4].map((at) => limiter.take("a", at));
    expect(taken.map(({ remaining }) => remaining)).toEqual([2, 1, 0, 0, 0]);
    expect(taken.map(({ allowed }) => allowed)).toEqual([true, true, true, false, false]);
  });

  it.each([
    [0, 10],
    [1, 10],
    [9_000, 1],
    [9_999.9, 1],
  ])("rounds the rest of the window up: at %d ms, %d s", (at, reset) => {
    const limiter = createLimiter(settings);
    limiter.take("a", 0);
    expect(limiter.take("a", at).reset).toBe(reset);
  });

  it("opens a new window when the old one ends, not a moment before", () => {
    const limiter = createLimiter({ ...settings, limit: 1 });
    expect(limiter.take("a", 0).allowed).toBe(true);
    expect(limiter.take("a", 9_999.999).allowed).toBe(false);
    expect(limiter.take("a", 10_000)).toMatchObject({ allowed: true, remaining: 0, reset: 10 });
  });

  it("keeps clients apart, and their windows", () => {
    const limiter = createLimiter({ ...settings, limit: 1 });
    limiter.take("a", 0);
    expect(limiter.take("b", 5_000).allowed).toBe(true);
    expect(limiter.take("a", 10_000).allowed).toBe(true);
    expect(limiter.take("b", 14_999).allowed).toBe(false);
  });

  it("peeks without counting, and never refuses", () => {
    const limiter = createLimiter({ ...settings, limit: 1 });
    expect(limiter.peek("a", 0)).toMatchObject({ allowed: true, remaining: 1, reset: 10 });
    limiter.take("a", 0);
    expect(limiter.peek("a", 4_000)).toMatchObject({ allowed: true, remaining: 0, reset: 6 });
    expect(limiter.peek("a", 10_000)).toMatchObject({ allowed: true, remaining: 1, reset: 10 });
  });

  it("forgets the longest known when there are too many, never the newest half", () => {
    const limiter = createLimiter({ ...settings, limit: 1, maxClients: 100 });
    for (let client = 0; client < 150; client++) limiter.take(String(client), 0);
    const known = (client: number) => limiter.peek(String(client), 1).remaining === 0;
    const remembered = Array.from({ length: 150 }, (_, client) => client).filter(known);
    expect(remembered.length).toBeLessThanOrEqual(100);
    expect(remembered).toEqual(Array.from({ length: 100 }, (_, index) => index + 50));
  });

  it("counts under limits of several lengths, each until its own window ends", () => {
    const limiter = createLimiter({ ...settings, limit: 1, maxClients: 1000 });
    const long = { name: "long", limit: 2, windowMs: 100_000 };
    limiter.take("slow", 0, long);
    limiter.take("slow", 0, long);
    for (let now = 1; now < 100_000; now += 4_999) {
      limiter.take(`other ${now}`, now);
      expect(limiter.take(`other ${now}`, now + 4_998).allowed).toBe(false);
      const { allowed, reset, of } = limiter.take("slow", now, long);
      expect([allowed, reset, of]).toEqual([false, Math.ceil((100_000 - now) / 1000), long]);
    }
    expect(limiter.take("slow", 100_000, long)).toMatchObject({ remaining: 1, reset: 100 });
  });

  it("opens a new window for a client whose limit has become shorter", () => {
    const limiter = createLimiter({ ...settings, limit: 1 });
    limiter.take("a", 0.3, { name: "long", limit: 1, windowMs: 100_000 });
    expect(limiter.take("a", 1.7)).toMatchObject({ allowed: true, reset: 10 });
    expect(limiter.take("a", 2.9).allowed).toBe(false);
  });

  it("agrees with a counter that forgets nothing", () => {
    const limiter = createLimiter({ ...settings, maxClients: 1000 });
    const windows = new Map<string, { used: number; endsAt: number }>();
    // A linear congruential generator: every run asks the same.
    let seed = 1;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    let now = 0;
    for (let step = 0; step < 5_000; step++) {
      now += random(400);
      const client = String(random(20));
      let window = windows.get(client);
      if (window === undefined || now >= window.endsAt) window = { used: 0, endsAt: now + 10_000 };
      windows.set(client, { ...window, used: window.used + 1 });
      expect(limiter.take(client, now).remaining).toBe(Math.max(0, 2 - window.used));
    }
  });
});

describe("the policy", () => {
  const setUp = (options: object = {}, value?: "exempt") => {
    const state = {
      networks: createCounter(settings.maxClients),
      pages: createCounter(settings.maxClients),
      decisions: { allowed: 0, refused: 0 },
    };
    return compiled(rateLimit, { options: { limit: 2, ...options }, state, value });
  };
  const begun = (
    policy: ReturnType<typeof setUp>,
    sketch: Parameters<typeof sketchCall>[0] = {},
  ) => {
    const call = sketchCall(sketch);
    return { call, state: policy.begin?.(call) };
  };

  it("writes lists of strings with parameters (RFC 9651)", () => {
    const policy = setUp();
    const headers = headersOf(policy, "ok", begun(policy));
    const read = (name: string) =>
      (parseList(headers[name] ?? "") as Item[]).map(([value, parameters]) => [
        value,
        Object.fromEntries(parameters),
      ]);
    expect(read("RateLimit-Policy")).toEqual([["default", { q: 2, w: 60 }]]);
    expect(read("RateLimit")).toEqual([["default", { r: 1, t: 60 }]]);
  });

  it("refuses when the limit is spent, and says when to come back", () => {
    const policy = setUp();
    begun(policy);
    begun(policy);
    const { call, state } = begun(policy, { startedAt: 1_500 });
    expect(policy.admit?.(call, state)).toMatchObject({
      code: "rate-limit-exceeded",
      retryAfter: 59,
      extensions: { "violated-policies": ["default"] },
    });
    expect(headersOf(policy, "error", { call, state })).toMatchObject({
      "X-RateLimit-Remaining": "0",
      RateLimit: '"default";r=0;t=59',
    });
  });

  it.each([
    ["exempt routes", {}, "exempt" as const],
    ["OPTIONS", { method: "OPTIONS" }, undefined],
    ["what could not be parsed", { method: "", path: "", client: "" }, undefined],
  ])("neither counts nor refuses %s", (_name, sketch, value) => {
    const policy = setUp({}, value);
    for (let request = 0; request < 5; request++) {
      const { call, state } = begun(policy, sketch);
      expect(policy.admit?.(call, state)).toBeUndefined();
      expect(headersOf(policy, "ok", { call, state })["X-RateLimit-Remaining"]).toBe("2");
    }
  });

  it("states what it enforces", () => {
    const ping = sketchRoute({ path: "/api/ping", declaration: { rateLimit: "exempt" } });
    expect(
      statementOf(rateLimit, [ping, sketchRoute()], { options: { limit: 7, window: "5m" } }),
    ).toMatchObject({
      limit: 7,
      windowSeconds: 300,
      exemptPaths: ["/api/ping"],
      on429: { status: 429, code: "rate-limit-exceeded" },
    });
  });

  it("S4: states what dear queries count as, where the store counts them", async () => {
    expect(statementOf(rateLimit, [], { options: { limit: 7 } })).not.toHaveProperty("scans");
    const server = await startServer();
    expect(await json(await server.request("/api/rate-limit-policy"))).toMatchObject({
      scans: { rowsPerRequest: 10_000, maxRequests: 50 },
    });
  });

  it("has the defaults of the contract", () => {
    expect(validOptions(rateLimit)).toEqual({ limit: 600, window: "60s" });
  });

  it.each([
    ["500ms", "whole seconds"],
    ["0s", "whole seconds"],
    ["1.5s", "whole seconds"],
    ["-1s", "negative"],
    ["60", "Invalid"],
  ])("does not take a window of %s", (window, reason) => {
    expect(() => validOptions(rateLimit, { window })).toThrow(reason);
  });
});

describe("a site with a limit of three requests", () => {
  const start = (plugins: object = {}) =>
    startServer({ config: { plugins: { "rate-limit": { limit: 3, pages: 2 }, ...plugins } } });
  type Server = Awaited<ReturnType<typeof start>>;
  const asPage = { headers: { accept: "text/html" } };
  const statusesOf = async (server: Server, path: string, requests: number) => {
    const statuses = [];
    for (let sent = 0; sent < requests; sent++)
      statuses.push((await server.request(path, asPage)).status);
    return statuses;
  };

  it("keeps its styles, scripts, icons, badges and status once the client has used up both", async () => {
    const server = await start();
    expect(await statusesOf(server, "/api/offices", 4)).toEqual([200, 200, 200, 429]);
    expect(await statusesOf(server, "/docs", 3)).toEqual([200, 200, 429]);
    const files = server.registry.routes.filter(({ declaration }) => declaration.asset === true);
    const paths = [...files.map(({ path }) => path), "/status"];
    const statuses = await Promise.all(
      paths.map(async (path) => [path, (await server.request(path)).status] as const),
    );
    expect(statuses.length).toBeGreaterThan(20);
    expect(statuses.filter(([, status]) => status >= 400)).toEqual([]);
  });

  it("counts pages apart from the API, and says so", async () => {
    const server = await start();
    const first = await server.request("/docs", asPage);
    expect(first.headers.get("ratelimit-policy")).toBe('"pages";q=2;w=60');
    expect(first.headers.get("x-ratelimit-remaining")).toBe("1");
    expect(await statusesOf(server, "/developers", 2)).toEqual([200, 429]);
    const call = await server.request("/api/offices");
    expect(call.headers.get("ratelimit-policy")).toBe('"default";q=3;w=60');
    expect(call.headers.get("x-ratelimit-remaining")).toBe("2");
    for (const path of ["/api/limits", "/api/rate-limit-policy"])
      expect(await json(await server.request(path))).toMatchObject({ limit: 3, pagesLimit: 2 });
  });

  it.each([
    [{ limit: 30 }, 600],
    [{ limit: 1000 }, 1000],
    [{ limit: 1000, pages: 50 }, 50],
  ])("with %j allows %d pages", async (rateLimits, pages) => {
    const server = await startServer({ config: { plugins: { "rate-limit": rateLimits } } });
    const { headers } = await server.request("/docs", asPage);
    expect(headers.get("x-ratelimit-limit")).toBe(String(pages));
  });

  it("states no limit of pages where there are none", () => {
    expect(statementOf(rateLimit, [sketchRoute()])).not.toHaveProperty("pagesLimit");
  });
});
