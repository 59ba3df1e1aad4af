/** Protection against guessing, over a socket: failures by network, and those who are served all the same. */
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { Counter, Limit } from "waymark/services";
import { tally, times } from "../../_setup.ts";
import { Attempts } from "../../../plugins/identity/access/attempts.ts";
import { as, startNotes } from "./_setup.ts";
import { passes } from "./_passes.ts";

const KIM = { id: "pass:kim", kind: "passes", name: "Kim", scopes: [] };

const good = { "x-pass": "good" };
const bad = { "x-pass": "bad" };

/** Starts a service with passes: one proved before, good ones, and bad ones. `proofs` counts proofs that took place. */
async function start(access: object = {}, config: object = {}) {
  const seen = { proofs: 0 };
  const plugin = passes({
    recall: (call) => (call.header("x-pass") === "known" ? KIM : undefined),
    async identify(call) {
      const pass = call.header("x-pass");
      if (pass === undefined) return undefined;
      seen.proofs += 1;
      await pause(5);
      return pass === "good" ? KIM : undefined;
    },
  });
  const server = await startNotes({ plugins: [plugin], config }, { failures: 3, ...access });
  const ask = async (headers: Readonly<Record<string, string>>, path = "/api/known") => {
    const answer = await server.request(path, { headers });
    const { error } = (await answer.json()) as { error?: { code: string } };
    return { status: answer.status, code: error?.code, headers: answer.headers };
  };
  return { server, seen, ask };
}

