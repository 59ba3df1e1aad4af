/** The fields of the mutation: one for each route that writes, with a type of its own for the result. */
import type { Registry, Schema, SealedRoute } from "waymark";
import { bodiesOf, camelCase, fieldsOf, toInputJsonSchema, toJsonSchema } from "waymark/advanced";
import { writeHeadersOf } from "../../shared/operations/write-headers.ts";
import { fieldLine, parametersOf, pathArguments, queryParameters } from "./arguments.ts";
import { isWritten, qualifiedField } from "./fields.ts";
import { describe, isGraphqlName, schemaName } from "./names.ts";
import type { GraphqlTypes } from "./types.ts";

/** Field that writes through a route. Arguments for the parameters of the path have their names. */
export interface GraphqlWrite {
  readonly field: string;
  /** `plugin.routeId`. */
  readonly ref: string;
  /** Arguments by the header that each becomes. */
  readonly headers: Readonly<Record<string, string>>;
  /** Arguments that are query parameters. */
  readonly search: readonly string[];
  /** Argument that becomes the body. */
  readonly body: { readonly argument: string; readonly mediaType: string } | undefined;
  /** Field of the result that holds the body of the answer. */
  readonly resource: string | undefined;
}

const MERGE_PATCH = "application/merge-patch+json";
const JSON_PATCH = "application/json-patch+json";

/** Fields of results that are not the resource, with their descriptions. */
const RESULT = {
  status: "HTTP status of the write.",
  etag: "Entity tag of the resource as it is now; as `ifMatch` it makes the next write conditional.",
  location: "Path of the resource that was created.",
  replayed: "Whether this is the result of an earlier write with the same `idempotencyKey`.",
} as const;

export class Mutations {
  readonly #registry: Registry;
  readonly #types: GraphqlTypes;

  constructor(registry: Registry, types: GraphqlTypes) {
    this.#registry = registry;
    this.#types = types;
  }

  /** Derives the mutation. Its type's definition is empty if nothing is written: GraphQL has no type without fields. */
  run(): { readonly sdl: string; readonly writes: readonly GraphqlWrite[] } {
    const fields = new Map<string, readonly [line: string, write: GraphqlWrite]>();
    for (const route of this.#registry.routes.filter(isWritten)) {
      // Two plugins may share a name if the plugin is off, and its validation did not run.
      const name = fields.has(route.id) ? qualifiedField(route) : route.id;
      fields.set(name, this.#field(route, name));
    }
    const lines = [...fields.values()].map(([line]) => line);
    return {
      sdl: lines.length === 0 ? "" : `type Mutation {\n${lines.join("\n")}\n}`,
      writes: [...fields.values()].map(([, write]) => write),
    };
  }

  #field(route: SealedRoute, name: string): readonly [line: string, write: GraphqlWrite] {
    const taken = new Set(route.pattern.params);
    const isFree = (argument: string) => isGraphqlName(argument) && !taken.has(argument);
    const body = this.#body(route, isFree);
    if (body !== undefined) taken.add(body.argument);
    const search = queryParameters(route).filter((parameter) => isFree(parameter.name));
    for (const parameter of search) taken.add(parameter.name);
    const headers = headersOf(route).filter(({ argument }) => isFree(argument));
    const { type, resource } = this.#result(route, name);
    const args = [
      ...pathArguments(route),
      ...(body === undefined ? [] : [`${body.argument}: ${body.type}`]),
      ...search.map((parameter) => `${parameter.name}: ${parameter.type}`),
      ...headers.map(({ argument, type: text }) => `${argument}: ${text}`),
    ];
    return [
      fieldLine(route, name, args, type),
      {
        field: name,
        ref: route.ref,
        headers: Object.fromEntries(headers.map((header) => [header.name, header.argument])),
        search: search.map((parameter) => parameter.name),
        body,
        resource,
      },
    ];
  }

  /** Returns the body's argument: a merge patch if there is one, as GraphQL distinguishes null from absent fields. */
  #body({ id, declaration }: SealedRoute, isFree: (argument: string) => boolean) {
    const bodies = Object.entries(bodiesOf(declaration));
    const [mediaType, schema] = bodies.find(([type]) => type === MERGE_PATCH) ?? bodies[0] ?? [];
    if (mediaType === undefined || schema === undefined) return undefined;
    const preferred = declaration.method === "PATCH" ? "patch" : "input";
    const argument = [preferred, "body", "content"].find(isFree) ?? `${preferred}_`;
    return { argument, mediaType, type: this.#written(id, mediaType, schema) };
  }

  #written(id: string, mediaType: string, schema: Schema): string {
    if (mediaType === JSON_PATCH) return "JSON!"; // values of any type
    const converted = toInputJsonSchema(schema);
    const name = schemaName(this.#registry, schema, converted);
    if (mediaType === MERGE_PATCH)
      return this.#types.written(converted, name ?? nounOf(id) ?? id, "patch");
    const type = this.#types.written(converted, name ?? id, "whole");
    const fields = [...fieldsOf(converted.root, converted.definitions).values()];
    const isOptional = type !== "JSON!" && fields.every(({ required }) => !required);
    return isOptional && fields.length > 0 ? `${type.slice(0, -1)} = {}` : type;
  }

  #result(route: SealedRoute, field: string) {
    const { answersAs, creates, represents, declaration } = route;
    const { returns, statuses = [] } = declaration;
    const noun = nounOf(route.id) ?? "";
    const resource = isGraphqlName(noun) && !Object.hasOwn(RESULT, noun) ? noun : "result";
    const lines: Record<string, string> = { status: lineOf("status", "Int!") };
    if (returns !== undefined) {
      const converted = toJsonSchema(returns);
      const name = schemaName(this.#registry, returns, converted) ?? `${field}Result`;
      lines[resource] = `  ${resource}: ${this.#types.of(converted, name, true)}`;
      if (answersAs !== undefined) lines["etag"] = lineOf("etag", "String");
    }
    if (creates !== undefined || (represents !== undefined && statuses.includes(201)))
      lines["location"] = lineOf("location", "String");
    if (declaration.idempotency === "key") lines["replayed"] = lineOf("replayed", "Boolean!");
    const description = `Result of \`${field}\`.`;
    return {
      type: this.#types.object(`${field}Payload`, description, lines),
      resource: returns === undefined ? undefined : resource,
    };
  }
}

function lineOf(name: keyof typeof RESULT, type: string): string {
  return `${describe(RESULT[name], "  ")}  ${name}: ${type}`;
}

/** Returns `createBooking` as `booking`; undefined for an id of one word. */
function nounOf(id: string): string | undefined {
  const noun = /^[a-z0-9]+([A-Z]\w*)$/.exec(id)?.[1];
  return noun && noun.charAt(0).toLowerCase() + noun.slice(1);
}

/** Returns the headers that a client may send: declared by the route, and for conditions and repetitions. */
function headersOf(route: SealedRoute) {
  const types = new Map<string, string>();
  for (const [name, { required }] of writeHeadersOf(route))
    types.set(name, required ? "String!" : "String");
  for (const { name, type } of parametersOf(route.declaration.headers)) types.set(name, type);
  return [...types].map(([name, type]) => ({
    name,
    type,
    argument: camelCase(name),
  }));
}
