import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { EventSource } from "eventsource";
import { afterEach, describe, expect, it } from "vitest";
import { definePlugin, type Plugin } from "waymark";
import preset from "waymark/preset";
import {
  EventBus,
  type EventBus as Bus,
  type Store as Data,
  type HealthReport,
} from "waymark/services";
import { createTestServer, type TestServer } from "waymark/testing";
import { z } from "zod";
import { describeMatrix, json, until } from "../../_setup.ts";
import { RawStore } from "../../_raw-store.ts";

/** Parts of the service that tests pull at. */
let bus: Bus;
let store: Data;
let health: HealthReport["status"] = "ok";
const part = definePlugin({
  id: "part",
  summary: "A part that tests pull at.",
  needs: { bus: EventBus, store: RawStore },
  setup(use) {
    ({ bus, store } = use);
  },
  health: () => ({ pulse: () => ({ status: health }) }),
});
const plugins: readonly Plugin[] = [...preset, part];

/** Sources that look rarely unless a test says otherwise, and no limit that a test does not ask for. */
function config(events: object = {}) {
  return {
    plugins: {
      "rate-limit": { limit: 100_000 },
      health: { cache: "0s" as const },
      events: {
        dataInterval: "1h",
        healthInterval: "1h",
        maxPerClient: 100,
        ...events,
      },
    },
  };
}

/** Changes to report, numbered. */
function publish(...versions: number[]): void {
  for (const version of versions)
    bus.publish("data.changed", { version, timestamp: "2026-01-01T00:00:00Z" });
}

interface Frame {
  readonly event?: string;
  readonly id?: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly retry?: string;
}

/** Frames of a stream as they come. Ends, and the reader with it, once `enough` says so. */
async function frames(
  answer: Response,
  enough: (all: readonly Frame[]) => boolean,
): Promise<Frame[]> {
  const all: Frame[] = [];
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const whole = text.split("\n\n");
    text = whole.pop() ?? "";
    for (const frame of whole) {
      const fields = Object.fromEntries(frame.split("\n").map((line) => line.split(/: (.*)/s)));
      all.push("data" in fields ? { ...fields, data: JSON.parse(fields.data) } : fields);
      if (enough(all)) return all;
    }
  }
  return all;
}

const after = (count: number) => (all: readonly Frame[]) => all.length >= count;
const names = (all: readonly Frame[]) => all.map(({ event, retry }) => event ?? `retry ${retry}`);

describeMatrix("/api/events", { plugins, config: config({ heartbeat: "30ms" }) }, (ask) => {
  it("is a stream that no cache stores and no proxy holds back, and begins with where it stands", async () => {
    const answer = await ask("/api/events");
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    });
    expect(answer.headers.has("content-encoding")).toBe(false);
    const received = await frames(answer, after(3));
    expect(names(received)).toEqual(["retry 3000", "heartbeat", "heartbeat"]);
    expect(received[1]?.data).toEqual({ timestamp: expect.stringMatching(/^\d{4}-.*Z$/) });
    expect(received[1]?.id).toMatch(/^[0-9a-f]{16}-\d+$/);
  });

  it("goes on after the last event that the client has seen", async () => {
    const first = await frames(await ask("/api/events"), after(2));
    publish(1, 2, 3);
    const headers = { "last-event-id": first[1]?.id ?? "" };
    const [, ...received] = await frames(await ask("/api/events", { headers }), after(4));
    expect(received.map(({ data }) => data?.["version"])).toEqual([1, 2, 3]);
    const [, next] = await frames(
      await ask("/api/events", { headers: { "last-event-id": received[1]?.id ?? "" } }),
      after(2),
    );
    expect(next).toEqual(received[2]);
  });

  it.each([
    ["too old", () => "0"],
    ["from an unknown stream", () => "ffffffffffffffff-1"],
    ["no id at all", () => "%00<script>"],
    ["very long", () => "x".repeat(4000)],
  ])("resets a client whose last event is %s, and goes on from there", async (_name, id) => {
    const [, { id: place = "" } = {}] = await frames(await ask("/api/events"), after(2));
    // More than the bus keeps.
    publish(...Array.from({ length: 1002 }, (_, index) => index));
    const old = id() === "0" ? place : id();
    const received = await frames(
      await ask("/api/events", { headers: { "last-event-id": old } }),
      after(3),
    );
    expect(names(received)).toEqual(["retry 3000", "reset", "heartbeat"]);
    expect(received[1]?.id).toBe(received[2]?.id);
    const headers = { "last-event-id": received[1]?.id ?? "" };
    expect(names(await frames(await ask("/api/events", { headers }), after(2)))).toEqual([
      "retry 3000",
      "heartbeat",
    ]);
  });

  it("answers HEAD at once, with the same headers", async () => {
    const answer = await ask("/api/events", { method: "HEAD" });
    expect([answer.status, answer.headers.get("content-type"), await answer.text()]).toEqual([
      200,
      "text/event-stream",
      "",
    ]);
    expect(answer.headers.get("x-accel-buffering")).toBe("no");
  });

  it("lets scripts of other origins say where they stand, and documents its events", async () => {
    const preflight = await ask("/api/events", {
      method: "OPTIONS",
      headers: {
        origin: "https://elsewhere.example",
        "access-control-request-method": "GET",
        "access-control-request-headers": "last-event-id",
      },
    });
    expect(preflight.headers.get("access-control-allow-headers")).toMatch(/\blast-event-id\b/i);
    const { paths } = await json<{ paths: Record<string, unknown> }>(await ask("/api/openapi"));
    expect(paths["/api/events"]).toMatchObject({
      get: {
        responses: {
          200: {
            content: {
              "text/event-stream": {
                "x-events": {
                  "health.changed": { required: ["status", "timestamp"] },
                  "registry.changed": { required: ["revision"] },
                  "data.changed": { required: ["version", "timestamp"] },
                  heartbeat: { required: ["timestamp"] },
                  reset: { required: ["timestamp"] },
                },
              },
            },
          },
        },
      },
    });
  });

  it("has its header on streams alone", async () => {
    expect((await ask("/api/ping")).headers.has("x-accel-buffering")).toBe(false);
    expect((await ask("/api/events", { method: "PUT" })).headers.has("x-accel-buffering")).toBe(
      false,
    );
  });
});

