/** A span of a trace under way (W3C Trace Context). */
export interface ActiveSpan {
    /** 32 lower-case hex digits. */
    readonly traceId: string;
    /** 16 lower-case hex digits. */
    readonly spanId: string;
    readonly isSampled: boolean;
    /** Names it to those who are asked on its behalf. */
    readonly traceparent: string;
}
/** Records spans. Where no plugin provides it, trace ids are passed on and nothing is recorded. */
export interface Tracer {
    /** The innermost span that this code runs in; undefined outside of requests. */
    active(): ActiveSpan | undefined;
}
export declare const Tracer: import("waymark").Service<Tracer>;
