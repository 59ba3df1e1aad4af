/** Seals a registry: collect, check, compile. Pure; starts nothing and touches no file. */
import { ErrorBody } from "../../schemas/error.ts";
import { check, type ReservedNames } from "./check.ts";
import { schemaChecks, type SchemaCheck } from "./check-schemas.ts";
import { collect, type Contributions } from "./collect.ts";
import {
  compileRoute,
  headerNames,
  type CompiledRoute,
  type Links,
  type OwnedPolicy,
} from "./compile.ts";
import { errorForm } from "./error-form.ts";
import { kernelErrors } from "../contract/errors.ts";
import type { Finding } from "../contract/finding.ts";
import { pageForm } from "../contract/page.ts";
import { LazyRoute } from "./lazy-route.ts";
import { fillPath } from "../contract/path.ts";
import type { StatementContext } from "../contract/policy.ts";
import type {
  InstalledPlugin,
  Registry,
  RouteFacts,
  SealedRoute,
  SealedSchema,
  ServiceFacts,
} from "../contract/registry.ts";
import { dropDanglingRedirects, qualify, resolveRelation, resolveRelations } from "./relations.ts";
import { revisionOf } from "./revision.ts";
import { builtinFacts, routeFacts } from "./route-facts.ts";
import type { Needs, Use } from "../contract/service.ts";

export interface SealInput {
  readonly service: ServiceFacts;
  readonly installed: readonly InstalledPlugin[];
  /** Names that belong to the caller. Default: none. */
  readonly reserved?: ReservedNames;
  /** Called when a document or a request needs an absolute URL. */
  readonly baseUrl: () => string;
  /** The started instance of a service. Default: throws, as sealing starts nothing. */
  readonly instance?: (serviceId: string) => unknown;
}

export interface SealResult {
  /** Undefined when there are findings. */
  readonly registry: Registry | undefined;
  readonly findings: readonly Finding[];
  /**
   * Checks whether each schema can become JSON Schema. Only documents need them to, and converting takes longer than
   * everything else, so whoever wants to listen first may run them later. Run already when there are `findings`.
   */
  readonly schemaChecks: readonly SchemaCheck[];
}

