/** The query to begin with, made from the schema that is on. */
import {
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
  parse,
  print,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
} from "graphql";

type Field = GraphQLField<unknown, unknown>;

const MOST_LEAVES = 4;
const MOST_LISTS = 2;

/** Returns a short list with lists inside, else any list; undefined if the schema has none. */
export function exampleQuery(schema: GraphQLSchema): string | undefined {
  const lists = fieldsOf(schema.getQueryType()).filter(isOpenList);
  const field = lists.find((one) => fieldsOf(itemOf(one)).some(isOpenList)) ?? lists[0];
  if (field === undefined) return undefined;
  const nested = fieldsOf(itemOf(field)).filter(isOpenList).slice(0, MOST_LISTS);
  const isSized = field.args.some(({ name, type }) => name === "limit" && String(type) === "Int");
  const inside = [leavesOf(field), ...nested.map((one) => `${one.name} { ${leavesOf(one)} }`)];
  return print(parse(`{ ${field.name}${isSized ? "(limit: 3)" : ""} { ${inside.join(" ")} } }`));
}

/** Checks for a list of objects that needs no arguments. */
function isOpenList(field: Field): boolean {
  const isList = isListType(getNullableType(field.type));
  return isList && itemOf(field) !== undefined && !field.args.some(isRequiredArgument);
}

function itemOf({ type }: Field): GraphQLObjectType | undefined {
  const named = getNamedType(type);
  return isObjectType(named) ? named : undefined;
}

function fieldsOf(type: GraphQLObjectType | null | undefined): readonly Field[] {
  return Object.values(type?.getFields() ?? {});
}

function leavesOf(field: Field): string {
  const leaves = fieldsOf(itemOf(field)).filter(
    ({ type, args }) => isLeafType(getNamedType(type)) && !args.some(isRequiredArgument),
  );
  const names = leaves.slice(0, MOST_LEAVES).map(({ name }) => name);
  return names.length === 0 ? "__typename" : names.join(" ");
}
