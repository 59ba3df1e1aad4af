import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { oldNode } from "../../../kernel/cli/node-version.ts";
import { table } from "../../../kernel/cli/table.ts";
import { folderOf } from "../../_folder.ts";
import { waymark as run } from "./_run.ts";

const services = pathToFileURL(join(import.meta.dirname, "../../../plugins/services.ts"));
const cwd = folderOf(
  {
    "waymark.config.yaml":
      "service: atlas\nstop: { delay: 0s }\npreset: ./preset.mjs\nplugins: { quiet: false, ./tides.mjs: true }\n",
    "preset.mjs": `import { Capabilities, Metrics } from ${JSON.stringify(services)};
    const text = { mediaType: "text/plain" };
    export default [
      {
        id: "pace",
        summary: "Says how fast things go.",
        points: [Metrics, Capabilities],
        policies: [{
          id: "pace",
          writes: { "X-Pace": "How fast things go." },
          compile: () => ({ fields: (outcome) => ({ "X-Pace": outcome === "error" ? "slow" : "steady" }) }),
        }],
        capabilities: { pace: true },
      },
      {
        id: "maps",
        summary: "Serves maps.",
        routes: {
          listMaps: { method: "GET", path: "/maps", summary: "List maps.", cache: "no-store", text },
          getMap: {
            method: "GET",
            path: "/maps/{id}",
            summary: "Read one map.",
            cache: { scope: "public", maxAge: "60s" },
            text,
            relations: { collection: "listMaps" },
          },
          legend: { method: "GET", path: "/legend.txt", summary: "Explain.", cache: "no-store", text, document: true },
        },
        handlers: () => ({ listMaps: () => "maps", getMap: ({ params }) => params.id }),
        documents: { legend: (registry) => "routes: " + registry.routes.length },
        metrics: () => ({ folds_total: { help: "How often maps were folded.", type: "counter", read: () => 0 } }),
      },
      {
        id: "quiet",
        summary: "Is off.",
        capabilities: { quiet: true },
        routes: {
          hush: { method: "GET", path: "/hush", summary: "Hush.", cache: "no-store", text, publish: { capability: "hush" } },
        },
        handlers: () => ({ hush: () => "" }),
      },
    ];`,
    "tides.mjs": 'export default { id: "tides", summary: "Comes and goes." };',
  },
  afterAll,
);

const waymark = (args: string, env: Readonly<Record<string, string>> = {}) => run(cwd, args, env);

describe("lists", () => {
  it("routes", async () => {
    expect(await waymark("routes")).toEqual({
      status: 0,
      stderr: "",
      stdout: [
        "METHOD  PATH         ROUTE          CACHE       POLICIES",
        "GET     /maps        maps.listMaps  no-store",
        "GET     /maps/{id}   maps.getMap    public 60s",
        "GET     /legend.txt  maps.legend    no-store",
        "",
      ].join("\n"),
    });
  });

  it("routes --json", async () => {
    expect(JSON.parse((await waymark("routes --json")).stdout)).toMatchObject([
      {
        method: "GET",
        path: "/maps",
        route: "maps.listMaps",
        cache: "no-store",
        policies: ["pace"],
      },
      { path: "/maps/{id}", cache: { scope: "public", maxAge: "60s" } },
      { path: "/legend.txt" },
    ]);
  });

  it.each([
    ["routes --plugin maps", ["/maps", "/maps/{id}", "/legend.txt"]],
    ["routes --path /maps", ["/maps", "/maps/{id}"]],
    ["routes --plugin pace", []],
    ["routes --plugin=maps --path=/leg", ["/legend.txt"]],
  ])("%s (C2)", async (args, paths) => {
    const found = JSON.parse((await waymark(`${args} --json`)).stdout) as { path: string }[];
    expect(found.map(({ path }) => path)).toEqual(paths);
  });

  it("no routes of a plugin that is not on (C2)", async () => {
    expect(await waymark("routes --plugin map")).toEqual({
      status: 1,
      stdout: "",
      stderr: 'no plugin "map" is on\n  hint: did you mean "maps"?\n',
    });
  });

  it("what is explained, as JSON (C2)", async () => {
    expect(JSON.parse((await waymark("explain maps.getMap --json")).stdout)).toMatchObject([
      {
        title: "GET /maps/{id}  maps.getMap",
        about: ["Read one map."],
        facts: { cache: "public 60s", policies: "pace" },
        sections: { headers: expect.any(Array) },
      },
    ]);
  });

  it("a metric, by its name for scrapers (C2)", async () => {
    const { stdout } = await waymark("explain maps_folds_total");
    expect(stdout).toContain("metric maps_folds_total: counter\nHow often maps were folded.");
    expect(stdout).toContain("plugin maps (set by plugins.maps)");
  });

  it("plugins that are degraded, and why", async () => {
    const optional = "{ $optional: true }";
    const folder = folderOf({
      "waymark.config.yaml": `preset: ./preset.mjs\nplugins: { ./frail.mjs: ${optional}, "@acme/atlas": ${optional} }\n`,
      "preset.mjs": "export default [];",
      "frail.mjs": `export default { id: "frail", summary: "Breaks.", setup() { throw new Error("the nib broke"); } };`,
    });
    const config = join(folder, "waymark.config.yaml");
    const states = async (args: string) =>
      (await waymark(`plugins --config ${config}${args}`)).stdout
        .split("\n")
        .slice(1, -1)
        .map((line) => line.split(/ {2,}/));
    const missing = expect.stringContaining('the preset has no plugin "@acme/atlas"');
    expect(await states("")).toEqual([
      ["on", "frail", "0", "./frail.mjs", "Breaks."],
      ["degraded", "@acme/atlas", "0", "@acme/atlas", missing],
    ]);
    expect(await states(" --try")).toEqual([
      ["degraded", "frail", "0", "./frail.mjs", "the nib broke"],
      ["degraded", "@acme/atlas", "0", "@acme/atlas", missing],
    ]);
  });

  it("plugins that are tried, without touching data (A14)", async () => {
    const folder = folderOf();
    const { status, stdout, stderr } = await run(folder, "plugins --try");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/\n\ntried with test options: files, listen, store\n$/);
    expect(readdirSync(folder)).toEqual([]);
    const real = await run(folder, "plugins --try --real");
    expect(real).toMatchObject({ status: 0, stderr: "" });
    expect(real.stdout).not.toContain("scratch");
    expect(readdirSync(folder)).toEqual(["data"]);
    expect(await waymark("plugins --real")).toMatchObject({
      status: 1,
      stderr: "--real says how to try plugins\n  hint: write --try --real\n",
    });
  });

  it("plugins", async () => {
    expect((await waymark("plugins")).stdout.split("\n")).toEqual([
      "     PLUGIN  ROUTES  SOURCE       SUMMARY",
      "on   pace    0       preset       Says how fast things go.",
      "on   maps    3       preset       Serves maps.",
      "off  quiet   -       preset       Is off.",
      "on   tides   0       ./tides.mjs  Comes and goes.",
      "",
    ]);
  });
});

