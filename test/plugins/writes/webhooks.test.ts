/** Deliveries of webhooks, over sockets to a receiver of the test. */
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { json, until } from "../../_setup.ts";
import { put, receiver, SECRET, send, startRooms } from "./_receiver.ts";

const own = (url: string, more = {}) => ({
  subscriptions: { own: { url, secret: SECRET, ...more } },
});

describe("a delivery", () => {
  it("is signed as Standard Webhooks say, thin, and has one id for all attempts", async () => {
    const { url, all } = await receiver((_received, count) => (count === 1 ? 500 : 204));
    const server = await startRooms(own(url));
    await put(server, "a b");
    await until(() => all.length === 2);
    const [first, second] = all;
    expect(first?.headers["webhook-id"]).toMatch(/^msg_/);
    expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
    expect(second?.body).toBe(first?.body);
    for (const { body, headers } of all) {
      expect(() =>
        new Webhook(SECRET).verify(body, headers as Record<string, string>),
      ).not.toThrow();
      expect(() =>
        new Webhook(SECRET).verify(`${body} `, headers as Record<string, string>),
      ).toThrow("signature");
    }
    expect(JSON.parse(first?.body ?? "")).toEqual({
      type: "rooms.created",
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: {
        kind: "created",
        resource: "rooms",
        path: "/api/rooms/a%20b",
        key: "a b",
        sequence: expect.any(Number),
        etag: expect.stringMatching(/^"/),
      },
    });
  });

  it("is made for each change that was committed, and for no other", async () => {
    const { url, all } = await receiver();
    const server = await startRooms(own(url));
    await put(server, "x", "late");
    await send(server, "DELETE", "/api/rooms/none");
    await put(server, "a");
    await put(server, "a", "A");
    await send(server, "DELETE", "/api/rooms/a");
    await until(() => all.length === 3);
    expect(all.map(({ type }) => type)).toEqual([
      "rooms.created",
      "rooms.replaced",
      "rooms.removed",
    ]);
  });

  it("is sent for the types that the subscription names", async () => {
    const { url, all } = await receiver();
    const server = await startRooms(own(url, { events: ["rooms.removed"] }));
    await put(server, "a");
    await send(server, "DELETE", "/api/rooms/a");
    await until(() => all.length === 1);
    expect(all[0]?.type).toBe("rooms.removed");
  });

  it("waits for those before it of the same resource, while others go on", async () => {
    let isFailing = true;
    const { url, all } = await receiver(({ data }) => (data.key === "a" && isFailing ? 503 : 204));
    const server = await startRooms({ ...own(url), maxAttempts: 50 });
    await put(server, "a", "1");
    await put(server, "a", "2");
    await send(server, "DELETE", "/api/rooms/a");
    await put(server, "b");
    await until(() => all.some(({ data }) => data.key === "b") && all.length > 4);
    expect(new Set(all.filter(({ data }) => data.key === "a").map(({ type }) => type))).toEqual(
      new Set(["rooms.created"]),
    );
    isFailing = false;
    await until(() => all.some(({ type }) => type === "rooms.removed"));
    const types = all.filter(({ data }) => data.key === "a").map(({ type }) => type);
    expect(types.slice(-3)).toEqual(["rooms.created", "rooms.replaced", "rooms.removed"]);
  });

  it("is dead after its attempts, then the next follows; several pause the subscription", async () => {
    const { url, all } = await receiver(({ data }) => (data.key === "ok" ? 204 : 500));
    const server = await startRooms({ ...own(url), maxAttempts: 2, pauseAfter: 2 });
    await put(server, "a", "1");
    await put(server, "a", "2");
    await until(() => all.length === 4);
    expect(all.map(({ type }) => type)).toEqual([
      "rooms.created",
      "rooms.created",
      "rooms.replaced",
      "rooms.replaced",
    ]);
    const health = async () =>
      json<{ status: string }>(await server.request("/api/health")).then(({ status }) => status);
    await until(async () => (await health()) === "degraded");
    await put(server, "ok");
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(all).toHaveLength(4);
    const metrics = await server.request("/api/metrics", { headers: { accept: "text/plain" } });
    const text = await metrics.text();
    expect(text).toMatch(/webhooks_attempts_total\{outcome="dead"\} 2/);
    expect(text).toMatch(/webhooks_attempt_seconds_count\{outcome="dead"\} 2/);
  });

  it.each([
    ["a redirect", 302],
    ["a refusal", 400],
  ])("counts %s as a failure", async (_what, status) => {
    const { url, all } = await receiver((_received, count) => (count === 1 ? status : 200));
    const server = await startRooms(own(url));
    await put(server, "a");
    await until(() => all.length === 2);
  });

  it("fails after its time, and reads no endless answer", async () => {
    let isFirst = true;
    const { url, all } = await receiver(async () => {
      if (isFirst) {
        isFirst = false;
        await new Promise((resolve) => setTimeout(resolve, 400));
      }
      return 204;
    });
    const server = await startRooms({ ...own(url), timeout: "100ms" });
    await put(server, "a");
    await until(() => all.length === 2);
  });
});

describe("/api/webhooks", () => {
  it("states what is enforced, and the types of events", async () => {
    const server = await startRooms({ maxAttempts: 7 });
    expect(await json(await server.request("/api/webhooks"))).toMatchObject({
      supported: true,
      planned: false,
      signatureAlgorithm: "hmac-sha256",
      deliveryRetry: {
        maxAttempts: 7,
        backoff: { strategy: "exponential", baseMs: 20, maxMs: 100, jitter: "full" },
      },
      eventTypes: ["rooms.created", "rooms.removed", "rooms.replaced", "status.changed"],
    });
    expect((await server.request("/api/webhook-subscriptions")).status).toBe(404);
  });
});
