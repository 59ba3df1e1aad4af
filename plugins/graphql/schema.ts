/** The executable schema of a registry. */
import { buildSchema, isObjectType, type GraphQLFieldResolver, type GraphQLSchema } from "graphql";
import type { Registry } from "waymark";
import type { QueryContext } from "./context.ts";
import { graphqlModel, type GraphqlRead } from "./derive/model.ts";
import { inputNames } from "./input-value.ts";
import { searchOf, type Arguments } from "./search.ts";
import { writeOf } from "./write.ts";

type Resolver = GraphQLFieldResolver<unknown, QueryContext, Arguments>;
type Path = Parameters<Resolver>[3]["path"];

export function executableSchema(registry: Registry): GraphQLSchema {
  const { sdl, reads, writes, renamed, renamedInputs } = graphqlModel(registry);
  const schema = buildSchema(sdl);
  const add = (type: string, field: string, resolver: Resolver) => {
    const object = schema.getType(type);
    const declared = isObjectType(object) ? object.getFields()[field] : undefined;
    if (declared === undefined) throw new Error(`the GraphQL schema has no field ${type}.${field}`);
    declared.resolve = resolver;
  };
  add("Query", "service", () => registry.app.name);
  add("Query", "version", () => registry.app.version);
  for (const read of reads)
    add(read.type, read.field, limited(read.type === "Query" ? rootOf(read) : relationOf(read)));
  const names = inputNames(renamedInputs);
  for (const write of writes) {
    const route = registry.route(write.ref);
    if (route !== undefined) add("Mutation", write.field, limited(writeOf(route, write, names)));
  }
  for (const { type, field, source } of renamed)
    add(type, field, (object, _args, { size }, { fieldNodes }) =>
      size.add(memberOf(object, source), fieldNodes),
    );
  return schema;
}

/** Resolves members of what was read, never what objects inherit: a field may be called `constructor`. */
export const memberResolver: Resolver = (object, _args, { size }, { fieldName, fieldNodes }) =>
  size.add(memberOf(object, fieldName), fieldNodes);

function memberOf(object: unknown, name: string): unknown {
  return typeof object === "object" && object !== null && Object.hasOwn(object, name)
    ? Reflect.get(object, name)
    : undefined;
}

/** Counts errors of an answer where they are thrown, because the executor needs long to say where each belongs. */
function limited(resolve: Resolver): Resolver {
  return (object, args, context, info) => {
    try {
      const value = resolve(object, args, context, info);
      return value instanceof Promise ? value.catch(context.fail) : value;
    } catch (error) {
      return context.fail(error);
    }
  };
}

function rootOf({ ref, bindings }: GraphqlRead): Resolver {
  return (_object, args, context, { path, fieldNodes }) => {
    const params = Object.entries(bindings).map(([name, arg]) => [name, String(args[arg])]);
    const search = searchOf(args, Object.values(bindings));
    const field = { path: pathText(path), nodes: fieldNodes };
    return context.read(ref, Object.fromEntries(params), search, field);
  };
}

function relationOf({ ref, bindings, list }: GraphqlRead): Resolver {
  return (object, args, context, { path, fieldNodes }) => {
    const params: Record<string, string> = {};
    for (const [name, field] of Object.entries(bindings)) {
      const value = memberOf(object, field);
      if (value === undefined || value === null) return null; // it relates to nothing
      params[name] = String(value);
    }
    const search = searchOf(args, []);
    const field = { path: pathText(path), nodes: fieldNodes };
    return list
      ? context.readWithOthers(ref, params, search, field)
      : context.read(ref, params, search, field);
  };
}

function pathText({ prev, key }: Path): string {
  return prev === undefined ? String(key) : `${pathText(prev)}.${key}`;
}
