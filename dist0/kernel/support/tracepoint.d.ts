/**
 * Places in the server at which others may look on: tracing channels of `node:diagnostics_channel`, named
 * `tracing:waymark.<name>:start`, `:end`, `:asyncStart`, `:asyncEnd` and `:error`. Without listeners, each costs a
 * comparison.
 */
import type { AsyncLocalStorage } from "node:async_hooks";
import type { MaybePromise } from "../../registry/contract/types.js";
/** Those that are undefined do not count. */
export type SpanAttributes = Record<string, string | number | boolean | undefined>;
/**
 * One run of an operation, in the terms of OpenTelemetry: the message of every event of a tracepoint. Most are never
 * recorded, so `name` and `attributes` may be made when they are read, and are complete once the operation has ended.
 */
export interface Span {
    /** Of few values: `GET /api/offices/{officeId}`, never a path as received. */
    readonly name: string;
    /** Default: internal. */
    readonly kind?: "server" | "client" | "producer" | "consumer";
    /** Named by OpenTelemetry's semantic conventions, else `waymark.*`. The operation adds to them until it ends. */
    readonly attributes: SpanAttributes;
    /** Headers of the one that asked for it, in which a trace may be to continue. */
    incoming?(name: string): string | undefined;
    /** Whether `incoming` is a stranger's: neither kept by this server nor sent through a proxy that it trusts. */
    readonly isForeign?: boolean;
    /** Headers of the request that it sends, to which the trace is added. */
    readonly outgoing?: Headers;
    /** True in `end` alone, when the operation goes on and `asyncEnd` will follow. */
    isPending?: boolean;
    /** Set once the operation has thrown or rejected. */
    error?: unknown;
}
/** Learns of spans. Must not throw. */
export interface SpanWatcher<Store extends object> {
    /** Returns the store that the operation runs in. */
    readonly enter: (span: Span) => Store;
    /** @param store as `enter` returned it. */
    readonly leave: (span: Span, store: Store) => void;
}
/** Where listeners learn that an operation starts and ends. */
export declare class Tracepoint {
    #private;
    constructor(name: string);
    /** Listens until the returned function is called. */
    watch<Store extends object>(storage: AsyncLocalStorage<Store>, { enter, leave }: SpanWatcher<Store>): () => void;
    /** Whether somebody listens. Ask before a span is put together. */
    get isWatched(): boolean;
    /**
     * Runs work within the stores that listeners bind to `start`. An operation that ends at once publishes `start` and `end`;
     * one that returns a promise then `asyncStart` and `asyncEnd`, as Node's `tracePromise` does; a failed one `error` before.
     */
    run<T>(span: Span, work: (span: Span) => Promise<T>): Promise<T>;
    run<T>(span: Span, work: (span: Span) => MaybePromise<T>): MaybePromise<T>;
}
/** Watches all tracepoints, those of modules that are loaded later too, until the returned function is called. */
export declare function watchTracepoints<Store extends object>(storage: AsyncLocalStorage<Store>, watcher: SpanWatcher<Store>): () => void;
