import { z } from "zod";

/** The server's time, in three forms. */
export const Time = z.object({
  iso: z.iso.datetime().describe("UTC with milliseconds."),
  epochMs: z.int().min(0).describe("Milliseconds since 1970-01-01T00:00Z."),
  timezone: z.literal("UTC"),
});
