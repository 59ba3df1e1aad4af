/** Routes of the registry document. */
import type { Outcome } from "../../contract/call/call.ts";
import { toSeconds } from "../../contract/duration.ts";
import type { JsonSchema } from "../../schema/json-schema.ts";
import type { Registry } from "../../contract/plugin/registry.ts";
import {
  policyParameters,
  requiredScopes,
  type BoundPolicy,
  type SealedRoute,
} from "../../contract/route/sealed-route.ts";
import { qualifyRef, relatedRoute } from "../../seal/compile/relations.ts";
import type { CacheDeclaration } from "../../contract/route/route.ts";
import type { Upload } from "../../contract/route/upload.ts";
import { responseHeadersOf } from "../../contract/policy/headers.ts";
import {
  BODY_MEDIA_TYPE,
  bodiesOf,
  ROUTE_KEYS,
  successStatus,
} from "../../contract/route/route-keys.ts";
import { toInputJsonSchema, toJsonSchema, withDefinitions } from "../../schema/convert.ts";
import { refTo } from "../../schema/references.ts";
import type { Schema } from "../../schema/schema.ts";
import { publicName } from "../json-schemas.ts";
import { readHeadersOf } from "../read-headers.ts";
import type { RouteDocument } from "./form.ts";

/** @param accessKeys keys of routes from which required scopes follow. */
export function routeDocument(
  registry: Registry,
  route: SealedRoute,
  operation: string,
  accessKeys: ReadonlySet<string>,
): RouteDocument {
  const { declaration, policies, upload } = route;
  const { redirect, redirects, alwaysFails, stream } = declaration;
  const to = (redirect ?? redirects)?.to;
  const bodies = bodiesOf(declaration);
  const [body] = Object.values(bodies);
  const redirected = to === undefined ? undefined : registry.route(qualifyRef(to, route.plugin));
  const limits = policies.flatMap(({ compiled }) => compiled.maxBodyBytes ?? []);
  return {
    method: route.method,
    path: route.path,
    ref: route.ref,
    operation,
    plugin: route.plugin,
    kind: route.kind,
    summary: declaration.summary,
    description: declaration.description ?? null,
    params: paramsOf(route),
    query: queryOf(route),
    requestHeaders: requestHeadersOf(route),
    body: body === undefined ? null : withDefinitions(toInputJsonSchema(body)),
    bodyType: (body && publicName(registry, body)) ?? null,
    ...otherBodies(registry, bodies),
    maxBodyBytes: body === undefined || limits.length === 0 ? null : Math.min(...limits),
    ...(upload === undefined ? {} : uploaded(upload)),
    idempotency: declaration.idempotency ?? null,
    preconditions: declaration.preconditions,
    returns: returnsOf(registry, route),
    ...responseHeaderShapes(route),
    events: Object.fromEntries(
      Object.entries(stream?.events ?? {}).map(([name, data]) => [name, answerOf(registry, data)]),
    ),
    mediaTypes: [...route.mediaTypes],
    errorMediaTypes: route.errorForms.map(({ mediaType }) => mediaType),
    statuses: redirect === undefined ? statusesOf(registry, route) : [redirect.status],
    redirectsTo: redirected?.path ?? null,
    errors: [
      ...new Set([...(declaration.errors ?? []), ...(alwaysFails ? [alwaysFails.code] : [])]),
    ].toSorted(),
    refusedBy: policies.flatMap((bound) => (mayRefuse(bound) ? [bound.policy.id] : [])).toSorted(),
    requiredScopes: requiredScopes(route)?.toSorted(),
    cache: cacheOf(declaration.cache),
    relations: relationsOf(registry, route),
    headers: Object.fromEntries(
      outcomesOf(route).map((outcome) => [outcome, headersOf(route, outcome)]),
    ),
    settings: Object.fromEntries(
      Object.entries(declaration).filter(
        ([key]) => !ROUTE_KEYS.includes(key) && !accessKeys.has(key),
      ),
    ),
  };
}

function otherBodies(
  registry: Registry,
  bodies: ReturnType<typeof bodiesOf>,
): Pick<RouteDocument, "bodies"> {
  const types = Object.keys(bodies);
  if (types.every((type) => type === BODY_MEDIA_TYPE)) return {};
  const entries = Object.entries(bodies).map(([mediaType, body]) => [
    mediaType,
    {
      schema: withDefinitions(toInputJsonSchema(body)),
      type: publicName(registry, body) ?? null,
    },
  ]);
  return { bodies: Object.fromEntries(entries) };
}

function uploaded({
  mediaTypes,
  maxBytes,
  schema,
}: Upload): Pick<RouteDocument, "body" | "bodies" | "maxBodyBytes"> {
  const body = withDefinitions(schema);
  const bodies = Object.fromEntries(mediaTypes.map((type) => [type, { schema: body, type: null }]));
  return { body, bodies, maxBodyBytes: maxBytes };
}

function mayRefuse({ policy, compiled }: BoundPolicy): boolean {
  const isAboutAccess = policy.asksIdentifiers === true || compiled.security !== undefined;
  return compiled.admit !== undefined && !isAboutAccess;
}

