import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { definePlugin, Histogram, service, type Plugin } from "waymark";
import { z } from "zod";
import { Peak } from "../../../plugins/monitoring/metrics/peak.ts";
import { startOtherService } from "../../_other-service.ts";
import { silentLog } from "../../../kernel/host/support/log.ts";
import type { Runtime, NumberMetric } from "waymark/services";
import { expose } from "../../../plugins/monitoring/metrics/exposition.ts";
import { requestFamilies } from "../../../plugins/monitoring/metrics/families.ts";
import { createMeasurements } from "../../../plugins/monitoring/metrics/measurements.ts";
import { BUCKETS, Recorder } from "../../../plugins/monitoring/metrics/recorder.ts";
import { rooms } from "../writes/_receiver.ts";
import { folderOf } from "../../_folder.ts";
import { describeMatrix, json, jsonRequest, startServer, type Ask } from "../../_setup.ts";

const PROMETHEUS_0 = "text/plain; version=0.0.4; charset=utf-8";
const PROMETHEUS_1 = "text/plain; version=1.0.0; charset=utf-8";
const OPENMETRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";

interface Measured {
  readonly uptimeSeconds: number;
  readonly requests: {
    readonly total: number;
    readonly inFlight: number;
    readonly byStatusClass: Readonly<Record<string, number>>;
  };
  readonly latencyMs: Readonly<Record<"p50" | "p95" | "p99", number>>;
  readonly process: Readonly<Record<string, number>>;
}

async function scrape(ask: Ask, accept: string): Promise<string> {
  return (await ask("/api/metrics", { headers: { accept } })).text();
}

/** Names and labels of the samples, without their values. */
function seriesOf(text: string): readonly string[] {
  return text
    .split("\n")
    .flatMap((line) => (/^[a-z]/.test(line) ? [line.split(" ")[0] ?? ""] : []));
}

/** A clock by which no periodic task is due, as its first run may add series. */
const clock = { now: () => Date.now(), after: () => () => undefined };

describeMatrix(
  "/api/metrics",
  { clock, config: { plugins: { "rate-limit": { limit: 100_000 } } } },
  (ask) => {
    it.each([
      ["*/*", "application/json"],
      ["text/plain;version=0.0.4", PROMETHEUS_0],
      ["text/plain;version=1.0.0;escaping=allow-utf-8;q=0.4,*/*;q=0.2", PROMETHEUS_1],
      [
        "application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5,*/*;q=0.1",
        OPENMETRICS,
      ],
    ])("answers %s with %s", async (accept, contentType) => {
      const answer = await ask("/api/metrics", { headers: { accept } });
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toBe(contentType);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.get("vary")).toMatch(/\bAccept\b/);
      expect((await answer.text()).endsWith("# EOF\n")).toBe(contentType === OPENMETRICS);
    });

    it("counts what was answered, itself not yet", async () => {
      const measure = async () => json<Measured & { _links: object }>(await ask("/api/metrics"));
      const before = await measure();
      await ask("/api/brains");
      await ask("/api/nothing");
      await ask("/api/brains", { method: "HEAD" });
      await ask("/health");
      const after = await measure();
      const grown = (of: string) =>
        (after.requests.byStatusClass[of] ?? 0) - (before.requests.byStatusClass[of] ?? 0);
      expect(after.requests.total - before.requests.total).toBe(5);
      expect({
        "2xx": grown("2xx"),
        "3xx": grown("3xx"),
        "4xx": grown("4xx"),
        "5xx": grown("5xx"),
      }).toEqual({
        "2xx": 3,
        "3xx": 1,
        "4xx": 1,
        "5xx": 0,
      });
      expect(after.requests.inFlight).toBe(1);
      expect(after.uptimeSeconds).toBeGreaterThan(before.uptimeSeconds);
      const { p50, p95, p99 } = after.latencyMs;
      expect([p50 > 0, p95 >= p50, p99 >= p95]).toEqual([true, true, true]);
      expect(after.process["rssBytes"]).toBeGreaterThan(after.process["heapUsedBytes"] ?? Infinity);
      expect(after._links).toMatchObject({ observability: { href: "/api/observability" } });
    });

    it("has the same series for every path that clients request", async () => {
      const method = (i: number) => (i % 2 === 0 ? "GET" : "PUT");
      for (const i of [0, 1]) await (await ask("/api/nothing", { method: method(i) })).text();
      await scrape(ask, "text/plain");
      const before = seriesOf(await scrape(ask, "text/plain"));
      for (let i = 0; i < 300; i++)
        await (await ask(`/${Math.random()}/${i}?${i}`, { method: method(i) })).text();
      const after = seriesOf(await scrape(ask, "text/plain"));
      expect(after).toEqual(before);
      expect(new Set(after).size).toBe(after.length);
    });
  },
);

