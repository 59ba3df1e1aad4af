import { textPage } from "../shared/text-page.ts";

export default textPage({
  id: "docs",
  subject: "the documentation of the API",
  title: { en: "Documentation", es: "Documentación" },
  description: {
    en: "How to use the API: entry, lists, errors, caching and limits.",
    es: "Cómo usar la API: entrada, listas, errores, caché y límites.",
  },
  menu: "main",
  updated: "2026-11-21",
  texts: {
    en: new URL("./en.md", import.meta.url),
    es: new URL("./es.md", import.meta.url),
  },
});
