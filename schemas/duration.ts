import { z } from "zod";

/** A span of time with its unit, as plugin options have it: `"250ms"`, `"60s"`, `"5m"`. */
export const Duration = z
  .templateLiteral([z.number(), z.enum(["ms", "s", "m", "h", "d"])])
  .refine((duration) => !duration.startsWith("-"), {
    error: "a duration is not negative",
    abort: true, // so that an option's further checks can count on a duration
  });
