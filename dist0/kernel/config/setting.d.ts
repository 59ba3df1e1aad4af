/** The forms of one value below `plugins`: true, false, options, a plugin, or a plugin with options. */
import { type Finding } from "../../registry/contract/finding.js";
import type { Plugin } from "../../registry/contract/plugin.js";
/** The operator's setting of one plugin. */
export interface Setting {
    readonly enabled: boolean;
    /** The value of `$optional`. */
    readonly optional?: boolean | undefined;
    readonly options: Readonly<Record<string, unknown>>;
    /** Present when a TypeScript or JavaScript config hands over the plugin itself. */
    readonly plugin?: Plugin;
}
/**
 * The kernel's key among a plugin's options: whether the service may run without the plugin. Overrides the plugin's own
 * `optional`.
 */
export declare const OPTIONAL_KEY = "$optional";
/** Reads the settings below `plugins`, by key. Values of any other form become findings, which name `origin`. */
export declare function readSettings(values: Readonly<Record<string, unknown>>, origin: string): {
    readonly settings: ReadonlyMap<string, Setting>;
    readonly findings: readonly Finding[];
};
/** Whether a value of the config is a plugin itself rather than options for one. */
export declare function looksLikePlugin(value: unknown): value is Plugin;
/** A key below `plugins` as findings show it: `plugins.cors`, `plugins["@acme/atlas"]`. */
export declare function configPath(key: string): string;
/** The source of a plugin, as findings show it. */
export declare function shownSource(source: string): string;
