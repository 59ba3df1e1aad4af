import type { Plugin } from "waymark";
import type { PluginCheck, PluginTestOptions } from "./plugin-check.ts";
import { loadVitest } from "./vitest.ts";

/** Time for one check, in milliseconds: the first of a group starts a server and sends all requests. */
const TIMEOUT_MS = 60_000;

/**
 * The checks of a plugin, to be run in this order: isolated, with the preset, switched off, failing in setup, stopped,
 * reloaded. Listing them starts nothing.
 */
export async function* pluginChecks(
  plugin: Plugin,
  options: PluginTestOptions = {},
): AsyncGenerator<PluginCheck> {
  const { checksOf } = await import("./checks.ts");
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
