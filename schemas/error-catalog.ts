import { z } from "zod";

/** One kind of error that an answer can have. */
export const ErrorCatalogEntry = z
  .object({
    code: z.string(),
    message: z.string(),
    httpStatus: z.int().min(400).max(599),
  })
  .meta({ id: "ErrorCatalogEntry" });
