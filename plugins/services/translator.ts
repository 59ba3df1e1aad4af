/** Texts in other languages, by the text in English, as gettext has them. */
import { readFileSync } from "node:fs";
import { SOURCE_LANGUAGE } from "waymark/advanced";

/**
 * Texts by language tag (BCP 47), then by the text in English as it is declared. A `{name}` that is in both stands for
 * the part of the text that is different each time: `"At most {count} items."` translates `"At most 50 items."` too.
 */
export type TextsByLanguage = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Returns a text in a language (default: the declared one); undefined if it has none in that language. */
export type Translate = (text: string, language: string | undefined) => string | undefined;

/** A text with gaps, and its translation with the same gaps. */
interface Template {
  /** The texts around the gaps. */
  readonly around: readonly string[];
  readonly names: readonly string[];
  readonly translation: string;
}

interface Catalogue {
  readonly texts: ReadonlyMap<string, string>;
  /** The one with the most text first. */
  readonly templates: readonly Template[];
}

const PARAGRAPHS = "\n\n";
const GAP = /\{(\w+)\}/;
const GAPS = new RegExp(GAP, "g");

/** Returns the names of the gaps in a text, sorted. */
export function gapsIn(text: string): readonly string[] {
  return [...text.matchAll(GAPS)].map(([, name = ""]) => name).toSorted();
}

/**
 * Makes the function that looks texts up. Where several translate the same text, the last one counts, and the files of
 * languages count least. They are read when their language is first asked for.
 */
export function translator(
  sources: readonly TextsByLanguage[],
  files: readonly Readonly<Record<string, URL>>[] = [],
): Translate {
  const catalogues = new Map<string, Catalogue>();
  return (text, language = SOURCE_LANGUAGE) => {
    let catalogue = catalogues.get(language);
    if (catalogue === undefined) {
      const whole = files.flatMap((file) => new Map(Object.entries(file)).get(language) ?? []);
      catalogue = catalogueOf([
        ...whole.map((file) => textsOf(file)),
        ...sources.map((source) => source[language] ?? {}),
      ]);
      // Other languages may come from requests, and one without texts needs no catalogue.
      if (catalogue.texts.size > 0 || language === SOURCE_LANGUAGE)
        catalogues.set(language, catalogue);
    }
    return (
      catalogue.texts.get(text) ??
      filledIn(text, catalogue.templates) ??
      byParagraphs(text, catalogue) ??
      (language === SOURCE_LANGUAGE ? text : undefined)
    );
  };
}

/** Returns the texts of a file by key, `status.state.ok` for one within others. */
function textsOf(file: URL): Readonly<Record<string, string>> {
  const flat = (value: unknown, key: string): readonly (readonly [string, string])[] =>
    typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([name, one]) =>
          flat(one, key === "" ? name : `${key}.${name}`),
        )
      : [[key, String(value)]];
  return Object.fromEntries(flat(JSON.parse(readFileSync(file, "utf8")), ""));
}

/** Documents put paragraphs together. Undefined where one has no translation. */
function byParagraphs(text: string, { texts, templates }: Catalogue): string | undefined {
  const paragraphs = text.split(PARAGRAPHS);
  if (paragraphs.length === 1) return undefined;
  const translated = paragraphs.map((one) => texts.get(one) ?? filledIn(one, templates));
  return translated.includes(undefined) ? undefined : translated.join(PARAGRAPHS);
}

function catalogueOf(sources: readonly Readonly<Record<string, string>>[]): Catalogue {
  const texts = new Map(sources.flatMap((source) => Object.entries(source)));
  const templates = [...texts]
    .filter(([text]) => GAP.test(text))
    .toSorted(([one], [other]) => other.length - one.length)
    .map(([text, translation]): Template => {
      const parts = text.split(GAP); // texts and names by turns
      return {
        around: parts.filter((_, index) => index % 2 === 0),
        names: parts.filter((_, index) => index % 2 === 1),
        translation,
      };
    });
  return { texts, templates };
}

function filledIn(text: string, templates: readonly Template[]): string | undefined {
  for (const { around, names, translation } of templates) {
    const values = valuesIn(text, around);
    if (values === undefined) continue;
    return translation.replaceAll(GAPS, (gap, name: string) => values[names.indexOf(name)] ?? gap);
  }
  return undefined;
}

/** Returns the parts of a text in the gaps, each as short as can be: in linear time, as texts may come from clients. */
function valuesIn(text: string, [start = "", ...others]: readonly string[]): string[] | undefined {
  if (!text.startsWith(start)) return undefined;
  const values: string[] = [];
  let from = start.length;
  for (const [index, part] of others.entries()) {
    const isLast = index === others.length - 1;
    const to = isLast ? text.length - part.length : text.indexOf(part, from + 1);
    if (to <= from || !text.startsWith(part, to)) return undefined;
    values.push(text.slice(from, to));
    from = to + part.length;
  }
  return values;
}
