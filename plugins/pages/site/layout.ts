/** The document around the content of a page. */
import { html, type Html, type PageEntry, pagesOf, type Registry } from "waymark";
import { label } from "./messages.ts";

export interface LayoutInfo {
  readonly registry: Registry;
  readonly language: string | undefined;
  readonly title: string;
  readonly description: string;
  /** For the canonical URL and the menus; undefined for error pages. */
  readonly path: string | undefined;
}

/** A whole HTML document. */
export function layout(content: Html, about: LayoutInfo): string {
  const { registry, language, title, description, path } = about;
  const name = registry.translate(registry.app.name, language);
  const styles = registry.href("site.showStyles");
  const icon = registry.href("site.showIcon");
  return html`<!doctype html>
<html lang="${language ?? "en"}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === name ? title : `${title} · ${name}`}</title>
<meta name="description" content="${description}">
<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="${styles}">
<link rel="icon" href="${icon}" type="image/svg+xml">
${
  path !== undefined &&
  html`<link rel="canonical" href="${registry.baseUrl}${path}">
<link rel="alternate" type="text/markdown" href="${path}">
`
}</head>
<body>
<a class="skip" href="#main">${label("skip", language)}</a>
${header(about)}
<main id="main" tabindex="-1">
<h1>${title}</h1>
${content}
</main>
${footer(about)}
</body>
</html>
`.toString();
}

function header({ registry, language, path }: LayoutInfo): Html {
  const entries = pagesOf(registry, language).filter((entry) => entry.menu === "main");
  const home = entries.find(({ here }) => here)?.href;
  const name = registry.translate(registry.app.name, language);
  return html`<header class="bar">
${home === undefined ? html`<span class="brand">${name}</span>` : html`<a class="brand" href="${home}">${name}</a>`}
${menu(label("mainMenu", language), entries, path)}
</header>`;
}

function footer({ registry, language, path }: LayoutInfo): Html {
  const entries = pagesOf(registry, language).filter((entry) => entry.menu === "footer");
  const { app } = registry;
  return html`<footer class="foot">
${menu(label("moreMenu", language), entries, path)}
<p>${registry.translate(app.name, language)} · ${label("version", language)} ${app.version}</p>
</footer>`;
}

function menu(name: string, entries: readonly PageEntry[], path: string | undefined): Html {
  if (entries.length === 0) return html``;
  const items = entries.map(
    ({ href, title }) =>
      html`<li><a href="${href}"${href === path && html` aria-current="page"`}>${title}</a></li>`,
  );
  return html`<nav aria-label="${name}"><ul>${items}</ul></nav>`;
}
