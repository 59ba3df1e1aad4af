import { z } from "zod";
/** A path whose answers caches may keep, and for how long (RFC 9111, RFC 5861). */
export declare const CacheablePath: z.ZodObject<{
    path: z.ZodString;
    scope: z.ZodEnum<{
        private: "private";
        public: "public";
    }>;
    maxAge: z.ZodInt;
    revalidate: z.ZodInt;
}, z.core.$strip>;
/** The answers that caches may keep, for how long, and how they revalidate them. */
export declare const CachePolicyDiscovery: z.ZodObject<{
    cacheable: z.ZodArray<z.ZodObject<{
        path: z.ZodString;
        scope: z.ZodEnum<{
            private: "private";
            public: "public";
        }>;
        maxAge: z.ZodInt;
        revalidate: z.ZodInt;
    }, z.core.$strip>>;
    noStore: z.ZodArray<z.ZodString>;
    revalidation: z.ZodObject<{
        validator: z.ZodString;
        conditions: z.ZodArray<z.ZodString>;
        endpoints: z.ZodArray<z.ZodString>;
    }, z.core.$strip>;
}, z.core.$strip>;
/** How to request an answer only if it has changed (RFC 9110, section 13). */
export declare const ConditionalRequestsDiscovery: z.ZodObject<{
    validator: z.ZodString;
    conditions: z.ZodArray<z.ZodString>;
    status: z.ZodInt;
    endpoints: z.ZodArray<z.ZodString>;
}, z.core.$strip>;
/** How fresh data is, through caches and without them. */
export declare const ConsistencyPolicyDiscovery: z.ZodObject<{
    model: z.ZodEnum<{
        "bounded-staleness": "bounded-staleness";
        strong: "strong";
    }>;
    readYourWrites: z.ZodBoolean;
    monotonicReads: z.ZodBoolean;
    staleReadsAllowed: z.ZodBoolean;
    cachingInteraction: z.ZodObject<{
        maxStalenessSeconds: z.ZodInt;
        endpoints: z.ZodArray<z.ZodString>;
        bypass: z.ZodString;
    }, z.core.$strip>;
    service: z.ZodOptional<z.ZodObject<{
        model: z.ZodLiteral<"strong">;
        visibility: z.ZodString;
    }, z.core.$strip>>;
}, z.core.$strip>;
/** The same in a service of several nodes, which learn of each other's changes. */
export declare const SharedConsistencyPolicyDiscovery: z.ZodObject<{
    model: z.ZodEnum<{
        "bounded-staleness": "bounded-staleness";
        strong: "strong";
    }>;
    readYourWrites: z.ZodBoolean;
    monotonicReads: z.ZodBoolean;
    staleReadsAllowed: z.ZodBoolean;
    cachingInteraction: z.ZodObject<{
        maxStalenessSeconds: z.ZodInt;
        endpoints: z.ZodArray<z.ZodString>;
        bypass: z.ZodString;
    }, z.core.$strip>;
    service: z.ZodOptional<z.ZodObject<{
        model: z.ZodEnum<{
            "bounded-staleness": "bounded-staleness";
            strong: "strong";
        }>;
        typicalMs: z.ZodInt;
        maxMs: z.ZodInt;
        visibility: z.ZodString;
        scope: z.ZodEnum<{
            cluster: "cluster";
            instance: "instance";
        }>;
        engine: z.ZodString;
    }, z.core.$strip>>;
}, z.core.$strip>;
