/** The operations of the API by plugin, in the form that pages and the playground show. */
import type { Json, JsonSchema, Registry, SealedRoute } from "waymark";
import {
  bodiesOf,
  type Converted,
  refTo,
  requiredScopes,
  sampleOf,
  toInputJsonSchema,
  withDefinitions,
} from "waymark/advanced";
import { answersOf } from "../../../shared/operations/answers.ts";
import { parametersOf } from "../../../shared/operations/parameters.ts";
import type { Group, Operation, RequestBody } from "./model.ts";
import { oncePerRegistry } from "../once-per-registry.ts";

/** Routes of the API, grouped by plugin in the preset's order. Computed once per registry. */
export const operationGroups = oncePerRegistry(describe);

/** The operations of the API by their refs. */
export const operationsOf = oncePerRegistry((registry): ReadonlyMap<string, Operation> => {
  const all = operationGroups(registry).flatMap(({ operations }) => operations);
  return new Map(all.map((operation) => [operation.ref, operation]));
});

function describe(registry: Registry): Group[] {
  const routes = registry.routes.filter(({ site }) => !site);
  const byPlugin = Map.groupBy(routes, ({ plugin }) => plugin);
  return registry.installed.flatMap(({ plugin: { id, summary } }): Group[] => {
    const operations = byPlugin.get(id)?.map((route) => toOperation(route, registry));
    return operations === undefined ? [] : [{ plugin: id, summary, operations }];
  });
}

function toOperation(route: SealedRoute, registry: Registry): Operation {
  const { ref, method, path, kind, mediaTypes, errorForms, declaration } = route;
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
    ...("deprecated" in declaration ? { deprecated: true } : {}),
    ...(kind === "stream" ? { stream: true } : {}),
    accepts: [...new Set([...mediaTypes, ...errorTypes.map(({ mediaType }) => mediaType)])],
    parameters: parametersOf(route, registry)
      // Credentials have a field of their own, which keeps them.
      .filter(({ name }) => !route.credentials.includes(name.toLowerCase())),
    ...(body === undefined ? {} : { body }),
    ...(otherBodies.length === 0 ? {} : { otherBodies }),
    errors: answersOf(route, registry)
      .flatMap(({ errors }) => errors)
      .map(({ status, code, message }) => ({ status, code, message }))
      .toSorted((a, b) => a.status - b.status),
    ...(scopes === undefined ? {} : { scopes: [...scopes] }),
  };
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
