import { join } from "node:path";
import * as fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { definePlugin, type Plugin } from "waymark";
import preset from "waymark/preset";
import {
  EventBus,
  History,
  Store,
  type BusMessage,
  type EventBus as Bus,
  type History as Past,
  type Store as Data,
  type HealthReport,
} from "waymark/services";
import { createTestServer, fixedClock, type TestServer } from "waymark/testing";
import { z } from "zod";
import { bucketOf, Meter, percentiles } from "../../../plugins/shared/histogram.ts";
import { keyAt } from "../../../plugins/monitoring/history/rows.ts";
import { folderOf } from "../../_folder.ts";
import { until } from "../../_setup.ts";
import { RawStore } from "../../_raw-store.ts";

const QUARTER_MS = 900_000;
const START = "2026-01-02T03:00:00Z";

/** Parts of the service that tests pull at. */
let store: Data;
let past: Past;
let bus: Bus;
let pulse: HealthReport = { status: "ok" };
const part = definePlugin({
  id: "part",
  summary: "A part that tests pull at.",
  needs: { store: RawStore, history: History, bus: EventBus },
  setup(use) {
    ({ store, history: past, bus } = use);
  },
  health: () => ({ pulse: () => pulse }),
});

const ON = new Set([
  "rate-limit",
  "digest",
  "server-timing",
  "store",
  "event-bus",
  "ids",
  "health",
  "history",
  "jobs",
  "ping",
  "rate-limit-demo",
]);
const plugins: readonly Plugin[] = [...preset.filter(({ id }) => ON.has(id)), part];

const servers: TestServer[] = [];
const lines: string[] = [];
const log = { debug() {}, info: note, warn: note, error: note };
function note(message: string, fields: object = {}): void {
  lines.push(`${message} ${JSON.stringify(fields)}`);
}

/** A service whose history is recorded when a test says so, unless it sets intervals. */
async function start(
  history: object = {},
  {
    clock = fixedClock(START),
    file = ":memory:",
    more = [] as readonly Plugin[],
    config = {} as Readonly<Record<string, unknown>>,
  } = {},
): Promise<{ server: TestServer; clock: ReturnType<typeof fixedClock> }> {
  const server = await createTestServer({
    plugins: [...plugins, ...more],
    clock,
    log,
    config: {
      instance: "one",
      ...config,
      plugins: {
        store: { file },
        health: { cache: "0s" },
        history: { interval: "5m", healthInterval: "1h", ...history },
      },
    },
  });
  servers.push(server);
  return { server, clock };
}

afterEach(async () => {
  pulse = { status: "ok" };
  for (const server of servers.splice(0)) await server.close();
  lines.length = 0;
});

/** Looks twice: a finding becomes an incident with the second look. */
async function lookTwice(): Promise<void> {
  await past.look();
  await past.look();
}

async function rowsOf(
  name: "statusSamples" | "statusHours" | "statusIncidents",
): Promise<readonly object[]> {
  const query = { fields: undefined, filters: [], sort: [], limit: undefined, after: undefined };
  return (await store.table(name).list<object>(query)).items;
}

describe("the histogram", () => {
  it("gives percentiles of any latencies to 5 percent", () => {
    const latency = fc.double({ min: 0.07, max: 60_000, noNaN: true });
    fc.assert(
      fc.property(fc.array(latency, { minLength: 1, maxLength: 300 }), (latencies) => {
        const counts: Record<string, number> = {};
        for (const ms of latencies) counts[bucketOf(ms)] = (counts[bucketOf(ms)] ?? 0) + 1;
        const sorted = latencies.toSorted((a, b) => a - b);
        for (const share of [0.01, 0.5, 0.95, 0.99, 1]) {
          const exact = sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
          const [found = 0] = percentiles(counts, [share]) ?? [];
          expect(Math.abs(found - exact) / exact).toBeLessThan(0.05);
        }
      }),
    );
  });

  it.each([0, -1, Number.NaN, 1e-9])("takes %s as quick", (ms) => expect(bucketOf(ms)).toBe(0));

  it("has a last bucket for all that took longer", () => {
    expect(bucketOf(Infinity)).toBe(bucketOf(1e9));
    expect(percentiles({}, [0.5])).toBeUndefined();
  });

  it("gives each answer once", () => {
    const meter = new Meter();
    meter.record(200, 1);
    meter.record(503, 1);
    expect(meter.take()).toEqual({ requests: 2, failures: 1, latencies: { [bucketOf(1)]: 2 } });
    expect(meter.take()).toEqual({ requests: 0, failures: 0, latencies: {} });
  });
});

