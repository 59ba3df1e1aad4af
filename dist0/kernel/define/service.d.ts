import type { MeasuredMetric, OptionalService, Service, Tracked } from "../../registry/contract/service.js";
/**
 * Makes the token of a service: its name and its type.
 *
 * @param id unique name, such as `store`.
 * @param options `version` reads the version of the data behind an instance; `track` does so for the data that one plugin
 * reaches. Lists whose plugin needs only services with a version are finished once per version and query. `metrics` lists
 * what an instance measures.
 */
export declare function service<T>(id: string, options?: {
    readonly version?: (instance: T) => string | number | undefined;
    readonly track?: (instance: T) => Tracked<T>;
    readonly metrics?: (instance: T) => readonly MeasuredMetric[];
}): Service<T>;
/** Returns the token of the same service for a plugin that can do without it: `undefined` when no plugin provides it. */
export declare function optional<T>(token: Service<T>): OptionalService<T>;
