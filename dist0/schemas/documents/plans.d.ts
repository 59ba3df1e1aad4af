import { z } from "zod";
/** The format of bulk requests, or of their answers. */
export declare const BulkFormat: z.ZodObject<{
    mediaType: z.ZodString;
    description: z.ZodString;
}, z.core.$strip>;
/** The plan for bulk requests, which do not exist yet. */
export declare const BulkPolicyDiscovery: z.ZodObject<{
    supported: z.ZodLiteral<false>;
    planned: z.ZodBoolean;
    maxOperationsPerRequest: z.ZodInt;
    requestFormat: z.ZodObject<{
        mediaType: z.ZodString;
        description: z.ZodString;
    }, z.core.$strip>;
    responseFormat: z.ZodObject<{
        mediaType: z.ZodString;
        description: z.ZodString;
    }, z.core.$strip>;
}, z.core.$strip>;
/** The plan for webhooks, which do not exist yet. */
export declare const WebhooksDiscovery: z.ZodObject<{
    supported: z.ZodLiteral<false>;
    planned: z.ZodBoolean;
    signatureAlgorithm: z.ZodString;
    deliveryRetry: z.ZodObject<{
        maxAttempts: z.ZodInt;
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
}, z.core.$strip>;