describe("the exposition", async () => {
  const recorder = new Recorder();
  recorder.record(recorder.series("a.b", "GET"), 200, 0.5);
  recorder.record(recorder.series("a.b", "GET"), 200, 1);
  recorder.record(recorder.series("a.b", "GET"), 503, 2000);
  recorder.record(recorder.series('odd "name"\n\\', "GET"), 404, 100_000);
  const measurements = createMeasurements({
    recorder,
    operations: { all: [] },
    process: {
      read: () => ({
        rssBytes: 2,
        heapUsedBytes: 1,
        externalBytes: 3,
        lagMs: { mean: 1.5, p50: 1, p99: 2, max: 3 },
        collections: new Histogram([1]),
      }),
      close() {},
    },
    runtime: {
      registry: { revision: "f00d", app: { version: "1.2.3" } },
      instance: { name: "north" },
      ready: true,
      draining: false,
      reloads: { failed: 2, lastFailed: true, appliedAt: 5000 },
      counts: { listHits: 3, listMisses: 1, requestsCut: 0, requestsWaiting: 0 },
      queues: [],
      of: () => [
        {
          plugin: "mail-box",
          name: "letters_sent_total",
          value: {
            help: "Letters.",
            type: "counter",
            read: () => [
              { labels: { kind: "air" }, value: 3 },
              { labels: { kind: "sea" }, value: 4 },
            ],
          },
        },
        {
          plugin: "mail-box",
          name: "queue",
          value: { help: "Wait.", type: "gauge", read: () => 0.5 },
        },
      ],
    } as unknown as Runtime, // the parts that are read
    clock: { now: () => 4000 },
    log: silentLog,
  });
  const families = await measurements.families();

  it("cumulates buckets up to the count", async () => {
    const lines = expose(families, "prometheus").split("\n");
    const samples = lines.filter(
      (line) => line.includes("duration_seconds") && line.includes('"a.b"'),
    );
    expect(samples.length).toBe(BUCKETS.length + 3);
    expect(samples).toEqual(
      expect.arrayContaining([
        'http_request_duration_seconds_bucket{route="a.b",method="GET",le="0.001"} 2',
        'http_request_duration_seconds_bucket{route="a.b",method="GET",le="1.0"} 2',
        'http_request_duration_seconds_bucket{route="a.b",method="GET",le="2.5"} 3',
        'http_request_duration_seconds_bucket{route="a.b",method="GET",le="+Inf"} 3',
        'http_request_duration_seconds_count{route="a.b",method="GET"} 3',
      ]),
    );
    expect(lines).toEqual(
      expect.arrayContaining([
        'waymark_build_info{version="1.2.3",revision="f00d",node="north"} 1',
        'registry_info{revision="f00d"} 1',
        "waymark_ready 1",
        "config_last_reload_success_timestamp_seconds 5",
        'waymark_kept_lists_total{kept="hit"} 3',
      ]),
    );
    expect(lines).toContain("nodejs_eventloop_lag_mean_seconds 0.0015");
  });

  it("has what plugins measure behind their names", async () => {
    const lines = expose(families, "prometheus").split("\n");
    expect(lines).toEqual(
      expect.arrayContaining([
        "# TYPE mail_box_letters_sent_total counter",
        'mail_box_letters_sent_total{kind="air"} 3',
        'mail_box_letters_sent_total{kind="sea"} 4',
        "mail_box_queue 0.5",
      ]),
    );
  });

  it("escapes labels", async () => {
    expect(expose(families, "prometheus")).toContain(
      'http_requests_total{route="odd \\"name\\"\\n\\\\",method="GET",status="4xx",code="404"} 1\n',
    );
  });

  it("is OpenMetrics on request: counters are declared without their suffix, and the end is marked", async () => {
    const text = expose(families, "openmetrics");
    expect(text).toContain("# TYPE http_requests counter\n");
    expect(text).toContain(
      'http_requests_total{route="a.b",method="GET",status="5xx",code="503"} 1\n',
    );
    expect(text).not.toContain("\n\n");
    expect(text.endsWith("\n# EOF\n")).toBe(true);
  });

  it("keeps methods and statuses apart, as far as they are known", async () => {
    const counting = new Recorder();
    for (const [method, status] of [
      ["HEAD", 200],
      ["BREW", 405],
      ["STIR", 405],
      ["GET", 299],
    ] as const)
      counting.record(counting.series("a.b", method), status, 1);
    const text = expose(requestFamilies(counting), "prometheus");
    expect(text).toContain('{route="a.b",method="HEAD",status="2xx",code="200"} 1\n');
    expect(text).toContain('{route="a.b",method="other",status="4xx",code="405"} 2\n');
    expect(text).toContain('{route="a.b",method="GET",status="2xx",code="other"} 1\n');
    expect(counting.answered(2)).toBe(2);
  });

  it("names the trace of a sampled request, only while somebody traces and only in OpenMetrics", async () => {
    const traced = new Recorder();
    const series = traced.series("a.b", "GET");
    const [traceId, spanId] = ["a".repeat(32), "b".repeat(16)];
    let isSampled = true;
    const end = traced.addExemplars(
      { active: () => ({ traceId, spanId, isSampled, traceparent: "" }) },
      { now: () => 1500 },
    );
    traced.record(series, 200, 20);
    isSampled = false;
    traced.record(series, 200, 2000);
    end();
    isSampled = true;
    traced.record(series, 200, 200);
    const exemplars = (format: "prometheus" | "openmetrics") =>
      expose(requestFamilies(traced), format)
        .split("\n")
        .filter((line) => line.includes("trace_id"));
    expect(exemplars("openmetrics")).toEqual([
      `http_request_duration_seconds_bucket{route="a.b",method="GET",le="0.025"} 1 # {trace_id="${traceId}",span_id="${spanId}"} 0.02 1.5`,
    ]);
    expect(exemplars("prometheus")).toEqual([]);
  });

  const promtool = spawnSync("promtool", ["--version"]).status === 0;
  // On our own machines only: the checks of a change install it.
  it.skipIf(!promtool && process.env["CI"] === undefined)(
    promtool
      ? "passes promtool"
      : "passes promtool, which is not installed (apt install prometheus)",
    async () => {
      const { status, stdout, stderr, error } = spawnSync("promtool", ["check", "metrics"], {
        input: expose(families, "prometheus"),
        encoding: "utf8",
      });
      expect({ status, stdout, stderr, error }).toEqual({
        status: 0,
        stdout: "",
        stderr: "",
        error: undefined,
      });
    },
  );
});

