/** Codes of findings in the config, in plugins as a whole, and at the start. */
import type { FindingEntry } from "./finding-entry.ts";

export const CONFIG_FINDINGS = {
  // Config
  CONFIG_AMBIGUOUS: {
    meaning: "Several config files lie side by side, so that it is not clear which one counts.",
    hint: "Keep one of them, or name one in WAYMARK_CONFIG.",
  },
  CONFIG_UNREADABLE: {
    meaning: "The config file is missing, cannot be parsed, or failed while it was imported.",
    hint: "Correct the file, or correct the path in WAYMARK_CONFIG.",
  },
  CONFIG_KEY_UNKNOWN: {
    meaning: "The config has an unknown key.",
    hint: "Correct the spelling; options of a plugin belong below plugins.<id>.",
  },
  CONFIG_INVALID: {
    meaning: "A config key has a value that is not allowed.",
    hint: "Write a value of the form that the finding describes.",
  },
  // Plugins and their options
  PLUGIN_NOT_FOUND: {
    meaning:
      "The config names a plugin that is neither part of the preset nor an importable package or file.",
    hint: "Correct the name, or install the package.",
  },
  PLUGIN_INVALID: {
    meaning: "A module does not export a plugin, or a part of the plugin has the wrong form.",
    hint: "Export the plugin as default: export default definePlugin({ … }).",
  },
  PLUGIN_INCOMPATIBLE: {
    meaning: "A plugin is written for another version of the plugin API than this waymark has.",
    hint: "Update the older of the two.",
  },
  PLUGIN_KEY_UNKNOWN: {
    meaning: "A plugin has a key that no plugin can have.",
    hint: "Correct the spelling, or remove the key.",
  },
  PLUGIN_DUPLICATE: {
    meaning: "Two installed plugins have the same id.",
    hint: "Remove one of them from the config, or give yours another id.",
  },
  OPTION_INVALID: {
    meaning: "An option of a plugin is unknown or has a value that is not allowed.",
    hint: "Write a value of the form that the finding describes, or remove the option to use its default.",
  },
  OPTIONS_OPEN: {
    meaning: "The options of a plugin ignore unknown keys, so a misspelt option would do nothing.",
    hint: "Close every object of the schema (zod: z.strictObject), or open it on purpose (z.looseObject).",
  },
  // Services
  SERVICE_MISSING: {
    meaning: "A plugin needs a service that no enabled plugin provides.",
    hint: "Switch the provider on, or switch off the plugin that needs it.",
  },
  SERVICE_CONFLICT: {
    meaning: "Two enabled plugins provide the same service.",
    hint: "Switch one of them off.",
  },
  SERVICE_CYCLE: {
    meaning: "Plugins need each other's services in a circle, so none of them can start first.",
    hint: "Split the service that closes the circle into a plugin of its own.",
  },
  VALUE_MISSING: {
    meaning: "A route reads a value that no enabled policy provides for it.",
    hint: "Switch the provider on, or remove the value from the route.",
  },
  VALUE_CONFLICT: {
    meaning: "Two enabled policies provide the same value.",
    hint: "Switch one of the plugins off.",
  },
  // Start
  METRIC_INVALID: {
    meaning: "A metric has a name, a type or buckets that scrapers do not accept.",
    hint: "Write the name in snake case, its help in a sentence, and the bounds of buckets in ascending order.",
  },
  SETUP_FAILED: {
    meaning: "A plugin failed to start.",
    hint: "Fix the cause that the finding names, or switch the plugin off.",
  },
  SETUP_TIMEOUT: {
    meaning: "A plugin took too long to start.",
    hint: "Check what its setup waits for: often a database or another host that does not answer.",
  },
  LISTEN_FAILED: {
    meaning: "The server cannot listen at the configured host and port.",
    hint: "Choose another port with PORT or the config key port, or stop the process that uses it.",
  },
} as const satisfies Readonly<Record<string, FindingEntry>>;
