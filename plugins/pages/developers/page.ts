/** The page as HTML. All of it works without scripts, except for the playground, which its script fills in. */
import {
  type Html,
  html,
  type PageContent,
  pagesOf,
  type Registry,
  type SealedRoute,
} from "waymark";
import { codeTabs } from "../shared/code-figure.ts";
import { BRAIN, HITO } from "../shared/glossary.ts";
import type { Language } from "../shared/languages.ts";
import { playground } from "../shared/playground/place.ts";
import { firstCalls, listWithItem, openLists } from "./first-calls.ts";
import { MESSAGES } from "./messages.ts";
import { type LiveFacts, startSection } from "./start.ts";

/** Documents of the API that most tools ask for, by their relation of the API root. */
const DOCUMENTS = ["openapi", "capabilities"] as const;

export interface DevelopersPage {
  /** The list whose answer it shows. */
  readonly route: SealedRoute | undefined;
  content(live: LiveFacts): PageContent;
}

/** Makes all of the page but its live facts, once for each revision and language. */
export function developersPage(registry: Registry, language: Language): DevelopersPage {
  const messages = MESSAGES[language];
  const { list } = listWithItem(registry);
  const route = registry.routes.find(({ method, path }) => method === "GET" && path === list);
  const title = registry.translate(registry.app.name, language);
  const start = startSection(registry, language);
  const rest = html`${resources(registry, language)}
<section aria-labelledby="playground">
<h2 id="playground">${messages.playground}</h2>
<p>${messages.playgroundText}</p>
<noscript><p class="notice">${messages.playgroundNoScript}</p></noscript>
${playground(registry, language)}
</section>
${firstCallsSection(registry, language)}
${further(registry, language)}`;
  return {
    route,
    content: (live) => ({
      title,
      styles: ["developers.showStyles"],
      html: html`${start(live)}
${rest}`,
    }),
  };
}

function resources(registry: Registry, language: Language) {
  const messages = MESSAGES[language];
  const lists = openLists(registry);
  if (lists.length === 0) return undefined;
  const cards = lists.map(({ ref, path, declaration }) => {
    const page = registry.href("reference.showOperation", { ref });
    // A path with a parameter cannot be opened.
    const target = page ?? (path.includes("{") ? undefined : path);
    const title = declaration.list?.as ?? "";
    const summary = registry.translate(declaration.summary, language);
    return html`<li class="card">${target === undefined ? html`<strong>${title}</strong>` : html`<a href="${target}">${title}</a>`}<br><code>${breakable(path)}</code><br><span class="soft">${summary}</span></li>
`;
  });
  return html`<section aria-labelledby="resources">
<h2 id="resources">${messages.resources}</h2>
<p>${messages.resourcesText}</p>
<ul class="cards">${cards}</ul>
${glossary(registry, language)}
</section>`;
}

/** A path that breaks between its segments, not within them. */
function breakable(path: string): readonly Html[] {
  return path.split(/(?=\/)/).map((segment) => html`${segment}<wbr>`);
}

/** Every page below this one, then documents for tools. */
function further(registry: Registry, language: Language) {
  const messages = MESSAGES[language];
  const home = registry.href("developers.showDevelopers");
  const pages = pagesOf(registry, language)
    .filter(({ href }) => href.startsWith(`${home}/`))
    .map(({ href, title, description }) => card(href, title, description));
  const documents = DOCUMENTS.flatMap((rel) => {
    const target = registry.rootLinks[rel];
    const { title, text } = messages.documents[rel];
    return target === undefined ? [] : card(target, title, text);
  });
  return html`<section aria-labelledby="further">
<h2 id="further">${messages.further}</h2>
<ul class="cards">${pages}${documents}</ul>
</section>`;
}

function card(href: string, title: string, text: string | undefined): Html {
  return html`<li class="card"><a href="${href}">${title}</a><br><span class="soft">${text}</span></li>
`;
}

/** Words of the data, before they appear in the operations. */
function glossary(registry: Registry, language: Language) {
  const explanations = [
    registry.route("brains.listBrains") && BRAIN[language],
    registry.route("offices.listOffices") && HITO[language],
  ];
  return explanations.map((text) => text !== undefined && html`<p class="soft">${text}</p>`);
}

function firstCallsSection(registry: Registry, language: Language) {
  const messages = MESSAGES[language];
  const calls = firstCalls(registry, language);
  if (calls.length === 0) return undefined;
  const examples = calls.map(({ title, text, commands }, index) => {
    const tabs = Object.entries(commands).map(([name, code]) => ({ name, code }));
    return html`<h3>${title}</h3>
<p>${text}</p>
${codeTabs(`call-${index}`, title, tabs, language)}`;
  });
  return html`<section aria-labelledby="first-calls">
<h2 id="first-calls">${messages.firstCalls}</h2>
<p>${messages.firstCallsText}</p>
${examples}
</section>`;
}
