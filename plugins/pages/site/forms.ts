/** Pages as HTML and as Markdown. Content in one of the two is converted to the other. */
import { Html, type PageContent } from "waymark";
import type { PageForm } from "waymark/advanced";
import { translate, localized } from "waymark/services";
import type { SiteOptions } from "./options.ts";

export const htmlForm: PageForm<SiteOptions> = {
  mediaType: "text/html",
  async render(content, about, options) {
    const { route, path: address } = about;
    // An answer of the API as a page has no address of its own, and no other forms.
    const path = route.kind === "page" ? address : undefined;
    const { languages = [] } = path === undefined ? (route.view ?? {}) : route.declaration;
    const { styles = [] } = content instanceof Html ? {} : content;
    const page = { ...about, path, address, languages, styles, options };
    const [{ pageHtml }, { layout }] = await Promise.all([
      import("../shared/page-html.ts"),
      import("./layout.ts"),
    ]);
    return layout(await pageHtml(content, about), { ...page, ...metaOf(content, about) });
  },
};

export const markdownForm: PageForm = {
  mediaType: "text/markdown",
  async render(content, about) {
    const { registry, language, path } = about;
    const { title, description } = metaOf(content, about);
    const head = `# ${title}\n\n> ${description}\n\n`;
    const body = await asMarkdown(content, about);
    const name = translate(registry.app.name, registry, language);
    return `${head}${body.trim()}\n\n[${name}](${registry.baseUrl}${path})\n`;
  },
};

type About = Parameters<PageForm["render"]>[1];

/** Returns the title and description of a page: the content's own, or the declared ones as plugins translate them. */
function metaOf(
  content: PageContent,
  { registry, language, route: { declaration } }: About,
): Pick<About, "title" | "description"> {
  const { title, description }: { title?: string; description?: string } =
    content instanceof Html ? {} : content;
  const { page, summary } = declaration;
  return {
    title: title ?? localized(page?.title ?? summary, registry, language),
    description: description ?? localized(page?.description ?? summary, registry, language),
  };
}

async function asMarkdown(content: PageContent, about: About): Promise<string> {
  if (!(content instanceof Html) && content.markdown !== undefined)
    return (await import("../shared/links.ts")).resolveLinks(content.markdown, about.registry);
  const { toMarkdown } = await import("./to-markdown.ts");
  const { pageHtml } = await import("../shared/page-html.ts");
  const page = (await pageHtml(content, about)).toString();
  return toMarkdown(Html.trust(page.replace(/<h1>[^]*?<\/h1>/, ""))); // which the head has
}
