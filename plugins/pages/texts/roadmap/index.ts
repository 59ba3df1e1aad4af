import { z } from "zod";
import { LocalizedText } from "../../../shared/languages.ts";
import { textPage } from "../shared/text-page.ts";

export default textPage({
  id: "roadmap",
  subject: "the roadmap",
  title: "Roadmap",
  description: "Plans for this service, and its releases so far.",
  updated: "2026-11-21",
  texts: {
    en: new URL("./en.md", import.meta.url),
    es: new URL("./es.md", import.meta.url),
  },
  options: {
    items: z
      .array(LocalizedText)
      .min(1)
      .optional()
      .describe("Plans, each one text or { en: …, es: … }. Default: the text announces none."),
  },
});
