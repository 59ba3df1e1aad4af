/** References between routes: resolved by id, and gone when their target is off. */
import type { Owned } from "./collect.ts";
import { fillPath } from "../contract/path.ts";
import type { ResolvedRelation, RouteFacts } from "../contract/registry.ts";
import type { Relation, Route } from "../contract/route.ts";

/** `plugin.routeId` of a reference made inside `plugin`. */
export function qualify(ref: string, plugin: string): string {
  return ref.includes(".") ? ref : `${plugin}.${ref}`;
}

/** Leaves out redirects whose target is off, and redirects to those, until none is left. */
export function dropDanglingRedirects(routes: readonly Owned<Route>[]): readonly Owned<Route>[] {
  const on = new Set(routes.map(({ name, plugin }) => `${plugin}.${name}`));
  const served = routes.filter(
    ({ plugin, value }) =>
      value.redirect === undefined || on.has(qualify(value.redirect.to, plugin)),
  );
  return served.length === routes.length ? served : dropDanglingRedirects(served);
}

/** Relations of one route whose targets are on. Parameters of the same name bind without a declaration. */
export function resolveRelations(
  facts: RouteFacts,
  byRef: ReadonlyMap<string, RouteFacts>,
): ResolvedRelation[] {
  return Object.entries(facts.declaration.relations ?? {}).flatMap(
    ([rel, relation]) => resolveRelation(rel, relation, facts, byRef) ?? [],
  );
}

/** Undefined when there is none, or its target is off. */
export function resolveRelation(
  rel: string,
  relation: Relation | undefined,
  { plugin }: RouteFacts,
  byRef: ReadonlyMap<string, RouteFacts>,
): ResolvedRelation | undefined {
  const target =
    relation === undefined ? undefined : byRef.get(qualify(targetOf(relation), plugin));
  if (relation === undefined || target === undefined) return undefined;
  const declared = typeof relation === "string" ? {} : (relation.with ?? {});
  const bindings = Object.fromEntries(
    target.pattern.params.map((name) => [name, declared[name] ?? name]),
  );
  return { rel, target: target.pattern, bindings };
}

/** The path of a relation's target, its parameters taken from these, in order; undefined when one is missing. */
export function fillRelation(
  { target, bindings }: ResolvedRelation,
  ...sources: readonly Readonly<Record<string, unknown>>[]
): string | undefined {
  const values: Record<string, unknown> = {};
  for (const [parameter, name] of Object.entries(bindings))
    values[parameter] = sources.find((source) => source[name] !== undefined)?.[name];
  return fillPath(target, values);
}

export function targetOf(relation: Relation): string {
  return typeof relation === "string" ? relation : relation.to;
}
