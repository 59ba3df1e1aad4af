import type { HandlerContext, Plugin } from "../../registry/contract/plugin.js";
import type { SealedRoute } from "../../registry/contract/sealed-route.js";
import type { Batch } from "../respond/load-lists.js";
import type { OwnedCheck, OwnedMetric } from "../services.js";
import { type Handler } from "./wrap-handler.js";
/** Collected while plugins start. */
export interface Handlers {
    /** By `plugin.routeId`, as the loaders. */
    readonly handlers: Map<string, Handler>;
    readonly loaders: Map<string, Batch>;
    readonly checks: OwnedCheck[];
    readonly metrics: OwnedMetric[];
}
/**
 * Adds a plugin's handlers, loaders, health checks and metrics, all or none. Throws a BootError when they do not fit
 * the plugin's `routes`.
 */
export declare function collectHandlers(plugin: Plugin, routes: readonly SealedRoute[], use: Readonly<Record<string, unknown>>, context: HandlerContext<unknown>, collected: Handlers): void;
