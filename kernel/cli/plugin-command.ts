/** Commands that plugins bring: found in the config, run with the plugin and those that it needs. */
import { parseArgs } from "node:util";
import { didYouMean, messageOf } from "../../registry/contract/finding.ts";
import { neededBy } from "../../registry/seal/check-services.ts";
import { KERNEL_COMMANDS, type Command } from "../../registry/contract/contributions.ts";
import type { Plugin } from "../../registry/contract/plugin.ts";
import type { InstalledPlugin, SealedRegistry } from "../../registry/contract/installed.ts";
import type { Booted } from "../boot/boot.ts";
import { NOT_SERVING, startPlugins } from "../lifecycle/start.ts";
import { servicesFor } from "../lifecycle/running-plugin.ts";
import { createLog } from "../support/log.ts";
import { bootHere, endWell, print, UsageError } from "./command.ts";
import { table } from "./table.ts";

/** A command with the plugin that brings it. */
interface PluginCommand {
  readonly name: string;
  readonly command: Command<never, never>;
  readonly entry: InstalledPlugin;
}

/** The commands of all enabled plugins, in the preset's order. */
function commandsOf({ installed }: Pick<SealedRegistry, "installed">): readonly PluginCommand[] {
  return installed
    .filter(({ enabled }) => enabled)
    .flatMap((entry) =>
      Object.entries(entry.plugin.commands ?? {}).map(([name, command]) => ({
        name,
        command,
        entry,
      })),
    );
}

/** `waymark import <file> [--dry-run]`. */
function usageOf({ name, command: { words = {}, flags = {} } }: PluginCommand): string {
  return [
    `waymark ${name}`,
    ...Object.entries(words).map(([word, { optional }]) =>
      optional === true ? `[<${word}>]` : `<${word}>`,
    ),
    ...Object.entries(flags).map(([flag, { type }]) =>
      type === "boolean" ? `[--${flag}]` : `[--${flag} <value>]`,
    ),
  ].join(" ");
}

async function runPluginCommand(
  booted: Booted,
  found: PluginCommand,
  args: readonly string[],
): Promise<void> {
  const { words, flags, help } = parse(found, args);
  if (help) return print(helpOf(found));
  const { plugin, options } = found.entry;
  const { registry } = booted;
  const log = await createLog();
  const controller = new AbortController();
  const signals = ["SIGINT", "SIGTERM"] as const;
  const unhear = () => {
    for (const signal of signals) process.off(signal, abort);
  };
  const abort = () => {
    unhear(); // the next one ends the process
    controller.abort();
  };
  for (const signal of signals) process.on(signal, abort);
  const started = await startPlugins(
    { ...booted, absent: [] },
    { log, server: NOT_SERVING, only: withProviders(plugin, registry.installed) },
  );
  try {
    const degraded = started.degraded.find((one) => one.plugin === plugin.id);
    if (degraded !== undefined)
      throw new UsageError(`the plugin ${plugin.id} did not start: ${degraded.reason}`);
    const context = { options, registry, log, words, flags, signal: controller.signal, print };
    // The plugin's own types tied its services to the command where it was written.
    await found.command.run(servicesFor(plugin, started.instances) as never, context as never);
  } catch (error) {
    throw isBug(error) ? error : new UsageError(messageOf(error), { cause: error });
  } finally {
    await started.stop();
    unhear();
  }
}

/** What the language throws is nothing that an author foresaw, and keeps its stack. */
function isBug(error: unknown): boolean {
  return [TypeError, ReferenceError, RangeError, SyntaxError].some((kind) => error instanceof kind);
}

/** The plugin, and all whose services it cannot do without, directly or not. */
function withProviders(plugin: Plugin, installed: readonly InstalledPlugin[]): ReadonlySet<Plugin> {
  const wanted = new Set([plugin]);
  for (const one of wanted) {
    for (const id of neededBy(one)) {
      const provider = installed.find(
        ({ enabled, plugin: { provides = {} } }) =>
          enabled && Object.values(provides).some((token) => token.id === id),
      );
      if (provider !== undefined) wanted.add(provider.plugin); // which the loop then comes to
    }
  }
  return wanted;
}

