import { z } from "zod";
import { LocalizedText } from "./options.ts";
import { textPage } from "./text-page.ts";

export default textPage({
  id: "roadmap",
  subject: "what is planned",
  title: { en: "Roadmap", es: "Hoja de ruta" },
  description: {
    en: "What is planned, and where releases are listed.",
    es: "Qué está previsto y dónde se listan las versiones.",
  },
  updated: "2026-11-21",
  texts: {
    en: new URL("./roadmap.en.md", import.meta.url),
    es: new URL("./roadmap.es.md", import.meta.url),
  },
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
