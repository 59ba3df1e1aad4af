/** The operations of the API by plugin, and the parts of their requests that pages and the playground show. */
import type { JsonSchema, Registry, SealedRoute } from "waymark";
import { bodiesOf, getOrMake, toInputJsonSchema, withDefinitions } from "waymark/advanced";
import { oncePerRegistry } from "../../../shared/once-per-registry.ts";
import { examplesOf } from "../../../shared/operations/examples.ts";
import { type Parameter, parametersOf } from "../../../shared/operations/parameters.ts";
import { exampleOf } from "../../../shared/operations/sample.ts";
import type { ApiCall } from "./model.ts";
import { toTarget } from "./target.ts";

/** Form of a request body, with a sample of it as text. */
export interface RequestBody {
  readonly mediaType: string;
  readonly schema: JsonSchema;
  readonly sample: string;
}

/** Operations of one plugin. */
export interface Group {
  readonly plugin: string;
  readonly summary: string;
  readonly operations: readonly SealedRoute[];
}

/** Routes of the API, grouped by plugin in the preset's order. Computed once per registry. */
export const operationGroups = oncePerRegistry((registry): readonly Group[] => {
  const byPlugin = Map.groupBy(
    registry.routes.filter(({ site }) => !site),
    ({ plugin }) => plugin,
  );
  return registry.installed.flatMap(({ plugin: { id, summary } }): Group[] => {
    const operations = byPlugin.get(id);
    return operations === undefined ? [] : [{ plugin: id, summary, operations }];
  });
});

export function operationsOf(registry: Registry): readonly SealedRoute[] {
  return operationGroups(registry).flatMap(({ operations }) => operations);
}

/** Returns an operation by its ref; undefined also for a page. */
export function findOperationByRef(ref: string, registry: Registry): SealedRoute | undefined {
  const route = registry.route(ref);
  return route?.site === false ? route : undefined;
}

const inputs = new WeakMap<SealedRoute, readonly Parameter[]>();

/** Returns the parameters of an operation. Credentials are not among them: a field of their own keeps them. */
export function inputsOf(route: SealedRoute, registry: Registry): readonly Parameter[] {
  return getOrMake(inputs, route, () =>
    parametersOf(route, registry).filter(
      ({ name }) => !route.credentials.includes(name.toLowerCase()),
    ),
  );
}

/** Returns the forms of the body, the usual one first. */
export function requestBodies(route: SealedRoute, registry: Registry): readonly RequestBody[] {
  const examples = examplesOf(registry).ofBodies(route);
  return Object.entries(bodiesOf(route.declaration)).map(([mediaType, body]) => ({
    mediaType,
    schema: withDefinitions(toInputJsonSchema(body)),
    sample: JSON.stringify(examples.get(mediaType)?.value, undefined, 2),
  }));
}

/** Returns the call with the required parameters, filled in with the examples of their schemas. */
export function sampleCall(route: SealedRoute, registry: Registry): ApiCall {
  const needed = inputsOf(route, registry).filter(({ required }) => required === true);
  const [body] = requestBodies(route, registry);
  const pairsIn = (place: Parameter["in"]) =>
    needed
      .filter((parameter) => parameter.in === place)
      .map(({ name, schema }): [string, string] => [name, textOf(exampleOf(schema))]);
  const values = { path: Object.fromEntries(pairsIn("path")), query: pairsIn("query") };
  return {
    method: route.method,
    target: toTarget(route, values),
    headers: typeHeader(body?.mediaType),
    ...(body === undefined ? {} : { body: body.sample }),
  };
}

/** Returns the header that names the type of a body; none for the usual one. */
export function typeHeader(mediaType = "application/json"): ApiCall["headers"] {
  return mediaType === "application/json" ? [] : [["Content-Type", mediaType]];
}

/** Returns a value in the spelling of a parameter. */
function textOf(value: unknown): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
