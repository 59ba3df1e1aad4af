/** Calls to begin with, made from the schema that is on. */
import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  parse,
  print,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from "graphql";
import type { GraphqlCall } from "../../../shared/operations/address.ts";

type Field = GraphQLField<unknown, unknown>;
type Value = string | number | boolean | readonly Value[] | { readonly [name: string]: Value };

const MAX_LEAVES = 4;
const MAX_DEPTH = 4;

/** A list with a list inside, its size as a variable; else any list. Undefined where the schema has none. */
export function exampleQuery(schema: GraphQLSchema): GraphqlCall | undefined {
  const field = exampleList(schema);
  const item = field && objectOf(field);
  if (field === undefined || item === undefined) return undefined;
  const sized = field.args.find(({ name, type }) => name === "limit" && String(type) === "Int");
  const [declared, given] = sized === undefined ? ["", ""] : ["($limit: Int)", "(limit: $limit)"];
  const nested = fieldsOf(item)
    .filter(isOpenList)
    .slice(0, 2)
    .map((list) => `${list.name}${selectionIn(list)}`)
    .join(" ");
  return {
    query: pretty(
      `query ${capital(field.name)}${declared} { ${field.name}${given} { ${leavesOf(item)} ${nested} } }`,
    ),
    variables: sized === undefined ? "" : jsonOf({ limit: 3 }),
  };
}

/** A write with its input as a variable, of the resource that the query reads where there is one. */
export function exampleMutation(schema: GraphQLSchema): GraphqlCall | undefined {
  const read = exampleList(schema);
  const item = read && objectOf(read);
  const writes = fieldsOf(schema.getMutationType() ?? undefined).filter(
    (field) => inputsOf(field).length > 0,
  );
  const fits = (field: Field) => fieldsOf(objectOf(field)).some((part) => objectOf(part) === item);
  const field = writes.find(fits) ?? writes[0];
  if (field === undefined) return undefined;
  const args = field.args.filter(isRequiredArgument);
  const declared = args.map(({ name, type }) => `$${name}: ${String(type)}`).join(", ");
  const given = args.map(({ name }) => `${name}: $${name}`).join(", ");
  return {
    query: pretty(
      `mutation ${capital(field.name)}(${declared}) { ${field.name}(${given})${selectionIn(field, 1)} }`,
    ),
    variables: jsonOf(
      Object.fromEntries(args.map(({ name, type }) => [name, sampleOf(type, name)])),
    ),
  };
}

/** The text as the printer of GraphQL has it. Throws where it is not GraphQL. */
export function pretty(text: string): string {
  return print(parse(text));
}

function exampleList(schema: GraphQLSchema): Field | undefined {
  const lists = fieldsOf(schema.getQueryType() ?? undefined).filter(isOpenList);
  return lists.find((field) => fieldsOf(objectOf(field)).some(isOpenList)) ?? lists[0];
}

/** A list of objects that needs no arguments. */
function isOpenList(field: Field): boolean {
  return (
    isListType(getNullableType(field.type)) &&
    objectOf(field) !== undefined &&
    !field.args.some(isRequiredArgument)
  );
}

function inputsOf(field: Field) {
  return field.args.filter(
    (arg) => isRequiredArgument(arg) && isInputObjectType(getNamedType(arg.type)),
  );
}

function objectOf({ type }: Field): GraphQLObjectType | undefined {
  const named = getNamedType(type);
  return isObjectType(named) ? named : undefined;
}

function fieldsOf(type: GraphQLObjectType | undefined): readonly Field[] {
  return type === undefined ? [] : Object.values(type.getFields());
}

/** @param depth how many levels of objects follow the leaves. */
function selectionIn(field: Field, depth = 0): string {
  const type = objectOf(field);
  if (type === undefined) return "";
  const inner =
    depth === 0
      ? []
      : fieldsOf(type)
          .filter((one) => objectOf(one) !== undefined && !one.args.some(isRequiredArgument))
          .map((one) => `${one.name}${selectionIn(one, depth - 1)}`);
  const all = [leavesOf(type), ...inner].filter((text) => text !== "");
  return all.length === 0 ? " { __typename }" : ` { ${all.join(" ")} }`;
}

function leavesOf(type: GraphQLObjectType): string {
  return fieldsOf(type)
    .filter((one) => isLeafType(getNamedType(one.type)) && !one.args.some(isRequiredArgument))
    .slice(0, MAX_LEAVES)
    .map(({ name }) => name)
    .join(" ");
}

function sampleOf(type: GraphQLInputType, name: string, depth = 0): Value {
  const bare = getNullableType(type);
  if (isListType(bare)) return [];
  if (isEnumType(bare)) return bare.getValues()[0]?.name ?? "";
  if (isInputObjectType(bare))
    return Object.fromEntries(
      Object.values(bare.getFields())
        .filter((one) => isRequiredInputField(one) && depth < MAX_DEPTH)
        .map((one) => [one.name, sampleOf(one.type, one.name, depth + 1)]),
    );
  if (String(bare) === "Int" || String(bare) === "Float") return 1;
  return String(bare) === "Boolean" ? true : `example-${name}`;
}

function jsonOf(value: Value): string {
  return JSON.stringify(value, undefined, 2);
}

function capital(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
