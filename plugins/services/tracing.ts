/** Token of the tracer, for plugins that show or forward the ids of a trace. */
import { service } from "waymark";

/** A span of a trace under way (W3C Trace Context). */
export interface ActiveSpan {
  /** 32 lower-case hex digits. */
  readonly traceId: string;
  /** 16 lower-case hex digits. */
  readonly spanId: string;
  readonly isSampled: boolean;
  /** Names the span to servers that are asked on its behalf. */
  readonly traceparent: string;
}

/** Records spans. If no plugin provides it, trace ids are passed on and nothing is recorded. */
export interface Tracer {
  /** Returns the innermost span that this code runs in; undefined outside of requests. */
  active(): ActiveSpan | undefined;
}
export const Tracer = service<Tracer>("tracer");
