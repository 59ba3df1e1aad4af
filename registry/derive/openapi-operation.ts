/** One route as an OpenAPI operation: what it reads and every answer it may give. */
import { kernelErrors, type KernelErrorCode } from "../errors.ts";
import type { BoundPolicy, CatalogEntry, HeaderPlan, Registry, SealedRoute } from "../registry.ts";
import { toInputJsonSchema, toJsonSchema, type JsonSchema, type Schema } from "../schema.ts";
import type { Components } from "./openapi-components.ts";
import { toOpenApi30, type JsonSchema30 } from "./openapi-schema.ts";
import type { MediaType, Operation, Parameter, Reference, Response } from "./openapi-types.ts";

/** Descriptions of headers that the kernel owns. */
const KERNEL_HEADER_TEXTS: Readonly<Record<string, string>> = {
  Vary: "The request headers that this answer depends on.",
  Location: "Where to go instead.",
  "Retry-After": "Seconds until a retry makes sense.",
};
/** Request headers that OpenAPI leaves to `content`, `requestBody` and `security` (3.0.4, section 4.7.12.1). */
const NO_PARAMETERS: readonly string[] = ["accept", "content-type", "authorization"];

export interface OperationContext {
  readonly registry: Registry;
  readonly components: Components;
  readonly operationId: string;
}

