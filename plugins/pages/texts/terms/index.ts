import { Text } from "../../../shared/languages.ts";
import { textPage } from "../shared/text-page.ts";

export default textPage({
  id: "terms",
  subject: "the terms of use",
  title: "Terms of use",
  description: "What you may expect of this service, and what it expects of you.",
  updated: "2026-11-21",
  texts: {
    en: new URL("./en.md", import.meta.url),
    es: new URL("./es.md", import.meta.url),
  },
  options: {
    law: Text.optional().describe(
      "Country whose law applies, such as Spain. Default: the text names none.",
    ),
  },
});
