/** The sealed registry as one JSON document, which `waymark diff` compares. */
import type { Registry } from "../../contract/plugin/registry.ts";
import { withDefinitions } from "../../schema/convert.ts";
import { publishedSchema } from "../json-schemas.ts";
import type { RegistryDocument } from "./form.ts";
import { headersOf, routeDocument } from "./route.ts";
import { Exports } from "./texts.ts";

/**
 * Returns equal documents for equal registries, to the byte: lists that mean sets are sorted, and so are keys. Addresses
 * are not part of them.
 */
export async function registryDocument(registry: Registry): Promise<RegistryDocument> {
  const { app, revision, statements } = registry;
  const enabled = registry.installed.filter(({ enabled: on }) => on);
  const document: RegistryDocument = {
    format: 1,
    service: { name: app.name, version: app.version, description: app.description },
    revision,
    plugins: by(
      enabled.map(({ plugin: { id, summary } }) => ({ id, summary })),
      ({ id }) => id,
    ),
    routes: routesOf(registry),
    unmatched: {
      error: headersOf(registry.builtin.unknown, "error"),
      options: headersOf(registry.builtin.unknown, "options"),
    },
    schemas: Object.fromEntries(
      [...registry.schemas.keys()].map((name) => {
        const schema = publishedSchema(registry, name);
        return [name, schema === undefined ? {} : withDefinitions(schema)];
      }),
    ),
    ...partsOf(registry),
    errors: by(
      registry.errors.map(({ code, status, message }) => ({ code, status, message })),
      ({ code }) => code,
    ),
    audiences: audiencesOf(registry),
    policies: by(
      registry.policies.map(({ policy: { id, key, guards, identifies, writes }, plugin }) => ({
        id,
        plugin,
        key: key ?? null,
        guards: guards === true,
        identifies: identifies && { scheme: { ...identifies.scheme } },
        writes: Object.keys(writes ?? {}).toSorted(),
        statement: statements[id] ?? null,
      })),
      ({ id }) => id,
    ),
    points: pointsOf(registry),
    exports: await textsOf(registry),
  };
  return Object.fromEntries(
    Object.entries(document)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, withSortedKeys(value)]),
  ) as RegistryDocument; // the same keys with the same values
}

async function textsOf(registry: Registry): Promise<RegistryDocument["exports"]> {
  const exported = registry.of(Exports).filter(({ internal }) => !internal);
  const texts = exported.map(async ({ name, text }) => [name, await text()] as const);
  return Object.fromEntries(await Promise.all(texts));
}

function audiencesOf({ audiences }: Registry): RegistryDocument["audiences"] {
  const entries = Object.entries(audiences).map(([name, audience]) => {
    return [name, typeof audience === "object" ? audience.scopes.toSorted() : []] as const;
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** Returns the parts that points add to the document. */
function partsOf({ points }: Registry): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    points.flatMap(({ id, isPart, published }) => (isPart ? [[id, published()]] : [])),
  );
}

function pointsOf({ points }: Registry): RegistryDocument["points"] {
  const published = points.flatMap(({ id, noun, rates, isPart, published: read }) => {
    const entries = isPart ? undefined : read();
    return entries === undefined ? [] : [[id, { noun, rates, entries }] as const];
  });
  return published.length === 0 ? undefined : Object.fromEntries(published);
}

function routesOf(registry: Registry): RegistryDocument["routes"] {
  const ids = new Set<string>();
  const accessKeys = new Set(
    registry.routes.flatMap(({ policies }) =>
      policies.flatMap(({ policy, compiled }) =>
        (compiled.security ?? compiled.receive) ? (policy.key ?? []) : [],
      ),
    ),
  );
  const routes = registry.routes.map((route) => {
    // As in OpenAPI: the first of a name keeps it.
    const operation = ids.has(route.id) ? route.ref : route.id;
    ids.add(operation);
    return routeDocument(registry, route, operation, accessKeys);
  });
  return by(routes, ({ path, method }) => `${path} ${method}`);
}

function by<T>(entries: readonly T[], keyOf: (entry: T) => string): T[] {
  return entries.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    by(Object.entries(value), ([key]) => key)
      .filter(([, member]) => member !== undefined) // as JSON does
      .map(([key, member]) => [key, withSortedKeys(member)]),
  );
}
