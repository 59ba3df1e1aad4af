/** Records what tracepoints publish as spans, and sends them. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Context, Span as RecordedSpan, Tracer as OtelTracer } from "@opentelemetry/api";
import { refusalOf, toMilliseconds, watchTracepoints, type Span } from "waymark";
import type { ActiveSpan, Ids, Tracer } from "waymark/services";
import { parseTraceparent } from "../../shared/traceparent.ts";
import { countingMeters, type Sent } from "./lost.ts";
import type { Options } from "./options.ts";
import type { TracePackages } from "./packages.ts";

/** How long sending the rest may hold up a stop, in milliseconds. */
const FLUSH_MS = 2000;
const STATUS = "http.response.status_code";

interface Environment {
  readonly packages: TracePackages;
  readonly ids: Ids;
  /** Of the service, by semantic convention. */
  readonly resource: Readonly<Record<string, string | number>>;
  /** Of the registry that answers now: a reload may change it. */
  readonly revision: () => string;
  readonly options: Options;
}

export class Tracing implements Tracer {
  readonly counts: Sent = { sent: 0, lost: { queue_full: 0, export_failed: 0 } };
  readonly #api: TracePackages["api"];
  readonly #contexts = new AsyncLocalStorage<Context>();
  /** Those that have not ended, by what their tracepoint published. */
  readonly #recorded = new WeakMap<Span, RecordedSpan>();
  readonly #provider: InstanceType<TracePackages["sdk"]["TracerProvider"]>;
  readonly #tracer: OtelTracer;
  readonly #stop: () => void;
  readonly #revision: () => string;

  constructor({ packages, ids, revision, resource, options }: Environment) {
    this.#revision = revision;
    const { api, sdk, OTLPTraceExporter, resourceFromAttributes } = packages;
    const { url, headers, sample, queue, interval, timeout } = options;
    this.#api = api;
    const timeoutMillis = toMilliseconds(timeout);
    const exporter = new OTLPTraceExporter({
      url: `${url.replace(/\/$/, "")}/v1/traces`,
      headers,
      timeoutMillis,
    });
    const processor = new sdk.BatchSpanProcessor({
      exporter,
      maxQueueSize: queue,
      maxExportBatchSize: Math.min(queue, 512),
      scheduledDelayMillis: toMilliseconds(interval),
      exportTimeoutMillis: timeoutMillis,
      selfObsMeterProvider: countingMeters(packages, this.counts),
    });
    this.#provider = new sdk.TracerProvider({
      resource: resourceFromAttributes(resource),
      sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(sample) }),
      idGenerator: { generateTraceId: () => ids.hex(32), generateSpanId: () => ids.hex(16) },
      spanProcessors: [processor],
    });
    this.#tracer = this.#provider.getTracer("waymark");
    this.#stop = watchTracepoints(this.#contexts, {
      enter: (span) => this.#enter(span),
      leave: (span) => this.#leave(span),
    });
  }

  active(): ActiveSpan | undefined {
    const context = this.#contexts.getStore();
    const span = context && this.#api.trace.getSpanContext(context);
    if (span === undefined) return undefined;
    const { traceId, spanId, traceFlags } = span;
    return { traceId, spanId, isSampled: this.#isSampled(traceFlags) };
  }

  /** Sends what waits, within {@link FLUSH_MS}. */
  async close(): Promise<void> {
    this.#stop();
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, FLUSH_MS);
    await Promise.race([this.#provider.shutdown().catch(() => {}), promise]);
    clearTimeout(timer);
  }

  #enter(span: Span): Context {
    const { SpanKind } = this.#api;
    const kind = SpanKind[(span.kind ?? "internal").toUpperCase() as keyof typeof SpanKind]; // of one of the same names
    const parent = this.#parentOf(span);
    const recorded = this.#tracer.startSpan(span.name, { kind }, parent);
    this.#recorded.set(span, recorded);
    if (span.outgoing !== undefined) {
      const { traceId, spanId, traceFlags } = recorded.spanContext();
      span.outgoing.set("traceparent", `00-${traceId}-${spanId}-0${traceFlags}`);
    }
    return this.#api.trace.setSpan(parent, recorded);
  }

  /** The client's trace, else the span that this one runs in. */
  #parentOf({ incoming }: Span): Context {
    const active = this.#contexts.getStore() ?? this.#api.ROOT_CONTEXT;
    const header = incoming?.("traceparent");
    const parent = header === undefined ? undefined : parseTraceparent(header);
    if (parent === undefined) return active;
    const { traceId, parentId: spanId, flags } = parent;
    const traceFlags = Number(flags) & this.#api.TraceFlags.SAMPLED;
    const remote = { traceId, spanId, traceFlags, isRemote: true };
    return this.#api.trace.setSpanContext(this.#api.ROOT_CONTEXT, remote);
  }

  #leave(span: Span): void {
    const recorded = this.#recorded.get(span);
    if (recorded === undefined) return; // begun before this tracer was
    if (recorded.isRecording()) this.#describe(span, recorded);
    recorded.end();
  }

  #describe({ attributes, kind, error }: Span, recorded: RecordedSpan): void {
    const { ERROR } = this.#api.SpanStatusCode;
    recorded.setAttributes(attributes);
    if (kind === "server") recorded.setAttribute("waymark.revision", this.#revision());
    const status = Number(attributes[STATUS] ?? 0);
    const refusal = error === undefined ? undefined : refusalOf(error);
    // A server has done right in refusing what a client may not have; a client has not got what it wanted.
    const failed = status >= (kind === "server" ? 500 : 400);
    if (failed) recorded.setAttribute("error.type", String(status)).setStatus({ code: ERROR });
    if (refusal !== undefined) recorded.setAttribute("waymark.refusal", refusal.code);
    else if (error !== undefined) {
      const known = error instanceof Error ? error : new Error(String(error));
      recorded.setAttribute("error.type", known.name).setStatus({ code: ERROR });
      recorded.recordException(known);
    }
  }

  #isSampled(flags: number): boolean {
    return (flags & this.#api.TraceFlags.SAMPLED) !== 0;
  }
}
