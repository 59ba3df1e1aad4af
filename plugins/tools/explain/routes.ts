/** `waymark explain` for routes: what they serve, and who may use them. */
import { basename } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { show, type SealedRoute } from "waymark";
import {
  KNOWN_METHODS,
  queryFields,
  requiredScopes,
  type ResolvedRelation,
} from "waymark/advanced";
import { UsageError, collect, isRecord, matches } from "waymark/tools";
import { changesOf } from "../../shared/change.ts";
import { accessText, cacheText, policyKeys } from "../shared/route-texts.ts";
import type { Booted } from "waymark/server";
import { pluginText, type Explanation, type Kind } from "./explanation.ts";
import { pathOf } from "../../shared/owners.ts";
import { headerRows } from "./headers.ts";

export function routes(booted: Booted): Kind {
  const { registry } = booted;
  return {
    names: registry.routes.flatMap(({ ref, id, method, path }) => [
      ref,
      id,
      path,
      `${method} ${path}`,
    ]),
    explain: (name) => routesNamed(booted, name).map((route) => explainRoute(booted, route)),
  };
}

/** Finds routes by id, by path, or by method and path. The GET route answers HEAD, all routes of a path answer OPTIONS. */
function routesNamed({ registry }: Booted, target: string): readonly SealedRoute[] {
  const [word = "", path] = target.split(/ +/, 2);
  const all = [...registry.routes, ...registry.adminRoutes];
  if (path === undefined)
    return target.startsWith("/")
      ? routesAt(all, target)
      : all.filter(({ ref, id }) => ref === target || id === target);
  const requested = word.toUpperCase();
  if (!KNOWN_METHODS.includes(requested)) return [];
  const found = routesAt(all, path);
  const method = requested === "HEAD" ? "GET" : requested;
  const answering = found.filter((route) => requested === "OPTIONS" || route.method === method);
  const [first] = found;
  if (answering.length > 0 || first === undefined) return answering;
  throw new UsageError(
    `${first.path} has no route for ${requested}\n  hint: it answers ${first.allow}`,
  );
}

/** Returns the routes of a path, as declared (`/api/offices/{officeId}`) or as requested (`/api/offices/berlin`). */
function routesAt(all: readonly SealedRoute[], path: string): readonly SealedRoute[] {
  const declared = all.filter((route) => route.path === path);
  if (declared.length > 0) return declared;
  const requested = path.replace(/[?#].*$/, "");
  return all.filter(({ pattern }) => matches(pattern, requested));
}

function explainRoute(booted: Booted, route: SealedRoute): Explanation {
  const { declaration, kind, schema, mediaTypes, policies, relations, itemRelations } = route;
  const parameters = policies.flatMap(({ policy, compiled }) =>
    compiled.parameters === undefined
      ? []
      : [...queryFields(compiled.parameters.schema).keys()].map(
          (name) => `${name} of ${policy.id}`,
        ),
  );
  return {
    title: `${route.method} ${route.path}  ${route.ref}`,
    about: [declaration.summary],
    facts: {
      plugin: pluginText(booted, route.plugin),
      listener: declaration.listener,
      body: [kind, schema, mediaTypes.join(", ")].filter(Boolean).join(", "),
      view: route.view && "text/html, for browsers",
      cache: cacheText(declaration.cache),
      news: newsText(booted, route),
      ...accessFacts(booted, route),
      ...Object.fromEntries(
        policyKeys(route).map(([key, value]) => [
          key,
          typeof value === "string" ? value : show(value),
        ]),
      ),
      parameters: parameters.join(", "),
      policies: policies.map(({ policy }) => policy.id).join(", ") || "none",
      relations: relations.map(leadText).join(", ") || "none",
      "of each item": itemRelations.map(leadText).join(", "),
    },
    sections: { headers: headerRows(route, booted.registry) },
  };
}

/** Returns the news that clients may receive of a request that writes: the types of its webhooks. */
function newsText({ registry }: Booted, route: SealedRoute): string | undefined {
  const { method, declaration } = route;
  if (method === "GET" || declaration.alwaysFails !== undefined) return undefined;
  const types = changesOf(route, registry).map(({ resource, kind }) => `${resource}.${kind}`);
  if (types.length > 0) return `${types.join(" or ")}, if rows change`;
  return declaration.news === false ? "none, as the route says" : "none";
}

function leadText({ rel, target }: ResolvedRelation): string {
  return `${rel} → ${target.path}`;
}

/** Returns who may use a route, and who set that: its author or the config. Empty for a route of everybody. */
function accessFacts(booted: Booted, route: SealedRoute): Readonly<Record<string, string>> {
  const scopes = requiredScopes(route);
  if (scopes === undefined) return {};
  const identifiers = booted.registry.identifiers.map(({ policy }) => policy);
  return {
    access: scopes.length === 0 ? accessText(route) : `scopes ${scopes.join(", ")}`,
    "access set by": settersOf(booted, route).join("; "),
    authentication: identifiers.join(", ") || "no plugin that is on identifies callers",
  };
}

/** Returns the author, the config's keys, or both. */
function settersOf(booted: Booted, route: SealedRoute): readonly string[] {
  const keys = route.policies.flatMap(
    ({ policy, compiled }) => (compiled.security && policy.key) ?? [],
  );
  const owner = booted.installed.filter(({ plugin }) => plugin.id === route.plugin);
  // On its own, the plugin has its routes as their author wrote them.
  const written = collect(owner).routes.find(({ name }) => name === route.id)?.value;
  const valueIn = (declaration: object | undefined, key: string): unknown =>
    Reflect.get(declaration ?? {}, key);
  const isAuthors = keys.some((key) => valueIn(written, key) !== undefined);
  const isChanged = keys.some(
    (key) => !isDeepStrictEqual(valueIn(written, key), valueIn(route.declaration, key)),
  );
  return [
    ...(isAuthors ? [`its author, in the plugin ${route.plugin}`] : []),
    ...(isChanged ? keysAbout(booted, route) : []),
  ];
}

/** Returns the keys of the config that adjust routes and name this one, or its plugin. */
function keysAbout({ installed, file }: Booted, route: SealedRoute): readonly string[] {
  const source = file === undefined ? "" : ` in ${basename(file)}`;
  return installed
    .filter(({ plugin }) => plugin.policies?.some(({ adjust }) => adjust !== undefined))
    .flatMap((entry) =>
      Object.entries(Object(entry.options)).flatMap(([option, value]) =>
        [route.plugin, route.ref]
          .filter((name) => isRecord(value) && Object.hasOwn(value, name))
          .map((name) => `${pathOf(entry)}.${option}.${name}${source}`),
      ),
    );
}
