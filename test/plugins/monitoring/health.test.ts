import { definePlugin, service, type Plugin } from "waymark";
import { Health, Nodes, Runtime, type NodeInfo, type HealthCheck } from "waymark/services";
import { createTestServer, type TestServer } from "waymark/testing";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { recordingLog } from "../../_setup.ts";

let server: TestServer | undefined;
afterEach(() => server?.close());

/** A service whose only additional part reports as `check` does. */
async function serverWith(
  check: HealthCheck,
  options = {},
  { ready = {}, log = recordingLog().log, parts = [partWith(check)] as readonly Plugin[] } = {},
): Promise<TestServer> {
  const { default: preset } = await import("waymark/preset");
  server = await createTestServer({
    plugins: [...preset, ...parts],
    config: { plugins: { health: { deadline: "30ms", cache: "0s", ...options }, ready } },
    log,
  });
  return server;
}

function partWith(check: HealthCheck): Plugin {
  return definePlugin({
    id: "part",
    summary: "A part with a check.",
    health: () => ({ pulse: check }),
  });
}

const HEALTH_JSON = { headers: { accept: "application/health+json" } };

describe("health", () => {
  it.each<[string, HealthCheck, number, string, string, string]>([
    ["says nothing", () => {}, 200, "ok", "ok", "pass"],
    [
      "is degraded",
      () => ({ status: "degraded", detail: "slow" }),
      200,
      "degraded",
      "warn",
      "warn",
    ],
    ["is down", () => ({ status: "down" }), 503, "down", "down", "fail"],
    ["throws", () => Promise.reject(new Error("password=1")), 503, "down", "down", "fail"],
    ["hangs", () => new Promise(() => {}), 200, "degraded", "warn", "warn"],
  ])("a check that %s", async (_name, check, code, status, inHealthJson, observation) => {
    const { fetch } = await serverWith(check);
    for (const path of ["/api/health", "/api/status"]) {
      const response = await fetch(path);
      expect([response.status, response.headers.get("retry-after")]).toEqual([
        code,
        code === 503 ? "1" : null,
      ]);
      const body = await response.json();
      expect(body).toMatchObject({ status, service: "waymark" });
      expect(body).not.toHaveProperty("checks");
    }
    const detailed = await fetch("/api/health", HEALTH_JSON);
    expect([detailed.status, detailed.headers.get("content-type")]).toEqual([
      code,
      "application/health+json",
    ]);
    const text = await detailed.text();
    expect(text).not.toContain("password");
    expect(JSON.parse(text)).toMatchObject({
      status: inHealthJson,
      checks: { "part:pulse": [{ status: observation }] },
    });
  });

  it("asks once for requests that come together, and not again while the answer counts", async () => {
    let asked = 0;
    const { fetch } = await serverWith(() => void asked++, { cache: "1h" });
    await Promise.all([fetch("/api/health"), fetch("/api/status"), fetch("/api/health")]);
    await fetch("/api/health");
    expect(asked).toBe(1);
  });

  it("says that a plugin did not start, also when somebody asked while others started", async () => {
    const early = definePlugin({
      id: "early",
      summary: "Looks at health while others start.",
      needs: { health: Health },
      setup: async ({ health }) => {
        expect((await health.report()).status).toBe("ok");
      },
    });
    const late = definePlugin({
      id: "late",
      summary: "Does not start.",
      optional: true,
      setup: () => Promise.reject(new Error("out of order")),
    });
    const { fetch } = await serverWith(() => {}, { cache: "1m" }, { parts: [early, late] });
    expect(await (await fetch("/api/health")).json()).toMatchObject({ status: "degraded" });
  });

  it("aborts a late check, and does not start it again while it hangs", async () => {
    const signals: AbortSignal[] = [];
    const { fetch } = await serverWith((signal) => {
      signals.push(signal);
      return new Promise(() => {});
    });
    await fetch("/api/health");
    await fetch("/api/health");
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it("logs each change of a check once", async () => {
    const { log, lines } = recordingLog();
    let check: HealthCheck = () => {};
    const { fetch } = await serverWith((signal) => check(signal), {}, { log });
    const states: readonly HealthCheck[] = [
      () => Promise.reject(new Error("refused, try 1")),
      () => Promise.reject(new Error("refused, try 2")),
      () => ({ status: "degraded", detail: "slow" }),
      () => ({ status: "degraded", detail: "slower" }),
      () => ({ status: "ok" }),
      () => {},
      () => ({ status: "down", detail: "gone" }),
    ];
    for (check of states) await fetch("/api/health");
    const about = { plugin: "part", name: "pulse" };
    expect(lines.filter(({ message }) => message.includes("health check"))).toMatchObject([
      { level: "warn", fields: { ...about, status: "down", reason: "refused, try 1" } },
      { level: "warn", fields: { ...about, status: "degraded", detail: "slow" } },
      { level: "info", message: "a health check works again", fields: about },
      { level: "warn", fields: { ...about, status: "down", detail: "gone" } },
    ]);
  });
});

const Engine = service<object>("engine", { shared: true });
const Desk = service<object>("desk");

/** Plugins whose checks are as `checks` says: an engine that all nodes share, a desk that uses it, and a clerk at the desk. */
function officeWith(checks: Readonly<Record<"engine" | "desk" | "clerk", () => HealthCheck>>) {
  const run =
    (name: keyof typeof checks): HealthCheck =>
    (signal) =>
      checks[name]()(signal);
  const engine = definePlugin({
    id: "engine",
    summary: "An engine.",
    provides: { engine: Engine },
    setup: () => ({ engine: {} }),
    health: () => ({ pulse: run("engine") }),
  });
  const desk = definePlugin({
    id: "desk",
    summary: "A desk.",
    needs: { engine: Engine },
    provides: { desk: Desk },
    setup: () => ({ desk: {} }),
    health: () => ({ pulse: run("desk") }),
  });
  const clerk = definePlugin({
    id: "clerk",
    summary: "A clerk.",
    needs: { desk: Desk },
    health: () => ({ pulse: run("clerk") }),
  });
  return [engine, desk, clerk] as readonly Plugin[];
}

describe("readiness", () => {
  const works: HealthCheck = () => {};
  const down: HealthCheck = () => Promise.reject(new Error("gone"));
  const hung: HealthCheck = () => new Promise(() => {});

  /** A server whose parts do as `turn` says, and its answers to probes. */
  async function probed(
    first: Partial<Record<"engine" | "desk" | "clerk", HealthCheck>> = {},
    options: { readonly outage?: string } = {},
    more: readonly Plugin[] = [],
  ) {
    const { log, lines } = recordingLog();
    const now = { engine: works, desk: works, clerk: works, ...first };
    const parts = officeWith({
      engine: () => now.engine,
      desk: () => now.desk,
      clerk: () => now.clerk,
    });
    const { fetch } = await serverWith(
      works,
      {},
      { log, ready: options, parts: [...parts, ...more] },
    );
    const status = async (path: string) => (await fetch(path)).status;
    const look = async () => [await status("/api/ready"), await status("/api/health")];
    await look();
    return {
      look,
      fetch,
      turn: (next: typeof first) => void Object.assign(now, next),
      logged: () => lines.map(({ message }) => message).filter((text) => text.includes("ready")),
    };
  }

  it.each([
    ["the engine", { engine: down }],
    ["the engine, late,", { engine: hung }],
    ["a plugin that needs the engine, because of it,", { engine: down, desk: down }],
    ["a plugin that needs it through another", { engine: down, clerk: down }],
  ] as const)("S5, S6: stays while %s fails, and health is degraded", async (_what, broken) => {
    const { look, turn, fetch, logged } = await probed();
    turn(broken);
    expect(await look()).toEqual([200, 200]);
    const health = await fetch("/api/health", HEALTH_JSON);
    expect(await health.json()).toMatchObject({
      status: "warn",
      checks: { "engine:pulse": [{ status: "fail" }] },
    });
    expect(logged()).toEqual([]);
  });

  it("S6: ends with a failure of this node, and returns", async () => {
    const { look, turn, fetch, logged } = await probed();
    turn({ clerk: down });
    expect(await look()).toEqual([503, 503]);
    expect(await look()).toEqual([503, 503]);
    expect((await fetch("/api/ping")).status).toBe(200);
    turn({ clerk: works });
    expect(await look()).toEqual([200, 200]);
    expect(logged()).toEqual(["not ready any more", "ready again"]);
  });

  it("S5: what is shared may fail just after it was looked at", async () => {
    const { look, turn } = await probed();
    turn({
      desk: () => {
        turn({ engine: down });
        throw new Error("gone");
      },
    });
    expect(await look()).toEqual([200, 200]);
    // And come back before its next look, but after that of the plugin that needs it.
    turn({
      engine: works,
      desk: () => {
        turn({ desk: works });
        throw new Error("gone");
      },
    });
    expect(await look()).toEqual([200, 200]);
  });

  it("S6: leaves with all others where the balancer has another place", async () => {
    const { look, turn } = await probed({}, { outage: "leave" });
    turn({ engine: down });
    expect(await look()).toEqual([503, 200]);
  });

  it("begins when everything has worked once", async () => {
    const { look, turn } = await probed({ engine: down });
    expect(await look()).toEqual([503, 200]);
    turn({ engine: works });
    expect(await look()).toEqual([200, 200]);
    turn({ engine: down });
    expect(await look()).toEqual([200, 200]);
  });

  /** Another node, as this one learns of it through an engine that answers. */
  function peer(failing: () => readonly string[]) {
    return definePlugin({
      id: "peers",
      summary: "Knows another node.",
      needs: { runtime: Runtime },
      provides: { nodes: Nodes },
      setup: ({ runtime }) => ({
        nodes: {
          list: async (): Promise<readonly NodeInfo[]> => {
            const about = { name: "n", startedAt: 0, revision: "", seenAt: performance.now() };
            return [
              { ...about, id: runtime.instance.id },
              { ...about, id: "other", health: { ready: true, failing: failing() } },
            ];
          },
        },
      }),
    }) as Plugin;
  }

  it("S6: leaves alone when it alone is cut off, and not before the other node had to notice", async () => {
    let failing: readonly string[] = [];
    const { look, turn } = await probed({}, {}, [peer(() => failing)]);
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const later = () => {
      vi.advanceTimersByTime(500);
      return look();
    };
    const cutAt = performance.now();
    turn({ engine: down });
    await expect.poll(later, { interval: 1 }).toEqual([503, 200]);
    expect(performance.now() - cutAt).toBeGreaterThan(5000);
    failing = ["engine:pulse"]; // the engine is down for all
    await expect.poll(later, { interval: 1 }).toEqual([200, 200]);
    turn({ clerk: down, engine: works });
    failing = ["clerk:pulse"]; // no other could do better
    expect(await look()).toEqual([503, 503]);
    await expect.poll(later, { interval: 1 }).toEqual([200, 503]);
  });
});
