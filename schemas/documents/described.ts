import { z } from "zod";

/** A name with its purpose. */
export const Described = z
  .object({ name: z.string(), description: z.string() })
  .meta({ id: "Described" });
