/** The fields of an answer, from its schema. */
import { type Html, html, type JsonSchema, type Registry, type SealedRoute } from "waymark";
import { flatten, publicName, refName, toJsonSchema } from "waymark/advanced";
import { prose } from "../shared/prose.ts";
import { translateText } from "../shared/translate.ts";
import { type Messages, viewsMessages } from "./messages.ts";
import { fill } from "../shared/fill.ts";
import { schemaLink } from "../shared/schema-link.ts";

/** Returns the fields of an object, each with its type and description; for a list, the fields of its items. */
export function fieldList(
  { declaration: { list, returns } }: SealedRoute,
  registry: Registry,
  language: string,
): Html | undefined {
  const messages = viewsMessages(registry, language);
  const schema = list?.of ?? returns;
  if (schema === undefined) return undefined;
  const { root, definitions } = toJsonSchema(schema);
  const item = list === undefined ? undefined : publicName(registry, list.of);
  const object = flatten(root, definitions);
  const fields = Object.entries(object.properties ?? {}).map(([name, field]) => {
    const { description = flatten(field, definitions).description } = field;
    const { text, lang } = translateText(description, registry, language);
    const isThere = object.required?.includes(name) === true;
    return html`<div><dt><code>${name}</code> <span class="soft">${typeText(field, messages)}${isThere && `, ${messages.required}`}</span></dt>
${text !== "" && html`<dd${lang}>${prose(text)}</dd>`}</div>
`;
  });
  if (fields.length === 0) return undefined;
  return html`${item !== undefined && html`<p>${messages.schemaOf}: ${schemaLink(item, { registry })}</p>`}
<dl class="fields">${fields}</dl>`;
}

function typeText(schema: JsonSchema, messages: Messages): string {
  if (schema.$ref !== undefined) return refName(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined)
    return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined)
    return [...new Set(choices.map((choice) => typeText(choice, messages)))].join(" | ");
  const { items } = schema;
  if (typeof items === "object") return fill(messages.listOf, { type: typeText(items, messages) });
  const type = [schema.type ?? "any"].flat().join(" | ");
  return schema.format === undefined ? type : `${type}, ${schema.format}`;
}
