/** The objectives, with what was measured of them where the config asks for it. */
import { expect, it } from "vitest";
import { definePlugin, type PluginSetting } from "waymark";
import { History, type Store } from "waymark/services";
import { fixedClock } from "waymark/testing";
import { startServer } from "../../_setup.ts";
import { MeasuredSloDiscovery } from "../../../schemas/documents/slo.ts";
import { bucketOf } from "../../../plugins/shared/histogram.ts";
import { RawStore } from "../../_raw-store.ts";

const MINUTE_MS = 60_000;
const START = "2026-02-02T12:00:00Z";

async function start(slo: PluginSetting) {
  let use: { readonly store: Store; readonly history: History } | undefined;
  const spy = definePlugin({
    id: "spy",
    summary: "Has the services.",
    needs: { store: RawStore, history: History },
    setup: (services) => void (use = services),
  });
  const clock = fixedClock(START);
  const history = { interval: "5m", healthInterval: "1h", keep: "31d" };
  const server = await startServer({
    clock,
    config: { plugins: { spy, slo, history } },
  });
  if (use === undefined) throw new Error("the plugin did not start");
  const { store, history: past } = use;
  const read = async () =>
    MeasuredSloDiscovery.parse(await (await server.fetch("/api/slo")).json());
  return { server, clock, store, past, read };
}

/** A sample of a thousand requests of a node. */
function sample(minutesAgo: number, failures: number, slow: number, instance = "one") {
  const at = Date.parse(START) - minutesAgo * MINUTE_MS;
  const latencies = { [bucketOf(10)]: 1000 - slow, [bucketOf(400)]: slow };
  const counted = { requests: 1000, failures, latencies };
  const id = `${String(at).padStart(15, "0")} ${instance}`;
  return { id, instance, at, status: "ok", ...counted, checks: {} };
}

it("counts what all nodes have reached, and how fast the budget burns", async () => {
  const { store, read } = await start({ measured: true });
  await store
    .table("statusSamples")
    .insert([
      sample(2, 1, 20),
      sample(3, 3, 0, "two"),
      sample(40, 0, 0),
      sample(5 * 60, 0, 0),
      sample(2 * 24 * 60, 0, 0),
      sample(20 * 24 * 60, 1, 20),
    ]);
  const { objectives } = await read();
  expect(objectives).toMatchObject([
    {
      name: "availability",
      target: 99.9,
      unit: "percent",
      windowDays: 30,
      measured: {
        since: "2026-01-13T12:00:00.000Z",
        requests: 6000,
        reachedPercent: 99.9167,
        budgetLeftPercent: 16.6667,
        burnRates: [
          { window: "5m", since: "2026-02-02T11:55:00.000Z", rate: 2 },
          { window: "1h", since: "2026-02-02T11:00:00.000Z", rate: 1.3333 },
          { window: "6h", since: "2026-02-02T06:00:00.000Z", rate: 1 },
          { window: "3d", since: "2026-01-30T12:00:00.000Z", rate: 0.8 },
        ],
      },
    },
    {
      name: "latency_p99",
      target: 250,
      unit: "ms",
      measured: {
        reachedPercent: 99.3333,
        budgetLeftPercent: 33.3333,
        burnRates: [{ rate: 1 }, { rate: 0.6667 }, { rate: 0.5 }, { rate: 0.4 }],
      },
    },
  ]);
});

it("says from when on it knows, and of no rate where there was no request", async () => {
  const { clock, read } = await start({ measured: true });
  expect((await read()).objectives[0]?.measured).toEqual({
    since: new Date(clock.now()).toISOString(),
    requests: 0,
    burnRates: ["5m", "1h", "6h", "3d"].map((window) => ({
      window,
      since: new Date(clock.now()).toISOString(),
    })),
  });
});

it("leaves probes and scrapes out", async () => {
  const { server, past, clock, read } = await start({ measured: true });
  for (const path of ["/api/ping", "/api/health", "/api/ready", "/api/metrics"])
    expect((await server.fetch(path)).status).toBe(200);
  await server.fetch("/api/offices");
  await server.fetch("/nothing/here");
  clock.advance("1m");
  await past.sample();
  expect((await read()).objectives[0]?.measured).toMatchObject({
    requests: 2,
    reachedPercent: 100,
  });
});

it("states no more than the objectives by default", async () => {
  const { server } = await start({});
  const answer = await server.fetch("/api/slo");
  expect(await answer.json()).toMatchObject({
    objectives: [
      { name: "availability", target: 99.9, unit: "percent", windowDays: 30 },
      { name: "latency_p99", target: 250, unit: "ms" },
    ],
  });
  expect(await (await server.fetch("/api/slo")).text()).not.toContain("measured");
});

it("is spent by the first failure where the objective is 100 percent", async () => {
  const { store, read } = await start({ measured: true, availabilityPercent: 100 });
  await store.table("statusSamples").insert([sample(2, 1, 0)]);
  const measured = (await read()).objectives[0]?.measured;
  expect(measured?.reachedPercent).toBe(99.9);
  expect(measured).not.toHaveProperty("budgetLeftPercent");
});
