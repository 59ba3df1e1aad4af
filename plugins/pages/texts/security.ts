import { z } from "zod";
import { textPage } from "./text-page.ts";

export default textPage({
  id: "security",
  subject: "how to report a weakness",
  title: { en: "Security", es: "Seguridad" },
  description: {
    en: "How to report a weakness, and what protects this service.",
    es: "Cómo avisar de una vulnerabilidad y qué protege este servicio.",
  },
  updated: "2026-11-21",
  texts: {
    en: new URL("./security.en.md", import.meta.url),
    es: new URL("./security.es.md", import.meta.url),
  },
  options: {
    email: z
      .email()
      .optional()
      .describe("Address for reports. Default: the text leads to security.txt."),
  },
});
