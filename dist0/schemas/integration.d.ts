import { z } from "zod";
/** Third-party tools that an office can connect to, unless the operator names others. */
export declare const INTEGRATION_KINDS: readonly ["slack", "notion"];
/** The schema of an integration with one of these tools. Equal kinds share one schema object. */
export declare function integration(kinds: readonly string[]): ReturnType<typeof define>;
declare function define(kinds: readonly string[]): z.ZodObject<{
    id: z.ZodString;
    officeId: z.ZodString;
    type: z.ZodEnum<{
        [x: string]: string;
    }>;
    status: z.ZodEnum<{
        connected: "connected";
        error: "error";
        pending: "pending";
        skipped: "skipped";
    }>;
    externalId: z.ZodOptional<z.ZodString>;
    externalAccount: z.ZodOptional<z.ZodString>;
    metadata: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnknown>>;
    lastSyncAt: z.ZodOptional<z.ZodISODateTime>;
    errorMessage: z.ZodOptional<z.ZodString>;
    createdAt: z.ZodISODateTime;
    updatedAt: z.ZodISODateTime;
}, z.core.$strict>;
/** The type of an integration with one of the {@link INTEGRATION_KINDS}. */
export declare const Integration: z.ZodObject<{
    id: z.ZodString;
    officeId: z.ZodString;
    type: z.ZodEnum<{
        [x: string]: string;
    }>;
    status: z.ZodEnum<{
        connected: "connected";
        error: "error";
        pending: "pending";
        skipped: "skipped";
    }>;
    externalId: z.ZodOptional<z.ZodString>;
    externalAccount: z.ZodOptional<z.ZodString>;
    metadata: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnknown>>;
    lastSyncAt: z.ZodOptional<z.ZodISODateTime>;
    errorMessage: z.ZodOptional<z.ZodString>;
    createdAt: z.ZodISODateTime;
    updatedAt: z.ZodISODateTime;
}, z.core.$strict>;
export {};
