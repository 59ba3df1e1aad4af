import { z } from "zod";
/** Measurements of the server. Counts start at zero with the process. */
export declare const Metrics: z.ZodObject<{
    revision: z.ZodString;
    uptimeSeconds: z.ZodNumber;
    requests: z.ZodObject<{
        total: z.ZodInt;
        inFlight: z.ZodInt;
        byStatusClass: z.ZodObject<{
            "2xx": z.ZodInt;
            "3xx": z.ZodInt;
            "4xx": z.ZodInt;
            "5xx": z.ZodInt;
        }, z.core.$strip>;
    }, z.core.$strip>;
    latencyMs: z.ZodObject<{
        p50: z.ZodNumber;
        p95: z.ZodNumber;
        p99: z.ZodNumber;
    }, z.core.$strip>;
    process: z.ZodObject<{
        rssBytes: z.ZodInt;
        heapUsedBytes: z.ZodInt;
        eventLoopDelayMs: z.ZodNumber;
    }, z.core.$strip>;
    plugins: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodNumber, z.ZodArray<z.ZodObject<{
        labels: z.ZodRecord<z.ZodString, z.ZodString>;
        value: z.ZodNumber;
    }, z.core.$strip>>]>>>>;
}, z.core.$strip>;
/** Features that help to observe the server, in addition to the linked resources. */
export declare const Observability: z.ZodObject<{
    traceContext: z.ZodBoolean;
    serverTiming: z.ZodBoolean;
}, z.core.$strip>;
/** The answers that report their processing time (W3C Server Timing). */
export declare const TimingPolicyDiscovery: z.ZodObject<{
    enabled: z.ZodBoolean;
    headerName: z.ZodString;
    format: z.ZodString;
    endpoints: z.ZodArray<z.ZodString>;
}, z.core.$strip>;
/** The request, as it arrived. */
export declare const RequestInfo: z.ZodObject<{
    method: z.ZodString;
    path: z.ZodString;
}, z.core.$strip>;
/** An action that was recorded for accountability. */
export declare const AuditEvent: z.ZodObject<{
    id: z.ZodString;
    timestamp: z.ZodISODateTime;
    action: z.ZodString;
}, z.core.$strip>;
/** The audit log. */
export declare const AuditEvents: z.ZodObject<{
    events: z.ZodArray<z.ZodObject<{
        id: z.ZodString;
        timestamp: z.ZodISODateTime;
        action: z.ZodString;
    }, z.core.$strip>>;
}, z.core.$strip>;
/** A placeholder for billing: nothing is counted yet. */
export declare const Usage: z.ZodObject<{
    period: z.ZodString;
    requestsUsed: z.ZodInt;
    requestsLimit: z.ZodInt;
}, z.core.$strip>;
