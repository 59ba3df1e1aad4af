import { defineCommand } from "citty";
import { loadConfig } from "../host/config/config.ts";
import { show } from "../../registry/schema/words.ts";
import { configSchema } from "../host/config/json-schema.ts";
import { refuse } from "../host/support/boot-errors.ts";
import { loadPlugins } from "../host/boot/load.ts";
import { implementationsOf } from "../host/boot/implementations.ts";
import { effectiveConfig } from "./effective-config.ts";
import {
  bootHere,
  configFlag,
  configHere,
  environment,
  jsonFlag,
  listenFlags,
  listenOverrides,
  print,
  printJson,
  run,
  UsageError,
} from "./command.ts";
import { showValue, table } from "./table.ts";

const schema = defineCommand({
  meta: {
    name: "schema",
    description: "Print the JSON Schema of the configuration, for editors",
  },
  args: configFlag,
  run: (context) =>
    run(context, async () => {
      const loaded = await loadConfig(configHere(context.args.config));
      const { installed, offered, findings } = await loadPlugins(loaded);
      // The schema helps to find wrong values, so they do not matter; a plugin that fails to load would be missing.
      refuse([...loaded.findings, ...findings].filter(({ code }) => !ABOUT_VALUES.has(code)));
      printJson(configSchema(installed, await implementationsOf(offered)));
    }),
});

const ABOUT_VALUES: ReadonlySet<string> = new Set([
  "CONFIG_KEY_UNKNOWN",
  "CONFIG_INVALID",
  "OPTION_INVALID",
]);

const showConfig = defineCommand({
  meta: {
    name: "show",
    description: "Print the configuration as it counts, and where each value comes from",
  },
  args: { ...configFlag, ...listenFlags, ...jsonFlag },
  run: (context) =>
    run(context, async () => {
      const { config: file, json } = context.args;
      const overrides = listenOverrides(context.args);
      const booted = await bootHere(file, { overrides, validateLater: true });
      const values = await effectiveConfig(booted, environment(file), overrides);
      if (json === true) return printJson(values);
      print(table(values.map(({ key, value, origin }) => [key, showValue(value), origin])));
    }),
});

const check = defineCommand({
  meta: { name: "check", description: "Check a config file without starting anything" },
  args: {
    file: {
      type: "positional",
      required: false,
      description: "Default: the file that start reads",
    },
    ...configFlag,
  },
  run: (context) =>
    run(context, async () => {
      const { file: argument, config: flag } = context.args;
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
    }),
});

export const config = defineCommand({
  meta: { name: "config", description: "Inspect the configuration" },
  subCommands: { schema, show: showConfig, check },
});
