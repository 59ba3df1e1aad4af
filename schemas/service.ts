import { z } from "zod";

/** The life of an API version, in order. */
export const Stability = z.enum(["experimental", "beta", "stable", "deprecated", "retired"]);

/** The service and its API, in short. */
export const Service = z.object({
  name: z.string(),
  version: z.string(),
  apiVersion: z.string(),
  stability: Stability,
  description: z.string(),
  documentation: z.url().optional(),
});
