/** Links between pages that keep the language of an address that names one. */
import { LANGUAGE_PARAMETER, type Registry } from "waymark";
import { oncePerRegistry } from "../shared/once-per-registry.ts";

/** Adds the language to the links to pages and views of this service; all others stay. */
export function keepLanguage(document: string, registry: Registry, language: string): string {
  const isPage = pagePaths(registry);
  return document.replace(
    /(<a\b[^>]*? href=")(\/[^"?#]*)(\?[^"#]*)?/g,
    (link, start: string, path: string, query = "") => {
      if (!isPage.test(path) || query.includes(`${LANGUAGE_PARAMETER}=`)) return link;
      const separator = query === "" ? "?" : `${query}&amp;`;
      return `${start}${path}${separator}${LANGUAGE_PARAMETER}=${language}`;
    },
  );
}

/** The paths of pages and views that there are in several languages. */
const pagePaths = oncePerRegistry(({ routes }): RegExp => {
  const paths = routes.flatMap(({ path, view, declaration: { page, languages = [] } }) => {
    const { length } = page === undefined ? (view?.languages ?? []) : languages;
    if (length < 2) return [];
    return [path.replace(/[.+()[\]|^$*\\]/g, "\\$&").replace(/\{[^/]*\}/g, "[^/]+")];
  });
  return new RegExp(`^(?:${paths.join("|")})$`);
});
