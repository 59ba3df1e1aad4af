/** `waymark explain` for who may use routes, and for request headers, credentials among them. */
import { basename } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { SealedRoute } from "waymark";
import { requiredScopes, spellHeader } from "waymark/advanced";
import { accessText, collect, isRecord } from "waymark/tools";
import type { Booted } from "waymark/server";
import { layOut, type Explanation } from "./explanation.ts";
import { pathOf, pluginText } from "./texts.ts";

type Fact = readonly [name: string, text: string | undefined];

/** Returns who may use a route, and who set that: its author or the config. Empty for a route of everybody. */
export function accessFacts(booted: Booted, route: SealedRoute): readonly Fact[] {
  const scopes = requiredScopes(route);
  if (scopes === undefined) return [];
  const identifiers = booted.registry.identifiers.map(({ policy }) => policy);
  return [
    ["access", scopes.length === 0 ? accessText(route) : `scopes ${scopes.join(", ")}`],
    ["access set by", settersOf(booted, route).join("; ")],
    ["authentication", identifiers.join(", ") || "no plugin that is on identifies callers"],
  ];
}

/** Returns the author, the config's keys, or both. */
function settersOf(booted: Booted, route: SealedRoute): readonly string[] {
  const { installed } = booted;
  const keys = route.policies.flatMap(
    ({ policy, compiled }) => (compiled.security && policy.key) ?? [],
  );
  const owner = installed.filter(({ plugin }) => plugin.id === route.plugin);
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

/** Keys of the config that adjust routes and name this one, or its plugin. */
function keysAbout(
  { installed, file }: Booted,
  { plugin: owner, ref }: SealedRoute,
): readonly string[] {
  const source = file === undefined ? "" : ` in ${basename(file)}`;
  return installed.flatMap((entry) => {
    if (entry.plugin.policies?.some(({ adjust }) => adjust !== undefined) !== true) return [];
    return Object.entries(Object(entry.options)).flatMap(([option, value]) =>
      [owner, ref].flatMap((name) =>
        isRecord(value) && Object.hasOwn(value, name)
          ? [`${pathOf(entry)}.${option}.${name}${source}`]
          : [],
      ),
    );
  });
}

/** Scopes that any route asks for. */
export function scopesOf({ registry }: Booted): readonly string[] {
  return [...new Set(registry.routes.flatMap((route) => requiredScopes(route) ?? []))];
}

export function explainScope({ registry }: Booted, scope: string): Explanation {
  const asking = registry.routes.filter((route) => requiredScopes(route)?.includes(scope) === true);
  return layOut(
    [`scope ${scope}`, "Callers of these routes need it."],
    [],
    [["required by", asking.map(({ method, path, ref }) => [method, path, ref])]],
  );
}

/** Request headers that policies read, as they are usually spelled. */
export function requestHeadersOf({ registry }: Booted): readonly string[] {
  const written = registry.policies.flatMap(({ policy }) => Object.keys(policy.writes ?? {}));
  const read = registry.policies.flatMap(({ policy }) => Object.keys(policy.reads ?? {}));
  return [...new Set(read)].map((name) => spellHeader(name, written));
}

export function explainRequestHeader({ registry, installed }: Booted, header: string): Explanation {
  const name = header.toLowerCase();
  const readers = registry.policies.filter(({ policy }) => policy.reads?.[name] !== undefined);
  const varying = registry.routes.filter(({ vary = "" }) =>
    vary.toLowerCase().split(", ").includes(name),
  );
  const credential = readers.some(({ policy }) => policy.identifies !== undefined);
  return layOut(
    [
      `request header ${header}`,
      ...readers.flatMap(({ policy }) => policy.reads?.[name]?.description ?? []),
    ],
    [
      ["read by", readers.map(({ policy }) => `policy ${policy.id}`).join(", ")],
      [
        "plugin",
        [...new Set(readers.map(({ plugin }) => pluginText(installed, plugin)))].join(", "),
      ],
      ["credential", credential ? "yes: plugins that read other routes never see it" : undefined],
      ["answers vary", `on ${varying.length} of ${registry.routes.length} routes`],
    ],
    [["needed by", credential ? protectedRows(registry.routes) : []]],
  );
}

function protectedRows(routes: readonly SealedRoute[]): readonly (readonly string[])[] {
  return routes
    .filter((route) => requiredScopes(route) !== undefined)
    .map((route) => [route.method, route.path, accessText(route)]);
}
