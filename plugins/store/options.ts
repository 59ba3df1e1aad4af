import { z } from "zod";

export const Options = z.strictObject({
  file: z
    .string()
    .min(1)
    .default("data/waymark.db")
    .describe(
      "Path of the SQLite file, relative to the working directory; `:memory:` keeps nothing.",
    ),
  migrate: z
    .enum(["auto", "verify", "off"])
    .default("auto")
    .describe(
      "How to start on a database without some of the declared tables, columns or indexes: `auto` creates them; `verify` refuses to start, for services that run `waymark migrate` before each rollout; `off` does not look, for those that have checked it before and start often.",
    ),
});
export type Options = z.infer<typeof Options>;
