/** Seals a registry: collect, check, compile. Pure; starts nothing and touches no file. */
import { check, type ReservedNames } from "./check.ts";
import { checkBindings } from "./check-bindings.ts";
import { checkPolicies } from "./check-policies.ts";
import { checkPreconditions } from "./check-write.ts";
import { checkSchemas } from "./check-schemas.ts";
import { collect, type Collected } from "./collect.ts";
import {
  compileRoute,
  type CompiledRoute,
  type Links,
  headerNames,
  type OwnedPolicy,
} from "./compile.ts";
import { catalogOf } from "../contract/errors.ts";
import type { Finding } from "../contract/finding.ts";
import { identifierOf } from "./identifier-of.ts";
import { LazyRoute } from "./lazy-route.ts";
import { fillPath } from "../contract/path.ts";
import type { Identifier } from "../contract/identifier.ts";
import type { Policy } from "../contract/policy.ts";
import type { AppInfo } from "../contract/registry.ts";
import type { InstalledPlugin, SealedRegistry } from "../contract/installed.ts";
import type { SealedRoute } from "../contract/sealed-route.ts";
import type { RouteBase } from "../contract/route-info.ts";
import { alertsOf, metricsOf } from "./measured.ts";
import { isPublic } from "../contract/route-keys.ts";
import { memoize } from "./memoize.ts";
import {
  audiencesOf,
  guaranteesOf,
  instanceEventsOf,
  contentOf,
  errorForm,
  flagsOf,
  pageFormsOf,
  schemasOf,
  sealExports,
  statementsOf,
  translationOf,
} from "./published.ts";
import {
  dropDanglingRedirects,
  qualifyRef,
  resolveRelation,
  resolveRelations,
} from "./relations.ts";
import { revisionOf } from "./revision.ts";
import { builtinFacts, routeFacts } from "./route-facts.ts";

export interface SealInput {
  readonly app: AppInfo;
  readonly installed: readonly InstalledPlugin[];
  /** Names that belong to the caller. Default: none. */
  readonly reserved?: ReservedNames;
  /** Whether there is an admin listener. Default: false. */
  readonly hasAdmin?: boolean;
  /** Called when a document or a request needs an absolute URL. */
  readonly baseUrl: () => string;
}

export type SealResult =
  | { readonly registry: undefined; readonly findings: readonly Finding[] }
  | (Sealed & { readonly findings: readonly [] });

export interface Sealed {
  readonly registry: SealedRegistry;
  /**
   * Looks for what takes longer to find than everything else: policies that do not compile for a route, and schemas that
   * cannot become JSON Schema. Takes one route or schema at each step, so that a server may listen first; it is ready
   * only when this has found nothing.
   */
  readonly slowFindings: () => Iterable<Finding | undefined>;
  /** Hands the policies their services, which may be used from then on. By service id. */
  readonly connectPolicies: (instances: ReadonlyMap<string, unknown>) => void;
}

const NO_NAMES: ReservedNames = { commands: [], services: [] };

/** Checks everything that is installed and, when nothing is wrong, makes the registry. */
export function seal(input: SealInput): SealResult {
  const { installed } = input;
  const collected = collect(installed, input.hasAdmin);
  const findings = check(installed, collected, input.reserved ?? NO_NAMES);
  if (findings.length > 0) {
    const slow = [...present(checkBindings(collected)), ...present(checkSchemas(collected))];
    return { registry: undefined, findings: [...findings, ...slow] };
  }
  const { registry, routes, builtin, connectPolicies } = build(input, collected);
  // Destructured, because the result would otherwise keep all of what was collected.
  const { contributors, routes: declared, schemas, events, tables } = collected;
  const slowFindings = function* () {
    yield* checkPolicies([...routes, ...builtin], installed);
    yield* checkBindings({ routes: declared });
    yield* checkSchemas({ contributors, schemas, events, tables });
  };
  // Responders of the built-in routes are made before the server listens. A policy that fails for them fails for most.
  if (present(checkPolicies(builtin, installed)).length > 0)
    return { registry: undefined, findings: present(slowFindings()) };
  const unmet = checkPreconditions(routes);
  if (unmet.length > 0)
    return { registry: undefined, findings: [...unmet, ...present(slowFindings())] };
  return { registry, findings: [], slowFindings, connectPolicies };
}

function present<T>(values: Iterable<T | undefined>): T[] {
  return [...values].filter((value) => value !== undefined);
}

