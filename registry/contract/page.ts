/** Pages for people: what a route says of its page, what a handler gives for it, and how it becomes a document. */
import { Html, html } from "./html.ts";
import type { Localized, MaybePromise, Menu } from "./types.ts";
import type { Registry, SealedRoute } from "./registry.ts";

/** What a route says of its page. */
export interface Page {
  /** Its name in navigation, in the title bar and as its heading; one text, or one for each of the route's languages. */
  readonly title: Localized;
  /** One sentence on what it is for, as search engines show it. Default: the route's summary. */
  readonly description?: Localized;
  /** Default `"footer"`. Every page is in the sitemap. */
  readonly menu?: Menu;
  /** The day it last changed in substance, such as `2026-11-21`; the sitemap tells it. */
  readonly updated?: string;
}

/**
 * What the handler or document of a page gives: the main part, below the title, whose headings begin at the second level.
 * HTML, or Markdown (CommonMark) of which HTML is made; with both, neither is made from the other. `title` replaces the
 * declared one.
 */
export type PageContent =
  | Html
  | { readonly title?: string; readonly html: Html; readonly markdown?: string }
  | { readonly title?: string; readonly html?: undefined; readonly markdown: string };

/** What a form of pages knows besides the content. */
export interface PageAbout {
  readonly registry: Registry;
  readonly route: SealedRoute;
  /** The language of the page; undefined where the route names none. */
  readonly language: string | undefined;
  readonly title: string;
  readonly description: string;
  /** Path of the page, percent-encoded. */
  readonly path: string;
}

/** A media type of pages with what makes the whole document. The kernel has one, bare `text/html`. */
export interface PageForm<Options = unknown> {
  readonly mediaType: string;
  render(content: PageContent, about: PageAbout, options: Options): MaybePromise<string>;
}

/** A localized text in `language`; in another of its languages where it has none in that. */
export function textIn(text: Localized, language: string | undefined): string {
  if (typeof text === "string") return text;
  return text[language ?? ""] ?? Object.values(text)[0] ?? "";
}

/** What a page says of itself in one language. */
export function pageAbout(
  registry: Registry,
  route: SealedRoute,
  language: string | undefined,
  content?: PageContent,
  path: string = route.path,
): PageAbout {
  const { page, summary } = route.declaration;
  const own = content instanceof Html ? undefined : content?.title;
  return {
    registry,
    route,
    language,
    title: own ?? textIn(page?.title ?? summary, language),
    description: textIn(page?.description ?? summary, language),
    path,
  };
}

/** The kernel's own form: a document with no look. Policies may replace it, and add others. */
export const pageForm: PageForm = {
  mediaType: "text/html",
  render: (content, { title, description, language }) =>
    html`<!doctype html>
<html${language === undefined ? "" : html` lang="${language}"`}>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${description}">
<title>${title}</title>
<h1>${title}</h1>
${content instanceof Html ? content : (content.html ?? html`<pre>${content.markdown}</pre>`)}
</html>
`.toString(),
};
