import { z } from "zod";

/** One entry of the changelog. Several may belong to one version. */
export const Release = z
  .object({
    version: z.string().min(1),
    date: z.iso.date(),
    summary: z.string().min(1).describe("What the service can do since, in one sentence."),
  })
  .meta({ id: "Release" });
