/** A thread that boots the config file, which holds an event loop for part of a second. */
import { SOURCE_LANGUAGE } from "waymark/advanced";
import { BootError, type Booted } from "waymark/server";
import { bootHere, environment, toNode, UsageError } from "waymark/tools";
import { availablePlugins } from "../../shared/setting/available.ts";
import { pathOf } from "../../shared/owners.ts";
import { effectiveConfig } from "../../shared/setting/effective-config.ts";
import { previewSetting, type Preview, type Wanted } from "../../shared/setting/preview.ts";
import { answerTasks } from "../../shared/thread.ts";
import { changeTexts } from "./change-texts.ts";
import { optionsOf, type Option } from "./options-form.ts";

/** Asks for the preview of a change, or without one for what the config file says. */
export interface Task {
  readonly file: string;
  readonly plugin: string | undefined;
  readonly wanted?: Wanted;
  /** Language of the preview. */
  readonly language?: string | undefined;
}

/** The config file as it is. Without a problem, it seals. */
export interface Described {
  readonly problem?: string;
  /** Plugins that could be switched on, with the way to call for them. */
  readonly available: readonly {
    readonly id: string;
    readonly how: string;
    readonly summary: string;
  }[];
  /** Options of the plugin, if it is on. */
  readonly options: readonly Option[];
}

/** The effect of a change, or why the config would not work. */
export type Previewed = Effect | { readonly refused: string };

/** The effect of a change, with its texts in the language of the page by their English, as far as they have translations. */
export interface Effect extends Pick<Preview, "changes" | "text" | "next"> {
  readonly texts: Readonly<Record<string, string>>;
}

answerTasks<Task, Described | Previewed>(({ file, plugin, wanted, language }) =>
  wanted === undefined ? describe(file, plugin) : preview(file, plugin ?? "", wanted, language),
);

async function describe(file: string, plugin: string | undefined): Promise<Described> {
  try {
    const booted = await bootHere(file, { validateLater: true });
    const { offered, installed } = booted;
    const available = availablePlugins(offered, installed).map((one) => ({
      ...one,
      summary: offered.find(({ id }) => id === one.id)?.summary ?? "",
    }));
    return { available, options: plugin === undefined ? [] : await currentOptions(booted, plugin) };
  } catch (error) {
    if (error instanceof BootError) return { problem: error.message, available: [], options: [] };
    throw error;
  }
}

/** Returns the options of a plugin that is on, as they count and where they come from. */
async function currentOptions(booted: Booted, id: string): Promise<readonly Option[]> {
  const own = booted.installed.find(({ plugin }) => plugin.id === id);
  if (own?.plugin.options === undefined || !own.enabled) return [];
  const start = `${pathOf(own)}.`;
  const values = await effectiveConfig(booted, environment(booted.file));
  const ofPlugin = values
    .filter(({ key }) => key.startsWith(start))
    .map(({ key, ...one }) => [key.slice(start.length), one] as const);
  const origins = new Map(ofPlugin.map(([name, { origin }]) => [name, origin]));
  const current = Object.fromEntries(ofPlugin.map(([name, { value }]) => [name, value]));
  return optionsOf(toNode(own.plugin.options), current, (name) => origins.get(name) ?? "default");
}

async function preview(
  file: string,
  plugin: string,
  wanted: Wanted,
  language = SOURCE_LANGUAGE,
): Promise<Previewed> {
  try {
    const { changes, text, next, registries } = await previewSetting(file, plugin, wanted);
    return { changes, text, next, texts: changeTexts(changes, registries, language) };
  } catch (error) {
    if (!(error instanceof BootError) && !(error instanceof UsageError)) throw error;
    return { refused: error.message };
  }
}
