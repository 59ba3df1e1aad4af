/** The version of the data that answers are made from. */
import type { Plugin } from "../../../registry/contract/plugin/plugin.ts";
import { toMilliseconds } from "../../../registry/contract/duration.ts";
import { guardsOf, type SealedRoute } from "../../../registry/contract/route/sealed-route.ts";
import { stateId, type Service, type Tracked } from "../../../registry/contract/plugin/service.ts";
import { getOrMake, memoize } from "../../../registry/schema/memoize.ts";
import { Runtime } from "../../services.ts";

/** Reads the version as it is now; undefined while it is not known. */
export type DataVersion = () => string | number | undefined;

/**
 * Returns the version of the data of a route, for callers that its gate has admitted: documents never change, and lists
 * only with the data of their plugin. Undefined for all else, if some of the data has no version, and if the
 * answer may depend on more than its path: for `no-store`, for `private` without a guard, for handlers that receive
 * request headers or values, and behind guards that ask for anything but a principal, whose reading is noticed.
 */
export function dataVersionOf(
  route: SealedRoute,
  plugin: Plugin,
  instances: ReadonlyMap<string, unknown>,
): DataVersion | undefined {
  const guards = guardsOf(route).filter(({ compiled }) => compiled.admit !== undefined);
  if (guards.some(({ compiled }) => compiled.security === undefined)) return undefined;
  if (route.document) return () => "";
  const { cache, headers, values } = route.declaration;
  if (route.kind !== "list" || headers !== undefined || values !== undefined) return undefined;
  if (typeof cache !== "object") return undefined;
  if (cache.scope === "private" && guards.length === 0) return undefined;
  const version = versionOf(plugin, instances);
  return version && limitAge(version, toMilliseconds(cache.maxAge));
}

/** Returns numbers that grow with the version, and once the last is `maxAgeMs` old: some handlers read the time. */
function limitAge(version: DataVersion, maxAgeMs: number): DataVersion | undefined {
  if (!(maxAgeMs > 0)) return undefined;
  let generation = 0;
  let current: string | number | undefined;
  let validUntil = Number.NEGATIVE_INFINITY;
  return () => {
    const next = version();
    if (next === undefined) return undefined;
    const now = performance.now();
    if (next !== current || now >= validUntil) {
      current = next;
      validUntil = now + maxAgeMs;
      generation++;
    }
    return generation;
  };
}

/** Returns the version of all data that a plugin reads; undefined if some of it has none. */
function versionOf(
  plugin: Plugin,
  instances: ReadonlyMap<string, unknown>,
): DataVersion | undefined {
  const tokens: readonly Service[] = [
    ...Object.values(plugin.needs ?? {}),
    ...Object.values(plugin.provides ?? {}),
    { id: stateId(plugin.id) }, // without a version, so lists are not kept if handlers may read it
  ].filter(({ id }) => instances.has(id));
  const readers = tokens.map((token): DataVersion | undefined => {
    const instance = instances.get(token.id);
    const tracked = trackedFor(plugin, token, instances);
    if (tracked !== undefined) return () => tracked.version();
    const { version } = token;
    return version && (() => version(instance));
  });
  const versioned = readers.filter((reader) => reader !== undefined);
  if (versioned.length === 0 || versioned.length < readers.length) return undefined;
  const [only] = versioned;
  if (versioned.length === 1) return only;
  return () => {
    const versions = versioned.map((reader) => reader());
    return versions.includes(undefined) ? undefined : versions.join(" ");
  };
}

/** Tracked instances by instance, plugin and token, as a plugin may reach data in its setup and in its handlers. */
const trackedInstances = new WeakMap<object, WeakMap<Plugin, Map<Service, Tracked<unknown>>>>();

/** Returns the instance that this plugin uses if its service tracks, else undefined. */
export function trackedFor(
  plugin: Plugin,
  token: Service,
  instances: ReadonlyMap<string, unknown>,
): Tracked<unknown> | undefined {
  const instance = instances.get(token.id);
  if (token.track === undefined || typeof instance !== "object" || instance === null)
    return undefined;
  const byPlugin = getOrMake(trackedInstances, instance, () => new WeakMap());
  const byToken = getOrMake(byPlugin, plugin, () => new Map());
  return getOrMake(byToken, token, () => {
    const runtime = instances.get(Runtime.id) as Runtime;
    return token.track?.(instance, {
      plugin: plugin.id,
      of: (point) => runtime.registry.of(point),
    });
  });
}

/** Does as {@link dataVersionOf} for reads that pass no gate: undefined for guarded routes, and until the plugin starts. */
export function versionOfReads(
  route: SealedRoute,
  plugin: Plugin | undefined,
  { handlers, instances }: Running,
): DataVersion {
  if (plugin === undefined || guardsOf(route).length > 0) return () => undefined;
  const reader = memoize(() => dataVersionOf(route, plugin, instances));
  return () => (route.document || handlers.has(route.ref) ? reader()?.() : undefined);
}

/** The parts of the running plugins that versions come from. Both fill up while plugins start. */
interface Running {
  /** Handlers by `plugin.routeId`. */
  readonly handlers: ReadonlyMap<string, unknown>;
  /** Instances by service id. */
  readonly instances: ReadonlyMap<string, unknown>;
}
