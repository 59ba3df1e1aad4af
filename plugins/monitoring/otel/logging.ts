/** Sends the lines of the log, each with the span that it belongs to. */
import type { Context, Logger } from "@opentelemetry/api";
import { toMilliseconds } from "waymark";
import { watchLog, type LogLine } from "waymark/advanced";
import type { Tracer } from "waymark/services";
import { SEND_EVERY_MS, type Collector } from "./collector.ts";
import { countingMeters, type Sent } from "./lost.ts";
import type { Options } from "./options.ts";
import type { LogPackages } from "./packages.ts";

/** Severities as the data model of OpenTelemetry's logs numbers them. */
const SEVERITIES = { debug: 5, info: 9, warn: 13, error: 17 } as const;
/** Lines that are sent at once. */
const BATCH = 512;

interface Environment {
  readonly packages: LogPackages;
  readonly collector: Collector;
  readonly tracer: Tracer;
  readonly resource: Readonly<Record<string, string | number>>;
  readonly options: Options;
}

export class Logging {
  readonly counts: Sent = { sent: 0, lost: { queue_full: 0, export_failed: 0 } };
  readonly #api: LogPackages["api"];
  readonly #tracer: Tracer;
  readonly #provider: InstanceType<LogPackages["sdk"]["LoggerProvider"]>;
  readonly #logger: Logger;
  readonly #stop: () => void;

  constructor({ packages, collector, tracer, resource, options }: Environment) {
    const { api, sdk, OTLPLogExporter, resourceFromAttributes } = packages;
    this.#api = api;
    this.#tracer = tracer;
    const processor = new sdk.BatchLogRecordProcessor({
      exporter: collector.watch(new OTLPLogExporter(collector.settings("v1/logs"))),
      maxQueueSize: options.queue,
      maxExportBatchSize: Math.min(options.queue, BATCH),
      scheduledDelayMillis: SEND_EVERY_MS,
      exportTimeoutMillis: toMilliseconds(options.timeout),
      selfObsMeterProvider: countingMeters(packages, this.counts),
    });
    this.#provider = new sdk.LoggerProvider({
      resource: resourceFromAttributes(resource),
      processors: [processor],
    });
    this.#logger = this.#provider.getLogger("waymark");
    this.#stop = watchLog((line) => this.#send(line));
  }

  /** Sends what waits. */
  async close(): Promise<void> {
    this.#stop();
    await this.#provider.shutdown();
  }

  #send({ level, message, fields }: LogLine): void {
    const { traceId, spanId, ...others } = fields;
    const attributes = Object.fromEntries(
      Object.entries(others).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, isPlain(value) ? value : JSON.stringify(value)]],
      ),
    );
    this.#logger.emit({
      severityNumber: SEVERITIES[level],
      severityText: level,
      body: message,
      attributes,
      context: this.#contextOf(traceId, spanId),
    });
  }

  /** Returns the context of the span that the line names, else of the span that it was written in. */
  #contextOf(traceId: unknown, spanId: unknown): Context {
    const { ROOT_CONTEXT, trace, TraceFlags } = this.#api;
    const active = this.#tracer.active();
    const named = typeof traceId === "string" && typeof spanId === "string";
    const ids = named ? { traceId, spanId } : active;
    if (ids === undefined) return ROOT_CONTEXT;
    const traceFlags = active?.isSampled === false ? TraceFlags.NONE : TraceFlags.SAMPLED;
    const span = { traceId: ids.traceId, spanId: ids.spanId, traceFlags };
    return trace.setSpanContext(ROOT_CONTEXT, span);
  }
}

function isPlain(value: unknown): value is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}
