import { describe, expect, it } from "vitest";
import { definePlugin, definePolicy, type PluginSetting } from "../../../kernel/index.ts";
import serverTiming from "../../../plugins/policies/server-timing/index.ts";
import { json, startServer } from "../../_setup.ts";
import { compile, objections } from "./_sketch.ts";

const HEADER = "Server-Timing";
const timedRoute = { declaration: { serverTiming: true } };

const neighbour = definePlugin({
  id: "neighbour",
  summary: "Has metrics of its own.",
  policies: [
    definePolicy({
      id: "neighbour",
      compile: () => ({
        contributes: [
          { header: HEADER, value: "cache;desc=hit" },
          { header: HEADER, value: () => undefined },
          { header: HEADER, value: () => "db;dur=1.5" },
        ],
      }),
    }),
  ],
});

describe("durations", () => {
  const { route } = compile([serverTiming], { route: timedRoute });
  const slot = route.plans.ok.slots[0];

  it.each([0, 0.4, 7, 123.456, 5000.5])("%d ms", (durationMs) => {
    // Twice, as short ones are remembered.
    for (const _ of [1, 2]) {
      const call = { durationMs, states: [] } as never;
      expect(slot?.value(call, {} as never, undefined)).toBe(`app;dur=${durationMs}`);
    }
  });
});

it("renders what others add", () => {
  const { headers } = compile([serverTiming, neighbour], { route: timedRoute }).answer(
    "notModified",
  );
  expect(headers[HEADER]).toMatch(/^app;dur=[\d.]+, cache;desc=hit, db;dur=1\.5$/);
});

it("states where it measures", () => {
  const timed = compile([serverTiming], { route: timedRoute });
  const other = compile([serverTiming], { route: { path: "/api/other" } }).route;
  expect(timed.statement([timed.route, other])).toEqual({
    enabled: true,
    headerName: HEADER,
    format: "app;dur=<milliseconds>",
    endpoints: ["/api/things"],
  });
});

it("takes nothing but true and false", () => {
  const schema = serverTiming.policies?.[0]?.schema;
  expect(objections(schema, true)).toEqual([]);
  expect(objections(schema, "yes")).toHaveLength(1);
});

describe("O4: the share of the store", () => {
  const ask = async (plugins: Readonly<Record<string, PluginSetting>>) => {
    const server = await startServer({ config: { plugins } });
    const look = async (path: string) => (await server.fetch(path)).headers.get(HEADER) ?? "";
    const policy = await json<{ format: string }>(await server.fetch("/api/timing-policy"));
    const paths = ["/api/offices?sort=-name&limit=1", "/api"];
    return { answers: await Promise.all(paths.map(look)), ...policy };
  };

  it("is in answers on request, of their own statements alone", async () => {
    const { answers, format } = await ask({ "server-timing": { database: true } });
    const [made = "", without = ""] = answers;
    const [, app = "", db = ""] = /^app;dur=([\d.]+), db;dur=([\d.]+), trace;/.exec(made) ?? [];
    expect(made).toMatch(/db;dur=(?!0,)/);
    expect(Number(db)).toBeLessThanOrEqual(Number(app));
    expect(without).toMatch(/^app;dur=[\d.]+, db;dur=0, trace;/);
    expect(format).toMatch(/^app;dur=<milliseconds>, db;dur=<milliseconds>, trace;/);
  });

  it("is in none without it", async () => {
    const { answers, format } = await ask({});
    expect([...answers, format].join()).not.toContain("db;");
  });
});
