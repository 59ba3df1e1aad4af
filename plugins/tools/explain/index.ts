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
            "A route, a path, a response header, a capability flag, a plugin, an error code, a status, an event, a metric, a scope, an alert, a command or a job",
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
