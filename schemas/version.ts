import { z } from "zod";

/** The service's name and version. */
export const Version = z.object({
  service: z.string(),
  version: z.string(),
});
