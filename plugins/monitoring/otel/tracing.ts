/** Records what tracepoints publish as spans, and sends them. */
import { AsyncLocalStorage } from "node:async_hooks";
import type {
  Context,
  Span as RecordedSpan,
  SpanContext,
  Tracer as OtelTracer,
} from "@opentelemetry/api";
import { refusalOf, toMilliseconds, watchTracepoints, type Span } from "waymark";
import type { ActiveSpan, Ids, Tracer } from "waymark/services";
import { parseTraceparent } from "../../shared/traceparent.ts";
import type { Collector } from "./collector.ts";
import { countingMeters, type Sent } from "./lost.ts";
import type { Options } from "./options.ts";
import type { TracePackages } from "./packages.ts";

/** Spans that are sent at once. */
const BATCH = 512;
const STATUS = "http.response.status_code";

interface Environment {
  readonly packages: TracePackages;
  readonly collector: Collector;
  readonly ids: Ids;
  /** Of the service, by semantic convention. */
  readonly resource: Readonly<Record<string, string | number>>;
  /** Of the registry that answers now: a reload may change it. */
  readonly revision: () => string;
  readonly options: Options;
}

/** A span that is not recorded, and stands for all within it: it costs its ids, which are made when they are asked for. */
class Unrecorded implements ActiveSpan {
  readonly traceId: string;
  readonly isSampled = false;
  readonly #ids: Ids;
  #spanId: string | undefined;

  constructor(traceId: string, ids: Ids) {
    this.traceId = traceId;
    this.#ids = ids;
  }

  get spanId(): string {
    return (this.#spanId ??= this.#ids.hex(16));
  }
}

/** A span of the client, or one that is recorded here. */
class Recorded implements ActiveSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled = true;
  /** For spans within it. */
  readonly context: Context;

  constructor(context: Context, { traceId, spanId }: SpanContext) {
    this.context = context;
    this.traceId = traceId;
    this.spanId = spanId;
  }
}

export class Tracing implements Tracer {
  readonly counts: Sent = { sent: 0, lost: { queue_full: 0, export_failed: 0 } };
  readonly #api: TracePackages["api"];
  readonly #spans = new AsyncLocalStorage<Recorded | Unrecorded>();
  /** Those that have not ended, by what their tracepoint published. */
  readonly #recorded = new WeakMap<Span, RecordedSpan>();
  readonly #provider: InstanceType<TracePackages["sdk"]["TracerProvider"]>;
  readonly #tracer: OtelTracer;
  readonly #ids: Ids;
  readonly #share: number;
  readonly #revision: () => string;
  readonly #stop: () => void;

  constructor(environment: Environment) {
    const { packages, ids, revision, resource, options } = environment;
    const { api, sdk, resourceFromAttributes } = packages;
    this.#api = api;
    this.#ids = ids;
    this.#share = options.sample;
    this.#revision = revision;
    this.#provider = new sdk.TracerProvider({
      resource: resourceFromAttributes(resource),
      idGenerator: { generateTraceId: () => ids.hex(32), generateSpanId: () => ids.hex(16) },
      spanProcessors: [createQueue(environment, this.counts)],
    });
    this.#tracer = this.#provider.getTracer("waymark");
    this.#stop = watchTracepoints(this.#spans, {
      enter: (span) => this.#enter(span),
      leave: (span) => this.#leave(span),
    });
  }

  active(): ActiveSpan | undefined {
    return this.#spans.getStore();
  }

  /** Sends what waits. */
  async close(): Promise<void> {
    this.#stop();
    await this.#provider.shutdown();
  }

  #enter(span: Span): Recorded | Unrecorded {
    const within = this.#spans.getStore();
    const parent = this.#remote(span) ?? within;
    const isSampled = parent?.isSampled ?? Math.random() < this.#share;
    const entered = isSampled
      ? this.#record(span, parent)
      : parent instanceof Unrecorded && parent === within
        ? parent
        : new Unrecorded(parent?.traceId ?? this.#ids.hex(32), this.#ids);
    if (span.outgoing !== undefined) {
      const { traceId, spanId } = entered;
      span.outgoing.set("traceparent", `00-${traceId}-${spanId}-0${Number(isSampled)}`);
    }
    return entered;
  }

  /** The client's span, where it names one. */
  #remote({ incoming }: Span): Recorded | Unrecorded | undefined {
    const header = incoming?.("traceparent");
    const parent = header === undefined ? undefined : parseTraceparent(header);
    if (parent === undefined) return undefined;
    const { traceId, parentId: spanId, flags } = parent;
    const { ROOT_CONTEXT, trace, TraceFlags } = this.#api;
    if ((Number(flags) & TraceFlags.SAMPLED) === 0) return new Unrecorded(traceId, this.#ids);
    const remote = { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true };
    return new Recorded(trace.setSpanContext(ROOT_CONTEXT, remote), remote);
  }

  #record(span: Span, parent: Recorded | Unrecorded | undefined): Recorded {
    const { ROOT_CONTEXT, SpanKind, trace } = this.#api;
    const kind = SpanKind[(span.kind ?? "internal").toUpperCase() as keyof typeof SpanKind]; // of one of the same names
    const context = parent instanceof Recorded ? parent.context : ROOT_CONTEXT;
    const recorded = this.#tracer.startSpan(span.name, { kind }, context);
    this.#recorded.set(span, recorded);
    return new Recorded(trace.setSpan(context, recorded), recorded.spanContext());
  }

  #leave(span: Span): void {
    const recorded = this.#recorded.get(span);
    if (recorded === undefined) return;
    const { ERROR } = this.#api.SpanStatusCode;
    const { attributes, kind, error } = span;
    recorded.setAttributes(attributes);
    if (kind === "server") recorded.setAttribute("waymark.revision", this.#revision());
    const status = Number(attributes[STATUS] ?? 0);
    // A server has done right in refusing what a client may not have; a client has not got what it wanted.
    if (status >= (kind === "server" ? 500 : 400))
      recorded.setAttribute("error.type", String(status)).setStatus({ code: ERROR });
    const refusal = error === undefined ? undefined : refusalOf(error);
    if (refusal !== undefined) recorded.setAttribute("waymark.refusal", refusal.code);
    else if (error !== undefined) {
      const known = error instanceof Error ? error : new Error(String(error));
      recorded.setAttribute("error.type", known.name).setStatus({ code: ERROR });
      recorded.recordException(known);
    }
    recorded.end();
  }
}

/** Bounded: further spans are lost while it is full. */
function createQueue({ packages, collector, options }: Environment, counts: Sent) {
  const { sdk, OTLPTraceExporter } = packages;
  const { queue, interval, timeout } = options;
  return new sdk.BatchSpanProcessor({
    exporter: collector.watch(new OTLPTraceExporter(collector.settings("v1/traces"))),
    maxQueueSize: queue,
    maxExportBatchSize: Math.min(queue, BATCH),
    scheduledDelayMillis: toMilliseconds(interval),
    exportTimeoutMillis: toMilliseconds(timeout),
    selfObsMeterProvider: countingMeters(packages, counts),
  });
}
