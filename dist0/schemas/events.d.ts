import { z } from "zod";
/** The state of the server, or of one of its checks, has changed. */
export declare const StatusChanged: z.ZodObject<{
    subject: z.ZodString;
    from: z.ZodEnum<{
        degraded: "degraded";
        down: "down";
        ok: "ok";
    }>;
    to: z.ZodEnum<{
        degraded: "degraded";
        down: "down";
        ok: "ok";
    }>;
    timestamp: z.ZodISODateTime;
}, z.core.$strip>;
/** A sample was recorded in the server's history. */
export declare const StatusSampled: z.ZodObject<{
    status: z.ZodEnum<{
        degraded: "degraded";
        down: "down";
        ok: "ok";
    }>;
    timestamp: z.ZodISODateTime;
}, z.core.$strip>;
/** The health of the server has changed. */
export declare const HealthChanged: z.ZodObject<{
    status: z.ZodEnum<{
        degraded: "degraded";
        down: "down";
        ok: "ok";
    }>;
    timestamp: z.ZodISODateTime;
}, z.core.$strip>;
/** Another revision has taken over: routes, policies or options have changed. */
export declare const RegistryChanged: z.ZodObject<{
    revision: z.ZodString;
}, z.core.$strip>;
/** Data of lists and resources has changed. */
export declare const DataChanged: z.ZodObject<{
    version: z.ZodInt;
    timestamp: z.ZodISODateTime;
}, z.core.$strip>;
/** Kinds of changes of a resource. */
export declare const ChangeKind: z.ZodEnum<{
    changed: "changed";
    created: "created";
    patched: "patched";
    removed: "removed";
    replaced: "replaced";
}>;
/** The same in a service with resources that requests change: a change by a request names its resource. */
export declare const ResourceChanged: z.ZodObject<{
    version: z.ZodInt;
    timestamp: z.ZodISODateTime;
    resource: z.ZodOptional<z.ZodString>;
    path: z.ZodOptional<z.ZodString>;
    key: z.ZodOptional<z.ZodString>;
    kind: z.ZodOptional<z.ZodEnum<{
        changed: "changed";
        created: "created";
        patched: "patched";
        removed: "removed";
        replaced: "replaced";
    }>>;
}, z.core.$strip>;
/** The stream is alive and has no further events for now. */
export declare const Heartbeat: z.ZodObject<{
    timestamp: z.ZodISODateTime;
}, z.core.$strip>;
/** Missed events are no longer available: clients must read their data again. */
export declare const Reset: z.ZodObject<{
    timestamp: z.ZodISODateTime;
}, z.core.$strip>;
