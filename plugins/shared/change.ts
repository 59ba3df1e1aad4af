/** Derives the change of a resource from the call that made it: one answer for events, webhooks and records. */
import type { Call, Registry, SealedRoute } from "waymark";
import {
  type Change,
  type Pattern,
  type Recipients,
  type RouteInfo,
  type WriteEnd,
  type WriteResult,
  changesResource,
  fillPath,
  guardsOf,
  requiredScopes,
} from "waymark/advanced";
import { Tables } from "waymark/services";

const KINDS: Readonly<Record<string, Change["kind"]>> = {
  PUT: "replaced",
  PATCH: "patched",
  DELETE: "removed",
};
type ChangedTables = ReadonlyMap<string, ReadonlySet<string | null>>;

const NO_CALLER: Recipients = { access: "authenticated", only: null };

/**
 * Returns the change that a write has made; undefined for a refusal, a replay, and a write that changed nothing.
 *
 * @param tables the tables that the write changed, with the owners of the rows; undefined if unknown.
 */
export function changeOf(
  call: Call,
  end: WriteEnd,
  registry: Registry,
  tables: ChangedTables | undefined,
): Change | undefined {
  if (!isWritten(end) || !changesResource(call.route.declaration)) return undefined;
  if (!hasChanged(call.route, registry, tables)) return undefined;
  const target = targetOf(call, end, registry);
  if (target === undefined) return undefined;
  const { kind, path, pattern } = target;
  const hasKey = typeof pattern.segments.at(-1) === "object";
  return {
    kind,
    path,
    resource: resourceName(pattern),
    key: hasKey ? decodeURIComponent(path.slice(path.lastIndexOf("/") + 1)) : undefined,
    route: call.route.ref,
    principal: call.principal?.id,
    recipients: recipientsOf(call, pattern, registry, tables),
  };
}

/** Checks that the end is a handler's result, and not an answer in its place. */
function isWritten(end: WriteEnd): end is WriteResult {
  return "etag" in end && end.status < 400;
}

/**
 * Checks that a request of the route has changed something: rows that clients know or, in a plugin without such tables, what
 * the method acts on.
 */
function hasChanged(
  { plugin, method, creates, declaration }: RouteInfo,
  registry: Registry,
  changed: ChangedTables | undefined,
): boolean {
  if (changed === undefined) return true;
  const tables = registry.of(Tables).filter(({ internal }) => internal !== true);
  if (tables.some(({ name }) => changed.has(name))) return true;
  if (tables.some((table) => table.plugin === plugin)) return false;
  return method !== "POST" || creates !== undefined || declaration.acts !== undefined;
}

/** Returns the changes that requests of a route may make: the resource and the kinds. Empty if they make none. */
export function changesOf(
  route: SealedRoute,
  registry: Registry,
): readonly Pick<Change, "resource" | "kind">[] {
  const { declaration, creates } = route;
  if (!changesResource(declaration)) return [];
  const resource = resourceName(creates?.target ?? actedOn(route, registry));
  const kind = kindOf(route);
  if (creates !== undefined && kind === "changed") return [{ resource, kind: "created" }];
  const isCreating = creates !== undefined || declaration.statuses?.includes(201) === true;
  return [...(isCreating ? [{ resource, kind: "created" } as const] : []), { resource, kind }];
}

/** Returns the kind of a change that creates nothing. */
function kindOf({ method, declaration }: RouteInfo): Change["kind"] {
  return (declaration.acts === undefined ? KINDS[method] : undefined) ?? "changed";
}

interface Target {
  readonly kind: Change["kind"];
  readonly path: string;
  readonly pattern: Pattern;
}

function targetOf(call: Call, end: WriteResult, registry: Registry): Target | undefined {
  const { route, path, params } = call;
  if (end.location !== undefined && end.status < 300)
    return {
      kind: "created",
      path: end.location,
      pattern: route.creates?.target ?? route.pattern,
    };
  if (route.creates !== undefined && route.method === "POST") return undefined;
  const kind = end.status === 201 ? "created" : kindOf(route);
  const pattern = actedOn(route, registry);
  if (pattern === route.pattern) return { kind, path, pattern };
  const filled = fillPath(pattern, params);
  return filled === undefined ? undefined : { kind, path: filled, pattern };
}