describe("samples", () => {
  it("tell what the interval was like, and no other", async () => {
    const { server, clock } = await start();
    await server.fetch("/api/limits");
    await server.fetch("/api/nothing");
    // One always refuses and the other is a probe, so they say nothing of the service.
    for (const path of ["/api/rate-limit-demo", "/api/ping"]) await server.fetch(path);
    pulse = { status: "degraded", detail: "slow" };
    await past.look();
    pulse = { status: "ok" };
    clock.advance("1m");
    await past.sample();
    clock.advance("1m");
    await past.sample();
    const at = new Date(START).getTime();
    expect(await rowsOf("statusSamples")).toEqual([
      {
        id: `00${at + 60_000} one`,
        instance: "one",
        at: at + 60_000,
        status: "degraded",
        requests: 2,
        failures: 0,
        latencies: expect.any(Object),
        checks: {
          "store:store": { status: "ok", ms: expect.any(Number) },
          "part:pulse": { status: "degraded", ms: expect.any(Number), degradedMs: 60_000 },
        },
        coveredMs: 60_000,
        degradedMs: 60_000,
      },
      expect.objectContaining({ at: at + 120_000, status: "ok", requests: 0, latencies: {} }),
    ]);
  });

  it("count 5xx as failures", async () => {
    const broken = definePlugin({
      id: "broken",
      summary: "Throws.",
      routes: {
        getBroken: {
          method: "GET",
          path: "/api/broken",
          summary: "Fail.",
          text: { mediaType: "text/plain" },
          cache: "no-store",
        },
      },
      handlers: () => ({
        getBroken: () => {
          throw new Error("no");
        },
      }),
    });
    const { server, clock } = await start({}, { more: [broken] });
    for (const path of ["/api/broken", "/api/limits"]) await server.fetch(path);
    clock.advance("1s");
    await past.sample();
    const { total } = await past.over(QUARTER_MS, 1);
    expect(total).toMatchObject({ samples: 1, requests: 2, failures: 1 });
  });

  it("T0: clients that ask for unknown methods break no objective", async () => {
    const { server, clock } = await start();
    for (let n = 0; n < 60; n++) await server.fetch("/api/limits", { method: "PROPFIND" });
    clock.advance("1s");
    await past.sample();
    const { total } = await past.over(QUARTER_MS, 1);
    expect(total).toMatchObject({ requests: 60, failures: 0 });
  });

  it("add up over instances and time; intervals without samples stay empty", async () => {
    const { clock } = await start();
    const now = clock.now();
    const sample = (instance: string, at: number, ms: number, status = "ok") => ({
      id: `00${at} ${instance}`,
      instance,
      at,
      status,
      requests: 10,
      failures: 1,
      latencies: { [bucketOf(ms)]: 10 },
      checks: { "part:pulse": { status, ms } },
    });
    await store
      .table("statusSamples")
      .insert([
        sample("one", now - 3 * QUARTER_MS, 1),
        sample("two", now - 3 * QUARTER_MS + 1, 100, "down"),
        sample("two", now - QUARTER_MS, 100),
        sample("two", now - 9 * QUARTER_MS, 100),
      ]);
    const { parts, total } = await past.over(QUARTER_MS, 4);
    expect(parts.map(({ samples, requests, status }) => [samples, requests, status])).toEqual([
      [2, 20, "down"],
      [0, 0, undefined],
      [1, 10, "ok"],
      [0, 0, undefined],
    ]);
    expect(parts[1]?.latencyMs).toBeUndefined();
    const [quick, slow] = [1, 100].map((ms) => percentiles({ [bucketOf(ms)]: 1 }, [1])?.[0]);
    expect(parts[0]?.latencyMs).toEqual({ p50: quick, p95: slow, p99: slow });
    expect(total).toMatchObject({
      from: parts[0]?.from,
      to: parts[3]?.to,
      samples: 3,
      requests: 30,
      failures: 3,
      checks: { "part:pulse": { status: "down", samples: 3, ok: 2, slowestMs: 100 } },
    });
    expect(parts[3]?.to).toBe(now + QUARTER_MS);
    expect((await past.over(2 * QUARTER_MS, 6)).total.samples).toBe(4);
    await expect(past.over(1000, 3)).rejects.toThrow(RangeError);
  });

  it("shows what was recorded a moment ago, also by somebody else who was late", async () => {
    const { clock } = await start();
    clock.advance("61s");
    await past.sample();
    // Since then, and not since the quarter of an hour began.
    expect((await past.latest(96 * QUARTER_MS, 1)).from).toBe(clock.now());
    expect((await past.over(QUARTER_MS, 2)).total.samples).toBe(1);
    const at = clock.now() - 60_000;
    await store.table("statusSamples").insert([
      {
        id: `00${at} two`,
        instance: "two",
        at,
        status: "ok",
        requests: 0,
        failures: 0,
        latencies: {},
        checks: {},
      },
    ]);
    clock.advance("1s");
    await past.sample();
    expect((await past.over(QUARTER_MS, 2)).total.samples).toBe(3);
  });

  it("are bounded in number, of all instances together", async () => {
    const { clock } = await start();
    const first = clock.now() - 50_010;
    await store.table("statusSamples").insert(
      Array.from({ length: 50_010 }, (_, index) => ({
        id: keyAt(first + index, "one"),
        instance: "one",
        at: first + index,
        status: "ok",
        requests: 0,
        failures: 0,
        latencies: {},
        checks: {},
      })),
    );
    clock.advance("1s");
    await past.sample();
    const { length } = await rowsOf("statusSamples");
    expect(length).toBeLessThanOrEqual(50_000);
    expect(length).toBeGreaterThan(49_900);
  });

  it("are removed when they are old", async () => {
    const { clock } = await start({ keep: "1h" });
    for (let i = 0; i < 3; i++) {
      clock.advance("1s");
      await past.sample();
    }
    clock.advance("2h");
    // Old ones go with every sixtieth sample.
    for (let i = 0; i < 60; i++) {
      clock.advance("1s");
      await past.sample();
    }
    expect(await rowsOf("statusSamples")).toHaveLength(60);
  });

  it("are taken on their own, each one write, and sent to clients", async () => {
    const clock = fixedClock(START);
    await start({ interval: "20ms", healthInterval: "10ms" }, { clock });
    const end = new AbortController();
    const messages: BusMessage[] = [];
    void (async () => {
      for await (const message of bus.subscribe({ signal: end.signal, idleMs: 60_000 }))
        messages.push(message);
    })();
    await until(async () => {
      clock.advance("1s");
      return (await rowsOf("statusSamples")).length > 2;
    });
    end.abort();
    expect(messages.find(({ kind }) => kind === "event")).toMatchObject({
      event: "status.sampled",
      data: { status: "ok" },
    });
  });
});

