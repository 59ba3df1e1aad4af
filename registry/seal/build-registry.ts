/** The registry itself: routes with their compiled policies, everything by its name, and the documents of plugins. */
import type { Collected } from "./collect.ts";
import {
  compileRoute,
  type CompiledRoute,
  type Links,
  headerNames,
  type OwnedPolicy,
  credentialHeaders,
} from "./compile/compile.ts";
import { LazyRoute } from "./compile/lazy-route.ts";
import { fillPath } from "../contract/route/path.ts";
import type { Identifier } from "../contract/policy/identifier.ts";
import type { Policy } from "../contract/policy/policy.ts";
import { stateId, type Service, type ServiceUser } from "../contract/plugin/service.ts";
import type { AppInfo } from "../contract/plugin/registry.ts";
import type { InstalledPlugin, SealedRegistry } from "../contract/plugin/installed.ts";
import type { SealedRoute } from "../contract/route/sealed-route.ts";
import type { RouteBase } from "../contract/route/route-info.ts";
import { isPublic } from "../contract/route/route-keys.ts";
import { memoize } from "../schema/memoize.ts";
import {
  audiencesOf,
  eventsOf,
  contentOf,
  errorForm,
  errorsOf,
  pageFormsOf,
  schemasOf,
  statementsOf,
} from "./published.ts";
import { sealPoints } from "./points.ts";
import { dropDanglingRedirects, resolveRelation, resolveRelations } from "./compile/relations.ts";
import { revisionOf } from "./revision.ts";
import { builtinFacts, routeFacts } from "./compile/route-facts.ts";
import type { Call } from "../contract/call/call.ts";

export interface RegistryInput {
  readonly app: AppInfo;
  readonly installed: readonly InstalledPlugin[];
  /** Called when a document or a request needs an absolute URL. */
  readonly baseUrl: () => string;
}

/** Makes the registry of contributions that were checked. Its parts are worked out on first use where they can be. */
export function buildRegistry({ app, installed, baseUrl }: RegistryInput, collected: Collected) {
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
  const used = new Map<Policy, Readonly<Record<never, never>>>();
  const connectPolicies = (started: ReadonlyMap<string, unknown>) => {
    instances = started;
    used.clear(); // a plugin that started after all may have made others start again
  };
  const identifiers: Identifier[] = [];
  const policies = collected.policies.map(({ value: policy, plugin }): OwnedPolicy => {
    const started = () => {
      if (instances !== undefined) return instances;
      throw new Error(`the policy ${policy.id} used its services before the plugins started`);
    };
    const use = () => {
      const services =
        used.get(policy) ?? resolveServices(policy, started(), { plugin, of: points.of });
      used.set(policy, services);
      return services;
    };
    const id = stateId(plugin);
    const state = () => started().get(id);
    const { options } = contributors.get(plugin) ?? {};
    const { languages } = collected;
    const context = { options, use, state, href, baseUrl, identifiers, languages };
    identifiers.push(...identifierOf(policy, context));
    return { policy, plugin, context };
  });
  const declarations = routes.map(({ declaration }) => declaration);
  const names = headerNames(policies, declarations);
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
  const unknown = new LazyRoute(builtinFacts("unknown"), compile);
  const malformed = new LazyRoute(builtinFacts("malformed"), compile);
  const content = contentOf(app, collected);
  const revision = memoize(() => revisionOf(content));
  const points = sealPoints(collected, () => registry);
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
    schemas: schemasOf(collected),
    errors: errorsOf(collected, declarations),
    audiences: audiencesOf(collected),
    events: eventsOf(collected),
    languages: collected.languages,
    ...points,
    statements: statementsOf(policies, {
      routes,
      view: names,
      href,
      identifiers,
      languages: collected.languages,
      of: points.of,
    }),
    route: find,
    document: ({ plugin, id, declaration: { languages = [] } }, language = languages[0]) => {
      const owner = contributors.get(plugin);
      // The options were validated with the plugin's own schema, and the route names its languages.
      return owner?.plugin.documents?.[id]?.(registry, owner.options as never, language as never);
    },
    href,
  };
  Object.freeze(registry);
  return { registry, routes: all, builtin: [unknown, malformed], connectPolicies };
}

function resolveServices(
  { needs = {} }: Policy,
  instances: ReadonlyMap<string, unknown>,
  user: ServiceUser,
): Readonly<Record<never, never>> {
  return Object.fromEntries(
    Object.entries<Service>(needs).map(([name, token]) => {
      const instance = instances.get(token.id);
      const tracked = instance === undefined ? undefined : token.track?.(instance, user);
      return [name, tracked === undefined ? instance : tracked.instance];
    }),
  );
}

/** Routes by their id without the plugin, if only one has it. */
function uniqueById(routes: readonly SealedRoute[]): ReadonlyMap<string, SealedRoute> {
  const groups = Map.groupBy(routes, ({ id }) => id);
  const unique = routes.filter(({ id }) => groups.get(id)?.length === 1);
  return new Map(unique.map((route) => [route.id, route]));
}

/** Returns a policy's way to find principals, with its context. */
function identifierOf(policy: Policy, context: OwnedPolicy["context"]): readonly Identifier[] {
  const { identifies } = policy;
  if (identifies === undefined) return [];
  const { description, scheme, challenge } = identifies;
  const headers = credentialHeaders(policy);
  const hasOne = (call: Call) => headers.some((name) => call.header(name) !== undefined);
  const own = context as never; // its options were validated with the plugin's own schema
  return [
    {
      policy: policy.id,
      headers,
      description,
      scheme,
      challenge,
      isSent: (call) => identifies.isSent?.(call) ?? hasOne(call),
      recall: (call) => identifies.recall?.(call, own),
      isGenuine: (call) => identifies.isGenuine?.(call, own) ?? false,
      identify: (call) => identifies.identify(call, own),
      lookUp: (id) => identifies.lookUp?.(id, own),
      issue: identifies.issue && ((wanted) => identifies.issue?.(wanted, own)),
    },
  ];
}