it("has an alias where scrapers look, on request", async () => {
  const server = await startServer({ config: { plugins: { metrics: { alias: true } } } });
  const alias = await server.fetch("/metrics", { redirect: "manual" });
  expect([alias.status, alias.headers.get("location")]).toEqual([308, "/api/metrics"]);
});

describe("O4: what the server does for its answers", () => {
  const others = definePlugin({
    id: "others",
    summary: "Asks another service.",
    routes: {
      ask: {
        method: "GET",
        path: "/others",
        summary: "Ask another service.",
        query: z.object({ url: z.string() }),
        returns: z.object({ status: z.number() }),
        cache: "no-store",
      },
    },
    handlers: () => ({
      ask: async ({ query, fetch: send }) => ({ status: (await send(query.url)).status }),
    }),
  }) as Plugin;

  it("is timed by table and kind, by outcome, and by host and status", async () => {
    const other = await startOtherService((_request, response) => response.writeHead(204).end());
    const server = await startServer({ config: { plugins: { others } } });
    const count = async (series: string) => {
      const answer = await server.fetch("/api/metrics", { headers: { accept: "text/plain" } });
      const [, value = "0"] = (await answer.text()).split(`\n${series} `);
      return Number.parseInt(value, 10);
    };
    const selects = 'store_statement_seconds_count{table="offices",kind="select"}';
    const before = await count(selects);
    await server.fetch("/api/offices?limit=1&sort=-name");
    expect(await count(selects)).toBeGreaterThan(before);
    await server.fetch(`/others?url=${other.origin}/`);
    await server.fetch("/others?url=http://127.0.0.1:1/");
    expect(await count('http_client_seconds_count{host="127.0.0.1",code="204"}')).toBe(1);
    expect(await count('http_client_seconds_count{host="127.0.0.1",code="none"}')).toBe(1);
  });

  it("has its waits for locks of another process", async () => {
    const file = join(folderOf(), "waymark.db");
    const server = await startServer({ config: { plugins: { store: { file }, rooms } } });
    const series = 'store_lock_wait_seconds_count{outcome="granted"} 1';
    const look = async () =>
      (await server.fetch("/api/metrics", { headers: { accept: "text/plain" } })).text();
    expect(await look()).not.toContain("store_lock_wait_seconds_count");
    const other = new DatabaseSync(file);
    onTestFinished(() => other.close());
    // On a busy machine a write may come only after the lock is gone.
    const write = async () => {
      other.exec("begin immediate");
      const written = server.fetch("/api/rooms/a", jsonRequest("PUT", { id: "a", name: "A" }));
      await new Promise((resolve) => setTimeout(resolve, 100));
      other.exec("rollback");
      expect((await written).ok).toBe(true);
      return look();
    };
    await expect.poll(write).toContain(series);
  });

  it("is not looked at while metrics is off", () => {
    // In a process of its own: other files may have servers in this one.
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [join(import.meta.dirname, "_tracepoints.ts")],
      { encoding: "utf8" },
    );
    expect({ stderr, timed: JSON.parse(stdout) }).toEqual({
      stderr: "",
      timed: { on: ["statement", "transaction", "fetch"], stopped: [], off: [] },
    });
  });

  it("shows the most requests in flight, also after they are answered", () => {
    const recorder = new Recorder();
    for (let at = 0; at < 7; at++) recorder.begin();
    for (let at = 0; at < 7; at++) recorder.end();
    const text = expose(requestFamilies(recorder), "prometheus");
    expect(text).toContain("\nhttp_requests_in_flight 0\n");
    expect(text).toContain("\nhttp_requests_in_flight_max 7\n");
    // Another scraper, or a visitor, does not reset it.
    expect(recorder.mostInFlight).toBe(7);
  });

  it("keeps a peak for a minute, and forgets it after two", () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const peak = new Peak();
    peak.note(5);
    vi.advanceTimersByTime(61_000);
    expect(peak.read(1)).toBe(5);
    vi.advanceTimersByTime(61_000);
    expect(peak.read(1)).toBe(1);
  });
});

