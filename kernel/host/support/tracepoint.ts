/**
 * Places in the server at which others may look on: tracing channels of `node:diagnostics_channel`, named
 * `tracing:waymark.<name>:start`, `:end`, `:asyncStart`, `:asyncEnd` and `:error`. Without listeners, each costs a
 * comparison.
 */
import { channel, tracingChannel, type TracingChannel } from "node:diagnostics_channel";
import type { MaybePromise } from "../../../registry/contract/types.ts";

/** Attributes of a span. Undefined ones do not count. */
export type SpanAttributes = Record<string, string | number | boolean | undefined>;

/**
 * Run of an operation, in the terms of OpenTelemetry: the message of every event of a tracepoint. Most are never
 * recorded, so `name` and `attributes` may be made when they are read, and are complete once the operation has ended.
 */
export interface Span {
  /** Name with few values: `GET /api/offices/{officeId}`, never a path as received. */
  readonly name: string;
  /** Kind of the operation. Default: internal. */
  readonly kind?: "server" | "client" | "producer" | "consumer";
  /** Attributes by OpenTelemetry's semantic conventions, else `waymark.*`. The operation adds to them until it ends. */
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

const names = new Set<string>();

/** The names of all tracepoints. The channel `waymark.tracepoint` announces later ones. */
export const tracepointNames: ReadonlySet<string> = names;

/** A place at which listeners learn that an operation starts and ends. */
export class Tracepoint {
  readonly #channel: TracingChannel<unknown, Span>;

  constructor(name: string) {
    this.#channel = tracingChannel<unknown, Span>(`waymark.${name}`);
    if (names.has(name)) return;
    names.add(name);
    channel("waymark.tracepoint").publish(name);
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
    const { end, asyncStart, asyncEnd, error } = this.#channel;
    const fail = (thrown: unknown): never => {
      span.error = thrown;
      error.publish(span);
      throw thrown;
    };
    const settle = () => {
      asyncStart.publish(span);
      asyncEnd.publish(span);
    };
    let result: MaybePromise<T> | undefined;
    try {
      result = work(span);
    } catch (thrown) {
      return fail(thrown);
    } finally {
      span.isPending = result instanceof Promise;
      end.publish(span);
      span.isPending = false;
    }
    return result instanceof Promise ? result.catch(fail).finally(settle) : result;
  }
}
