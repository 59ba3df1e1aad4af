/** The case of one address: from the API root, along the links that are sent, every GET route of the API is reached. */
import type { Registry, SealedRoute } from "waymark";
import { getOrMake } from "waymark/advanced";
import { shapeOf, type Operation } from "waymark/tools";
import { routesAt, type RouteCheckContext } from "../context.ts";
import { readLinks } from "../read.ts";
import { OK } from "../violation.ts";
import { localPath } from "./links.ts";

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
function showsRootLinks({ policies, computed }: SealedRoute, { rootLinks }: Registry): boolean {
  const sendsLinks = policies.some(({ compiled }) =>
    Object.hasOwn(compiled.members?.("ok") ?? {}, "_links"),
  );
  const names = Object.keys(rootLinks);
  const links = computed();
  return sendsLinks && names.length > 0 && names.every((name) => links[name] === rootLinks[name]);
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
      const links = [...route.relations, ...route.itemRelations];
      const shapes = new Set(links.map(({ target }) => shapeOf(target)));
      for (const one of context.registry.routes)
        if (one.method === "GET" && shapes.has(shapeOf(one.pattern))) reached.add(one);
      continue;
    }
    const { header, body } = readLinks(await operation.base());
    for (const { href } of [...header, ...body]) {
      const path = localPath(href, context);
      const routes = path === undefined ? [] : routesAt(path, context.registry);
      for (const one of routes) if (one.method === "GET") reached.add(one);
    }
  }
  return reached;
}
