/** Distributed traces: W3C Trace Context, Level 2. */
import { definePlugin, definePolicy } from "waymark";
import { Ids } from "waymark/services";
import { isTracestate, parseTraceparent } from "./parse.ts";

/** A trace that starts here is not sampled, and its id is random (Level 2, section 3.2.2.5). */
const NEW_TRACE_FLAGS = "02";

interface Trace {
  readonly traceparent: string;
  readonly tracestate: string | undefined;
  /** This service's own span, as `traceparent` would carry it on. */
  readonly span: () => string;
}

/** Joins the client's trace, or starts one when there is none or it cannot be read. */
function join(traceparent: string | undefined, tracestate: string | undefined, ids: Ids) {
  const parent = traceparent === undefined ? undefined : parseTraceparent(traceparent);
  if (traceparent === undefined || parent === undefined) {
    const traceId = ids.hex(32);
    const own = `00-${traceId}-${ids.hex(16)}-${NEW_TRACE_FLAGS}`;
    const trace: Trace = { traceparent: own, tracestate: undefined, span: () => own };
    return { traceId, trace };
  }
  const { traceId, flags } = parent;
  const trace: Trace = {
    traceparent,
    tracestate: tracestate !== undefined && isTracestate(tracestate) ? tracestate : undefined,
    // Made only where it is shown: most answers have no Server-Timing.
    span: () => `00-${traceId}-${ids.hex(16)}-${flags}`,
  };
  return { traceId, trace };
}

export default definePlugin({
  id: "trace-context",
  summary: "Takes part in distributed traces.",
  capabilities: { traceContext: true },
  policies: [
    definePolicy({
      id: "trace-context",
      needs: { ids: Ids },
      reads: {
        traceparent: {
          description:
            "The caller's trace and span (W3C Trace Context); otherwise a trace starts here.",
        },
        tracestate: {
          description:
            "What tracing systems add to traceparent; without a valid traceparent it is dropped.",
        },
      },
      writes: {
        traceparent:
          "The caller's traceparent as received, or the one of the trace that started here.",
        tracestate: "The caller's tracestate as received.",
      },
      compile: (_route, ctx) => ({
        begin(call): Trace {
          const { traceId, trace } = join(
            call.header("traceparent"),
            call.header("tracestate"),
            ctx.use().ids,
          );
          call.traceId = traceId;
          return trace;
        },
        adds: [
          {
            header: "Server-Timing",
            value: (_call, _reply, trace) => `trace;desc="${trace.span()}"`,
          },
        ],
        fields: () => ({
          traceparent: (_call, _reply, trace) => trace.traceparent,
          tracestate: (_call, _reply, trace) => trace.tracestate,
        }),
      }),
      proof: () => import("./proof.ts"),
    }),
  ],
});
