/** Pages that are a text: built in, or the operator's own, from Markdown files or elsewhere. */
import { definePlugin, textIn, type Plugin, type Registry } from "waymark";
import type { Menu } from "waymark/advanced";
import { z } from "zod";
import { LANGUAGES, type Language } from "../../shared/languages.ts";
import { findUnknownLinks } from "./check-links.ts";
import type { Text } from "./context.ts";
import { PAGE_OPTIONS, type PageOptions } from "./options.ts";
import { readOwnText, type OwnText } from "./own-text.ts";

/** Problems of a file in one error: a file that is not Markdown has as many as it has lines. */
const MOST_LISTED = 10;

/** Definition of a text page. */
export interface TextPage<TextOptions> {
  /** Id of the plugin, relation of the API root, and name of the path: `terms` is at `/terms`. */
  readonly id: string;
  /** End of a sentence: `the terms of use`. */
  readonly subject: string;
  readonly title: Readonly<Record<Language, string>>;
  readonly description: Readonly<Record<Language, string>>;
  /** Menu that lists the page. Default `"footer"`. */
  readonly menu?: Menu;
  /** Day when the built-in text last changed in substance. */
  readonly updated: string;
  /** Built-in texts. Each is imported when it is first shown. */
  readonly texts: Readonly<
    Record<Language, () => Promise<{ readonly default: Text<NoInfer<TextOptions>> }>>
  >;
  /** True if the built-in text waits for the operator's facts: until then the page is in no menu. Default: never. */
  readonly isEmpty?: (options: NoInfer<TextOptions>) => boolean;
  /** Options that only the built-in text of this page has. */
  readonly options?: { readonly [Name in keyof TextOptions]: z.ZodType<TextOptions[Name]> };
}

type Options<TextOptions> = PageOptions & {
  /** Texts of the operator by language; none if the built-in texts serve. */
  readonly ownTexts: Readonly<Record<string, OwnText>>;
  readonly textOptions: TextOptions;
};

/**
 * Files are read while the options are validated: routes, menus and sitemaps need the titles in them, and a changed file
 * makes another revision. The problems of a file stop the plugin's start.
 */
export function textPage<TextOptions extends object>(page: TextPage<TextOptions>): Plugin {
  const { id, subject } = page;
  const routeId = `show${id.charAt(0).toUpperCase()}${id.slice(1)}`;
  const path = `/${id}` as const;

  /** Adds the texts; synchronous without files, because defaults must not need a Promise. */
  const withTexts = (options: PageOptions) => {
    const { file = {} } = options;
    const add = (texts: readonly (readonly [string, OwnText])[]): Options<TextOptions> => ({
      ...options,
      // The schema of the options has these keys as well.
      textOptions: options as unknown as TextOptions,
      ownTexts: Object.fromEntries(texts),
    });
    const names = Object.entries(typeof file === "string" ? { [LANGUAGES[0]]: file } : file);
    const reads = names.map(async ([tag, name]) => [tag, await readOwnText(name)] as const);
    return names.length === 0 ? add([]) : Promise.all(reads).then(add);
  };

  return definePlugin({
    id,
    summary: `A page that shows ${subject}.`,
    options: z
      .strictObject({ ...PAGE_OPTIONS, ...page.options })
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
      const own = Object.values(options.ownTexts);
      const ownUpdates = own.flatMap(({ updated: day }) => day ?? []).toSorted();
      const updated = own.length === 0 ? page.updated : ownUpdates.at(-1);
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
      [routeId]: async (registry: Registry, options: Options<TextOptions>, language: string) => ({
        markdown:
          options.ownTexts[language]?.body ?? (await builtIn(page, registry, options, language)),
      }),
    },
  });
}

/** Returns the built-in text. Parts that are off leave their blank lines; one of these stays. */
async function builtIn<TextOptions>(
  { texts }: TextPage<TextOptions>,
  registry: Registry,
  { textOptions }: Options<TextOptions>,
  language: string,
): Promise<string> {
  const { textContext } = await import("./context.ts");
  const { default: text } = await texts[language === "es" ? "es" : "en"]();
  const source = text(textContext(registry, textOptions, language)).toString();
  return `${source.replace(/\n{3,}/g, "\n\n").trim()}\n`;
}

/** Returns the menu. The operator's own text is never empty. */
function menuOf<TextOptions>(
  { menu = "footer", isEmpty }: TextPage<TextOptions>,
  { ownTexts, textOptions }: Options<TextOptions>,
): Menu {
  const isBuiltIn = Object.keys(ownTexts).length === 0;
  return isBuiltIn && isEmpty?.(textOptions) === true ? "none" : menu;
}

function languagesOf({ ownTexts }: Options<unknown>): readonly string[] {
  return Object.keys(ownTexts).length === 0 ? LANGUAGES : Object.keys(ownTexts);
}

/** Returns texts in all languages: menus of other pages may need a language that this page lacks, so ours stay. */
function localized(
  builtInTexts: Readonly<Record<Language, string>>,
  options: Options<unknown>,
  key: "title" | "description",
): Readonly<Record<string, string>> {
  const texts = languagesOf(options).map(
    (tag) => [tag, options.ownTexts[tag]?.[key] ?? textIn(builtInTexts, tag)] as const,
  );
  return { ...builtInTexts, ...Object.fromEntries(texts) };
}
