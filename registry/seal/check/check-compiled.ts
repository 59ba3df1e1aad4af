/** Checks of a route with what policies compile for it. */
import type { CompiledRoute } from "../compile/compile.ts";
import { qualifyRef } from "../compile/relations.ts";
import { hasTag } from "../compile/write-facts.ts";
import { PolicyError } from "./policy-error.ts";
import type { Finding } from "../../contract/finding/finding.ts";
import type { RouteBase } from "../../contract/route/route-info.ts";
import { guardsOf } from "../../contract/route/sealed-route.ts";
import { toInputJsonSchema } from "../../schema/convert.ts";
import { fieldNames, queryFields } from "../../schema/fields.ts";
import { didYouMean, show } from "../../schema/words.ts";
import { isSchema } from "../../schema/schema.ts";

/** Throws a {@link PolicyError} if a policy does what it may not do on the route. */
export function checkCompiled(facts: RouteBase, compiled: CompiledRoute): void {
  checkAccess(facts, compiled);
  checkStages(facts, compiled);
  checkParameters(facts, compiled);
}

/** Checks that no policy refuses without saying why, and that no guarded answer may be kept for all. */
function checkAccess(facts: RouteBase, route: CompiledRoute): void {
  for (const { policy, compiled } of route.policies) {
    if (policy.guards === true && compiled.answer !== undefined && isReadable(facts))
      throw new PolicyError(policy, "guards and answers in place of the handler", {
        hint: "refuse in admit, because a read by another plugin cannot be answered with a redirect or a replay",
      });
    if (compiled.admit === undefined || policy.guards !== undefined) continue;
    throw new PolicyError(policy, "has admit and does not say whether it guards", {
      code: "POLICY_GUARDS_UNSAID",
      hint: "write guards: true when admit decides who may have the data: it is then asked for every read of the route\nwrite guards: false when admit limits requests only, as a rate limit does",
    });
  }
  const [guard] = guardsOf(route);
  const { cache } = facts.declaration;
  if (guard === undefined || typeof cache !== "object" || cache.scope !== "public") return;
  throw new PolicyError(guard.policy, "guards answers that shared caches may send to everybody", {
    code: "GUARD_PUBLIC",
    hint: 'write cache: { scope: "private", maxAge: … } or cache: "no-store" at the route, or remove the guard from it',
  });
}

function isReadable({ method, kind }: RouteBase): boolean {
  return method === "GET" && (kind === "list" || kind === "returns");
}

/** Checks that no policy has a function for a stage that the route does not have. */
function checkStages({ method }: RouteBase, { policies }: CompiledRoute): void {
  for (const { policy, compiled } of policies) {
    if (method === "GET" && compiled.around !== undefined)
      throw new PolicyError(policy, "has around for a route that only reads", {
        hint: 'compile it for routes that write: ({ method }) => (method === "GET" ? undefined : { around })',
      });
    if (method !== "GET" && compiled.precondition !== undefined)
      throw new PolicyError(
        policy,
        "has precondition for a route that writes, and would refuse what is written already",
        {
          hint: "compile it for GET routes; the kernel evaluates conditions of writes, and admit or around may refuse them",
        },
      );
  }
}

/** Checks the query parameters that policies add: each name has one reader, and none is required. */
function checkParameters(
  { declaration: { query } }: RouteBase,
  { policies, engine }: CompiledRoute,
): void {
  if (policies.every(({ compiled }) => compiled.parameters === undefined)) return; // describing delays a start
  const ofList = engine?.parameters.map(({ name }) => name) ?? [];
  const taken = new Set([...(query === undefined ? [] : queryFields(query).keys()), ...ofList]);
  for (const { policy, compiled } of policies) {
    if (compiled.parameters === undefined) continue;
    const { schema } = compiled.parameters;
    const [required] = toInputJsonSchema(schema).root.required ?? [];
    if (required !== undefined)
      throw new PolicyError(policy, `adds the query parameter ${required}, and requires it`);
    for (const name of queryFields(schema).keys()) {
      if (taken.has(name))
        throw new PolicyError(policy, `adds the query parameter ${name}, which is there already`);
      taken.add(name);
    }
  }
}

/** Findings about conditions that can never be evaluated: nothing with an ETag is at the path, or `acts` leads to none. */
export function checkConditions(routes: readonly RouteBase[]): readonly Finding[] {
  return [...checkPreconditions(routes), ...routes.flatMap((route) => checkActs(route, routes))];
}

function checkActs(
  { declaration, pattern, plugin, id }: RouteBase,
  routes: readonly RouteBase[],
): readonly Finding[] {
  const { acts, listener } = declaration;
  if (acts === undefined) return [];
  const ref = qualifyRef(acts, plugin);
  const target = routes.find((one) => one.ref === ref);
  if (target === undefined) return []; // off, or another finding
  const readers = routes.filter(
    (one) =>
      one.declaration.listener === listener &&
      hasTag(one.declaration) &&
      one.pattern.params.every((name) => pattern.params.includes(name)),
  );
  if (readers.includes(target)) return [];
  const names = readers.map((one) => (one.plugin === plugin ? one.id : one.ref));
  return [
    {
      code: "ROUTE_INVALID",
      plugin,
      where: `route ${id}`,
      message: `acts leads to ${show(acts)}, which does not read one resource with an ETag and with parameters of this path alone (${pattern.params.join(", ") || "it has none"})`,
      hint:
        names.length === 0
          ? 'name a GET route that returns one resource, with a cache other than "no-store"\nor remove acts'
          : didYouMean(acts, names),
    },
  ];
}

function checkPreconditions(routes: readonly RouteBase[]): readonly Finding[] {
  return routes
    .filter(({ declaration: { preconditions, headers }, represents }) => {
      const isOwn = isSchema(headers) && fieldNames(headers).includes("if-match");
      return preconditions === "required" && represents === undefined && !isOwn;
    })
    .map(({ plugin, id, path }) => ({
      code: "ROUTE_INVALID",
      plugin,
      where: `route ${id}`,
      message: `preconditions are required, and no route reads a resource with an ETag at ${path}`,
      hint: 'add a GET route with this path that returns one resource, with a cache other than "no-store", or switch it on\nor name under acts the route that reads what this one changes\nor remove preconditions',
    }));
}