describe("percentiles", () => {
  it("are 0 before the first answer", () => {
    expect(new Recorder().percentiles([0.5, 0.99])).toEqual([0, 0]);
  });

  it("are those of the latest answers", () => {
    const recorder = new Recorder();
    for (let ms = 1; ms <= 100; ms++) recorder.record(recorder.series("a", "GET"), 200, ms);
    recorder.record(recorder.series("a", "GET"), 200, 5000, false); // a probe
    expect(recorder.percentiles([0.5, 0.95, 0.99, 1])).toEqual([50, 95, 99, 100]);
    for (let i = 0; i < 2000; i++) recorder.record(recorder.series("a", "GET"), 200, 7);
    expect(recorder.percentiles([0.5, 1])).toEqual([7, 7]);
  });
});

describe("metrics of other plugins", () => {
  const measuring = (read: NumberMetric["read"]) =>
    definePlugin({
      id: "mail-box",
      summary: "Measures.",
      metrics: () => ({ queue: { help: "Letters that wait.", type: "gauge", read } }),
    });

  it.each<[what: string, read: NumberMetric["read"], expected: object]>([
    ["are published", () => 7, { "mail-box": { queue: 7 } }],
    ["are published before they have a first value", () => [], { "mail-box": { queue: [] } }],
    [
      "are left out when they cannot be read",
      () => {
        throw new Error("the lid is stuck");
      },
      {},
    ],
    ["are left out when they are not a number", () => Number.NaN, {}],
  ])("%s", async (_what, read, expected) => {
    const server = await startServer({ config: { plugins: { "mail-box": measuring(read) } } });
    const { plugins } = await json<{ plugins: Record<string, object> }>(
      await server.fetch("/api/metrics"),
    );
    const { events, ...others } = plugins;
    expect(others).toEqual(expected);
    expect(events).toEqual({ open_streams: 0 });
    const scraped = await server.fetch("/api/metrics", { headers: { accept: "text/plain" } });
    expect((await scraped.text()).includes("\n# TYPE mail_box_queue gauge\n")).toBe(
      "mail-box" in expected,
    );
  });

  it("are for scrapers alone when they are details, as histograms are", async () => {
    const Waits = service<Histogram>("waits");
    const plugin = definePlugin({
      id: "mail-box",
      summary: "Measures.",
      provides: { waits: Waits },
      setup: () => ({ waits: new Histogram([0.5, 2]) }),
      routes: {
        takeLetter: {
          method: "GET",
          path: "/letter",
          summary: "Take a letter.",
          text: { mediaType: "text/plain" },
          cache: "no-store",
        },
      },
      handlers: ({ waits }) => ({
        takeLetter: () => {
          waits.observe(1, { by: "air" });
          return "Dear all";
        },
      }),
      metrics: ({ waits }) => ({
        wait_seconds: { help: "Wait.", type: "histogram", of: waits },
        queue: { help: "Letters.", type: "gauge", detail: true, read: () => 3 },
      }),
    });
    const server = await startServer({ config: { plugins: { "mail-box": plugin } } });
    await server.fetch("/letter");
    expect(await json(await server.fetch("/api/metrics"))).not.toHaveProperty("plugins.mail-box");
    const scraped = await server.fetch("/api/metrics", { headers: { accept: "text/plain" } });
    expect((await scraped.text()).split("\n")).toEqual(
      expect.arrayContaining([
        "# TYPE mail_box_wait_seconds histogram",
        'mail_box_wait_seconds_bucket{by="air",le="0.5"} 0',
        'mail_box_wait_seconds_bucket{by="air",le="2.0"} 1',
        'mail_box_wait_seconds_bucket{by="air",le="+Inf"} 1',
        'mail_box_wait_seconds_sum{by="air"} 1',
        "mail_box_queue 3",
      ]),
    );
  });
});
