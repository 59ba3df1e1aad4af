import { z } from "zod";
import { Described } from "./described.ts";

/** How lists are paged. */
export const PaginationDiscovery = z.object({
  style: z.literal("cursor"),
  defaultPageSize: z.int().min(1),
  maxPageSize: z.int().min(1).describe("A larger `limit` is refused with 400."),
  parameters: z.array(Described),
  responseMeta: z.array(Described).describe("Members of `_meta`."),
  applicableEndpoints: z.array(z.string()),
  wholeEndpoints: z
    .array(z.string())
    .describe("The endpoints among them that return the whole list unless `limit` is given."),
});
