import { z } from "zod";

export const Version = z.object({
  service: z.string(),
  version: z.string(),
});
