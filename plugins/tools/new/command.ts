import { textOf } from "../shared/text-of.ts";
import { resolve } from "node:path";
import { show, type ToolContext } from "waymark";
import { UsageError } from "waymark/tools";
import { boot } from "waymark/server";
import { packageFiles, type Kind } from "./files.ts";
import { pluginNames, type PluginNames } from "./names.ts";
import { sourceFor } from "./source.ts";
import { writeFiles } from "../shared/write-files.ts";

/** Writes the package, and prints the next steps. */
export function run(context: ToolContext): Promise<void> {
  return create("plugin", context);
}

/** Writes a package of a kind, and prints the next steps. */
export async function create(kind: Kind, { args, flags, print }: ToolContext): Promise<void> {
  const names = pluginNames(args["name"] ?? "");
  await refuseTaken(names);
  const into = textOf(flags["into"]) ?? names.id;
  const folder = resolve(into);
  const files = packageFiles(kind, names, sourceFor(folder));
  await writeFiles(folder, into, files, "empty");
  print(nextSteps(names, folder === process.cwd() ? undefined : into, Object.keys(files)));
}

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
