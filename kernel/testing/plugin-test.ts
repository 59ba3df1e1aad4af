import type { Plugin } from "../../registry/contract/plugin.ts";
import type { WaymarkConfig } from "../define/config.ts";
import { loadVitest } from "./vitest.ts";

/** What a plugin is tested with. Every key is optional. */
export interface PluginTestOptions {
  /** The plugin's options. Default: none are written. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** Plugins that it needs beside those of the preset, of which whatever provides the rest is on in any case. */
  readonly beside?: readonly Plugin[];
  /** As in a config file. The plugin's own setting is not read from it. */
  readonly config?: WaymarkConfig;
}

/** One thing that a plugin must hold to. */
export interface PluginCheck {
  /** Unique among the checks of a plugin. */
  readonly name: string;
  /** Rejects with an Error whose message says what was expected, what was received, and what to do. */
  run(): Promise<void>;
}

/** Time for one check, in milliseconds: the first of a group starts the service and asks everything. */
const TIMEOUT_MS = 60_000;

/**
 * Everything that a plugin must hold to, to be run in this order: alone, beside the preset, switched off, failing in
 * setup, reloaded. Listing starts nothing.
 */
export async function* pluginChecks(
  plugin: Plugin,
  options: PluginTestOptions = {},
): AsyncGenerator<PluginCheck> {
  const { checksOf } = await import("./checks/index.ts");
  yield* checksOf(plugin, options);
}

/** Registers the checks of a plugin with vitest, as tests of `plugin <id>`: `await testPlugin(plugin)` in a test file. */
export async function testPlugin(plugin: Plugin, options: PluginTestOptions = {}): Promise<void> {
  const { describe, it } = await loadVitest("testPlugin");
  const checks = await Array.fromAsync(pluginChecks(plugin, options));
  describe(`plugin ${plugin.id}`, () => {
    for (const { name, run } of checks) it(name, run, TIMEOUT_MS);
  });
}
