/** Texts of the registry, which are English if they have no translation. */
import { html, type Html, type Registry } from "waymark";
import { translate, translationOf } from "waymark/services";
import { prose } from "./prose.ts";

/** Text in the language of a page, or in English. */
export interface TranslatedText {
  readonly text: string;
  /** Attribute of its element: `lang="en"` if the page has another language (WCAG 3.1.2), else nothing. */
  readonly lang: Html;
}

const NONE = html``;
const ENGLISH = html` lang="en"`;

/** @param text may be undefined, as descriptions may: there is nothing to mark then. */
export function translateText(
  text: string | undefined,
  registry: Registry,
  language: string | undefined,
): TranslatedText {
  if (text === undefined) return { text: "", lang: NONE };
  const translation = translationOf(text, registry, language);
  return translation === undefined ? { text, lang: ENGLISH } : { text: translation, lang: NONE };
}

/** Returns a text of the registry, marked as English if it has no translation. */
export function translatedHtml(
  text: string | undefined,
  { registry, language }: { readonly registry: Registry; readonly language: string },
): Html {
  if (text === undefined) return html``;
  const { text: own, lang } = translateText(text, registry, language);
  return lang.toString() === "" ? html`${prose(own)}` : html`<span${lang}>${prose(own)}</span>`;
}

/** Members with texts for people, in descriptions of operations and in schemas. */
const TEXTS: ReadonlySet<string> = new Set(["description", "message", "summary"]);
/** Members with data, whose own members are none of these. */
const DATA: ReadonlySet<string> = new Set(["const", "default", "enum", "example", "examples"]);

/** Returns the same value with its texts in another language; texts without a translation stay. */
export function translateAll<T>(value: T, registry: Registry, language: string | undefined): T {
  const visit = (member: unknown, names = false): unknown => {
    if (Array.isArray(member)) return member.map((one) => visit(one));
    if (typeof member !== "object" || member === null) return member;
    return Object.fromEntries(
      Object.entries(member).map(([key, one]: [string, unknown]) => {
        // A property may be called as any keyword is.
        if (names) return [key, visit(one)];
        if (key === "properties") return [key, visit(one, true)];
        if (DATA.has(key)) return [key, one];
        const isText = typeof one === "string" && TEXTS.has(key);
        return [key, isText ? translate(one, registry, language) : visit(one)];
      }),
    );
  };
  return visit(value) as T; // a text for each text, and all else as it was
}
