/** Fields of types. */
import { type Html, html, type JsonSchema, type Registry } from "waymark";
import { type Converted, fieldsOf, flatten, refName } from "waymark/advanced";
import type { OnPage } from "./code-figure.ts";
import { fill } from "./fill.ts";
import { sharedMessages } from "./messages.ts";
import { limitsOf } from "./operations/limits.ts";
import { codeList } from "./prose.ts";
import { translatedHtml } from "./translate.ts";

const messagesOf = ({ registry, language }: OnPage) => sharedMessages(registry, language).schema;

/** Types within types that are shown in place; deeper ones are named. */
const DEEPEST = 4;

interface FieldsOnPage extends OnPage {
  /** Names of types that have a place of their own on the page; the first place of each other type becomes it. */
  readonly places?: Set<string>;
}

/** Returns the fields of a type as a tree: nested types unfold in place. */
export function typeFields({ root, definitions }: Converted, context: FieldsOnPage): Html {
  return fieldList(root, definitions, context, []);
}

/** A line of a list of fields: a member of a type, or a parameter. */
interface FieldLine {
  readonly name: string;
  readonly type: Html | string;
  readonly required: boolean;
  readonly text: Html;
  readonly limits: string;
  /** The fields of its type. */
  readonly within?: Html | undefined;
}

export function fieldLine(
  { name, type, required, text, limits, within }: FieldLine,
  context: OnPage,
): Html {
  const { required: must, optional } = messagesOf(context);
  return html`<div><dt><code>${name}</code> <span class="soft small">${type}</span> ${required ? html`<span class="tag">${must}</span>` : html`<span class="soft small">${optional}</span>`}</dt>
<dd>${text}${limits !== "" && html` <code class="soft">${limits}</code>`}${within}</dd></div>
`;
}

/** Returns the fields of an object with their types and constraints; for any other type, the type itself. */
function fieldList(
  node: JsonSchema,
  definitions: Converted["definitions"],
  context: FieldsOnPage,
  outer: readonly string[],
): Html {
  const fields = [...fieldsOf(node, definitions)];
  if (fields.length === 0)
    return html`<p>${typeText(node, context)} <code class="soft">${limitsIn(node, context)}</code></p>`;
  return html`<dl class="fields">${fields.map(([name, { schemas, required }]) => {
    const [field = {}] = schemas;
    const description = field.description ?? flatten(field, definitions).description;
    const text = translatedHtml(description, context);
    const limits = limitsIn(field, context);
    const within = fieldsWithin(name, field, definitions, context, outer);
    return fieldLine(
      { name, type: typeText(field, context), required, text, limits, within },
      context,
    );
  })}</dl>`;
}

/** Returns the fields of an object, or of the items of a list, folded; undefined for other types. */
function fieldsWithin(
  name: string,
  field: JsonSchema,
  definitions: Converted["definitions"],
  context: FieldsOnPage,
  outer: readonly string[],
): Html | undefined {
  const inner = objectIn(field, definitions);
  const type = inner?.$ref === undefined ? name : refName(inner.$ref);
  if (inner === undefined || outer.length >= DEEPEST || outer.includes(type)) return undefined;
  const title = fill(messagesOf(context).fieldsOf, { name: type });
  const isPlace =
    inner.$ref !== undefined &&
    !context.registry.schemas.has(type) &&
    context.places?.has(type) === false;
  if (isPlace) context.places?.add(type);
  return html`<details class="more"${isPlace && html` id="${type}"`}><summary>${title}</summary>
${fieldList(inner, definitions, context, [...outer, type])}</details>`;
}

function objectIn(node: JsonSchema, definitions: Converted["definitions"]): JsonSchema | undefined {
  const flat = flatten(node, definitions);
  if (typeof flat.items === "object") return objectIn(flat.items, definitions);
  const choices = (flat.anyOf ?? flat.oneOf ?? []).filter(({ type }) => type !== "null");
  const [only, ...others] = choices;
  if (only !== undefined) return others.length > 0 ? undefined : objectIn(only, definitions);
  return fieldsOf(node, definitions).size === 0 ? undefined : node;
}

/** Returns the type in words, linked if it has a page or a part of this one. */
export function typeText(node: JsonSchema, context: OnPage): Html {
  const messages = messagesOf(context);
  if (node.$ref !== undefined) {
    return schemaLink(refName(node.$ref), context);
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

/** Links to the page of a type, else to its document. A type that is not published has neither. */
export function schemaLink(
  type: string,
  { registry: { schemas, href } }: { readonly registry: Registry },
): Html {
  const target = schemas.has(type)
    ? (href("reference.showSchema", { type }) ?? href("schemas.showSchema", { type }))
    : undefined;
  const name = html`<code>${type}</code>`;
  return target === undefined ? name : html`<a href="${target}">${name}</a>`;
}

/** Returns constraints beside the type. */
function limitsIn(node: JsonSchema, context: OnPage): string {
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
  return [limitsOf(rest, messages.byDefault), ...sizes].filter((part) => part !== "").join(", ");
}