describe("failed authentications", () => {
  it("are refused unseen after the limit, however many come at once", async () => {
    const { ask, seen } = await start();
    const answers = await times(50, () => ask(bad));
    expect(tally(answers.map(({ status }) => status))).toEqual({ 401: 3, 429: 47 });
    expect(seen.proofs).toBe(3);
    const refused = await ask(good);
    expect([refused.status, refused.code]).toEqual([429, "authentication-throttled"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(seen.proofs).toBe(3);
  });

  it("do not include good credentials, however many come at once", async () => {
    const { ask } = await start();
    expect(tally((await times(50, () => ask(good))).map(({ status }) => status))).toEqual({
      200: 50,
    });
    const mixed = await times(40, (at) => ask(at % 20 === 0 ? bad : good));
    expect(tally(mixed.map(({ status }) => status))).toEqual({ 200: 38, 401: 2 });
  });

  it("stop neither callers who were proved before nor anonymous ones", async () => {
    const { ask } = await start();
    await times(5, () => ask(bad));
    expect((await ask({ "x-pass": "known" })).status).toBe(200);
    expect((await ask({}, "/api/open")).status).toBe(200);
    expect((await ask(as("ann"))).status).toBe(429);
  });

  it("count against the rate limit of the network", async () => {
    const { ask } = await start();
    const remaining = async (headers: Readonly<Record<string, string>>) =>
      Number((await ask(headers)).headers.get("x-ratelimit-remaining"));
    expect(await remaining({})).toBe(599);
    expect(await remaining(bad)).toBe(598);
    await times(3, () => ask(bad));
    expect(await remaining(bad)).toBe(594); // refused unseen
  });

  it("count by /64 of IPv6, and by address of IPv4", async () => {
    const { ask } = await start({ failures: 1 }, { trustedProxies: ["127.0.0.1"] });
    const from = async (address: string) =>
      (await ask({ ...bad, "x-forwarded-for": address })).status;
    expect(await from("2001:db8:0:1::1")).toBe(401);
    expect(await from("2001:db8:0:1:ffff::2")).toBe(429);
    expect(await from("2001:db8:0:2::1")).toBe(401);
    expect(await from("192.0.2.1")).toBe(401);
    expect(await from("::ffff:192.0.2.1")).toBe(429);
    expect(await from("192.0.2.2")).toBe(401);
  });
});

describe("the count of failures", () => {
  const settings = { limit: 2, windowMs: 10_000, maxNetworks: 10 };
  const isBad = (result: string) => result === "bad";
  let at = 0;
  const now = () => at;
  const of = (attempts: Attempts) => (network: string, time: number, result: string) => {
    at = time;
    return attempts.run(network, async () => result, isBad);
  };

  it("begins again when the window of the first failure has ended", async () => {
    const attempt = of(new Attempts({ ...settings, now }));
    await attempt("a", 0, "good");
    await attempt("a", 1_000, "bad");
    await attempt("a", 9_000, "bad");
    expect(await attempt("a", 10_999, "good")).toEqual({ retryAfter: 1 });
    expect(await attempt("a", 11_000, "bad")).toEqual({ result: "bad" });
    expect(await attempt("a", 11_001, "good")).toEqual({ result: "good" });
  });

  it("does not include proofs that could not take place", async () => {
    const attempts = new Attempts({ ...settings, now });
    const broken = () => attempts.run("a", () => Promise.reject(new Error("down")), isBad);
    for (let tries = 0; tries < 5; tries++) await expect(broken()).rejects.toThrow("down");
    expect(await of(attempts)("a", 0, "good")).toEqual({ result: "good" });
  });

  it("is kept for so many networks", async () => {
    const attempt = of(new Attempts({ ...settings, limit: 1, now }));
    for (let n = 0; n < 1000; n++) await attempt(String(n), 0, "bad");
    const refused = [];
    for (let n = 999; n >= 0; n--)
      if ((await attempt(String(n), 1, "good")).retryAfter !== undefined) refused.push(n);
    expect(refused).toEqual(Array.from({ length: 10 }, (_, n) => 999 - n));
  });
});

describe("the count of failures at all nodes", () => {
  const LIMIT = 8;
  const settings = { limit: LIMIT, windowMs: 10_000, maxNetworks: 10 };

  /** Two nodes, the counter that they share, and how often it was asked and proofs took place. */
  function twoNodes() {
    const shared = { failures: 0, asked: 0, proofs: 0 };
    const quota = async (of: Limit, allowed: boolean) => {
      shared.asked += 1;
      await pause(1);
      return { of, allowed, remaining: Math.max(0, LIMIT - shared.failures), reset: 10 };
    };
    const counter: Counter = {
      take(_network, _now, limit) {
        const allowed = shared.failures < LIMIT;
        if (allowed) shared.failures += 1;
        return quota(limit, allowed);
      },
      peek: (_network, _now, limit) => quota(limit, true),
    };
    const node = () => {
      const attempts = new Attempts({ ...settings, shared: counter });
      return async (kind: "good" | "bad") => {
        const prove = async () => {
          shared.proofs += 1;
          await pause(1);
          return kind;
        };
        const isBad = (one: string) => one === "bad";
        const { result, retryAfter } = await attempts.run("a", prove, isBad);
        return result ?? retryAfter;
      };
    };
    return { shared, a: node(), b: node() };
  }

  it("is at most the limit, however many come at once, and proofs are hardly more", async () => {
    const { shared, a, b } = twoNodes();
    const results = (await times(50, () => Promise.all([a("bad"), b("bad")]))).flat();
    expect(results.filter((one) => one === "bad")).toHaveLength(LIMIT);
    expect(results.filter((one) => one === 10)).toHaveLength(100 - LIMIT);
    // Of the other node's, those that were under way.
    expect(shared.proofs).toBeLessThanOrEqual(LIMIT + LIMIT / 4);
  });

  it("asks the others about failures only", async () => {
    const { shared, a } = twoNodes();
    expect(new Set(await times(50, () => a("good")))).toEqual(new Set(["good"]));
    expect(shared.asked).toBe(0);
    await a("bad");
    await times(50, () => a("good"));
    expect(shared.asked).toBe(1);
  });

  it("refuses at a node what failed at another one, unseen once it knows, and until it may again", async () => {
    const { shared, a, b } = twoNodes();
    for (let failed = 0; failed < LIMIT; failed += 1) expect(await a("bad")).toBe("bad");
    expect([await a("good"), await b("bad"), await b("good")]).toEqual([10, 10, 10]);
    expect(shared.proofs).toBe(LIMIT + 1);
    shared.failures = LIMIT - 1;
    expect([await b("good"), await b("bad"), await a("good")]).toEqual(["good", "bad", 10]);
  });
});
