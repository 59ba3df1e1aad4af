/** The errors that an operation may answer with. */
import type { Plugin, Registry, SealedRoute } from "waymark";
import { bodyTypesOf, type CatalogEntry, policyParameters, requiredScopes } from "waymark/advanced";

/** Returns the catalog entries that the route's declaration and its policies make possible; the rest is `default`. */
export function errorsOf(route: SealedRoute, registry: Registry): readonly CatalogEntry[] {
  const { declaration } = route;
  const owner = pluginOf(route, registry);
  const { query, params, list, alwaysFails } = declaration;
  const kernel: string[] = [];
  const added = policyParameters(route).length > 0;
  if (added || query !== undefined || params !== undefined || list !== undefined)
    kernel.push("bad-request");
  if (route.mediaTypes.length > 0) kernel.push("not-acceptable");
  if (declaration.preconditions === "required") kernel.push("precondition-required");
  if (bodyTypesOf(route).length > 0) {
    kernel.push(
      "bad-request",
      "payload-too-large",
      "unsupported-media-type",
      "unprocessable-content",
    );
  }
  const evaluates = route.policies.some(({ compiled }) => compiled.precondition !== undefined);
  if (evaluates || (route.method !== "GET" && alwaysFails === undefined))
    kernel.push("precondition-failed");
  if (owner?.optional === true) kernel.push("service-unavailable");
  const scopes = requiredScopes(route);
  const codes = new Set<string>([
    ...(declaration.errors ?? []),
    ...(alwaysFails === undefined ? [] : [alwaysFails.code]),
    ...kernel,
    ...route.policies.flatMap((bound) => refusalsOf(bound, scopes, registry)),
  ]);
  return registry.errors
    .filter(({ code }) => codes.has(code))
    .toSorted((a, b) => a.status - b.status);
}

/** Returns the codes of a policy that may refuse: errors that its plugin declares, for no route of its own. */
function refusalsOf(
  { policy, compiled }: SealedRoute["policies"][number],
  scopes: readonly string[] | undefined,
  { policies, errors, routes }: Registry,
): string[] {
  if (compiled.admit === undefined && compiled.around === undefined) return [];
  const owner = policies.find((entry) => entry.policy === policy)?.plugin;
  // Bad credentials are refused everywhere, but clients need not send any if none is required.
  const isAboutAccess = policy.asksIdentifiers === true || compiled.security !== undefined;
  const leftOut = isAboutAccess
    ? [...(scopes === undefined ? [401] : []), ...(scopes?.length ? [] : [403])]
    : [];
  return errors
    .filter(({ plugin }) => plugin === owner)
    .filter(({ status }) => !leftOut.includes(status))
    .filter(({ code }) => !routes.some((route) => isDeclaredBy(route, owner, code)))
    .map(({ code }) => code);
}

function isDeclaredBy(
  { plugin, declaration }: SealedRoute,
  owner: string | undefined,
  code: string,
): boolean {
  return plugin === owner && declaration.errors?.some((one) => one === code) === true;
}

/** Returns the plugin that declares a route. */
export function pluginOf(route: SealedRoute, { installed }: Registry): Plugin | undefined {
  return installed.find(({ plugin }) => plugin.id === route.plugin)?.plugin;
}
