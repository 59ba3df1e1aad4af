/** Inputs of an operation: parameters of the path and the query, and the request headers that matter to it. */
import type { JsonSchema, Registry, SealedRoute } from "waymark";
import {
  getOrMake,
  policyParameters,
  readHeadersOf,
  spellHeader,
  toInputJsonSchema,
} from "waymark/advanced";
import { examplesOf } from "./examples.ts";
import { exampleOf } from "./sample.ts";

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly description?: string | undefined;
  readonly required?: true;
  /** Style `filter[name][operator]=value`. */
  readonly style?: "deepObject";
  readonly schema: JsonSchema;
  /** Name under which documents may have it once for many operations; undefined if it is of this operation alone. */
  readonly shared?: string;
}

/** Request headers that say how to read and write bodies, or who asks: none of them is a parameter. */
const NO_PARAMETERS: ReadonlySet<string> = new Set(["accept", "content-type", "authorization"]);
const ANY_TEXT: JsonSchema = { type: "string" };

/** Returns the parameters of the path, the query and the header, in this order. */
export function parametersOf(route: SealedRoute, registry: Registry): readonly Parameter[] {
  const { params, query, headers, languages = [] } = route.declaration;
  const inPath = params && toInputJsonSchema(params).root.properties;
  const inHeader = headers && toInputJsonSchema(headers).root;
  const ofList = (route.engine?.parameters ?? []).map(
    ({ name, description, schema, style }): Parameter => ({
      name,
      in: "query",
      description,
      ...(style === undefined ? {} : { style }),
      schema,
      shared: name,
    }),
  );
  return [
    ...route.pattern.params.map((name): Parameter => {
      const schema = withExample(inPath?.[name] ?? ANY_TEXT, name, route, registry);
      return { name, in: "path", description: schema.description, required: true, schema };
    }),
    ...(query === undefined ? [] : membersOf(toInputJsonSchema(query).root, "query")),
    ...ofList,
    ...policyParameters(route).flatMap(({ schema }) =>
      membersOf(toInputJsonSchema(schema).root, "query").map(
        ({ required: _, ...parameter }): Parameter => ({ ...parameter, shared: parameter.name }),
      ),
    ),
    ...(languages.length < 2 ? [] : [languageHeader(languages)]),
    ...(inHeader === undefined ? [] : membersOf(inHeader, "header"))
      .filter(({ name }) => !NO_PARAMETERS.has(name))
      .map((parameter) => ({ ...parameter, name: spellHeader(parameter.name) })),
    ...policyHeaders(route, registry, Object.keys(inHeader?.properties ?? {})),
  ];
}

/** Adds the value of a row to the schema of a path parameter without an example. */
function withExample(
  schema: JsonSchema,
  name: string,
  route: SealedRoute,
  registry: Registry,
): JsonSchema {
  const value =
    exampleOf(schema) === undefined ? examplesOf(registry).ofPathParameter(route, name) : undefined;
  return value === undefined ? schema : { ...schema, examples: [value] };
}

function membersOf(
  { properties = {}, required = [] }: JsonSchema,
  place: Parameter["in"],
): readonly Parameter[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    description: schema.description,
    ...(required.includes(name) ? { required: true } : {}),
    schema,
  }));
}

function languageHeader(languages: readonly string[]): Parameter {
  return {
    name: "Accept-Language",
    in: "header",
    description: `Languages that the client reads. On offer: ${languages.join(", ")}.`,
    schema: ANY_TEXT,
    shared: "Accept-Language",
  };
}

const headersByRegistry = new WeakMap<Registry, Map<string, Parameter>>();

/** Returns the headers that policies read; the same object for the same meaning, as routes share them. */
function policyHeaders(
  route: SealedRoute,
  registry: Registry,
  declared: readonly string[],
): readonly Parameter[] {
  const known = getOrMake(headersByRegistry, registry, () => new Map<string, Parameter>());
  return readHeadersOf(route)
    .filter(({ name }) => !NO_PARAMETERS.has(name) && !declared.includes(name))
    .map(({ name, reader, variant, description, required, schema = ANY_TEXT }) =>
      getOrMake(known, `${reader} ${name}${variant}`, () => {
        const spelled = spellHeader(
          name,
          registry.policies.flatMap(({ policy }) => Object.keys(policy.writes ?? {})),
        );
        return {
          name: spelled,
          in: "header",
          description,
          ...(required ? { required } : {}),
          schema,
          shared: `${spelled}${variant}`,
        };
      }),
    );
}
