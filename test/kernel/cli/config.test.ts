import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderOf } from "./_server.ts";

const bin = join(import.meta.dirname, "../../../kernel/cli/bin.ts");
const preset =
  'export default [{ id: "tides", summary: "Comes and goes.", capabilities: { tides: true } }];';

function waymark(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
    cwd: folderOf({ "preset.mjs": preset, ...files }),
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" },
  });
  return { status, stdout, stderr };
}

describe("config schema", () => {
  it.each([
    ["right values", "plugins: { tides: false }\n"],
    [
      "wrong values, for which it is wanted",
      "prot: 1\nport: many\nplugins: { tides: { high: 1 } }\n",
    ],
  ])("is printed for a config with %s", (_name, text) => {
    const files = { "waymark.config.yaml": `preset: ./preset.mjs\n${text}` };
    const { status, stdout, stderr } = waymark(files, "config", "schema");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(JSON.parse(stdout)).toMatchObject({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      properties: { plugins: { properties: { tides: { description: expect.any(String) } } } },
      additionalProperties: false,
    });
  });

  it("reads the file that --config names", () => {
    const files = { "other.yaml": "preset: ./preset.mjs\n" };
    const { stdout } = waymark(files, "config", "schema", "--config", "other.yaml");
    expect(Object.keys(JSON.parse(stdout).properties.plugins.properties)).toEqual(["tides"]);
  });

  it("is refused where a plugin would be missing from it", () => {
    const files = {
      "waymark.config.yaml": "preset: ./preset.mjs\nplugins: { ./none.mjs: true }\n",
    };
    const { status, stdout, stderr } = waymark(files, "config", "schema");
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toContain("PLUGIN_NOT_FOUND");
  });
});

describe("export types", () => {
  const files = { "waymark.config.yaml": "service: atlas\nplugins: { brains: false }\n" };

  it("prints what is on as one module", () => {
    const { status, stdout } = waymark(files, "export", "types");
    expect(status).toBe(0);
    expect(stdout).toContain("export interface OfficesList {");
    expect(stdout).not.toContain("export interface Brain {");
  });

  it("is TypeScript and nothing else", () => {
    const { status, stderr } = waymark(files, "export", "types", "--yaml");
    expect(status).toBe(1);
    expect(stderr).toContain("hint: leave out --yaml");
  });
});
