/** The dearest queries: every list under as many names as a query may have, alone and with the lists of its items. */
import {
  buildSchema,
  getNamedType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
  type GraphQLField,
  type GraphQLObjectType,
} from "graphql";
import { defineConformance } from "waymark/conformance";
import { graphqlModel } from "./derive/model.ts";

const ALIASES = 28;
/** Items of each: with fewer, the answer is not refused for its size. */
const LIMITS = [100, 200];

export default defineConformance({
  covers: {},
  dearest({ registry, nonce }) {
    const { sdl } = graphqlModel(registry);
    const route = registry.route("graphql.postGraphql");
    const query = buildSchema(sdl).getQueryType();
    if (route === undefined || query === undefined || query === null) return [];
    const lists = listsOf(query).filter(({ args }) => !args.some(isRequiredArgument));
    return lists.flatMap((list) =>
      [false, true].flatMap((isDeep) =>
        LIMITS.map((limit) => {
          const fields = fieldsOf(list, isDeep);
          const some = list.args.some(({ name }) => name === "limit") ? `(limit: ${limit})` : "";
          const aliases = Array.from(
            { length: ALIASES },
            (_, index) => `a${index}: ${list.name}${some} { ${fields} }`,
          );
          return {
            name: `${ALIASES} times ${list.name}${some}${isDeep ? ", with their lists" : ""}`,
            target: route.path,
            question: {
              method: "POST",
              headers: { "content-type": "application/json" },
              body: JSON.stringify({ query: `#${nonce}\n{ ${aliases.join(" ")} }` }),
            },
          };
        }),
      ),
    );
  },
});

type Field = GraphQLField<unknown, unknown>;

function listsOf(type: GraphQLObjectType): readonly Field[] {
  return Object.values(type.getFields()).filter(({ type: of }) => isListType(of));
}

/** Returns the fields of a list's items, as few as its tokens allow. */
function fieldsOf({ type }: Field, isDeep: boolean): string {
  const item = getNamedType(type);
  if (!isObjectType(item)) return "";
  const leaves = Object.values(item.getFields()).filter((field) =>
    isLeafType(getNamedType(field.type)),
  );
  const names = leaves.slice(0, isDeep ? 3 : 20).map(({ name }) => name);
  const inner = listsOf(item).filter((list) => isObjectType(getNamedType(list.type)) && isDeep);
  return [...names, ...inner.map((list) => `${list.name} { ${fieldsOf(list, false)} }`)].join(" ");
}
