import { z } from "zod";

/** One entry of the changelog. A version may have several. */
export const Release = z
  .object({
    version: z.string().min(1),
    date: z.iso.date(),
    summary: z.string().min(1).describe("The change, in one sentence."),
  })
  .meta({ id: "Release" });
