import { z } from "zod";
/** One brain: a row of the table `brains`, and an item of its list. */
export declare const Brain: z.ZodObject<{
    id: z.ZodString;
    name: z.ZodString;
    description: z.ZodString;
}, z.core.$strip>;
