import { z } from "zod";
import { Stability } from "./service.ts";

/** The entry to the API, which links to every other resource. */
export const ApiRoot = z.object({
  service: z.string(),
  version: z.string(),
  apiVersion: z.string(),
  stability: Stability,
  recommended: z.array(z.string()).describe("Links to follow first, by relation name."),
  conformsTo: z.array(z.url()).describe("Specifications that the API follows."),
});
