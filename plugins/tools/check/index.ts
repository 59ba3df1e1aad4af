import { definePlugin } from "waymark";
import { Capabilities, Doors, PageEntries, RootLinks } from "waymark/services";

export default definePlugin({
  id: "check",
  summary: "Checks that a server does everything that it declares about itself.",
  points: [Capabilities, Doors, PageEntries, RootLinks],
  commands: {
    check: {
      summary: "Check that a server does everything that it declares about itself",
      flags: {
        url: {
          type: "text",
          valueHint: "origin",
          summary: "Origin of a running server. Default: start one for the check",
        },
        node: {
          type: "text",
          valueHint: "origin",
          summary:
            "Origin of one node of a service of several, to check what holds between them; repeated for each, beside the --url of their balancer or without",
        },
        lb: { type: "text", valueHint: "origin", summary: "Another name of --url" },
        plugin: {
          type: "text",
          valueHint: "id",
          summary: "Check the routes of this plugin alone; may be repeated",
        },
        path: {
          type: "text",
          valueHint: "path",
          summary: "Check the routes of this path alone, such as /api/offices; may be repeated",
        },
        header: {
          type: "text",
          valueHint: "name: value",
          summary:
            "Credentials to send with each request, or @file with one header a line; may be repeated, never printed",
        },
        credential: { type: "text", valueHint: "name: value", summary: "Another name of --header" },
        writes: {
          type: "boolean",
          summary:
            "With --url: test writes too, which change and remove data; only for a server of this machine",
        },
        exhaust: { type: "boolean", summary: "With --url: use up limits, to see that they refuse" },
        json: { type: "boolean", summary: "Print JSON" },
      },
      load: () => import("./command.ts"),
    },
  },
});
