/** The OpenAPI 3.0.4 document of a registry. Pages for people are left out; HEAD and OPTIONS go without saying. */
import type { Plugin, Registry, SealedRoute } from "waymark";
import { bodiesOf, requiredScopes, SECTIONS, type SecurityScheme } from "waymark/advanced";
import { examplesOf } from "../../shared/operations/examples.ts";
import { parametersOf } from "../../shared/operations/parameters.ts";
import { toIdentifier } from "../../shared/typescript/declaration.ts";
import { Components, type OperationContext } from "./components.ts";
import { responsesOf } from "./responses.ts";
import type { Operation } from "./types.ts";

/** Information that the registry does not have: the contact of the API, and its terms. */
export interface OpenapiInfo {
  readonly contact?: Texts;
  readonly license?: Texts;
  readonly termsOfService?: string | undefined;
  readonly externalDocs?: Texts;
}

type Texts = Readonly<Record<string, string | undefined>> | undefined;

/** Returns the document as JSON. Equal registries have the same document, key by key. */
export function openapiDocument(
  registry: Registry,
  info: OpenapiInfo = {},
): Record<string, unknown> {
  const components = new Components(registry);
  const routes = registry.routes.filter(({ site }) => !site);
  const plugins = taggedPlugins(routes, registry);
  const paths = describePaths(routes, registry, components);
  const { contact, license, termsOfService, externalDocs } = info;
  return {
    openapi: "3.0.4",
    info: {
      title: registry.app.name,
      version: registry.app.version,
      description: describeService(registry),
      ...(termsOfService === undefined ? {} : { termsOfService }),
      ...(contact === undefined ? {} : { contact }),
      ...(license === undefined ? {} : { license }),
    },
    ...(externalDocs === undefined ? {} : { externalDocs }),
    servers: [{ url: registry.baseUrl }],
    tags: plugins.map(({ id, summary }) => ({ name: id, description: summary })),
    "x-tagGroups": groupTags(plugins),
    paths,
    components: { ...components.toObject(), ...securitySchemesOf(registry) },
    // Operations that need credentials say so themselves.
    security: [],
  };
}

/** Describes once what all operations share: repeated, it would double each of them, and the types generated from it. */
function describeService({ app, routes }: Registry): string {
  return routes.some(({ view }) => view !== undefined)
    ? `${app.description}\n\nBrowsers, which prefer \`text/html\`, receive the answers as pages.`
    : app.description;
}

function describePaths(routes: readonly SealedRoute[], registry: Registry, components: Components) {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    (paths[route.path] ??= {})[route.method.toLowerCase()] = describeOperation(route, {
      registry,
      components,
      owner: toIdentifier(route.ref),
    });
  }
  return paths;
}

function describeOperation(route: SealedRoute, context: OperationContext): Operation {
  const { declaration } = route;
  const parameters = parametersOf(route, context.registry).map((one) =>
    context.components.parameter(one),
  );
  return {
    tags: [route.plugin],
    // With the plugin's id, so that no other plugin changes the names in a generated client.
    operationId: route.ref,
    summary: declaration.summary,
    ...(declaration.description === undefined ? {} : { description: declaration.description }),
    ...("deprecated" in declaration ? { deprecated: true } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...requestBodyOf(route, context),
    responses: responsesOf(route, context),
    ...securityOf(route, context.registry),
  };
}

function requestBodyOf(
  route: SealedRoute,
  { registry, components, owner }: OperationContext,
): Pick<Operation, "requestBody"> {
  const { declaration, upload } = route;
  if (upload !== undefined) {
    const { encoding } = upload;
    const schema = components.schema(upload.schema, owner);
    const media = { schema, ...(encoding && { encoding }) };
    const content = upload.mediaTypes.map((type) => [type, media]);
    return { requestBody: { required: true, content: Object.fromEntries(content) } };
  }
  const bodies = Object.entries(bodiesOf(declaration));
  if (bodies.length === 0) return {};
  const examples = examplesOf(registry).ofBodies(route);
  const content = bodies.map(([mediaType, body]) => [
    mediaType,
    {
      schema: components.ofBody(body, mediaType, owner),
      example: examples.get(mediaType)?.value,
    },
  ]);
  return { requestBody: { required: true, content: Object.fromEntries(content) } };
}

/** Returns the tags of each section, in the form that readers of OpenAPI know since Redoc. */
function groupTags(plugins: readonly Plugin[]) {
  return SECTIONS.flatMap((section) => {
    const tags = plugins.flatMap(({ id, section: own = "resources" }) =>
      own === section ? id : [],
    );
    return tags.length === 0 ? [] : [{ name: toIdentifier(section), tags }];
  });
}

/** Plugins that serve operations of the API, in the preset's order. */
function taggedPlugins(routes: readonly SealedRoute[], { installed }: Registry): readonly Plugin[] {
  const used = new Set(routes.map(({ plugin }) => plugin));
  return installed.flatMap(({ plugin, enabled }) => (enabled && used.has(plugin.id) ? plugin : []));
}

/** A way to authenticate that 3.0 has words for. */
interface Described {
  readonly id: string;
  readonly description: string;
  readonly scheme: Exclude<SecurityScheme, { readonly type: "mutualTLS" }>;
}

/** Returns the member `securitySchemes` of the components; nothing if callers cannot authenticate. */
function securitySchemesOf(registry: Registry) {
  const schemes = describedBy(registry).map(
    ({ id, description, scheme }) => [id, { ...scheme, description }] as const,
  );
  return schemes.length === 0 ? {} : { securitySchemes: Object.fromEntries(schemes) };
}

/** Returns the members of an operation that say which credential it needs; nothing if it needs none. */
function securityOf(
  route: SealedRoute,
  registry: Registry,
): Pick<Operation, "security" | "x-required-scopes"> {
  const scopes = requiredScopes(route);
  if (scopes === undefined) return {};
  const alternatives = describedBy(registry).map(({ id, scheme }) => ({
    [id]: scheme.type === "openIdConnect" ? scopes : [],
  }));
  return {
    // An empty list would say that the operation needs nothing.
    ...(alternatives.length === 0 ? {} : { security: alternatives }),
    ...(scopes.length === 0 ? {} : { "x-required-scopes": scopes }),
  };
}

function describedBy({ identifiers }: Registry): readonly Described[] {
  return identifiers.flatMap(({ policy: id, description, scheme }) =>
    // 3.0 has no words for certificates.
    scheme.type === "mutualTLS" ? [] : [{ id, description, scheme }],
  );
}
