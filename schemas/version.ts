import { z } from "zod";

/** The server's name and version. */
export const Version = z.object({
  service: z.string(),
  version: z.string(),
});
