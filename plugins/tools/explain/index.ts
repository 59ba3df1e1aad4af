import { definePlugin } from "waymark";

export default definePlugin({
  id: "explain",
  summary: "Shows which plugin contributes something, and which config key sets it.",
  commands: {
    explain: {
      summary: "Show which plugin contributes something, and which config key sets it",
      args: {
        target: {
          summary:
            "A route, a path, a header, a capability flag, a plugin, an error code, a status, a schema, a service, an event, a metric, an alert, a scope, a command, a rule of diff or a config key",
        },
        path: {
          summary: "The path, when the first argument is a method: GET /api/ping",
          optional: true,
        },
      },
      flags: {
        json: { type: "boolean", summary: "Print JSON" },
      },
      load: () => import("./command.ts"),
    },
  },
});
