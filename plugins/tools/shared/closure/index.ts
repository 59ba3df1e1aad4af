/**
 * The closure law: what is on appears exactly once in every document that should list it; what is off appears in none,
 * and no link anywhere leads to it.
 */
import type { Plugin, Registry, SealedRoute } from "waymark";
import { parsePath, plannedNames } from "waymark/advanced";
import { Capabilities, RootLinks, Tables } from "waymark/services";
import {
  Exports,
  type Collected,
  type PolicyInfo,
  collect,
  entriesOf,
  neededBy,
} from "waymark/tools";
import type { InstalledPlugin } from "waymark/server";
import { isOpenapi, openapiOf } from "../openapi.ts";
import { linksIn, mentionedIn, pathFitting, pathsIn, targetsIn } from "./paths.ts";

interface Law {
  readonly registry: Registry;
  /** Ids of the plugins that are off. */
  readonly off: ReadonlySet<string>;
  /** Contributions that these plugins would make if they were on. */
  readonly gone: Collected;
}

/**
 * Returns the violations of the law as sentences.
 *
 * @param plugins the plugins that are switched off, as they are installed while they are on.
 */
export async function violations(
  registry: Registry,
  plugins: readonly InstalledPlugin[] = [],
): Promise<readonly string[]> {
  const off = new Set(plugins.map(({ plugin }) => plugin.id));
  const gone = collect(plugins.map((entry) => ({ ...entry, enabled: true })));
  const law = { registry, off, gone };
  const exported: string[] = [];
  for (const { name, violations: broken } of registry.of(Exports))
    exported.push(...(await broken()).map((text) => `export ${name}: ${text}`));
  const ofRoutes: string[] = [];
  for await (const violation of routes(law)) ofRoutes.push(violation);
  const document = await openapiOf(registry);
  const described = document === undefined ? [] : openapi(document as unknown as OpenApi, law);
  return [...ofRoutes, ...described, ...exported, ...contributions(law)];
}

/** Plugins by id, and all that cannot do without them. */
export function dependentsOf(
  plugins: readonly Plugin[],
  ids: Iterable<string>,
): ReadonlySet<string> {
  const off = new Set(ids);
  for (let before = -1; before !== off.size;) {
    before = off.size;
    const gone = new Set(
      plugins
        .filter(({ id }) => off.has(id))
        .flatMap(({ provides = {} }) => Object.values(provides).map(({ id }) => id)),
    );
    for (const plugin of plugins)
      if (neededBy(plugin).some((id) => gone.has(id))) off.add(plugin.id);
  }
  return off;
}

async function* routes(law: Law): AsyncGenerator<string> {
  const { registry, off, gone } = law;
  const isServed = pathFitting(registry.routes.map(({ pattern }) => pattern));
  const lost = (where: string, paths: readonly string[]) =>
    paths
      .filter((path) => !isServed(path))
      .map((path) => `${where} leads to ${path}, which is not served`);
  const isGone = pathFitting([
    ...gone.routes.map(({ value }) => parsePath(value.path)),
    ...registry.adminRoutes.map(({ pattern }) => pattern),
  ]);
  const paths = (value: unknown) => pathsIn(value, registry.baseUrl, isGone);
  const goneHeaders = headersOnlyOf(law, ({ writes }) => [writes]);
  yield* lost("a root link", paths(registry.of(RootLinks).hrefs));
  for (const route of registry.routes) {
    const { ref, relations, plans, view } = route;
    if (off.has(route.plugin)) yield `${ref} is served though its plugin is off`;
    const targets = relations.map(({ target }) => target.path);
    yield* lost(`${ref}: a relation`, targets);
    yield* lost(`${ref}: a computed relation`, paths(route.computed()));
    const ofView = Object.entries(view?.plans ?? {}).map(
      ([name, plan]) => [`${name} page`, plan] as const,
    );
    for (const [outcome, plan] of [...Object.entries(plans), ...ofView]) {
      yield* lost(`${ref}, ${outcome}: a header`, targetsIn(plan.fixed));
      const names = plannedNames(plan).map((name) => name.toLowerCase());
      if (new Set(names).size < names.length) yield `${ref}, ${outcome}: a header is planned twice`;
      for (const name of names)
        if (goneHeaders.has(name)) yield `${ref} sends ${name}, whose policy is off`;
    }
    // OpenAPI lists paths as keys; `openapi` compares those.
    if (route.document && !isOpenapi(route))
      yield* lost(
        `${ref}: the body`,
        route.kind === "page"
          ? await pageLinks(route, registry)
          : paths(await registry.document(route)),
      );
  }
}

