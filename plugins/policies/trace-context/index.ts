/** Distributed traces: W3C Trace Context, Level 2. */
import { definePlugin, definePolicy } from "waymark";
import { Ids } from "waymark/services";
import { readTracestate, parseTraceparent, type TraceParent } from "./parse.ts";

/** A trace that starts here is not sampled, and its id is random (Level 2, section 3.2.2.5). */
const NEW_TRACE = `00-${"x".repeat(32)}-${"x".repeat(16)}-02`;

/** The part of a trace in this server. */
class Trace {
  readonly traceparent: string;
  readonly tracestate: string | undefined;
  readonly #parent: TraceParent | undefined;
  readonly #ids: Ids;

  /** Continues the client's trace. Starts a new one when there is none or it is malformed. */
  constructor(traceparent: string | undefined, tracestate: string | undefined, ids: Ids) {
    const parent = traceparent === undefined ? undefined : parseTraceparent(traceparent);
    this.#parent = parent;
    this.#ids = ids;
    if (parent === undefined) {
      this.traceparent = ids.like(NEW_TRACE);
      this.tracestate = undefined;
    } else {
      this.traceparent = parent.echo;
      this.tracestate = tracestate === undefined ? undefined : readTracestate(tracestate);
    }
  }

  get id(): string {
    return this.#parent?.traceId ?? this.traceparent.slice(3, 35);
  }

  /** The server's own span as a `traceparent`, made only where it is shown. */
  span(): string {
    if (this.#parent === undefined) return this.traceparent;
    const { traceId, flags } = this.#parent;
    return `00-${traceId}-${this.#ids.hex(16)}-${flags}`;
  }
}

export default definePlugin({
  id: "trace-context",
  summary: "Takes part in distributed traces.",
  policies: [
    definePolicy({
      id: "trace-context",
      needs: { ids: Ids },
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
        begin(call): Trace {
          const { ids } = ctx.use();
          const trace = new Trace(call.header("traceparent"), call.header("tracestate"), ids);
          call.traceId = trace.id;
          return trace;
        },
        contributes: [
          {
            header: "Server-Timing",
            value: (_call, _reply, trace) => `trace;desc="${trace.span()}"`,
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
