import { z } from "zod";
/** The rate limit of one client. */
export declare const Limits: z.ZodObject<{
    limit: z.ZodInt;
    windowSeconds: z.ZodInt;
}, z.core.$strip>;
/** How requests are counted, and the headers that report it. */
export declare const RateLimitPolicyDiscovery: z.ZodObject<{
    name: z.ZodString;
    limit: z.ZodInt;
    windowSeconds: z.ZodInt;
    per: z.ZodString;
    exemptMethods: z.ZodArray<z.ZodString>;
    exemptPaths: z.ZodArray<z.ZodString>;
    headers: z.ZodArray<z.ZodString>;
    on429: z.ZodObject<{
        code: z.ZodString;
        status: z.ZodInt;
        header: z.ZodString;
    }, z.core.$strip>;
    reference: z.ZodString;
    references: z.ZodArray<z.ZodString>;
}, z.core.$strip>;
/** The same where nodes count together. */
export declare const SharedRateLimitPolicyDiscovery: z.ZodObject<{
    name: z.ZodString;
    limit: z.ZodInt;
    windowSeconds: z.ZodInt;
    per: z.ZodString;
    exemptMethods: z.ZodArray<z.ZodString>;
    exemptPaths: z.ZodArray<z.ZodString>;
    headers: z.ZodArray<z.ZodString>;
    on429: z.ZodObject<{
        code: z.ZodString;
        status: z.ZodInt;
        header: z.ZodString;
    }, z.core.$strip>;
    reference: z.ZodString;
    references: z.ZodArray<z.ZodString>;
    scope: z.ZodEnum<{
        cluster: "cluster";
        instance: "instance";
    }>;
    accuracy: z.ZodObject<{
        over: z.ZodInt;
        early: z.ZodString;
    }, z.core.$strip>;
    onFailure: z.ZodEnum<{
        closed: "closed";
        "local-share": "local-share";
        open: "open";
    }>;
}, z.core.$strip>;
/** Maximum sizes of requests. */
export declare const SizeLimits: z.ZodObject<{
    maxRequestPayloadBytes: z.ZodInt;
    maxUrlLength: z.ZodInt;
}, z.core.$strip>;