describe("time of trouble", () => {
  it("is as long as the incident, of which a look only sees moments", async () => {
    const { clock } = await start();
    await past.look();
    clock.advance("30s");
    pulse = { status: "down" };
    await lookTwice();
    clock.advance("4s");
    pulse = { status: "degraded" };
    await past.look();
    clock.advance("3s");
    pulse = { status: "ok" };
    await past.look();
    clock.advance("23s");
    await past.sample();
    const { total } = await past.over(QUARTER_MS, 1);
    const times = { coveredMs: 60_000, degradedMs: 3000, downMs: 4000 };
    expect(total).toMatchObject({ status: "down", ...times });
    expect(total.checks["part:pulse"]).toMatchObject({ status: "down", ok: 0, ...times });
    expect(total.checks["store:store"]).toMatchObject({ coveredMs: 60_000, downMs: 0 });
    const incident = (await past.incidents(10)).find(({ to }) => to === "down");
    expect((incident?.end ?? 0) - (incident?.start ?? 0)).toBe(4000);
  });

  it("is all of a sample that an earlier version recorded", async () => {
    const { clock } = await start();
    const old = { instance: "old", requests: 0, failures: 0, latencies: {} };
    const at = clock.now() - 60_000;
    const checks = { "part:pulse": { status: "ok" } };
    await store
      .table("statusSamples")
      .insert([{ ...old, id: `00${at} old`, at, status: "down", checks }]);
    const { total } = await past.over(QUARTER_MS, 2);
    expect([total.coveredMs, total.downMs, total.checks["part:pulse"]?.downMs]).toEqual([
      60_000, 60_000, 0,
    ]);
  });
});

