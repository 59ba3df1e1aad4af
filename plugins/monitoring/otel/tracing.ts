/** Records what tracepoints publish as spans, and sends them. */
import { AsyncLocalStorage } from "node:async_hooks";
import { toMilliseconds } from "waymark";
import type { Span } from "waymark/advanced";
import type { ActiveSpan, Ids, Tracer } from "waymark/services";
import { parseTraceparent, type TraceParent } from "../../shared/traceparent.ts";
import { SEND_EVERY_MS, type Collector } from "./collector.ts";
import { countingMeters, type Sent } from "./lost.ts";
import type { Options } from "./options.ts";
import type { TracePackages } from "./packages.ts";
import { RecordedSpan, SAMPLED, type Origin } from "./recorded-span.ts";
import { watchTracepoints } from "./watch-tracepoints.ts";

/** Flag of spans that begin a trace: its id is random (W3C Trace Context Level 2, section 3.2.2.5). */
const RANDOM = 2;

/** Spans that are sent at once. */
const BATCH = 512;

const NEW_TRACE = `00-${"x".repeat(32)}-${"x".repeat(16)}-`;
const NEW = { unrecorded: `${NEW_TRACE}02`, recorded: `${NEW_TRACE}03` } as const;

interface Environment {
  readonly packages: TracePackages;
  readonly collector: Collector;
  readonly ids: Ids;
  /** Attributes of the service, by semantic convention. */
  readonly resource: Readonly<Record<string, string | number>>;
  /** Revision of the registry that answers now: a reload may change it. */
  readonly revision: () => string;
  readonly options: Options;
}

/** A span that is not recorded, and stands for all within it. */
class Unrecorded implements ActiveSpan {
  readonly traceparent: string;
  readonly isSampled = false;

  constructor(traceparent: string) {
    this.traceparent = traceparent;
  }

  get traceId(): string {
    return this.traceparent.slice(3, 35);
  }
  get spanId(): string {
    return this.traceparent.slice(36, 52);
  }
}
type Entered = RecordedSpan | Unrecorded;

export class Tracing implements Tracer {
  readonly counts: Sent = { sent: 0, lost: { queue_full: 0, export_failed: 0 } };
  readonly #spans = new AsyncLocalStorage<Entered>();
  readonly #queue: InstanceType<TracePackages["sdk"]["BatchSpanProcessor"]>;
  readonly #ids: Ids;
  readonly #share: number;
  readonly #trustsAll: boolean;
  readonly #origin: () => Origin;
  readonly #stop: () => void;

  constructor(environment: Environment) {
    const { ids, options } = environment;
    this.#ids = ids;
    this.#share = options.sample;
    this.#trustsAll = options.trust === "everyone";
    this.#origin = originOf(environment);
    this.#queue = createQueue(environment, this.counts);
    this.#stop = watchTracepoints<Entered>(this.#spans, {
      enter: (span) => this.#enter(span),
      leave: (span, entered) => this.#leave(span, entered),
    });
  }

  active(): ActiveSpan | undefined {
    return this.#spans.getStore();
  }

  /** Sends what waits. */
  async close(): Promise<void> {
    this.#stop();
    await this.#queue.shutdown();
  }

  #enter(span: Span): Entered {
    const header = span.incoming?.("traceparent");
    const remote = header === undefined ? undefined : parseTraceparent(header);
    const within = this.#spans.getStore();
    const entered =
      remote !== undefined
        ? this.#continue(remote, this.#trustsAll || span.isForeign !== true)
        : within === undefined
          ? this.#begin()
          : within.isSampled
            ? this.#nest(within)
            : within;
    span.outgoing?.set("traceparent", entered.traceparent);
    return entered;
  }

  #begin(): Entered {
    return this.#draw()
      ? new RecordedSpan(this.#ids.like(NEW.recorded), this.#origin())
      : new Unrecorded(this.#ids.like(NEW.unrecorded));
  }

  /** Draws at random, not by the id of the trace, although that would need no luck: a client may choose it. */
  #draw(): boolean {
    return Math.random() < this.#share;
  }

  #nest(parent: RecordedSpan): RecordedSpan {
    const { traceparent } = parent;
    const own = traceparent.slice(0, 36) + this.#ids.hex(16) + traceparent.slice(52);
    return new RecordedSpan(own, parent.origin, parent);
  }

  /** Continues the trace of a client. @param isTrusted whether its word on recording counts. */
  #continue({ traceId, parentId: spanId, flags }: TraceParent, isTrusted: boolean): Entered {
    const isSampled = isTrusted ? (Number(flags) & SAMPLED) !== 0 : this.#draw();
    const known = (Number(flags) & RANDOM) | Number(isSampled);
    const own = `00-${traceId}-${this.#ids.hex(16)}-0${known}`;
    if (!isSampled) return new Unrecorded(own);
    const parent = { traceId, spanId, traceFlags: Number(flags), isRemote: true };
    return new RecordedSpan(own, this.#origin(), parent);
  }

  #leave(span: Span, entered: Entered): void {
    if (!entered.isSampled) return;
    entered.end(span);
    this.#queue.onEnd(entered);
  }
}

/** Returns what the spans of now come from: of another revision they are another resource's. */
function originOf({ packages, resource, revision }: Environment): () => Origin {
  const instrumentationScope = { name: "waymark" };
  let latest: { readonly revision: string; readonly origin: Origin } | undefined;
  return () => {
    const now = revision();
    if (latest?.revision !== now) {
      const attributes = { ...resource, "waymark.revision": now };
      const origin = {
        resource: packages.resourceFromAttributes(attributes),
        instrumentationScope,
      };
      latest = { revision: now, origin };
    }
    return latest.origin;
  };
}

/** Bounded: further spans are lost while it is full. */
function createQueue({ packages, collector, options }: Environment, counts: Sent) {
  const { sdk, OTLPTraceExporter } = packages;
  const { queue, timeout } = options;
  return new sdk.BatchSpanProcessor({
    exporter: collector.watch(new OTLPTraceExporter(collector.settings("v1/traces"))),
    maxQueueSize: queue,
    maxExportBatchSize: Math.min(queue, BATCH),
    scheduledDelayMillis: SEND_EVERY_MS,
    exportTimeoutMillis: toMilliseconds(timeout),
    selfObsMeterProvider: countingMeters(packages, counts),
  });
}
