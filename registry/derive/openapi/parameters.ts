/** The inputs of an operation: parameters of the path and the query, and the request headers of its policies. */
import type { Registry } from "../../contract/registry.ts";
import type { SealedRoute } from "../../contract/sealed-route.ts";
import { spellHeader } from "../../contract/header.ts";
import type { JsonSchema } from "../../schema/json-schema.ts";
import { toInputJsonSchema } from "../../schema/convert.ts";
import type { Schema } from "../../schema/schema.ts";
import type { OperationContext } from "./context.ts";
import { toOpenApi30 } from "./schema.ts";
import type { Parameter, Reference } from "./types.ts";

/** Request headers that OpenAPI leaves to `content`, `requestBody` and `security` (3.0.4, section 4.7.12.1). */
const NO_PARAMETERS: ReadonlySet<string> = new Set(["accept", "content-type", "authorization"]);
const ANY_TEXT: JsonSchema = { type: "string" };

export function parametersOf(
  route: SealedRoute,
  { registry, components }: OperationContext,
): (Parameter | Reference)[] {
  const { params, query } = route.declaration;
  const pathSchemas = params === undefined ? {} : (toInputJsonSchema(params).root.properties ?? {});
  const inPath = route.pattern.params.map((name): Parameter => {
    const { description, ...schema } = toOpenApi30(pathSchemas[name] ?? ANY_TEXT);
    return {
      name,
      in: "path",
      ...(description === undefined ? {} : { description }),
      required: true,
      schema,
    };
  });
  const inQuery = query === undefined ? [] : queryParameters(query);
  const ofList = (route.engine?.parameters ?? []).map(
    ({ name, description, schema, style }): Parameter => ({
      name,
      in: "query",
      description,
      ...(style === undefined ? {} : { style, explode: true }),
      schema: toOpenApi30(schema),
    }),
  );
  return [
    ...inPath,
    ...inQuery,
    ...ofList.map((one) => components.parameter(one)),
    ...languageParameter(route, components),
    ...headerParameters(route, { registry, components }),
  ];
}

/** Where there is a choice of languages. */
function languageParameter(
  { declaration: { languages = [] } }: SealedRoute,
  components: OperationContext["components"],
): (Parameter | Reference)[] {
  if (languages.length < 2) return [];
  return [
    components.parameter({
      name: "Accept-Language",
      in: "header",
      description: `Languages that the client reads. On offer: ${languages.join(", ")}.`,
      schema: { type: "string" },
    }),
  ];
}

function queryParameters(query: Schema): Parameter[] {
  const { root } = toInputJsonSchema(query);
  return Object.entries(root.properties ?? {}).map(([name, property]) => {
    const { description, ...schema } = toOpenApi30(property);
    const required = root.required?.includes(name) === true;
    return {
      name,
      in: "query",
      ...(description === undefined ? {} : { description }),
      ...(required ? { required } : {}),
      schema,
    };
  });
}

function headerParameters(
  route: SealedRoute,
  { registry, components }: Pick<OperationContext, "registry" | "components">,
): (Parameter | Reference)[] {
  const parameters = new Map<string, Parameter | Reference>();
  for (const { policy, compiled } of route.policies) {
    for (const [name, { description, schema = ANY_TEXT }] of Object.entries(policy.reads ?? {})) {
      const matters = compiled.reads?.includes(name) ?? true;
      if (!matters || NO_PARAMETERS.has(name) || parameters.has(name)) continue;
      const parameter = components.readHeader(`${policy.id} ${name}`, () => ({
        name: spellHeader(name, responseHeaders(registry)),
        in: "header",
        description,
        schema: toOpenApi30(schema),
      }));
      parameters.set(name, parameter);
    }
  }
  return [...parameters.values()];
}

function responseHeaders({ policies }: Registry): readonly string[] {
  return policies.flatMap(({ policy }) => Object.keys(policy.writes ?? {}));
}
