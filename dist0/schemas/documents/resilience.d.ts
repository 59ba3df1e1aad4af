import { z } from "zod";
/** Wait before a retry: `baseMs`, doubled each time up to `maxMs`, of which jitter takes a part. */
export declare const Backoff: z.ZodObject<{
    strategy: z.ZodLiteral<"exponential">;
    baseMs: z.ZodInt;
    maxMs: z.ZodInt;
    jitter: z.ZodEnum<{
        full: "full";
        none: "none";
    }>;
}, z.core.$strip>;
/** Advice to clients on retries: after which statuses, how often, and after how long. */
export declare const RetryPolicy: z.ZodObject<{
    retryOn: z.ZodArray<z.ZodInt>;
    maxRetries: z.ZodInt;
    backoff: z.ZodObject<{
        strategy: z.ZodLiteral<"exponential">;
        baseMs: z.ZodInt;
        maxMs: z.ZodInt;
        jitter: z.ZodEnum<{
            full: "full";
            none: "none";
        }>;
    }, z.core.$strip>;
}, z.core.$strip>;
/** Advice to clients on failures: time-outs, retries, and when to stop sending requests. */
export declare const ResiliencePolicyDiscovery: z.ZodObject<{
    timeouts: z.ZodObject<{
        connectMs: z.ZodInt;
        requestMs: z.ZodInt;
    }, z.core.$strip>;
    failureSemantics: z.ZodOptional<z.ZodObject<{
        retryable: z.ZodArray<z.ZodInt>;
        doNotRetry: z.ZodArray<z.ZodInt>;
    }, z.core.$strip>>;
    circuitBreaker: z.ZodObject<{
        failureThreshold: z.ZodInt;
        openMs: z.ZodInt;
        halfOpenRequests: z.ZodInt;
    }, z.core.$strip>;
}, z.core.$strip>;
/** How write requests can be repeated safely, by a key that the client chooses. */
export declare const IdempotencyDiscovery: z.ZodObject<{
    supported: z.ZodBoolean;
    headerName: z.ZodString;
    reference: z.ZodString;
    keyFormat: z.ZodString;
    ttlSeconds: z.ZodInt;
    methods: z.ZodArray<z.ZodString>;
    supportedEndpoints: z.ZodArray<z.ZodString>;
}, z.core.$strip>;
