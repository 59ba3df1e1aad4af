/** The effect of a change of a plugin's setting: on the file, and on the registry. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { didYouMean, type Registry } from "waymark";
import { configKey } from "waymark/advanced";
import {
  bootHere,
  environment,
  Exports,
  registryDocument,
  switchIn,
  switchOf,
  UsageError,
  type RegistryDocument,
} from "waymark/tools";
import type { Booted } from "waymark/server";
import { availablePlugins } from "./available.ts";
import type { Change } from "../diff/change.ts";
import { compareRegistries } from "../diff/compare.ts";
import { editText, settingIn, type Plain } from "./edit.ts";

export interface Preview {
  readonly registries: readonly [before: Registry, after: Registry];
  readonly before: RegistryDocument;
  readonly after: RegistryDocument;
  readonly changes: readonly Change[];
  readonly file: string;
  /** Text of the file; undefined if there is no file. */
  readonly text: string | undefined;
  /** Text with the change. */
  readonly next: string;
}

/** The wanted setting of a plugin: on or off, other values of options, or both. */
export interface Wanted {
  /** True to switch the plugin on, false to switch it off. Default: as it is. */
  readonly on?: boolean | undefined;
  /** Options by their path, such as `retry.after`. */
  readonly options?: Readonly<Record<string, Plain>> | undefined;
}

/**
 * Seals the config with the change, and compares. Throws a BootError if it does not seal, a UsageError if nothing changes.
 *
 * @param config the file that the config flag names.
 */
export async function previewSetting(
  config: string | undefined,
  plugin: string,
  wanted: Wanted,
): Promise<Preview> {
  const booted = await bootHere(config);
  const { on } = wanted;
  const change = { ...wanted, key: keyOf(booted, plugin, on) };
  if (on !== undefined && switchIn(environment(config), plugin) !== undefined) {
    const variable = switchOf(plugin);
    throw new UsageError(
      `the environment variable ${variable} switches ${plugin}, and goes before the file\n  hint: unset it, or set ${variable}=${on}`,
    );
  }
  const file = booted.file ?? join(booted.folder, "waymark.config.yaml");
  const text = booted.file === undefined ? undefined : await readFile(file, "utf8");
  const next = await editText(file, text, change);
  // The setting is what the text has, whose form the kernel checks.
  const plugins = { [change.key]: (await settingIn(next, change.key)) as boolean };
  const changed = await bootHere(config, { overrides: { plugins } });
  const before = await registryDocument(booted.registry);
  const after = await registryDocument(changed.registry);
  const changes = await compareRegistries(before, after, async () => booted.registry.of(Exports));
  const registries = [booted.registry, changed.registry] as const;
  return { registries, before, after, changes, file, text, next };
}

/** Returns the key of a plugin below `plugins`. Throws a UsageError if the plugin is unknown, or already on or off. */
function keyOf({ installed, offered }: Booted, plugin: string, on: boolean | undefined): string {
  const found = installed.find(
    (entry) => entry.plugin.id === plugin || configKey(entry) === plugin,
  );
  if (on !== undefined && found?.enabled === on)
    throw new UsageError(`${plugin} is ${on ? "on" : "off"} already: there is nothing to change`);
  if (found !== undefined) return configKey(found);
  const available = availablePlugins(offered, installed).map(({ id }) => id);
  if (on && available.includes(plugin)) return plugin;
  const known = installed.map((entry) => entry.plugin.id);
  throw new UsageError(
    available.includes(plugin)
      ? `${plugin} is off already: there is nothing to change`
      : `there is no plugin ${JSON.stringify(plugin)}\n  hint: ${didYouMean(plugin, [...known, ...available])}`,
  );
}
