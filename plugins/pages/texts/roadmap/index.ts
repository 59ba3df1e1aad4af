import { z } from "zod";
import { LocalizedText } from "../shared/options.ts";
import { textPage } from "../shared/text-page.ts";
import en from "./en.ts";
import es from "./es.ts";

export default textPage({
  id: "roadmap",
  subject: "what is planned",
  title: { en: "Roadmap", es: "Hoja de ruta" },
  description: {
    en: "What is planned, and where releases are listed.",
    es: "Qué está previsto y dónde se listan las versiones.",
  },
  updated: "2026-11-21",
  texts: { en, es },
  options: {
    items: z
      .array(LocalizedText)
      .min(1)
      .optional()
      .describe(
        "What is planned, each one text or { en: …, es: … }. Default: nothing is promised.",
      ),
  },
});
