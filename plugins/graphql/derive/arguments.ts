/** Parameters of routes as arguments of fields. */
import type { JsonSchema, Schema, SealedRoute } from "waymark";
import { toInputJsonSchema } from "waymark/advanced";
import { describe } from "./names.ts";

/** Parameter and its type, `!` included. */
export interface Parameter {
  readonly name: string;
  readonly type: string;
}

/** Returns the parameters of a path, each a line. */
export function pathArguments({ pattern, declaration: { params } }: SealedRoute): string[] {
  const properties = params === undefined ? undefined : toInputJsonSchema(params).root.properties;
  return pattern.params.map((name) => `${name}: ${scalarOf(properties?.[name] ?? {})}!`);
}

/** Returns the query parameters that the route itself declares. */
export function queryParameters({ declaration: { query } }: SealedRoute): readonly Parameter[] {
  return parametersOf(query);
}

/** Returns the members of a schema of parameters or headers. */
export function parametersOf(schema: Schema | undefined): readonly Parameter[] {
  const { properties = {}, required = [] } =
    schema === undefined ? {} : toInputJsonSchema(schema).root;
  return Object.entries(properties).map(([name, property]) => ({
    name,
    type: `${inputType(property)}${required.includes(name) ? "!" : ""}`,
  }));
}

function inputType({ type, items, ...property }: JsonSchema): string {
  if (type !== "array") return scalarOf({ ...property, ...(type === undefined ? {} : { type }) });
  return `[${scalarOf(typeof items === "object" ? items : {})}!]`;
}

/** Returns the scalar of a parameter: text, unless its schema has another type. */
export function scalarOf({ type, maximum = Infinity, minimum = -Infinity }: JsonSchema): string {
  if (type === "boolean") return "Boolean";
  if (type === "integer" && minimum >= -(2 ** 31) && maximum < 2 ** 31) return "Int";
  return type === "integer" || type === "number" ? "Float" : "String";
}

/** Returns the line of a field that stands for a route, with its summary. */
export function fieldLine(
  { declaration: { summary } }: SealedRoute,
  name: string,
  args: readonly string[],
  type: string,
): string {
  const list = args.length === 0 ? "" : `(${args.join(", ")})`;
  return `${describe(summary, "  ")}  ${name}${list}: ${type}`;
}
