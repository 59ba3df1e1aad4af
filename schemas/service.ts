import { z } from "zod";

/** The stages in the life of an API version, in order. */
export const Stability = z.enum(["experimental", "beta", "stable", "deprecated", "retired"]);

/** A summary of the server and its API. */
export const Service = z.object({
  name: z.string(),
  version: z.string(),
  apiVersion: z.string(),
  stability: Stability,
  description: z.string(),
  documentation: z.url().optional(),
});
