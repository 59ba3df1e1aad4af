import { z } from "zod";

/** Something with a name, and what it is for. */
export const Described = z
  .object({ name: z.string(), description: z.string() })
  .meta({ id: "Described" });
