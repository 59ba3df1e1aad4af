/** The context of a check, its operations, and questions about routes and answers. */
import type { Outcome, Plugin, Registry, SealedRoute } from "waymark";
import type { Answer, CheckContext, Door, Operation } from "./policy-tests.ts";
import { getOrMake, successStatus } from "waymark/advanced";
import { matches, shapeOf } from "waymark/tools";
import type { Client } from "./client.ts";
import type { Credentials } from "./credentials.ts";
import { sampleRequest } from "./sample.ts";
import { keysOf, paramsOf } from "./scratch.ts";
import type { Validator } from "./validate.ts";

/** The server under test, with the client that reaches it. */
export type Target = CheckContext["target"] & {
  readonly client: Client;
  /** Headers of every request, except requests sent as a stranger. */
  readonly credentials?: Credentials | undefined;
};

/** The context with what only the cases made from routes need. */
export interface RouteCheckContext extends CheckContext {
  readonly validator: Validator;
  /** The ways to data of other routes that plugins have. */
  readonly doors: readonly Door[];
  /** Headers of policies, in lower case, that another answer to the same request has otherwise, as far as found. */
  readonly perRequest: Set<string>;
  /** Headers of policies, in lower case, that GET and HEAD have otherwise. */
  readonly ofMethod: ReadonlySet<string>;
  /** Adds a line to the report that is about no fault. */
  note(text: string): void;
  /** Reasons why the credentials of the check do not reach a route, by route. */
  readonly unreached: ReadonlyMap<SealedRoute, string>;
}

/** Returns a request that fits the route at a path, or the reason why there is none. */
export function sampleAt(
  path: string,
  route: SealedRoute,
  { registry, target }: Pick<CheckContext, "registry" | "target">,
): Operation["sample"] {
  const params = paramsOf({ route, path });
  const keys = Object.entries(keysOf(registry, route));
  const fixed = keys.map(([param, member]) => [member, params[param] ?? ""] as const);
  return sampleRequest(route, target, Object.fromEntries(fixed));
}

/** Returns the answers so far of the operation's own route: not OPTIONS, and not the refusals of other methods. */
export function ownAnswers({ answers, route }: Operation): readonly Answer[] {
  return answers.filter((one) => one.route === route).map(({ answer }) => answer);
}

/** Returns the outcome of an answer, for which its headers were compiled. */
export function outcomeOf({ method, status }: Answer): Outcome {
  if (status >= 400) return "error";
  if (status === 304) return "notModified";
  if (status >= 300) return "redirect";
  return method === "OPTIONS" ? "options" : "ok";
}

/** `GET /api/offices`, as reports name operations. */
export function operationName({ method, path }: SealedRoute): string {
  return `${method} ${path}`;
}

/** Returns the statuses of a route's successes, and of redirects that its handler chooses. */
export function successesOf({ declaration }: SealedRoute): readonly number[] {
  const { statuses = [], redirects } = declaration;
  return [
    successStatus(declaration),
    ...statuses,
    ...(redirects === undefined ? [] : [redirects.status]),
  ];
}

/** Returns the statuses of the refusals that a route declares. */
export function refusalsOf(
  { declaration: { errors = [] } }: SealedRoute,
  { registry }: Pick<CheckContext, "registry">,
): readonly number[] {
  return registry.errors.filter(({ code }) => errors.includes(code)).map(({ status }) => status);
}

/** Checks that a policy that is on writes a header, by its usual spelling. */
export function writesHeader({ policies }: Pick<Registry, "policies">, header: string): boolean {
  return policies.some(({ policy }) => Object.hasOwn(policy.writes ?? {}, header));
}

/** Checks that a policy that is on reads a request header, by its lower-case name. */
export function readsHeader({ policies }: Pick<Registry, "policies">, header: string): boolean {
  return policies.some(({ policy }) => Object.hasOwn(policy.reads ?? {}, header));
}

/** Routes by path, as checks ask for them at each request. */
const found = new WeakMap<Registry, Map<string, readonly SealedRoute[]>>();

/** Returns the routes of all methods at a path, which may have a query. */
export function routesAt(target: string, registry: Registry): readonly SealedRoute[] {
  const path = withoutQuery(target);
  const known = getOrMake(found, registry, () => new Map<string, readonly SealedRoute[]>());
  return getOrMake(known, path, () => {
    const first = registry.routes.find(({ pattern }) => matches(pattern, path));
    if (first === undefined) return [];
    const shape = shapeOf(first.pattern);
    return registry.routes.filter(({ pattern }) => shapeOf(pattern) === shape);
  });
}

export function withoutQuery(target: string): string {
  return target.split("?", 1)[0] ?? target;
}

/** Loads the ways to data of other routes that plugins have. */
export async function loadDoors(registry: Registry): Promise<readonly Door[]> {
  const loading = registry.installed
    .filter(({ enabled }) => enabled)
    .map(async ({ plugin }) => (await (plugin as Plugin).doors?.())?.default(registry) ?? []); // installed whole
  return (await Promise.all(loading)).flat();
}
