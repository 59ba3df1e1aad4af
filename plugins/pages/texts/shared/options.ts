/** Options of text pages. */
import { z } from "zod";
import { LanguageTag, LocalizedText, Text } from "../../shared/text-options.ts";

export const WebAddress = z.url({
  protocol: /^https?$/,
  error: "write a URL that begins with https://",
});

/** Options that every text page has. */
export const PAGE_OPTIONS = {
  file: Text.optional().describe(
    "Markdown file with the text, in one language. Read at the start and at each reload of the config.",
  ),
  language: LanguageTag.optional().describe("Language of `file`. Default: en."),
  files: z
    .record(LanguageTag, Text)
    .refine((files) => Object.keys(files).length > 0, "name a file for at least one language")
    .optional()
    .describe(
      "Markdown files with the text by language, { en: …, es: … }, the default first; read like `file`.",
    ),
  url: WebAddress.optional().describe(
    "URL of the page on another site: links, menus and documents lead there, and no page is served here.",
  ),
  title: LocalizedText.optional().describe(
    "Title of the page; one text, or { en: …, es: … }. Default: the title in the file, else the built-in one.",
  ),
  updated: z.iso
    .date()
    .optional()
    .describe("Day of the last change in substance, such as 2026-11-21."),
  menu: z
    .enum(["main", "footer", "none"])
    .optional()
    .describe("Menu that shows the page: main, footer or none."),
};

export type PageOptions = z.output<z.ZodObject<typeof PAGE_OPTIONS>>;
