/**
 * Places in the server at which others may look on: tracing channels of `node:diagnostics_channel`, named
 * `tracing:waymark.<name>:start`, `:end`, `:asyncStart`, `:asyncEnd` and `:error`. Without listeners, each costs a
 * comparison.
 */
import type { AsyncLocalStorage } from "node:async_hooks";
import { channel, tracingChannel, type TracingChannel } from "node:diagnostics_channel";
import type { MaybePromise } from "../../../registry/contract/types.ts";

/** Attributes of a span. Undefined ones do not count. */
export type SpanAttributes = Record<string, string | number | boolean | undefined>;

/**
 * One run of an operation, in the terms of OpenTelemetry: the message of every event of a tracepoint. Most are never
 * recorded, so `name` and `attributes` may be made when they are read, and are complete once the operation has ended.
 */
export interface Span {
  /** Name with few values: `GET /api/offices/{officeId}`, never a path as received. */
  readonly name: string;
  /** Kind of the operation. Default: internal. */
  readonly kind?: "server" | "client" | "producer" | "consumer";
  /** Named by OpenTelemetry's semantic conventions, else `waymark.*`. The operation adds to them until it ends. */
  readonly attributes: SpanAttributes;
  /** Returns a header of the incoming request, which may have a trace to continue. */
  incoming?(name: string): string | undefined;
  /** True if `incoming` is a stranger's: neither kept by this server nor sent through a proxy that it trusts. */
  readonly isForeign?: boolean;
  /** Headers of the request that it sends, to which the trace is added. */
  readonly outgoing?: Headers;
  /** True in `end` alone, if the operation goes on and `asyncEnd` will follow. */
  isPending?: boolean;
  /** Error of the operation, set once it has thrown or rejected. */
  error?: unknown;
}

/** Learns of spans. Must not throw. */
export interface SpanWatcher<Store extends object> {
  /** Returns the store that the operation runs in. */
  readonly enter: (span: Span) => Store;
  /** @param store as `enter` returned it. */
  readonly leave: (span: Span, store: Store) => void;
}

/** All tracepoints, and the channel that announces later ones. */
const points = new Set<Tracepoint>();
const created = channel("waymark.tracepoint");

/** A place at which listeners learn that an operation starts and ends. */
export class Tracepoint {
  readonly #channel: TracingChannel<unknown, Span>;

  constructor(name: string) {
    this.#channel = tracingChannel<unknown, Span>(`waymark.${name}`);
    points.add(this);
    created.publish(this);
  }

  /** Listens until the returned function is called. */
  watch<Store extends object>(
    storage: AsyncLocalStorage<Store>,
    { enter, leave }: SpanWatcher<Store>,
  ): () => void {
    const { start, end, asyncEnd } = this.#channel;
    const finish = (message: unknown) => {
      const span = message as Span; // as `run` publishes it
      if (span.isPending === true) return;
      // The end is published where the operation ran; an operation that had begun before has no store.
      const store = storage.getStore();
      if (store !== undefined) leave(span, store);
    };
    start.bindStore(storage, enter as (span: unknown) => Store); // as above
    end.subscribe(finish);
    asyncEnd.subscribe(finish);
    return () => {
      start.unbindStore(storage);
      end.unsubscribe(finish);
      asyncEnd.unsubscribe(finish);
    };
  }

  /** True if there is a listener. Ask before a span is put together. */
  get isWatched(): boolean {
    return this.#channel.start.hasSubscribers;
  }

  /**
   * Runs work within the stores that listeners bind to `start`. An operation that ends at once publishes `start` and `end`;
   * an operation with a promise then `asyncStart` and `asyncEnd`, as Node's `tracePromise` does; a failed one `error` before.
   */
  run<T>(span: Span, work: (span: Span) => Promise<T>): Promise<T>;
  run<T>(span: Span, work: (span: Span) => MaybePromise<T>): MaybePromise<T>;
  run<T>(span: Span, work: (span: Span) => MaybePromise<T>): MaybePromise<T> {
    return this.#channel.start.runStores(span, this.#run<T>, this, span, work);
  }

  #run<T>(span: Span, work: (span: Span) => MaybePromise<T>): MaybePromise<T> {
    const { end } = this.#channel;
    let result: MaybePromise<T>;
    try {
      result = work(span);
    } catch (error) {
      this.#fail(span, error);
      end.publish(span);
      throw error;
    }
    if (result instanceof Promise) return this.#settle(span, result);
    end.publish(span);
    return result;
  }

  #settle<T>(span: Span, running: Promise<T>): Promise<T> {
    const { end, asyncStart, asyncEnd } = this.#channel;
    span.isPending = true;
    end.publish(span);
    span.isPending = false;
    return running.then(
      (value) => {
        asyncStart.publish(span);
        asyncEnd.publish(span);
        return value;
      },
      (error: unknown) => {
        this.#fail(span, error);
        asyncStart.publish(span);
        asyncEnd.publish(span);
        throw error;
      },
    );
  }

  #fail(span: Span, error: unknown): void {
    span.error = error;
    this.#channel.error.publish(span);
  }
}

/** Watches all tracepoints, also in modules that are loaded later, until the returned function is called. */
export function watchTracepoints<Store extends object>(
  storage: AsyncLocalStorage<Store>,
  watcher: SpanWatcher<Store>,
): () => void {
  const stops = [...points].map((point) => point.watch(storage, watcher));
  const add = (point: unknown) => void stops.push((point as Tracepoint).watch(storage, watcher)); // as its constructor publishes it
  created.subscribe(add);
  return () => {
    created.unsubscribe(add);
    for (const stop of stops) stop();
  };
}

/**
 * Calls a listener with each operation at the named tracepoints when it has ended, and how many milliseconds it took, until
 * the returned function is called. The operations run in no store, so that this costs less than to watch them.
 */
export function timeTracepoints(
  names: readonly string[],
  listener: (span: Span, ms: number) => void,
): () => void {
  const begun = new WeakMap<Span, number>();
  const begin = (message: unknown) => begun.set(message as Span, performance.now()); // as `run` publishes it
  const finish = (message: unknown) => {
    const span = message as Span; // as above
    const since = begun.get(span);
    // An operation that had begun before has no time.
    if (since !== undefined && span.isPending !== true) listener(span, performance.now() - since);
  };
  const channels = names.map((name) => tracingChannel<unknown, Span>(`waymark.${name}`));
  for (const { start, end, asyncEnd } of channels) {
    start.subscribe(begin);
    end.subscribe(finish);
    asyncEnd.subscribe(finish);
  }
  return () => {
    for (const { start, end, asyncEnd } of channels) {
      start.unsubscribe(begin);
      end.unsubscribe(finish);
      asyncEnd.unsubscribe(finish);
    }
  };
}