const servers: TestServer[] = [];
async function start(events: object = {}): Promise<TestServer> {
  const server = await createTestServer({ plugins, config: config(events) });
  servers.push(server);
  return server;
}
afterEach(async () => {
  health = "ok";
  for (const server of servers.splice(0)) await server.close();
});

describe("sources", () => {
  it("report health when it changes, also after a change without a listener", async () => {
    const { fetch } = await start({ healthInterval: "10ms" });
    const answer = await fetch("/api/events");
    setTimeout(() => (health = "degraded"), 50);
    const received = await frames(answer, (all) =>
      all.some(({ event }) => event === "health.changed"),
    );
    expect(received.at(-1)?.data).toMatchObject({ status: "degraded" });
    health = "ok";
    const headers = { "last-event-id": received.at(-1)?.id ?? "" };
    const [, next] = await frames(await fetch("/api/events", { headers }), (all) =>
      names(all).includes("health.changed"),
    ).then((all) => all.filter(({ event }) => event !== "heartbeat"));
    expect(next).toMatchObject({ event: "health.changed", data: { status: "ok" } });
  });

  it("report data when it changes, and only then", async () => {
    const { fetch } = await start({ dataInterval: "10ms" });
    const answer = await fetch("/api/events");
    setTimeout(
      () =>
        void store.table("brains").insert([{ id: "new", name: "New", description: "A brain." }]),
      100,
    );
    const received = await frames(answer, (all) =>
      all.some(({ event }) => event === "data.changed"),
    );
    expect(names(received)).toEqual(["retry 3000", "heartbeat", "data.changed"]);
    expect(received.at(-1)?.data).toMatchObject({ version: store.version() });
  });

  it("may be missing: heartbeats come without health and without a store", async () => {
    const alone = preset.filter(({ id }) =>
      ["clock", "jobs", "ids", "event-bus", "events"].includes(id),
    );
    const server = await createTestServer({ plugins: alone });
    servers.push(server);
    const received = await frames(await server.fetch("/api/events"), after(2));
    expect(names(received)).toEqual(["retry 3000", "heartbeat"]);
  });
});

describe("limits", () => {
  it("refuse a client that holds too many streams, until one ends", async () => {
    const { request } = await start({ maxPerClient: 2 });
    const readers = await Promise.all(
      [1, 2].map(async () => (await request("/api/events")).body?.getReader()),
    );
    const refused = await request("/api/events", {
      headers: { accept: "application/problem+json" },
    });
    expect([
      refused.status,
      refused.headers.get("retry-after"),
      refused.headers.get("content-type"),
    ]).toEqual([503, "10", "application/problem+json"]);
    expect(await refused.json()).toMatchObject({ code: "too-many-streams" });
    expect((await request("/api/events", { method: "HEAD" })).status).toBe(200);
    await readers[0]?.cancel();
    for (let i = 0; i < 100; i++) {
      const again = await request("/api/events");
      const { status } = again;
      await again.body?.cancel();
      if (status === 200) return;
      await pause(10);
    }
    throw new Error("no place became free");
  });

  it("refuse all clients when there are too many streams in all", async () => {
    const { fetch } = await start({ maxStreams: 1 });
    const held = await fetch("/api/events");
    expect((await fetch("/api/events")).status).toBe(503);
    await held.body?.cancel();
    const again = await fetch("/api/events");
    expect(again.status).toBe(200);
    await again.body?.cancel();
  });
});

