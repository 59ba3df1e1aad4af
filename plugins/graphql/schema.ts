/** The executable schema of a registry. */
import { makeExecutableSchema } from "@graphql-tools/schema";
import { GraphQLError, type GraphQLFieldResolver, type GraphQLSchema } from "graphql";
import type { Registry } from "waymark";
import type { QueryContext } from "./context.ts";
import { graphqlModel, type GraphqlRead } from "./derive/model.ts";

type Arguments = Readonly<Record<string, unknown>>;
type Resolver = GraphQLFieldResolver<unknown, QueryContext, Arguments>;
type Path = Parameters<Resolver>[3]["path"];

export function executableSchema(registry: Registry): GraphQLSchema {
  const { sdl, reads, renamed } = graphqlModel(registry);
  const resolvers: Record<string, Record<string, Resolver>> = Object.create(null);
  const add = (type: string, field: string, resolver: Resolver) => {
    // Without a prototype: for a field called `constructor` the library would find one there.
    (resolvers[type] ??= Object.create(null) as Record<string, Resolver>)[field] = resolver;
  };
  add("Query", "service", () => registry.app.name);
  add("Query", "version", () => registry.app.version);
  for (const read of reads)
    add(read.type, read.field, limited(read.type === "Query" ? rootOf(read) : relationOf(read)));
  for (const { type, field, source } of renamed)
    add(type, field, (object, _args, { size }, { fieldNodes }) =>
      size.add(memberOf(object, source), fieldNodes),
    );
  return makeExecutableSchema({ typeDefs: sdl, resolvers });
}

/** Fields are members of what was read, never what objects inherit: a field may be called `constructor`. */
export const memberResolver: Resolver = (object, _args, { size }, { fieldName, fieldNodes }) =>
  size.add(memberOf(object, fieldName), fieldNodes);

function memberOf(object: unknown, name: string): unknown {
  return typeof object === "object" && object !== null && Object.hasOwn(object, name)
    ? Reflect.get(object, name)
    : undefined;
}

/** Errors of an answer are counted where they are thrown, because the executor needs long to say where each belongs. */
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

/** Arguments as the query string that they stand for. */
function searchOf(args: Arguments, taken: readonly string[]): string {
  const pairs = Object.entries(args)
    .filter(([name]) => !taken.includes(name))
    .flatMap(([name, value]) => pairsOf(name, value));
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs)}`;
}

/** `filter: { name: { contains: "a" } }` as `filter[name][contains]=a`. Null counts as an absent argument. */
function pairsOf(name: string, value: unknown): [string, string][] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return [[name, value.map(withoutComma).join(",")]];
  if (typeof value !== "object") return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, inner]) => pairsOf(`${name}[${key}]`, inner));
}

/** In a query string commas separate the values of a list, so none of them can have one. */
function withoutComma(value: unknown): string {
  const text = String(value);
  if (!text.includes(",")) return text;
  throw new GraphQLError("A value of `in` has a comma, which separates values. Use `eq` for it.", {
    extensions: { code: "bad-request" },
  });
}

function pathText({ prev, key }: Path): string {
  return prev === undefined ? String(key) : `${pathText(prev)}.${key}`;
}
