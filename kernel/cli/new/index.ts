import { createRequire } from "node:module";
import { resolve } from "node:path";
import { defineCommand } from "citty";
import { show } from "../../../registry/contract/finding.ts";
import { boot } from "../../boot/boot.ts";
import { print, run, UsageError } from "../command.ts";
import { pluginFiles } from "./files.ts";
import { pluginNames, type PluginNames } from "./names.ts";
import { writeFiles } from "./write-files.ts";

const plugin = defineCommand({
  meta: { name: "plugin", description: "Create the package of a plugin" },
  args: {
    name: {
      type: "positional",
      required: true,
      description: "Name of the package, such as tide-tables or @acme/tide-tables",
    },
    into: {
      type: "string",
      valueHint: "folder",
      description: "New or empty folder to write to. Default: the name without its scope",
    },
  },
  run: (context) =>
    run(context, async () => {
      const names = pluginNames(context.args.name);
      await refuseTaken(names);
      const { into = names.id } = context.args;
      const folder = resolve(into);
      const { version } = createRequire(import.meta.url)("waymark/package.json") as {
        readonly version: string;
      };
      const files = pluginFiles(names, version);
      await writeFiles(folder, into, files, "empty");
      print(nextSteps(names, folder === process.cwd() ? undefined : into, Object.keys(files)));
    }),
});

/** The new plugin must start beside the preset, so the names that follow from its id must be free there. */
async function refuseTaken({ id, camel }: PluginNames): Promise<void> {
  const { registry } = await boot({
    cwd: process.cwd(),
    env: {},
    file: false,
    validateLater: true,
  });
  const path = `/api/${id}`;
  const server = registry.routes.find((route) => route.path === path)?.plugin;
  const claims: readonly (readonly [isTaken: boolean, message: string])[] = [
    [
      registry.installed.some(({ plugin: existing }) => existing.id === id),
      `waymark already has a plugin ${show(id)}`,
    ],
    [server !== undefined, `waymark's plugin ${show(server)} already serves ${path}`],
    [Object.hasOwn(registry.rootLinks, camel), `the API root already has a link ${show(camel)}`],
  ];
  const taken = claims.find(([isTaken]) => isTaken)?.[1];
  if (taken !== undefined)
    throw new UsageError(`${taken}\n  hint: choose another name, such as my-${id}`);
}

function nextSteps(
  { package: name, id }: PluginNames,
  into: string | undefined,
  files: readonly string[],
): string {
  return [
    `${name}: ${files.length} files${into === undefined ? "" : ` in ${into}`}`,
    ...files.map((path) => `  ${path}`),
    "",
    "next:",
    ...(into === undefined ? [] : [`  cd ${/^[\w./-]+$/.test(into) ? into : show(into)}`]),
    "  npm install",
    "  npm test",
    `  npm start    # http://127.0.0.1:3000/api/${id}`,
  ].join("\n");
}

export const newThing = defineCommand({
  meta: { name: "new", description: "Create a plugin, or the files of a deployment" },
  subCommands: {
    plugin,
    deployment: () => import("./deployment/index.ts").then((m) => m.deployment),
  },
});
