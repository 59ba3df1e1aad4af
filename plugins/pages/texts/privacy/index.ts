import { z } from "zod";
import { Text } from "../shared/options.ts";
import { textPage } from "../shared/text-page.ts";
import en from "./en.ts";
import es from "./es.ts";

export default textPage({
  id: "privacy",
  subject: "what becomes of personal data",
  title: { en: "Privacy", es: "Privacidad" },
  description: {
    en: "What this service processes about you, and why.",
    es: "Qué datos tuyos trata este servicio y para qué.",
  },
  updated: "2026-11-21",
  texts: { en, es },
  options: {
    operator: Text.optional().describe(
      "Who is responsible for the data. Default: the text names the service.",
    ),
    email: z.email().optional().describe("Address for requests about personal data."),
  },
});
