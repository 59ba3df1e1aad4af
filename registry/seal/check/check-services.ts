/** Findings about services: missing providers, two providers, circles; and the order that starts work. */
import { switching } from "../../contract/plugin/installed.ts";
import type { Finding } from "../../contract/finding/finding.ts";
import type { Plugin } from "../../contract/plugin/plugin.ts";
import type { InstalledPlugin } from "../../contract/plugin/installed.ts";
import type { Needs, Service } from "../../contract/plugin/service.ts";

/** @param provided ids of the services that come with the kernel. */
export function checkServices(
  installed: readonly InstalledPlugin[],
  provided: readonly string[],
): Finding[] {
  const enabled = installed.filter((entry) => entry.enabled);
  const providers = new Map<string, InstalledPlugin>();
  const findings: Finding[] = [];
  for (const entry of enabled) {
    for (const id of serviceIds(entry.plugin.provides)) {
      const other = providers.get(id);
      if (other === undefined && !provided.includes(id)) providers.set(id, entry);
      else findings.push(conflict(id, other, entry));
    }
  }
  for (const entry of enabled) {
    for (const id of neededBy(entry.plugin)) {
      if (!providers.has(id) && !provided.includes(id))
        findings.push(missing(id, entry, installed));
    }
  }
  const { circle } = startOrder(enabled.map(({ plugin }) => plugin));
  if (circle.length > 0) {
    findings.push({
      code: "SERVICE_CYCLE",
      plugin: circle.join(", "),
      where: "needs",
      message: `these plugins wait for each other's services: ${circle.join(" → ")}`,
      hint: "let one of them do without the other's service, or split it",
    });
  }
  return findings;
}

/** Services that a plugin's setup, handlers and policies cannot do without. */
export function neededBy(plugin: Plugin): readonly string[] {
  return usedBy(plugin, (token) => !("optional" in token));
}

/** Returns services of others that a plugin uses. Default: all, also the services that it can do without. */
export function usedBy(
  { provides, needs, policies = [] }: Plugin,
  counts: (token: Service) => boolean = () => true,
): readonly string[] {
  const provided = serviceIds(provides);
  const tokens = [needs, ...policies.map((policy) => policy.needs)].flatMap((some) =>
    Object.values<Service>(some ?? {}).filter(counts),
  );
  return [...new Set(tokens.map(({ id }) => id))].filter((id) => !provided.includes(id));
}

function serviceIds(needs: Needs | undefined): readonly string[] {
  return Object.values(needs ?? {}).map(({ id }) => id);
}

/**
 * Returns, by plugin, the plugins whose services it uses, directly or through others.
 *
 * @param order every provider before the plugins that use its services.
 */
export function usedPlugins(order: readonly Plugin[]): ReadonlyMap<string, ReadonlySet<string>> {
  const provider = providersOf(order);
  const used = new Map<string, ReadonlySet<string>>();
  for (const plugin of order) {
    const direct = usedBy(plugin).flatMap((id) => provider.get(id)?.id ?? []);
    used.set(plugin.id, new Set(direct.flatMap((id) => [id, ...(used.get(id) ?? [])])));
  }
  return used;
}

function providersOf(plugins: readonly Plugin[]): ReadonlyMap<string, Plugin> {
  return new Map(
    plugins.flatMap((plugin) => serviceIds(plugin.provides).map((id) => [id, plugin] as const)),
  );
}

/**
 * Returns plugins so that every provider starts before the plugins that need it; otherwise in the order received.
 * `circle` has plugins if no such order exists.
 */
export function startOrder(plugins: readonly Plugin[]): {
  readonly order: readonly Plugin[];
  readonly circle: readonly string[];
} {
  const provider = providersOf(plugins);
  const order: Plugin[] = [];
  const circle: string[] = [];
  const visit = (plugin: Plugin, trail: readonly Plugin[]): void => {
    if (order.includes(plugin) || circle.length > 0) return;
    if (trail.includes(plugin)) {
      circle.push(...trail.slice(trail.indexOf(plugin)).map(({ id }) => id), plugin.id);
      return;
    }
    for (const id of usedBy(plugin, () => true)) {
      const needed = provider.get(id);
      if (needed !== undefined) visit(needed, [...trail, plugin]);
    }
    order.push(plugin);
  };
  for (const plugin of plugins) visit(plugin, []);
  return { order, circle };
}

/** @param first undefined: the kernel. */
function conflict(
  id: string,
  first: InstalledPlugin | undefined,
  second: InstalledPlugin,
): Finding {
  const owners = [first?.plugin.id ?? "kernel", second.plugin.id];
  return {
    code: "SERVICE_CONFLICT",
    plugin: owners.join(", "),
    where: `service ${id}`,
    message: `both ${owners.join(" and ")} provide the service ${id}`,
    hint: `switch one of them off: ${switching(first ?? second, false)}`,
  };
}

function missing(
  id: string,
  entry: InstalledPlugin,
  installed: readonly InstalledPlugin[],
): Finding {
  const { plugin } = entry;
  const off = installed.find(
    (other) => !other.enabled && serviceIds(other.plugin.provides).includes(id),
  );
  return {
    code: "SERVICE_MISSING",
    plugin: plugin.id,
    where: `service ${id}`,
    message:
      off === undefined
        ? `${plugin.id} needs the service ${id}, which no installed plugin provides`
        : `${plugin.id} needs the service ${id} of the plugin ${off.plugin.id}, which is switched off`,
    hint:
      off === undefined
        ? `install a plugin that provides ${id}, or switch ${plugin.id} off: ${switching(entry, false)}`
        : `switch the provider on with ${switching(off, true)}, or this plugin off with ${switching(entry, false)}`,
  };
}
