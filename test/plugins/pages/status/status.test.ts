import { XMLValidator } from "fast-xml-parser";
import * as fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { definePlugin, type Plugin } from "waymark";
import preset from "waymark/preset";
import { implemented, offered } from "../../../_offered.ts";
import {
  History,
  type History as Past,
  type HistoryPart,
  type Store as Data,
  type HealthReport,
} from "waymark/services";
import { createTestServer, fixedClock, type FixedClock, type TestServer } from "waymark/testing";
import { bucketOf } from "../../../../plugins/shared/histogram.ts";
import { statusBadge } from "../../../../plugins/pages/status/badge.ts";
import { barRow, levelOf } from "../../../../plugins/pages/shared/charts/bars.ts";
import { lineChart, scaleFor, stepsOf } from "../../../../plugins/pages/shared/charts/lines.ts";
import { availabilityPercent, uptimePercent } from "../../../../plugins/pages/status/info.ts";
import { plainName } from "../../../../plugins/pages/status/names.ts";
import { durationText, formatOf } from "../../../../plugins/pages/shared/format.ts";
import { StatusSummary } from "../../../../schemas/status-summary.ts";
import { json } from "../../../_setup.ts";
import { RawStore } from "../../../_raw-store.ts";

const MINUTE_MS = 60_000;

/** Parts of the service that tests pull at. */
let store: Data;
let past: Past;
let pulse: HealthReport = { status: "ok" };
const part = definePlugin({
  id: "part",
  summary: "A part that tests pull at.",
  needs: { store: RawStore, history: History },
  setup(use) {
    ({ store, history: past } = use);
  },
  health: () => ({ pulse: () => pulse }),
});

const servers: TestServer[] = [];
async function start(
  settings: Readonly<Record<string, object | false>> = {},
  plugins: readonly Plugin[] = [...preset, part],
): Promise<{ server: TestServer; clock: FixedClock }> {
  const clock = fixedClock("2026-01-02T03:00:00Z");
  const server = await createTestServer({
    plugins,
    clock,
    config: {
      instance: "one",
      plugins: {
        health: { cache: "0s" },
        history: { interval: "5m", healthInterval: "1h" },
        ...settings,
      },
    },
  });
  servers.push(server);
  return { server, clock };
}
afterEach(async () => {
  pulse = { status: "ok" };
  for (const server of servers.splice(0)) await server.close();
});

async function page(
  server: TestServer,
  language = "en",
  accept = "text/html",
  path = "/status",
): Promise<string> {
  const answer = await server.fetch(path, {
    headers: { accept, "accept-language": language },
  });
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(answer.headers.get("content-language")).toBe(language);
  return answer.text();
}

/** A sample `minutesAgo`, with ten requests of `ms` each. */
function sample(clock: FixedClock, minutesAgo: number, ms: number, failures = 0): object {
  const at = clock.now() - minutesAgo * MINUTE_MS;
  return {
    id: `00${at} one`,
    instance: "one",
    at,
    status: failures > 0 ? "degraded" : "ok",
    requests: 10,
    failures,
    latencies: { [bucketOf(ms)]: 10 },
    checks: { "part:pulse": { status: failures > 0 ? "degraded" : "ok" } },
  };
}

/** The sums of an hour `minutesAgo`. */
function hour(clock: FixedClock, minutesAgo: number, downMs = 0): object {
  const at = Math.floor((clock.now() - minutesAgo * MINUTE_MS) / (60 * MINUTE_MS)) * 60 * MINUTE_MS;
  const status = downMs > 0 ? "down" : "ok";
  const times = { coveredMs: 60 * MINUTE_MS, degradedMs: 0, downMs };
  return {
    id: `00${at}`,
    at,
    samples: 60,
    requests: 0,
    failures: 0,
    status,
    latencies: {},
    checks: { "part:pulse": { status, samples: 60, ok: 59, slowestMs: 1, ...times } },
    ...times,
  };
}

