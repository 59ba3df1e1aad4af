/** Installs for a plugin under test those of the preset's offers that it needs, and a way to identify its callers. */
import type { OfferedPlugins } from "../../registry/contract/installed.ts";
import type { Plugin } from "../../registry/contract/plugin.ts";
import { testIdentity } from "./test-identity.ts";

interface Preset {
  readonly plugins: readonly Plugin[];
  readonly offered: OfferedPlugins;
}

/**
 * Returns the preset's plugins with the offered ones whose keys the routes have, or that ask the tested policies who calls.
 * Where nothing else identifies callers, a plugin does that issues credentials to the checks.
 */
export async function withOffered(
  { plugins, offered }: Preset,
  tested: readonly Plugin[],
  options: unknown,
): Promise<readonly Plugin[]> {
  const keys = new Set(tested.flatMap((plugin) => routeKeysOf(plugin, options)));
  const identifies = tested.some(identifiesCallers);
  const installed = [...plugins];
  for (const { load, before, routeKeys = [] } of Object.values(offered)) {
    if (routeKeys.length === 0) continue;
    const { default: plugin } = await load();
    const asks = plugin.policies?.some((policy) => policy.asksIdentifiers === true) ?? false;
    const isNeeded = routeKeys.some((key) => keys.has(key)) || (asks && identifies);
    if (!isNeeded || [...installed, ...tested].some(({ id }) => id === plugin.id)) continue;
    const at = installed.findIndex(({ id }) => id === before);
    installed.splice(at < 0 ? installed.length : at, 0, plugin);
    if (asks && ![...installed, ...tested].some(identifiesCallers)) installed.push(testIdentity());
  }
  return installed;
}

function identifiesCallers({ policies = [] }: Plugin): boolean {
  return policies.some(({ identifies }) => identifies !== undefined);
}

/** Routes that depend on options which do not hold have no keys: the start reports the options. */
function routeKeysOf({ routes = {}, options, testOptions }: Plugin, own: unknown): string[] {
  if (typeof routes !== "function") return keysOf(routes);
  const given = { ...(testOptions === false ? {} : testOptions), ...Object(own) };
  const result = options?.["~standard"].validate(given);
  return result === undefined || result instanceof Promise || result.issues !== undefined
    ? []
    : keysOf(routes(result.value as never)); // validated with the plugin's own schema
}

function keysOf(routes: Readonly<Record<string, object>>): string[] {
  return Object.values(routes).flatMap((route) => Object.keys(Object(route)));
}
