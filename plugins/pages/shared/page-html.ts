/** The content of a page as HTML: as its plugin wrote it, or from its Markdown. */
import { Html, html, type PageContent, type Registry } from "waymark";
import { resolveLinks } from "./links.ts";
import { sharedMessages } from "./messages.ts";

export async function pageHtml(
  content: PageContent,
  { registry, language }: { readonly registry: Registry; readonly language: string | undefined },
): Promise<Html> {
  if (content instanceof Html) return content;
  if (content.html !== undefined) return content.html;
  // The package is large, so it is loaded for the first page in Markdown.
  const { renderMarkdown } = await import("./markdown.ts");
  const { contents } = sharedMessages(registry, language);
  return html`<div class="prose">
${renderMarkdown(resolveLinks(content.markdown, registry), contents)}</div>`;
}
