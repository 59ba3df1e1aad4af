/** The bars above and below the content of every page. */
import { html, type Html, textIn } from "waymark";
import { getOrMake, LANGUAGE_PARAMETER } from "waymark/advanced";
import { pagesOf, translate } from "waymark/services";
import { assetHref } from "../shared/assets.ts";
import type { LayoutInfo } from "./head.ts";
import { BARS, LENS, MARK } from "./mark.ts";
import { siteMessages } from "./messages.ts";

interface Entry {
  readonly href: string;
  readonly title: string;
}

export function header(about: LayoutInfo): Html {
  const { registry, language } = about;
  const home = entriesOf("main", about).find(({ href }) => href.startsWith("/"))?.href;
  const name = html`${brandMark(about)}<span>${translate(registry.app.name, registry, language)}</span>`;
  return html`<header class="bar">
${home === undefined ? html`<span class="brand">${name}</span>` : html`<a class="brand" href="${home}">${name}</a>`}
${search(about)}<details class="site-menu">
<summary>${BARS}<span class="hidden-text">${siteMessages(registry, language).menu}</span></summary>
<div class="site-menu-inside">
${menu(siteMessages(registry, language).mainMenu, entriesOf("main", about), about)}
${languageSwitch(about)}${themeSwitch(about)}
</div>
</details>
</header>`;
}

export function footer(about: LayoutInfo): Html {
  const { registry, language, options } = about;
  const { app } = registry;
  const text = options.footer;
  return html`<footer class="foot">
<div class="foot-columns">
<p><strong>${translate(app.name, registry, language)}</strong><br>${siteMessages(registry, language).version} ${app.version}</p>
${menu(siteMessages(registry, language).moreMenu, entriesOf("footer", about), about)}
</div>
${text !== undefined && html`<p class="foot-line">${textIn(text, language)}</p>`}
</footer>`;
}

function entriesOf(place: "main" | "footer", { registry, language, options }: LayoutInfo): Entry[] {
  const pages = pagesOf(registry, language).filter(({ menu: shown }) => shown === place);
  const own = options.links
    .filter(({ menu: shown }) => shown === place)
    .map(({ title, href }) => ({ title: textIn(title, language), href }));
  return [...pages, ...own];
}

function brandMark({ registry, options }: LayoutInfo): Html {
  if (options.logo === undefined) return MARK;
  return html`<img class="mark" src="${assetHref("site.showIcon", registry)}" alt="" width="32" height="32">`;
}

function menu(name: string, entries: readonly Entry[], { path }: LayoutInfo): Html {
  if (entries.length === 0) return html``;
  const items = entries.map(
    ({ href, title }) =>
      html`<li><a href="${href}"${href === path && html` aria-current="page"`}>${title}</a></li>`,
  );
  return html`<nav aria-label="${name}"><ul>${items}</ul></nav>`;
}

/** Returns a link to the page of results, which a script opens as a dialog. */
function search({ registry, language }: LayoutInfo): Html {
  const page = registry.href("search.showSearch");
  if (page === undefined) return html``;
  return html`<a class="search" href="${page}" data-search="${assetHref("search.showScript", registry)}">${LENS}<span>${siteMessages(registry, language).search}</span><kbd aria-hidden="true">Ctrl K</kbd></a>
`;
}

/** Returns the page in its other languages, each named in itself. */
function languageSwitch({ registry, language, languages, address }: LayoutInfo): Html {
  const others = languages.filter((tag) => tag !== language);
  if (address === undefined || others.length === 0) return html``;
  const start = `${address}${address.includes("?") ? "&" : "?"}${LANGUAGE_PARAMETER}`;
  const items = others.map(
    (tag) =>
      html`<li><a href="${start}=${tag}" lang="${tag}" hreflang="${tag}">${nameOf(tag)}</a></li>`,
  );
  return html`<nav class="languages" aria-label="${siteMessages(registry, language).languages}"><ul>${items}</ul></nav>
`;
}

const names = new Map<string, string>();

/** Names a language in itself. Only languages of pages are asked for, so there are few. */
function nameOf(tag: string): string {
  return getOrMake(names, tag, () => {
    const name = new Intl.DisplayNames(tag, { type: "language" }).of(tag) ?? tag;
    return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
  });
}

/** Returns the switch of themes. It needs scripts; the sheet hides it without them. */
function themeSwitch({ registry, language }: LayoutInfo): Html {
  const messages = siteMessages(registry, language);
  return html`<label class="theme"><span class="hidden-text">${messages.theme}</span><select data-theme-switch autocomplete="off">
<option value="">${messages.themeAuto}</option>
<option value="light">${messages.themeLight}</option>
<option value="dark">${messages.themeDark}</option>
</select></label>`;
}
