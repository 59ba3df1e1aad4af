/** References between routes: resolved by id, and gone when their target is off. */
import type { Owned } from "../contract/validation.js";
import type { Registry } from "../contract/registry.js";
import type { SealedRoute } from "../contract/sealed-route.js";
import type { ResolvedRelation, RouteBase } from "../contract/route-info.js";
import type { Relation, Route } from "../contract/route.js";
/** `plugin.routeId` of a reference made inside `plugin`. */
export declare function qualifyRef(ref: string, plugin: string): string;
/** Leaves out redirects whose target is off, and redirects to those, until none is left. */
export declare function dropDanglingRedirects(routes: readonly Owned<Route>[]): readonly Owned<Route>[];
/** Those of these relations of a route whose targets are on. Parameters of the same name bind without a declaration. */
export declare function resolveRelations(relations: Readonly<Record<string, Relation>> | undefined, facts: RouteBase, byRef: ReadonlyMap<string, RouteBase>): ResolvedRelation[];
/** Undefined when there is none, or its target is off. */
export declare function resolveRelation(rel: string, relation: Relation | undefined, { plugin }: RouteBase, byRef: ReadonlyMap<string, RouteBase>): ResolvedRelation | undefined;
/** The route that a relation declared by `plugin` leads to, when it is on, with the bindings of its parameters. */
export declare function relatedRoute(registry: Registry, plugin: string, relation: Relation): {
    readonly target: SealedRoute;
    readonly bindings: ResolvedRelation["bindings"];
} | undefined;
/** The path of a relation's target, its parameters taken from these, in order; undefined when one is missing. */
export declare function fillRelation({ target, bindings }: ResolvedRelation, ...sources: readonly Readonly<Record<string, unknown>>[]): string | undefined;
/** The parameters of a relation's target, as {@link fillRelation} takes them. */
export declare function bindParams({ bindings }: ResolvedRelation, ...sources: readonly Readonly<Record<string, unknown>>[]): Readonly<Record<string, string>>;
export declare function targetOf(relation: Relation): string;
