/** The page as HTML: all of it useful without scripts, and the place where the playground goes. */
import { type Html, html, type Registry } from "waymark";
import type { Language } from "../shared/languages.ts";
import { firstCalls } from "./first-calls.ts";
import { operationList } from "./operation-list.ts";
import { operationGroups } from "./operations.ts";
import { COMMAND_NAMES, nameOfCommand } from "./shared/commands.ts";
import { sampleCall } from "./shared/sample-call.ts";
import { type Texts, TEXTS } from "./texts.ts";

/** Where one may want to go next: routes by reference, relations of the API root by name. */
const WAYS: readonly {
  readonly to: string;
  readonly title: Readonly<Record<Language, string>>;
  readonly text: Readonly<Record<Language, string>>;
}[] = [
  {
    to: "reference.showReference",
    title: { en: "Reference", es: "Referencia" },
    text: { en: "The OpenAPI document to browse.", es: "El documento OpenAPI para explorar." },
  },
  {
    to: "openapi",
    title: { en: "OpenAPI", es: "OpenAPI" },
    text: {
      en: "Every operation, for tools and generators.",
      es: "Todas las operaciones, para herramientas y generadores.",
    },
  },
  {
    to: "graphql",
    title: { en: "GraphQL", es: "GraphQL" },
    text: {
      en: "Every list and resource in one query.",
      es: "Todas las listas y recursos en una consulta.",
    },
  },
  {
    to: "schemas",
    title: { en: "Schemas", es: "Esquemas" },
    text: { en: "Every type, as JSON Schema.", es: "Todos los tipos, como JSON Schema." },
  },
  {
    to: "errors",
    title: { en: "Errors", es: "Errores" },
    text: { en: "Every code and what it means.", es: "Todos los códigos y lo que significan." },
  },
  {
    to: "capabilities",
    title: { en: "Capabilities", es: "Capacidades" },
    text: { en: "What is switched on.", es: "Lo que está activado." },
  },
];

export function developersPage(registry: Registry, language: Language): Html {
  const texts = TEXTS[language];
  const { service, href } = registry;
  const calls = firstCallsSection(registry, texts);
  return html`<link rel="stylesheet" href="${href("developers.showStyles")}">
<p class="lead">${service.description} ${texts.what(service.name)}</p>
${ways(registry, language)}
<nav aria-label="${texts.onThisPage}" class="here"><ul>
${calls !== undefined && html`<li><a href="#first-calls">${texts.firstCalls}</a></li>`}
<li><a href="#playground">${texts.playground}</a></li>
<li><a href="#operations">${texts.operations}</a></li>
</ul></nav>
${calls}
<section aria-labelledby="playground">
<h2 id="playground">${texts.playground}</h2>
<p>${texts.playgroundText}</p>
<noscript><p class="card">${texts.playgroundNoScript}</p></noscript>
${playground(registry)}
</section>
${operationsSection(registry, texts)}
<script type="module" src="${href("developers.showScript")}"></script>`;
}

function ways(registry: Registry, language: Language) {
  const links = WAYS.flatMap(({ to, title, text }) => {
    const target = to.includes(".")
      ? registry.href(to)
      : runnable(registry.rootLinks[to], registry);
    return target === undefined
      ? []
      : [
          html`<li class="card"><a href="${target}">${title[language]}</a><br><span class="soft">${text[language]}</span></li>
`,
        ];
  });
  return links.length > 0 && html`<ul class="cards ways">${links}</ul>`;
}

/** What is read at a path may require a query, as GraphQL does: then with a sample of it. */
function runnable(path: string | undefined, registry: Registry): string | undefined {
  const operation = operationGroups(registry)
    .flatMap(({ operations }) => operations)
    .find((one) => one.method === "GET" && one.path === path);
  return operation === undefined ? path : sampleCall(operation).target;
}

function firstCallsSection(registry: Registry, texts: Texts) {
  const calls = firstCalls(registry, texts);
  if (calls.length === 0) return undefined;
  const examples = calls.map(
    ({ title, text, commands }) => html`<h3>${title}</h3>
<p>${text}</p>
<div class="snippets">${COMMAND_NAMES.map(
      (
        command,
      ) => html`<figure><figcaption>${nameOfCommand(command)}</figcaption><pre class="command"><code>${commands[command]}</code></pre></figure>
`,
    )}</div>
`,
  );
  return html`<section aria-labelledby="first-calls">
<h2 id="first-calls">${texts.firstCalls}</h2>
<p>${texts.firstCallsText}</p>
${examples}
</section>`;
}

/** What the script fills, with the paths that it cannot know. */
function playground(registry: Registry) {
  const graphql = registry.route("graphql.postGraphql")?.path;
  return html`<div id="play" data-operations="${registry.href("developers.showOperations")}"${
    graphql !== undefined &&
    html` data-graphql="${graphql}" data-editor="${registry.href("developers.showGraphqlEditor")}"`
  }></div>`;
}

function operationsSection(registry: Registry, texts: Texts) {
  const count = operationGroups(registry).flatMap(({ operations }) => operations).length;
  return html`<section aria-labelledby="operations">
<h2 id="operations">${texts.operations}</h2>
<p>${texts.operationsText(count)} ${texts.anyTime}</p>
<form role="search" id="search" hidden>
<label for="search-text">${texts.search}</label>
<input type="search" id="search-text" autocomplete="off">
<p class="small soft" role="status" id="search-status" data-none="${texts.none}"></p>
</form>
${operationList(registry, texts)}
</section>`;
}
