/** The entries of the index. */
import { z } from "zod";

export const SearchEntry = z.object({
  kind: z.string().describe("The kind of thing, in words for people."),
  title: z.string(),
  text: z.string().optional(),
  method: z.string().optional().describe("Of an operation."),
  href: z.string(),
});
export type SearchEntry = z.output<typeof SearchEntry>;
