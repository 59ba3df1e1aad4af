import type { OfferedPlugins } from "../../registry/contract/installed.js";
import type { Plugin } from "../../registry/contract/plugin.js";
import type { LoadedConfig } from "../config/config.js";
import { type AppliedSettings } from "../config/plugin-settings.js";
/** `installed` has the preset's order, then the config's. */
export interface LoadedPlugins extends AppliedSettings {
    /** Plugins that the config names, that could not be loaded and that may be missing. */
    readonly absent: readonly Absent[];
    /** Plugins that the preset offers. */
    readonly offered: OfferedPlugins;
}
/** A plugin that could not be loaded, and that the server runs without. */
export interface Absent {
    /** The key below `plugins`. */
    readonly plugin: string;
    readonly reason: string;
}
/**
 * Never throws; every mistake becomes a finding.
 *
 * @param preset the plugins to begin with. Default: the default export of the module that the config names.
 */
export declare function loadPlugins(loaded: LoadedConfig, preset?: readonly Plugin[]): Promise<LoadedPlugins>;
