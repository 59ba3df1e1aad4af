/** Options of text pages. */
import { z } from "zod";
import { LanguageTag, Text } from "../../shared/languages.ts";

export const WebAddress = z.url({
  protocol: /^https?$/,
  error: "write a URL that begins with https://",
});

/** Options that every text page has. */
export const PAGE_OPTIONS = {
  file: z
    .union([
      Text,
      z
        .record(LanguageTag, Text)
        .refine((files) => Object.keys(files).length > 0, "name a file for at least one language"),
    ])
    .optional()
    .describe(
      "Markdown file with the text: one path, or { en: …, es: … } with the default first. Read at the start and at each reload of the config.",
    ),
  url: WebAddress.optional().describe(
    "URL of the page on another site: links, menus and documents lead there, and no page is served here.",
  ),
};

export type PageOptions = z.output<z.ZodObject<typeof PAGE_OPTIONS>>;
