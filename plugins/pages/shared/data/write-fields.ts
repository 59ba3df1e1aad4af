/** The fields of a form that writes a resource, made from the schema of its body. */
import { type Html, html, type JsonSchema, type Registry, type SealedRoute } from "waymark";
import { bodiesOf, fieldsOf, flatten, leavesOf, toInputJsonSchema } from "waymark/advanced";
import { fill } from "../fill.ts";
import { sharedMessages } from "../messages.ts";
import { translatedHtml } from "../translate.ts";
import type { Row } from "./data-view.ts";

export const MERGE_PATCH = "application/merge-patch+json";

/** Returns the media type that forms write, and its schema; undefined for a route without a body of JSON. */
export function formBody({ declaration }: SealedRoute) {
  const bodies = bodiesOf(declaration);
  const mediaType = [MERGE_PATCH, "application/json"].find((one) => bodies[one] !== undefined);
  const schema = bodies[mediaType ?? ""];
  return mediaType === undefined || schema === undefined ? undefined : { mediaType, schema };
}

/** Returns a field for each member of the body, with its value; none if the schema names no members. */
export function writeFields(
  write: SealedRoute,
  values: Row,
  page: { readonly registry: Registry; readonly language: string },
): readonly Html[] {
  const body = formBody(write);
  if (body === undefined) return [];
  const { root, definitions } = toInputJsonSchema(body.schema);
  if (flatten(root, definitions).type === "array") return [];
  const { fields: messages } = sharedMessages(page.registry, page.language);
  return [...fieldsOf(root, definitions)]
    .filter(([, { schemas }]) => !schemas.some((one) => one.readOnly === true))
    .map(([name, { schemas, required }]) => {
      const leaves = schemas.flatMap((one) => leavesOf(one, definitions));
      const description = [...schemas, ...leaves].find((one) => one.description)?.description;
      const isRequired = required && body.mediaType !== MERGE_PATCH;
      const was = write.method === "PATCH";
      const field = { id: `${write.id}-${name}`, name, leaves, isRequired, value: values[name] };
      return html`<div class="option"><label for="${field.id}">${isRequired ? fill(messages.required, { name }) : name}</label>
${input(field, was)}${description !== undefined && html`<p class="small soft">${translatedHtml(description, page)}</p>`}</div>
`;
    });
}

interface Field {
  readonly id: string;
  readonly name: string;
  readonly leaves: readonly JsonSchema[];
  readonly isRequired: boolean;
  readonly value: unknown;
}

/** @param isPatch true if only what differs is sent. */
function input({ id, name, leaves, isRequired, value }: Field, isPatch: boolean): Html {
  const types = new Set(leaves.flatMap(({ type = [] }) => type));
  types.delete("null");
  const choices = types.has("boolean")
    ? [true, false]
    : leaves.flatMap((leaf) => leaf.enum ?? (leaf.const === undefined ? [] : [leaf.const]));
  const isText = types.size === 1 && types.has("string");
  const text = value === undefined ? "" : isText ? String(value ?? "") : JSON.stringify(value);
  const start = html`id="${id}" name="body.${name}"${!isText && html` data-json`}${isRequired && html` required`}${isPatch && html` data-was="${text}"`}`;
  if (choices.length > 0 && types.size <= 1) {
    const options = choices.map((choice) => {
      const own = isText ? String(choice) : JSON.stringify(choice);
      return html`<option value="${own}"${own === text && html` selected`}>${String(choice)}</option>`;
    });
    return html`<select ${start}><option value="">–</option>${options}</select>`;
  }
  const example = leaves
    .map((leaf) => leaf.examples?.[0] ?? leaf.default)
    .find((one) => one != null);
  const hint = example === undefined ? "" : isText ? String(example) : JSON.stringify(example);
  const isNumber = types.size === 1 && (types.has("integer") || types.has("number"));
  if (isText || isNumber)
    return html`<input ${start} type="${isNumber ? "number" : "text"}"${isNumber && html` step="any"`} value="${text}" placeholder="${hint}" autocomplete="off">`;
  return html`<textarea ${start} rows="2" placeholder="${hint === "" ? (types.has("array") ? "[]" : "{}") : hint}">${text}</textarea>`;
}
