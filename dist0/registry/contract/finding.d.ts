/** Findings: what is wrong with a configuration or a plugin, and what to do about it. */
import type { FINDINGS } from "./finding-codes.js";
/** A code that a plugin declares under `validate`, once its type was checked there. */
export type PluginFindingCode = string & {
    readonly "~declared": true;
};
/** In capitals with underscores. */
export type FindingCode = keyof typeof FINDINGS | PluginFindingCode;
/** One thing that is wrong. */
export interface Finding {
    readonly code: FindingCode;
    /** The plugin or plugins concerned. */
    readonly plugin?: string;
    /** Where: a config path, a route, a header. */
    readonly where: string;
    /** The problem and the value that was received. */
    readonly message: string;
    /** The next step. */
    readonly hint: string;
}
/**
 * Thrown by a plugin's setup where the cause lies in a contribution of another plugin, such as a table that cannot be
 * stored: the finding names that plugin.
 */
export declare class ContributionError extends Error {
    readonly name = "ContributionError";
    /** Id of the plugin that contributed. */
    readonly plugin: string;
    constructor(plugin: string, message: string, options?: ErrorOptions);
}
/** A value as a message shows it: JSON, shortened. */
export declare function show(value: unknown): string;
/** Returns the message of an error, and any other thrown value as text. */
export declare function messageOf(thrown: unknown): string;
/** Returns the same with its stack, for logs. */
export declare function traceOf(thrown: unknown): string;
/** The closest of `known` to a misspelt or shortened name, when it is close enough to be meant. */
export declare function nearest(name: string, known: Iterable<string>): string | undefined;
/** `did you mean "x"?`, or the known names when none is close. */
export declare function didYouMean(name: string, known: readonly string[]): string;
