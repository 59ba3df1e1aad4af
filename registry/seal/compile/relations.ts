/** References between routes: resolved by id, and gone when their target is off. */
import type { Owned } from "../../contract/plugin/declarations.ts";
import { fillPath } from "../../contract/route/path.ts";
import type { Registry } from "../../contract/plugin/registry.ts";
import type { SealedRoute } from "../../contract/route/sealed-route.ts";
import type { ResolvedRelation, RouteBase } from "../../contract/route/route-info.ts";
import type { Relation, Route } from "../../contract/route/route.ts";

/** Returns `plugin.routeId` of a reference made inside `plugin`. */
export function qualifyRef(ref: string, plugin: string): string {
  return ref.includes(".") ? ref : `${plugin}.${ref}`;
}

/** Leaves out redirects whose target is off, and redirects to these redirects, until none is left. */
export function dropDanglingRedirects(routes: readonly Owned<Route>[]): readonly Owned<Route>[] {
  const placed = (ref: string, { listener }: Route) => `${listener ?? "public"} ${ref}`;
  const on = new Set(routes.map(({ name, plugin, value }) => placed(`${plugin}.${name}`, value)));
  const served = routes.filter(
    ({ plugin, value }) =>
      value.redirect === undefined || on.has(placed(qualifyRef(value.redirect.to, plugin), value)),
  );
  return served.length === routes.length ? served : dropDanglingRedirects(served);
}

/** Returns the relations of a route whose targets are on. Parameters of the same name bind without a declaration. */
export function resolveRelations(
  relations: Readonly<Record<string, Relation>> | undefined,
  facts: RouteBase,
  byRef: ReadonlyMap<string, RouteBase>,
): ResolvedRelation[] {
  return Object.entries(relations ?? {}).flatMap(
    ([rel, relation]) => resolveRelation(rel, relation, facts, byRef) ?? [],
  );
}

/** Returns a relation; undefined if there is none, or its target is off. */
export function resolveRelation(
  rel: string,
  relation: Relation | undefined,
  { plugin }: RouteBase,
  byRef: ReadonlyMap<string, RouteBase>,
): ResolvedRelation | undefined {
  if (relation === undefined) return undefined;
  const target = byRef.get(qualifyRef(targetOf(relation), plugin));
  return target && { rel, target: target.pattern, bindings: bindingsOf(relation, target) };
}

/** Returns the route that a relation declared by `plugin` leads to, if it is on, with its parameters' bindings. */
export function relatedRoute(
  registry: Registry,
  plugin: string,
  relation: Relation,
): { readonly target: SealedRoute; readonly bindings: ResolvedRelation["bindings"] } | undefined {
  const target = registry.route(qualifyRef(targetOf(relation), plugin));
  return target && { target, bindings: bindingsOf(relation, target) };
}

function bindingsOf(relation: Relation, { pattern }: RouteBase): Readonly<Record<string, string>> {
  const renamed = typeof relation === "string" ? {} : (relation.with ?? {});
  return Object.fromEntries(pattern.params.map((name) => [name, renamed[name] ?? name]));
}

/** Returns the path of a relation's target, its parameters taken from these, in order; undefined if one is missing. */
export function fillRelation(
  { target, bindings }: ResolvedRelation,
  ...sources: readonly Readonly<Record<string, unknown>>[]
): string | undefined {
  return fillPath(target, valuesOf(bindings, sources));
}

/** Returns the parameters of a relation's target, as {@link fillRelation} takes them. */
export function bindParams(
  { bindings }: ResolvedRelation,
  ...sources: readonly Readonly<Record<string, unknown>>[]
): Readonly<Record<string, string>> {
  const values = Object.entries(valuesOf(bindings, sources));
  return Object.fromEntries(values.map(([name, value]) => [name, String(value)]));
}

function valuesOf(
  bindings: ResolvedRelation["bindings"],
  sources: readonly Readonly<Record<string, unknown>>[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(bindings).map(([parameter, name]) => [
      parameter,
      sources.find((source) => source[name] !== undefined)?.[name],
    ]),
  );
}

/** Returns the reference of the route that a relation leads to. */
export function targetOf(relation: Relation): string {
  return typeof relation === "string" ? relation : relation.to;
}