/** A way to the server that can be cut. Clients wait 30 ms before they connect again, in place of 3 s. */
async function createProxy(target: string): Promise<{ url: string; cut(): void; server: Server }> {
  const { port } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer((inbound) => {
    const outbound = connect(Number(port), "127.0.0.1");
    for (const [socket, other] of [
      [inbound, outbound],
      [outbound, inbound],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    inbound.pipe(outbound);
    const sooner = (text: string) => text.replace("retry: 3000", "retry: 0030");
    outbound.on("data", (bytes) => inbound.write(sooner(bytes.toString("latin1")), "latin1"));
    outbound.on("end", () => inbound.end());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
    server,
  };
}

describe("the eventsource client", () => {
  it("connects again after a broken connection, without loss and without repetition", async () => {
    const { origin } = await start();
    const proxy = await createProxy(origin);
    const source = new EventSource(`${proxy.url}/api/events`);
    const seen: number[] = [];
    let opened = 0;
    let resets = 0;
    let heartbeats = 0;
    source.addEventListener("open", () => opened++);
    source.addEventListener("reset", () => resets++);
    source.addEventListener("heartbeat", () => heartbeats++);
    source.addEventListener("data.changed", ({ data }) => seen.push(JSON.parse(data).version));
    await until(() => heartbeats === 1);
    proxy.cut(); // before any event: the heartbeat's id has to do
    publish(1, 2);
    await until(() => seen.length === 2);
    for (let n = 3; n <= 30; n++) {
      publish(n);
      if (n % 10 === 0) proxy.cut();
      if (n % 3 === 0) await until(() => seen.includes(n));
    }
    await until(() => seen.length >= 30);
    await pause(50);
    source.close();
    proxy.server.close();
    expect(seen).toEqual(Array.from({ length: 30 }, (_, i) => i + 1));
    expect(opened).toBeGreaterThan(3);
    expect(resets).toBe(0);
  });

  it("serves many at once, and leaves nothing behind", async () => {
    const resources = () =>
      process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    const before = resources();
    const server = await start();
    const seen = Array.from({ length: 50 }, (): number[] => []);
    let ready = 0;
    const sources = seen.map((own) => {
      const source = new EventSource(`${server.origin}/api/events`);
      source.addEventListener("heartbeat", () => ready++);
      source.addEventListener("data.changed", ({ data }) => own.push(JSON.parse(data).version));
      return source;
    });
    await until(() => ready === 50);
    publish(1, 2, 3);
    await until(() => seen.every((own) => own.length === 3));
    expect(new Set(seen.map(String))).toEqual(new Set(["1,2,3"]));
    for (const source of sources) source.close();
    await server.close();
    await until(() => resources() <= before);
  });
});

describe("events of other plugins", () => {
  const post = definePlugin({
    id: "post",
    summary: "Delivers letters.",
    needs: { bus: EventBus },
    events: { "post.delivered": z.object({ letters: z.int() }) },
    routes: {
      deliver: {
        method: "POST",
        path: "/api/deliveries",
        summary: "Deliver letters.",
        returns: z.object({}),
        idempotency: "none",
      },
    },
    handlers: (use) => ({
      deliver: () => {
        // These types do not know it; a plugin says so by augmenting BusEvents.
        const send = use.bus.publish as (event: string, data: object) => void;
        send("post.delivered", { letters: 3 });
        return {};
      },
    }),
  });

  it("are sent when they are contributed, and described", async () => {
    const server = await createTestServer({ plugins: [...preset, post], config: config() });
    const stream = await server.request("/api/events");
    await server.request("/api/deliveries", { method: "POST" });
    const received = await frames(stream, (all) =>
      all.some(({ event }) => event === "post.delivered"),
    );
    expect(received.at(-1)).toMatchObject({ event: "post.delivered", data: { letters: 3 } });
    const events = async () =>
      JSON.stringify((await json(await server.fetch("/api/openapi"))) ?? "");
    expect(await events()).toContain("post.delivered");
    await server.reload({ ...config(), plugins: { ...config().plugins, post: false } });
    expect(await events()).not.toContain("post.delivered");
    await server.close();
  });
});
