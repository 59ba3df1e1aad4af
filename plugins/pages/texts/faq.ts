import { textPage } from "./text-page.ts";

export default textPage({
  id: "faq",
  subject: "the answers to common questions",
  title: { en: "Questions and answers", es: "Preguntas frecuentes" },
  description: {
    en: "Short answers to common questions about the API.",
    es: "Respuestas breves a preguntas habituales sobre la API.",
  },
  updated: "2026-11-21",
  texts: {
    en: new URL("./faq.en.md", import.meta.url),
    es: new URL("./faq.es.md", import.meta.url),
  },
});
