/** A span that is recorded: what the exporter of OpenTelemetry reads and no more, as there is one for each request. */
import type { Attributes, HrTime, SpanContext } from "@opentelemetry/api";
import type { ReadableSpan } from "@opentelemetry/sdk-trace";
import { messageOf, refusalOf } from "waymark";
import type { Span, SpanAttributes } from "waymark/advanced";
import type { ActiveSpan } from "waymark/services";

/** The part that all spans of a process share. */
export type Origin = Pick<ReadableSpan, "resource" | "instrumentationScope">;

/** Numbers as OpenTelemetry assigns them. */
export const SAMPLED = 1;
const KINDS = { internal: 0, server: 1, client: 2, producer: 3, consumer: 4 } as const;
const [UNSET, FAILED] = [{ code: 0 }, { code: 2 }] as const;

const STATUS = "http.response.status_code";
const NONE: [] = [];
const NO_ATTRIBUTES: Attributes = Object.freeze({});

/** @param ms since 1970-01-01T00:00Z. */
export function timeOf(ms: number): HrTime {
  const seconds = Math.floor(ms / 1000);
  return [seconds, Math.round((ms - seconds * 1000) * 1_000_000)];
}

/** The zero of `performance.now()`, in milliseconds since 1970-01-01T00:00Z. The clock of the machine may be set. */
let zero = 0;
/** Time until which the zero holds, in milliseconds of `performance.now()`. */
let zeroUntil = Number.NEGATIVE_INFINITY;

function zeroAt(now: number): number {
  if (now >= zeroUntil) {
    zero = Date.now() - now;
    zeroUntil = now + 1000;
  }
  return zero;
}

export class RecordedSpan implements ReadableSpan, ActiveSpan {
  readonly isSampled = true;
  readonly traceparent: string;
  readonly parentSpanContext?: SpanContext;
  name = "";
  kind: ReadableSpan["kind"] = KINDS.internal;
  attributes: Attributes = NO_ATTRIBUTES;
  status: ReadableSpan["status"] = UNSET;
  events: ReadableSpan["events"] = NONE;
  readonly origin: Origin;
  readonly #start = performance.now();
  /** Same as the parent's zero, so that no clock that is set moves the span out of its parent. */
  readonly #zero: number;
  #end = 0;
  #context: SpanContext | undefined = undefined;

  /** @param parent a span of this process, or what a client said of its own. */
  constructor(traceparent: string, origin: Origin, parent?: RecordedSpan | SpanContext) {
    this.traceparent = traceparent;
    this.origin = origin;
    if (parent instanceof RecordedSpan) {
      this.parentSpanContext = parent.spanContext();
      this.#zero = parent.#zero;
    } else {
      if (parent !== undefined) this.parentSpanContext = parent;
      this.#zero = zeroAt(this.#start);
    }
  }

  /** Ends it, as its operation has. */
  end(span: Span): void {
    const { kind = "internal", attributes, error } = span;
    this.#end = performance.now();
    this.name = span.name;
    this.kind = KINDS[kind];
    this.attributes = defined(attributes);
    const status = Number(attributes[STATUS] ?? 0);
    // A server has done right in refusing what a client may not have; a client has not got what it wanted.
    if (status >= (kind === "server" ? 500 : 400)) this.#fail(String(status));
    if (error !== undefined) this.#note(error);
  }

  #note(error: unknown): void {
    const refusal = refusalOf(error);
    if (refusal !== undefined) {
      this.#add("waymark.refusal", refusal.code);
      return;
    }
    const { name, stack } = error instanceof Error ? error : new Error(String(error));
    this.#fail(name);
    const attributes = {
      "exception.type": name,
      "exception.message": messageOf(error),
      ...(stack !== undefined && { "exception.stacktrace": stack }),
    };
    this.events = [{ name: "exception", time: this.endTime, attributes }];
  }

  #fail(type: string): void {
    this.#add("error.type", type);
    this.status = FAILED;
  }

  #add(name: string, value: string): void {
    this.attributes = { ...this.attributes, [name]: value };
  }

  get traceId(): string {
    return this.traceparent.slice(3, 35);
  }
  get spanId(): string {
    return this.traceparent.slice(36, 52);
  }
  spanContext(): SpanContext {
    return (this.#context ??= {
      traceId: this.traceId,
      spanId: this.spanId,
      traceFlags: SAMPLED,
    });
  }
  get startTime(): HrTime {
    return timeOf(this.#zero + this.#start);
  }
  get endTime(): HrTime {
    return timeOf(this.#zero + this.#end);
  }
  get duration(): HrTime {
    return timeOf(this.#end - this.#start);
  }
  get ended(): boolean {
    return this.#end !== 0;
  }
  get resource(): ReadableSpan["resource"] {
    return this.origin.resource;
  }
  get instrumentationScope(): ReadableSpan["instrumentationScope"] {
    return this.origin.instrumentationScope;
  }
  get links(): ReadableSpan["links"] {
    return NONE;
  }
  get droppedAttributesCount(): number {
    return 0;
  }
  get droppedEventsCount(): number {
    return 0;
  }
  get droppedLinksCount(): number {
    return 0;
  }
}

/** Returns the attributes that count; as they are, which spares a copy, where all do. */
function defined(attributes: SpanAttributes): Attributes {
  for (const name in attributes)
    if (attributes[name] === undefined)
      return Object.fromEntries(
        Object.entries(attributes).filter(([, value]) => value !== undefined),
      );
  return attributes;
}
