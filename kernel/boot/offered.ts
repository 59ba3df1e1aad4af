/** Plugins that the preset offers: installed, and their modules loaded, when the config names them. */
import type { Finding } from "../../registry/contract/finding.ts";
import type { OfferedPlugin, OfferedPlugins } from "../../registry/contract/installed.ts";
import type { LoadedConfig } from "../config/config.ts";
import { optionVariable, type Env } from "../config/env.ts";
import type { NamedPlugin } from "../config/plugin-settings.ts";
import { FILE_SUFFIX } from "../config/secret-file.ts";
import { configPath, type Setting } from "../config/setting.ts";
import { isPlainObject } from "../config/validate.ts";
import { checkPlugin, type ForeignKey } from "./check-plugin.ts";

interface Base {
  readonly plugins: readonly NamedPlugin[];
  readonly offered: OfferedPlugins;
}

/** Whether a module's export is a record of offers, as far as can be seen before they are loaded. */
export function isOffered(value: unknown): value is OfferedPlugins {
  return (
    isPlainObject(value) &&
    Object.values(value).every((one) => isPlainObject(one) && typeof one["load"] === "function")
  );
}

/** Returns the preset's plugins with the offered ones that the settings name, each in its place. */
export async function installOffered(
  { plugins, offered }: Base,
  settings: ReadonlyMap<string, Setting>,
  { config, env }: Pick<LoadedConfig, "config" | "env">,
): Promise<{
  readonly plugins: readonly NamedPlugin[];
  readonly findings: readonly Finding[];
  readonly foreign: readonly ForeignKey[];
}> {
  const present = new Set(plugins.map(({ plugin }) => plugin.id));
  // A plugin that the config brings takes the place of the offer.
  const isBrought = (id: string) => settings.get(id)?.plugin !== undefined;
  const isOn = (id: string) => settings.get(id)?.enabled === true;
  // Without an option that asks for it, the settings of a plugin with a namesake in the preset are that one's.
  const isAsked = (id: string, { option, variable, listener }: OfferedPlugin) =>
    option === undefined
      ? (isOn(id) && !present.has(id)) || (listener !== undefined && config[listener] !== undefined)
      : isOptionSet(
          settings.get(id),
          option,
          variableIn(env, optionVariable(id, option), variable),
        );
  const wanted = new Set(
    Object.entries(offered).flatMap(([id, offer]) =>
      isAsked(id, offer) && !isBrought(id) && settings.get(id)?.enabled !== false ? [id] : [],
    ),
  );
  // One that stands in for a namesake needs it, as a preset without that may lack its services too.
  const hasPlace = (id: string) => offered[id]?.before !== undefined || present.has(id);
  for (const id of wanted)
    for (const other of offered[id]?.with ?? [])
      if (!isBrought(other) && hasPlace(other)) wanted.add(other);
  const isInstalled = (id: string) =>
    (wanted.has(id) || isBrought(id)) && settings.get(id)?.enabled !== false;
  for (const [id, { beside }] of Object.entries(offered))
    if (beside?.every(isInstalled) === true && !isBrought(id)) wanted.add(id);
  const installed = [...plugins];
  const findings: Finding[] = [];
  const foreign: ForeignKey[] = [];
  for (const [id, { load, before }] of Object.entries(offered)) {
    if (!wanted.has(id)) continue;
    const { plugin, ...checked } = checkPlugin((await load()).default, configPath(id));
    findings.push(...checked.findings);
    foreign.push(...checked.foreign);
    if (plugin === undefined) continue;
    const source = present.has(id) ? "preset" : id;
    putInPlace(installed, { plugin, source }, before);
  }
  return { plugins: installed, findings, foreign };
}

/** Adds an offered plugin before another one, in place of its namesake, or as the last one. */
export function putInPlace<T extends Pick<NamedPlugin, "plugin">>(
  installed: T[],
  added: T,
  before: string | undefined,
): void {
  const indexOf = (id: string | undefined) => installed.findIndex(({ plugin }) => plugin.id === id);
  const namesake = indexOf(added.plugin.id);
  if (namesake >= 0) installed.splice(namesake, 1);
  const places = [indexOf(before), namesake];
  installed.splice(places.find((at) => at >= 0) ?? installed.length, 0, added);
}

/** The first of these variables that is set, itself or with the path of a file. */
function variableIn(env: Env, ...names: readonly (string | undefined)[]): string | undefined {
  const isNamed = (name: string | undefined) => name !== undefined;
  return names
    .filter(isNamed)
    .flatMap((name) => [env[name], env[`${name}${FILE_SUFFIX}`]])
    .find(Boolean);
}

/** Whether an option is set, and not to false. The environment, undefined or empty where it is silent, comes before the file. */
function isOptionSet(
  setting: Setting | undefined,
  option: string,
  variable: string | undefined,
): boolean {
  const value = variable || setting?.options[option];
  return setting?.enabled !== false && value !== undefined && String(value) !== "false";
}

/** Imports the offered plugins, installed or not, to describe them. Those that fail are left out. */
export async function loadOffered(offered: OfferedPlugins): Promise<readonly NamedPlugin[]> {
  const loaded = await Promise.allSettled(
    Object.entries(offered).map(async ([id, { load }]) => {
      const { plugin } = checkPlugin((await load()).default, configPath(id));
      return plugin === undefined ? [] : [{ plugin, source: id }];
    }),
  );
  return loaded.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
}

/** Returns the offered plugins that are not installed, each with the config that brings it. */
export function availablePlugins(
  offered: OfferedPlugins,
  installed: readonly Pick<NamedPlugin, "plugin">[],
): readonly { readonly id: string; readonly how: string }[] {
  const present = new Set(installed.map(({ plugin }) => plugin.id));
  return Object.entries(offered).flatMap(([id, { with: others = [], beside, listener }]) => {
    if (present.has(id)) return [];
    if (listener !== undefined) return [{ id, how: `on where the config has ${listener}` }];
    if (beside !== undefined) return [{ id, how: `on where ${beside.join(" and ")} are` }];
    const more = others.length === 0 ? "" : `; together with ${others.join(", ")}`;
    return [{ id, how: `on with ${configPath(id)}: true, or its options${more}` }];
  });
}
