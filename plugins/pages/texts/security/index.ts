import { z } from "zod";
import { textPage } from "../shared/text-page.ts";

export default textPage({
  id: "security",
  subject: "how to report a vulnerability",
  title: "Security",
  description: "How to report a vulnerability, and what protects this service.",
  updated: "2026-11-21",
  texts: {
    en: new URL("./en.md", import.meta.url),
    es: new URL("./es.md", import.meta.url),
  },
  options: {
    email: z
      .email()
      .optional()
      .describe("E-mail address for reports. Default: the text links to security.txt."),
  },
});
