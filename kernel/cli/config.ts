import { defineCommand } from "citty";
import { loadConfig } from "../config/config.ts";
import { configSchema } from "../config/json-schema.ts";
import { refuse } from "../support/boot-errors.ts";
import { loadPlugins } from "../boot/load.ts";
import { configFlag, environment, printJson, run } from "./command.ts";

const schema = defineCommand({
  meta: {
    name: "schema",
    description: "Print the JSON Schema of the configuration, for editors",
  },
  args: configFlag,
  run: (context) =>
    run(context, async () => {
      const loaded = await loadConfig({
        cwd: process.cwd(),
        env: environment(context.args.config),
      });
      const { installed, findings } = await loadPlugins(loaded);
      // The schema helps to find wrong values, so they do not matter; a plugin that fails to load would be missing.
      refuse([...loaded.findings, ...findings].filter(({ code }) => !ABOUT_VALUES.has(code)));
      printJson(configSchema(installed));
    }),
});

const ABOUT_VALUES: ReadonlySet<string> = new Set([
  "CONFIG_KEY_UNKNOWN",
  "CONFIG_INVALID",
  "OPTION_INVALID",
]);

export const config = defineCommand({
  meta: { name: "config", description: "Inspect the configuration" },
  subCommands: { schema },
});
