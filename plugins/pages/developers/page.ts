/** The page as HTML. All of it works without scripts, except for the playground, which its script fills in. */
import { type Html, html, type PageContent, pagesOf, type Registry } from "waymark";
import { BRAIN, HITO } from "../shared/glossary.ts";
import type { Language } from "../shared/languages.ts";
import { firstCalls, openLists } from "./first-calls.ts";
import { MESSAGES } from "./messages.ts";
import { type StartFacts, startSection } from "./start.ts";

/** Documents of the API that most tools ask for, by their relation of the API root. */
const DOCUMENTS = ["openapi", "capabilities"] as const;

export function developersPage(facts: StartFacts): PageContent {
  const { registry, language } = facts;
  const messages = MESSAGES[language];
  const content = html`<link rel="stylesheet" href="${registry.href("developers.showStyles")}">
${startSection(facts)}
${resources(registry, language)}
<section aria-labelledby="playground">
<h2 id="playground">${messages.playground}</h2>
<p>${messages.playgroundText}</p>
<noscript><p class="notice">${messages.playgroundNoScript}</p></noscript>
${playground(registry)}
</section>
${firstCallsSection(registry, language)}
${further(registry, language)}
<script type="module" src="${registry.href("developers.showScript")}"></script>`;
  return { title: registry.translate(registry.app.name, language), html: content };
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
    return html`<li class="card">${target === undefined ? html`<strong>${title}</strong>` : html`<a href="${target}">${title}</a>`}<br><code>${path}</code><br><span class="soft">${summary}</span></li>
`;
  });
  return html`<section aria-labelledby="resources">
<h2 id="resources">${messages.resources}</h2>
<p>${messages.resourcesText}</p>
<ul class="cards">${cards}</ul>
${glossary(registry, language)}
</section>`;
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
  const examples = calls.map(
    ({ title, text, commands }, call) => html`<h3>${title}</h3>
<p>${text}</p>
<div class="tabs">${Object.entries(commands).map(
      (
        [name, command],
        index,
      ) => html`<input type="radio" name="call-${call}" id="call-${call}-${index}"${index === 0 && html` checked`}><label for="call-${call}-${index}">${name}</label>
<div class="panel"><pre class="command" tabindex="0" role="region" aria-label="${title}: ${name}"><code>${command}</code></pre></div>
`,
    )}</div>
`,
  );
  return html`<section aria-labelledby="first-calls">
<h2 id="first-calls">${messages.firstCalls}</h2>
<p>${messages.firstCallsText}</p>
${examples}
</section>`;
}

/** The element that the script fills in, with the paths that it needs. */
function playground(registry: Registry) {
  const graphql = registry.route("graphql.postGraphql")?.path;
  return html`<div id="play" data-operations="${registry.href("developers.showOperations")}"${
    graphql !== undefined &&
    html` data-graphql="${graphql}" data-editor="${registry.href("developers.showGraphqlEditor")}"`
  }></div>`;
}
