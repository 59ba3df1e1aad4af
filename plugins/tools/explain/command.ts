import {
  didYouMean,
  type Plugin,
  type Registry,
  type SealedRoute,
  type ToolContext,
} from "waymark";
import { KNOWN_METHODS } from "waymark/advanced";
import {
  FINDINGS,
  type MeasuredMetric,
  NOT_SERVING,
  UsageError,
  availablePlugins,
  bootHere,
  configHere,
  configKey,
  loadConfig,
  loadPlugins,
  matches,
  silentLog,
  startPlugins,
} from "waymark/tools";
import type { Booted } from "waymark/server";
import { Runtime } from "waymark/services";
import { headerNames } from "./headers.ts";
import { layOut, toJson, toText, type Explanation } from "./explanation.ts";
import { explainKey, keyPaths } from "./key.ts";
import { explainFlag, explainHeader, explainPlugin, explainRoute } from "./explanations.ts";
import { pathOf } from "./texts.ts";
import { explainRequestHeader, explainScope, requestHeadersOf, scopesOf } from "./access.ts";
import {
  asMeasured,
  eventsOf,
  explainCode,
  explainEntry,
  explainError,
  explainEvent,
  explainMetric,
  explainPoint,
  explainRule,
  explainSchema,
  explainService,
  explainStatus,
  serviceIds,
} from "./named.ts";
import { flagsOf } from "./flags.ts";

/** Prints all that has the name. */
export async function run({ config, args, flags, print }: ToolContext): Promise<void> {
  const { target = "", path } = args;
  const code = explainRule(target) ?? explainCode(target, await pluginsFor(target, config));
  const found =
    code === undefined
      ? await explainHere(config, path === undefined ? target : `${target} ${path}`)
      : [code];
  print(
    flags["json"] === true
      ? JSON.stringify(found.map(toJson), undefined, 2)
      : found.map(toText).join("\n\n"),
  );
}

/** Explains by name; a metric's name needs started plugins. */
async function explainHere(
  config: string | undefined,
  target: string,
): Promise<readonly Explanation[]> {
  const booted = await bootHere(config);
  const metric = METRIC.test(target)
    ? // Those that are declared count as well: a start without a trace leaves some plugins out.
      ((await findMetric(config, target)) ??
      booted.registry.metrics.map(asMeasured).find(({ name }) => name === target))
    : undefined;
  return metric === undefined ? explainTarget(booted, target) : [explainMetric(booted, metric)];
}

/** The name of a metric as scrapers see it. Names of other things have no underscore, or are in capitals. */
const METRIC = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/;

/** Starts the plugins without a trace, because only a started plugin knows all about its metrics. */
async function findMetric(
  config: string | undefined,
  target: string,
): Promise<MeasuredMetric | undefined> {
  const booted = await bootHere(config, { testOptions: () => true });
  const started = await startPlugins(booted, { log: silentLog, server: NOT_SERVING });
  const runtime = started.instances.get(Runtime.id) as Runtime; // the kernel's own
  const measured = booted.installed.flatMap(({ plugin }) =>
    Object.values(plugin.provides ?? {}).flatMap((token) => {
      const instance = started.instances.get(token.id);
      return instance === undefined ? [] : (token.metrics?.(instance as never) ?? []); // of this token, by its id
    }),
  );
  await started.stop();
  return [...runtime.metrics.map(asMeasured), ...measured].find(({ name }) => name === target);
}

/** Returns the plugins that may declare a code of a finding: read only if the target looks like such a code. */
async function pluginsFor(target: string, config: string | undefined): Promise<Plugin[]> {
  if (Object.hasOwn(FINDINGS, target) || !/^[A-Z]+(_[A-Z]+)+$/.test(target)) return [];
  const loaded = await loadConfig(configHere(config));
  return (await loadPlugins(loaded)).installed.map(({ plugin }) => plugin);
}

/**
 * Explains everything that has this name, since things of different kinds may share one. Throws a {@link UsageError} with
 * the nearest name.
 */
