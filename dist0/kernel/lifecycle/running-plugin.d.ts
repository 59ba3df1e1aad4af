import type { Plugin } from "../../registry/contract/plugin.js";
import type { Log } from "../../registry/contract/types.js";
import type { InstalledPlugin } from "../../registry/contract/installed.js";
import type { Registry } from "../../registry/contract/registry.js";
import { type Closer } from "../support/shutdown.js";
import { LiveRuntime } from "./live-registry.js";
import { Runtime } from "../services.js";
/** By service id. */
export type Instances = Map<string, unknown>;
/** A plugin whose setup has finished. */
export interface RunningPlugin {
    readonly plugin: Plugin;
    readonly options: unknown;
    /** Instances by service id, as its setup received them. */
    readonly needed: ReadonlyMap<string, unknown>;
    /** The result of its setup. */
    readonly provided: unknown;
    /** Switched to the next revision when the plugin is carried over. */
    readonly runtime: LiveRuntime;
    readonly closers: Closer[];
}
/** The instances that a plugin needs, and those it has provided so far, by the plugin's own names. */
export declare function servicesFor(plugin: Plugin, instances: ReadonlyMap<string, unknown>): Readonly<Record<string, unknown>>;
/** Whether a running plugin can go on in another revision, because nothing that its setup used is different there. */
export declare function canCarryOver({ plugin, options, needed, runtime }: RunningPlugin, next: InstalledPlugin, instances: Instances, registry: Registry): boolean;
export interface SetupInput {
    readonly runtime: Runtime;
    readonly instances: Instances;
    readonly log: Log;
    readonly setupTimeoutMs: number;
}
/** Runs a plugin's setup. When that fails, what it opened is closed again. */
export declare function runSetup({ plugin, options }: InstalledPlugin, { runtime: first, instances, log, setupTimeoutMs }: SetupInput): Promise<RunningPlugin>;
/** Adds the services that a setup returned. Throws when one is missing. */
export declare function registerServices(plugin: Plugin, provided: unknown, instances: Instances): void;
