/** Pieces of TypeScript as text, formatted. */
import type { JsonSchema } from "waymark";
import { memberName } from "./names.ts";

/** Columns of a line. */
const WIDTH = 100;

/** Returns a value as a literal, on one line if it fits beside a key of usual length. */
export function literal(value: unknown, indent = ""): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([key, member]) => {
      const text = literal(member, inner);
      return isList ? text : `${memberName(key)}: ${text}`;
    });
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  if (members.length === 0) return open + close;
  const space = isList ? "" : " ";
  const line = `${open}${space}${members.join(", ")}${space}${close}`;
  if (indent.length + line.length <= WIDTH - 28 && !line.includes("\n")) return line;
  return `${open}\n${members.map((member) => `${inner}${member},\n`).join("")}${indent}${close}`;
}

/** Returns a doc comment; nothing without lines. */
export function comment(lines: readonly (string | undefined)[], indent: string): string {
  const present = lines
    .flatMap((line) => line?.split("\n") ?? [])
    .map((line) => line.replaceAll("*/", "*\\/").trim())
    .filter((line) => line !== "")
    .flatMap((line) => wrapped(line, WIDTH - indent.length - 3));
  if (present.length === 0) return "";
  const [only] = present;
  return present.length === 1
    ? `${indent}/** ${only} */\n`
    : `${indent}/**\n${present.map((line) => `${indent} * ${line}\n`).join("")}${indent} */\n`;
}

/** Wraps a text: no line is longer than `width`, unless one word is. */
function wrapped(text: string, width: number): readonly string[] {
  return text.match(new RegExp(`\\S.{0,${width - 2}}\\S(?=\\s|$)|\\S+`, "g")) ?? [];
}

/** Returns the type of a schema that needs no declaration of its own; undefined for every other schema. */
export function plainType(schema: JsonSchema): string | undefined {
  const {
    type,
    items,
    const: only,
    enum: values = only === undefined ? undefined : [only],
  } = schema;
  if (schema.$ref ?? schema.anyOf ?? schema.oneOf ?? schema.allOf ?? schema.not) return undefined;
  if (values !== undefined) {
    const isPlain = values.every((value) => typeof value !== "object" || value === null);
    return isPlain ? values.map((value) => JSON.stringify(value)).join(" | ") : undefined;
  }
  if (type === "integer" || type === "number") return "number";
  if (type === "string" || type === "boolean") return type;
  if (type !== "array" || typeof items !== "object") return undefined;
  const item = plainType(items);
  return item === undefined ? undefined : `readonly ${item.includes(" ") ? `(${item})` : item}[]`;
}
