/** The pages of the published types. */
import {
  type Html,
  html,
  type JsonSchema,
  type PageContent,
  type Registry,
  type SealedRoute,
} from "waymark";
import {
  type Converted,
  fieldsOf,
  flatten,
  publicName,
  publishedSchema,
  refName,
  bodiesOf,
  toJsonSchema,
} from "waymark/advanced";
import { codeFigure } from "../shared/code-figure.ts";
import { toCurl } from "../shared/operations/commands.ts";
import { limitsOf } from "../shared/operations/limits.ts";
import { type Context, operationPath, translatedHtml } from "./context.ts";
import { titleOf, typeNames } from "./entries.ts";
import { jsonFigure } from "../shared/json-figure.ts";
import { crumbs } from "./frame.ts";
import { exampleOfType } from "./schema-example.ts";
import { operationsOf } from "../shared/operations/operations.ts";
import { oncePerRegistry } from "../shared/once-per-registry.ts";
import { fill, plural } from "../shared/fill.ts";
import { codeList } from "../shared/prose.ts";
import { schemaLink } from "../shared/schema-link.ts";

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
  const inner = Object.entries(schema.definitions).filter(([own]) => !registry.schemas.has(own));
  const document = registry.href("schemas.showSchema", { type: name });
  const content = html`${crumbs([[registry.href("reference.showSchemas") ?? "", messages.schemas]], context)}
<p class="lead">${translatedHtml(schema.root.description, context)}</p>
<div class="split">
<div>
<h2 id="fields">${messages.fields}</h2>
${fieldList(schema.root, schema, context)}
${inner.map(
  ([own, node]) => html`<h3 id="${own}"><code>${own}</code></h3>
${node.description !== undefined && html`<p>${translatedHtml(node.description, context)}</p>`}
${fieldList(node, schema, context)}`,
)}
${usedBy(name, context)}
</div>
<div>
<h2 id="example">${messages.example}</h2>
${jsonFigure(exampleOfType(name, registry), name, `${messages.example}: ${name}`)}
${
  document !== undefined &&
  html`<h2 id="tools">${messages.forTools}</h2>
<p><a href="${document}">${messages.jsonSchema}</a></p>
${codeFigure(messages.typescript, typescriptCommand(document, registry), context)}`
}
</div>
</div>`;
  return { title: name, description: `${messages.schema} ${name}`, html: content };
}

function typescriptCommand(path: string, { baseUrl }: Registry): string {
  const accept = ["Accept", "application/typescript"] as const;
  return toCurl({ method: "GET", target: path, headers: [accept] }, baseUrl);
}

function fieldList(node: JsonSchema, { definitions }: Converted, context: Context): Html {
  const { messages } = context;
  const fields = [...fieldsOf(node, definitions)];
  if (fields.length === 0) return html`<p>${typeText(node, context)} ${limits(node, context)}</p>`;
  return html`<dl class="fields">${fields.map(([name, { schemas, required }]) => {
    const [field = {}] = schemas;
    const description = field.description ?? flatten(field, definitions).description;
    return html`<div><dt><code>${name}</code> <span class="soft small">${typeText(field, context)}</span>${required && html` <span class="tag">${messages.required}</span>`}</dt>
<dd>${translatedHtml(description, context)} ${limits(field, context)}</dd></div>
`;
  })}</dl>`;
}

/** Returns the type in words, linked if it has a page or a part of this one. */
function typeText(node: JsonSchema, context: Context): Html {
  const { registry, messages } = context;
  if (node.$ref !== undefined) {
    const name = refName(node.$ref);
    return registry.schemas.has(name)
      ? schemaLink(name, context)
      : html`<a href="#${name}"><code>${name}</code></a>`;
  }
  if (node.const !== undefined) return html`<code>${JSON.stringify(node.const)}</code>`;
  if (node.enum !== undefined)
    return html`${messages.enumeration} ${codeList(node.enum.map((value) => JSON.stringify(value)))}`;
  const choices = node.anyOf ?? node.oneOf;
  if (choices !== undefined)
    return html`${choices.map((choice, index) => html`${index > 0 && " | "}${typeText(choice, context)}`)}`;
  if (typeof node.items === "object") {
    const item = node.items;
    return html`${messages.listOf}${typeText(item, context)}`;
  }
  return html`${[node.type ?? "any"].flat().join(" | ")}`;
}

/** Returns constraints beside the type. */
function limits(node: JsonSchema, { messages }: Context): Html | undefined {
  const { type: _, enum: _values, ...rest } = node;
  const { minLength, maxLength, minItems, maxItems, uniqueItems } = node;
  const sizes = [
    minLength === undefined && maxLength === undefined
      ? undefined
      : fill(messages.length, { range: `${minLength ?? 0}–${maxLength ?? ""}` }),
    minItems === undefined && maxItems === undefined
      ? undefined
      : fill(messages.items, { range: `${minItems ?? 0}–${maxItems ?? ""}` }),
    uniqueItems === true ? messages.unique : undefined,
  ].filter((part) => part !== undefined);
  const text = [limitsOf(rest, messages.byDefault), ...sizes]
    .filter((part) => part !== "")
    .join(", ");
  return text === "" ? undefined : html`<code class="soft">${text}</code>`;
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
  for (const route of registry.routes) {
    if (!operationsOf(registry).has(route.ref)) continue;
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
