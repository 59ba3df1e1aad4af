/** Options of pages that are a text. */
import { z } from "zod";

const LanguageTag = z
  .string()
  .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/, "write a language tag, such as en or pt-BR");
/** A text that is not empty. */
export const Text = z.string().trim().min(1);
/** One text, or one for each language. */
export const LocalizedText = z.union([Text, z.record(LanguageTag, Text)]);

/** A page on the web. */
export const WebAddress = z.url({
  protocol: /^https?$/,
  error: "write a URL that begins with https://",
});

/** Options that all of them have. */
export const PAGE_OPTIONS = {
  file: Text.optional().describe(
    "Markdown file with the text, in one language. Read at the start and whenever the config is reloaded.",
  ),
  language: LanguageTag.optional().describe("Language of `file`. Default: en."),
  files: z
    .record(LanguageTag, Text)
    .refine((files) => Object.keys(files).length > 0, "name a file for one language at least")
    .optional()
    .describe(
      "Markdown files with the text by language, { en: …, es: … }, the default first; read when `file` is.",
    ),
  url: WebAddress.optional().describe(
    "The page is elsewhere: links, menus and documents lead to this URL.",
  ),
  title: LocalizedText.optional().describe(
    "Name of the page; one text, or { en: …, es: … }. Default: that of the file, else ours.",
  ),
  updated: z.iso
    .date()
    .optional()
    .describe("The day the text last changed in substance, such as 2026-11-21."),
  menu: z
    .enum(["main", "footer", "none"])
    .optional()
    .describe("Where navigation shows it: main, footer or none."),
};

export type PageOptions = z.output<z.ZodObject<typeof PAGE_OPTIONS>>;
