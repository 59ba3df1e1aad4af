import { definePlugin } from "waymark";
import { Deployment } from "waymark/services";

export default definePlugin({
  id: "deployment",
  summary: "Writes the files with which a service is shipped.",
  points: [Deployment],
  commands: {
    "new deployment": {
      summary: "Write the files to ship this service: image, compose, systemd, Kubernetes",
      flags: {
        nodes: {
          type: "text",
          valueHint: "number",
          summary:
            "Number of nodes; several share PostgreSQL and Redis. Default: 2 where the config names a database to share, else 1",
        },
        into: { type: "text", valueHint: "folder", summary: "Folder to write to. Default: deploy" },
        force: { type: "boolean", summary: "Replace files that are there" },
      },
      load: () => import("./command.ts"),
    },
  },
});
