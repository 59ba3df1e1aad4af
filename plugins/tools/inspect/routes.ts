/** `waymark routes`. */
import { didYouMean, show, type SealedRoute, type ToolContext } from "waymark";
import { UsageError, bootHere, requiredScopes } from "waymark/tools";
import { accessText, cacheText, policyKeys } from "../shared/route-texts.ts";
import { textOf } from "../shared/text-of.ts";

/** Prints the routes that are on. */
export async function run({ config, flags, print, printTable }: ToolContext): Promise<void> {
  const [plugin, path = ""] = [textOf(flags["plugin"]), textOf(flags["path"])];
  const { registry } = await bootHere(config);
  const on = registry.installed.filter(({ enabled }) => enabled).map((one) => one.plugin.id);
  if (plugin !== undefined && !on.includes(plugin))
    throw new UsageError(`no plugin ${show(plugin)} is on\n  hint: ${didYouMean(plugin, on)}`);
  const all = [...registry.routes, ...registry.adminRoutes];
  const found = all.filter(
    (route) => route.path.startsWith(path) && (plugin ?? route.plugin) === route.plugin,
  );
  if (flags["json"] === true) return print(JSON.stringify(found.map(asJson), undefined, 2));
  const columns = {
    listener: registry.adminRoutes.length > 0,
    access: all.some((route) => requiredScopes(route) !== undefined),
  };
  const listener = columns.listener ? ["LISTENER"] : [];
  const access = columns.access ? ["ACCESS"] : [];
  const head = [...listener, "METHOD", "PATH", "ROUTE", ...access, "CACHE", "POLICIES"];
  printTable([head, ...found.map((route) => asRow(route, columns))]);
}

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

function keyText(key: string, value: unknown): string {
  if (value === true) return key;
  return `${key}: ${typeof value === "string" ? value : JSON.stringify(value)}`;
}
