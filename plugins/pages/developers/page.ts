/** The page as HTML. All of it works without scripts, except for the playground, which its script fills in. */
import { type Html, html, type PageContent, type Registry, type SealedRoute } from "waymark";
import { translate, pagesOf } from "waymark/services";
import { playground } from "../shared/playground/place.ts";
import { developersMessages } from "./messages.ts";
import { firstList, type LiveFacts, openLists, startSection } from "./start.ts";
import { sharedMessages } from "../shared/messages.ts";

/** Documents of the API that most tools ask for, with the route of each. */
const DOCUMENTS = [
  ["openapi", "openapi.showOpenapi"],
  ["yaml", "openapi.showYamlFile"],
  ["graphql", "graphql.showSchemaFile"],
  ["capabilities", "capabilities.showCapabilities"],
] as const;

export interface DevelopersPage {
  /** List whose answer it shows. */
  readonly route: SealedRoute | undefined;
  content(live: LiveFacts): PageContent;
}

/** Makes all of the page but its live facts, once for each revision and language. */
export function developersPage(registry: Registry, language: string): DevelopersPage {
  const messages = developersMessages(registry, language);
  const title = translate(registry.app.name, registry, language);
  const start = startSection(registry, language);
  const rest = html`${resources(registry, language)}
<section aria-labelledby="playground">
<h2 id="playground">${messages.playground}</h2>
<p>${messages.playgroundText}</p>
<noscript><p class="notice">${messages.playgroundNoScript}</p></noscript>
${playground(registry, language)}
</section>
${further(registry, language)}`;
  return {
    route: firstList(registry),
    content: (live) => ({
      title,
      styles: ["developers.showStyles"],
      html: html`${start(live)}
${rest}`,
    }),
  };
}

function resources(registry: Registry, language: string) {
  const messages = developersMessages(registry, language);
  const lists = openLists(registry);
  if (lists.length === 0) return undefined;
  const cards = lists.map(({ ref, path, declaration }) => {
    const page = registry.href("reference.showOperation", { ref });
    // A path with a parameter cannot be opened.
    const target = page ?? (path.includes("{") ? undefined : path);
    const title = declaration.list?.as ?? "";
    const summary = translate(declaration.summary, registry, language);
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

/** Returns a path that breaks between its segments, not within them. */
function breakable(path: string): readonly Html[] {
  return path.split(/(?=\/)/).map((segment) => html`${segment}<wbr>`);
}

/** Returns every page below this one, then documents for tools. */
function further(registry: Registry, language: string) {
  const messages = developersMessages(registry, language);
  const home = registry.href("developers.showDevelopers");
  const pages = pagesOf(registry, language)
    .filter(({ href }) => href.startsWith(`${home}/`))
    .map(({ href, title, description }) => card(href, title, description));
  const documents = DOCUMENTS.flatMap(([name, ref]) => {
    const target = registry.href(ref);
    const { title, text } = messages.documents[name];
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

/** Returns words of the data, before they appear in the operations. */
function glossary(registry: Registry, language: string) {
  const { brain, hito } = sharedMessages(registry, language).glossary;
  const explanations = [
    registry.route("brains.listBrains") && brain,
    registry.route("offices.listOffices") && hito,
  ];
  return explanations.map((text) => text !== undefined && html`<p class="soft">${text}</p>`);
}
