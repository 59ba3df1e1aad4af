/** Forms that make a whole document from the content of a page. */
import { Html, html } from "../html.ts";
import { textIn, type PageContent } from "./page.ts";
import type { PageMeta, Registry } from "../plugin/registry.ts";
import type { SealedRoute } from "./sealed-route.ts";
import type { MaybePromise } from "../types.ts";

/** A media type of pages with what makes the whole document. The kernel has one, bare `text/html`. */
export interface PageForm<Options = unknown> {
  readonly mediaType: string;
  render(content: PageContent, about: PageMeta, options: Options): MaybePromise<string>;
}

/** Returns the title, description and path of a page in one language. */
export function pageMeta(
  registry: Registry,
  route: SealedRoute,
  language: string | undefined,
  content?: PageContent,
  path: string = route.path,
  namesLanguage = false,
): PageMeta {
  const { page, summary } = route.declaration;
  const own = content instanceof Html ? undefined : content;
  return {
    registry,
    route,
    language,
    namesLanguage,
    title: own?.title ?? textIn(page?.title ?? summary, language),
    description: own?.description ?? textIn(page?.description ?? summary, language),
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
