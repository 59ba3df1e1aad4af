import { z } from "zod";
import { WebAddress } from "../shared/options.ts";
import { textPage } from "../shared/text-page.ts";
import en from "./en.ts";
import es from "./es.ts";

export default textPage({
  id: "support",
  subject: "where to get help",
  title: { en: "Support", es: "Ayuda" },
  description: {
    en: "Where to ask, and what to tell.",
    es: "Dónde preguntar y qué contar.",
  },
  updated: "2026-11-21",
  texts: { en, es },
  options: {
    email: z
      .email()
      .optional()
      .describe("Address that answers questions. Default: the text names none."),
    contactUrl: WebAddress.optional().describe("Page or form that takes questions, as a URL."),
  },
});
