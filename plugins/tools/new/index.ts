import { definePlugin } from "waymark";

export default definePlugin({
  id: "new",
  summary: "Creates the package of a plugin, or of a service.",
  commands: {
    "new plugin": {
      summary: "Create the package of a plugin",
      args: {
        name: { summary: "Name of the package, such as tide-tables or @acme/tide-tables" },
      },
      flags: {
        into: {
          type: "text",
          valueHint: "folder",
          summary: "New or empty folder to write to. Default: the name without its scope",
        },
      },
      load: () => import("./command.ts"),
    },
    "new service": {
      summary: "Create the folder of a service with one plugin",
      args: { name: { summary: "Name of the service, such as tide-tables" } },
      flags: {
        into: {
          type: "text",
          valueHint: "folder",
          summary: "New or empty folder to write to. Default: the name",
        },
      },
      load: async () => ({ run: (await import("./command.ts")).runService }),
    },
  },
});
