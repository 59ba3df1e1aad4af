import { z } from "zod";

/** Language: a row of the table `locales`, and an item of its list. */
export const Locale = z
  .object({
    code: z.string().describe("Language tag (BCP 47), such as `en` or `pt-BR`."),
    name: z.string().describe("Name of the language in that language."),
    default: z
      .boolean()
      .describe("Whether it is used when no other language fits; true for exactly one."),
  })
  .meta({ id: "Locale", description: "A language that texts are available in." });
