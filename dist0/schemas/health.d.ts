import { z } from "zod";
/** `degraded`: the server answers, but a part of it does not work properly. */
export declare const HealthState: z.ZodEnum<{
    degraded: "degraded";
    down: "down";
    ok: "ok";
}>;
/** One observation, after draft-inadarei-api-health-check-06, section 4. */
export declare const HealthObservation: z.ZodObject<{
    status: z.ZodEnum<{
        fail: "fail";
        pass: "pass";
        warn: "warn";
    }>;
    time: z.ZodISODateTime;
    output: z.ZodOptional<z.ZodString>;
}, z.core.$strip>;
/** The health of the server, which is that of its worst check. */
export declare const Health: z.ZodObject<{
    status: z.ZodEnum<{
        degraded: "degraded";
        down: "down";
        ok: "ok";
    }>;
    service: z.ZodString;
    timestamp: z.ZodISODateTime;
    checks: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodArray<z.ZodObject<{
        status: z.ZodEnum<{
            fail: "fail";
            pass: "pass";
            warn: "warn";
        }>;
        time: z.ZodISODateTime;
        output: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>>>>;
}, z.core.$strip>;
/** The server's name and version. */
export declare const Version: z.ZodObject<{
    service: z.ZodString;
    version: z.ZodString;
}, z.core.$strip>;
/** The same of one of several nodes. */
export declare const SharedVersion: z.ZodObject<{
    service: z.ZodString;
    version: z.ZodString;
    revision: z.ZodString;
}, z.core.$strip>;
/** Health and version in one answer. */
export declare const Status: z.ZodObject<{
    status: z.ZodEnum<{
        degraded: "degraded";
        down: "down";
        ok: "ok";
    }>;
    service: z.ZodString;
    timestamp: z.ZodISODateTime;
    version: z.ZodString;
}, z.core.$strip>;
/** Shows that the server answers. */
export declare const Ping: z.ZodObject<{
    pong: z.ZodLiteral<true>;
}, z.core.$strip>;
/** Whether the server takes requests. */
export declare const Ready: z.ZodObject<{
    ready: z.ZodBoolean;
    service: z.ZodString;
}, z.core.$strip>;
/** The server's time, in three forms. */
export declare const Time: z.ZodObject<{
    iso: z.ZodISODateTime;
    epochMs: z.ZodInt;
    timezone: z.ZodLiteral<"UTC">;
}, z.core.$strip>;
