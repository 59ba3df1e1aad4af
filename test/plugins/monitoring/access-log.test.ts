import { stripVTControlCharacters } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Route } from "waymark";
import { processLog } from "waymark/advanced";
import {
  jsonLine,
  levelOf,
  MAX_PATH,
  prettyLine,
  type Entry,
} from "../../../plugins/monitoring/access-log/entry.ts";
import accessLog from "../../../plugins/monitoring/access-log/index.ts";
import { isWatching } from "../../../plugins/shared/traffic.ts";
import { startServer } from "../../_setup.ts";
import type { Reply } from "../../../registry/contract/call/call.ts";
import { compile, sketchCall, type CallSketch } from "../policies/_sketch.ts";

const time = Date.UTC(2026, 10, 21, 5, 6, 7, 123);

/** Observes one request and returns what was written. */
function observe(
  reply: Partial<Reply>,
  asked: CallSketch = {},
  sample = 1,
  kind = "returns",
  query = "names",
  declaration: Partial<Route> = kind === "stream" ? { stream: { events: {} } } : {},
) {
  const entries: Entry[] = [];
  const services = { clock: { now: () => time } };
  const state = { add: (entry: Entry) => entries.push(entry) };
  const { observe: run, route } = compile([accessLog], {
    services,
    state,
    route: {
      kind: kind as "returns",
      declaration,
    },
    options: { sample, query },
  });
  run(sketchCall({ route, requestId: "r1", ...asked }), reply);
  return entries;
}

const representation = { byteLength: 31 } as Reply["representation"];

describe("an entry", () => {
  it("says what was asked and answered", () => {
    const [entry] = observe({ representation }, { search: "?a=b" });
    expect(entry).toEqual({
      time,
      method: "GET",
      path: "/api/things?a=*",
      status: 200,
      level: "info",
      durationMs: expect.any(Number),
      bytes: 31,
      client: "192.0.2.1",
      requestId: "r1",
      traceId: undefined,
      spanId: undefined,
      route: "things.listThings",
    });
    expect(entry?.durationMs).toBeGreaterThanOrEqual(0);
  });

  it("has the names of a query, and its values on request (E21)", () => {
    const search = "?token=a%26b=c&q&filter[name]=Ada&x=";
    expect(observe({}, { search })[0]?.path).toBe("/api/things?token=*&q&filter[name]=*&x=*");
    expect(observe({}, { search }, 1, "returns", "values")[0]?.path).toBe(`/api/things${search}`);
  });

  it("has the beginning of a path that is very long", () => {
    const [entry] = observe({ status: 414 }, { search: `?${"x".repeat(100_000)}` });
    expect(entry?.path).toMatch(/^\/api\/things\?x+…$/);
    expect(entry?.path).toHaveLength(MAX_PATH);
  });

  it.each<[string, Partial<Reply>, string, string, number | undefined]>([
    ["a body", { representation }, "GET", "returns", 31],
    ["HEAD", { representation }, "HEAD", "returns", 0],
    ["304", { representation, outcome: "notModified" }, "GET", "returns", 0],
    ["a redirect", { outcome: "redirect" }, "GET", "redirect", 0],
    ["a stream", {}, "GET", "stream", undefined],
    ["a refused stream", { representation, outcome: "error" }, "GET", "stream", 31],
  ])("counts the bytes sent: %s", (_case, reply, method, kind, bytes) => {
    expect(observe(reply, { method }, 1, kind)[0]?.bytes).toBe(bytes);
  });
});

it.each([
  [1, 200, 1],
  [0, 200, 0],
  [0, 304, 0],
  [0, 400, 1],
  [0, 503, 1],
])("with sample %d, status %d gives %d lines", (sample, status, lines) => {
  expect(observe({ status }, {}, sample)).toHaveLength(lines);
});

it.each([
  [200, "info"],
  [399, "info"],
  [400, "warn"],
  [500, "error"],
  [501, "warn"],
])("status %d has level %s, of probes debug", (status, level) => {
  expect([levelOf(status, false), levelOf(status, true)]).toEqual([level, "debug"]);
});

it("O6: scrapes are lines at the level debug, and requests of clients at info", async () => {
  const server = await startServer();
  const watching = ["metrics.getMetrics", "health.getHealth", "brains.listBrains"].map((ref) => {
    const route = server.registry.route(ref);
    return route && levelOf(200, isWatching(route));
  });
  expect(watching).toEqual(["debug", "debug", "info"]);
});

it("probes have lines at the level debug alone", () => {
  onTestFinished(() => void (processLog.level = "info"));
  const lines = (level: typeof processLog.level) => {
    processLog.level = level;
    return [{}, { probe: "ready" as const }].map(
      (declaration) => observe({ status: 503 }, {}, 1, "returns", "names", declaration).length,
    );
  };
  expect(lines("debug")).toEqual([1, 1]);
  expect(lines("info")).toEqual([1, 0]);
});

describe("lines", () => {
  const entry: Entry = {
    time,
    method: "GET",
    path: "/api/things",
    status: 200,
    level: "info",
    durationMs: 0.2,
    bytes: 31,
    client: "192.0.2.1",
    requestId: "r1",
    traceId: "t1",
    spanId: "s1",
    route: "things.listThings",
    principal: undefined,
  };
  const nasty = '/a\r\n"forged\u001b[31m\u009b\u2028\u202e\u{1f600}';

  it("of JSON have the log's own members first", () => {
    expect(jsonLine(entry)).toBe(
      '{"time":"2026-11-21T05:06:07.123Z","level":"info","message":"request","method":"GET",' +
        '"path":"/api/things","status":200,"durationMs":0.2,"bytes":31,"client":"192.0.2.1",' +
        '"requestId":"r1","traceId":"t1","spanId":"s1","route":"things.listThings"}\n',
    );
  });

  it("of JSON end with the members of the process", () => {
    const line = jsonLine(entry, ',"service":"atlas"');
    expect(line).toMatch(/"route":"things.listThings","service":"atlas"}\n$/);
  });

  it("for people fit one line", () => {
    expect(withoutColor(prettyLine(entry))).toBe(
      "05:06:07.123 200 GET /api/things 0.2ms 31B 192.0.2.1 r1\n",
    );
  });

  it("for people show what is missing", () => {
    const malformed = {
      ...entry,
      method: "",
      path: "",
      bytes: undefined,
      client: "",
      requestId: undefined,
    };
    expect(withoutColor(prettyLine(malformed))).toBe("05:06:07.123 200 - - 0.2ms stream - -\n");
  });

  it.each([
    ["JSON", jsonLine],
    ["people", (forged: Entry) => withoutColor(prettyLine(forged))],
  ])("for %s cannot be forged", (_case, format) => {
    const line = format({ ...entry, path: nasty, requestId: nasty });
    expect(line.indexOf("\n")).toBe(line.length - 1);
    expect(line.slice(0, -1)).not.toMatch(/[^ -~]/);
  });

  it("of JSON keep their meaning", () => {
    expect(JSON.parse(jsonLine({ ...entry, path: nasty }))).toMatchObject({ path: nasty });
  });

  it("for people hold no character that a terminal would obey", () => {
    const line = withoutColor(prettyLine({ ...entry, path: nasty }));
    expect(line).toContain(
      '/a\\u000d\\u000a"forged\\u001b[31m\\u009b\\u2028\\u202e\\ud83d\\ude00 ',
    );
  });
});

function withoutColor(line: string): string {
  return stripVTControlCharacters(line);
}
