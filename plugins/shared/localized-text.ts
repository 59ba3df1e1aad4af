/** Texts that are files, with one for each language that we write. */
import { readFileSync } from "node:fs";
import type { Registry } from "waymark";
import { translationOf } from "waymark/services";

export type LocalizedFiles = { readonly en: URL; readonly [language: string]: URL };

/**
 * Returns the text in a language: from its own file, or as a file of translations has it under `<id>.text`; in English
 * if there is neither.
 */
export function localizedText(
  id: string,
  files: LocalizedFiles,
  registry: Registry,
  language: string,
): string {
  const file = files[language];
  const translation = file ?? translationOf(`${id}.text`, registry, language);
  return typeof translation === "string"
    ? translation
    : readFileSync(translation ?? files.en, "utf8");
}
