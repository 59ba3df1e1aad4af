/** The routes of a resource, as their author would write them. */
import type { CacheDeclaration } from "waymark";
import { actionId, type Model } from "./model.ts";
import { capitalize, kebab } from "./texts.ts";
import type { ResourceAccess } from "./types.ts";

/** Returns the routes by id; each is declared if the resource has it. */
export function routesOf(model: Model): Readonly<Record<string, object>> {
  const { ids, declaration, summary, inputs, codes, itemPath } = model;
  const {
    path,
    access = {},
    scope,
    of,
    preconditions,
    idempotency = "none",
    timeout,
    maxPageSize,
    description = {},
  } = declaration;
  const isPrivate = access.read !== undefined && access.read !== "public";
  const cache: CacheDeclaration = declaration.cache ?? {
    scope: isPrivate ? "private" : "public",
    maxAge: "0s",
  };
  const shared = timeout === undefined ? {} : { timeout };
  const read = { method: "GET", cache, ...level(access.read), ...shared };
  const scoped = scope === undefined ? {} : { writeScope: scope };
  const write = { ...level(access.write), ...scoped, ...shared };
  const condition = preconditions === undefined ? {} : { preconditions };
  const toItem = { to: ids.get, with: { [model.keyParam]: declaration.key } };
  const routes: Readonly<Record<string, object>> = {
    list: {
      ...read,
      path,
      list: {
        of,
        as: declaration.name.many,
        name: `${capitalize(declaration.name.many)}List`,
        ...(maxPageSize === undefined ? {} : { maxPageSize }),
        relations: { item: toItem },
      },
      ...published(model),
    },
    get: {
      ...read,
      path: itemPath,
      returns: of,
      errors: ["resource-not-found"],
      relations: { ...declaration.relations, collection: ids.list },
    },
    create: {
      ...write,
      method: "POST",
      path,
      body: inputs.create,
      returns: of,
      creates: toItem,
      idempotency,
      errors: [...codes.conflict, ...codes.rule],
    },
    replace: {
      ...write,
      ...condition,
      method: "PUT",
      path: itemPath,
      body: inputs.replace,
      returns: of,
      ...(model.clientKeys ? { statuses: [201] } : {}),
      idempotency: "natural",
      errors: ["resource-not-found", ...codes.conflict, ...codes.rule],
    },
    patch: {
      ...write,
      ...condition,
      method: "PATCH",
      path: itemPath,
      bodies: inputs.patches,
      returns: of,
      idempotency,
      errors: ["resource-not-found", "patch-conflict", ...codes.unique, ...codes.rule],
    },
    remove: {
      ...write,
      ...condition,
      method: "DELETE",
      path: itemPath,
      empty: true,
      idempotency: "natural",
      errors: ["resource-not-found", "still-referenced", ...codes.rule],
    },
  };
  const acting = Object.entries(declaration.actions ?? {}).map(([name, action]) => [
    actionId(name, declaration.name),
    {
      ...write,
      ...condition,
      method: "POST",
      path: `${itemPath}/${kebab(name)}`,
      summary: action.summary,
      ...described(action.description),
      returns: of,
      acts: ids.get,
      idempotency,
      errors: [
        "resource-not-found",
        ...codes.unique,
        ...(action.from === undefined ? [] : codes.state),
        ...codes.rule,
      ],
    },
  ]);
  const served = Object.fromEntries(
    Object.entries(routes)
      .filter(([verb]) => verb === "list" || verb === "get" || model.writes.has(verb))
      .map(([verb, route]) => [
        Reflect.get(ids, verb),
        {
          summary: Reflect.get(summary, verb),
          ...described(Reflect.get(description, verb)),
          ...route,
        },
      ]),
  );
  return { ...served, ...Object.fromEntries(acting) };
}

function described(description: string | undefined): { readonly description?: string } {
  return description === undefined ? {} : { description };
}

function level(access: ResourceAccess["read"]): { readonly access?: ResourceAccess["read"] } {
  return access === undefined ? {} : { access };
}

/** Lists with parameters in their path are reached from elsewhere. */
function published({ fixed, declaration: { rootLink, name } }: Model): object {
  const link = rootLink ?? (fixed.length > 0 ? false : kebab(name.many));
  return link === false ? {} : { publish: { rootLink: link } };
}
