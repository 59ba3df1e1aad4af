/** Languages, by their tags. */

/** The language of the texts in plugins. */
export const SOURCE_LANGUAGE = "en";

/** A language with a script and a region in their usual spelling (BCP 47, section 2.1.1). */
const PLAIN_TAG = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?$/;

/** Checks that a text is a language tag in its usual spelling. */
export function isLanguageTag(text: string): boolean {
  if (PLAIN_TAG.test(text)) return true; // the first use of Intl takes 7 ms of a start
  try {
    return Intl.getCanonicalLocales(text)[0] === text;
  } catch {
    return false;
  }
}
