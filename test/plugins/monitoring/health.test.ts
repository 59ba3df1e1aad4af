import { definePlugin, type HealthCheck } from "waymark";
import { createTestServer, type TestServer } from "waymark/testing";
import { afterEach, describe, expect, it } from "vitest";

let server: TestServer | undefined;
afterEach(() => server?.close());

/** A service whose only additional part reports as `check` does. */
async function serverWith(check: HealthCheck, options = {}): Promise<TestServer> {
  const { default: preset } = await import("waymark/preset");
  const part = definePlugin({
    id: "part",
    summary: "A part with a check.",
    health: () => ({ pulse: check }),
  });
  server = await createTestServer({
    plugins: [...preset, part],
    config: { plugins: { health: { deadline: "30ms", cache: "0s", ...options } } },
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
});
