import { defineCommand } from "citty";
import { bootHere, configFlag, jsonFlag, print, printJson, run } from "./command.ts";
import { table } from "./table.ts";

export const plugins = defineCommand({
  meta: { name: "plugins", description: "List the installed plugins, on or off" },
  args: { ...configFlag, ...jsonFlag },
  run: (context) =>
    run(context, async () => {
      const { installed, registry } = await bootHere(context.args.config);
      const listed = installed.map(({ plugin, enabled, source }) => ({
        id: plugin.id,
        enabled,
        source,
        routes: registry.routes.filter((route) => route.plugin === plugin.id).length,
        summary: plugin.summary,
      }));
      if (context.args.json === true) return printJson(listed);
      const rows = listed.map(({ id, enabled, source, routes, summary }) => [
        enabled ? "on" : "off",
        id,
        enabled ? String(routes) : "-",
        source,
        summary,
      ]);
      print(table([["", "PLUGIN", "ROUTES", "SOURCE", "SUMMARY"], ...rows]));
    }),
});
