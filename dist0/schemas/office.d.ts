import { z } from "zod";
/** One hito: a milestone of an office. */
export declare const Hito: z.ZodObject<{
    id: z.ZodString;
    title: z.ZodString;
    status: z.ZodEnum<{
        active: "active";
        done: "done";
        planned: "planned";
    }>;
    dueDate: z.ZodISODate;
    completedAt: z.ZodOptional<z.ZodISODateTime>;
}, z.core.$strip>;
/** One office without its hitos, as other types refer to it. */
export declare const Office: z.ZodObject<{
    id: z.ZodString;
    name: z.ZodString;
}, z.core.$strip>;
/** One office with its hitos, as lists return it. */
export declare const OfficeWithHito: z.ZodObject<{
    id: z.ZodString;
    name: z.ZodString;
    hitos: z.ZodArray<z.ZodObject<{
        id: z.ZodString;
        title: z.ZodString;
        status: z.ZodEnum<{
            active: "active";
            done: "done";
            planned: "planned";
        }>;
        dueDate: z.ZodISODate;
        completedAt: z.ZodOptional<z.ZodISODateTime>;
    }, z.core.$strip>>;
}, z.core.$strip>;
