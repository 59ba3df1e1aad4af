import { z } from "zod";

/** Option that lets clients write a shipped resource. */
export const writable = z
  .boolean()
  .default(false)
  .describe(
    "Whether clients may create, replace, change and remove. Needs scopes where access is on.",
  );

/** Options of a shipped resource without others. */
export const Writable = z.strictObject({ writable });
