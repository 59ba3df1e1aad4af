import type { OfferedPlugins, Plugin } from "waymark";
/**
 * The plugins of this package, all on by default. Documents list their contributions in this order. Only policies and
 * pages depend on it otherwise.
 */
declare const preset: readonly Plugin[];
/** Plugins that are off until the config names them, and loaded then. */
export declare const offered: OfferedPlugins;
export default preset;
