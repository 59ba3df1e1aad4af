import { definePlugin } from "waymark";

export default definePlugin({
  id: "diff",
  summary: "Compares two states of the registry and rates each change.",
  commands: {
    diff: {
      summary: "Compare a file of `export registry` with what is installed, and rate each change",
      args: {
        old: { summary: "File that `waymark export registry` wrote", optional: true },
        new: {
          summary: "Another such file. Default: the installed plugins and config",
          optional: true,
        },
      },
      flags: {
        strict: { type: "boolean", summary: "Exit with 1 for unknown changes too" },
        rules: { type: "boolean", summary: "List the rules that rate changes" },
        json: { type: "boolean", summary: "Print JSON" },
      },
      failureCode: 2, // a bug here must not look like a breaking change, which is 1
      load: () => import("./command.ts"),
    },
  },
});
