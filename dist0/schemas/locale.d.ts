import { z } from "zod";
/** One language: a row of the table `locales`, and an item of its list. */
export declare const Locale: z.ZodObject<{
    code: z.ZodString;
    name: z.ZodString;
    default: z.ZodBoolean;
}, z.core.$strip>;