describe("the page", () => {
  it.each([
    [
      "en",
      "All systems are working",
      "No data yet",
      "No incidents in the last 7 days",
      "Not enough data yet",
    ],
    [
      "es",
      "Todos los sistemas funcionan",
      "Todavía no hay datos",
      "Ninguna incidencia en los últimos 7 días",
      "Todavía no hay datos suficientes",
    ],
  ])(
    "in %s says after a fresh start that all is well and that no data is there yet",
    async (language, ...texts) => {
      const { server } = await start();
      const text = await page(server, language);
      for (const wanted of texts) expect(text).toContain(wanted);
      expect(text).not.toMatch(/style="|undefined|NaN|\[object/);
      expect(text).toContain(`data-events="/api/events"`);
    },
  );

  it.each([
    ["en", "Some systems are impaired", "Disruption: Pulse", "Ongoing", "since", "lasted 5 min"],
    [
      "es",
      "Algunos sistemas tienen problemas",
      "Problemas: Pulse",
      "En curso",
      "desde",
      "duró 5 min",
    ],
  ])(
    "in %s shows what is wrong, since when, and what was, without the raw reasons",
    async (language, ...texts) => {
      const { server, clock } = await start();
      pulse = { status: "degraded", detail: `<script>alert("1")</script> & so on` };
      await past.look();
      await past.look();
      clock.advance("5m");
      pulse = { status: "ok" };
      await past.look();
      await past.look();
      pulse = { status: "degraded", detail: "<img src=x>" };
      clock.advance("5m");
      await past.look();
      await past.look();
      clock.advance("1m");
      const text = await page(server, language);
      for (const wanted of texts) expect(text).toContain(wanted);
      // Details may hold addresses: operators find them in the log and at /api/health.
      expect(text).not.toMatch(/alert|<img src=x|part:pulse|part · pulse/);
      expect(text).toContain(`<time datetime="2026-01-02T03:10:00.000Z">`);
      const [banner = ""] = /<section id="state".*?<\/section>/s.exec(text) ?? [];
      expect(banner).toMatch(/<a href="\/status\/incidents\/[0-9a-f]{12}">.*· 1 min/s);
      // The incident of the check covers the service's own: one that lasts, one that is over.
      expect(text.match(/<h3><a href="\/status\/incidents\//g)).toHaveLength(2);
    },
  );

  it("measures the past against the objectives, or leaves these out where there are none", async () => {
    const { server, clock } = await start({ slo: { availabilityPercent: 99, latencyP99: "50ms" } });
    await store
      .table("statusSamples")
      .insert([sample(clock, 30, 2, 5), sample(clock, 3000, 400), sample(clock, 5000, 2)]);
    // 5 of 10 failed today, 5 of 30 in the week.
    const texts = { "24h": "<b>50 %</b>", "7d": "<b>83.33 %</b>" };
    for (const [range, figure] of Object.entries(texts)) {
      const text = await page(server, "en", "text/html", `/status?range=${range}`);
      expect(text).toContain(figure);
      expect(text).toContain(`range=${range}" aria-current="true"`);
      expect(text).toContain("99 % of requests are answered within 50 ms, over 30 days");
      // Neither a day nor a week can meet or miss an objective over 30 days (B7).
      expect(text).toContain("Not enough data yet (3 d 11 h of 30 days)");
      expect(text).toContain("83.33 % so far");
      expect(text).not.toMatch(/>(?:Missed|Met)<|error budget used|class="budget"/);
      expect(text).toContain("5 / 10 failed");
    }
    await server.reload({
      instance: "one",
      plugins: { slo: false, history: { interval: "5m", healthInterval: "1h" } },
    });
    expect(await page(server)).not.toMatch(/objective/i);
  });

  it("keeps a mistake in the config to operators (B7)", async () => {
    const { server, clock } = await start();
    const mistake = { plugins: { "rate-limit": { limit: -1 } } };
    await expect(server.reload(mistake)).rejects.toThrow(/rate-limit/);
    clock.advance("2s");
    await past.look();
    const text = await page(server);
    expect(text).toContain('data-state="ok"');
    expect(await past.incidents(9)).toEqual([]);
    expect(await json(await server.fetch("/api/health"))).toMatchObject({ status: "ok" });
  });

  it.each([
    ["Missed", "more than the whole error budget used", 5],
    ["Met", "50 % of the error budget used", 0],
  ])(
    "judges an objective over its whole window, and no sooner: %s (B7)",
    async (verdict, used, failures) => {
      const slo = { availabilityPercent: 90, latencyP99: "50ms", window: "7d" };
      const { server, clock } = await start({ slo });
      const days = 24 * 60;
      const failed = [sample(clock, 30, 2, failures), sample(clock, 6 * days, 2, 1)];
      const good = [sample(clock, 31, 2)];
      await store.table("statusSamples").insert([...failed, ...good]);
      expect(await page(server)).toContain("Not enough data yet (6 d of 7 days)");
      await store.table("statusHours").insert([hour(clock, 7 * days)]);
      clock.advance("2s");
      await past.sample();
      const text = await page(server);
      expect(text).toContain(`>${verdict}<`);
      if (failures > 0) expect(text).toContain(used);
      expect(text.match(/>(?:Missed|Met)</g)).toHaveLength(2);
    },
  );

  it.each([
    ["24h", 96],
    ["7d", 84],
    ["30d", 90],
    ["90d", 90],
  ])(
    "over %s has %i parts, of which only those with trouble stop the keyboard",
    async (range, parts) => {
      const { server, clock } = await start();
      await store.table("statusHours").insert([hour(clock, 20 * 60, 9000), hour(clock, 10 * 60)]);
      const text = await page(server, "en", "text/html", `/status?range=${range}`);
      const [row = ""] = text.match(/<div class="bars".*?<\/div>/gs) ?? [];
      expect(row.match(/<i /g)).toHaveLength(parts);
      // Nine seconds are not a bad day, nor a bad hour.
      expect(row.match(/class="bad level-\d"/g)).toEqual([`class="bad level-1"`]);
      expect(row.match(/tabindex="0" role="img" aria-label="[^"]*"/g)).toEqual([
        expect.stringMatching(range === "24h" ? /· Down \d s/ : /· Down 9 s/),
      ]);
      expect(text).toContain(`Whole service: 1 part with an interruption`);
    },
  );

  it("refuses another span", async () => {
    const { server } = await start();
    expect((await server.fetch("/status?range=1y")).status).toBe(400);
  });

  it("counts the reading of now among the readings", async () => {
    const { server } = await start();
    pulse = { status: "down" };
    const text = await page(server);
    const rows = text.match(/<div class="bars".*?<\/div>/gs) ?? [];
    expect(rows[0]).toMatch(/class="bad level-1"[^>]*>(?:<\/i>)<\/div>/);
    expect(rows.at(-1)).toMatch(/class="bad level-1"[^>]*>(?:<\/i>)<\/div>/);
  });

  it("names systems as the config does, as their plugins do, or by the check", async () => {
    const names = { "part:pulse": { en: "Heart & soul", es: "Corazón" } };
    const { server } = await start({ "status-page": { names } });
    expect(await page(server)).toMatch(/<h3>Database<.*<h3>Heart &amp; soul</s);
    expect(await page(server, "es")).toMatch(/<h3>Base de datos<.*<h3>Corazón</s);
    const { server: plain } = await start();
    expect(await page(plain)).toContain("<h3>Pulse<");
  });

  it("says the same in Markdown", async () => {
    const { server, clock } = await start();
    pulse = { status: "down", detail: "*out*\n# of | [order](x)" };
    await past.look();
    await past.look();
    await store.table("statusSamples").insert([sample(clock, 30, 2)]);
    const text = await page(server, "en", "text/markdown");
    expect(text).toContain("## The service is down");
    expect(text).toMatch(/### Pulse\s+Down/);
    expect(text).toMatch(/### \[Outage: Pulse\]\(\/status\/incidents\/[0-9a-f]{12}\)\s+Ongoing/);
    expect(text).not.toContain("order");
    expect(text).toMatch(/Requests\s+\*\*10\*\* 0 failed/);
    expect(text.replace(/```.*?```/gs, "")).not.toContain("<");
  });

  it("does without events, without history, and without plugins that did not start", async () => {
    const broken = definePlugin({
      id: "broken",
      summary: "Does not start.",
      optional: true,
      setup() {
        throw new Error("secret reason");
      },
    });
    const { server } = await start({ events: false, history: false }, [...preset, broken]);
    const text = await page(server);
    expect(text).not.toContain("/api/events");
    expect(text).toContain("This service keeps no history");
    expect(text).toContain("<h3>A part of the service<");
    expect(text).not.toMatch(/secret reason|broken/);
    expect(text).toContain(`data-state="degraded"`);
  });

  it("shows the present while the history cannot be read", async () => {
    const { server } = await start();
    store.table("statusIncidents").list = () => Promise.reject(new Error("the disk is gone"));
    expect(await page(server)).toContain("The history cannot be read right now");
    expect((await server.fetch("/status/api/v2/summary.json")).status).toBe(200);
  });

  it("counts what another instance complains of as a part that is impaired, and does not name it", async () => {
    const { server, clock } = await start();
    const start_ = clock.now() - MINUTE_MS;
    await store.table("statusIncidents").insert([
      {
        id: `00${start_} part:pulse secret-host`,
        instance: "secret-host",
        subject: "part:pulse",
        from: "ok",
        to: "down",
        start: start_,
      },
    ]);
    const text = await page(server);
    expect(text).toContain(`data-state="degraded"`);
    const latest = await page(server, "en", "text/html", "/status/incidents/latest");
    expect(latest).toContain("Seen by another part of the service");
    const summary = await (await server.fetch("/status/api/v2/summary.json")).text();
    expect(text + summary).not.toContain("secret-host");
  });

  it("stays small with a week of data", async () => {
    const { server, clock } = await start();
    const rows = Array.from({ length: 2016 }, (_, index) =>
      sample(clock, index * 5, 1 + (index % 97), index % 13 === 0 ? 1 : 0),
    );
    await store.table("statusSamples").insert(rows);
    const answer = await server.request("/status", {
      headers: { accept: "text/html", "accept-encoding": "gzip" },
    });
    const { gzipSync } = await import("node:zlib");
    expect(gzipSync(await answer.text()).byteLength).toBeLessThan(30_000);
  });

  it("is where the objectives lead", async () => {
    const { server } = await start();
    expect(await json(await server.fetch("/api/slo"))).toMatchObject({ statusPage: "/status" });
  });
});

describe("a section of the API", () => {
  /** Operations of the section of resources that nothing else depends on. */
  const tides = definePlugin({
    id: "tides",
    summary: "Tides.",
    routes: {
      listTides: {
        method: "GET",
        path: "/api/tides",
        summary: "List tides.",
        text: { mediaType: "text/plain" },
        cache: "no-store",
        publish: { rootLink: "tides" },
      },
    },
    handlers: () => ({ listTides: () => "high" }),
    health: () => ({ gauge: () => pulse }),
  }) as Plugin;

  it.each([
    ["a part of it", { status: "down" }, "Impaired", "degraded_performance", "impaired"],
    ["nothing", { status: "ok" }, "Working", "operational", "working"],
  ] as const)("is a system, with the state of %s", async (_name, state, word, component, badge) => {
    const { server } = await start({}, [...preset, part, tides]);
    pulse = state;
    await past.look();
    await past.look();
    const row = /<h3>Resources<\/h3><span class="tag \w+">(\w+)</.exec(await page(server));
    expect(row?.[1]).toBe(word);
    expect(await page(server, "es")).toContain("<h3>Recursos</h3>");
    expect(await page(server, "en", "text/markdown")).toMatch(
      new RegExp(`### Resources\\s+${word}`),
    );
    const body = StatusSummary.parse(await json(await server.fetch("/status/api/v2/summary.json")));
    const statuses = new Map(body.components.map(({ name, status }) => [name, status]));
    expect(statuses.get("Resources")).toBe(component);
    expect(statuses.get("Policies")).toBe("operational");
    for (const { components } of body.incidents)
      expect(components.map(({ name }) => name)).toContain("Resources");
    const image = await server.fetch("/status/badge.svg?system=resources");
    expect(await image.text()).toContain(`Resources: ${badge}`);
  });

  it("has a badge, and no other word has one", async () => {
    const { server } = await start({}, [...preset, part, tides]);
    const policies = await server.fetch("/status/badge.svg?system=policies");
    expect(await policies.text()).toContain("Policies: working");
    expect((await server.fetch("/status/badge.svg?system=tides")).status).toBe(400);
  });
});

describe("summary.json", () => {
  it.each<[HealthReport["status"], string, string]>([
    ["ok", "none", "operational"],
    ["degraded", "minor", "degraded_performance"],
    ["down", "critical", "major_outage"],
  ])("of a service that is %s", async (status, indicator, component) => {
    const { server } = await start();
    pulse = status === "ok" ? { status } : { status, detail: "Why." };
    await past.look();
    await past.look();
    const answer = await server.fetch("/status/api/v2/summary.json");
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
    const body = await json(answer);
    // Nothing beside what its clients know.
    expect(StatusSummary.parse(body)).toEqual(body);
    expect(body).toMatchObject({
      page: { id: "waymark", name: "waymark", time_zone: "Etc/UTC" },
      status: { indicator },
      components: [
        ...["Resources", "Monitoring", "Discovery", "Policies"].map((name) => ({ name })),
        { name: "Database", status: "operational", position: 5 },
        { name: "Pulse", status: component, page_id: "waymark", description: null },
      ],
      incidents:
        status === "ok"
          ? []
          : [
              {
                impact: indicator,
                resolved_at: null,
                started_at: "2026-01-02T03:00:00.000Z",
                incident_updates: [{ status: "investigating" }],
                components: [{ name: "Pulse" }],
              },
            ],
      scheduled_maintenances: [],
    });
    expect(JSON.stringify(body)).not.toMatch(/Why\.|part|store/);
    expect(StatusSummary.parse(body).page.url).toBe(`${server.registry.baseUrl}/status`);
  });

  it("leaves out what is over", async () => {
    const { server, clock } = await start();
    pulse = { status: "down" };
    await past.look();
    await past.look();
    clock.advance("1m");
    pulse = { status: "ok" };
    await past.look();
    await past.look();
    const { incidents, components } = StatusSummary.parse(
      await json(await server.fetch("/status/api/v2/summary.json")),
    );
    expect(incidents).toEqual([]);
    expect(components.at(-1)?.updated_at).toBe("2026-01-02T03:01:00.000Z");
  });
});

describe("the badge", () => {
  it("is an image that can be kept for moments and asked for again", async () => {
    const { server } = await start();
    const answer = await server.fetch("/status/badge.svg");
    expect(answer.headers.get("content-type")).toMatch(/^image\/svg\+xml/);
    expect(answer.headers.get("cache-control")).toBe("public, max-age=30");
    const etag = answer.headers.get("etag") ?? "";
    const again = await server.fetch("/status/badge.svg", { headers: { "if-none-match": etag } });
    expect(again.status).toBe(304);
    pulse = { status: "down" };
    const other = await server.fetch("/status/badge.svg", { headers: { "if-none-match": etag } });
    expect([other.status, await other.text()]).toEqual([
      200,
      expect.stringContaining("<title>waymark: down</title>"),
    ]);
  });

  it("is kept by no cache where several nodes share a store, as each shows its own health first", async () => {
    expect(offered["store"]?.brings).toContain("status-page");
    const shared = await implemented("status-page");
    const plugins = preset.map((plugin) => (plugin.id === shared.id ? shared : plugin));
    const { server } = await start({}, [...plugins, part]);
    for (const path of ["/status", "/status/badge.svg"])
      expect((await server.fetch(path)).headers.get("cache-control")).toBe("no-store");
  });

  it.each(["waymark", `<script>"&'`, "ñandú 🚀", "x".repeat(500), ""])("of %j is XML", (name) => {
    const svg = statusBadge(name, "degraded");
    expect(XMLValidator.validate(svg)).toBe(true);
    expect(svg).toMatch(/role="img" aria-label="[^"]*: impaired"/);
    expect(svg).not.toMatch(/<script|url\(|href/);
  });
});

describe("charts", () => {
  const value = fc.option(
    fc.oneof(fc.constant(0), fc.double({ min: 0.01, max: 1e6, noNaN: true })),
    { nil: undefined },
  );

  it("draw any values within their bounds, and nothing where there is a gap", () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 100 }), (values) => {
        const known = values.filter((one) => one !== undefined);
        const scale = scaleFor(known);
        expect(scale.ticks).toEqual(scale.ticks.toSorted((a, b) => b - a));
        expect(scale.ticks.length).toBeGreaterThan(1);
        const path = stepsOf(values, scale);
        expect(path.match(/H/g)?.length ?? 0).toBe(known.length);
        const runs = values.filter(
          (one, index) => one !== undefined && values[index - 1] === undefined,
        );
        expect(path.match(/M/g)?.length ?? 0).toBe(runs.length);
        for (const one of known) {
          const y = scale.y(one);
          expect(y >= 0 && y <= 120).toBe(true);
        }
        const svg = lineChart(
          [{ kind: "p50", name: "50 %", values }],
          scale,
          { value: 250, name: "objective" },
          values.map(() => "then"),
          `a "label"`,
        ).toString();
        expect(XMLValidator.validate(svg)).toBe(true);
        expect(svg).not.toMatch(/NaN|Infinity|undefined/);
      }),
    );
  });

  it.each([
    ["no data", [], ""],
    ["one value", [undefined, 1, undefined], "M6 120H12"],
    ["a gap", [1, undefined, 10], "M0 120H6M12 0H18"],
    ["all zero", [0, 0], "M0 120H6V120H12"],
  ])("with %s", (_name, values, path) => {
    const scale = scaleFor(values.filter((one) => one !== undefined));
    expect(stepsOf(values, scale)).toBe(path);
  });

  it.each([
    [0, 1],
    [9 / 7200, 1],
    [0.02, 1],
    [0.1, 2],
    [0.25, 2],
    [0.5, 3],
    [1, 3],
  ])("a share of %d is level %i", (share, level) => expect(levelOf(share)).toBe(level));

  it("stop the keyboard at the latest bars with trouble, and never more than twelve times", () => {
    const bars = Array.from({ length: 90 }, (_, index) => ({
      kind: index % 2 === 0 ? ("bad" as const) : ("good" as const),
      share: 1,
      from: index,
      to: index + 1,
      text: `part ${index} "quoted"`,
    }));
    const row = barRow(bars, "row").toString();
    expect(row.match(/tabindex/g)).toHaveLength(12);
    expect(row).toMatch(/part 66 &quot;quoted&quot;" tabindex/);
    expect(barRow([], "nothing").toString()).toContain(`aria-label="nothing"`);
  });
});

describe("formats", () => {
  it.each([
    [0, "1 s"],
    [59_400, "59 s"],
    [3_600_000, "1 h"],
    [3_905_000, "1 h 5 min"],
    [86_400_000 * 3 + 60_000, "3 d"],
    [90_061_000, "1 d 1 h"],
  ])("%d ms last %s", (ms, text) => expect(durationText(ms)).toBe(text));

  it("never round a failure away", () => {
    const { percent } = formatOf("en");
    expect([percent(100), percent(99.999), percent(0)]).toEqual(["100 %", "99.99 %", "0 %"]);
    expect(formatOf("es").percent(99.5)).toBe("99,5 %");
  });

  it.each([
    [1, "1 ms"],
    [0.0625, "0.06 ms"],
    [1234.5, "1,230 ms"],
    [61_000, "61 s"],
  ])("%d ms are %s", (ms, text) => expect(formatOf("en").ms(ms)).toBe(text));

  it.each([
    ["store:store", "Store"],
    ["mail:send-queue", "Send queue"],
    ["mail:sendQueue", "Send queue"],
    ["mail:a:b", "A b"],
    ["service", "Service"],
  ])("%s reads %s", (subject, label) => expect(plainName(subject)).toBe(label));

  it("know no availability without requests", () => {
    const none = { requests: 0, failures: 0 } as HistoryPart;
    expect(availabilityPercent(none)).toBeUndefined();
    expect(uptimePercent(undefined)).toBeUndefined();
    expect(uptimePercent({ coveredMs: 0, degradedMs: 0, downMs: 0 })).toBeUndefined();
  });
});
