/** Findings about the translations that a plugin contributes. */
import type { Report } from "./check-references.ts";
import { show } from "../contract/finding.ts";
import { gapsIn, isLanguageTag, type Translations } from "../contract/translations.ts";

/** Checks translations. An author without types may write anything. */
export function checkTranslations(translations: Translations = {}, report: Report): void {
  for (const [tag, texts] of Object.entries<unknown>(translations)) {
    if (!isLanguageTag(tag))
      report(
        "TRANSLATION_INVALID",
        `translations are by language tag; received ${show(tag)}`,
        'write a tag of BCP 47 in its usual spelling, such as "es" or "pt-BR"',
      );
    const problem = problemOf(texts);
    if (problem === undefined) continue;
    report(
      "TRANSLATION_INVALID",
      `${tag}: ${problem}`,
      'write each text as it is declared, and its translation with the same { }: { "A text.": "Un texto." }',
    );
  }
}

function problemOf(texts: unknown): string | undefined {
  if (typeof texts !== "object" || texts === null)
    return `translations are by text; received ${show(texts)}`;
  for (const [text, translation] of Object.entries<unknown>({ ...texts })) {
    if (typeof translation !== "string" || translation === "")
      return `the translation of ${show(text)} is a text; received ${show(translation)}`;
    if (text.includes("{") && gapsIn(text).join() !== gapsIn(translation).join())
      return `${show(translation)} has other gaps than ${show(text)}`;
  }
  return undefined;
}
