/** The door "waymark/resources": a resource that can be written, from one declaration. */
import type { Needs, Schema } from "waymark";
import type { Resource, ResourceDeclaration, ResourceRoutes, RowOf, Write } from "./types.js";
export type { Resource, ResourceAccess, ResourceDeclaration, ResourceHandlers, ResourceRoutes, RowOf, RuleCall, Write, } from "./types.js";
/**
 * Declares a resource: the parts of a plugin that list, read, create, replace, patch and remove it. Spread them into
 * `definePlugin`, alone or beside other parts. Each route stays an ordinary one.
 */
export declare function resource<const One extends string, const Many extends string, const Path extends `/${string}`, S extends Schema, const Key extends string, const Computed extends string = never, const W extends Write = Write, const Code extends string = never, const N extends Needs = Readonly<Record<never, never>>>(declaration: ResourceDeclaration<One, Many, Path, S, Key, Computed, W, Code, N>): Resource<ResourceRoutes<One, Many, Path, S, Key, W>, RowOf<S>, N>;
