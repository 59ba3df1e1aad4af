/**
 * The GraphQL schema of a registry: every list and every resource with a published type is a field of the query, every
 * write a field of the mutation.
 */
import type { JsonSchema, Registry, Schema, SealedRoute } from "waymark";
import { relatedRoute, toJsonSchema } from "waymark/advanced";
import { fieldLine, pathArguments, queryParameters, scalarOf } from "./arguments.ts";
import { FACTS, isFact, isRead, qualifiedField, rootFields } from "./fields.ts";
import { Mutations, type GraphqlWrite } from "./mutations.ts";
import { describe, isGraphqlName, schemaName } from "./names.ts";
import { GraphqlTypes, type Renamed } from "./types.ts";

/** Field that reads a route. */
export interface GraphqlRead {
  readonly type: string;
  readonly field: string;
  /** `plugin.routeId`. */
  readonly ref: string;
  readonly list: boolean;
  /** Parameters of the route's path: on the query from arguments, elsewhere from fields of the object. */
  readonly bindings: Bindings;
}
type Bindings = Readonly<Record<string, string>>;

/** GraphQL schema of a registry, with the route behind each field that reads one. */
interface GraphqlModel {
  /** GraphQL schema in the schema definition language. */
  readonly sdl: string;
  /** Arguments that are not path parameters are query parameters of the same name. */
  readonly reads: readonly GraphqlRead[];
  readonly writes: readonly GraphqlWrite[];
  readonly renamed: readonly Renamed[];
  readonly renamedInputs: readonly Renamed[];
  /** Relations that have no field, as a member of the object has their name. */
  readonly hidden: readonly HiddenRelation[];
}

interface HiddenRelation {
  readonly route: string;
  readonly type: string;
  readonly field: string;
}

/** Derives the model of the routes that are on. Equal registries have equal models. */
export function graphqlModel(registry: Registry): GraphqlModel {
  return new Derivation(registry).run();
}

class Derivation {
  readonly #registry: Registry;
  readonly #types = new GraphqlTypes();
  readonly #query = new Map<string, string>(
    Object.entries(FACTS).map(([name, text]) => [
      name,
      `${describe(text, "  ")}  ${name}: String!`,
    ]),
  );
  readonly #reads: GraphqlRead[] = [];
  readonly #hidden: HiddenRelation[] = [];

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  run(): GraphqlModel {
    const related: (() => void)[] = [];
    const names = rootFields(this.#registry.routes);
    for (const route of this.#registry.routes.filter((one) => isRead(one) && !isFact(one))) {
      const type = this.#typeOf(route);
      const name = names.get(route);
      if (name !== undefined) this.#addRoot(route, name, type);
      related.push(() => this.#addRelations(route, bare(type)));
    }
    for (const add of related) add(); // when all types have their own fields
    const { sdl: mutation, writes } = new Mutations(this.#registry, this.#types).run();
    const query = `type Query {\n${[...this.#query.values()].join("\n")}\n}`;
    const types = this.#types.toSdl();
    const json = /^ {2}\w.*: \[*JSON\b/m.test([query, mutation, types].join("\n"))
      ? [`${describe("Any JSON value.")}scalar JSON`]
      : [];
    return {
      sdl: [query, mutation, types, ...json].filter((part) => part !== "").join("\n\n"),
      reads: this.#reads,
      writes,
      renamed: this.#types.renamed,
      renamedInputs: this.#types.renamedInputs,
      hidden: this.#hidden,
    };
  }

  /** Returns the type of a route's field. Reading may fail, so it is never required. */
  #typeOf({ declaration: { list, returns }, schema = "" }: SealedRoute): string {
    if (list === undefined) return this.#named(returns, schema);
    return `[${this.#named(list.of, `${list.name}Item`)}!]`;
  }

  #named(schema: Schema | undefined, fallback: string): string {
    if (schema === undefined) return "JSON";
    const converted = toJsonSchema(schema);
    const name = schemaName(this.#registry, schema, converted) ?? fallback;
    return this.#types.of(converted, name, true);
  }

  #addRoot(route: SealedRoute, preferred: string, type: string): void {
    // Two plugins may share a name if the plugin is off, and its validation did not run.
    const name = this.#query.has(preferred) ? qualifiedField(route) : preferred;
    const args = [...pathArguments(route), ...this.#queryArguments(route, bare(type))];
    this.#query.set(name, fieldLine(route, name, args, type));
    const bindings = Object.fromEntries(route.pattern.params.map((param) => [param, param]));
    this.#addRead(route, "Query", name, bindings);
  }

  /** Adds relations from an object to its parts; the others are fields of the query already. */
  #addRelations(route: SealedRoute, type: string): void {
    const { list, relations = {} } = route.declaration;
    // `item` leads from an object to itself.
    const { item: _, ...ofItems } = list?.relations ?? {};
    for (const [field, relation] of Object.entries(list ? ofItems : relations)) {
      const { target, bindings = {} } = relatedRoute(this.#registry, route.plugin, relation) ?? {};
      if (target === undefined || !isRead(target) || !isGraphqlName(field)) continue;
      const sources = Object.values(bindings);
      if (sources.length === 0 || !sources.every((source) => this.#types.hasField(type, source)))
        continue;
      const targetType = this.#typeOf(target);
      // A cursor belongs to one list, and here are as many as there are objects.
      const args = this.#queryArguments(target, bare(targetType)).filter(
        (line) => !line.startsWith("cursor:"),
      );
      if (this.#types.addField(type, field, fieldLine(target, field, args, targetType)))
        this.#addRead(target, type, field, bindings);
      else if (!this.#reads.some((read) => read.type === type && read.field === field))
        this.#hidden.push({ route: route.ref, type, field });
    }
  }

  #addRead({ ref, kind }: SealedRoute, type: string, field: string, bindings: Bindings): void {
    this.#reads.push({ type, field, ref, list: kind === "list", bindings });
  }

  /** Returns query parameters as the list engine or the route describes them. Fields are chosen by the query. */
  #queryArguments(route: SealedRoute, type: string): string[] {
    const ofList = route.engine?.parameters ?? [];
    const taken = new Set(route.pattern.params);
    return [
      ...ofList.map(({ name, schema, style }) => ({
        name,
        type: style === "deepObject" ? this.#filter(schema, type) : scalarOf(schema),
      })),
      ...queryParameters(route),
    ]
      .filter(({ name }) => name !== "fields" && isGraphqlName(name) && !taken.has(name))
      .map(({ name, type: text }) => `${name}: ${text}`);
  }

  /** Returns conditions by field and operator. A field without a valid GraphQL name cannot be filtered by. */
  #filter({ properties = {} }: JsonSchema, type: string): string {
    const fields = Object.entries(properties).filter(([name]) => isGraphqlName(name));
    return this.#types.input(
      `${type}Filter`,
      Object.fromEntries(fields.map(([name, schema]) => [name, this.#conditions(schema)])),
    );
  }

  #conditions({ anyOf = [] }: JsonSchema): string {
    const operators = anyOf.flatMap(({ properties = {} }) => Object.entries(properties));
    const [base = "String"] = operators.map(([, schema]) => scalarOf(schema));
    const inputs = operators.map(([name]) => [name, name === "in" ? `[${base}!]` : base]);
    return this.#types.input(`${base}Filter`, Object.fromEntries(inputs));
  }
}

/** Returns `[OfficeWithHito!]` as `OfficeWithHito`. */
function bare(type: string): string {
  return type.replace(/[[\]!]/g, "");
}
