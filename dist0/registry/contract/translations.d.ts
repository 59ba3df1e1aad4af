/** Texts in other languages, by the text in English, as gettext has them. */
/**
 * By language tag (BCP 47), then by the text in English as it is declared. A `{name}` that is in both stands for the part
 * of the text that is different each time: `"At most {count} items."` translates `"At most 50 items."` too.
 */
export type Translations = Readonly<Record<string, Readonly<Record<string, string>>>>;
/** Returns a text in a language (default: the one in which it is declared); undefined where it has none in that. */
type Translate = (text: string, language: string | undefined) => string | undefined;
/** The names of the gaps in a text, sorted. */
export declare function gapsIn(text: string): readonly string[];
/** Makes the function that looks texts up. Where several translate the same text, the last one counts. */
export declare function translator(sources: readonly Translations[]): Translate;
export declare function isLanguageTag(text: string): boolean;
export {};
