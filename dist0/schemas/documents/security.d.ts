import { z } from "zod";
/** A way to authenticate; `current` is true when requests can use it now. */
export declare const AuthMethod: z.ZodObject<{
    id: z.ZodString;
    description: z.ZodString;
    current: z.ZodBoolean;
}, z.core.$strip>;
/** All ways to authenticate. */
export declare const AuthMethods: z.ZodObject<{
    methods: z.ZodArray<z.ZodObject<{
        id: z.ZodString;
        description: z.ZodString;
        current: z.ZodBoolean;
    }, z.core.$strip>>;
}, z.core.$strip>;
/** The security features. A section is absent while its feature is off. */
export declare const SecurityPolicyDiscovery: z.ZodObject<{
    auth: z.ZodObject<{
        enabled: z.ZodBoolean;
        methods: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>;
    hsts: z.ZodOptional<z.ZodObject<{
        value: z.ZodString;
        maxAgeSeconds: z.ZodInt;
        includeSubDomains: z.ZodBoolean;
        preload: z.ZodBoolean;
    }, z.core.$strip>>;
    cors: z.ZodOptional<z.ZodObject<{
        allowedOrigins: z.ZodArray<z.ZodString>;
        allowCredentials: z.ZodBoolean;
    }, z.core.$strip>>;
    securityTxt: z.ZodOptional<z.ZodString>;
    permissionsPolicy: z.ZodOptional<z.ZodString>;
    referrerPolicy: z.ZodOptional<z.ZodString>;
    contentTypeOptions: z.ZodOptional<z.ZodString>;
    contentSecurityPolicy: z.ZodOptional<z.ZodString>;
    crossOriginResourcePolicy: z.ZodOptional<z.ZodString>;
}, z.core.$strip>;
/** Permissions of pages from other origins (Fetch standard, CORS protocol). */
export declare const Cors: z.ZodObject<{
    allowedOrigins: z.ZodArray<z.ZodString>;
    allowedMethods: z.ZodArray<z.ZodString>;
    allowPostOn: z.ZodArray<z.ZodString>;
    allowedHeaders: z.ZodArray<z.ZodString>;
    exposeHeaders: z.ZodArray<z.ZodString>;
    preflightMaxAge: z.ZodInt;
    allowCredentials: z.ZodBoolean;
}, z.core.$strip>;
