/** Values of input types as the JSON that they stand for, and places in that JSON as places in the arguments. */
import {
  getNullableType,
  GraphQLError,
  isInputObjectType,
  isListType,
  type GraphQLInputType,
} from "graphql";
import { keysOfPointer } from "waymark/advanced";
import type { Renamed } from "./derive/types.ts";

/** JSON names of fields that have another name in GraphQL, by type and field. */
export type InputNames = ReadonlyMap<string, ReadonlyMap<string, string>>;

export function inputNames(renamed: readonly Renamed[]): InputNames {
  const byType = Map.groupBy(renamed, ({ type }) => type);
  return new Map(
    [...byType].map(([type, fields]) => [
      type,
      new Map(fields.map(({ field, source }) => [field, source])),
    ]),
  );
}

/** Returns the body for an argument. Throws a GraphQLError for a value that JSON cannot have. */
export function toBody(value: unknown, type: GraphQLInputType, names: InputNames): string {
  try {
    return JSON.stringify(toJson(value, type, names), (_name, inner: unknown) => {
      // 1e999 is JSON and read as infinity, which would be written as null.
      if (typeof inner !== "number" || Number.isFinite(inner)) return inner;
      throw new RangeError("a number is too large");
    });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // The stack has an end, too.
    throw new GraphQLError("A value has a number that is too large, or is nested too deeply.", {
      extensions: { code: "bad-request", status: 400 },
    });
  }
}

function toJson(value: unknown, type: GraphQLInputType, names: InputNames): unknown {
  const bare = getNullableType(type);
  if (isListType(bare) && Array.isArray(value))
    return value.map((item) => toJson(item, bare.ofType, names));
  if (!isInputObjectType(bare) || typeof value !== "object" || value === null) return value;
  const fields = bare.getFields();
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const field = fields[name];
      const source = names.get(bare.name)?.get(name) ?? name;
      return field === undefined ? [] : [[source, toJson(inner, field.type, names)]];
    }),
  );
}

/** Returns the value of the type for JSON, without members that the type does not have. */
export function fromJson(json: unknown, type: GraphQLInputType, names: InputNames): unknown {
  const bare = getNullableType(type);
  if (isListType(bare) && Array.isArray(json))
    return json.map((item) => fromJson(item, bare.ofType, names));
  if (!isInputObjectType(bare) || typeof json !== "object" || json === null) return json;
  const values = new Map(Object.entries(json));
  return Object.fromEntries(
    Object.values(bare.getFields()).flatMap(({ name, type: inner }) => {
      const value: unknown = values.get(names.get(bare.name)?.get(name) ?? name);
      return value === undefined ? [] : [[name, fromJson(value, inner, names)]];
    }),
  );
}

/** Returns the path of a member of the body, which a JSON Pointer names (RFC 6901), by names of GraphQL. */
export function pathOfPointer(
  pointer: string,
  type: GraphQLInputType,
  names: InputNames,
): readonly (string | number)[] {
  let bare = getNullableType(type);
  return keysOfPointer(pointer).map((source) => {
    if (isListType(bare) && /^\d+$/.test(source)) {
      bare = getNullableType(bare.ofType);
      return Number(source);
    }
    if (!isInputObjectType(bare)) return source;
    const own = names.get(bare.name) ?? new Map<string, string>();
    const name = [...own].find(([, original]) => original === source)?.[0] ?? source;
    const field = bare.getFields()[name];
    if (field !== undefined) bare = getNullableType(field.type);
    return name;
  });
}
