/** Top-level fields of a schema: what can be filtered by, sorted by and selected. */
import { isDeepStrictEqual } from "node:util";
import { typeOfValue, type Json, type JsonSchema, type JsonType } from "./json-schema.ts";
import { flatten, type Definitions } from "./references.ts";
import type { Schema } from "./schema.ts";
import { toInputJsonSchema, toJsonSchema, type Converted } from "./convert.ts";

/** A top-level field that holds one JSON value which SQL can compare and a query string can carry. */
export interface ScalarField {
  readonly name: string;
  readonly type: "string" | "integer" | "number" | "boolean";
  readonly format?: string;
  /** The allowed values, without null. */
  readonly enum?: readonly (string | number)[];
  readonly nullable: boolean;
  readonly required: boolean;
}

/** Returns the scalar top-level fields of an object schema's output, in its order; empty if it is not an object. */
export function scalarFields(schema: Schema): Readonly<Record<string, ScalarField>> {
  const { root, definitions } = toJsonSchema(schema);
  const scalars = [...fieldsOf(root, definitions)].flatMap(
    ([name, field]) => readScalar(name, field, definitions) ?? [],
  );
  return Object.fromEntries(scalars.map((scalar) => [scalar.name, scalar]));
}

/** Returns all top-level fields of the output, from all members of an intersection and all branches of a union. */
export function fieldNames(schema: Schema): readonly string[] {
  const { root, definitions } = toJsonSchema(schema);
  return [...fieldsOf(root, definitions).keys()];
}

/** Returns the top-level fields that no answer has, as their author says. */
export function writeOnlyNames(schema: Schema): readonly string[] {
  const { root, definitions } = toJsonSchema(schema);
  return [...fieldsOf(root, definitions)]
    .filter(([, { schemas }]) =>
      schemas.some((one) => flatten(one, definitions).writeOnly === true),
    )
    .map(([name]) => name);
}

/** Returns the top-level fields that every output has. */
export function requiredNames(schema: Schema): readonly string[] {
  const { root, definitions } = toJsonSchema(schema);
  return [...fieldsOf(root, definitions)]
    .filter(([, field]) => field.required)
    .map(([name]) => name);
}

/**
 * Returns the defaults of the top-level fields that have a constant default. A default that differs each time
 * it is asked for, such as a new id, is not among them.
 */
export function fieldDefaults(schema: Schema): Readonly<Record<string, Json>> {
  const defaults = [...defaultsOf(toJsonSchema(schema))];
  if (defaults.length === 0) return {};
  let again: ReadonlyMap<string, Json>;
  try {
    again = defaultsOf(toInputJsonSchema(schema));
  } catch {
    again = new Map(defaults); // the schema accepts values that JSON cannot carry
  }
  return Object.fromEntries(
    defaults.filter(([name, value]) => isDeepStrictEqual(again.get(name), value)),
  );
}

function defaultsOf({ root, definitions }: Converted): ReadonlyMap<string, Json> {
  const defaults = new Map<string, Json>();
  for (const [name, { schemas }] of fieldsOf(root, definitions)) {
    const [first, ...others] = schemas.map((one) => flatten(one, definitions).default);
    if (first !== undefined && others.every((other) => isDeepStrictEqual(other, first)))
      defaults.set(name, first);
  }
  return defaults;
}

/** Returns the query parameters that an object schema describes; true for lists, which a query repeats. */
export function queryFields(schema: Schema): ReadonlyMap<string, boolean> {
  const { root, definitions } = toInputJsonSchema(schema);
  const isList = (field: JsonSchema) =>
    leavesOf(field, definitions).some((leaf) => typesOf(leaf).includes("array"));
  return new Map(
    [...fieldsOf(root, definitions)].map(([name, { schemas }]) => [name, schemas.some(isList)]),
  );
}

/** A field of an object schema. */
export interface SchemaField {
  /** Schemas of the field, one for each place that declares it. */
  readonly schemas: readonly JsonSchema[];
  readonly required: boolean;
}

/** Returns the fields of an object schema, from all members of an intersection and all branches of a union. */
export function fieldsOf(node: JsonSchema, definitions: Definitions): Map<string, SchemaField> {
  const flat = flatten(node, definitions);
  const fields = new Map<string, SchemaField>();
  const add = (name: string, schemas: readonly JsonSchema[], required: boolean) => {
    const known = fields.get(name);
    fields.set(name, {
      schemas: [...(known?.schemas ?? []), ...schemas],
      required: required || (known?.required ?? false),
    });
  };
  for (const [name, schema] of Object.entries(flat.properties ?? {}))
    add(name, [schema], flat.required?.includes(name) ?? false);
  for (const member of flat.allOf ?? []) {
    for (const [name, field] of fieldsOf(member, definitions))
      add(name, field.schemas, field.required);
  }
  for (const union of [flat.anyOf ?? [], flat.oneOf ?? []]) {
    const branches = union.map((branch) => fieldsOf(branch, definitions));
    for (const [name, field] of branches.flatMap((branch) => [...branch])) {
      const required = branches.every((other) => other.get(name)?.required ?? false);
      add(name, field.schemas, required);
    }
  }
  return fields;
}

function readScalar(
  name: string,
  field: SchemaField,
  definitions: Definitions,
): ScalarField | undefined {
  const leaves = field.schemas.flatMap((schema) => leavesOf(schema, definitions));
  const types = new Set(leaves.flatMap(typesOf));
  const nullable = types.delete("null");
  if (types.has("number")) types.delete("integer");
  const [type] = types;
  if (
    types.size !== 1 ||
    (type !== "string" && type !== "integer" && type !== "number" && type !== "boolean")
  )
    return undefined;

  const filled = leaves.filter((leaf) => typesOf(leaf).some((leafType) => leafType !== "null"));
  const values = new Set(filled.flatMap(valuesOf));
  const listed = filled.every((leaf) => leaf.enum !== undefined || leaf.const !== undefined);
  const allowed = [...values].filter(
    (value) => typeof value === "string" || typeof value === "number",
  );
  const [format, ...otherFormats] = new Set(filled.map((leaf) => leaf.format));
  return {
    name,
    type,
    ...(format !== undefined && otherFormats.length === 0 ? { format } : {}),
    ...(listed && allowed.length > 0 ? { enum: allowed } : {}),
    nullable,
    required: field.required,
  };
}

/** Returns the schema with references written out and unions taken apart; a node without a type is not a scalar. */
export function leavesOf(node: JsonSchema, definitions: Definitions): readonly JsonSchema[] {
  const flat = flatten(node, definitions);
  const branches = flat.anyOf ?? flat.oneOf;
  if (flat.type === undefined && branches !== undefined)
    return branches.flatMap((branch) => leavesOf(branch, definitions));
  return [flat];
}

function valuesOf(leaf: JsonSchema) {
  return leaf.enum ?? (leaf.const === undefined ? [] : [leaf.const]);
}

function typesOf(leaf: JsonSchema): readonly JsonType[] {
  if (leaf.type !== undefined) return [leaf.type].flat();
  const values = valuesOf(leaf);
  return values.length === 0 ? ["object"] : values.map(typeOfValue);
}
