import { createTestServer } from "waymark/testing";
import { implemented } from "../../_offered.ts";
import { afterAll, describe, expect, it } from "vitest";
import { startServer } from "../../_setup.ts";

const server = await createTestServer({
  config: { plugins: { "rate-limit": { limit: 7, window: "30s" } } },
});
afterAll(() => server.close());

describe("probes", () => {
  it.each([
    ["/api/ping", { pong: true }],
    ["/api/ready", { ready: true, service: "waymark" }],
    ["/api/version", { service: "waymark", version: "0.1.0" }],
    ["/api/status", { status: "ok", service: "waymark", version: "0.1.0" }],
    ["/api/limits", { limit: 7, windowSeconds: 30 }],
    ["/api/request-info", { method: "GET", path: "/api/request-info" }],
  ])("%s", async (path, body) => {
    const response = await server.fetch(path);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ ...body, _links: { self: { href: path } } });
  });

  it("returns the same time in both forms", async () => {
    const { iso, epochMs, timezone } = (await (await server.fetch("/api/time")).json()) as Record<
      string,
      string | number
    >;
    expect([new Date(String(iso)).getTime(), timezone]).toEqual([epochMs, "UTC"]);
    expect(Math.abs(Number(epochMs) - Date.now())).toBeLessThan(60_000);
  });

  it.each(["/api/ping", "/api/limits"])("%s is not sent again unchanged", async (path) => {
    const etag = (await server.fetch(path)).headers.get("etag") ?? "";
    const again = await server.fetch(path, { headers: { "if-none-match": etag } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  it("request-info has the same length for HEAD and GET", async () => {
    const [head, get] = await Promise.all(
      ["HEAD", "GET"].map((method) => server.fetch("/api/request-info", { method })),
    );
    expect(head?.headers.get("content-length")).toBe(get?.headers.get("content-length"));
  });
});

describe("the version of one of several nodes", () => {
  it("names its revision, as the metrics do", async () => {
    const { default: preset } = await import("waymark/preset");
    const shared = await implemented("version");
    const node = await startServer({
      plugins: preset.map((plugin) => (plugin.id === "version" ? shared : plugin)),
    });
    const body = await (await node.fetch("/api/version")).json();
    expect(body).toMatchObject({ service: "waymark", revision: node.registry.revision });
    expect(await (await server.fetch("/api/version")).json()).not.toHaveProperty("revision");
  });
});
