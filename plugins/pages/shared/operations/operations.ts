/** The operations of the OpenAPI document by plugin, in the form that the page and the playground show. */
import type { Json, JsonSchema, Registry, SealedRoute } from "waymark";
import {
  bodiesOf,
  type Converted,
  openapiDocument,
  refName,
  refTo,
  requiredScopes,
  sampleOf,
  toInputJsonSchema,
  withDefinitions,
} from "waymark/advanced";
import { z } from "zod";
import { type Group, type Operation, Parameter, type RequestBody } from "./model.ts";
import { oncePerRegistry } from "../once-per-registry.ts";

const Reference = z.object({ $ref: z.string() });
const ResponseObject = z.object({ description: z.string() });

/** Parts of the OpenAPI document that the page needs. */
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

/** Routes of the API, grouped by plugin in the preset's order. Computed once per registry. */
export const operationGroups = oncePerRegistry(describe);

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
  const { summary, description } = declaration;
  const [body, ...otherBodies] = requestBodies(declaration);
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
        "$ref" in parameter ? (components.parameters[refName(parameter.$ref)] ?? []) : parameter,
      )
      // Credentials have a field of their own, which keeps them.
      .filter(({ name }) => !route.credentials.includes(name.toLowerCase())),
    ...(body === undefined ? {} : { body }),
    ...(otherBodies.length === 0 ? {} : { otherBodies }),
    errors: Object.entries(responses).flatMap(([status, response]) => {
      const described =
        "$ref" in response ? components.responses[refName(response.$ref)] : response;
      return errorsOf(Number(status), described?.description);
    }),
    ...(scopes === undefined ? {} : { scopes: [...scopes] }),
  };
}

/** Reads the errors of a response's description, a line each: its code in backticks, a colon, its sentence. */
function errorsOf(status: number, description = ""): Operation["errors"] {
  return [...description.matchAll(/^`([^`]+)`: (.+)$/gm)].map(([, code = "", message = ""]) => ({
    status,
    code,
    message,
  }));
}

function requestBodies(declaration: SealedRoute["declaration"]): readonly RequestBody[] {
  const bodies = Object.entries(bodiesOf(declaration)).map(([mediaType, body]) => {
    return { mediaType, schema: toInputJsonSchema(body) };
  });
  const [member] = bodies.flatMap(({ schema }) => Object.entries(schema.root.properties ?? {}));
  return bodies.map(({ mediaType, schema }) => ({
    ...(mediaType === "application/json" ? {} : { mediaType }),
    schema: withDefinitions(schema),
    sample: JSON.stringify(sampleIn(mediaType, schema, member), undefined, 2),
  }));
}

/** Returns a patch without changes, or of a member: samples of optional members would change them all. */
function sampleIn(
  mediaType: string,
  schema: Converted,
  member: readonly [name: string, schema: JsonSchema] | undefined,
): Json {
  if (mediaType === "application/merge-patch+json") return {};
  if (mediaType !== "application/json-patch+json" || member === undefined) return sampleOf(schema);
  const value = sampleOf({ ...schema, root: member[1] });
  return [{ op: "replace", path: refTo("", member[0]), value }];
}
