import { textOf } from "../shared/text-of.ts";
import { resolve } from "node:path";
import { show, type ToolContext } from "waymark";
import { packageFiles, type Kind } from "./files.ts";
import { pluginNames, type PluginNames } from "./names.ts";
import { sourceFor } from "./source.ts";
import { writeFiles } from "../shared/write-files.ts";

export const run = (context: ToolContext) => create("plugin", context);
export const runService = (context: ToolContext) => create("service", context);

/** Writes a package of a kind, and prints the next steps. */
async function create(kind: Kind, { args, flags, print }: ToolContext): Promise<void> {
  const names = pluginNames(args["name"] ?? "");
  const into = textOf(flags["into"]) ?? names.id;
  const folder = resolve(into);
  const files = packageFiles(kind, names, sourceFor(folder));
  await writeFiles(folder, into, files, "empty");
  print(nextSteps(names, folder === process.cwd() ? undefined : into, Object.keys(files)));
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
