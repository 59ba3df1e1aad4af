/** Pages that are a text: built in, or the operator's own, from Markdown files or elsewhere. */
import { definePlugin, type Localized, type Plugin, type Registry } from "waymark";
import type { Menu } from "waymark/advanced";
import { Translations, RootLinks } from "waymark/services";
import { z } from "zod";
import { LANGUAGES, LanguageTag, Text } from "../../../shared/languages.ts";
import type { LocalizedFiles } from "../../../shared/localized-text.ts";
import type { TextValue, TextValues } from "./built-in.ts";
import type { OwnText } from "./own-text.ts";

export const WebAddress = z.url({
  protocol: /^https?$/,
  error: "write a URL that begins with https://",
});

/** Options that every text page has. */
const PAGE_OPTIONS = {
  file: z
    .union([
      Text,
      z
        .record(LanguageTag, Text)
        .refine((files) => Object.keys(files).length > 0, "name a file for at least one language"),
    ])
    .optional()
    .describe(
      "Markdown file with the text: one path, or { en: …, es: … } with the default first. Read at the start and at each reload of the config.",
    ),
  url: WebAddress.optional().describe(
    "URL of the page on another site: links, menus and documents lead there, and no page is served here.",
  ),
};

type PageOptions = z.output<z.ZodObject<typeof PAGE_OPTIONS>>;

/** Definition of a text page. */
export interface TextPage {
  /** Id of the plugin, relation of the API root, and name of the path: `terms` is at `/terms`. */
  readonly id: string;
  /** End of a sentence: `the terms of use`. */
  readonly subject: string;
  readonly title: string;
  readonly description: string;
  /** Menu that lists the page. Default `"footer"`. */
  readonly menu?: Menu;
  /** Day when the built-in text last changed in substance. */
  readonly updated: string;
  /** Built-in text by language. The URLs are literals, by which the package finds the files that it ships. */
  readonly texts: LocalizedFiles;
  /** Options that only the built-in text of this page has. */
  readonly options?: Readonly<Record<string, z.ZodType<TextValue | undefined>>>;
  /** True if the built-in text waits for one of its options: until then the page is in no menu. Default: false. */
  readonly waits?: boolean;
}

type Options = PageOptions & {
  /** Texts of the operator by language; none if the built-in texts serve. */
  readonly ownTexts: Readonly<Record<string, OwnText>>;
  /** Values of the options that only the built-in text has. */
  readonly values: TextValues;
};

/**
 * Files are read while the options are validated: routes, menus and sitemaps need the titles in them, and a changed file
 * makes another revision. The problems of a file stop the plugin's start.
 */
export function textPage(page: TextPage): Plugin {
  const { id, subject, options: own = {} } = page;
  const routeId = `show${id.charAt(0).toUpperCase()}${id.slice(1)}`;
  const path = `/${id}` as const;

  /** Adds the texts; synchronous without files, because defaults must not need a Promise. */
  const withTexts = (options: PageOptions) => {
    const { file = {} } = options;
    const values: TextValues = Object.fromEntries(
      Object.keys(own).flatMap((name) => {
        const value = Reflect.get(options, name) as TextValue | undefined; // as the schema says
        return value === undefined ? [] : [[name, value]];
      }),
    );
    const add = (texts: readonly (readonly [string, OwnText])[]): Options => ({
      ...options,
      values,
      ownTexts: Object.fromEntries(texts),
    });
    const names = Object.entries(typeof file === "string" ? { en: file } : file);
    const reads = names.map(async ([tag, name]) => {
      const { readOwnText } = await import("./own-text.ts"); // most services have no files
      return [tag, await readOwnText(name)] as const;
    });
    return names.length === 0 ? add([]) : Promise.all(reads).then(add);
  };

  return definePlugin({
    id,
    summary: `A page that shows ${subject}.`,
    points: [RootLinks, Translations],
    options: z
      .strictObject({ ...PAGE_OPTIONS, ...own })
      .refine(({ file, url }) => file === undefined || url === undefined, {
        path: ["url"],
        message: "a page is elsewhere or from a file, not both",
      })
      .transform(withTexts),
    rootLinks: ({ url }) => {
      const { title, menu = "footer" } = page;
      return { [id]: url === undefined ? { to: routeId } : { href: url, title, menu } };
    },

    handlers(_use, { options: { ownTexts } }) {
      const problems = Object.values(ownTexts).flatMap(({ problem }) => problem ?? []);
      if (problems.length > 0) throw new Error(problems.join("\n"));
      return {};
    },

    routes: (options) => {
      const isOwn = Object.keys(options.ownTexts).length > 0;
      const route = {
        method: "GET",
        path,
        summary: `Read ${subject}.`,
        page: {
          title: titleOf(page, options),
          description: page.description,
          menu: menuOf(page, options),
          ...(isOwn ? {} : { updated: page.updated }),
        },
        languages: languagesOf(options),
        document: true,
        cache: { scope: "public", maxAge: "5m" },
      } as const;
      return Object.fromEntries(options.url === undefined ? [[routeId, route]] : []);
    },

    documents: {
      async [routeId](registry: Registry, { ownTexts, values }: Options, language: string) {
        const text = ownTexts[language];
        if (text !== undefined) return { markdown: text.body };
        const { builtIn } = await import("./built-in.ts");
        return { markdown: builtIn({ id, texts: page.texts }, registry, values, language) };
      },
    },
  });
}

/** Returns the menu. The operator's own text is never empty. */
function menuOf({ menu = "footer", waits }: TextPage, { ownTexts, values }: Options): Menu {
  const isSet = Object.keys({ ...ownTexts, ...values }).length > 0;
  return waits === true && !isSet ? "none" : menu;
}

function languagesOf({ ownTexts }: Options): readonly string[] {
  return Object.keys(ownTexts).length === 0 ? LANGUAGES : Object.keys(ownTexts);
}

/** Returns the titles of the operator's texts, and the built-in one for other languages. */
function titleOf({ title: english }: TextPage, { ownTexts }: Options): Localized {
  const own = Object.entries(ownTexts).filter(([, { title }]) => title !== "");
  const titles = own.map(([tag, { title }]) => [tag, title] as const);
  return own.length === 0 ? english : { en: english, ...Object.fromEntries(titles) };
}
