/** Values of the contract of plugins, apart from its types: a start reads no file of types. */

/**
 * Version of the plugin API, 1 with the first release: grows when a plugin that was written for the version before would no
 * longer work. Plugins carry the version of the `waymark` that they were made with.
 */
export const PLUGIN_API = 1;

/** Parts in their order: the service's purpose, its state, its offers, and the rules it follows. */
export const SECTIONS = ["resources", "monitoring", "discovery", "policies"] as const;

/** Name of a part. */
export type Section = (typeof SECTIONS)[number];