describe("sums of hours", () => {
  const HOUR_MS = 4 * QUARTER_MS;
  const DAY_MS = 24 * HOUR_MS;
  const row = (instance: string, at: number, downMs = 0) => ({
    id: `${String(at).padStart(15, "0")} ${instance}`,
    instance,
    at,
    status: downMs > 0 ? "down" : "ok",
    requests: 10,
    failures: 1,
    latencies: { [bucketOf(5)]: 10 },
    checks: { "part:pulse": { status: "ok", ms: 3 } },
    coveredMs: 60_000,
    downMs,
  });

  it("remain when the samples are gone, of all instances, and over a restart", async () => {
    const file = join(folderOf(), "w.db");
    const { clock } = await start({ keep: "1d" }, { file });
    const old = clock.now() - 60 * DAY_MS;
    await store
      .table("statusSamples")
      .insert([row("one", old), row("two", old + 1, 500), row("one", old + HOUR_MS)]);
    clock.advance("1s");
    await past.sample(); // sums them up, and then removes them
    expect((await rowsOf("statusSamples")).length).toBe(1);
    const expected = { samples: 3, requests: 30, failures: 3, downMs: 500, coveredMs: 180_000 };
    const days = async () => {
      const { parts, total } = await past.over(DAY_MS, 90);
      return [parts.filter(({ samples }) => samples > 0).map(({ from }) => from)[0], total];
    };
    const first = Math.floor(old / DAY_MS) * DAY_MS;
    // With the sample of now.
    expect(await days()).toEqual([first, expect.objectContaining({ ...expected, samples: 4 })]);
    expect(await past.latest(90 * DAY_MS, 50)).toMatchObject({
      requests: 30,
      failures: 3,
      slow: 0,
    });

    await servers.pop()?.close();
    await start({ keep: "1d" }, { clock, file });
    clock.advance("1s");
    await past.sample();
    expect(await days()).toEqual([first, expect.objectContaining({ ...expected, samples: 5 })]);
    expect(await rowsOf("statusHours")).toHaveLength(2);
    clock.advance("40d");
    await past.sample();
    expect(((await days())[1] as { requests: number }).requests).toBe(0);
    expect(await rowsOf("statusHours")).toHaveLength(1);
  });

  it("count no sample twice while both are there, and wait for instances that are late", async () => {
    const { clock } = await start();
    const at = clock.now() - 2 * HOUR_MS;
    await store.table("statusSamples").insert([row("one", at)]);
    const [one, two] = [past.sample(), past.sample()];
    await Promise.all([one, two]);
    expect(await rowsOf("statusHours")).toHaveLength(1);
    expect((await past.over(QUARTER_MS, 96)).total.requests).toBe(10);
    clock.advance("1h");
    await past.sample();
    // The hour that has just ended may still grow.
    expect(await rowsOf("statusHours")).toHaveLength(1);
    clock.advance("5m");
    await past.sample();
    expect(await rowsOf("statusHours")).toHaveLength(2);
  });
});

it("reads many samples in slices, between which requests are answered (E17)", async () => {
  const { clock } = await start();
  const rows = Array.from({ length: 3000 }, (_, n) => {
    const at = clock.now() - n * 1000;
    return {
      id: `${String(at).padStart(15, "0")} one`,
      instance: "one",
      at,
      status: "ok",
      requests: 1,
      failures: 0,
      latencies: { 10: 1 },
      checks: {},
    };
  });
  await store.table("statusSamples").insert(rows);
  let turns = 0;
  let counting = true;
  const count = () => {
    turns++;
    if (counting) setImmediate(count);
  };
  setImmediate(count);
  const { total } = await past.over(QUARTER_MS, 8);
  counting = false;
  expect(total.samples).toBe(rows.length);
  expect(turns).toBeGreaterThanOrEqual(rows.length / 100 - 1);
});

