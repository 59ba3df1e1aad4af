/** The routes of a resource, as their author would write them. */
import type { CacheDeclaration } from "waymark";
import { fileRoutesOf } from "./file-routes.ts";
import { actionId, type Model } from "./model.ts";
import { capitalize, kebab } from "./texts.ts";
import type { ResourceAccess, Write } from "./declaration.ts";

/** Returns the routes by id; each is declared if the resource has it. */
export function routesOf(model: Model): Readonly<Record<string, object>> {
  const { ids, declaration, summary, inputs, codes, itemPath, shown } = model;
  const {
    path,
    access = {},
    scope,
    preconditions,
    idempotency = "none",
    timeout,
    maxPageSize,
    description = {},
  } = declaration;
  const shared = timeout === undefined ? {} : { timeout };
  const reading = (verb: "list" | "get") => {
    const asked = access[verb] ?? access.read;
    const cache: CacheDeclaration = declaration.cache ?? {
      scope: isOpen(asked) && declaration.readableBy === undefined ? "public" : "private",
      maxAge: "0s",
    };
    return { method: "GET", cache, ...level(asked), ...shared };
  };
  const scoped = scope === undefined ? {} : { writeScope: scope };
  const writing = (verb?: Write) => ({
    ...level((verb && access[verb]) ?? access.write),
    ...scoped,
    ...shared,
  });
  const condition = preconditions === undefined ? {} : { preconditions };
  const toItem = { to: ids.get, with: { [model.keyParam]: declaration.key } };
  const routes: Readonly<Record<string, object>> = {
    list: {
      ...reading("list"),
      path,
      list: {
        of: shown,
        as: declaration.name.many,
        name: `${capitalize(declaration.name.many)}List`,
        ...(maxPageSize === undefined ? {} : { maxPageSize }),
        relations: { item: toItem },
      },
      ...published(model),
    },
    get: {
      ...reading("get"),
      path: itemPath,
      returns: shown,
      errors: ["resource-not-found"],
      relations: { ...declaration.relations, collection: ids.list },
    },
    create: {
      ...writing("create"),
      method: "POST",
      path,
      body: inputs.create,
      returns: shown,
      creates: toItem,
      idempotency,
      errors: [...codes.conflict, ...codes.rule],
    },
    replace: {
      ...writing("replace"),
      ...condition,
      method: "PUT",
      path: itemPath,
      body: inputs.replace,
      returns: shown,
      ...(model.clientKeys ? { statuses: [201] } : {}),
      idempotency: "natural",
      errors: ["resource-not-found", ...codes.conflict, ...codes.rule],
    },
    patch: {
      ...writing("patch"),
      ...condition,
      method: "PATCH",
      path: itemPath,
      bodies: inputs.patches,
      returns: shown,
      idempotency,
      errors: ["resource-not-found", "patch-conflict", ...codes.unique, ...codes.rule],
    },
    remove: {
      ...writing("remove"),
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
      ...writing(),
      ...condition,
      method: "POST",
      path: `${itemPath}/${kebab(name)}`,
      summary: action.summary,
      ...described(action.description),
      returns: shown,
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
  const ofFiles = fileRoutesOf(model, {
    read: reading("get"),
    write: { ...writing("patch"), ...condition },
  });
  return { ...served, ...Object.fromEntries(acting), ...ofFiles };
}

function described(description: string | undefined): { readonly description?: string } {
  return description === undefined ? {} : { description };
}

/** Checks that anonymous callers may use a route. */
export function isOpen(access: ResourceAccess["read"]): boolean {
  return access === undefined || access === "public";
}

function level(access: ResourceAccess["read"]): { readonly access?: ResourceAccess["read"] } {
  return access === undefined ? {} : { access };
}

/** Lists with parameters in their path are reached from elsewhere. */
function published({ fixed, declaration: { rootLink, name } }: Model): object {
  const link = rootLink ?? (fixed.length > 0 ? false : kebab(name.many));
  return link === false ? {} : { publish: { rootLink: link } };
}
