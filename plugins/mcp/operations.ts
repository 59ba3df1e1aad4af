/** The operations of the API as models see them: a name, arguments, and what a call needs. */
import type { JsonSchema, Registry, SealedRoute } from "waymark";
import {
  bodiesOf,
  bodyTypesOf,
  camelCase,
  fieldNames,
  getOrMake,
  mapSubschemas,
  requiredScopes,
  toInputJsonSchema,
  toJsonSchema,
  withDefinitions,
} from "waymark/advanced";
import { examplesOf } from "../shared/operations/examples.ts";
import { type Parameter, parametersOf } from "../shared/operations/parameters.ts";
import { writeHeadersOf } from "../shared/operations/write-headers.ts";
import { sharedSchema } from "./shared-schema.ts";

/** Call of an operation, as `call_operation` takes it. */
export interface OperationCall {
  readonly operation: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** An argument of an operation, with the parameter that it becomes. */
export interface Argument {
  readonly name: string;
  readonly parameter: Parameter;
  /** The values of a list are joined by commas. */
  readonly joined: boolean;
}

const MERGE_PATCH = "application/merge-patch+json";
const NOTHING = { root: {}, definitions: {} } as const;

/** An operation. Its parts are made when asked for, because a service may have thousands of operations. */
export class Operation {
  readonly route: SealedRoute;
  readonly #registry: Registry;
  #arguments: readonly Argument[] | undefined;
  #itemLinks: Readonly<Record<string, OperationCall>> | undefined;

  constructor(route: SealedRoute, registry: Registry) {
    this.route = route;
    this.#registry = registry;
  }

