/** Fields of types. */
import { type Html, html, type JsonSchema } from "waymark";
import { type Converted, fieldsOf, flatten, refName } from "waymark/advanced";
import type { OnPage } from "./code-figure.ts";
import { fill } from "./fill.ts";
import { sharedMessages } from "./messages.ts";
import { limitsOf } from "./operations/limits.ts";
import { codeList } from "./prose.ts";
import { schemaLink } from "./schema-link.ts";
import { translatedHtml } from "./translate.ts";

const messagesOf = ({ registry, language }: OnPage) => sharedMessages(registry, language).schema;

/** Returns the fields of a type, and of the types within it that have no page. */
export function typeFields(type: Converted, context: OnPage): Html {
  const inner = Object.entries(type.definitions).filter(
    ([name]) => !context.registry.schemas.has(name),
  );
  return html`${fieldList(type.root, type, context)}
${inner.map(
  ([name, node]) => html`<h3 id="${name}"><code>${name}</code></h3>
${node.description !== undefined && html`<p>${translatedHtml(node.description, context)}</p>`}
${fieldList(node, type, context)}`,
)}`;
}

/** Returns the fields of an object with their types and constraints; for any other type, the type itself. */
function fieldList(node: JsonSchema, { definitions }: Converted, context: OnPage): Html {
  const messages = messagesOf(context);
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
function typeText(node: JsonSchema, context: OnPage): Html {
  const { registry } = context;
  const messages = messagesOf(context);
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
function limits(node: JsonSchema, context: OnPage): Html | undefined {
  const messages = messagesOf(context);
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
