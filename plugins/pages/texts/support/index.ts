import { z } from "zod";
import { textPage, WebAddress } from "../shared/text-page.ts";

export default textPage({
  id: "support",
  subject: "where to get help",
  title: "Support",
  description: "Where to ask for help, and what to include.",
  updated: "2026-11-21",
  texts: {
    en: new URL("./en.md", import.meta.url),
    es: new URL("./es.md", import.meta.url),
  },
  options: {
    email: z
      .email()
      .optional()
      .describe("E-mail address for questions. Default: the text names none."),
    contactUrl: WebAddress.optional().describe("URL of a page or form for questions."),
  },
});
