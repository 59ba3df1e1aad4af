/** Installed plugins with all that they contribute, for the kernel alone. */
import type { Plugin } from "./plugin.js";
import type { InstalledInfo, Registry } from "./registry.js";
import type { Promises } from "./route-keys.js";
/**
 * A plugin that the preset offers and the config does not have: it is installed, and its module loaded, when the config
 * names it.
 */
export interface OfferedPlugin {
    load(): Promise<{
        readonly default: Plugin;
    }>;
    /**
     * Ids of offered plugins that are installed with it, those without `before` only in place of their namesakes. The config
     * may switch them off.
     */
    readonly with?: readonly string[];
    /** Ids of offered plugins that bring it when all of them are installed. The config may switch it off. */
    readonly beside?: readonly string[];
    /** The listener of its routes, which brings it when the config has that. The config may switch it off. */
    readonly listener?: "admin";
    /** Id of the plugin that comes after it, for policies in whose order it counts. Default: it takes the place of its namesake, or comes last. */
    readonly before?: string;
    /**
     * The option that must be set, and not to false, for it to take the place of its namesake, in the config or as
     * `WAYMARK_<PLUGIN>_<OPTION>`. Default: a namesake is replaced only `with` another plugin.
     */
    readonly option?: string;
    /** The variable of the plugin's `env` that sets this option, as no module is loaded to find out. */
    readonly variable?: string;
    /** Keys of routes that its policies own, for findings. */
    readonly routeKeys?: readonly string[];
    /** Values of routes' keys that its policies enforce, for findings. */
    readonly enforces?: Promises;
}
/** By id. A preset module exports them as `offered`. */
export type OfferedPlugins = Readonly<Record<string, OfferedPlugin>>;
/** A plugin that is installed, enabled or not. */
export interface InstalledPlugin extends InstalledInfo {
    readonly plugin: Plugin;
}
/** The registry as it was sealed, with whole plugins in place of information about them. */
export interface SealedRegistry extends Registry {
    readonly installed: readonly InstalledPlugin[];
}
