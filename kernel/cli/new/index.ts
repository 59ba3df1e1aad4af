import { createRequire } from "node:module";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { defineCommand } from "citty";
import { messageOf, show } from "../../../registry/contract/finding.ts";
import { boot } from "../../boot/boot.ts";
import { print, run, UsageError } from "../command.ts";
import { pluginFiles } from "./files.ts";
import { pluginNames, type PluginNames } from "./names.ts";

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
      await writeFiles(folder, into, files);
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

/** Writes into a new or empty folder; `shown` is its name in messages. Throws a UsageError before anything is written. */
async function writeFiles(
  folder: string,
  shown: string,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  const unusable = (error: unknown): never => {
    const reason = REASONS[codeOf(error)] ?? messageOf(error);
    throw new UsageError(
      `cannot write to ${show(shown)}: ${reason}\n  hint: choose another folder with --into <folder>`,
      { cause: error },
    );
  };
  const entries = await readdir(folder).catch((error: unknown) =>
    codeOf(error) === "ENOENT" ? [] : unusable(error),
  );
  const [first] = entries.toSorted();
  if (first !== undefined)
    throw new UsageError(
      `the folder ${show(shown)} is not empty: it has ${show(first)}${entries.length > 1 ? ` and ${entries.length - 1} more` : ""}\n  hint: choose another folder with --into <folder>; nothing was written`,
    );
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text, { flag: "wx" });
    }
  } catch (error) {
    unusable(error);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

const REASONS: Readonly<Record<string, string>> = {
  ENOTDIR: "a file is in the way",
  EEXIST: "a file is in the way",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
};

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
  meta: { name: "new", description: "Create a plugin" },
  subCommands: { plugin },
});
