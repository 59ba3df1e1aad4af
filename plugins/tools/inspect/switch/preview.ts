/** The change that a switch makes: of the file, and of the registry. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { didYouMean } from "waymark";
import {
  availablePlugins,
  bootHere,
  configKey,
  environment,
  Exports,
  registryDocument,
  switchIn,
  switchOf,
  UsageError,
  type RegistryDocument,
} from "waymark/tools";
import type { Booted } from "waymark/server";
import type { Change } from "../../shared/diff/change.ts";
import { compareRegistries } from "../../shared/diff/compare.ts";
import { newText, settingIn, switchText } from "./edit.ts";

export interface Preview {
  readonly before: RegistryDocument;
  readonly after: RegistryDocument;
  readonly changes: readonly Change[];
  readonly file: string;
  /** Text of the file; undefined if there is no file. */
  readonly text: string | undefined;
  /** Text with the switch. */
  readonly next: string;
}

/**
 * Seals the config with the plugin switched, and compares. Throws a BootError with all findings if it does not seal, and
 * a UsageError if the switch would change nothing.
 *
 * @param config the file that the config flag names.
 */
export async function previewSwitch(
  config: string | undefined,
  plugin: string,
  on: boolean,
): Promise<Preview> {
  const booted = await bootHere(config);
  const change = { key: keyOf(booted, plugin, on), on };
  if (switchIn(environment(config), plugin) !== undefined) {
    const variable = switchOf(plugin);
    throw new UsageError(
      `the environment variable ${variable} switches ${plugin}, and goes before the file\n  hint: unset it, or set ${variable}=${on}`,
    );
  }
  const file = booted.file ?? join(booted.folder, "waymark.config.yaml");
  const text = booted.file === undefined ? undefined : await readFile(file, "utf8");
  const next = text === undefined ? newText(change) : await switchText(file, text, change);
  // The setting is what the text has, whose form the kernel checks.
  const plugins = { [change.key]: (await settingIn(next, change)) as boolean };
  const switched = await bootHere(config, { overrides: { plugins } });
  const before = await registryDocument(booted.registry);
  const after = await registryDocument(switched.registry);
  const changes = await compareRegistries(before, after, async () => booted.registry.of(Exports));
  return { before, after, changes, file, text, next };
}

/** Returns the key of a plugin below `plugins`. Throws a UsageError for an unknown plugin, and for one that is so already. */
function keyOf({ installed, offered }: Booted, plugin: string, on: boolean): string {
  const found = installed.find(
    (entry) => entry.plugin.id === plugin || configKey(entry) === plugin,
  );
  if (found?.enabled === on)
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
