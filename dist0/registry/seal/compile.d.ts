/**
 * Compiles policies for one route, in two passes: first each policy declares what it reads, adds and enforces; then every
 * header gets its value on every outcome, shared headers with the whole set in view.
 */
import type { ErrorForm } from "../contract/compiled-policy.js";
import type { Policy, PolicyContext } from "../contract/policy.js";
import type { PolicyInfo, SealedRoute } from "../contract/sealed-route.js";
import type { RouteBase } from "../contract/route-info.js";
import type { Route } from "../contract/route.js";
import { type HeaderNames } from "./header-plans.js";
/** A policy of an enabled plugin, with what it compiles from. */
export interface OwnedPolicy {
    readonly policy: Policy;
    readonly plugin: string;
    readonly context: PolicyContext<unknown, Readonly<Record<never, never>>>;
}
/** Response headers that the kernel owns (Content-Encoding belongs to the policy that encodes). */
export declare const KERNEL_HEADERS: readonly string[];
/** Request and response header names of all policies, without repetition, in the preset's order. */
export declare function headerNames(policies: readonly OwnedPolicy[], routes: readonly Route[]): HeaderNames;
/** Returns the request headers in which a policy finds its credential. */
export declare function credentialHeaders({ identifies, reads }: PolicyInfo): readonly string[];
/** The part of a route that sealing adds. */
export type CompiledRoute = Omit<SealedRoute, keyof RouteBase>;
export type Links = Pick<SealedRoute, "relations" | "itemRelations" | "creates" | "computed">;
/** Throws a {@link PolicyError} when a policy fails. */
export declare function compileRoute(facts: RouteBase, policies: readonly OwnedPolicy[], names: HeaderNames, kernelForm: ErrorForm, links: Links): CompiledRoute;
/**
 * The policies that add members to this route's 2xx bodies, by the members' names. Throws a {@link PolicyError} when one
 * cannot make its members.
 */
export declare function membersOf({ policies }: CompiledRoute): ReadonlyMap<string, string>;