/** Checks everything that is installed and, when there is nothing to complain about, makes the registry. */
export function seal(input: SealInput): SealResult {
  const steps = sealing(input);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

const NO_NAMES: ReservedNames = { commands: [], services: [] };

/** The same in steps, for whoever has requests to answer meanwhile. */
export function* sealing(input: SealInput): Generator<void, SealResult> {
  const collected = collect(input.installed);
  yield;
  const findings = yield* check(input.installed, collected, input.reserved ?? NO_NAMES);
  yield;
  if (findings.length > 0) {
    const checks = schemaChecks(collected);
    return {
      registry: undefined,
      findings: [...findings, ...checks.flatMap((run) => run() ?? [])],
      schemaChecks: checks,
    };
  }
  const { contributors, schemas, events, tables } = collected;
  return {
    registry: yield* build(input, collected),
    findings,
    // Made when they are to run: whoever keeps the result keeps no checks, and of what was collected only this.
    get schemaChecks() {
      return schemaChecks({ contributors, schemas, events, tables });
    },
  };
}

function* build(
  { service, installed, baseUrl, instance = notStarted }: SealInput,
  collected: Contributions,
): Generator<void, Registry> {
  // One for all routes; what it takes is there by the time that one is asked.
  const compile = (route: RouteFacts): CompiledRoute =>
    compileRoute(route, policies, names, errorForm, linksOf(route));
  const routes = routeFacts(dropDanglingRedirects(collected.routes), collected).map(
    (facts): SealedRoute => new LazyRoute(facts, compile),
  );
  yield;
  const byRef = new Map(routes.map((route) => [route.ref, route]));
  const byId = memoize(() => uniqueById(routes));
  const find = (ref: string): SealedRoute | undefined => byRef.get(ref) ?? byId().get(ref);
  const href = (ref: string, params: Readonly<Record<string, string>> = {}): string | undefined => {
    const target = find(ref);
    return target && fillPath(target.pattern, params);
  };
  const optionsOf = new Map(
    collected.contributors.map(({ plugin, options }) => [plugin.id, options]),
  );
  const policies = collected.policies.map(({ value: policy, plugin }): OwnedPolicy => {
    const use = memoize(() => resolveServices(policy.needs ?? {}, instance));
    return { policy, plugin, context: { options: optionsOf.get(plugin), use, href, baseUrl } };
  });
  const names = headerNames(policies);
  const computedBy = new Map(
    collected.contributors.map(({ plugin }) => [plugin.id, plugin.relations ?? {}]),
  );
  const linksOf = (route: RouteFacts): Links => ({
    relations: resolveRelations(route, byRef),
    creates: resolveRelation("created", route.declaration.creates, route, byRef),
    computed: memoize(() => computedBy.get(route.plugin)?.[route.id]?.(registry) ?? {}),
  });
  // Now: what compiles for no route at all stops the boot.
  const builtin = (id: "unknown" | "malformed"): SealedRoute => {
    const facts = builtinFacts(id);
    return { ...facts, ...compile(facts) };
  };

  yield;
  const content = contentOf(service, collected);
  const revision = memoize(() => revisionOf(content));
  const registry: Registry = {
    service,
    get revision() {
      return revision();
    },
    get baseUrl() {
      return baseUrl();
    },
    installed,
    routes,
    builtin: {
      unknown: builtin("unknown"),
      malformed: builtin("malformed"),
    },
    policies: policies.map(({ policy, plugin }) => ({ policy, plugin })),
    pageForms: pageFormsOf(policies),
    capabilities: Object.fromEntries(
      collected.capabilities.map(({ name, value }) => [name, value]),
    ),
    schemas: schemasOf(collected),
    errors: [
      ...Object.entries(kernelErrors).map(([code, entry]) => ({
        code,
        plugin: "kernel",
        ...entry,
      })),
      ...collected.errors.map(({ name, plugin, value }) => ({ code: name, plugin, ...value })),
    ],
    tables: collected.tables.map(({ name, plugin, value }) => ({ name, plugin, ...value })),
    rootLinks: Object.fromEntries(
      collected.rootLinks.flatMap(({ name, plugin, value }) => {
        const target = "href" in value ? value.href : href(qualify(value.to, plugin));
        return target === undefined ? [] : [[name, target]];
      }),
    ),
    pagesElsewhere: collected.rootLinks.flatMap(({ name, value }) =>
      "href" in value && value.title !== undefined
        ? [{ rel: name, href: value.href, title: value.title, menu: value.menu ?? "footer" }]
        : [],
    ),
    statements: statementsOf(policies, { routes, view: names, href }),
    route: find,
    href,
  };
  return Object.freeze(registry);
}

/** What makes one revision differ from another. */
function contentOf(
  service: ServiceFacts,
  { contributors, capabilities, errors, events, schemas, tables, rootLinks }: Contributions,
): unknown {
  const plugins = contributors.map(({ plugin, options, routes }) => [plugin.id, options, routes]);
  return { service, plugins, capabilities, errors, events, schemas, tables, rootLinks };
}

/** Contributed schemas, then list envelopes, in the preset's order; the kernel's own error body comes first. */
function schemasOf({ schemas, routes }: Contributions): ReadonlyMap<string, SealedSchema> {
  const all: SealedSchema[] = [
    { name: "Error", plugin: "kernel", schema: ErrorBody },
    ...schemas.map(({ name, plugin, value }) => ({ name, plugin, schema: value })),
    ...routes.flatMap(({ plugin, value: { list } }) =>
      list ? [{ name: list.name, plugin, list }] : [],
    ),
  ];
  return new Map(all.map((entry) => [entry.name, entry]));
}

function pageFormsOf(policies: readonly OwnedPolicy[]): Registry["pageForms"] {
  const forms: Registry["pageForms"] = new Map([
    [pageForm.mediaType, (content, about) => pageForm.render(content, about, undefined)],
    ...policies.flatMap(({ policy, context: { options } }) =>
      (policy.pageForms ?? []).map(({ mediaType, render }): MapEntry<Registry["pageForms"]> => [
        mediaType,
        // The options were validated with the plugin's own schema.
        (content, about) => render(content, about, options as never),
      ]),
    ),
  ]);
  return forms;
}

type MapEntry<M> = M extends ReadonlyMap<infer K, infer V> ? [K, V] : never;

/** One getter a policy, so that a statement is made when a document first needs it. */
function statementsOf(
  policies: readonly OwnedPolicy[],
  context: Omit<StatementContext, "options">,
): Readonly<Record<string, unknown>> {
  const statements = {};
  for (const {
    policy,
    context: { options },
  } of policies) {
    if (policy.statement === undefined) continue;
    // The options were validated with the plugin's own schema.
    const get = memoize(() => policy.statement?.({ ...context, options: options as never }));
    Object.defineProperty(statements, policy.id, { enumerable: true, get });
  }
  return statements;
}

function resolveServices<N extends Needs>(needs: N, instance: (id: string) => unknown): Use<N> {
  const use = Object.fromEntries(
    Object.entries(needs).map(([name, token]) => [name, instance(token.id)]),
  );
  return use as Use<N>; // the kernel hands each token the instance that its provider returned for it
}

function notStarted(serviceId: string): never {
  throw new Error(`the service ${serviceId} was used before anything started`);
}

/** Routes by their id without the plugin, where only one has it. */
function uniqueById(routes: readonly SealedRoute[]): ReadonlyMap<string, SealedRoute> {
  const groups = Map.groupBy(routes, ({ id }) => id);
  return new Map(
    [...groups].flatMap(([id, [first, second]]) =>
      first === undefined || second !== undefined ? [] : [[id, first] as const],
    ),
  );
}

function memoize<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
