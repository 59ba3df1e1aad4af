import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  renderProgress,
  renderReport,
  type Report,
} from "../../../../plugins/tools/shared/report.ts";
import {
  fits,
  misfitOf,
  misfitQueries,
  fittingSample,
  sampleQuery,
  WRITES_SKIPPED,
} from "../../../../plugins/tools/shared/sample.ts";
import { folderOf } from "../../../_folder.ts";
import { waymark } from "../../../kernel/cli/_run.ts";

describe("samples", () => {
  const Tree: z.ZodType = z.object({
    name: z.string(),
    get children() {
      return z.array(Tree).optional();
    },
  });

  it.each<[string, z.ZodType]>([
    ["text of a length", z.object({ name: z.string().min(30) })],
    [
      "formats",
      z.object({
        day: z.iso.date(),
        at: z.iso.datetime(),
        id: z.uuid(),
        mail: z.email(),
        page: z.url(),
      }),
    ],
    ["numbers", z.object({ a: z.int().min(3), b: z.number().gt(0), c: z.boolean() })],
    [
      "choices",
      z.object({
        a: z.enum(["x", "y"]),
        b: z.union([z.literal(7), z.null()]),
        c: z.array(z.int()).min(2),
      }),
    ],
    [
      "an example where nothing else would do",
      z.object({
        code: z
          .string()
          .regex(/^[A-Z]{3}$/)
          .meta({ examples: ["ABC"] }),
      }),
    ],
    ["a recursive type", Tree],
  ])("fit: %s", (_name, schema) => {
    expect(fits(schema, fittingSample(schema))).toBe(true);
  });

  it("are not made up where none is found", () => {
    expect(fittingSample(z.object({ code: z.string().regex(/^[A-Z]{3}$/) }))).toBeUndefined();
  });

  it("that do not fit are found too", () => {
    const schema = z.object({ a: z.int().optional() });
    expect(fits(schema, misfitOf(schema)?.value)).toBe(false);
    expect(misfitOf(z.unknown())).toBeUndefined();
    const query = z.object({ depth: z.enum(["1", "2"]), q: z.string().optional() });
    expect(sampleQuery(query)).toEqual({ depth: "1" });
    expect(misfitQueries(query)).toEqual([{ depth: expect.stringContaining("misfit") }]);
  });
});

const report: Report = {
  url: "http://localhost:1",
  exclusive: false,
  revision: "r1",
  operations: 2,
  cases: 9,
  kinds: ["304"],
  requests: 12,
  failures: [
    {
      operation: "GET /api/maps",
      route: "maps.listMaps",
      case: "304",
      expected: "status 304",
      received: "status 200",
      hint: "waymark explain maps.listMaps",
      more: [{ expected: "no Content-Type", received: "Content-Type: text/plain" }],
    },
  ],
  skipped: [
    { operation: "GET /api/maps", case: "rate-limit: 429", reason: "it would use up the quota" },
    { operation: "GET /api/legend", case: "rate-limit: 429", reason: "it would use up the quota" },
  ],
  warnings: ["policy tides states something that is not checked"],
  milliseconds: 1234,
};

describe("reports", () => {
  it("have a line for each failing case, what was left out and why, and the counts", () => {
    expect(renderReport(report)).toBe(
      [
        "FAIL  GET /api/maps  [304]  expected status 304; received status 200, and 1 more  (waymark explain maps.listMaps)",
        "skipped  rate-limit: 429: it would use up the quota (GET /api/maps, GET /api/legend)",
        "warning  policy tides states something that is not checked",
        "does not conform: 2 operations, 9 cases, 12 requests, 1 failure, 2 skipped, 1 warning, in 1.2 s",
      ].join("\n"),
    );
  });

  it("S4: name lists that can be queried without an index, and conform all the same", () => {
    const unindexed = ["ships.listShips can be sorted"];
    const text = renderReport({ ...report, failures: [], unindexed });
    expect(text).toContain("index  ships.listShips can be sorted\nconforms: ");
  });

  it("say that writes were not tested", () => {
    const reason = WRITES_SKIPPED;
    const skipped = [{ operation: "POST /api/maps", case: "answer", reason }];
    const text = renderReport({ ...report, skipped });
    expect(text).toContain("1 skipped, writes of 1 operation not tested, ");
    expect(text).toMatch(/with --writes \(POST \/api\/maps\)/);
  });

  it("say how much of a quota was used (C3)", () => {
    expect(renderReport({ ...report, quota: { limit: 600, used: 301 } })).toContain(
      "12 requests, at most 301 of a quota of 600 used, 1 failure",
    );
  });

  it("show progress within a line of a terminal", () => {
    expect(renderProgress(1, 2, "GET /api/maps")).toBe(
      "[============            ] 1/2 GET /api/maps",
    );
    expect(renderProgress(2, 2, "x".repeat(200)).length).toBeLessThan(80);
  });
});

