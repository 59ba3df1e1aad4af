import { defineCommand } from "citty";
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";
import { ROUTE_KEYS, type CacheDeclaration } from "../../registry/contract/route.ts";
import { bootHere, configFlag, jsonFlag, print, printJson, run } from "./command.ts";
import { table } from "./table.ts";

export const routes = defineCommand({
  meta: { name: "routes", description: "List the routes that are on" },
  args: { ...configFlag, ...jsonFlag },
  run: (context) =>
    run(context, async () => {
      const { registry } = await bootHere(context.args.config);
      if (context.args.json === true) return printJson(registry.routes.map(asJson));
      const head = ["METHOD", "PATH", "ROUTE", "CACHE", "POLICIES"];
      print(table([head, ...registry.routes.map(asRow)]));
    }),
});

function asRow(route: SealedRoute): readonly string[] {
  const { method, path, ref, declaration } = route;
  const keys = policyKeys(route).map(([key, value]) => keyText(key, value));
  return [method, path, ref, cacheText(declaration.cache), keys.join(", ")];
}

function asJson(route: SealedRoute): unknown {
  const { method, path, ref, plugin, kind, mediaTypes, schema, declaration } = route;
  return {
    method,
    path,
    route: ref,
    plugin,
    summary: declaration.summary,
    body: kind,
    mediaTypes,
    schema,
    cache: declaration.cache,
    ...Object.fromEntries(policyKeys(route)),
    policies: route.policies.map(({ policy }) => policy.id),
  };
}

/** Returns the keys of a route that policies own, with their values. */
export function policyKeys({
  declaration,
}: SealedRoute): readonly (readonly [key: string, value: unknown])[] {
  return Object.entries(declaration).filter(([key]) => !ROUTE_KEYS.includes(key));
}

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
