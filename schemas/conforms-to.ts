import { z } from "zod";

/** The specifications that the API follows. */
export const ConformsTo = z.object({
  conformsTo: z.array(z.url()).describe("Specifications that the API follows."),
  // The items are names, not resources, so no list engine makes this envelope.
  _meta: z.object({ count: z.int().min(0) }),
});
