/** Pages that are a text: built in, or the operator's own, from Markdown files or elsewhere. */
import { readFileSync } from "node:fs";
import {
  definePlugin,
  textIn,
  type Localized,
  type Menu,
  type Plugin,
  type Registry,
} from "waymark";
import { z } from "zod";
import { LANGUAGES, type Language } from "../shared/languages.ts";
import { checkText } from "./check.ts";
import { refuse } from "./mistakes.ts";
import { SHARED, type Shared } from "./options.ts";
import { readText, type TextFile } from "./read.ts";
import { scopeOf, type Values } from "./scope.ts";
import { fillTemplate, parseTemplate } from "./template.ts";

/** What makes one of these pages. */
export interface TextPage {
  /** Id of the plugin, relation of the API root, and name of the path: `terms` is at `/terms`. */
  readonly id: string;
  /** What it tells, to go on a sentence with: `the terms of use`. */
  readonly subject: string;
  readonly title: Readonly<Record<Language, string>>;
  readonly description: Readonly<Record<Language, string>>;
  /** Default `"footer"`. */
  readonly menu?: Menu;
  /** The day the built-in text last changed in substance. */
  readonly updated: string;
  /** The built-in text: Markdown files, as {@link fillTemplate} takes them. */
  readonly texts: Readonly<Record<Language, URL>>;
  /** Options beside those of every page, for the text to name as `{{options.email}}`. */
  readonly options?: Readonly<Record<string, z.ZodType<Value | undefined>>>;
}

type Value = string | readonly Localized[];

type Options = Shared & {
  /** The operator's texts by language; none where the built-in ones serve. */
  readonly texts: Readonly<Record<string, TextFile>>;
  /** The page's own options. */
  readonly own: Readonly<Record<string, Value | undefined>>;
};

/**
 * Files are read while the options are validated, so that routes, menus and sitemaps have the titles that are in them, and
 * another revision is served when a text is another one. What is wrong with a file is told when the plugin starts.
 */
export function textPage(page: TextPage): Plugin {
  const { id, subject } = page;
  const routeId = `show${id.charAt(0).toUpperCase()}${id.slice(1)}`;
  const path = `/${id}` as const;
  const names = Object.keys(page.options ?? {});

  const withTexts = (given: Shared): Options | Promise<Options> => {
    const own = Object.fromEntries(
      // The schema of the options is made of these keys.
      names.map((name) => [name, Reflect.get(given, name) as Value | undefined]),
    );
    const {
      file,
      language = LANGUAGES[0],
      files = file === undefined ? {} : { [language]: file },
    } = given;
    const named = Object.entries(files);
    if (named.length === 0) return { ...given, own, texts: {} };
    return Promise.all(named.map(async ([tag, name]) => [tag, await readText(name)] as const)).then(
      (texts) => ({ ...given, own, texts: Object.fromEntries(texts) }),
    );
  };

  return definePlugin({
    id,
    summary: `Tells people ${subject}.`,
    options: z
      .strictObject({ ...SHARED, ...page.options })
      .superRefine(refuseContradictions)
      .transform(withTexts),
    rootLinks: (options) => {
      const { url, menu = page.menu ?? "footer" } = options;
      const title = titleOf(page, options);
      return { [id]: url === undefined ? { to: routeId } : { href: url, title, menu } };
    },

    // Checked in each revision, as links and conditions depend on everything that is on.
    handlers(_use, { options: { texts, own }, registry }) {
      refuse(
        Object.entries(texts).flatMap(([language, text]) =>
          checkText(text, {
            registry,
            path,
            config: `plugins.${id}`,
            values: valuesIn(own, language),
          }),
        ),
      );
      return {};
    },

    routes: (options) => {
      const { url, menu = page.menu ?? "footer" } = options;
      const languages = languagesOf(options);
      const updated = updatedOf(page, options);
      const route = {
        method: "GET",
        path,
        summary: `Read ${subject}.`,
        page: {
          title: titleOf(page, options),
          description: localized(page.description, languages, options.texts, "description"),
          menu,
          ...(updated === undefined ? {} : { updated }),
        },
        languages,
        document: true,
        cache: { scope: "public", maxAge: "5m" },
      } as const;
      return Object.fromEntries(url === undefined ? [[routeId, route]] : []);
    },

    documents: {
      [routeId]: (registry: Registry, { texts, own }: Options, language: string) => ({
        markdown: fillTemplate(
          parseTemplate(texts[language]?.body ?? builtIn(page, language)),
          scopeOf(registry, valuesIn(own, language)),
        ),
      }),
    },
  });
}

function refuseContradictions(
  { file, files, url, language }: Shared,
  context: z.RefinementCtx,
): void {
  const claim = (holds: boolean, key: string, message: string): void => {
    if (!holds) context.addIssue({ code: "custom", path: [key], message });
  };
  const hasFile = file !== undefined || files !== undefined;
  claim(url === undefined || !hasFile, "url", "a page is elsewhere or from a file, not both");
  claim(file === undefined || files === undefined, "files", "file and files exclude each other");
  claim(language === undefined || file !== undefined, "language", "it is the language of file");
}

function builtIn({ texts }: TextPage, language: string): string {
  return readFileSync(language === "es" ? texts.es : texts.en, "utf8");
}

function languagesOf({ texts }: Options): readonly string[] {
  const own = Object.keys(texts);
  return own.length === 0 ? LANGUAGES : own;
}

/** Menus of other pages may be in languages that this page has not, so ours stand beside the operator's. */
function titleOf(page: TextPage, options: Options): Localized {
  const { title = {}, texts } = options;
  if (typeof title === "string") return title;
  return { ...localized(page.title, languagesOf(options), texts, "title"), ...title };
}

function localized(
  ours: TextPage["title"],
  languages: readonly string[],
  texts: Options["texts"],
  key: "title" | "description",
): Readonly<Record<string, string>> {
  const own = languages.map((tag) => [tag, texts[tag]?.[key] ?? textIn(ours, tag)] as const);
  return { ...ours, ...Object.fromEntries(own) };
}

function updatedOf(page: TextPage, { updated, texts }: Options): string | undefined {
  const told = Object.values(texts).flatMap((text) => text.updated ?? []);
  if (updated !== undefined || told.length > 0) return updated ?? told.toSorted().at(-1);
  return Object.keys(texts).length === 0 ? page.updated : undefined;
}

function valuesIn(own: Options["own"], language: string): Values {
  return Object.fromEntries(
    Object.entries(own).map(([name, value]) => [
      name,
      typeof value === "object" ? value.map((item) => textIn(item, language)) : value,
    ]),
  );
}
