import type { Plugin } from "../../registry/contract/plugin.js";
import type { Duration } from "../../registry/contract/route.js";
import type { WaymarkConfig } from "../define/config.js";
import { Clock, Ids } from "../services.js";
/** The plugins of a test server, and the fakes among them. */
export interface FakeOptions {
    /** The plugins to begin with. Default: all of the preset. */
    readonly plugins?: readonly Plugin[];
    /** As in a config file. Plugins that it does not set leave no trace: data stays in memory, and no line is logged. */
    readonly config?: WaymarkConfig;
    /** Replaces the plugin that provides the clock, for instance by `fixedClock()`. Default: not replaced. */
    readonly clock?: Clock;
    /** Replaces the plugin that makes identifiers, for instance by `fixedIds`. Default: not replaced. */
    readonly ids?: Ids;
}
/** A clock that only moves when a test advances it. */
export interface FixedClock extends Clock {
    advance(by: Duration): void;
}
/** A clock for `createTestServer({ clock })`. Default: 2026-01-02T03:04:05Z. */
export declare function fixedClock(at?: string | Date): FixedClock;
/** Identifiers for `createTestServer({ ids })` that are always the same. */
export declare const fixedIds: Ids;
/** The plugins with fakes in place of those that only provide the same services. Undefined when there are no fakes. */
export declare function withFakes({ plugins, config, clock, ids, }: FakeOptions): Promise<readonly Plugin[] | undefined>;
/** Ids of the services that a plugin provides. */
export declare function providedServices({ provides }: Plugin): readonly string[];