describe("a kept list", () => {
  it("outlives samples, and no change of its own table (B10)", async () => {
    let made = 0;
    const Thing = z.object({ id: z.string() });
    const things = definePlugin({
      id: "things",
      summary: "Counts how often its list is made.",
      needs: { store: Store },
      tables: { things: { of: Thing, key: "id" } },
      schemas: { Thing },
      routes: {
        listThings: {
          method: "GET",
          path: "/api/things",
          summary: "List things.",
          list: { of: Thing, as: "things", name: "ThingsList" },
          cache: { scope: "public", maxAge: "1h" },
        },
      },
      handlers: (use) => ({
        async listThings() {
          made++;
          const query = { fields: undefined, filters: [], sort: [], limit: 10, after: undefined };
          return (await use.store.table("things").list<{ id: string }>(query)).items;
        },
      }),
    });
    const { server, clock } = await start({}, { more: [things] });
    const list = async () => (await server.request("/api/things")).json();
    const [before, versionBefore] = [await list(), store.version()];
    await list(); // the first one showed which tables the handler reads
    const madeBefore = made;
    clock.advance("1m");
    await past.sample();
    expect(await rowsOf("statusSamples")).toHaveLength(1);
    expect(await list()).toEqual(before);
    expect([made, store.version()]).toEqual([madeBefore, versionBefore]); // which `data.changed` follows
    await store.table("things").insert([{ id: "new" }]);
    expect(await list()).toMatchObject({ things: [{ id: "new" }] });
    expect(store.version()).toBeGreaterThan(versionBefore ?? Infinity);
  });
});