  /** `plugin.routeId`. */
  get name(): string {
    return this.route.ref;
  }
  get writes(): boolean {
    return this.route.method !== "GET";
  }
  get arguments(): readonly Argument[] {
    return (this.#arguments ??= argumentsOf(this.route, this.#registry));
  }
  /** Media type of the request body; undefined if it takes none. */
  get bodyType(): string | undefined {
    const types = bodyTypesOf(this.route);
    return types.find((type) => type === MERGE_PATCH) ?? types[0];
  }
  /** Names of arguments that a call must have. */
  get required(): readonly string[] {
    const named = this.arguments.filter(({ parameter }) => parameter.required === true);
    return [...named.map(({ name }) => name), ...(this.bodyType === undefined ? [] : ["body"])];
  }
  /** Fields of the items of a list; empty for other operations. */
  get fields(): readonly string[] {
    const { list } = this.route.declaration;
    return list === undefined ? [] : fieldNames(list.of);
  }

  /** Calls that lead on from each item of a list, by relation; `{id}` stands for the field `id` of the item. */
  get itemLinks(): Readonly<Record<string, OperationCall>> {
    return (this.#itemLinks ??= itemLinksOf(this.route, this.#registry));
  }

  /** Returns the operation in short, with what a call needs. */
  summary() {
    const { name, route, required, writes, fields } = this;
    const scopes = requiredScopes(route);
    const isConditional = route.declaration.preconditions === "required";
    const needs = {
      ...(required.length > 0 && { arguments: required }),
      ...(scopes !== undefined && { scopes }),
      ...(isConditional && { condition: "ifMatch, with the `etag` of an earlier read" }),
    };
    return {
      operation: name,
      method: route.method,
      path: route.path,
      summary: route.declaration.summary,
      ...(writes && { writes }),
      ...(Object.keys(needs).length > 0 && { needs }),
      ...(fields.length > 0 && { fields }),
    };
  }

  /** Returns the schema of the arguments, `fields` first. */
  inputSchema(): JsonSchema {
    const { required, bodyType = "", fields, route } = this;
    const body = bodiesOf(route.declaration)[bodyType];
    const { root, definitions } = body === undefined ? NOTHING : toInputJsonSchema(body);
    const { value } = examplesOf(this.#registry).ofBodies(route).get(bodyType) ?? {};
    const examples = value === undefined ? [] : [value];
    const properties = this.arguments.map(({ name, parameter, joined }) => {
      const { description = "", schema, style } = parameter;
      const item = isTrimming(parameter, route) ? { enum: fields } : { type: "string" as const };
      const form = style === undefined ? "" : " As an argument: `{ field: { operator: value } }`.";
      const shape: JsonSchema = joined ? { type: "array", items: item } : schema;
      return [name, { ...shape, description: `${description}${form}` }] as const;
    });
    return sharedSchema({
      type: "object",
      properties: {
        ...Object.fromEntries(properties),
        ...(body && { body: { ...root, examples } }),
      },
      ...(required.length > 0 && { required }),
      additionalProperties: false,
      $defs: definitions,
    });
  }

  /** Returns the schema of the body of an answer, which may be trimmed; undefined if it is not JSON. */
  answerSchema(): JsonSchema | undefined {
    const { list, returns } = this.route.declaration;
    const schema = list?.of ?? returns;
    if (schema === undefined) return undefined;
    const { root, definitions } = toJsonSchema(schema);
    const whole: JsonSchema =
      list === undefined
        ? withDefinitions({ root, definitions })
        : {
            type: "object",
            properties: { [list.as]: { type: "array", items: root } },
            $defs: definitions,
          };
    return sharedSchema(withoutDemands(whole));
  }

  /** Returns the hints for clients, which follow from the method. */
  annotations() {
    const { method, declaration } = this.route;
    if (!this.writes) return { readOnlyHint: true, openWorldHint: false };
    return {
      readOnlyHint: false,
      destructiveHint: method !== "POST",
      idempotentHint: declaration.idempotency === "natural",
      openWorldHint: false,
    };
  }
}

/** Returns a schema that holds for a part as well: an answer that was cut lacks members and ends of texts. */
function withoutDemands(schema: JsonSchema): JsonSchema {
  const { required: _, minItems: _items, minLength: _length, pattern: _pattern, ...rest } = schema;
  return mapSubschemas(rest, withoutDemands);
}

const operations = new WeakMap<Registry, ReadonlyMap<string, Operation>>();

/** Returns the operations by name, without this plugin's own. A redirect does not count: the route it leads to does. */
export function operationsOf(registry: Registry): ReadonlyMap<string, Operation> {
  return getOrMake(operations, registry, () => {
    const routes = registry.routes.filter(
      ({ site, kind, plugin }) => !site && kind !== "redirect" && plugin !== "mcp",
    );
    return new Map(routes.map((route) => [route.ref, new Operation(route, registry)]));
  });
}

function itemLinksOf({ itemRelations }: SealedRoute, registry: Registry) {
  const all = [...operationsOf(registry).values()];
  const calls = itemRelations.flatMap(({ rel, target, bindings }) => {
    const found = all.find(({ writes, route: { path } }) => !writes && path === target.path);
    if (found === undefined) return [];
    const args = Object.entries(bindings).map(([name, field]) => [name, `{${field}}`]);
    const call = { operation: found.name, arguments: Object.fromEntries(args) };
    return [[rel, call] as const];
  });
  return Object.fromEntries(calls);
}

function argumentsOf(route: SealedRoute, registry: Registry): readonly Argument[] {
  const taken = new Set(["body"]);
  // Of the headers of policies, models need what makes writes conditional and repeatable.
  const offered = writeHeadersOf(route);
  return parametersOf(route, registry)
    .filter(
      ({ name, in: place, shared }) =>
        place !== "header" || shared === undefined || offered.has(name.toLowerCase()),
    )
    .toSorted((one, other) => Number(isTrimming(other, route)) - Number(isTrimming(one, route)))
    .map((parameter) => {
      const { in: place, schema, shared } = parameter;
      let name = place === "header" ? camelCase(parameter.name) : parameter.name;
      while (taken.has(name)) name += "_";
      taken.add(name);
      const ofEngine = route.engine !== undefined && place === "query" && shared !== undefined;
      const joined = ofEngine && schema.type === "string" && name !== "cursor";
      return { name, parameter, joined };
    });
}

function isTrimming({ name, in: place }: Parameter, { engine }: SealedRoute): boolean {
  return place === "query" && engine?.trimmedBy?.includes(name) === true;
}
