/** The index of all operations, by section. */
import { type Html, html, type PageContent, type SealedRoute } from "waymark";
import { titleOf } from "../shared/messages.ts";
import { type Context, operationPath, tagsOf } from "./context.ts";
import { iconOf } from "../shared/icon.ts";
import { breakable } from "../shared/prose.ts";
import { translatedHtml } from "../shared/translate.ts";
import { sectionText, sectionsOf, type SectionOfApi } from "../shared/operations/sections.ts";
import { fill, plural } from "../shared/fill.ts";

export function indexPage(context: Context): PageContent {
  const { registry, messages } = context;
  const sections = sectionsOf(registry);
  const count = sections.flatMap(({ groups }) => groups.flatMap(({ operations }) => operations));
  return {
    html: html`<p class="lead">${fill(messages.lead, { count: count.length })}</p>
${sections.map((one, index) => sectionPart(one, index === 0, context))}`,
  };
}

function sectionPart({ section, groups }: SectionOfApi, isOpen: boolean, context: Context): Html {
  const { messages } = context;
  const count = groups.reduce((sum, { operations }) => sum + operations.length, 0);
  return html`<details class="section" id="${section}"${isOpen && html` open`}>
<summary><h2>${sectionText(section, context).name}</h2> <span class="soft">${sectionText(section, context).text}</span> <span class="tag">${plural(messages.operations, count, context.language)}</span></summary>
${groups.map(
  ({
    plugin,
    summary,
    operations,
  }) => html`<h3 id="plugin-${plugin}">${iconOf(operations[0], context.registry)}${plugin}</h3>
<p class="soft">${translatedHtml(summary, context)}</p>
<ul class="operations">${operations.map((operation) => line(operation, context))}</ul>
`,
)}</details>
`;
}

function line(operation: SealedRoute, context: Context): Html {
  const { ref, method, path, declaration } = operation;
  return html`<li><a href="${operationPath(ref, context)}"><span class="method ${method.toLowerCase()}">${method}</span> <span class="what"><code>${breakable(path)}</code> <span class="soft">${titleOf(declaration.summary, context)}</span></span></a>${tagsOf(operation, context)}</li>
`;
}
