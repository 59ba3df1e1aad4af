import { z } from "zod";
/** One part of the documentation. */
export declare const DocumentationResource: z.ZodObject<{
    name: z.ZodString;
    href: z.ZodString;
}, z.core.$strip>;
/** The documentation of the API. */
export declare const DocumentationDiscovery: z.ZodObject<{
    resources: z.ZodArray<z.ZodObject<{
        name: z.ZodString;
        href: z.ZodString;
    }, z.core.$strip>>;
}, z.core.$strip>;
/** One relation of this API's links. */
export declare const LinkRelation: z.ZodObject<{
    rel: z.ZodString;
    registered: z.ZodBoolean;
    in: z.ZodArray<z.ZodEnum<{
        body: "body";
        header: "header";
    }>>;
}, z.core.$strip>;
/** All relations of this API's links. */
export declare const LinkRelations: z.ZodObject<{
    relations: z.ZodArray<z.ZodObject<{
        rel: z.ZodString;
        registered: z.ZodBoolean;
        in: z.ZodArray<z.ZodEnum<{
            body: "body";
            header: "header";
        }>>;
    }, z.core.$strip>>;
}, z.core.$strip>;
/** One path below `/.well-known/` (RFC 8615). */
export declare const WellKnownPath: z.ZodObject<{
    name: z.ZodString;
    path: z.ZodString;
    summary: z.ZodString;
    registered: z.ZodBoolean;
}, z.core.$strip>;
/** The paths below `/.well-known/` that are served. */
export declare const WellKnownPaths: z.ZodObject<{
    paths: z.ZodArray<z.ZodObject<{
        name: z.ZodString;
        path: z.ZodString;
        summary: z.ZodString;
        registered: z.ZodBoolean;
    }, z.core.$strip>>;
}, z.core.$strip>;
