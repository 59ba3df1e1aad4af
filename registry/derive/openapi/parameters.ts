/** The inputs of an operation: parameters of the path and the query, and the request headers of its policies. */
import { policyParameters, type SealedRoute } from "../../contract/route/sealed-route.ts";
import { spellHeader } from "../../contract/policy/headers.ts";
import type { JsonSchema } from "../../schema/json-schema.ts";
import { toInputJsonSchema } from "../../schema/convert.ts";
import { readHeadersOf } from "../read-headers.ts";
import type { OperationContext } from "./components.ts";
import { toOpenApi30 } from "./schema.ts";
import type { Parameter, Reference } from "./types.ts";

/** Request headers that OpenAPI leaves to `content`, `requestBody` and `security` (3.0.4, section 4.7.12.1). */
const NO_PARAMETERS: ReadonlySet<string> = new Set(["accept", "content-type", "authorization"]);
const ANY_TEXT: JsonSchema = { type: "string" };

export function parametersOf(
  route: SealedRoute,
  { registry, components }: OperationContext,
): (Parameter | Reference)[] {
  const { params, query, headers, languages = [] } = route.declaration;
  const inPath = params && toInputJsonSchema(params).root.properties;
  const inQuery = query && toInputJsonSchema(query).root;
  const inHeader = headers && toInputJsonSchema(headers).root;
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
    ...route.pattern.params.map((name) =>
      describeParameter("path", name, inPath?.[name] ?? ANY_TEXT, true),
    ),
    ...Object.entries(inQuery?.properties ?? {}).map(([name, schema]) =>
      describeParameter("query", name, schema, inQuery?.required?.includes(name) === true),
    ),
    ...ofList.map((one) => components.parameter(one)),
    ...policyParameters(route).flatMap(({ schema }) =>
      Object.entries(toInputJsonSchema(schema).root.properties ?? {}).map(([name, property]) =>
        components.parameter(describeParameter("query", name, property, false)),
      ),
    ),
    ...(languages.length < 2
      ? []
      : [
          components.parameter({
            name: "Accept-Language",
            in: "header",
            description: `Languages that the client reads. On offer: ${languages.join(", ")}.`,
            schema: { type: "string" },
          }),
        ]),
    ...Object.entries(inHeader?.properties ?? {})
      .filter(([name]) => !NO_PARAMETERS.has(name))
      .map(([name, schema]) =>
        describeParameter(
          "header",
          spellHeader(name),
          schema,
          inHeader?.required?.includes(name) === true,
        ),
      ),
    ...headerParameters(route, { registry, components }, Object.keys(inHeader?.properties ?? {})),
  ];
}

function describeParameter(
  place: Parameter["in"],
  name: string,
  property: JsonSchema,
  required: boolean,
): Parameter {
  const { description, ...schema } = toOpenApi30(property);
  return {
    name,
    in: place,
    ...(description === undefined ? {} : { description }),
    ...(required ? { required } : {}),
    schema,
  };
}

function headerParameters(
  route: SealedRoute,
  { registry, components }: Pick<OperationContext, "registry" | "components">,
  declared: readonly string[],
): (Parameter | Reference)[] {
  return readHeadersOf(route)
    .filter(({ name }) => !NO_PARAMETERS.has(name) && !declared.includes(name))
    .map((header) =>
      components.readHeader(header, () => ({
        name: spellHeader(
          header.name,
          registry.policies.flatMap((owner) => Object.keys(owner.policy.writes ?? {})),
        ),
        in: "header",
        description: header.description,
        ...(header.required ? { required: true } : {}),
        schema: toOpenApi30(header.schema ?? ANY_TEXT),
      })),
    );
}
