import { textPage } from "../shared/text-page.ts";

export default textPage({
  id: "docs",
  subject: "the documentation of the API",
  title: "Documentation",
  description: "How to use the API: entry, lists, errors, caching and limits.",
  menu: "main",
  updated: "2026-11-21",
  texts: {
    en: new URL("./en.md", import.meta.url),
    es: new URL("./es.md", import.meta.url),
  },
});
