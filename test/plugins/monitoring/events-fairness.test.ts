/** Client with all the streams that it may have, and more that it asks for, beside another client's. */
import { setTimeout as pause } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { definePlugin } from "waymark";
import { EventBus, type EventBus as Bus } from "waymark/services";
import { startServer } from "../../_setup.ts";
import { framesOf } from "../../nodes/_events.ts";

let bus: Bus;
const part = definePlugin({
  id: "part",
  summary: "A part that publishes.",
  needs: { bus: EventBus },
  setup(use) {
    ({ bus } = use);
  },
});

const EVENTS = 300;
/** Streams that `events` grants to each client. */
const STREAMS = 20;

it("S4: one client's streams keep no other client from its own, nor from any event", async () => {
  const events = { dataInterval: "1h", healthInterval: "1h" };
  const server = await startServer({
    config: { trustedProxies: ["127.0.0.1"], plugins: { part, events } },
  });
  const leave = new AbortController();
  onTestFinished(() => leave.abort());
  const open = async (from: string, lastEventId = "") => {
    const headers = { "x-forwarded-for": from, "last-event-id": lastEventId };
    return server.request("/api/events", { headers, signal: leave.signal });
  };
  // Never read; each is sent all that is kept.
  const held = await Promise.all(Array.from({ length: 200 }, () => open("192.0.2.1", "0-0")));
  const statuses = held.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(STREAMS);
  expect(statuses.filter((status) => status === 503)).toHaveLength(200 - STREAMS);
  for (const { status, headers } of held)
    if (status === 503) expect(Number(headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  // It asks again and again meanwhile, until its limit of requests.
  const over = new AbortController();
  const asking = (async () => {
    while (!over.signal.aborted) {
      await (await open("192.0.2.1", "0-0")).body?.cancel();
      await pause(5);
    }
  })();
  const answer = await open("192.0.2.2");
  expect(answer.status).toBe(200);
  const frames = framesOf(answer);
  for (let version = 1; version <= EVENTS; version++) {
    bus.publish("data.changed", { version, timestamp: "2026-01-01T00:00:00Z" });
    let frame = await frames.next();
    while (frame.value?.event !== "data.changed") frame = await frames.next();
    expect(JSON.parse(frame.value.data ?? "")).toMatchObject({ version });
  }
  over.abort();
  await asking;
  expect((await server.request("/api/ping")).status).toBe(200);
});
