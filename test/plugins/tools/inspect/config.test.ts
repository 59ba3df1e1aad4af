import { describe, expect, it } from "vitest";
import { folderOf } from "../../../_folder.ts";
import { waymark } from "../../../kernel/cli/_run.ts";

const preset =
  'export default [{ id: "tides", summary: "Comes and goes.", capabilities: { tides: true } }];';

async function run(
  files: Readonly<Record<string, string>>,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
  return await waymark(folderOf({ "preset.mjs": preset, ...files }), args, env);
}

describe("config schema", () => {
  it.each([
    ["right values", "plugins: { tides: false }\n"],
    [
      "wrong values, for which it is wanted",
      "prot: 1\nport: many\nplugins: { tides: { high: 1 } }\n",
    ],
  ])("is printed for a config with %s", async (_name, text) => {
    const files = { "waymark.config.yaml": `preset: ./preset.mjs\n${text}` };
    const { status, stdout, stderr } = await run(files, ["config", "schema"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(JSON.parse(stdout)).toMatchObject({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      properties: { plugins: { properties: { tides: { description: expect.any(String) } } } },
      additionalProperties: false,
    });
  });

  it("reads the file that --config names", async () => {
    const files = { "other.yaml": "preset: ./preset.mjs\n" };
    const { stdout } = await run(files, ["config", "schema", "--config", "other.yaml"]);
    expect(Object.keys(JSON.parse(stdout).properties.plugins.properties)).toEqual(["tides"]);
  });

  it("is refused where a plugin would be missing from it", async () => {
    const files = {
      "waymark.config.yaml": "preset: ./preset.mjs\nplugins: { ./none.mjs: true }\n",
    };
    const { status, stdout, stderr } = await run(files, ["config", "schema"]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toContain("PLUGIN_NOT_FOUND");
  });
});

describe("config show (C2)", () => {
  const vault = `
    import { z } from ${JSON.stringify(import.meta.resolve("zod"))};
    export default {
      id: "vault",
      summary: "Keeps something.",
      options: z.strictObject({
        login: z.strictObject({ user: z.string(), password: z.string().meta({ writeOnly: true }) }),
        depth: z.int().default(3),
        width: z.int().default(4),
      }),
    };`;
  const files = {
    "vault.mjs": vault,
    "waymark.config.yaml":
      "preset: ./preset.mjs\nservice: atlas\nplugins:\n  ./vault.mjs: { login: { user: ann, password: s3cret }, width: 5 }\n",
  };
  const env = { PORT: "4000", WAYMARK_VAULT_DEPTH: "9", WAYMARK_TIDES: "false" };

  it("prints each value and where it comes from", async () => {
    const { status, stdout } = await run(files, ["config", "show"], env);
    expect(status).toBe(0);
    const rows = stdout
      .trim()
      .split("\n")
      .map((line) => line.split(/ {2,}/));
    expect(rows).toEqual(
      expect.arrayContaining([
        ["service", '"atlas"', "waymark.config.yaml"],
        ["version", '"0.1.0"', "default"],
        ["port", "4000", "PORT"],
        ["plugins.tides", "false", "WAYMARK_TIDES"],
        ['plugins["./vault.mjs"]', "true", "waymark.config.yaml"],
        ['plugins["./vault.mjs"].depth', "9", "WAYMARK_VAULT_DEPTH"],
        ['plugins["./vault.mjs"].width', "5", "waymark.config.yaml"],
      ]),
    );
    expect(stdout).toContain('{"user":"ann","password":"(not shown)"}');
    expect(stdout).not.toContain("s3cret");
  });

  it("prints JSON", async () => {
    const { stdout } = await run(files, ["config", "show", "--json"], env);
    expect(JSON.parse(stdout)).toContainEqual({ key: "port", value: 4000, origin: "PORT" });
    expect(stdout).not.toContain("s3cret");
  });
});

it.each([[[]], [["--json"]]])(
  "S17: config show %j hides user and password of URLs, wherever they stand",
  async (args) => {
    const files = {
      "waymark.config.yaml": `plugins:
  ./away.mjs:
    url: https://ann:s3cret@collector.example:4318/a
    urls: ["postgres://ann:s3cret@one.example/a", "https://s3cret@two.example"]
    byName: { main: "amqp://:s3cret@three.example" }
  otel: { url: "https://ann:s3cret@collector.example:4318" }
`,
      "away.mjs": `
    import { z } from ${JSON.stringify(import.meta.resolve("zod"))};
    export default {
      id: "away",
      summary: "Sends things.",
      options: z.strictObject({
        url: z.url(),
        urls: z.array(z.url()),
        byName: z.record(z.string(), z.string()),
      }),
    };`,
    };
    const { status, stdout, stderr } = await run(files, ["config", "show", ...args]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain("https://(not shown)@collector.example:4318");
    expect(stdout).toContain("amqp://(not shown)@three.example");
    expect(stdout).not.toContain("s3cret");
  },
);

describe("config check (C2)", () => {
  it.each([
    ["preset: ./preset.mjs\n", 0, /other.yaml: valid, 1 plugins on, 0 off, 0 routes, revision \w+/],
    [
      "preset: ./preset.mjs\nprot: 1\n",
      1,
      /CONFIG_KEY_UNKNOWN.*\n.*other.yaml.*\n.*did you mean "port"/,
    ],
  ])("%j ends with %i", async (text, code, message) => {
    const { status, stdout, stderr } = await run({ "other.yaml": text }, [
      "config",
      "check",
      "other.yaml",
    ]);
    expect(status).toBe(code);
    expect(`${stdout}${stderr}`).toMatch(message);
  });
});

describe("a missing config file is reported with the place that names it", () => {
  it.each<[readonly string[], string]>([
    [["config", "check", "none.yaml"], "argument <file>"],
    [["config", "check", "--config", "none.yaml"], "--config"],
    [["config", "schema", "--config", "none.yaml"], "--config"],
    [["config", "show", "--config=none.yaml"], "--config"],
    [["routes", "--config", "none.yaml"], "--config"],
    [["explain", "cache", "--config", "none.yaml"], "--config"],
    [["routes"], "environment variable WAYMARK_CONFIG"],
  ])("%j", async (args, where) => {
    const env = { WAYMARK_CONFIG: args.length > 1 ? "other.yaml" : "none.yaml" };
    const { status, stdout, stderr } = await run({ "other.yaml": "" }, args, env);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toContain(
      `there is no file "none.yaml"\n  where: ${where}\n  hint: correct the`,
    );
    expect(stderr.includes("variable")).toBe(where.includes("variable"));
  });

  it("but two files are one too many", async () => {
    const { status, stderr } = await run({}, ["config", "check", "a.yaml", "--config", "b.yaml"]);
    expect(status).toBe(1);
    expect(stderr).toBe(
      'two config files are named, "a.yaml" and "b.yaml"\n  hint: name the file once, without --config\n',
    );
  });
});

describe("export types", () => {
  const files = { "waymark.config.yaml": "service: atlas\nplugins: { brains: false }\n" };

  it("prints what is on as one module", async () => {
    const { status, stdout } = await run(files, ["export", "types"]);
    expect(status).toBe(0);
    expect(stdout).toContain("export interface OfficesList {");
    expect(stdout).not.toContain("export interface Brain {");
  });

  it("is TypeScript and nothing else", async () => {
    const { status, stderr } = await run(files, ["export", "types", "--yaml"]);
    expect(status).toBe(1);
    expect(stderr).toContain("hint: leave out --yaml");
  });
});
