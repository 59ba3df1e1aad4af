import { z } from "zod";
/** A span of time with its unit, as plugin options have it: `"250ms"`, `"60s"`, `"5m"`. */
export declare const Duration: z.ZodTemplateLiteral<`${number}d` | `${number}h` | `${number}m` | `${number}ms` | `${number}s`>;
