/** The operations of the OpenAPI document by plugin, in the form that the page and the playground show. */
import { openapiDocument, type Registry, type SealedRoute, toInputJsonSchema } from "waymark";
import { z } from "zod";
import {
  type FieldSchema,
  type Group,
  type Operation,
  type OperationError,
  Parameter,
} from "./shared/model.ts";
import { sampleOf } from "./shared/sample.ts";

const Reference = z.object({ $ref: z.string() });
const ResponseObject = z.object({ description: z.string() });

/** The parts of the OpenAPI document that the page needs. */
const Document = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        deprecated: z.boolean().optional(),
        parameters: z.array(z.union([Reference, Parameter])).default([]),
        responses: z.record(z.string(), z.union([Reference, ResponseObject])),
      }),
    ),
  ),
  components: z.object({
    parameters: z.record(z.string(), Parameter).default({}),
    responses: z.record(z.string(), ResponseObject).default({}),
  }),
});
type Document = z.output<typeof Document>;
type Described = Document["paths"][string][string];

const cache = new WeakMap<Registry, Group[]>();

/** Every route of the API, grouped by plugin in the preset's order. Computed once per registry. */
export function operationGroups(registry: Registry): Group[] {
  let groups = cache.get(registry);
  if (groups === undefined) cache.set(registry, (groups = describe(registry)));
  return groups;
}

function describe(registry: Registry): Group[] {
  const document = Document.parse(openapiDocument(registry));
  const routes = registry.routes.filter(({ site }) => !site);
  const byPlugin = Map.groupBy(routes, ({ plugin }) => plugin);
  return registry.installed.flatMap(({ plugin: { id, summary } }): Group[] => {
    const operations = byPlugin.get(id)?.map((route) => toOperation(route, document));
    return operations === undefined ? [] : [{ plugin: id, summary, operations }];
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

/** A response's description has a line for each error: its code in backticks, a colon, its sentence. */
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
