import { z } from "zod";
import { Text } from "../../../shared/languages.ts";
import { textPage } from "../shared/text-page.ts";

export default textPage({
  id: "legal",
  subject: "the legal notice",
  title: "Legal notice",
  description: "The operator of this service, and the licence of its software.",
  updated: "2026-11-21",
  texts: {
    en: new URL("./en.md", import.meta.url),
    es: new URL("./es.md", import.meta.url),
  },
  waits: true,
  options: {
    name: Text.optional().describe("Name of the operator. Default: the text names the service."),
    address: Text.optional().describe("Postal address of the operator, in one line."),
    email: z.email().optional().describe("Address of the operator."),
  },
});
