import { textPage } from "../shared/text-page.ts";

export default textPage({
  id: "faq",
  subject: "answers to common questions",
  title: "Questions and answers",
  description: "Short answers to common questions about the API.",
  updated: "2026-11-21",
  texts: {
    en: new URL("./en.md", import.meta.url),
    es: new URL("./es.md", import.meta.url),
  },
});
