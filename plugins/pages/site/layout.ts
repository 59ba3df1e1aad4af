/** The document around the content of a page. */
import { type Html, html, type Registry } from "waymark";
import { LANGUAGE_PARAMETER } from "waymark/advanced";
import { footer, header } from "./bars.ts";
import { head, type LayoutInfo } from "./head.ts";
import { siteMessages } from "./messages.ts";
import { oncePerRegistry } from "../../shared/once-per-registry.ts";

/** Returns a whole HTML document. */
export function layout(content: Html, about: LayoutInfo): string {
  const { registry, language = "en", namesLanguage, title } = about;
  const text = content.toString();
  // A page with a menu beside its content names what the link skips to.
  const target = text.includes('id="main"') ? undefined : html` id="main" tabindex="-1"`;
  const document = html`<!doctype html>
<html lang="${language}">
${head(about)}
<body data-copied="${siteMessages(registry, language).copied}">
<a class="skip" href="#main">${siteMessages(registry, language).skip}</a>
${header(about)}
<main${target}>
${
  text.includes("<h1>")
    ? content
    : html`<h1>${title}</h1>
${content}`
}
</main>
${footer(about)}
</body>
</html>
`.toString();
  return namesLanguage ? keepLanguage(document, registry, language) : document;
}

/** Adds the language to the links to pages and views of this service, this one among them; all others stay. */
function keepLanguage(document: string, registry: Registry, language: string): string {
  const isPage = pagePaths(registry);
  return document.replace(
    /(<a\b[^>]*? href=")(\/[^"?#]*|(?=\?))(\?[^"#]*)?/g,
    (link, start: string, path: string, query = "") => {
      if ((path !== "" && !isPage.test(path)) || query.includes(`${LANGUAGE_PARAMETER}=`))
        return link;
      const separator = query === "" ? "?" : `${query}&amp;`;
      return `${start}${path}${separator}${LANGUAGE_PARAMETER}=${language}`;
    },
  );
}

/** Paths of pages and views that there are in several languages. */
const pagePaths = oncePerRegistry(({ routes }): RegExp => {
  const paths = routes.flatMap(({ path, view, declaration: { page, languages = [] } }) => {
    const { length } = page === undefined ? (view?.languages ?? []) : languages;
    if (length < 2) return [];
    return [path.replace(/[.+()[\]|^$*\\]/g, "\\$&").replace(/\{[^/]*\}/g, "[^/]+")];
  });
  return new RegExp(`^(?:${paths.join("|")})$`);
});
