/** The index of all operations, by section. */
import { type Html, html, type PageContent } from "waymark";
import { pagesOf } from "waymark/services";
import type { Operation } from "../shared/operations/model.ts";
import { sharedMessages } from "../shared/messages.ts";
import { type Context, operationPath } from "./context.ts";
import { translatedHtml } from "../shared/translate.ts";
import { titleOf } from "./entries.ts";
import { overview } from "./frame.ts";
import { sectionText, sectionsOf, type SectionOfApi } from "../shared/operations/sections.ts";
import { fill, plural } from "../shared/fill.ts";

export function indexPage(context: Context): PageContent {
  const { registry, messages } = context;
  const sections = sectionsOf(registry);
  const count = sections.flatMap(({ groups }) => groups.flatMap(({ operations }) => operations));
  return {
    html: html`<p class="lead">${fill(messages.lead, { count: count.length })}</p>
${sections.map((one, index) => sectionPart(one, index === 0, context))}
${ways(context)}`,
  };
}

function sectionPart({ section, groups }: SectionOfApi, isOpen: boolean, context: Context): Html {
  const { messages } = context;
  const count = groups.reduce((sum, { operations }) => sum + operations.length, 0);
  return html`<details class="section" id="${section}"${isOpen && html` open`}>
<summary><h2>${sectionText(section, context).name}</h2> <span class="soft">${sectionText(section, context).text}</span> <span class="tag">${plural(messages.operations, count, context.language)}</span></summary>
${groups.map(
  ({ plugin, summary, operations }) => html`<h3 id="plugin-${plugin}">${plugin}</h3>
<p class="soft">${translatedHtml(summary, context)}</p>
<ul class="operations">${operations.map((operation) => line(operation, context))}</ul>
`,
)}</details>
`;
}

function line(operation: Operation, context: Context): Html {
  const { messages } = context;
  const { ref, method, path, summary, deprecated, stream, scopes } = operation;
  return html`<li><a href="${operationPath(ref, context)}"><span class="method ${method.toLowerCase()}">${method}</span> <span class="what"><code>${path}</code> <span class="soft">${titleOf(summary, context)}</span></span></a>${deprecated === true && html` <span class="tag warn">${messages.deprecated}</span>`}${stream === true && html` <span class="tag info">${messages.stream}</span>`}${scopes !== undefined && html` <span class="tag info">${messages.guarded}</span>`}</li>
`;
}

/** Returns the other pages of the reference, and the document that they are made from. */
function ways(context: Context): Html {
  const { registry, messages } = context;
  const { topics } = sharedMessages(registry, context.language);
  const texts: Readonly<Record<string, string>> = {
    [messages.limits]: messages.limitsText,
    [messages.errors]: messages.errorsText,
    [messages.schemas]: messages.schemasText,
    [topics.authentication.title]: topics.authentication.description,
    [topics.changelog.title]: topics.changelog.description,
  };
  const document = registry.href("openapi.showOpenapi");
  const client = registry.href("client.showGuide");
  const cards = [
    ...overview(context)
      .slice(1)
      .map(([href, title]) => [href, title, texts[title]] as const),
    ...(document === undefined
      ? []
      : [[document, messages.openapi, messages.openapiText] as const]),
    ...pagesOf(registry, context.language)
      .filter(({ href }) => href === client)
      .map(({ href, title, description }) => [href, title, description] as const),
  ];
  return html`<ul class="cards">${cards.map(
    ([
      href,
      title,
      text,
    ]) => html`<li class="card"><a href="${href}">${title}</a><br><span class="soft">${text}</span></li>
`,
  )}</ul>`;
}
