/** Findings about guards: policies that decide who may have a route's data. None may be off, missing or unsaid. */
import type { Collected } from "../collect.ts";
import { configKey, switching } from "../../contract/plugin/installed.ts";
import type { Finding } from "../../contract/finding/finding.ts";
import type { InstalledPlugin } from "../../contract/plugin/installed.ts";
import type { Policy } from "../../contract/policy/policy.ts";

/** A guard of an installed plugin. */
interface Owned {
  readonly entry: InstalledPlugin;
  readonly policy: Policy;
}

export function checkGuards(
  installed: readonly InstalledPlugin[],
  { contributors, policies }: Collected,
): Finding[] {
  const guards = installed.flatMap((entry) =>
    (entry.plugin.policies ?? [])
      .filter((policy) => policy.guards === true)
      .map((policy): Owned => ({ entry, policy })),
  );
  const on = guards.filter(({ entry }) => entry.enabled);
  const keysOn = new Set(on.map(({ policy }) => policy.key));
  const off = guards.filter(({ entry, policy }) => !entry.enabled && !keysOn.has(policy.key));
  return [
    ...on.filter(({ entry }) => entry.optional).map(optionalGuard),
    ...checkIdentity(policies, installed),
    ...off.flatMap((guard) =>
      contributors.flatMap((contributor) => guardOff(guard, contributor, installed)),
    ),
  ];
}

/** Checks that one policy asks each that identifies: an ignored credential would pass for an anonymous request. */
function checkIdentity(
  policies: Collected["policies"],
  installed: readonly InstalledPlugin[],
): readonly Finding[] {
  const asking = policies.filter(({ value }) => value.asksIdentifiers === true);
  const [asker, second] = asking;
  if (asker !== undefined && second !== undefined)
    return [
      {
        code: "IDENTITY_CONFLICT",
        plugin: `${asker.plugin}, ${second.plugin}`,
        where: `policy ${asker.name} and policy ${second.name}`,
        message: "both set the principal of requests",
        hint: "switch one of the plugins off",
      },
    ];
  const off = installed.find(
    ({ enabled, plugin }) =>
      !enabled && plugin.policies?.some((policy) => policy.asksIdentifiers === true),
  );
  return asker !== undefined
    ? []
    : policies
        .filter(({ value }) => value.identifies !== undefined)
        .map(({ name, plugin }) => ({
          code: "IDENTITY_UNASKED",
          plugin,
          where: `policy ${name}`,
          message: "the policy identifies callers, and no enabled policy asks it",
          hint:
            off === undefined
              ? "switch on a plugin whose policy asks; waymark plugins lists those of the preset"
              : `switch on the plugin that asks: ${switching(off, true)}`,
        }));
}

function optionalGuard({ entry, policy: { id } }: Owned): Finding {
  return {
    code: "GUARD_OPTIONAL",
    plugin: entry.plugin.id,
    where: `policy ${id}`,
    message:
      "the policy guards routes, but its plugin is optional, so the server would run without it",
    hint: `write $optional: false below plugins.${configKey(entry)}`,
  };
}

/** Returns a finding for all of a plugin's routes that ask for a guard which is off. */
function guardOff(
  { entry, policy: { id, key = "" } }: Owned,
  { plugin, routes }: Collected["contributors"][number],
  installed: readonly InstalledPlugin[],
): readonly Finding[] {
  const [first, ...others] = Object.entries(routes)
    .filter(([, route]) => Reflect.get(Object(route), key) !== undefined)
    .map(([routeId]) => routeId);
  if (first === undefined) return [];
  const owners = installed.filter((one) => one.plugin === plugin);
  return owners.map((owner) => ({
    code: "GUARD_OFF",
    plugin: plugin.id,
    where: `route ${first}${others.length > 0 ? ` and ${others.length} more` : ""}`,
    message: `${key} asks for the policy ${id} of the plugin ${entry.plugin.id}, which is switched off, so everybody could read the route`,
    hint: `switch the guard on: ${switching(entry, true)}\nor remove ${key} from the route, or switch its plugin off: ${switching(owner, false)}`,
  }));
}
