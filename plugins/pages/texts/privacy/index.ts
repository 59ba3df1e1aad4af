import { z } from "zod";
import { Text } from "../../../shared/languages.ts";
import { textPage } from "../shared/text-page.ts";

export default textPage({
  id: "privacy",
  subject: "the privacy notice",
  title: "Privacy",
  description: "Which personal data this service processes, and why.",
  updated: "2026-11-23",
  texts: {
    en: new URL("./en.md", import.meta.url),
    es: new URL("./es.md", import.meta.url),
  },
  options: {
    operator: Text.optional().describe(
      "Person or company responsible for the data. Default: the text names the service.",
    ),
    email: z.email().optional().describe("Address for requests about personal data."),
  },
});