export function describeOperation(route: SealedRoute, context: OperationContext): Operation {
  const { declaration } = route;
  const parameters = parametersOf(route, context);
  return {
    tags: [route.plugin],
    operationId: context.operationId,
    summary: declaration.summary,
    ...(declaration.description === undefined ? {} : { description: declaration.description }),
    ...("deprecated" in declaration ? { deprecated: true } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(declaration.body === undefined ? {} : requestBodyOf(declaration.body, context)),
    responses: responsesOf(route, context),
  };
}

function parametersOf(route: SealedRoute, { components }: OperationContext): (Parameter | Reference)[] {
  const { params, query } = route.declaration;
  const pathSchemas = params === undefined ? {} : (toInputJsonSchema(params).root.properties ?? {});
  const inPath = route.pattern.params.map((name): Parameter => {
    const { description, ...schema } = inlined(pathSchemas[name] ?? { type: "string" });
    return { name, in: "path", ...(description === undefined ? {} : { description }), required: true, schema };
  });
  const inQuery = query === undefined ? [] : queryParameters(query);
  const ofList = route.policies.flatMap(({ compiled }) => compiled.list?.parameters ?? []).map(
    ({ name, description, schema, style }): Parameter => ({
      name,
      in: "query",
      description,
      ...(style === undefined ? {} : { style, explode: true }),
      schema: inlined(schema),
    }),
  );
  return [...inPath, ...inQuery, ...[...ofList, ...headerParameters(route)].map((one) => components.parameter(one))];
}

function queryParameters(query: Schema): Parameter[] {
  const { root } = toInputJsonSchema(query);
  return Object.entries(root.properties ?? {}).map(([name, property]) => {
    const { description, ...schema } = inlined(property);
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

/** Parameters are scalars and lists of them: they have no definitions to refer to. */
function inlined(schema: JsonSchema): JsonSchema30 {
  return toOpenApi30(schema);
}

function headerParameters(route: SealedRoute): Parameter[] {
  return route.policies.flatMap(({ policy, compiled }) => {
    const read = Object.entries(policy.reads ?? {});
    return read
      .filter(([name]) => !NO_PARAMETERS.includes(name) && (compiled.reads?.includes(name) ?? true))
      .map(([name, { description, schema }]): Parameter => ({
        name: spelled(name),
        in: "header",
        description,
        schema: inlined(schema ?? { type: "string" }),
      }));
  }).filter((parameter, index, all) => all.findIndex(({ name }) => name === parameter.name) === index);
}

/** `if-none-match` as `If-None-Match`. */
function spelled(name: string): string {
  return name.replace(/(^|-)[a-z]/g, (letters) => letters.toUpperCase());
}

function requestBodyOf(body: Schema, { components, operationId }: OperationContext): Pick<Operation, "requestBody"> {
  const schema = components.schema(toInputJsonSchema(body), capitalized(operationId));
  return { requestBody: { required: true, content: { "application/json": { schema } } } };
}

function responsesOf(route: SealedRoute, context: OperationContext): Operation["responses"] {
  const { registry, components } = context;
  const { declaration, plans } = route;
  const responses: Record<string, Response | Reference> = {};
  const headers = (plan: HeaderPlan, ...more: string[]) => describeHeaders(plan, more, context);

  if (declaration.redirect === undefined) {
    responses["200"] = { description: declaration.summary, headers: headers(plans.ok), content: contentOf(route, context) };
  } else {
    responses[declaration.redirect.status] = {
      description: declaration.summary,
      headers: headers(plans.redirect, "Location"),
    };
  }
  for (const status of declaration.statuses ?? []) {
    const outcome = status >= 400 ? "error" : "ok";
    const more = status === 503 || status === 429 ? ["Retry-After"] : [];
    responses[status] = {
      description: "The same body under another status; see the description.",
      headers: headers(plans[outcome], ...more),
      content: contentOf(route, context),
    };
  }
  if (declaration.redirect === undefined && route.policies.some(({ compiled }) => compiled.precondition !== undefined)) {
    responses["304"] = components.response("NotModified", {
      description: "The client's copy is still current.",
      headers: headers(plans.notModified),
    });
  }
  for (const [status, entries] of Map.groupBy(errorsOf(route, registry), (entry) => entry.status)) {
    if (responses[status] !== undefined) continue;
    const more = status === 503 || status === 429 ? ["Retry-After"] : [];
    responses[status] = components.response(`Error${status}`, {
      description: entries.map(({ code, message }) => `\`${code}\`: ${message}`).join("\n\n"),
      headers: headers(plans.error, ...more),
      content: errorContent(route, context),
    });
  }
  responses["default"] = components.response("Error", {
    description: "Any other error of the catalog.",
    headers: headers(plans.error),
    content: errorContent(route, context),
  });
  return responses;
}

function describeHeaders(plan: HeaderPlan, more: readonly string[], { registry, components }: OperationContext) {
  const names = [...plan.fixed.filter((_, index) => index % 2 === 0), ...plan.slots.map(({ name }) => name), ...more];
  const described = [...new Set(names)].toSorted().map((name) => {
    const writer = registry.policies.find(({ policy }) => Object.hasOwn(policy.writes ?? {}, name));
    const text = writer?.policy.writes?.[name] ?? KERNEL_HEADER_TEXTS[name] ?? "";
    return [name, components.header(name, text)] as const;
  });
  return Object.fromEntries(described);
}

function contentOf(route: SealedRoute, context: OperationContext): Readonly<Record<string, MediaType>> {
  const rendered = context.registry.installed.find(({ plugin }) => plugin.id === route.plugin)?.plugin.renderers?.[route.id];
  const schema = bodySchema(route, context);
  return Object.fromEntries(
    // A renderer may give a body another shape, so only what it was made from is described.
    route.mediaTypes.map((mediaType) => [mediaType, Object.hasOwn(rendered ?? {}, mediaType) ? {} : { schema }]),
  );
}

function bodySchema(route: SealedRoute, { components, operationId }: OperationContext): JsonSchema30 {
  const { returns, list } = route.declaration;
  if (list !== undefined) {
    const trims = route.policies.some(({ compiled }) => compiled.list !== undefined);
    const whole = components.published(list.name);
    return trims ? { anyOf: [whole, trimmedList(list, components)] } : whole;
  }
  return returns === undefined ? { type: "string" } : components.of(returns, capitalized(operationId));
}

/** What a list becomes when the client asks for some fields only: no field of an item can be relied on. */
function trimmedList({ of, as, name }: { of: Schema; as: string; name: string }, components: Components): JsonSchema30 {
  const { root, definitions } = toJsonSchema(of);
  const { required: _, ...item } = root;
  return {
    description: "Trimmed to the fields that the client asked for.",
    type: "object",
    properties: { [as]: { type: "array", items: components.schema({ root: item, definitions }, name) } },
    required: [as],
  };
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function errorContent(route: SealedRoute, { components }: OperationContext): Readonly<Record<string, MediaType>> {
  return Object.fromEntries(
    route.errorForms.map(({ mediaType, schema }) => [mediaType, { schema: components.published(schema) }]),
  );
}

/** Catalog entries that the route's declaration and its policies make possible; the rest is `default`. */
function errorsOf(route: SealedRoute, registry: Registry): readonly CatalogEntry[] {
  const { declaration } = route;
  const codes = new Set<string>(declaration.errors);
  const kernel: KernelErrorCode[] = [];
  if (declaration.query !== undefined || declaration.params !== undefined || declaration.list !== undefined) kernel.push("bad-request");
  if (route.mediaTypes.length > 0) kernel.push("not-acceptable");
  if (declaration.body !== undefined) {
    kernel.push("bad-request", "payload-too-large", "unsupported-media-type", "unprocessable-content");
  }
  for (const code of kernel) codes.add(code);
  for (const code of route.policies.flatMap((bound) => refusalsOf(bound, registry))) codes.add(code);
  return registry.errors
    .filter(({ code }) => codes.has(code))
    .toSorted((a, b) => a.status - b.status);
}

/** A policy that may refuse does so with an error that its plugin declares. */
function refusalsOf({ policy, compiled }: BoundPolicy, { policies, errors }: Registry): string[] {
  if (compiled.admit === undefined) return [];
  const owner = policies.find((entry) => entry.policy === policy)?.plugin;
  return errors.filter(({ plugin, code }) => plugin === owner && !Object.hasOwn(kernelErrors, code)).map(({ code }) => code);
}
