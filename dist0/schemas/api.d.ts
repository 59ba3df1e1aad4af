import { z } from "zod";
/** The stages in the life of an API version, in order. */
export declare const Stability: z.ZodEnum<{
    beta: "beta";
    deprecated: "deprecated";
    experimental: "experimental";
    retired: "retired";
    stable: "stable";
}>;
/** A summary of the server and its API. */
export declare const Service: z.ZodObject<{
    name: z.ZodString;
    version: z.ZodString;
    apiVersion: z.ZodString;
    stability: z.ZodEnum<{
        beta: "beta";
        deprecated: "deprecated";
        experimental: "experimental";
        retired: "retired";
        stable: "stable";
    }>;
    description: z.ZodString;
    documentation: z.ZodOptional<z.ZodURL>;
}, z.core.$strip>;
/** The entry to the API, which links to every other resource. */
export declare const ApiRoot: z.ZodObject<{
    service: z.ZodString;
    version: z.ZodString;
    apiVersion: z.ZodString;
    stability: z.ZodEnum<{
        beta: "beta";
        deprecated: "deprecated";
        experimental: "experimental";
        retired: "retired";
        stable: "stable";
    }>;
    recommended: z.ZodArray<z.ZodString>;
    conformsTo: z.ZodArray<z.ZodURL>;
}, z.core.$strip>;
/** A version of the API, as opposed to a release of the server. */
export declare const ApiVersion: z.ZodObject<{
    version: z.ZodString;
    stability: z.ZodEnum<{
        beta: "beta";
        deprecated: "deprecated";
        experimental: "experimental";
        retired: "retired";
        stable: "stable";
    }>;
    apiRoot: z.ZodString;
    sunset: z.ZodNullable<z.ZodISODate>;
}, z.core.$strip>;
/** A route that will be removed: deprecated since a day, and possibly gone from its `sunset` on. */
export declare const DeprecatedRoute: z.ZodObject<{
    method: z.ZodString;
    path: z.ZodString;
    since: z.ZodISODate;
    sunset: z.ZodISODate;
    successor: z.ZodNullable<z.ZodString>;
}, z.core.$strip>;
/** How deprecations are announced (RFC 9745, RFC 8594), and the deprecated routes. */
export declare const DeprecationPolicyDiscovery: z.ZodObject<{
    noticePeriodMonths: z.ZodInt;
    sunsetHeader: z.ZodObject<{
        name: z.ZodString;
        reference: z.ZodString;
    }, z.core.$strip>;
    deprecationHeader: z.ZodObject<{
        name: z.ZodString;
        reference: z.ZodString;
    }, z.core.$strip>;
    stabilityValues: z.ZodArray<z.ZodEnum<{
        beta: "beta";
        deprecated: "deprecated";
        experimental: "experimental";
        retired: "retired";
        stable: "stable";
    }>>;
    routes: z.ZodArray<z.ZodObject<{
        method: z.ZodString;
        path: z.ZodString;
        since: z.ZodISODate;
        sunset: z.ZodISODate;
        successor: z.ZodNullable<z.ZodString>;
    }, z.core.$strip>>;
}, z.core.$strip>;
/** Features of the server as it is configured. */
export declare const Capabilities: z.ZodObject<{
    capabilities: z.ZodRecord<z.ZodString, z.ZodBoolean>;
    schemaTypes: z.ZodInt;
    serverTiming: z.ZodBoolean;
}, z.core.$strip>;
/** The specifications that the API follows. */
export declare const ConformsTo: z.ZodObject<{
    conformsTo: z.ZodArray<z.ZodURL>;
    _meta: z.ZodObject<{
        count: z.ZodInt;
    }, z.core.$strip>;
}, z.core.$strip>;
/** The payload types that have a JSON Schema. */
export declare const SchemasList: z.ZodObject<{
    schemas: z.ZodArray<z.ZodString>;
    _meta: z.ZodObject<{
        count: z.ZodInt;
        schemaVersion: z.ZodString;
    }, z.core.$strip>;
}, z.core.$strip>;
/** One entry of the changelog. A version may have several. */
export declare const Release: z.ZodObject<{
    version: z.ZodString;
    date: z.ZodISODate;
    summary: z.ZodString;
}, z.core.$strip>;
