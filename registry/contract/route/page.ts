/** Pages for people: what a route declares of its page, and what a handler returns for it. */
import type { Html } from "../html.ts";
import type { Localized, Menu } from "../types.ts";

/** The declaration of a route's page. */
export interface Page {
  /** Title in navigation, in the title bar and as heading; one text, or one for each of the route's languages. */
  readonly title: Localized;
  /** Single sentence on its purpose, as search engines show it. Default: the route's summary. */
  readonly description?: Localized;
  /** Default `"footer"`. Every page is in the sitemap. */
  readonly menu?: Menu;
  /** The day it last changed in substance, such as `2026-11-21`; shown in the sitemap. */
  readonly updated?: string;
}

/** Page among the pages that a path with parameters stands for. */
export interface PageInstance {
  /** A value for each parameter of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly title: string;
  readonly description?: string;
}

/**
 * The content that a handler or document returns for a page: the main part below the title, with headings from the second level.
 * HTML, or Markdown (CommonMark) that is converted to HTML; with both, neither is made from the other. `title` and
 * `description` replace the declared texts.
 */
export type PageContent =
  | Html
  | (OwnMeta & { readonly html: Html; readonly markdown?: string })
  | (OwnMeta & { readonly html?: undefined; readonly markdown: string });

interface OwnMeta {
  readonly title?: string;
  readonly description?: string;
  /** Style sheets of the page, by the refs of the routes that serve them. A form with a look names them in the head. */
  readonly styles?: readonly string[];
}

/** The query parameter by which the address of a page names one of its languages, before Accept-Language is asked. */
export const LANGUAGE_PARAMETER = "lang";

/** Returns a query, such as `?limit=1&lang=es`, without the parameter that names the language of a page. */
export function withoutLanguage(search: string): string {
  return splitSearch(search, new Set([LANGUAGE_PARAMETER])).others;
}

/** Divides a query, such as `?limit=1&lang=es`, into the parameters of these names and the others. Both are queries. */
export function splitSearch(
  search: string,
  names: ReadonlySet<string>,
): { readonly named: string; readonly others: string } {
  if (search === "" || names.size === 0) return { named: "", others: search };
  const parts = search.slice(1).split("&").filter(Boolean);
  const { named = [], others = [] } = Object.groupBy(parts, (part) =>
    [...new URLSearchParams(part).keys()].some((name) => names.has(name)) ? "named" : "others",
  );
  const join = (some: readonly string[]) => (some.length === 0 ? "" : `?${some.join("&")}`);
  return { named: join(named), others: join(others) };
}

/** Returns a localized text in `language`; in another of its languages if it has none in that. */
export function textIn(text: Localized, language: string | undefined): string {
  if (typeof text === "string") return text;
  return text[language ?? ""] ?? Object.values(text)[0] ?? "";
}
