/** The point of translations: texts of plugins in other languages. Pages show them. */
import {
  definePoint,
  textIn,
  type Localized,
  type Plugin,
  type PluginTypes,
  type Registry,
} from "waymark";
import { isLanguageTag, placed, problemsOf } from "waymark/advanced";
import { z } from "zod";
import { gapsIn, translator, type TextsByLanguage, type Translate } from "./translator.ts";

declare module "waymark" {
  interface PluginKeys<C extends PluginTypes> {
    /** Texts of its own, or of other plugins, in other languages. Where several plugins translate a text, the last one counts. */
    readonly translations?: TextsByLanguage;
  }
}

const LanguageTag = z
  .string()
  .refine(isLanguageTag, "expected a language tag of BCP 47 in its usual spelling")
  .meta({ examples: ["pt-BR"] });

/** A translation fills the gaps of its text. */
const Texts = z
  .record(z.string(), z.string().min(1).describe("the translation of the text, with the same { }"))
  .superRefine(
    (texts, context) => {
      for (const [source, translation] of Object.entries<unknown>(texts)) {
        if (!source.includes("{") || typeof translation !== "string" || translation === "")
          continue;
        const gaps = gapsIn(source).join("}, {");
        if (gaps === gapsIn(translation).join("}, {")) continue;
        const expected = gaps === "" ? "without gaps" : `with the gaps {${gaps}}`;
        context.addIssue({
          code: "custom",
          input: translation,
          path: [source],
          message: `expected a text ${expected}`,
        });
      }
    },
    // Also where another text is none.
    { when: ({ value }) => typeof value === "object" && value !== null },
  );

const TranslationsShape = z
  .record(LanguageTag, Texts)
  .meta({ examples: [{ es: { "A text.": "Un texto." } }] });

/** The texts of all plugins in other languages: `registry.of(Translations)` finds them. */
export const Translations = definePoint({
  id: "translations",
  noun: "translation",
  reader: "site",
  form: "value",
  schema: z.custom<TextsByLanguage>(), // `check` names the text that does not fit
  *check(entries) {
    for (const { plugin, value } of entries)
      for (const problem of problemsOf(TranslationsShape, value, "translations"))
        yield {
          code: "TRANSLATION_INVALID",
          plugin,
          where: "translations",
          message: placed(problem),
          hint: problem.hint,
        };
  },
  // The operator's own texts count most.
  seal: (entries, registry): Translate =>
    translator([...entries.map(({ value }) => value), operatorTexts(registry)], filesOf(registry)),
});

/** Returns the files of the languages that plugins add. */
function filesOf({ installed }: Registry): readonly Readonly<Record<string, URL>>[] {
  return installed.flatMap(({ plugin, enabled }) => {
    const { languages = {} }: Plugin = plugin;
    return enabled ? [languages] : [];
  });
}

/** Returns the service's name and description in other languages, by those of its first language. */
function operatorTexts({ app: { localized: texts = [] } }: Registry): TextsByLanguage {
  const translations: Record<string, Record<string, string>> = {};
  for (const text of texts)
    for (const [tag, translation] of Object.entries(text))
      (translations[tag] ??= {})[textIn(text, undefined)] = translation;
  return translations;
}

/**
 * Returns a text that is declared in English, such as a summary or the message of an error, in another language; the
 * same text if there is no translation.
 */
export function translate(text: string, registry: Registry, language: string | undefined): string {
  return translationOf(text, registry, language) ?? text;
}

/** Returns the translation of a text; undefined if there is none, so that a page can mark the text as English. */
export function translationOf(
  text: string,
  registry: Registry,
  language: string | undefined,
): string | undefined {
  return registry.of(Translations)(text, language);
}

/** Returns a text by language as it says; a single one, and the English one of a language that it lacks, as plugins translate it. */
export function localized(
  text: Localized,
  registry: Registry,
  language: string | undefined,
): string {
  if (typeof text === "string") return translate(text, registry, language);
  const own = text[language ?? ""];
  return own ?? translationOf(text["en"] ?? "", registry, language) ?? textIn(text, language);
}
