import { z } from "zod";

/** Maximum sizes of requests. */
export const SizeLimits = z.object({
  maxRequestPayloadBytes: z.int().min(0).describe("A larger body is refused with 413."),
  maxUrlLength: z
    .int()
    .min(1)
    .describe("Bytes of path and query; a longer one is refused with 414."),
});