/** Returns the planned headers by name: null if the value is known per request. */
export function headersOf({ plans }: SealedRoute, outcome: Outcome): Record<string, string | null> {
  const { fixed, bodySlots, slots } = plans[outcome];
  const headers: Record<string, string | null> = {};
  for (let index = 0; index < fixed.length; index += 2)
    headers[fixed[index] ?? ""] = fixed[index + 1] ?? null;
  for (const { name } of [...bodySlots, ...slots]) headers[name] = null;
  return headers;
}

function outcomesOf({ kind, policies, declaration }: SealedRoute): readonly Outcome[] {
  if (kind === "redirect") return ["redirect", "error", "options"];
  if (kind === "alwaysFails") return ["error", "options"];
  const conditional = policies.some(({ compiled }) => compiled.precondition !== undefined);
  const elsewhere = declaration.redirects === undefined ? [] : (["redirect"] as const);
  const unchanged = conditional ? (["notModified"] as const) : [];
  return ["ok", ...elsewhere, ...unchanged, "error", "options"];
}

function paramsOf({ pattern, declaration: { params } }: SealedRoute): JsonSchema {
  const declared = params === undefined ? undefined : toInputJsonSchema(params);
  const properties = pattern.params.map((name) => [
    name,
    declared?.root.properties?.[name] ?? { type: "string" },
  ]);
  return withDefinitions({
    root: {
      type: "object",
      properties: Object.fromEntries(properties),
      required: [...pattern.params],
    },
    definitions: declared?.definitions ?? {},
  });
}

function queryOf(route: SealedRoute): JsonSchema {
  const { query } = route.declaration;
  const own: JsonSchema = query === undefined ? {} : withDefinitions(toInputJsonSchema(query));
  const ofList = route.engine?.parameters ?? [];
  const ofPolicies = policyParameters(route).map(
    ({ schema }) => withDefinitions(toInputJsonSchema(schema)).properties,
  );
  return {
    type: "object",
    ...own,
    properties: {
      ...own.properties,
      ...Object.fromEntries(
        ofList.map(({ name, schema, description }) => [name, { description, ...schema }]),
      ),
      ...Object.assign({}, ...ofPolicies),
    },
  };
}

function requestHeadersOf(route: SealedRoute): JsonSchema {
  const { headers } = route.declaration;
  const own: JsonSchema = headers === undefined ? {} : withDefinitions(toInputJsonSchema(headers));
  const read = readHeadersOf(route);
  const properties = read.map(({ name, description, schema }) => [
    name,
    { description, ...(schema ?? { type: "string" }) },
  ]);
  // Conditions are required by `preconditions`.
  const required = read
    .filter((header) => header.required && header.reader !== "kernel")
    .map(({ name }) => name);
  return {
    type: "object",
    ...own,
    properties: { ...Object.fromEntries(properties), ...own.properties },
    ...(required.length === 0
      ? {}
      : { required: [...new Set([...(own.required ?? []), ...required])].toSorted() }),
  };
}

function returnsOf(registry: Registry, route: SealedRoute): JsonSchema | null {
  const { list, returns } = route.declaration;
  if (list !== undefined) return published(list.name);
  return returns === undefined ? null : answerOf(registry, returns);
}

function responseHeaderShapes({
  declaration,
}: SealedRoute): Pick<RouteDocument, "responseHeaders"> {
  const shapes = Object.entries(responseHeadersOf(declaration));
  if (shapes.length === 0) return {};
  const properties = shapes.map(([name, shape]) => [name, withDefinitions(toJsonSchema(shape))]);
  return { responseHeaders: { type: "object", properties: Object.fromEntries(properties) } };
}

function answerOf(registry: Registry, schema: Schema): JsonSchema {
  const name = publicName(registry, schema);
  return name === undefined ? withDefinitions(toJsonSchema(schema)) : published(name);
}

function published(name: string): JsonSchema {
  return { $ref: refTo("#/schemas", name) };
}

function statusesOf({ errors }: Registry, { declaration }: SealedRoute): number[] {
  const { alwaysFails, statuses = [] } = declaration;
  if (alwaysFails !== undefined)
    return errors.filter(({ code }) => code === alwaysFails.code).map(({ status }) => status);
  const redirects = declaration.redirects === undefined ? [] : [declaration.redirects.status];
  return [...new Set([successStatus(declaration), ...redirects, ...statuses])].toSorted(
    (a, b) => a - b,
  );
}

function cacheOf(cache: CacheDeclaration | undefined): RouteDocument["cache"] {
  if (cache === undefined || cache === "no-store") return cache ?? null;
  return {
    scope: cache.scope,
    maxAge: toSeconds(cache.maxAge),
    staleWhileRevalidate: toSeconds(cache.staleWhileRevalidate ?? "0s"),
    ...(cache.versioned && { versioned: true }),
  };
}

/** Targets keep their parameters, as their values differ: `/offices/{officeId}`. */
function relationsOf(registry: Registry, route: SealedRoute): Record<string, string> {
  const named = Object.entries(route.declaration.list?.relations ?? {}).flatMap(
    ([rel, relation]) => {
      const related = relatedRoute(registry, route.plugin, relation);
      return related === undefined ? [] : [[`items.${rel}`, related.target.path] as const];
    },
  );
  return {
    ...route.computed(),
    ...Object.fromEntries(route.relations.map(({ rel, target }) => [rel, target.path])),
    ...Object.fromEntries(named),
  };
}
