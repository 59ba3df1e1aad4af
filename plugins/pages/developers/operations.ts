/** The operations of the API as people read and try them: those of the OpenAPI document, by plugin. */
import { openapiDocument, type Registry, type SealedRoute, toInputJsonSchema } from "waymark";
import { z } from "zod";
import type { FieldSchema, Group, Operation, OperationError, Parameter } from "./shared/model.ts";
import { sampleOf } from "./shared/sample.ts";

const Reference = z.object({ $ref: z.string() });
const ParameterObject = z.object({
  name: z.string(),
  in: z.enum(["path", "query", "header"]),
  description: z.string().optional(),
  required: z.boolean().optional(),
  style: z.string().optional(),
  schema: z.custom<FieldSchema>((value) => typeof value === "object"),
});
const ResponseObject = z.object({ description: z.string() });

/** What is read of the OpenAPI document. */
const Document = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        deprecated: z.boolean().optional(),
        parameters: z.array(z.union([Reference, ParameterObject])).default([]),
        responses: z.record(z.string(), z.union([Reference, ResponseObject])),
      }),
    ),
  ),
  components: z.object({
    parameters: z.record(z.string(), ParameterObject).default({}),
    responses: z.record(z.string(), ResponseObject).default({}),
  }),
});
type Document = z.output<typeof Document>;
type Described = Document["paths"][string][string];

const made = new WeakMap<Registry, Group[]>();

/** Every route of the API, grouped by plugin in the preset's order. Made once for a registry. */
export function operationGroups(registry: Registry): Group[] {
  let groups = made.get(registry);
  if (groups === undefined) made.set(registry, (groups = describe(registry)));
  return groups;
}

function describe(registry: Registry): Group[] {
  const document = Document.parse(openapiDocument(registry));
  const routes = registry.routes.filter(({ site }) => !site);
  const byPlugin = Map.groupBy(routes, ({ plugin }) => plugin);
  return registry.installed.flatMap(({ plugin: { id, summary } }): Group[] => {
    const own = byPlugin.get(id) ?? [];
    if (own.length === 0) return [];
    return [{ plugin: id, summary, operations: own.map((route) => toOperation(route, document)) }];
  });
}

function toOperation(route: SealedRoute, document: Document): Operation {
  const { ref, method, path, kind, mediaTypes, errorForms, declaration } = route;
  const described = document.paths[path]?.[method.toLowerCase()];
  const { summary, description, body } = declaration;
  const errorTypes = errorForms.filter(({ schema }) => schema !== undefined);
  return {
    ref,
    method,
    path,
    summary,
    ...(description === undefined ? {} : { description }),
    ...(described?.deprecated === true ? { deprecated: true } : {}),
    ...(kind === "stream" ? { stream: true } : {}),
    accepts: [...new Set([...mediaTypes, ...errorTypes.map(({ mediaType }) => mediaType)])],
    parameters: described === undefined ? [] : parametersOf(described, document),
    ...(body === undefined ? {} : { body: bodyOf(body) }),
    errors: described === undefined ? [] : errorsOf(described, document),
  };
}

function parametersOf({ parameters }: Described, { components }: Document): Parameter[] {
  return parameters.flatMap((parameter) =>
    "$ref" in parameter ? (components.parameters[nameOf(parameter.$ref)] ?? []) : parameter,
  );
}

/** What the document says of each error is a line for each code: `code`, a colon, its sentence. */
function errorsOf({ responses }: Described, { components }: Document): OperationError[] {
  return Object.entries(responses).flatMap(([status, response]) => {
    const description =
      "$ref" in response
        ? components.responses[nameOf(response.$ref)]?.description
        : response.description;
    return [...(description ?? "").matchAll(/^`([^`]+)`: (.+)$/gm)].map(
      ([, code = "", message = ""]) => ({ status: Number(status), code, message }),
    );
  });
}

function bodyOf(body: NonNullable<SealedRoute["declaration"]["body"]>): Operation["body"] {
  const { root, definitions } = toInputJsonSchema(body);
  const named = Object.keys(definitions).length === 0 ? {} : { $defs: definitions };
  const schema: FieldSchema = { ...root, ...named };
  return { schema, sample: JSON.stringify(sampleOf(schema), undefined, 2) };
}

function nameOf(ref: string): string {
  return ref.slice(ref.lastIndexOf("/") + 1);
}
