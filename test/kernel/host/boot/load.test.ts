import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { definePlugin, type WaymarkConfig } from "waymark";
import { Clock } from "waymark/services";
import { loadConfig } from "../../../../kernel/host/config/config.ts";
import { loadPlugins } from "../../../../kernel/host/boot/load.ts";
import { folderOf } from "../../../_folder.ts";

const limits = z.strictObject({ limit: z.int().default(600) });
const preset = [
  definePlugin({ id: "cors", summary: "Shares." }),
  definePlugin({ id: "rate-limit", summary: "Limits.", options: limits }),
];

let cwd = "";
beforeEach(() => void (cwd = folderOf()));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(cwd, path)), { recursive: true });
  writeFileSync(join(cwd, path), text);
}

async function load(plugins: WaymarkConfig["plugins"] = {}, env: Record<string, string> = {}) {
  const loaded = await loadConfig({ cwd, env, overrides: { plugins } });
  return loadPlugins(loaded, preset);
}

/** `id=options` or `id=off`, in order, with what named the plugin. */
async function summary(...input: Parameters<typeof load>): Promise<readonly string[]> {
  const { installed, findings } = await load(...input);
  expect(findings).toEqual([]);
  return installed.map(({ plugin, enabled, options, source }) => {
    return `${plugin.id}=${enabled ? JSON.stringify(options) : "off"} (${source})`;
  });
}

describe("loadPlugins", () => {
  it("enables the preset with default options", async () => {
    expect(await summary()).toEqual(["cors={} (preset)", 'rate-limit={"limit":600} (preset)']);
  });

  it.each([
    { name: "off", plugins: { "rate-limit": false }, env: {}, expected: "off" },
    { name: "on", plugins: { "rate-limit": true }, env: {}, expected: '{"limit":600}' },
    { name: "options", plugins: { "rate-limit": { limit: 5 } }, env: {}, expected: '{"limit":5}' },
    {
      name: "environment over config",
      plugins: { "rate-limit": { limit: 5 } },
      env: { WAYMARK_RATE_LIMIT_LIMIT: "6" },
      expected: '{"limit":6}',
    },
    {
      name: "switched off by the environment",
      plugins: { "rate-limit": { limit: 5 } },
      env: { WAYMARK_RATE_LIMIT: "false" },
      expected: "off",
    },
    {
      name: "switched on by the environment",
      plugins: { "rate-limit": false },
      env: { WAYMARK_RATE_LIMIT: "true" },
      expected: '{"limit":600}',
    },
  ])("settings: $name", async ({ plugins, env, expected }) => {
    expect(await summary(plugins, env)).toContain(`rate-limit=${expected} (preset)`);
  });

  it("adds paths, packages and plugin objects after the preset, in the config's order", async () => {
    write("plugins/by-path.mjs", 'export default { id: "by-path", summary: "A file." };');
    write("plugins/folder/index.mjs", 'export default { id: "folder", summary: "A folder." };');
    // Packages may offer nothing to require().
    write(
      "node_modules/@acme/atlas/package.json",
      '{ "name": "@acme/atlas", "type": "module", "exports": { "import": "./main.js" } }',
    );
    write(
      "node_modules/@acme/atlas/main.js",
      'export default { id: "atlas", summary: "A package." };',
    );
    const value = definePlugin({ id: "value", summary: "An object.", options: limits });
    const names = await summary({
      value: [value, { limit: 7 }],
      "@acme/atlas": true,
      "./plugins/by-path.mjs": false,
      "./plugins/folder": true,
    });
    expect(names.slice(preset.length)).toEqual([
      'value={"limit":7} (value)',
      "atlas={} (@acme/atlas)",
      "by-path=off (./plugins/by-path.mjs)",
      "folder={} (./plugins/folder)",
    ]);
  });

  it("seeks paths from the config file's folder", async () => {
    write("config/waymark.yaml", "plugins: { ./own.mjs: true }");
    write("config/own.mjs", 'export default { id: "own", summary: "Beside the config." };');
    const loaded = await loadConfig({ cwd, env: { WAYMARK_CONFIG: "config/waymark.yaml" } });
    const { installed, findings } = await loadPlugins(loaded, []);
    expect(findings).toEqual([]);
    expect(installed.map(({ plugin }) => plugin.id)).toEqual(["own"]);
  });

  it("loads the same copy of waymark for a TypeScript config", async () => {
    const loaded = await loadConfig({
      cwd: join(import.meta.dirname, "../config/ts-config"),
      env: {},
    });
    const { installed, findings } = await loadPlugins(loaded, []);
    expect([...loaded.findings, ...findings]).toEqual([]);
    expect(installed[0]?.plugin.provides?.["clock"]).toBe(Clock);
  });

  it("validates no option of a plugin that is off", async () => {
    expect(
      await summary({ "rate-limit": { limit: "x" } }, { WAYMARK_RATE_LIMIT: "false" }),
    ).toContain("rate-limit=off (preset)");
  });

  it("does not refuse unknown variables", async () => {
    const { findings, notices } = await load({}, { WAYMARK_CORSE: "false" });
    expect(findings).toEqual([]);
    expect(notices).toEqual([
      {
        message: "the environment variable WAYMARK_CORSE sets nothing",
        fields: { nearest: "WAYMARK_CORS" },
      },
    ]);
  });
});
