/** The options of a plugin as a form: a field for each that a form can write, the others as they are in the file. */
import { type Html, html, type JsonSchema, type Registry } from "waymark";
import { holdsSecret, isPlainObject, keysOf, propertyOf, type SchemaNode } from "waymark/tools";
import type { Plain } from "../../shared/setting/edit.ts";
import { fill } from "../shared/fill.ts";
import { translatedHtml } from "../shared/translate.ts";
import type { Messages } from "./messages.ts";

/** An option with its value as it counts. */
export interface Option {
  /** Path, such as `retry.after`. */
  readonly path: string;
  readonly schema: JsonSchema;
  readonly value: unknown;
  /** Origin of the value: `default`, the name of the config file, or an environment variable. */
  readonly origin: string;
}

/** Name of a field's parameter in the address. */
const fieldOf = (path: string) => `option.${path}`;

/** Depth to which members of options have separate fields. */
const DEEPEST = 3;

/** Returns the options with their members, which count as separate options where the schema names them. */
export function optionsOf(
  root: SchemaNode,
  values: unknown,
  originOf: (option: string) => string,
): readonly Option[] {
  const within = (node: SchemaNode, value: unknown, names: readonly string[]): Option[] => {
    if (names.length > 0 && holdsSecret(node)) return [];
    const members = names.length < DEEPEST ? keysOf(node) : [];
    if (names.length > 0 && members.length === 0)
      return [
        { path: names.join("."), schema: node.node, value, origin: originOf(names[0] ?? "") },
      ];
    return members.flatMap((name) => {
      const member = propertyOf(node, name);
      return member === undefined ? [] : within(member, Object(value)[name], [...names, name]);
    });
  };
  return within(root, values, []);
}

/** Returns the options that a request changes: the fields that differ from the values that count. */
export function changedOptions(
  options: readonly Option[],
  query: Readonly<Record<string, unknown>>,
): Readonly<Record<string, Plain>> {
  const changed = options.flatMap(({ path, schema, value }): [string, Plain][] => {
    const text = query[fieldOf(path)];
    if (typeof text !== "string" || text === "" || inputOf(schema) === undefined) return [];
    const wanted = read(text, schema);
    return wanted === value ? [] : [[path, wanted]];
  });
  return Object.fromEntries(changed);
}

/** Reads a field. A value that does not fit its type stays a text, for the config's own check to refuse. */
function read(text: string, { type }: JsonSchema): Plain {
  if (type === "boolean") return text === "true" ? true : text === "false" ? false : text;
  if (type !== "number" && type !== "integer") return text;
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}

/** @param query the request, whose fields come first. */
export function optionFields(
  options: readonly Option[],
  query: Readonly<Record<string, unknown>>,
  messages: Messages,
  page: { readonly registry: Registry; readonly language: string },
): Html {
  return html`${options.map(
    (option) => html`<div class="option">
${field(option, query[fieldOf(option.path)], messages)}
<p class="small soft">${translatedHtml(option.schema.description, page)}${bounds(option.schema)} ${origin(option, messages)}</p>
</div>
`,
  )}`;
}

/** Returns the kind of a field; undefined for options that no single field can write. */
function inputOf(schema: JsonSchema): "choice" | "number" | "text" | undefined {
  if (schema.type === "boolean" || schema.enum !== undefined) return "choice";
  if (schema.type === "number" || schema.type === "integer") return "number";
  return schema.type === "string" ? "text" : undefined;
}

function field({ path, schema, value, origin: from }: Option, sent: unknown, messages: Messages) {
  const kind = inputOf(schema);
  const name = fieldOf(path);
  const id = `f-${path}`;
  const label = html`<label for="${id}"><code>${path}</code></label>`;
  const isSet = /^[A-Z][A-Z\d_]*$/.test(from);
  if (kind === undefined)
    return html`${html`<span><code>${path}</code></span>`} <code class="value">${textOf(value)}</code>`;
  const current = typeof sent === "string" ? sent : value === undefined ? "" : String(value);
  const off = isSet && html` disabled`;
  if (kind === "choice") {
    const values = schema.enum ?? [true, false];
    const choices = [...(value === undefined ? [""] : []), ...values].map(
      (one) =>
        html`<option value="${String(one)}"${String(one) === current && html` selected`}>${one === "" ? messages.unset : String(one)}</option>`,
    );
    return html`${label} <select id="${id}" name="${name}"${off}>${choices}</select>`;
  }
  if (kind === "number") {
    const { minimum, maximum, type } = schema;
    return html`${label} <input id="${id}" name="${name}" type="number" step="${type === "integer" ? "1" : "any"}"${minimum !== undefined && html` min="${minimum}"`}${maximum !== undefined && Number.isFinite(maximum) && html` max="${maximum}"`} value="${current}"${off}>`;
  }
  return html`${label} <input id="${id}" name="${name}" type="text"${typeof schema.maxLength === "number" && html` maxlength="${schema.maxLength}"`} value="${current}"${off}>`;
}

function bounds({ minimum, maximum }: JsonSchema): string {
  const isBound = (one: unknown) => typeof one === "number" && Math.abs(one) < 1e15;
  const [from, to] = [isBound(minimum) && minimum, isBound(maximum) && maximum];
  if (from !== false && to !== false) return ` ${from}–${to}.`;
  if (from !== false) return ` ≥ ${from}.`;
  return to === false ? "" : ` ≤ ${to}.`;
}

function origin({ schema, origin: from }: Option, messages: Messages): string {
  if (from !== "default") return fill(messages.setBy, { origin: from });
  return schema.default === undefined
    ? messages.notSet
    : fill(messages.default, { value: textOf(schema.default) });
}

function textOf(value: unknown): string {
  if (value === undefined) return "–";
  return isPlainObject(value) || Array.isArray(value) ? JSON.stringify(value) : String(value);
}
