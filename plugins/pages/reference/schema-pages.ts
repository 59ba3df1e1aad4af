/** The pages of the published types. */
import { type Html, html, type PageContent, type Registry, type SealedRoute } from "waymark";
import { sharedMessages, titleOf } from "../shared/messages.ts";
import {
  bodiesOf,
  type Converted,
  publicName,
  publishedSchema,
  toJsonSchema,
} from "waymark/advanced";
import { examplesOf } from "../../shared/operations/examples.ts";
import { codeFigure } from "../shared/code-figure.ts";
import { toCurl } from "../shared/operations/commands.ts";
import { type Context, operationPath } from "./context.ts";
import { typeNames } from "./entries.ts";
import { jsonFigure } from "../shared/json-figure.ts";
import { operationsOf } from "../shared/operations/operations.ts";
import { oncePerRegistry } from "../../shared/once-per-registry.ts";
import { fill, plural } from "../shared/fill.ts";
import { schemaLink, typeFields } from "../shared/schema-fields.ts";
import { translatedHtml } from "../shared/translate.ts";

export function schemasPage(context: Context): PageContent {
  const { registry, messages } = context;
  const names = typeNames(registry);
  const items = names.map((name) => {
    const users = usersByType(registry).get(name)?.length ?? 0;
    return html`<li>${schemaLink(name, context)} <span class="soft small">${plural(messages.operations, users, context.language)}</span></li>
`;
  });
  return {
    html: html`<p class="lead">${fill(messages.schemasLead, { count: names.length })}</p>
<ul class="columns">${items}</ul>`,
  };
}

/** Returns the page of a type; undefined if no type has this name. */
export function schemaPage(name: string, context: Context): PageContent | undefined {
  const { registry, messages } = context;
  const schema = publishedSchema(registry, name);
  if (schema === undefined) return undefined;
  const document = registry.href("schemas.showSchema", { type: name });
  const places = new Set<string>();
  const content = html`<p class="lead">${translatedHtml(schema.root.description, context)}</p>
<div class="split">
<div>
<h2 id="fields">${messages.fields}</h2>
${typeFields(schema, { ...context, places })}
${otherTypes(schema, places, context)}
${usedBy(name, context)}
</div>
<div>
<h2 id="example">${messages.example}</h2>
${jsonFigure(examplesOf(registry).ofType(name)?.value, name, `${messages.example}: ${name}`)}
${
  document !== undefined &&
  html`<h2 id="tools">${messages.forTools}</h2>
<p><a href="${document}">${messages.jsonSchema}</a></p>
${codeFigure(messages.typescript, typescriptCommand(document, registry), context)}`
}
</div>
</div>`;
  return {
    title: name,
    description: `${sharedMessages(registry, context.language).schema.name} ${name}`,
    html: content,
  };
}

/** Returns the types without a page that the tree of fields leaves out. */
function otherTypes(
  { definitions }: Converted,
  places: ReadonlySet<string>,
  context: Context,
): readonly Html[] {
  return Object.entries(definitions)
    .filter(([name]) => !context.registry.schemas.has(name) && !places.has(name))
    .map(
      ([name, root]) => html`<h3 id="${name}"><code>${name}</code></h3>
${typeFields({ root, definitions }, context)}`,
    );
}

function typescriptCommand(path: string, { baseUrl }: Registry): string {
  const accept = ["Accept", "application/typescript"] as const;
  return toCurl({ method: "GET", target: path, headers: [accept] }, baseUrl);
}

function usedBy(name: string, context: Context): Html {
  const { registry, messages } = context;
  const users = usersByType(registry).get(name) ?? [];
  const items = users.map(
    ({
      ref,
      method,
      path,
      declaration,
    }) => html`<li><a href="${operationPath(ref, context)}">${titleOf(declaration.summary, context)}</a> <span class="soft small">${method} ${path}</span></li>
`,
  );
  return html`<h2 id="used-by">${messages.usedBy}</h2>
${users.length === 0 ? html`<p class="soft">${messages.unused}</p>` : html`<ul>${items}</ul>`}`;
}

/** Operations by the types of their bodies, nested types included. */
const usersByType = oncePerRegistry((registry) => {
  const found = new Map<string, SealedRoute[]>();
  for (const route of operationsOf(registry)) {
    for (const type of typesOf(route, registry))
      found.set(type, [...(found.get(type) ?? []), route]);
  }
  return found;
});

function typesOf({ schema, declaration }: SealedRoute, registry: Registry): ReadonlySet<string> {
  const { returns, list } = declaration;
  const all = [returns, list?.of, ...Object.values(bodiesOf(declaration))];
  const within = all.flatMap((one) =>
    one === undefined
      ? []
      : [publicName(registry, one), ...Object.keys(toJsonSchema(one).definitions)],
  );
  return new Set([schema, ...within].filter((type) => type !== undefined));
}
