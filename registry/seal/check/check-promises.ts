/** Findings about values of routes' keys that promise what no enabled policy enforces. */
import type { Collected } from "../collect.ts";
import { switching } from "../../contract/plugin/installed.ts";
import type { Finding } from "../../contract/finding/finding.ts";
import type { InstalledPlugin } from "../../contract/plugin/installed.ts";
import type { Plugin } from "../../contract/plugin/plugin.ts";
import type { Route } from "../../contract/route/route.ts";
import { PROMISES, type Promises } from "../../contract/route/route-keys.ts";
import type { Owned } from "../../contract/plugin/declarations.ts";

type Key = keyof typeof PROMISES;

/** Reports a finding for all routes of a plugin with the same promise. */
export function checkPromises(
  installed: readonly InstalledPlugin[],
  { routes, policies }: Pick<Collected, "routes" | "policies">,
  offered: readonly Plugin[] = [],
): Finding[] {
  const findings: Finding[] = [];
  for (const key of Object.keys(PROMISES) as Key[])
    // the keys of the record, by its type
    for (const value of PROMISES[key]) {
      if (policies.some((policy) => enforces(policy.value.enforces, key, value))) continue;
      const broken = routes.filter((route) => route.value[key] === value);
      for (const [plugin, own = []] of Map.groupBy(broken, (route) => route.plugin))
        findings.push(
          unenforced(plugin, own, key, value, howToEnforce(installed, offered, key, value)),
        );
    }
  return findings;
}

function enforces(promises: Promises | undefined, key: Key, value: string): boolean {
  return promises?.[key]?.some((one) => one === value) === true;
}

function unenforced(
  plugin: string,
  [first, ...others]: readonly Owned<Route>[],
  key: Key,
  value: string,
  how: string,
): Finding {
  return {
    code: "ROUTE_KEY_UNENFORCED",
    plugin,
    where: `route ${first?.name}${others.length > 0 ? ` and ${others.length} more` : ""}`,
    message: `${key}: ${JSON.stringify(value)} promises what no enabled policy enforces`,
    hint: `${how}\nor write another value for ${key}`,
  };
}

/** Returns the config that brings a policy which enforces the promise. */
function howToEnforce(
  installed: readonly InstalledPlugin[],
  offered: readonly Plugin[],
  key: Key,
  value: string,
): string {
  const off = installed.find(({ plugin: { policies = [] } }) =>
    policies.some((policy) => enforces(policy.enforces, key, value)),
  );
  if (off !== undefined) return `switch it on: ${switching(off, true)}`;
  const { id, implementation } =
    offered.find((one) => enforces(one.implementation?.enforces, key, value)) ?? {};
  if (id === undefined) return "install a plugin whose policy enforces it";
  const setting =
    implementation?.option === undefined ? "true" : `{ ${implementation.option}: true }`;
  return `switch it on: plugins: { ${id}: ${setting} }`;
}
