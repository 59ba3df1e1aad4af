import { z } from "zod";
import { WebAddress } from "./options.ts";
import { textPage } from "./text-page.ts";

export default textPage({
  id: "support",
  subject: "where to get help",
  title: { en: "Support", es: "Ayuda" },
  description: {
    en: "Where to ask, and what to tell.",
    es: "Dónde preguntar y qué contar.",
  },
  updated: "2026-11-21",
  texts: {
    en: new URL("./support.en.md", import.meta.url),
    es: new URL("./support.es.md", import.meta.url),
  },
  options: {
    email: z
      .email()
      .optional()
      .describe("Address that answers questions. Default: the text names none."),
    contactUrl: WebAddress.optional().describe("Page or form that takes questions, as a URL."),
  },
});
