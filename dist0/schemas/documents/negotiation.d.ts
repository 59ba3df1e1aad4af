import { z } from "zod";
/** One thing that requests can negotiate (RFC 9110, section 12). */
export declare const Negotiated: z.ZodObject<{
    default: z.ZodString;
    supported: z.ZodArray<z.ZodString>;
}, z.core.$strip>;
/** The values that requests can negotiate, and the defaults. */
export declare const AcceptPolicyDiscovery: z.ZodObject<{
    accept: z.ZodObject<{
        default: z.ZodString;
        supported: z.ZodArray<z.ZodString>;
    }, z.core.$strip>;
    acceptLanguage: z.ZodObject<{
        default: z.ZodString;
        supported: z.ZodArray<z.ZodString>;
    }, z.core.$strip>;
    acceptEncoding: z.ZodObject<{
        default: z.ZodString;
        supported: z.ZodArray<z.ZodString>;
    }, z.core.$strip>;
}, z.core.$strip>;
/** Which content codings answers can have (RFC 9110, section 8.4.1). */
export declare const Encoding: z.ZodObject<{
    encodings: z.ZodArray<z.ZodString>;
    default: z.ZodString;
    minBytes: z.ZodInt;
}, z.core.$strip>;
/** The media types of requests and answers. */
export declare const MediaTypes: z.ZodObject<{
    accept: z.ZodArray<z.ZodString>;
    produce: z.ZodArray<z.ZodString>;
    defaultAccept: z.ZodOptional<z.ZodString>;
    defaultProduce: z.ZodString;
}, z.core.$strip>;
/** One preference that a request can state (RFC 7240). */
export declare const Preference: z.ZodObject<{
    name: z.ZodString;
    values: z.ZodArray<z.ZodString>;
    honored: z.ZodBoolean;
}, z.core.$strip>;
/** Which preferences are honoured, and where (RFC 7240). */
export declare const PreferDiscovery: z.ZodObject<{
    headerName: z.ZodString;
    appliedHeaderName: z.ZodString;
    reference: z.ZodString;
    preferences: z.ZodArray<z.ZodObject<{
        name: z.ZodString;
        values: z.ZodArray<z.ZodString>;
        honored: z.ZodBoolean;
    }, z.core.$strip>>;
    endpoints: z.ZodArray<z.ZodString>;
}, z.core.$strip>;
