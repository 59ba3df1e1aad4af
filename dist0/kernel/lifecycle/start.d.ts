import type { Plugin } from "../../registry/contract/plugin.js";
import type { Log } from "../../registry/contract/types.js";
import type { Booted } from "../boot/boot.js";
import { Runtime } from "../services.js";
import { DocumentCache } from "../respond/document.js";
import { type Handlers } from "./collect-handlers.js";
import type { ServerState } from "./server-status.js";
import { type RunningPlugin } from "./running-plugin.js";
/** No plugin started that did not run before. */
export declare class StillDegraded extends Error {
}
/** A plugin that should run and does not, while the server goes on. */
export type Degraded = Runtime["degraded"][number];
/** The plugins of one revision. */
export interface Started {
    /** By plugin id, in the order of their start. */
    readonly running: ReadonlyMap<string, RunningPlugin>;
    /** Instances by service id. */
    readonly instances: ReadonlyMap<string, unknown>;
    readonly handlers: Handlers["handlers"];
    readonly documents: DocumentCache;
    readonly degraded: readonly Degraded[];
    /** Sets where requests go that plugins make of the service. Until then there are none. */
    connect(app: Pick<Runtime, "dispatch" | "routeOf">): void;
    /** Shows this revision to the plugins that were carried over, instead of the one before. */
    takeOver(): void;
    /**
     * Runs the closers in reverse, except those of plugins that `other` runs, too. A closer that fails, or takes longer than
     * 5 s, is logged and does not stop the others.
     */
    stop(other?: Started): Promise<void>;
}
export interface StartOptions {
    readonly log: Log;
    /** Milliseconds. Default: 10 s. */
    readonly setupTimeoutMs?: number;
    /** Whether the server takes requests, and news of other revisions. */
    readonly server: ServerState;
    /** Start only these plugins. Default: all that are enabled. */
    readonly only?: ReadonlySet<Plugin>;
    /** The revision that runs already. Its plugins are carried over where nothing changed for them. */
    readonly previous?: Started;
    /** Throw a `StillDegraded` unless more plugins run than in `previous`. Default: false. */
    readonly unlessStillDegraded?: boolean;
}
/**
 * Starts all enabled plugins. When a plugin fails that the server cannot run without, stops those that started here and
 * throws a BootError.
 */
export declare function startPlugins({ registry, absent, connectPolicies }: Pick<Booted, "registry" | "absent" | "connectPolicies">, { log, server, only, previous, unlessStillDegraded, setupTimeoutMs, }: StartOptions): Promise<Started>;
