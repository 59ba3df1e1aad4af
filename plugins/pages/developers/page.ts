/** The page as HTML. All of it works without scripts, except for the playground, which its script fills in. */
import { type Html, html, type PageContent, type Registry, type SealedRoute } from "waymark";
import { getOrMake, requiredScopes } from "waymark/advanced";
import { type Health, pagesOf, type Runtime, translate } from "waymark/services";
import { oncePerRegistry } from "../../shared/once-per-registry.ts";
import { playground } from "../shared/playground/place.ts";
import { developersMessages } from "./messages.ts";
import { startSection } from "./start.ts";
import { sharedMessages } from "../shared/messages.ts";
import { firstOpenList, resourceLists } from "../shared/operations/first-reads.ts";
import { liveAnswer } from "../shared/operations/live-answer.ts";
import { breakable, codeList } from "../shared/prose.ts";
import { drawn, iconOf } from "../shared/icon.ts";
import { resourceMap } from "../shared/resource-map.ts";

/** Largest number of resources for which there is a map: with more it says less. */
const LARGEST_MAP = 30;

/** Documents of the API that most tools ask for, with the route of each. */
const DOCUMENTS = [
  ["openapi", "openapi.showOpenapi"],
  ["yaml", "openapi.showYamlFile"],
  ["graphql", "graphql.showSchemaFile"],
  ["capabilities", "capabilities.showCapabilities"],
] as const;

const LOCK = drawn("M3 7.25h10v7H3zM5 7.25V5a3 3 0 0 1 6 0v2.25");

/** Rows of the table. */
const ROWS = 4;

/** @param health undefined if no plugin checks the state. */
export async function developersPage(
  registry: Registry,
  language: string,
  runtime: Pick<Runtime, "read">,
  health: Health | undefined,
): Promise<PageContent> {
  const { start, rest } = getOrMake(partsOf(registry), language, () =>
    fixedParts(registry, language),
  );
  const route = firstOpenList(registry);
  const [report, sample] = await Promise.all([
    health?.report(),
    route && liveAnswer(route, registry, runtime, ROWS),
  ]);
  return {
    title: translate(registry.app.name, registry, language),
    styles: ["developers.showStyles"],
    html: html`${start({ state: report?.status, route, sample })}
${rest}`,
  };
}

/** Parts of the page, by language. */
const partsOf = oncePerRegistry(() => new Map<string, ReturnType<typeof fixedParts>>());

/** Makes all of the page but its live facts, once for each revision and language. */
function fixedParts(registry: Registry, language: string) {
  const messages = developersMessages(registry, language);
  const rest = html`${resources(registry, language)}
<section aria-labelledby="playground">
<h2 id="playground">${messages.playground}</h2>
<p>${messages.playgroundText}</p>
<noscript><p class="notice">${messages.playgroundNoScript}</p></noscript>
${playground(registry, language)}
</section>
${further(registry, language)}`;
  return { start: startSection(registry, language), rest };
}

function resources(registry: Registry, language: string) {
  const messages = developersMessages(registry, language);
  const lists = resourceLists(registry);
  if (lists.length === 0) return undefined;
  const hrefOf = ({ ref, path }: SealedRoute) =>
    // A path with a parameter cannot be opened.
    registry.href("reference.showOperation", { ref }) ?? (path.includes("{") ? undefined : path);
  const { places, edges, drawing } = resourceMap(registry, language, { hrefOf });
  const cards = lists.map((route) => {
    const { path, declaration } = route;
    const target = hrefOf(route);
    const title = html`${iconOf(route, registry)}${declaration.list?.as}`;
    const summary = translate(declaration.summary, registry, language);
    return html`<li class="card">${target === undefined ? html`<strong>${title}</strong>` : html`<a href="${target}">${title}</a>`}<br><code>${breakable(path)}</code><br><span class="soft">${summary}</span>${lock(requiredScopes(route), registry, language)}</li>
`;
  });
  return html`<section aria-labelledby="resources">
<h2 id="resources">${messages.resources}</h2>
<p>${messages.resourcesText}</p>
<ul class="cards">${cards}</ul>
${edges.length > 0 && places.length <= LARGEST_MAP && drawing}
${glossary(registry, language)}
</section>`;
}

/** Returns the credential that a resource needs; undefined for an open one. */
function lock(scopes: readonly string[] | undefined, registry: Registry, language: string) {
  if (scopes === undefined) return undefined;
  const { needsKey, needsScopes } = developersMessages(registry, language);
  const text = scopes.length === 0 ? needsKey : html`${needsScopes} ${codeList(scopes)}`;
  return html`<br><span class="lock">${LOCK}${text}</span>`;
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