describe("explain", () => {
  it.each([
    [
      "maps.getMap",
      ["GET /maps/{id}", "set by plugins.maps", "X-Pace  pace    error", "collection → /maps"],
    ],
    ["getMap", ["GET /maps/{id}"]],
    ["/maps/{id}", ["GET /maps/{id}"]],
    ["/maps/europe?x=1", ["GET /maps/{id}"]],
    ["GET /maps/{id}", ["GET /maps/{id}", "set by plugins.maps"]],
    ["x-pace", ["X-Pace", "policy pace", "plugins.pace", "3 of 3 routes  error", "slow"]],
    ["Vary", ["kernel"]],
    ["pace", ["capability pace: true", "off with plugins.pace: false"]],
    ["quiet", ["capability quiet: false", "on with plugins.quiet: true"]],
    ["hush", ["capability hush: false", "on with plugins.quiet: true"]],
    ["tides", ["plugin tides", 'plugins["./tides.mjs"]']],
    ["not-found", ["error not-found: 404", "Nothing is served", "kernel"]],
  ])("%s", async (target, parts) => {
    const { status, stdout, stderr } = await waymark(`explain ${target}`);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    for (const part of parts) expect(stdout).toContain(part);
  });
});

describe("export", () => {
  it("prints a document without listening", async () => {
    expect(await waymark("export legend")).toMatchObject({ status: 0, stdout: "routes: 3\n" });
  });

  it("writes to a file", async () => {
    expect(await waymark("export legend --out legend.txt")).toMatchObject({
      status: 0,
      stdout: "",
    });
    expect(readFileSync(join(cwd, "legend.txt"), "utf8")).toBe("routes: 3\n");
    rmSync(join(cwd, "legend.txt"));
  });
});

describe("mistakes end with a message, code 1 and no stack", () => {
  it.each<[args: string, env: Readonly<Record<string, string>>, message: string]>([
    ["explain pase", {}, 'did you mean "pace"?'],
    ["explain /mops", {}, 'did you mean "/maps"?'],
    ["explain PUT /maps", {}, "it answers GET, HEAD, OPTIONS"],
    ["explain GET /maps more", {}, 'unexpected argument "more"'],
    ["export legnd", {}, 'did you mean "legend"?'],
    ["routes --jsn", {}, 'did you mean "--json"?'],
    ["routes --config other.yaml", {}, "CONFIG_UNREADABLE"],
    ["--nope", {}, "waymark has no flag --nope of its own\n  hint: available: --help, --version"],
    ["stat", {}, 'there is no command "stat"\n  hint: did you mean "start"'],
    ["export legend legend.json", {}, 'unexpected argument "legend.json"'],
    ["routes all", {}, "takes no arguments"],
    ["export legend --documnt x", {}, "available: --yaml, --out, --force, --config"],
    ["export legend --out none/legend.json", {}, "the document cannot be written"],
  ])("%s", async (args, env, message) => {
    const before = readdirSync(cwd);
    const { status, stdout, stderr } = await waymark(args, env);
    expect(status).toBe(1);
    expect(stdout).toBe("");
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(readdirSync(cwd)).toEqual(before);
  });
});

describe("oldNode", () => {
  it.each([
    ["22.18.0", true],
    ["24.0.0", true],
    ["22.17.9", false],
    ["20.19.2", false],
  ])("%s", (version, fits) => {
    expect(oldNode(version) === undefined).toBe(fits);
  });

  it("says what to run instead", () => {
    expect(oldNode("20.19.2", join(import.meta.dirname, "../../.."))).toContain("npm start");
    expect(oldNode("20.19.2", "/")).toContain("https://nodejs.org");
  });
});

it("aligns tables", () => {
  expect(
    table([
      ["a", "bb", "c"],
      ["aaa", "b", ""],
    ]),
  ).toBe("a    bb  c\naaa  b");
});
