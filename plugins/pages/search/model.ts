/** The entries of the index. */
import { z } from "zod";

export const SearchEntry = z.object({
  kind: z.string().describe("The kind of thing, in words for people."),
  title: z.string(),
  text: z.string().optional(),
  method: z.string().optional().describe("Method of an operation."),
  href: z.string(),
  body: z.string().optional().describe("Further words that lead to it."),
  weight: z.number().optional().describe("Rank among others; 1 if absent."),
});
export type SearchEntry = z.output<typeof SearchEntry>;

/** Everything that the dialog shows: the entries, and its messages by name. */
export const SearchIndex = z.object({
  entries: z.array(SearchEntry),
  messages: z.record(z.string(), z.unknown()),
});
