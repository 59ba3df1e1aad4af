/**
 * Commands that plugins bring, as commands of the command line. Each runs with its plugin and the plugin's providers; a
 * tool boots by itself.
 */
import { parseArgs, type ArgsDef, type CommandContext, type CommandDef } from "citty";
import { didYouMean, messageOf } from "../../registry/schema/words.ts";
import type { Finding } from "../../registry/contract/finding/finding.ts";
import { neededBy, usedBy } from "../../registry/seal/check/check-services.ts";
import type { Command, Tool } from "../../registry/contract/plugin/commands.ts";
import type { Plugin } from "../../registry/contract/plugin/plugin.ts";
import type { InstalledPlugin } from "../../registry/contract/plugin/installed.ts";
import { stateId } from "../../registry/contract/plugin/service.ts";
import { KERNEL_COMMANDS } from "../host/boot/kernel-names.ts";
import { loadPlugins } from "../host/boot/load.ts";
import { loadConfig, type LoadedConfig } from "../host/config/config.ts";
import { NOT_SERVING } from "../http/server/runtime.ts";
import { startPlugins } from "../http/server/start-plugins.ts";
import { servicesFor } from "../host/start/running-plugin.ts";
import { refuse } from "../host/support/boot-errors.ts";
import { createLog } from "../host/support/log.ts";
import {
  bootHere,
  configFlag,
  configHere,
  print,
  printError,
  run,
  UsageError,
  valuesIn,
} from "./command.ts";
import { table } from "./table.ts";

type PluginCommands = Readonly<Record<string, CommandDef>>;
type AnyCommand = Command<never, never> | Tool;

/**
 * Returns the command of a plugin, or the group of commands that begin with the name. Throws a UsageError for an unknown
 * name, a BootError if plugins that might have it could not be loaded.
 */
export async function findCommand(name: string, args: readonly string[]): Promise<CommandDef> {
  const { commands, findings } = await loadCommands(args);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  const group = Object.entries(commands).filter(([one]) => one.startsWith(`${name} `));
  const isOfGroup = group.some(([one]) => one === `${name} ${args[1]}`);
  if (command !== undefined && !isOfGroup) return command;
  if (group.length > 0)
    return {
      meta: { name, description: group.map(([one]) => one).join(", ") },
      subCommands: Object.fromEntries(
        group.map(([one, definition]) => [one.slice(name.length + 1), definition]),
      ),
    };
  refuse(findings);
  const names = [...KERNEL_COMMANDS, ...Object.keys(commands)];
  throw new UsageError(
    `there is no command ${JSON.stringify(name)}\n  hint: ${didYouMean(name, names)}\n  waymark --help lists all commands`,
  );
}

/**
 * Returns the commands of all enabled plugins, by name in the preset's order. Loads the plugins of the config without sealing
 * them, so that tools run even if the config has mistakes.
 */
export async function loadCommands(
  args: readonly string[],
): Promise<{ readonly commands: PluginCommands; readonly findings: readonly Finding[] }> {
  const { config } = parseArgs<typeof configFlag>([...args], configFlag);
  const loaded = await loadConfig(configHere(config));
  const { installed, findings } = await loadPlugins(loaded);
  return {
    commands: { ...(await ownTools(loaded)), ...commandsOf(installed) },
    findings: [...loaded.findings, ...findings],
  };
}

/** Returns the tools of this package's preset, for a config that names another preset. */
async function ownTools({ config: { preset } }: LoadedConfig): Promise<PluginCommands> {
  const own = await loadConfig({ cwd: process.cwd(), env: {}, file: false });
  if (own.config.preset === preset) return {};
  const { installed } = await loadPlugins(own);
  return commandsOf(installed, (command) => "load" in command);
}

function commandsOf(
  installed: readonly InstalledPlugin[],
  isWanted: (command: AnyCommand) => boolean = () => true,
): PluginCommands {
  const commands = installed.flatMap(({ plugin, enabled }) =>
    Object.entries((enabled && plugin.commands) || {})
      .filter(([, command]) => isWanted(command))
      .map(([name, command]) => [name, toCitty(name, command, plugin.id)] as const),
  );
  return Object.fromEntries(commands);
}

function toCitty(name: string, command: AnyCommand, plugin: string): CommandDef {
  const { summary, args: positionals = {}, flags = {} } = command;
  const args: ArgsDef = Object.fromEntries([
    ...Object.entries(positionals).map(([arg, { summary: description, optional }]) => [
      arg,
      { type: "positional", description, required: optional !== true },
    ]),
    ...Object.entries(flags).map(([flag, { summary: description, type, valueHint }]) => [
      flag,
      { type: type === "boolean" ? type : "string", description, valueHint },
    ]),
    ...Object.entries(configFlag),
  ]);
  const act = async (context: CommandContext<ArgsDef>) => {
    const read = (names: object) =>
      Object.fromEntries(
        Object.keys(names).flatMap((key) => {
          const value = context.args[key];
          // A flag that is not written counts as absent, not as false.
          return typeof value === "string" || value === true ? [[key, value]] : [];
        }),
      );
    const values = { args: read(positionals), flags: read(flags) };
    const { config } = context.args;
    const file = typeof config === "string" ? config : undefined;
    if (!("load" in command)) return runCommand(plugin, command, file, values);
    const valuesOf = (flag: string) => valuesIn(context.rawArgs, flag);
    const { run: runTool } = await command.load();
    return runTool({ ...values, config: file, valuesOf, print, printTable, note });
  };
  return {
    meta: { name: name.split(" ").at(-1) ?? name, description: `${summary} (plugin ${plugin})` },
    args,
    run: (context) => {
      const code = "load" in command ? command.failureCode : undefined;
      return run(context, () => act(context), code === undefined ? printError : printAny, code);
    },
  };
}

/** Prints an unexpected error with its stack, because throwing it would lose the exit code. */
function printAny(error: unknown): void {
  try {
    printError(error);
  } catch {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  }
}

async function runCommand(
  id: string,
  command: Command<never, never>,
  config: string | undefined,
  values: { readonly args: object; readonly flags: object },
): Promise<void> {
  const booted = await bootHere(config);
  const entry = booted.installed.find(({ plugin }) => plugin.id === id);
  if (entry === undefined) throw new Error(`the plugin ${id} is loaded, and not installed`);
  const { plugin, options } = entry;
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
  const only = command.alone ? new Set<Plugin>() : withProviders(plugin, registry.installed);
  const started = await startPlugins({ ...booted, absent: [] }, { log, server: NOT_SERVING, only });
  try {
    const degraded = started.degraded.find((one) => one.plugin === plugin.id);
    if (degraded !== undefined)
      throw new UsageError(`the plugin ${plugin.id} did not start: ${degraded.reason}`);
    const context = {
      options,
      state: started.instances.get(stateId(plugin.id)),
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

/** Checks for errors that the language throws. They keep their stack: no author meant them as a message. */
function isBug(error: unknown): boolean {
  return [TypeError, ReferenceError, RangeError, SyntaxError].some((kind) => error instanceof kind);
}

/** Returns the plugin, the plugins whose services it uses, and all that these cannot do without. */
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
