/** Owners of what a service has: the plugins, and the keys of the config that set them. */
import type { Registry } from "waymark";
import { configKey, configPath } from "waymark/advanced";

type Installed = Registry["installed"];

/** Returns the key of the config that sets a plugin; undefined for a plugin that is not installed. */
export function settingOf(plugin: string, installed: Installed): string | undefined {
  const entry = installed.find((one) => one.plugin.id === plugin);
  return entry && pathOf(entry);
}

export function pathOf(entry: Parameters<typeof configKey>[0]): string {
  return configPath(configKey(entry));
}

/** Returns the policy that writes a response header; undefined if the kernel or a handler does. */
export function writerOf(header: string, { policies }: Pick<Registry, "policies">) {
  return policies.find(({ policy }) => Object.hasOwn(policy.writes ?? {}, header));
}
