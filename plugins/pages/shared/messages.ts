/** Messages of pages by key: English in a catalog beside the code that shows it, other languages in their own files. */
import type { Registry } from "waymark";
import { translationOf } from "waymark/services";
import english from "./messages.json" with { type: "json" };
import { oncePerRegistry } from "../../shared/once-per-registry.ts";

/** Function that returns the messages in a language; in English where a translation is missing. */
type MessagesIn<Catalog> = (registry: Registry, language: string | undefined) => Catalog;

/** Returns the messages of a catalog. Files of languages have them under `name`. */
export function messagesOf<Catalog extends object>(
  name: string,
  catalog: Catalog,
): MessagesIn<Catalog> {
  const byLanguage = oncePerRegistry(() => new Map<string, Catalog>([["en", catalog]]));
  return (registry, language = "en") => {
    const messages = byLanguage(registry);
    const own = messages.get(language);
    if (own !== undefined) return own;
    const find = (key: string) => translationOf(key, registry, language);
    const translated = translate(catalog, name, find) as Catalog; // the same members
    messages.set(language, translated);
    return translated;
  };
}

/** Messages that several kinds of pages have. */
export const sharedMessages: MessagesIn<typeof english> = messagesOf("shared", english);
export type SharedMessages = typeof english;

/** Returns a summary as a title: in the language of the page if it has a translation, without its full stop. */
export function titleOf(
  summary: string,
  { registry, language }: { readonly registry: Registry; readonly language: string },
): string {
  return (translationOf(summary, registry, language) ?? summary).replace(/\.$/, "");
}

/** Plural categories that English lacks. */
const OTHER_FORMS = ["zero", "two", "few", "many"];

function translate(node: unknown, key: string, find: (key: string) => string | undefined): unknown {
  if (Array.isArray(node)) return node.map((one, index) => translate(one, `${key}.${index}`, find));
  if (typeof node !== "object" || node === null) return find(key) ?? node;
  const forms = "other" in node ? OTHER_FORMS.map((name) => [name, undefined]) : [];
  const members = [...Object.entries(node), ...forms].map(([name, one]) => [
    name,
    translate(one, `${key}.${name}`, find),
  ]);
  return Object.fromEntries(members.filter(([, one]) => one !== undefined));
}