/** Patterns that routes act on: a search through all routes would take longer than a write should. */
const patterns = new WeakMap<RouteInfo, Pattern>();

/**
 * Returns what requests of a route act on: the resource that `acts` names, and for another POST the innermost resource or
 * list that its path leads through. Default: what is at its path.
 */
function actedOn(route: RouteInfo, registry: Registry): Pattern {
  const { declaration, represents, method, pattern } = route;
  let acted = patterns.get(route);
  if (acted === undefined) {
    const named = declaration.acts === undefined ? undefined : registry.route(represents ?? "");
    const above = method === "POST" ? resourceAbove(pattern, registry) : undefined;
    patterns.set(route, (acted = named?.pattern ?? above ?? pattern));
  }
  return acted;
}

function resourceAbove({ path }: Pattern, { routes }: Registry): Pattern | undefined {
  return routes
    .filter((one) => isKeyed(one) && path.startsWith(`${one.path}/`))
    .toSorted((one, other) => other.path.length - one.path.length)[0]?.pattern;
}

/** Checks that a route reads a list, or a resource with a key. */
function isKeyed(route: SealedRoute): boolean {
  return route.kind === "list" || (readsOne(route) && route.pattern.params.length > 0);
}

function readsOne({ method, kind }: SealedRoute): boolean {
  return method === "GET" && kind === "returns";
}

/** Returns the name of the resources at a path: its literal segments without `api`. */
function resourceName({ segments }: Pick<Pattern, "segments">): string {
  const literals = segments.filter((segment) => typeof segment === "string");
  return literals.slice(literals.length > 1 && literals[0] === "api" ? 1 : 0).join(".");
}

/** Callers who may read a resource: the same for all its changes. */
interface Audience {
  readonly access: Recipients["access"];
  /** Tables whose rows concern only their owner. */
  readonly owned: readonly string[];
}

/** Audiences by registry and path: a search through all routes would take longer than a write should. */
const audiences = new WeakMap<Registry, Map<string, Audience | undefined>>();

/**
 * Returns the callers who may read the resource, or else its collection: no caller if neither can be read, if a guard
 * decides by rules of its own, and if rows of several owners were changed.
 */
function recipientsOf(
  { principal }: Call,
  { path }: Pattern,
  registry: Registry,
  tables: ChangedTables | undefined,
): Recipients {
  let known = audiences.get(registry);
  if (known === undefined) audiences.set(registry, (known = new Map()));
  if (!known.has(path)) known.set(path, audienceOf(path, registry));
  const audience = known.get(path);
  if (audience === undefined) return NO_CALLER;
  const { access, owned } = audience;
  if (!owned.some((name) => tables?.has(name) !== false)) return { access };
  if (tables === undefined) return { access, only: principal?.id ?? null };
  // The caller may be another one, such as an administrator.
  const owners = new Set(owned.flatMap((name) => [...(tables.get(name) ?? [])]));
  const [owner = null] = owners;
  return { access, only: owners.size === 1 ? owner : null };
}

function audienceOf(path: string, registry: Registry): Audience | undefined {
  const listAt = (place: string) =>
    registry.routes.find((one) => one.kind === "list" && one.path === place);
  const read =
    registry.routes.find((one) => readsOne(one) && one.path === path) ??
    listAt(path) ??
    listAt(path.slice(0, path.lastIndexOf("/")));
  if (read === undefined || isOpaque(read)) return undefined;
  const scopes = requiredScopes(read);
  const access = scopes === undefined ? "public" : scopes.length > 0 ? { scopes } : "authenticated";
  const owned = registry
    .of(Tables)
    .filter(({ plugin, owner }) => plugin === read.plugin && owner !== undefined);
  return { access, owned: owned.map(({ name }) => name) };
}

/** Checks that a guard refuses callers for more than the lack of scopes. */
function isOpaque(read: SealedRoute): boolean {
  return guardsOf(read).some(
    ({ compiled: { admit, security } }) => admit !== undefined && security === undefined,
  );
}
