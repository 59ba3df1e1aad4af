/** The texts of changes in other languages: what a comparison puts together in English, taken apart and put together again. */
import type { Registry } from "waymark";
import { SOURCE_LANGUAGE } from "waymark/advanced";
import { translationOf } from "waymark/services";
import type { Change } from "../../shared/diff/change.ts";
import { fill } from "../shared/fill.ts";
import english from "./messages.json" with { type: "json" };

/** A text with gaps, and its translation. */
interface Template {
  readonly group: string;
  readonly pattern: RegExp;
  readonly translation: string;
}

/** Values as changes show them, which are the same in every language: `` `a`, `b` ``. */
const CODE = /^`[^`]*`(?:, `[^`]*`)*$/;

/**
 * Returns the messages and the places of changes in a language, by their English. Those without a translation are absent.
 *
 * @param registries that before the change, and the one with it, whose plugins translate the summaries of new operations.
 */
export function changeTexts(
  changes: readonly Pick<Change, "message" | "where">[],
  [before, after]: readonly [Registry, Registry],
  language: string,
): Readonly<Record<string, string>> {
  if (language === SOURCE_LANGUAGE)
    return Object.fromEntries(changes.map(({ message }) => [message, message]));
  const templates = templatesIn(language, before);
  /** Returns the text of a gap: a value that has no translation is a name. */
  const part = (gap: string, text: string): string | undefined => {
    if (gap === "summary") return translationOf(`${text}.`, after, language)?.replace(/\.$/, "");
    if (gap === "change") return read(text, "sentences");
    if (gap === "subject") return read(text, "subjects");
    return read(text, "values") ?? text;
  };
  const read = (text: string, wanted: keyof typeof english.changeTexts): string | undefined => {
    if (CODE.test(text)) return text;
    for (const { group, pattern, translation } of templates) {
      const found = group === wanted ? pattern.exec(text) : null;
      if (found === null) continue;
      const gaps = { ...found.groups };
      const parts = Object.entries(gaps).flatMap(([gap, value]) => {
        const own = part(gap, value);
        return own === undefined ? [] : [[gap, own] as const];
      });
      if (parts.length === Object.keys(gaps).length)
        return fill(translation, Object.fromEntries(parts));
    }
    return undefined;
  };
  const texts: Record<string, string> = {};
  for (const { message, where } of changes) {
    // An export words its own changes.
    const said = read(message, "sentences") ?? translationOf(message, after, language);
    const place = read(where, "places");
    if (said !== undefined) texts[message] = said;
    if (place !== undefined) texts[where] = place;
  }
  return texts;
}

/** Returns the texts that have a translation, in the order of the catalog: the first that fits a text counts. */
function templatesIn(language: string, registry: Registry): readonly Template[] {
  return Object.entries(english.changeTexts).flatMap(([group, texts]) =>
    Object.entries(texts).flatMap(([key, text]) => {
      const name = `console.changeTexts.${group}.${key}`;
      const translation = translationOf(name, registry, language);
      if (translation === undefined) return [];
      const escaped = text.replaceAll(/[.()]/g, String.raw`\$&`);
      const source = escaped.replaceAll(/\{(\w+)\}/g, "(?<$1>.+?)");
      return [{ group, pattern: new RegExp(`^${source}$`, "s"), translation }];
    }),
  );
}
