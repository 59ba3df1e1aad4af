/** GraphQL's ways to the data of routes: the fields of the query and of the mutation. */
import {
  buildSchema,
  getNamedType,
  isLeafType,
  isRequiredArgument,
  type GraphQLArgument,
} from "graphql";
import type { Door, Doors } from "waymark/conformance";
import { asObject, readJson, readObject } from "waymark/conformance";
import { graphqlModel } from "./derive/model.ts";
import { fromJson, inputNames } from "./input-value.ts";

const doors: Doors = (registry) => {
  const { sdl, reads, writes, renamedInputs } = graphqlModel(registry);
  const route = registry.route("postGraphql");
  if (route === undefined) return [];
  const schema = buildSchema(sdl);
  const names = inputNames(renamedInputs);

  /** Returns a door to the route that a field stands for; `content` is the argument that becomes the body. */
  function doorOf(
    operation: "query" | "mutation",
    ref: string,
    name: string,
    content?: string,
  ): Door {
    const type = operation === "query" ? schema.getQueryType() : schema.getMutationType();
    const field = type?.getFields()[name];
    if (field === undefined) throw new Error(`${name} is not a field of the ${operation}`);
    const body = field.args.find((argument) => argument.name === content);
    const selection = isLeafType(getNamedType(field.type)) ? "" : " { __typename }";
    return {
      reads: ref,
      request(params, sample) {
        const list = field.args.flatMap((argument) => {
          if (argument === body) return [`${argument.name}: $body`];
          const value = valueOf(argument, params[argument.name]);
          return value === undefined ? [] : [`${argument.name}: ${value}`];
        });
        const variable = body === undefined ? "" : `($body: ${body.type})`;
        const args = list.length === 0 ? "" : `(${list.join(", ")})`;
        const json = readJson({ body: Buffer.from(sample.body ?? "") });
        return {
          target: route?.path ?? "",
          question: {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify({
              query: `${operation}${variable} { ${name}${args}${selection} }`,
              ...(body && { variables: { body: fromJson(json, body.type, names) } }),
            }),
          },
        };
      },
      opens: (answer) => (asObject(readObject(answer)["data"])[name] ?? null) !== null,
    };
  }

  return [
    ...reads
      .filter(({ type }) => type === "Query")
      .map(({ ref, field }) => doorOf("query", ref, field)),
    ...writes.map(({ ref, field, body }) => doorOf("mutation", ref, field, body?.argument)),
  ];
};

/** Returns a parameter, or any value of a required argument: for If-Match, a value that always holds. */
function valueOf(argument: GraphQLArgument, parameter: string | undefined): string | undefined {
  if (parameter === undefined && !isRequiredArgument(argument)) return undefined;
  const type = getNamedType(argument.type).name;
  if (type === "Boolean") return parameter ?? "true";
  return type === "String" ? JSON.stringify(parameter ?? "*") : (parameter ?? "1");
}

export default doors;
