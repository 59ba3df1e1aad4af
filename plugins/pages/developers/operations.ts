/** The operations of the OpenAPI document by plugin, in the form that the page and the playground show. */
import {
  openapiDocument,
  requiredScopes,
  type Registry,
  type SealedRoute,
  toInputJsonSchema,
} from "waymark";
import { z } from "zod";
import { type Group, type Operation, Parameter } from "./shared/model.ts";
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

function toOperation(route: SealedRoute, { paths, components }: Document): Operation {
  const { ref, method, path, kind, mediaTypes, errorForms, declaration } = route;
  const { deprecated, parameters, responses } = paths[path]?.[method.toLowerCase()] ?? {
    parameters: [],
    responses: {},
  };
  const { summary, description, body } = declaration;
  const scopes = requiredScopes(route);
  const errorTypes = errorForms.filter(({ schema }) => schema !== undefined);
  return {
    ref,
    method,
    path,
    summary,
    ...(description === undefined ? {} : { description }),
    ...(deprecated === true ? { deprecated: true } : {}),
    ...(kind === "stream" ? { stream: true } : {}),
    accepts: [...new Set([...mediaTypes, ...errorTypes.map(({ mediaType }) => mediaType)])],
    parameters: parameters
      .flatMap((parameter) =>
        "$ref" in parameter ? (components.parameters[nameOf(parameter.$ref)] ?? []) : parameter,
      )
      // Credentials have a field of their own, which keeps them.
      .filter(({ name }) => !route.credentials.includes(name.toLowerCase())),
    ...(body === undefined ? {} : { body: bodyOf(body) }),
    errors: Object.entries(responses).flatMap(([status, response]) => {
      const described = "$ref" in response ? components.responses[nameOf(response.$ref)] : response;
      return errorsOf(Number(status), described?.description);
    }),
    ...(scopes === undefined ? {} : { scopes: [...scopes] }),
  };
}

/** A response's description has a line for each error: its code in backticks, a colon, its sentence. */
function errorsOf(status: number, description = ""): Operation["errors"] {
  return [...description.matchAll(/^`([^`]+)`: (.+)$/gm)].map(([, code = "", message = ""]) => ({
    status,
    code,
    message,
  }));
}

function bodyOf(body: NonNullable<SealedRoute["declaration"]["body"]>): Operation["body"] {
  const { root, definitions } = toInputJsonSchema(body);
  const schema = Object.keys(definitions).length === 0 ? root : { ...root, $defs: definitions };
  return { schema, sample: JSON.stringify(sampleOf(schema), undefined, 2) };
}

function nameOf(ref: string): string {
  return ref.slice(ref.lastIndexOf("/") + 1);
}
