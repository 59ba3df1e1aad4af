import { z } from "zod";
/** A name with its purpose. */
export declare const Described: z.ZodObject<{
    name: z.ZodString;
    description: z.ZodString;
}, z.core.$strip>;
/** How lists are paged. */
export declare const PaginationDiscovery: z.ZodObject<{
    style: z.ZodLiteral<"cursor">;
    defaultPageSize: z.ZodInt;
    maxPageSize: z.ZodInt;
    parameters: z.ZodArray<z.ZodObject<{
        name: z.ZodString;
        description: z.ZodString;
    }, z.core.$strip>>;
    responseMeta: z.ZodArray<z.ZodObject<{
        name: z.ZodString;
        description: z.ZodString;
    }, z.core.$strip>>;
    applicableEndpoints: z.ZodArray<z.ZodString>;
    wholeEndpoints: z.ZodArray<z.ZodString>;
}, z.core.$strip>;
/** How lists are filtered, sorted and reduced to some fields. */
export declare const QueryPolicyDiscovery: z.ZodObject<{
    filter: z.ZodObject<{
        operators: z.ZodArray<z.ZodString>;
        operatorsByType: z.ZodRecord<z.ZodString, z.ZodArray<z.ZodString>>;
    }, z.core.$strip>;
    sort: z.ZodObject<{
        form: z.ZodString;
        absent: z.ZodString;
        text: z.ZodString;
    }, z.core.$strip>;
    fields: z.ZodObject<{
        unknown: z.ZodString;
        unknownUnderStrict: z.ZodString;
        empty: z.ZodString;
    }, z.core.$strip>;
    limits: z.ZodRecord<z.ZodString, z.ZodInt>;
    parameters: z.ZodArray<z.ZodObject<{
        name: z.ZodString;
        description: z.ZodString;
    }, z.core.$strip>>;
    applicableEndpoints: z.ZodArray<z.ZodString>;
}, z.core.$strip>;
