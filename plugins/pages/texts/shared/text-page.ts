/** Pages that are a text: built in, or the operator's own, from Markdown files or elsewhere. */
import { definePlugin, type Localized, type Plugin, type Registry } from "waymark";
import type { Menu } from "waymark/advanced";
import { Translations } from "waymark/services";
import { z } from "zod";
import type { LocalizedFiles } from "../../../shared/localized-text.ts";
import { LANGUAGES } from "../../shared/languages.ts";
import { findUnknownLinks } from "./check-links.ts";
import { PAGE_OPTIONS, type PageOptions } from "./options.ts";
import type { TextValue, TextValues } from "./built-in.ts";
import { readOwnText, type OwnText } from "./own-text.ts";

/** Problems of a file in one error: a file that is not Markdown has as many as it has lines. */
const MOST_LISTED = 10;

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
  /** Files of the built-in texts. */
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
    const reads = names.map(async ([tag, name]) => [tag, await readOwnText(name)] as const);
    return names.length === 0 ? add([]) : Promise.all(reads).then(add);
  };

  return definePlugin({
    id,
    summary: `A page that shows ${subject}.`,
    points: [Translations],
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

    // Checked in each revision, as links depend on everything that is on.
    handlers(_use, { options: { ownTexts }, registry }) {
      const problems = Object.values(ownTexts).flatMap((text) => [
        ...text.problems,
        ...findUnknownLinks(text, registry),
      ]);
      const more = problems.length - MOST_LISTED;
      const shown = problems.slice(0, MOST_LISTED);
      if (more > 0) shown.push(`and ${more} more`);
      if (problems.length > 0) throw new Error(shown.join("\n"));
      return {};
    },

    routes: (options) => {
      const texts = Object.values(options.ownTexts);
      const ownUpdates = texts.flatMap(({ updated: day }) => day ?? []).toSorted();
      const updated = texts.length === 0 ? page.updated : ownUpdates.at(-1);
      const route = {
        method: "GET",
        path,
        summary: `Read ${subject}.`,
        page: {
          title: localized(page.title, options, "title"),
          description: localized(page.description, options, "description"),
          menu: menuOf(page, options),
          ...(updated === undefined ? {} : { updated }),
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
        return { markdown: builtIn(page, registry, values, language) };
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

/** Returns the operator's text by language, and the built-in one for the languages that it lacks. */
function localized(
  english: string,
  { ownTexts }: Options,
  key: "title" | "description",
): Localized {
  const own = Object.entries(ownTexts).flatMap(([tag, { [key]: text }]) =>
    text === undefined ? [] : [[tag, text]],
  );
  return own.length === 0 ? english : { en: english, ...Object.fromEntries(own) };
}
