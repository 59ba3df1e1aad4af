/**
 * Places in the server at which others may look on: tracing channels of `node:diagnostics_channel`, named
 * `tracing:waymark.<name>:start`, `:end`, `:asyncStart`, `:asyncEnd` and `:error`. Without listeners, each costs a
 * comparison.
 */
import type { AsyncLocalStorage } from "node:async_hooks";
import { channel, tracingChannel, type TracingChannel } from "node:diagnostics_channel";
import type { MaybePromise } from "../../registry/contract/types.ts";

/** Those that are undefined do not count. */
export type SpanAttributes = Record<string, string | number | boolean | undefined>;

/** One run of an operation, in the terms of OpenTelemetry: the message of every event of a tracepoint. */
export interface Span {
  /** Of few values: `GET /api/offices/{officeId}`, never a path as received. */
  readonly name: string;
  /** Default: internal. */
  readonly kind?: "server" | "client" | "producer" | "consumer";
  /** Named by OpenTelemetry's semantic conventions, else `waymark.*`. The operation adds to them until it ends. */
  readonly attributes: SpanAttributes;
  /** Headers of the one that asked for it, in which a trace may be to continue. */
  readonly incoming?: (name: string) => string | undefined;
  /** Headers of the request that it sends, to which the trace is added. */
  readonly outgoing?: Headers;
  /** True in `end` alone, when the operation goes on and `asyncEnd` will follow. */
  isPending?: boolean;
  /** Set once the operation has thrown or rejected. */
  error?: unknown;
}

/** Learns of spans. Must not throw. */
export interface SpanWatcher<Store> {
  readonly enter: (span: Span) => Store;
  readonly leave: (span: Span) => void;
}

/** All that there are, and where those that come later are announced. */
const points = new Set<Tracepoint>();
const created = channel("waymark.tracepoint");

/** Where listeners learn that an operation starts and ends. */
export class Tracepoint {
  readonly #channel: TracingChannel<unknown, Span>;

  constructor(name: string) {
    this.#channel = tracingChannel<unknown, Span>(`waymark.${name}`);
    points.add(this);
    created.publish(this);
  }

  /** Listens until the returned function is called. `enter` returns the store that the operation runs in. */
  watch<Store>(
    storage: AsyncLocalStorage<Store>,
    { enter, leave }: SpanWatcher<Store>,
  ): () => void {
    const { start, end, asyncEnd } = this.#channel;
    const finish = (message: unknown) => {
      const span = message as Span; // as `run` publishes it
      if (span.isPending !== true) leave(span);
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

  /** Whether somebody listens. Ask before a span is put together. */
  get isWatched(): boolean {
    return this.#channel.start.hasSubscribers;
  }

  /**
   * Runs work within the stores that listeners bind to `start`. An operation that ends at once publishes `start` and `end`;
   * one that returns a promise then `asyncStart` and `asyncEnd`, as Node's `tracePromise` does; a failed one `error` before.
   */
  run<T>(span: Span, work: (span: Span) => Promise<T>): Promise<T>;
  run<T>(span: Span, work: (span: Span) => MaybePromise<T>): MaybePromise<T>;
  run<T>(span: Span, work: (span: Span) => MaybePromise<T>): MaybePromise<T> {
    const { start, end, asyncStart, asyncEnd, error: failed } = this.#channel;
    return start.runStores(span, () => {
      const fail = (error: unknown) => {
        span.error = error;
        failed.publish(span);
      };
      const settle = () => {
        asyncStart.publish(span);
        asyncEnd.publish(span);
      };
      let result: MaybePromise<T>;
      try {
        result = work(span);
      } catch (error) {
        fail(error);
        end.publish(span);
        throw error;
      }
      if (!(result instanceof Promise)) {
        end.publish(span);
        return result;
      }
      span.isPending = true;
      end.publish(span);
      span.isPending = false;
      return result.then(
        (value) => {
          settle();
          return value;
        },
        (error: unknown) => {
          fail(error);
          settle();
          throw error;
        },
      );
    });
  }
}

/** Watches all tracepoints, those of modules that are loaded later too, until the returned function is called. */
export function watchTracepoints<Store>(
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
