/** Commands that plugins bring, as commands of the command line. Each runs with its plugin and the providers of it. */
import { parseArgs, type ArgsDef, type CommandDef } from "citty";
import { didYouMean, messageOf } from "../../registry/contract/finding.ts";
import { neededBy, usedBy } from "../../registry/seal/check-services.ts";
import type { Command } from "../../registry/contract/contributions.ts";
import type { Plugin } from "../../registry/contract/plugin.ts";
import type { InstalledPlugin } from "../../registry/contract/installed.ts";
import type { Booted } from "../boot/boot.ts";
import { KERNEL_COMMANDS } from "../boot/kernel-names.ts";
import { NOT_SERVING } from "../lifecycle/server-status.ts";
import { startPlugins } from "../lifecycle/start.ts";
import { servicesFor } from "../lifecycle/running-plugin.ts";
import { createLog } from "../support/log.ts";
import { bootHere, configFlag, print, run, UsageError } from "./command.ts";
import { table } from "./table.ts";

type PluginCommands = Readonly<Record<string, CommandDef>>;

/** The commands of all enabled plugins, by name in the preset's order. Empty for a config that cannot be used. */
export async function listCommands(args: readonly string[]): Promise<PluginCommands> {
  return loadCommands(args).catch(() => ({}));
}

/** The command of a plugin. Throws a BootError for a config that cannot be used, a UsageError for an unknown name. */
export async function findCommand(name: string, args: readonly string[]): Promise<CommandDef> {
  const commands = await loadCommands(args);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command !== undefined) return command;
  const names = [...KERNEL_COMMANDS, ...Object.keys(commands)];
  throw new UsageError(
    `there is no command ${JSON.stringify(name)}\n  hint: ${didYouMean(name, names)}\n  waymark --help lists all commands`,
  );
}

async function loadCommands(args: readonly string[]): Promise<PluginCommands> {
  const booted = await bootHere(parseArgs<typeof configFlag>([...args], configFlag).config);
  return Object.fromEntries(
    booted.installed.flatMap((entry) =>
      Object.entries((entry.enabled && entry.plugin.commands) || {}).map(([name, command]) => [
        name,
        toCitty(name, command, entry, booted),
      ]),
    ),
  );
}

function toCitty(
  name: string,
  command: Command<never, never>,
  entry: InstalledPlugin,
  booted: Booted,
): CommandDef {
  const { summary, args: positionals = {}, flags = {} } = command;
  const args: ArgsDef = Object.fromEntries([
    ...Object.entries(positionals).map(([arg, { summary: description, optional }]) => [
      arg,
      { type: "positional", description, required: optional !== true },
    ]),
    ...Object.entries(flags).map(([flag, { summary: description, type }]) => [
      flag,
      { type: type === "boolean" ? type : "string", description },
    ]),
    ...Object.entries(configFlag),
  ]);
  return {
    meta: { name, description: `${summary} (plugin ${entry.plugin.id})` },
    args,
    run: (context) =>
      run(context, () => {
        // A flag that is not written counts as absent, not as false.
        const isWritten = (value: unknown) => typeof value === "string" || value === true;
        const read = (names: object) =>
          Object.fromEntries(
            Object.keys(names)
              .map((key) => [key, context.args[key]] as const)
              .filter(([, value]) => isWritten(value)),
          );
        return runCommand(booted, entry, command, { args: read(positionals), flags: read(flags) });
      }),
  };
}

async function runCommand(
  booted: Booted,
  { plugin, options }: InstalledPlugin,
  command: Command<never, never>,
  values: { readonly args: object; readonly flags: object },
): Promise<void> {
  const { registry } = booted;
  const log = await createLog({ toStderr: true });
  const controller = new AbortController();
  const signals = ["SIGINT", "SIGTERM"] as const;
  const removeListeners = () => {
    for (const signal of signals) process.off(signal, abort);
  };
  const abort = () => {
    removeListeners(); // the next signal ends the process
    controller.abort();
  };
  for (const signal of signals) process.on(signal, abort);
  const started = await startPlugins(
    { ...booted, absent: [] },
    { log, server: NOT_SERVING, only: pluginsFor(command, plugin, registry.installed) },
  );
  try {
    const degraded = started.degraded.find((one) => one.plugin === plugin.id);
    if (degraded !== undefined)
      throw new UsageError(`the plugin ${plugin.id} did not start: ${degraded.reason}`);
    const context = {
      options,
      registry,
      log,
      ...values,
      signal: controller.signal,
      print,
      printTable,
      note,
    };
    // The plugin's own types tied its services to the command where it was written.
    await command.run(servicesFor(plugin, started.instances) as never, context as never);
  } catch (error) {
    throw isBug(error) ? error : new UsageError(messageOf(error), { cause: error });
  } finally {
    await started.stop();
    removeListeners();
  }
}

const note = (line: string) => void process.stderr.write(`${line}\n`);
const printTable = (rows: readonly (readonly string[])[]) => print(table(rows));

/** Errors that the language throws keep their stack: no author meant them as a message. */
function isBug(error: unknown): boolean {
  return [TypeError, ReferenceError, RangeError, SyntaxError].some((kind) => error instanceof kind);
}

function pluginsFor(
  { alone = false }: Command<never, never>,
  plugin: Plugin,
  installed: readonly InstalledPlugin[],
): ReadonlySet<Plugin> {
  return alone ? new Set() : withProviders(plugin, installed);
}

/** The plugin, those whose services it uses, and all that these cannot do without. */
function withProviders(plugin: Plugin, installed: readonly InstalledPlugin[]): ReadonlySet<Plugin> {
  const plugins = new Set([plugin]);
  for (const one of plugins) {
    for (const id of one === plugin ? usedBy(one) : neededBy(one)) {
      const provider = installed.find(
        ({ enabled, plugin: { provides = {} } }) =>
          enabled && Object.values(provides).some((token) => token.id === id),
      );
      if (provider !== undefined) plugins.add(provider.plugin); // the loop reaches it later
    }
  }
  return plugins;
}
