/** Plugins with an implementation: what calls for it, and what becomes of mistakes in it. */
import { expect, describe, it } from "vitest";
import { z } from "zod";
import { definePlugin, type Plugin, type WaymarkConfig } from "waymark";
import { defineImplementation } from "waymark/advanced";
import { loadPlugins } from "../../../../kernel/host/boot/load.ts";
import { loadConfig } from "../../../../kernel/host/config/config.ts";
import { NO_CONFIG } from "../../../_setup.ts";

const on = defineImplementation({ summary: "Is on." });
const found = async () => ({ default: on });

/** A plugin `tides` that is called for by its option, with this implementation. */
const tides = (load: () => Promise<unknown>): Plugin =>
  definePlugin({
    id: "tides",
    summary: "Is off.",
    options: z.strictObject({ url: z.string().optional() }),
    implementation: {
      load: load as typeof found,
      option: "url",
      brings: ["charts"],
    },
  });
const charts = definePlugin({
  id: "charts",
  summary: "Is off.",
  implementation: { load: found },
  errors: {},
});
const gulls = definePlugin({
  id: "gulls",
  summary: "Is never seen.",
  implementation: { load: found },
});

async function loaded(
  preset: readonly Plugin[],
  plugins: WaymarkConfig["plugins"] = {},
  env: Record<string, string> = {},
) {
  const config = await loadConfig({ ...NO_CONFIG, env, overrides: { plugins } });
  const { installed, findings, absent, notices } = await loadPlugins(config, preset);
  return {
    installed: installed.map(({ plugin, enabled }) => {
      return `${plugin.id}: ${enabled ? plugin.summary : "off"}`;
    }),
    findings: findings.map(({ code, where, message }) => `${code} ${where}: ${message}`),
    absent,
    notices,
  };
}

const url = "tide://example";

describe("an implementation", () => {
  const preset = [tides(found), charts];

  it.each<[what: string, plugins: object, env: Record<string, string>, installed: string[]]>([
    ["is not called for", { tides: true }, {}, ["tides: Is off.", "charts: Is off."]],
    ["is called for by its option", { tides: { url } }, {}, ["tides: Is on.", "charts: Is on."]],
    [
      "is not brought while off",
      { tides: { url }, charts: false },
      {},
      ["tides: Is on.", "charts: off"],
    ],
    [
      "is called for by a variable",
      {},
      { WAYMARK_TIDES_URL: url },
      ["tides: Is on.", "charts: Is on."],
    ],
    [
      "is switched off by a variable, and brings nothing then",
      { tides: { url } },
      { WAYMARK_TIDES: "false" },
      ["tides: off", "charts: Is off."],
    ],
    [
      "is switched on by a variable",
      { tides: false },
      { WAYMARK_TIDES: "true", WAYMARK_TIDES_URL: url },
      ["tides: Is on.", "charts: Is on."],
    ],
  ])("%s", async (_what, plugins, env, installed) => {
    expect(await loaded(preset, plugins as WaymarkConfig["plugins"], env)).toEqual({
      installed,
      findings: [],
      absent: [],
      notices: [],
    });
  });

  const failing = "the module failed while it was imported: no tide";
  it.each<[what: string, load: () => Promise<unknown>, message: string]>([
    ["cannot be imported", () => Promise.reject(new Error("no tide")), failing],
    ["is missing", async () => ({}), "not a plugin; received nothing"],
    ["is something else", async () => ({ default: 7 }), "not a plugin; received 7"],
    [
      "has a wrong value",
      async () => ({ default: { ...on, setup: 7 } }),
      "the value of setup does not fit; received 7",
    ],
    [
      "has an unknown key",
      async () => ({ default: { ...on, route: {} } }),
      'a plugin has no key "route"',
    ],
  ])(
    "that %s is a finding, or the plugin is absent where it is optional",
    async (_what, broken, message) => {
      const mistaken = [tides(broken), charts];
      expect(await loaded(mistaken, { tides: true })).toMatchObject({ findings: [] });
      const { findings } = await loaded(mistaken, { tides: { url } });
      expect(findings).toEqual([
        expect.stringMatching(/^PLUGIN_(INVALID|KEY_UNKNOWN) plugins\.tides: /),
      ]);
      expect(findings[0]).toContain(message);
      const optional = await loaded(mistaken, { tides: { url, $optional: true } });
      expect(optional).toMatchObject({ installed: ["charts: Is on."], findings: [] });
      expect(optional.absent).toEqual([
        { plugin: "tides", reason: expect.stringContaining(message) },
      ]);
    },
  );
});

describe("a plugin with nothing but an implementation", () => {
  it.each<[what: string, plugins: object, env: Record<string, string>, installed: string[]]>([
    ["is not installed by itself", {}, {}, []],
    ["is installed once it is named", { gulls: true }, {}, ["gulls: Is on."]],
    ["is installed by a variable", {}, { WAYMARK_GULLS: "true" }, ["gulls: Is on."]],
    ["is not installed while it is off", { gulls: false }, {}, []],
    ["is not installed while a variable says so", { gulls: true }, { WAYMARK_GULLS: "false" }, []],
  ])("%s", async (_what, plugins, env, installed) => {
    const result = await loaded([gulls], plugins as WaymarkConfig["plugins"], env);
    expect(result).toMatchObject({ installed, findings: [], notices: [] });
  });

  it("has a variable that takes true and false alone", async () => {
    const { notices } = await loaded([gulls], {}, { WAYMARK_GULLS: "yes" });
    const message = expect.stringContaining("true or false switches the plugin gulls") as string;
    expect(notices).toEqual([expect.objectContaining({ message })]);
  });
});

describe("a plugin of the preset that is broken and off", () => {
  const broken = { ...gulls, id: "broken", setup: 7 } as unknown as Plugin; // as JavaScript has it

  it("is left alone", async () => {
    expect(await loaded([broken], { broken: false })).toMatchObject({ findings: [], absent: [] });
  });

  it("hides no mistake of another plugin", async () => {
    const mistaken = { ...charts, zzqqxx: {} } as Plugin;
    const { findings } = await loaded([broken, mistaken], { broken: false });
    expect(findings).toEqual([expect.stringContaining('no key "zzqqxx"')]);
  });
});
