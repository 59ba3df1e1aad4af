/** `waymark config schema`, `waymark config show` and `waymark config check`. */
import { show, type ToolContext } from "waymark";
import {
  UsageError,
  bootHere,
  configHere,
  environment,
  implemented,
  loadConfig,
  loadPlugins,
  refuse,
  showValue,
} from "waymark/tools";
import { effectiveConfig } from "../../shared/setting/effective-config.ts";
import { configSchema } from "./config-schema.ts";

const ABOUT_VALUES: ReadonlySet<string> = new Set([
  "CONFIG_KEY_UNKNOWN",
  "CONFIG_INVALID",
  "OPTION_INVALID",
]);

/** Prints the JSON Schema of the config. */
export async function printSchema({ config, print }: ToolContext): Promise<void> {
  const loaded = await loadConfig(configHere(config));
  const { installed, offered, findings } = await loadPlugins(loaded);
  // The schema helps to find wrong values, so they do not matter; a plugin that fails to load would be missing.
  refuse([...loaded.findings, ...findings].filter(({ code }) => !ABOUT_VALUES.has(code)));
  // Plugins without an implementation, and failed imports, are left out.
  const whole = await Promise.allSettled(offered.map(implemented));
  const called = whole.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
  print(JSON.stringify(configSchema(installed, called), undefined, 2));
}

/** Prints each key with its value and its origin. */
export async function printValues({
  config: file,
  flags,
  print,
  printTable,
}: ToolContext): Promise<void> {
  const booted = await bootHere(file, { validateLater: true });
  const values = await effectiveConfig(booted, environment(file));
  if (flags["json"] === true) return print(JSON.stringify(values, undefined, 2));
  printTable(values.map(({ key, value, origin }) => [key, showValue(value), origin]));
}

/** Validates a config file. */
export async function checkFile({ args, config: flag, print }: ToolContext): Promise<void> {
  const { file: argument } = args;
  if (argument !== undefined && flag !== undefined)
    throw new UsageError(
      `two config files are named, ${show(argument)} and ${show(flag)}\n  hint: name the file once, without --config`,
    );
  const { file, installed, registry } = await (argument === undefined
    ? bootHere(flag)
    : bootHere(argument, { namedBy: "argument <file>" }));
  const on = installed.filter(({ enabled }) => enabled).length;
  print(
    `${file ?? "no config file, all defaults"}: valid, ${on} plugins on, ${installed.length - on} off, ${registry.routes.length} routes, revision ${registry.revision}`,
  );
}
