import { type Finding } from "../../registry/contract/finding.js";
import type { WaymarkConfig } from "../define/config.js";
import { type Env } from "./env.js";
import { type ResolvedConfig } from "../define/kernel-keys.js";
export type { ResolvedConfig } from "../define/kernel-keys.js";
export interface LoadedConfig {
    /** Complete even where there are findings: a refused value is replaced by its default. */
    readonly config: ResolvedConfig;
    /** Absolute path; undefined when there is no file. */
    readonly file: string | undefined;
    /** Hash of the file's text; undefined when it could not be read. */
    readonly content: string | undefined;
    /** Whether there is a file and it says nothing: no text, or only comments. */
    readonly isEmpty: boolean;
    /** Where relative paths and package names of plugins start. */
    readonly folder: string;
    readonly env: Env;
    readonly findings: readonly Finding[];
}
/** Where the config comes from. */
export interface ConfigInput {
    /** Where to look for the file; plugins that it does not bring are resolved from here. */
    readonly cwd: string;
    /** Goes before the file. */
    readonly env: Env;
    /** Overrides everything else: the command line's flags. `plugins` replaces settings one by one. */
    readonly overrides?: WaymarkConfig;
    /** Whether to look for a file. Default true. */
    readonly file?: boolean;
}
/** Finds and reads the config file. Never throws; every mistake becomes a finding. */
export declare function loadConfig(input: ConfigInput): Promise<LoadedConfig>;
/** Validates a config as it was read. `file` is its name in findings. */
export declare function validateConfig(raw: unknown, { file, env, overrides, }?: {
    file?: string | undefined;
    env?: Env;
    overrides?: WaymarkConfig | undefined;
}): Promise<Pick<LoadedConfig, "config" | "findings">>;
