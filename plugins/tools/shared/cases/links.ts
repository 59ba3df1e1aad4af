/** Cases of links: sent links lead somewhere, and from the API root every GET route of the API is reached. */
import type { Registry, SealedRoute } from "waymark";
import { getOrMake, requiredScopes } from "waymark/advanced";
import { RootLinks } from "waymark/services";
import { shapeOf } from "waymark/tools";
import type { CheckContext, Operation, Violation } from "../policy-tests.ts";
import { readFiles, readLinks } from "../read.ts";
import { describe, expectThat, OK } from "../violation.ts";
import { routesAt, type RouteCheckContext } from "../context.ts";
import { each } from "./route-case.ts";

/** The links of all answers so far: to good requests, refused ones and redirected ones. */
export function links(operation: Operation, context: CheckContext) {
  const sources = new Map<string, string>();
  for (const { answer } of operation.answers) {
    const { header, body } = readLinks(answer);
    for (const { href, rel } of [...header, ...body, ...readFiles(answer)]) {
      // The self link of an error is the path that was not found.
      if (rel === "self" && answer.status >= 400) continue;
      if (!sources.has(href)) sources.set(href, `${rel} of ${describe(answer)}`);
    }
  }
  return each(sources, ([href, source]) => leadsSomewhere(href, source, context));
}

/** Checks that the link's target answers below 400, unless its route declares otherwise. */
export async function leadsSomewhere(
  href: string,
  source: string,
  context: CheckContext,
): Promise<readonly Violation[]> {
  const path = localPath(href, context);
  if (path === undefined) return OK;
  const routes = routesAt(path, context.registry);
  const readable = routes.find(({ method, kind }) => method === "GET" && kind !== "alwaysFails");
  // A route that only takes writes, needs a query, refuses always or asks who calls still answers OPTIONS.
  const needsMore =
    readable === undefined ||
    readable.declaration.query !== undefined ||
    (requiredScopes(readable) !== undefined && !context.target.exclusive);
  const method = routes.length > 0 && needsMore ? "OPTIONS" : "HEAD";
  const { status } = await context.read(path, method);
  return expectThat(
    status < 400,
    `status below 400 at ${href}, the ${source}`,
    `status ${status} to ${method}`,
  );
}

/** Returns path and query of a link to the server itself; undefined for other links. */
export function localPath(href: string, { registry, target }: CheckContext): string | undefined {
  const origin = [target.origin, registry.baseUrl].find((one) => href.startsWith(`${one}/`)) ?? "";
  const path = href.slice(origin.length);
  return path.startsWith("/") ? path.split("#", 1)[0] : undefined;
}

const reachedByContext = new WeakMap<RouteCheckContext, Promise<ReadonlySet<SealedRoute>>>();

export async function reachable({ route }: Operation, context: RouteCheckContext) {
  const root = apiRoot(context);
  if (root === undefined) return OK;
  const reached = await getOrMake(reachedByContext, context, () => follow(root, context));
  if (reached.has(route)) return OK;
  const hint =
    'add publish: { rootLink: "…" } to the route, or a relation that leads to it; a list leads to its items with list.relations: { item: { to: "…", with: { … } } }';
  return [{ expected: `links that lead from ${root.path} to it`, received: "none", hint }];
}

/** Returns the operation whose answers have the links of the root. */
export function apiRoot({ operations, registry }: RouteCheckContext): Operation | undefined {
  return operations.find(({ route }) => showsRootLinks(route, registry));
}

/** Checks that the route's own answers have the links of the root. */
export function showsRootLinks({ policies, computed }: SealedRoute, registry: Registry): boolean {
  const sendsLinks = policies.some(({ compiled }) =>
    Object.hasOwn(compiled.members?.("ok") ?? {}, "_links"),
  );
  const { hrefs } = registry.of(RootLinks);
  const names = Object.keys(hrefs);
  const shown = computed();
  return sendsLinks && names.length > 0 && names.every((name) => shown[name] === hrefs[name]);
}

/** The routes that links lead to, beginning with the root's, through one answer of each. */
async function follow(
  root: Operation,
  context: RouteCheckContext,
): Promise<ReadonlySet<SealedRoute>> {
  const reached = new Set([root.route]);
  for (const route of reached) {
    const operation = context.operations.find((one) => one.route === route);
    // Links that the credentials do not show are believed.
    if (operation === undefined || context.unreached.has(route)) {
      const relations = [...route.relations, ...route.itemRelations];
      const shapes = new Set(relations.map(({ target }) => shapeOf(target)));
      for (const one of context.registry.routes)
        if (one.method === "GET" && shapes.has(shapeOf(one.pattern))) reached.add(one);
      continue;
    }
    const answer = await operation.base();
    const { header, body } = readLinks(answer);
    for (const { href } of [...header, ...body, ...readFiles(answer)]) {
      const path = localPath(href, context);
      const routes = path === undefined ? [] : routesAt(path, context.registry);
      for (const one of routes) if (one.method === "GET") reached.add(one);
    }
  }
  return reached;
}
