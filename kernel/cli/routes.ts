import { defineCommand } from "citty";
import { didYouMean, show } from "../../registry/schema/words.ts";
import { requiredScopes, type SealedRoute } from "../../registry/contract/route/sealed-route.ts";
import type { CacheDeclaration } from "../../registry/contract/route/route.ts";
import { ROUTE_KEYS } from "../../registry/contract/route/route-keys.ts";
import { bootHere, configFlag, jsonFlag, print, printJson, run, UsageError } from "./command.ts";
import { table } from "./table.ts";

export const routes = defineCommand({
  meta: { name: "routes", description: "List the routes that are on" },
  args: {
    plugin: { type: "string", valueHint: "id", description: "Only routes of this plugin" },
    path: { type: "string", valueHint: "prefix", description: "Only routes whose path begins so" },
    ...configFlag,
    ...jsonFlag,
  },
  run: (context) =>
    run(context, async () => {
      const { plugin, path = "", json } = context.args;
      const { registry } = await bootHere(context.args.config);
      const on = registry.installed.filter(({ enabled }) => enabled).map((one) => one.plugin.id);
      if (plugin !== undefined && !on.includes(plugin))
        throw new UsageError(`no plugin ${show(plugin)} is on\n  hint: ${didYouMean(plugin, on)}`);
      const all = [...registry.routes, ...registry.adminRoutes];
      const found = all.filter(
        (route) => route.path.startsWith(path) && (plugin ?? route.plugin) === route.plugin,
      );
      if (json === true) return printJson(found.map(asJson));
      const columns = {
        listener: registry.adminRoutes.length > 0,
        access: all.some((route) => requiredScopes(route) !== undefined),
      };
      const listener = columns.listener ? ["LISTENER"] : [];
      const access = columns.access ? ["ACCESS"] : [];
      const head = [...listener, "METHOD", "PATH", "ROUTE", ...access, "CACHE", "POLICIES"];
      print(table([head, ...found.map((route) => asRow(route, columns))]));
    }),
});

/** Columns that tables have only where their rows differ. */
interface Columns {
  readonly listener: boolean;
  readonly access: boolean;
}

function asRow(route: SealedRoute, columns: Columns): readonly string[] {
  const { method, path, ref, declaration } = route;
  const keys = policyKeys(route).map(([key, value]) => keyText(key, value));
  const listener = columns.listener ? [declaration.listener ?? "public"] : [];
  const access = columns.access ? [accessText(route)] : [];
  return [...listener, method, path, ref, ...access, cacheText(declaration.cache), keys.join(", ")];
}

function asJson(route: SealedRoute): unknown {
  const { method, path, ref, plugin, kind, mediaTypes, schema, declaration } = route;
  return {
    method,
    path,
    route: ref,
    plugin,
    listener: declaration.listener,
    summary: declaration.summary,
    body: kind,
    mediaTypes,
    schema,
    cache: declaration.cache,
    requiredScopes: requiredScopes(route),
    ...Object.fromEntries(policyKeys(route)),
    policies: route.policies.map(({ policy }) => policy.id),
  };
}

/** Returns the keys of a route that policies own, with their values, but for bodies and what {@link accessText} shows. */
export function policyKeys({
  declaration,
  policies,
}: SealedRoute): readonly (readonly [key: string, value: unknown])[] {
  const shown = new Set(
    policies.flatMap(
      ({ policy, compiled }) => ((compiled.security ?? compiled.receive) && policy.key) ?? [],
    ),
  );
  return Object.entries(declaration).filter(
    ([key]) => !ROUTE_KEYS.includes(key) && !shown.has(key),
  );
}

/** Returns the callers that may use a route: all, all known ones, or callers with some scopes. */
export function accessText(route: SealedRoute): string {
  const scopes = requiredScopes(route);
  if (scopes === undefined) return "public";
  return scopes.length === 0 ? "authenticated" : scopes.join(" ");
}

/** Returns a declaration in one cell: `public 60s`; `-` without one. */
export function cacheText(cache: CacheDeclaration | undefined): string {
  if (cache === undefined) return "-";
  if (typeof cache === "string") return cache;
  const stale = cache.staleWhileRevalidate === undefined ? "" : ` +${cache.staleWhileRevalidate}`;
  return `${cache.scope} ${cache.maxAge}${stale}`;
}

function keyText(key: string, value: unknown): string {
  if (value === true) return key;
  return `${key}: ${typeof value === "string" ? value : JSON.stringify(value)}`;
}
