import { definePlugin } from "waymark";

const json = { type: "boolean", summary: "Print JSON" } as const;
const switchArgs = { plugin: { summary: "Id of the plugin, as `waymark plugins` lists it" } };
const switchFlags = {
  preview: { type: "boolean", summary: "Show what would change, and write nothing: the default" },
  apply: { type: "boolean", summary: "Write the config file; a running server then reloads" },
  json,
} as const;

export default definePlugin({
  id: "inspect",
  summary:
    "Lists routes and plugins, switches plugins, prints documents, and shows the configuration.",
  commands: {
    routes: {
      summary: "List the routes that are on",
      flags: {
        plugin: { type: "text", valueHint: "id", summary: "Only routes of this plugin" },
        path: { type: "text", valueHint: "prefix", summary: "Only routes whose path begins so" },
        json,
      },
      load: () => import("./routes.ts"),
    },
    plugins: {
      summary:
        "List the installed plugins: on, off or degraded, and why; then those that the preset offers",
      flags: {
        try: {
          type: "boolean",
          summary:
            "Start the plugins without listening, to find those that fail; data is not touched, as plugins get their test options",
        },
        real: {
          type: "boolean",
          summary: "With --try: use the options and the data of the service, and migrate that",
        },
        json,
      },
      load: () => import("./plugins.ts"),
    },
    "plugins enable": {
      summary: "Switch a plugin on in the config file, after a preview of what changes",
      args: switchArgs,
      flags: switchFlags,
      load: async () => ({ run: (await import("./switch.ts")).enable }),
    },
    "plugins disable": {
      summary: "Switch a plugin off in the config file, after a preview of what changes",
      args: switchArgs,
      flags: switchFlags,
      load: async () => ({ run: (await import("./switch.ts")).disable }),
    },
    "plugins undo": {
      summary: "Restore the config file as it was before the last switch",
      load: async () => ({ run: (await import("./switch.ts")).undo }),
    },
    export: {
      summary: "Print a document derived from the registry, such as openapi",
      args: {
        document: {
          summary:
            "Name of the document: openapi, types, registry, a plugin's export, a route, or the last segment of its path",
        },
      },
      flags: {
        yaml: { type: "boolean", summary: "Print YAML" },
        out: {
          type: "text",
          valueHint: "file",
          summary: "Write to a file, also over another one",
        },
        force: { type: "boolean", summary: "Accepted as by other commands, and not needed" },
      },
      load: () => import("./export.ts"),
    },
    "config schema": {
      summary: "Print the JSON Schema of the configuration, for editors",
      load: async () => ({ run: (await import("./config.ts")).printSchema }),
    },
    "config show": {
      summary: "Print the configuration as it counts, and where each value comes from",
      flags: { json },
      load: async () => ({ run: (await import("./config.ts")).printValues }),
    },
    "config check": {
      summary: "Check a config file without starting anything",
      args: {
        file: { summary: "Default: the file that start reads", optional: true },
      },
      load: async () => ({ run: (await import("./config.ts")).checkFile }),
    },
  },
});
