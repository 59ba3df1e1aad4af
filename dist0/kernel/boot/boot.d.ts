import type { InstalledPlugin } from "../../registry/contract/installed.js";
import { type Sealed } from "../../registry/seal/seal.js";
import type { Plugin } from "../../registry/contract/plugin.js";
import { type ConfigInput, type LoadedConfig } from "../config/config.js";
import { type LoadedPlugins } from "./load.js";
/** The input of a boot: a folder, an environment, and overrides of both. */
export interface BootInput extends ConfigInput {
    /** The plugins to begin with. Default: the default export of the module that the config names. */
    readonly preset?: readonly Plugin[];
    /** Leave `validate` to the caller, so that a server may listen first. Default: false. */
    readonly validateLater?: boolean;
    /** Whether a plugin's `testOptions` override the operator's options, to leave nothing behind. Default: for no plugin. */
    readonly testOptions?: (entry: InstalledPlugin) => boolean;
}
/** How long a phase took, in milliseconds. */
export type Timings = Readonly<Record<string, number>>;
/** The input of a start: the config, and the registry sealed from it. */
export interface Booted extends Pick<LoadedConfig, "config" | "file" | "content" | "isEmpty" | "folder">, Pick<LoadedPlugins, "installed" | "absent" | "offered" | "notices" | "secretFiles">, Pick<Sealed, "registry" | "connectPolicies"> {
    readonly timings: Timings;
    /**
     * Throws a {@link BootError} when a policy does not compile for a route, when a schema cannot become JSON Schema, or
     * when a plugin's options ignore unknown keys. Called by `boot` unless `validateLater`. Yields to the event loop. Runs
     * once, however often it is called.
     */
    validate(): Promise<void>;
    /** Sets the base of absolute URLs for a config without one: where the server listens. */
    listeningAt(origin: string): void;
}
/**
 * Throws a {@link BootError} with all findings of the first phase that has any. Yields to the event loop in between, so
 * that a server that reloads keeps answering.
 */
export declare function boot(input: BootInput): Promise<Booted>;
