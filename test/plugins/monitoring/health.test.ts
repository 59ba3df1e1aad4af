import { definePlugin, type HealthCheck, type SharedCheck } from "waymark";
import { createTestServer, type TestServer } from "waymark/testing";
import { afterEach, describe, expect, it } from "vitest";
import { recordingLog } from "../../_setup.ts";

let server: TestServer | undefined;
afterEach(() => server?.close());

/** A service whose only additional part reports as `check` does. */
async function serverWith(
  check: HealthCheck | SharedCheck,
  options = {},
  { ready = {}, log = recordingLog().log } = {},
): Promise<TestServer> {
  const { default: preset } = await import("waymark/preset");
  const part = definePlugin({
    id: "part",
    summary: "A part with a check.",
    health: () => ({ pulse: check }),
  });
  server = await createTestServer({
    plugins: [...preset, part],
    config: { plugins: { health: { deadline: "30ms", cache: "0s", ...options }, ready } },
    log,
  });
  return server;
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

describe("readiness", () => {
  const down: HealthCheck = () => Promise.reject(new Error("gone"));
  const hung: HealthCheck = () => new Promise(() => {});

  /** A server with a check that works once it was started, if it does, and its answer to a probe. */
  async function probed(kind: "own" | "shared", grace: string, first: HealthCheck = () => {}) {
    const { log, lines } = recordingLog();
    let check = first;
    const run: HealthCheck = (signal) => check(signal);
    const { fetch } = await serverWith(
      kind === "own" ? run : { shared: run },
      {},
      { log, ready: { grace } },
    );
    const ready = async () => (await fetch("/api/ready")).status;
    await ready();
    return {
      ready,
      fetch,
      turn: (next: HealthCheck) => void (check = next),
      logged: () => lines.map(({ message }) => message).filter((text) => text.includes("ready")),
    };
  }

  it.each([
    ["own", "down", down, 503],
    ["shared", "down", down, 200],
    ["shared", "late", hung, 200],
  ] as const)(
    "a check of something %s that is %s answers %i at first",
    async (kind, _name, check, status) => {
      const { ready, turn, fetch } = await probed(kind, "1h");
      turn(check);
      expect(await ready()).toBe(status);
      expect((await fetch("/api/health")).status).toBe(503);
      expect((await fetch("/api/ping")).status).toBe(200);
    },
  );

  it.each([
    ["down", down],
    ["late", hung],
  ] as const)(
    "ends with the grace when something shared is %s, and returns",
    async (_name, check) => {
      const { ready, turn, logged } = await probed("shared", "50ms");
      turn(check);
      await expect.poll(ready).toBe(503);
      expect(await ready()).toBe(503);
      expect(logged()).toEqual(["not ready any more"]);
      if (check === hung) return; // and hangs on
      turn(() => {});
      expect(await ready()).toBe(200);
      expect(logged()).toEqual(["not ready any more", "ready again"]);
    },
  );

  it("has no grace before it worked", async () => {
    const { ready, turn } = await probed("shared", "1h", down);
    expect(await ready()).toBe(503);
    turn(() => {});
    expect(await ready()).toBe(200);
    turn(down);
    expect(await ready()).toBe(200);
  });
});
