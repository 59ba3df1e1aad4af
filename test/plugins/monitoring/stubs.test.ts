/** Observability, audit and usage: what they say, and how it holds. */
import { afterEach, describe, expect, it } from "vitest";
import { definePlugin } from "waymark";
import { Clock } from "waymark/services";
import { createTestServer, type TestServer } from "waymark/testing";
import { describeMatrix, json } from "../../_setup.ts";

describeMatrix(
  "monitoring documents",
  { config: { plugins: { usage: { requestsLimit: 5 } } } },
  (ask) => {
    it.each([
      [
        "/api/observability",
        { traceContext: true, serverTiming: true },
        ["metrics", "health", "status", "ready"],
        "Observability",
      ],
      ["/api/audit", { events: [] }, [], "AuditEvents"],
      ["/api/usage", { requestsUsed: 0, requestsLimit: 5 }, ["limits"], "Usage"],
    ])("%s", async (path, fields, links, schema) => {
      const answer = await ask(path);
      expect(answer.status).toBe(200);
      const { _links, ...body } = await json<{ _links: Record<string, { href: string }> }>(answer);
      expect(body).toMatchObject(fields);
      expect(Object.keys(_links)).toEqual(["self", ...links, "profile"]);
      expect(_links["profile"]).toEqual({ href: `/api/schemas/${schema}` });
      const etag = answer.headers.get("etag") ?? "";
      const again = await ask(path, { headers: { "if-none-match": etag } });
      expect([again.status, await again.text()]).toEqual([304, ""]);
    });

    it("usage names the current month", async () => {
      const { period } = await json(await ask("/api/usage"));
      expect(new Date().toISOString().startsWith(String(period))).toBe(true);
      expect((await ask("/api/usage")).headers.has("server-timing")).toBe(true);
    });

    it("are linked from the root, and their flags are true", async () => {
      const { _links } = await json<{ _links: object }>(await ask("/api"));
      expect(_links).toMatchObject({
        metrics: { href: "/api/metrics" },
        observability: { href: "/api/observability" },
        audit: { href: "/api/audit" },
        usage: { href: "/api/usage" },
        events: { href: "/api/events" },
      });
      const { capabilities } = await json(await ask("/api/capabilities"));
      expect(capabilities).toMatchObject({
        metrics: true,
        observability: true,
        auditStub: true,
        usageStub: true,
        sse: true,
      });
    });
  },
);

describe("what changes", () => {
  let server: TestServer | undefined;
  afterEach(() => server?.close());

  it("observability follows the policies that are on", async () => {
    server = await createTestServer({
      config: { plugins: { "trace-context": false, metrics: false } },
    });
    const body = await json(await server.fetch("/api/observability"));
    expect(body).toMatchObject({ traceContext: false, serverTiming: true });
    expect(body["_links"]).not.toHaveProperty("metrics");
    expect((await server.fetch("/api/metrics")).status).toBe(404);
  });

  it("usage begins a new period with the month, in UTC", async () => {
    const { default: preset } = await import("waymark/preset");
    let now = Date.UTC(2026, 0, 31, 23, 59, 59);
    const clock = definePlugin({
      id: "clock",
      summary: "A clock that the test sets.",
      provides: { clock: Clock },
      setup: () => ({ clock: { now: () => now } }),
    });
    server = await createTestServer({
      plugins: preset.map((one) => (one.id === "clock" ? clock : one)),
    });
    const january = await server.fetch("/api/usage");
    now += 1000;
    const february = await server.fetch("/api/usage");
    expect([(await json(january))["period"], (await json(february))["period"]]).toEqual([
      "2026-01",
      "2026-02",
    ]);
    expect(january.headers.get("etag")).not.toBe(february.headers.get("etag"));
  });
});