function build({ app, installed, baseUrl }: SealInput, collected: Collected) {
  // Shared by all routes. `policies` and `names` are assigned below, before the first call.
  const compile = (route: RouteBase): CompiledRoute =>
    compileRoute(route, policies, names, errorForm, linksOf(route));
  const all = routeFacts(dropDanglingRedirects(collected.routes), collected).map(
    (facts) => new LazyRoute(facts, compile),
  );
  const isOfClients = (route: LazyRoute) => isPublic(route.declaration);
  const adminRoutes = all.filter((route) => !isOfClients(route));
  const routes = adminRoutes.length === 0 ? all : all.filter(isOfClients);
  const byRef = new Map<string, LazyRoute>(routes.map((route) => [route.ref, route]));
  const adminByRef = new Map<string, LazyRoute>(adminRoutes.map((route) => [route.ref, route]));
  const byId = memoize(() => uniqueById(routes));
  const find = (ref: string): SealedRoute | undefined => byRef.get(ref) ?? byId().get(ref);
  const href = (ref: string, params: Readonly<Record<string, string>> = {}): string | undefined => {
    const target = find(ref);
    return target && fillPath(target.pattern, params);
  };
  const contributors = new Map(collected.contributors.map((entry) => [entry.plugin.id, entry]));
  let instances: ReadonlyMap<string, unknown> | undefined;
  const connectPolicies = (started: ReadonlyMap<string, unknown>) => {
    instances = started;
  };
  const identifiers: Identifier[] = [];
  const policies = collected.policies.map(({ value: policy, plugin }): OwnedPolicy => {
    const use = memoize(() => resolveServices(policy, instances));
    const { options } = contributors.get(plugin) ?? {};
    const context = { options, use, href, baseUrl, identifiers };
    identifiers.push(...identifierOf(policy, context));
    return { policy, plugin, context };
  });
  const names = headerNames(
    policies,
    routes.map(({ declaration }) => declaration),
  );
  const linksOf = (route: RouteBase): Links => {
    const targets = isPublic(route.declaration) ? byRef : adminByRef;
    return {
      relations: resolveRelations(route.declaration.relations, route, targets),
      itemRelations: resolveRelations(route.declaration.list?.relations, route, targets),
      creates: resolveRelation("created", route.declaration.creates, route, targets),
      computed: memoize(
        () => contributors.get(route.plugin)?.plugin.relations?.[route.id]?.(registry) ?? {},
      ),
    };
  };
  const translation = translationOf(app, collected);
  const unknown = new LazyRoute(builtinFacts("unknown"), compile);
  const malformed = new LazyRoute(builtinFacts("malformed"), compile);
  const content = contentOf(app, collected);
  const revision = memoize(() => revisionOf(content));
  // On first use, as some flags follow from what policies compile for routes.
  const capabilities = memoize(() => flagsOf(collected, registry));
  const metrics = memoize(() => metricsOf(collected, registry));
  const alerts = memoize(() => alertsOf(collected, registry));
  const registry: SealedRegistry = {
    app,
    get revision() {
      return revision();
    },
    get baseUrl() {
      return baseUrl();
    },
    installed,
    routes,
    adminRoutes,
    builtin: { unknown, malformed },
    policies: policies.map(({ policy, plugin }) => ({ policy, plugin })),
    identifiers,
    pageForms: pageFormsOf(policies),
    get capabilities() {
      return capabilities();
    },
    schemas: schemasOf(collected),
    errors: [
      ...catalogOf(routes.map(({ declaration }) => declaration)).map(([code, entry]) => ({
        code,
        plugin: "kernel",
        ...entry,
      })),
      ...collected.errors.map(({ name, plugin, value }) => ({ code: name, plugin, ...value })),
    ],
    audiences: audiencesOf(collected),
    instanceEvents: instanceEventsOf(collected),
    tables: collected.tables.map(({ name, plugin, value }) => ({ name, plugin, ...value })),
    rootLinks: Object.fromEntries(
      collected.rootLinks.flatMap(({ name, plugin, value }) => {
        const target = "href" in value ? value.href : href(qualifyRef(value.to, plugin));
        return target === undefined ? [] : [[name, target]];
      }),
    ),
    externalPages: collected.rootLinks.flatMap(({ name, value }) =>
      "href" in value && value.title !== undefined
        ? [{ rel: name, href: value.href, title: value.title, menu: value.menu ?? "footer" }]
        : [],
    ),
    exports: sealExports(collected, () => registry),
    get metrics() {
      return metrics();
    },
    get alerts() {
      return alerts();
    },
    statements: statementsOf(policies, {
      routes,
      view: names,
      href,
      identifiers,
      guarantees: guaranteesOf(collected),
    }),
    route: find,
    document: ({ plugin, id, declaration: { languages = [] } }, language = languages[0]) => {
      const owner = contributors.get(plugin);
      // The options were validated with the plugin's own schema, and the route names its languages.
      return owner?.plugin.documents?.[id]?.(registry, owner.options as never, language as never);
    },
    href,
    translate: (text, language) => translation(text, language) ?? text,
    translation,
  };
  Object.freeze(registry);
  return { registry, routes: all, builtin: [unknown, malformed], connectPolicies };
}

function resolveServices(
  { id, needs = {} }: Policy,
  instances: ReadonlyMap<string, unknown> | undefined,
): Readonly<Record<never, never>> {
  if (instances === undefined)
    throw new Error(`the policy ${id} used its services before the plugins started`);
  return Object.fromEntries(
    Object.entries(needs).map(([name, token]) => [name, instances.get(token.id)]),
  );
}

/** Routes by their id without the plugin, where only one has it. */
function uniqueById(routes: readonly SealedRoute[]): ReadonlyMap<string, SealedRoute> {
  const groups = Map.groupBy(routes, ({ id }) => id);
  const unique = routes.filter(({ id }) => groups.get(id)?.length === 1);
  return new Map(unique.map((route) => [route.id, route]));
}
