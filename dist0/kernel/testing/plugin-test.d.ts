import type { Plugin } from "../../registry/contract/plugin.js";
import type { PluginCheck, PluginTestOptions } from "./plugin-check.js";
/**
 * The checks of a plugin, to be run in this order: isolated, with the preset, switched off, failing in setup, stopped,
 * reloaded. Listing them starts nothing.
 */
export declare function pluginChecks(plugin: Plugin, options?: PluginTestOptions): AsyncGenerator<PluginCheck>;
/** Registers the checks of a plugin with vitest, as tests of `plugin <id>`: `await testPlugin(plugin)` in a test file. */
export declare function testPlugin(plugin: Plugin, options?: PluginTestOptions): Promise<void>;