async function pageLinks(
  route: SealedRoute,
  { document, baseUrl }: Registry,
): Promise<readonly string[]> {
  const { languages = [undefined] } = route.declaration;
  const pages = await Promise.all(languages.map(async (language) => document(route, language)));
  return pages.flatMap((page) => linksIn(page, baseUrl));
}

interface Operation {
  readonly operationId: string;
  readonly security?: readonly object[];
}

/** The parts of an OpenAPI document that the law reads. */
interface OpenApi {
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

function* openapi(document: OpenApi, law: Law): Generator<string> {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, security = [] }]) => ({
      key: `${method.toUpperCase()} ${path}`,
      operationId,
      schemes: security.flatMap((alternative) => Object.keys(alternative)),
    })),
  );
  const listed = operations.map(({ key }) => key).toSorted();
  const described = law.registry.routes
    .filter(({ site }) => !site)
    .map(({ method, path }) => `${method} ${path}`);
  if (JSON.stringify(listed) !== JSON.stringify(described.toSorted()))
    yield "OpenAPI does not list every route exactly once";
  if (new Set(operations.map(({ operationId }) => operationId)).size < operations.length)
    yield "an operationId is used twice";
  for (const { name } of document.tags)
    if (law.off.has(name)) yield `OpenAPI has a tag for ${name}, which is off`;
  const mentioned = mentionedIn(document);
  for (const ref of new Set(mentioned.refs)) {
    const [, , kind = "", name = ""] = ref.split("/");
    if (document.components[kind]?.[name] === undefined)
      yield `OpenAPI refers to ${ref}, which is not there`;
  }
  for (const name of new Set(operations.flatMap(({ schemes }) => schemes)))
    if (document.components["securitySchemes"]?.[name] === undefined)
      yield `OpenAPI asks for a credential of ${name}, which it does not describe`;
  const names = new Set(mentioned.headers.map((name) => name.toLowerCase()));
  for (const name of headersOnlyOf(law, ({ writes, reads }) => [writes, reads]))
    if (names.has(name)) yield `OpenAPI documents ${name}, whose policy is off`;
}

/** Headers, in lower case, that only policies which are off have. */
function headersOnlyOf(
  { registry, gone }: Law,
  pick: (policy: PolicyInfo) => readonly (object | undefined)[],
): ReadonlySet<string> {
  const namesOf = (policies: readonly PolicyInfo[]) =>
    new Set(
      policies
        .flatMap((policy) => pick(policy).flatMap((part) => Object.keys(part ?? {})))
        .map((name) => name.toLowerCase()),
    );
  const on = namesOf(registry.policies.map(({ policy }) => policy));
  return namesOf(gone.policies.map(({ value }) => value)).difference(on);
}

function* contributions({ registry, off, gone }: Law): Generator<string> {
  const { schemas, errors, policies } = registry;
  const flags = registry.of(Capabilities);
  for (const { name, plugin } of schemas.values())
    if (off.has(plugin)) yield `the type ${name} of ${plugin} is published`;
  for (const { code, plugin } of errors)
    if (off.has(plugin)) yield `the error ${code} of ${plugin} is published`;
  for (const { name, plugin } of registry.of(Tables))
    if (off.has(plugin)) yield `the table ${name} of ${plugin} is kept`;
  for (const { plugin } of policies) if (off.has(plugin)) yield `a policy of ${plugin} is sealed`;
  for (const { name, plugin, value } of entriesOf(Capabilities, gone.contributors))
    if (value === true && flags[name] === true) yield `the flag ${name} of ${plugin} is true`;
}
