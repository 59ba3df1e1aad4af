/**
 * Compiles policies for one route, in two passes: first each policy declares what it reads, adds and enforces; then every
 * header gets its value on every outcome, shared headers with the whole set in view.
 */
import type { ErrorForm } from "../../contract/policy/compiled-policy.ts";
import { hasRanges, RANGE_HEADERS } from "../../contract/route/bytes.ts";
import { responseHeadersOf } from "../../contract/policy/headers.ts";
import type { Policy, PolicyContext } from "../../contract/policy/policy.ts";
import type { BoundPolicy, PolicyInfo, SealedRoute } from "../../contract/route/sealed-route.ts";
import type { RouteBase } from "../../contract/route/route-info.ts";
import type { Route } from "../../contract/route/route.ts";
import { headerPlanner, plansOf, type HeaderNames } from "./header-plans.ts";
import { attempt, PolicyError } from "../check/policy-error.ts";
import { declaredHeaders, varyOf } from "./vary.ts";
import { sealView } from "./seal-view.ts";

/** A policy of an enabled plugin, with what it compiles from. */
export interface OwnedPolicy {
  readonly policy: Policy;
  readonly plugin: string;
  readonly context: PolicyContext<unknown, Readonly<Record<never, never>>>;
}

/** Response headers that the kernel owns (Content-Encoding belongs to the policy that encodes). */
export const KERNEL_HEADERS: readonly string[] = [
  "Content-Type",
  "Content-Length",
  "Content-Language",
  "Location",
  "Allow",
  "Vary",
  "Date",
  "Retry-After",
  "Accept",
  "Accept-Post",
  "Accept-Patch",
];
/** Request headers that the kernel reads: they select the form of an answer. */
const KERNEL_READS: readonly string[] = ["accept", "content-type"];

/** Returns the request and response header names of all policies, without repetition, in the preset's order. */
export function headerNames(
  policies: readonly OwnedPolicy[],
  routes: readonly Route[],
): HeaderNames {
  const written = policies.flatMap(({ policy }) => Object.keys(policy.writes ?? {}));
  const filled = routes.flatMap((route) => Object.keys(responseHeadersOf(route)));
  const read = policies.flatMap(({ policy }) => Object.keys(policy.reads ?? {}));
  const ranges = routes.some(hasRanges) ? Object.keys(RANGE_HEADERS) : [];
  return {
    written: [...new Set([...KERNEL_HEADERS, ...written, ...filled])],
    read: [...new Set([...KERNEL_READS, ...read, ...routes.flatMap(declaredHeaders), ...ranges])],
    credentials: [...new Set(policies.flatMap(({ policy }) => credentialHeaders(policy)))],
  };
}

/** Returns the request headers in which a policy finds its credential. */
export function credentialHeaders({ identifies, reads = {} }: PolicyInfo): readonly string[] {
  return identifies === undefined ? [] : Object.keys(reads);
}

/** The part of a route that sealing adds. */
export type CompiledRoute = Omit<SealedRoute, keyof RouteBase>;

export type Links = Pick<SealedRoute, "relations" | "itemRelations" | "creates" | "computed">;

/** A place that no call has: its states lie close together, because every request pays for gaps with memory. */
const NO_STATE = 1000;

/** Throws a {@link PolicyError} when a policy fails. */
export function compileRoute(
  facts: RouteBase,
  policies: readonly OwnedPolicy[],
  names: HeaderNames,
  kernelForm: ErrorForm,
  links: Links,
): CompiledRoute {
  const bound: BoundPolicy[] = [];
  let states = 0;
  for (const { policy, context } of policies) {
    const { key } = policy;
    const value: unknown = key === undefined ? undefined : Reflect.get(facts.declaration, key);
    // The options and the value under the key were validated with the policy's own schemas.
    const compiled = attempt(policy, () => policy.compile(facts, context as never, value as never));
    const asksForBody = policy.upload !== undefined && value !== undefined;
    if (asksForBody !== (compiled?.receive !== undefined))
      throw new PolicyError(policy, `compiled ${asksForBody ? "without" : "with"} receive`, {
        hint: "compile receive for the routes whose bodies upload describes, and for no others",
      });
    if (compiled === undefined) continue;
    const index = compiled.begin === undefined ? NO_STATE : states++;
    bound.push({ policy, index, compiled });
  }
  const planFor = headerPlanner(bound, facts, names);
  return {
    ...links,
    engine: bound.flatMap(({ compiled }) => compiled.list ?? [])[0],
    policies: bound,
    values: valuesOf(bound),
    plans: plansOf(planFor),
    credentials: names.credentials,
    vary: varyOf(bound, facts),
    errorForms: errorFormsOf(bound, kernelForm),
    view: sealView(bound, facts, names),
  };
}

function errorFormsOf(bound: readonly BoundPolicy[], kernelForm: ErrorForm): readonly ErrorForm[] {
  const added = bound.flatMap(({ compiled }) => compiled.errorForms ?? []);
  if (added.every((form) => form.preferred !== true)) return [kernelForm, ...added];
  const { preferred = [], others = [] } = Object.groupBy(added, (form) =>
    form.preferred === true ? "preferred" : "others",
  );
  const forms = [...preferred, kernelForm, ...others];
  return forms.filter(
    ({ mediaType }, at) => forms.findIndex((form) => form.mediaType === mediaType) === at,
  );
}

const NO_VALUES: SealedRoute["values"] = new Map();

function valuesOf(bound: readonly BoundPolicy[]): SealedRoute["values"] {
  const values = bound.flatMap(({ policy, index, compiled: { provide = {} } }) =>
    Object.entries(policy.provides ?? {}).flatMap(([name, { id }]) => {
      const read = provide[name];
      return read === undefined ? [] : [[id, { index, read }] as const];
    }),
  );
  return values.length === 0 ? NO_VALUES : new Map(values);
}

/**
 * Returns the policies that add members to this route's 2xx bodies, by the members' names. Throws a {@link PolicyError}
 * if a policy cannot make its members.
 */
export function membersOf({ policies }: CompiledRoute): ReadonlyMap<string, string> {
  return new Map(
    policies.flatMap(({ policy, compiled }) => {
      attempt(policy, () => compiled.members?.("error"));
      const members = attempt(policy, () => compiled.members?.("ok") ?? {});
      return Object.keys(members).map((name) => [name, policy.id] as const);
    }),
  );
}
