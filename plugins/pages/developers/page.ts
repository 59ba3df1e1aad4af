/** The page as HTML. All of it works without scripts, except for the playground, which its script fills in. */
import { type Html, html, type Registry } from "waymark";
import { BRAIN, HITO } from "../shared/glossary.ts";
import type { Language } from "../shared/languages.ts";
import { firstCalls } from "./first-calls.ts";
import { operationList } from "./operation-list.ts";
import { operationGroups } from "./operations.ts";
import { sampleCall } from "./shared/sample-call.ts";
import { MESSAGES } from "./messages.ts";

/** Pages and documents to go to next: routes by reference, relations of the API root by name. */
const WAYS: Readonly<
  Record<Language, readonly (readonly [to: string, title: string, text: string])[]>
> = {
  en: [
    ["reference.showReference", "Reference", "Browse the OpenAPI document."],
    ["openapi", "OpenAPI", "Every operation, for tools and generators."],
    ["graphql", "GraphQL", "Any number of lists and resources in one query."],
    ["schemas", "Schemas", "Every type, as JSON Schema."],
    ["errors", "Errors", "Every error code and its meaning."],
    ["capabilities", "Capabilities", "The features that are on."],
  ],
  es: [
    ["reference.showReference", "Referencia", "Explora el documento OpenAPI."],
    ["openapi", "OpenAPI", "Todas las operaciones, para herramientas y generadores."],
    ["graphql", "GraphQL", "Cualquier número de listas y recursos en una consulta."],
    ["schemas", "Esquemas", "Todos los tipos, como JSON Schema."],
    ["errors", "Errores", "Todos los códigos de error y su significado."],
    ["capabilities", "Capacidades", "Las funciones que están activas."],
  ],
};

export function developersPage(registry: Registry, language: Language): Html {
  const messages = MESSAGES[language];
  const { app, href, translate } = registry;
  const calls = firstCallsSection(registry, language);
  return html`<link rel="stylesheet" href="${href("developers.showStyles")}">
<p class="lead">${translate(app.description, language)} ${messages.what(translate(app.name, language))}</p>
${ways(registry, language)}
${glossary(registry, language)}
<nav aria-label="${messages.onThisPage}" class="here"><ul>
${calls !== undefined && html`<li><a href="#first-calls">${messages.firstCalls}</a></li>`}
<li><a href="#playground">${messages.playground}</a></li>
<li><a href="#operations">${messages.operations}</a></li>
</ul></nav>
${calls}
<section aria-labelledby="playground">
<h2 id="playground">${messages.playground}</h2>
<p>${messages.playgroundText}</p>
<noscript><p class="card">${messages.playgroundNoScript}</p></noscript>
${playground(registry)}
</section>
${operationsSection(registry, language)}
<script type="module" src="${href("developers.showScript")}"></script>`;
}

function ways(registry: Registry, language: Language) {
  const links = WAYS[language].map(([to, title, text]) => {
    const target = to.includes(".")
      ? registry.href(to)
      : runnable(registry.rootLinks[to], registry);
    return (
      target !== undefined &&
      html`<li class="card"><a href="${target}"${!to.includes(".") && " data-run"}>${title}</a><br><span class="soft">${text}</span></li>
`
    );
  });
  return links.some((link) => link !== false) && html`<ul class="cards ways">${links}</ul>`;
}

/** The path, with a sample query where it requires one, as GraphQL does. */
function runnable(path: string | undefined, registry: Registry): string | undefined {
  const operation = operationGroups(registry)
    .flatMap(({ operations }) => operations)
    .find((one) => one.method === "GET" && one.path === path);
  return operation === undefined ? path : sampleCall(operation).target;
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
    ({ title, text, commands }) => html`<h3>${title}</h3>
<p>${text}</p>
<div class="snippets">${Object.entries(commands).map(
      ([
        name,
        command,
      ]) => html`<figure class="code"><figcaption>${name}</figcaption><pre class="command"><code>${command}</code></pre></figure>
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

function operationsSection(registry: Registry, language: Language) {
  const messages = MESSAGES[language];
  const count = operationGroups(registry).flatMap(({ operations }) => operations).length;
  return html`<section aria-labelledby="operations">
<h2 id="operations">${messages.operations}</h2>
<p>${messages.operationsText(count)} ${messages.anyTime}</p>
<form role="search" id="search" hidden>
<label for="search-text">${messages.search}</label>
<input type="search" id="search-text" autocomplete="off">
<p class="small soft" role="status" id="search-status" data-none="${messages.none}"></p>
</form>
${operationList(registry, language)}
</section>`;
}