interface Parsed {
  readonly words: Readonly<Record<string, string | undefined>>;
  readonly flags: Readonly<Record<string, string | true | undefined>>;
  readonly help: boolean;
}

function parse(found: PluginCommand, args: readonly string[]): Parsed {
  const { words = {}, flags = {} } = found.command;
  const usage = `hint: ${usageOf(found)}`;
  const parsed = parseOrRefuse(
    {
      args: [...args],
      allowPositionals: true,
      options: {
        ...Object.fromEntries(
          Object.entries(flags).map(([name, { type }]) => [
            name,
            { type: type === "text" ? ("string" as const) : type },
          ]),
        ),
        config: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    },
    usage,
  );
  const { config: _, help = false, ...values } = parsed.values;
  const names = Object.keys(words);
  const surplus = parsed.positionals.slice(names.length);
  if (surplus.length > 0)
    throw new UsageError(`there is no use for ${surplus.map(quoted).join(" ")}\n  ${usage}`);
  const missing = names.filter(
    (name, at) => words[name]?.optional !== true && parsed.positionals[at] === undefined,
  );
  if (missing.length > 0 && help !== true)
    throw new UsageError(`<${missing.join("> and <")}> is missing\n  ${usage}`);
  return {
    words: Object.fromEntries(names.map((name, at) => [name, parsed.positionals[at]])),
    flags: values as Parsed["flags"], // booleans are never false: no flag has a default
    help: help === true,
  };
}

function parseOrRefuse(config: Parameters<typeof parseArgs>[0] & object, usage: string) {
  try {
    return parseArgs(config);
  } catch (error) {
    const [reason = ""] = messageOf(error).split(". ");
    throw new UsageError(`${reason}\n  ${usage}`, { cause: error });
  }
}

function helpOf(found: PluginCommand): string {
  const { summary, words = {}, flags = {} } = found.command;
  const lines = [
    ...Object.entries(words).map(([name, word]) => [`<${name}>`, word.summary] as const),
    ...Object.entries(flags).map(([name, flag]) => [`--${name}`, flag.summary] as const),
  ];
  const width = Math.max(0, ...lines.map(([name]) => name.length));
  return [
    `${summary} (plugin ${found.entry.plugin.id})`,
    "",
    `  ${usageOf(found)}`,
    ...(lines.length === 0 ? [] : [""]),
    ...lines.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`),
  ].join("\n");
}

function quoted(word: string): string {
  return JSON.stringify(word);
}

/** Runs the command of a plugin; `args` follow its name. */
export function runByName(name: string, args: readonly string[]): Promise<void> {
  return endWell(async () => {
    const booted = await bootHere(configIn(args));
    const commands = commandsOf(booted.registry);
    const found = commands.find((one) => one.name === name);
    if (found !== undefined) return runPluginCommand(booted, found, args);
    const known = [...KERNEL_COMMANDS, ...commands.map((one) => one.name)];
    throw new UsageError(
      `there is no command ${quoted(name)}\n  hint: ${didYouMean(name, known)}\n  waymark --help lists all commands`,
    );
  });
}

/** Prints the commands that plugins bring, with what they do. A config that cannot be used has none to show. */
export async function listCommands(): Promise<void> {
  const commands = await bootHere(undefined).then(
    ({ registry }) => commandsOf(registry),
    () => [],
  );
  if (commands.length === 0) return;
  print("COMMANDS OF PLUGINS\n");
  print(table(commands.map((one) => [`  ${usageOf(one)}`, one.command.summary])));
}

/** What `--config` says, wherever it stands. */
function configIn(args: readonly string[]): string | undefined {
  const at = args.findIndex((arg) => arg === "--config" || arg.startsWith("--config="));
  const arg = args[at];
  return arg?.includes("=") ? arg.slice(arg.indexOf("=") + 1) : arg && args[at + 1];
}
