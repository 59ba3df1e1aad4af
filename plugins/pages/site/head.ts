/** The head of a page: what browsers, search engines and other sites read. */
import { html, type Html, type Registry } from "waymark";
import { LANGUAGE_PARAMETER } from "waymark/advanced";
import { translate } from "waymark/services";
import { assetHref } from "../shared/assets.ts";
import type { SiteOptions } from "./options.ts";

export interface LayoutInfo {
  readonly registry: Registry;
  readonly language: string | undefined;
  /** True if the address names the language. */
  readonly namesLanguage: boolean;
  /** Languages that the page is in. */
  readonly languages: readonly string[];
  readonly title: string;
  readonly description: string;
  /** Path for the canonical URL and the menus; undefined for error pages and views. */
  readonly path: string | undefined;
  /** Address of the same page in another language; undefined if a link does not repeat the request. */
  readonly address: string | undefined;
  /** Sheets of the page itself, by the refs of their routes. */
  readonly styles: readonly string[];
  readonly options: SiteOptions;
}

/** The colours of the paper, for the bars around a page. */
const PAPER = { light: "#ffffff", dark: "#0e1413" };

export function head(about: LayoutInfo): Html {
  const { registry, language, title, description, path, styles } = about;
  // Further down, they would change what is already shown.
  const sheets = ["site.showStyles", ...styles]
    .map((ref) => assetHref(ref, registry))
    .filter((sheet) => sheet !== undefined);
  const name = translate(registry.app.name, registry, language);
  return html`<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === name ? title : `${title} · ${name}`}</title>
<meta name="description" content="${description}">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="${PAPER.light}">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${PAPER.dark}">
<script src="${assetHref("site.showScript", registry)}"></script>
${sheets.map((sheet) => html`<link rel="stylesheet" href="${sheet}">\n`)}<link rel="icon" href="${assetHref("site.showIcon", registry)}" type="image/svg+xml">
<link rel="manifest" href="${registry.href("site.showManifest")}">
${path !== undefined && addresses(path, about)}</head>`;
}

function addresses(path: string, about: LayoutInfo): Html {
  const { registry, language, namesLanguage, languages, title, description } = about;
  const name = translate(registry.app.name, registry, language);
  const page = `${registry.baseUrl}${path}`;
  const inLanguage = (tag: string) => `${page}?${LANGUAGE_PARAMETER}=${tag}`;
  const canonical = namesLanguage && language !== undefined ? inLanguage(language) : page;
  return html`<link rel="canonical" href="${canonical}">
<link rel="alternate" type="text/markdown" href="${path}">
${
  languages.length > 1 &&
  html`${languages.map((tag) => html`<link rel="alternate" hreflang="${tag}" href="${inLanguage(tag)}">\n`)}<link rel="alternate" hreflang="x-default" href="${page}">
`
}<meta property="og:type" content="website">
<meta property="og:site_name" content="${name}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${canonical}">
<meta property="og:image" content="${registry.baseUrl}${registry.href("site.showCard")}">
${language !== undefined && html`<meta property="og:locale" content="${language}">\n`}<meta name="twitter:card" content="summary_large_image">
`;
}