describe("waymark check", () => {
  const run = (cwd: string, ...args: string[]) =>
    waymark(cwd, ["check", ...args], { WAYMARK_CONFIG: "waymark.config.yaml" });
  const folder = (plugin: string) => {
    const cwd = folderOf({ "waymark.config.yaml": "preset: ./preset.mjs\n" });
    writeFileSync(join(cwd, "preset.mjs"), `export default [${plugin}];`);
    return cwd;
  };
  const maps = (handler: string) =>
    folder(`{
      id: "maps",
      summary: "Serves maps.",
      routes: {
        showMap: { method: "GET", path: "/map", summary: "Read it.", cache: "no-store", text: { mediaType: "text/plain" } },
      },
      handlers: () => ({ showMap: ${handler} }),
    }`);

  it("ends with 0 when everything is as declared, even without a single policy", async () => {
    const { status, stdout, stderr } = await run(maps('() => "a map"'));
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/^conforms: 1 operation, \d+ cases, \d+ requests, no failures, in /);
  });

  it("ends with 1 and reports what is wrong, as JSON on request", async () => {
    const { status, stdout } = await run(maps('() => { throw new Error("no"); }'), "--json");
    expect(status).toBe(1);
    const { failures, operations } = JSON.parse(stdout) as Report;
    expect(operations).toBe(1);
    expect(failures).toContainEqual(
      expect.objectContaining({
        operation: "GET /map",
        route: "maps.showMap",
        case: "answer",
        expected: "status 200 from GET /map",
        received: "status 500 (internal-error)",
      }),
    );
  });

  it("sends every --header, also those of a file (C3)", async () => {
    const cwd = folder(`{
      id: "maps",
      summary: "Serves maps.",
      errors: { stranger: { status: 401, message: "A name is needed." } },
      policies: [{
        id: "names",
        guards: true,
        compile: () => ({
          admit: (call) =>
            call.method === "OPTIONS" ||
            (call.header("authorization") === "Basic abc" && call.header("x-team") === "b")
              ? undefined
              : { code: "stranger" },
        }),
      }],
      routes: {
        showMap: { method: "GET", path: "/map", summary: "Read it.", cache: "no-store", text: { mediaType: "text/plain" } },
      },
      handlers: () => ({ showMap: () => "a map" }),
    }`);
    writeFileSync(join(cwd, "secrets.txt"), "X-Team: b\n\n");
    const flags = ["--header", "Authorization: Basic abc", "--header=@secrets.txt"];
    expect((await run(cwd, ...flags)).status).toBe(0);
    expect((await run(cwd, "--credential", ...flags.slice(1))).status).toBe(0);
    expect((await run(cwd, ...flags.slice(0, 2))).status).toBe(1);
  });

  it.each([
    [["--header", "s3cret"], /header 1 of --header is not one\n {2}hint: write "name: value"/],
    [["--header", "a: b", "--header", "b: s3\ncret"], /header 2 of --header/],
    [["--header", "@missing.txt"], /--header @missing.txt cannot be read: ENOENT/],
    [["--header"], /--header needs a value/],
  ])("refuses %j (C3)", async (flags, message) => {
    const { status, stderr, stdout } = await run(maps('() => "a map"'), ...flags);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/s3/);
  });

  it.each([
    [
      "http://127.0.0.1:9",
      /^http:\/\/127\.0\.0\.1:9 does not answer: .*\n {2}hint: start the server/,
    ],
    ["127.0.0.1:3000", /is not an origin\n {2}hint: write scheme, host and port/],
    ["http://127.0.0.1:3000/api", /is not an origin\n/],
  ])("ends with 1 and a message for --url %s", async (url, message) => {
    const { status, stderr, stdout } = await run(maps('() => "a map"'), "--url", url);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(message);
  });

  it.each([
    [["--node", "http://127.0.0.1:9"], /names one node, .*\n {2}hint: name each node/],
    [["--node", "http://127.0.0.1:9", "--node", "10.0.0.1"], /--node "10.0.0.1" is not an origin/],
    [["--node", "http://127.0.0.1:9", "--node=http://10.0.0.1", "--writes"], /--writes changes/],
    [["--node", "http://127.0.0.1:9", "--node=http://127.0.0.2:9"], /127.0.0.1:9 does not answer/],
  ])("refuses %j", async (flags, message) => {
    const { status, stderr, stdout } = await run(maps('() => "a map"'), ...flags);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(message);
  });

  it.each([
    [
      "https://api.example",
      /--writes changes .* not a server of this machine\n {2}hint: leave --url/,
    ],
    ["http://127.0.0.1.example", /--writes changes/],
    ["http://[::1]:9", /does not answer/],
    ["http://127.0.0.2:9", /does not answer/],
  ])("refuses --writes but for this machine: %s", async (url, message) => {
    const { status, stderr } = await run(maps('() => "a map"'), "--writes", "--url", url);
    expect(status).toBe(1);
    expect(stderr).toMatch(message);
  });
});