export function explainTarget(booted: Booted, target: string): readonly Explanation[] {
  const { registry, installed } = booted;
  const routes = routesNamed(registry, target);
  const headers = [...headerNames(registry), ...requestHeadersOf(booted)];
  const named = (names: readonly string[]) =>
    names.find((name) => name.toLowerCase() === target.toLowerCase());
  const header = named(headerNames(registry));
  const requestHeader = named(requestHeadersOf(booted));
  const things = [...namedThings(booted)];
  const texts: readonly Explanation[] = [
    ...routes.map((route) => explainRoute(booted, route)),
    ...(header === undefined ? [] : [explainHeader(booted, header)]),
    ...(requestHeader === undefined ? [] : [explainRequestHeader(booted, requestHeader)]),
    ...things.flatMap(({ names, text }) => (names.includes(target) ? [text()] : [])),
    ...[explainStatus(booted, target) ?? [], explainKey(booted, target) ?? []].flat(),
  ];
  if (texts.length > 0) return texts;
  const similar = didYouMean(target, [
    ...registry.routes.flatMap(({ ref, id, method, path }) => [ref, id, path, `${method} ${path}`]),
    ...headers,
    ...things.flatMap(({ names }) => names),
    ...Object.keys(FINDINGS),
    ...installed.flatMap(({ plugin }) => Object.keys(plugin.validate?.findings ?? {})),
    ...keyPaths(booted),
  ]);
  const hint = similar.startsWith("available")
    ? "list the names: waymark routes, waymark plugins"
    : similar;
  throw new UsageError(`nothing has the name ${JSON.stringify(target)}\n  hint: ${hint}`);
}

/** Everything that is explained by its exact name. */
function* namedThings(
  booted: Booted,
): Iterable<{ names: readonly string[]; text: () => Explanation }> {
  const { registry, installed } = booted;
  for (const flag of new Set(flagsOf(installed).map((entry) => entry.flag)))
    yield { names: [flag], text: () => explainFlag(booted, flag) };
  for (const entry of installed)
    yield {
      names: [entry.plugin.id, configKey(entry), pathOf(entry)],
      text: () => explainPlugin(booted, entry),
    };
  for (const entry of registry.errors)
    yield { names: [entry.code], text: () => explainError(booted, entry) };
  for (const [name, schema] of registry.schemas)
    yield { names: [name], text: () => explainSchema(booted, schema) };
  for (const name of new Set(eventsOf(installed).map((event) => event.name)))
    yield { names: [name], text: () => explainEvent(booted, name) };
  for (const point of registry.points)
    yield { names: [point.id], text: () => explainPoint(booted, point) };
  for (const entry of registry.points.flatMap((point) => [...point.explained()]))
    yield { names: [entry.name], text: () => explainEntry(booted, entry) };
  for (const id of serviceIds(installed))
    yield { names: [id], text: () => explainService(booted, id) };
  for (const scope of scopesOf(booted))
    yield { names: [scope], text: () => explainScope(booted, scope) };
  for (const { id, how } of availablePlugins(booted.offered, installed))
    yield { names: [id], text: () => layOut([`plugin ${id}`, `Available: ${how}.`], []) };
}

/** Finds routes by id, by path, or by method and path. The GET route answers HEAD, all routes of a path answer OPTIONS. */
function routesNamed(registry: Registry, target: string): readonly SealedRoute[] {
  const [word = "", path] = target.split(/ +/, 2);
  const { adminRoutes } = registry;
  const all = [...registry.routes, ...adminRoutes];
  if (path === undefined)
    return target.startsWith("/")
      ? routesAt(all, target)
      : [registry.route(target) ?? adminRoutes.filter(({ ref }) => ref === target)].flat();
  const requested = word.toUpperCase();
  if (!KNOWN_METHODS.includes(requested)) return [];
  const routes = routesAt(all, path);
  const method = requested === "HEAD" ? "GET" : requested;
  const answering = routes.filter((route) => requested === "OPTIONS" || route.method === method);
  const [first] = routes;
  if (answering.length > 0 || first === undefined) return answering;
  throw new UsageError(
    `${first.path} has no route for ${requested}\n  hint: it answers ${first.allow}`,
  );
}

/** Returns the routes of a path, as declared (`/api/offices/{officeId}`) or as requested (`/api/offices/berlin`). */
function routesAt(routes: readonly SealedRoute[], path: string): readonly SealedRoute[] {
  const declared = routes.filter((route) => route.path === path);
  if (declared.length > 0) return declared;
  const requested = path.replace(/[?#].*$/, "");
  return routes.filter(({ pattern }) => matches(pattern, requested));
}
