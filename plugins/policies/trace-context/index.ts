/** Distributed traces: W3C Trace Context, Level 2. */
import { definePlugin, definePolicy, optional, type Call } from "waymark";
import type { Trace } from "waymark/advanced";
import { Ids, Tracer, type ActiveSpan } from "waymark/services";
import { readTracestate, parseTraceparent, type TraceParent } from "../../shared/traceparent.ts";

/** A trace that starts here is not sampled, and its id is random (Level 2, section 3.2.2.5). */
const NEW_TRACE = `00-${"x".repeat(32)}-${"x".repeat(16)}-02`;

/** The part of a trace in this server. */
class ServerTrace implements Trace {
  /** Trace parent from the client, or from the trace that starts here. */
  readonly traceparent: string;
  readonly tracestate: string | undefined;
  readonly #parent: TraceParent | undefined;
  readonly #ids: Ids;
  /** The span that is recorded, if any. */
  readonly #active: ActiveSpan | undefined;
  #own: string | undefined;

  /** Continues the client's trace. Starts a new trace if the client sent none or a malformed one. */
  constructor(
    call: Call,
    { ids, tracer }: { readonly ids: Ids; readonly tracer?: Tracer | undefined },
  ) {
    const [traceparent, tracestate] = [call.header("traceparent"), call.header("tracestate")];
    const parent = traceparent === undefined ? undefined : parseTraceparent(traceparent);
    this.#parent = parent;
    this.#ids = ids;
    this.#active = tracer?.active();
    if (parent === undefined) {
      this.traceparent = this.#own = this.#active?.traceparent ?? ids.like(NEW_TRACE);
      this.tracestate = undefined;
    } else {
      this.traceparent = parent.echo;
      this.tracestate = tracestate === undefined ? undefined : readTracestate(tracestate);
    }
  }

  get traceId(): string {
    return (this.#active ?? this.#parent)?.traceId ?? this.traceparent.slice(3, 35);
  }
  get spanId(): string {
    return this.own.slice(36, 52);
  }
  get headers(): Readonly<Record<string, string>> {
    const { own: traceparent, tracestate } = this;
    return tracestate === undefined ? { traceparent } : { traceparent, tracestate };
  }

  /** The server's own span as a `traceparent`, made only if it is shown. */
  get own(): string {
    return (this.#own ??= this.#active?.traceparent ?? this.#unrecorded());
  }

  #unrecorded(): string {
    const { traceId = "", flags = "" } = this.#parent ?? {};
    return `00-${traceId}-${this.#ids.hex(16)}-${flags}`;
  }
}

export default definePlugin({
  id: "trace-context",
  summary: "Takes part in distributed traces.",
  policies: [
    definePolicy({
      id: "trace-context",
      needs: { ids: Ids, tracer: optional(Tracer) },
      reads: {
        traceparent: {
          description:
            "The client's trace and span (W3C Trace Context). Without one, a trace starts here.",
        },
        tracestate: {
          description:
            "Data of tracing systems for the trace; ignored without a valid traceparent.",
        },
      },
      writes: {
        traceparent:
          "The client's traceparent, in version 00, or that of the trace that started here.",
        tracestate: "The client's tracestate, up to 512 characters.",
      },
      compile: (_route, ctx) => ({
        begin: (call): ServerTrace => (call.trace = new ServerTrace(call, ctx.use())),
        contributes: [
          {
            header: "Server-Timing",
            value: (_call, _reply, trace) => `trace;desc="${trace.own}"`,
            form: 'trace;desc="<traceparent>"',
          },
        ],
        fields: () => ({
          traceparent: (_call, _reply, trace) => trace.traceparent,
          tracestate: (_call, _reply, trace) => trace.tracestate,
        }),
      }),
      conformance: () => import("./conformance.ts"),
    }),
  ],
});