describe("incidents", () => {
  it("open with a check that fails, change with it, and end when it recovers", async () => {
    const { clock } = await start();
    const at = clock.now();
    await past.look();
    expect(await past.incidents(10)).toEqual([]);
    pulse = { status: "degraded", detail: "slow <b>" };
    await lookTwice();
    clock.advance("1m");
    await past.look();
    pulse = { status: "down" };
    await lookTwice();
    clock.advance("1m");
    pulse = { status: "ok" };
    await past.look();
    clock.advance("1m");
    await past.look();
    const one = (subject: string) => async () =>
      (await past.incidents(10))
        .filter((incident) => incident.subject === subject)
        .map((row) => [row.from, row.to, row.detail, row.start, row.end, row.here]);
    const down = ["degraded", "down", undefined, at + 60_000, at + 120_000, true];
    expect(await one("part:pulse")()).toEqual([
      down,
      ["ok", "degraded", "slow <b>", at, at + 60_000, true],
    ]);
    expect(await one("service")()).toEqual([
      down,
      ["ok", "degraded", undefined, at, at + 60_000, true],
    ]);
  });

  it("S15: are not what one look has found alone", async () => {
    const { clock } = await start();
    for (const status of ["ok", "down", "ok", "degraded", "ok"] as const) {
      pulse = { status };
      clock.advance("5s");
      await past.look();
    }
    expect(await past.incidents(10)).toEqual([]);
  });

  it("are noticed within moments, and published", async () => {
    const { clock } = await start({ healthInterval: "1s" });
    const end = new AbortController();
    const events: unknown[] = [];
    void (async () => {
      for await (const message of bus.subscribe({ signal: end.signal, idleMs: 60_000 }))
        if (message.kind === "event") events.push(message);
    })();
    pulse = { status: "down" };
    await until(() => {
      clock.advance("1s");
      return events.length === 2;
    });
    end.abort();
    expect(events).toMatchObject([
      { event: "status.changed", data: { subject: "service", from: "ok", to: "down" } },
      { event: "status.changed", data: { subject: "part:pulse", from: "ok", to: "down" } },
    ]);
  });

  it("go on over a restart on the same file, as do samples", async () => {
    const file = join(folderOf(), "w.db");
    const clock = fixedClock(START);
    const at = clock.now();
    const first = await start({}, { clock, file });
    pulse = { status: "down" };
    await past.look();
    await first.server.fetch("/api/limits");
    clock.advance("10s");
    await servers.pop()?.close(); // ends the interval that is not over
    clock.advance("10s");
    await start({}, { clock, file });
    expect((await past.over(QUARTER_MS, 1)).total).toMatchObject({ samples: 1, requests: 1 });
    await past.look();
    expect((await past.incidents(10)).map((row) => [row.start, row.end])).toEqual([
      [at, undefined],
      [at, undefined],
    ]);
    pulse = { status: "ok" };
    await past.look();
    expect((await past.incidents(10)).map((row) => [row.start, row.end])).toEqual([
      [at, at + 20_000],
      [at, at + 20_000],
    ]);
  });

  it("are those of an instance, also where all instances have one public address (A14)", async () => {
    const file = join(folderOf(), "w.db");
    const clock = fixedClock(START);
    const config = { baseUrl: "https://api.example.org", instance: undefined };
    await start({}, { clock, file, config });
    pulse = { status: "down" };
    await past.look();
    pulse = { status: "ok" };
    await start({}, { clock, file, config });
    await past.look();
    expect((await past.incidents(10)).map(({ end, here }) => [end, here])).toEqual([
      [undefined, false],
      [undefined, false],
    ]);
  });

  it("end with an instance that is gone, where it was last seen", async () => {
    const file = join(folderOf(), "w.db");
    const clock = fixedClock(START);
    await start({}, { clock, file, config: { instance: "gone" } });
    pulse = { status: "down" };
    clock.advance("1m");
    await past.sample();
    const seen = clock.now();
    await servers.pop()?.close();
    pulse = { status: "ok" };
    await start({}, { clock, file });
    await past.sample();
    expect((await past.incidents(10)).map(({ end, here }) => [end, here])).toEqual([
      [undefined, false],
      [undefined, false],
    ]);
    clock.advance("1h");
    await past.sample();
    expect((await past.incidents(10)).map(({ end }) => end)).toEqual([seen, seen]);
  });

  it("are bounded in number", async () => {
    const { clock } = await start();
    for (let i = 0; i < 210; i++) {
      pulse = { status: i % 2 === 0 ? "down" : "ok" };
      clock.advance("1s");
      await lookTwice();
    }
    // Each came and went, and has one row for both.
    expect((await rowsOf("statusIncidents")).length).toBeLessThanOrEqual(200);
  });
});

describe("a store that fails", () => {
  it("is logged once, stops nothing, and gets the incidents once it works again", async () => {
    let broken = false;
    const { clock } = await start();
    const table = store.table("statusIncidents");
    const insert = table.insert.bind(table);
    const samples = store.table("statusSamples");
    const insertSample = samples.insert.bind(samples);
    const failing =
      (real: typeof insert): typeof insert =>
      async (rows) => {
        if (broken) throw new Error("the disk is full");
        await real(rows);
      };
    table.insert = failing(insert);
    samples.insert = failing(insertSample);
    broken = true;
    pulse = { status: "down", detail: "out" };
    for (let i = 0; i < 3; i++) {
      clock.advance("1s");
      await past.sample();
    }
    expect(lines.filter((line) => line.includes("the disk is full"))).toHaveLength(2);
    broken = false;
    clock.advance("1s");
    await past.sample();
    expect(await past.incidents(10)).toMatchObject([
      { subject: "service", start: new Date(START).getTime() + 1000 },
      { subject: "part:pulse", start: new Date(START).getTime() + 1000, detail: "out" },
    ]);
    expect(await rowsOf("statusSamples")).toHaveLength(1);
  });
});

describe("options", () => {
  it.each([
    { interval: "0s" },
    { interval: "6m" },
    { healthInterval: "0ms" },
    { keep: "32d" },
    { keepHours: "401d" },
  ])("refuse %o", async (options) => {
    await expect(start(options)).rejects.toThrow(/history/);
  });
});
