/** The command line. Commands are imported when they run. */
import { createRequire } from "node:module";
import { defineCommand, runMain, showUsage, type CommandDef } from "citty";
import { config as configureZod } from "zod";

const { version } = createRequire(import.meta.url)("waymark/package.json") as {
  readonly version: string;
};

const kernelCommands = { start: () => import("./start.ts").then(({ start }) => start) };

const withCommands = (commands: Readonly<Record<string, CommandDef>>) =>
  defineCommand({
    meta: { name: "waymark", version, description: "An API server that describes itself" },
    subCommands: { ...kernelCommands, ...commands },
  });

/** Flags that stand without a command. */
const ALONE: readonly string[] = ["--help", "--version", "-h", "-v"];

export async function main(): Promise<void> {
  // Before any schema is made. Most validate one value, at the start: compiling a parser takes longer than it saves.
  configureZod({ jitless: true });
  // Readers such as `head` close the pipe early. A server outlives its output (uncaught.ts).
  process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
    if (code === "EPIPE") process.exit();
    process.stderr.write(`standard output cannot be written: ${message}\n`);
    process.exit(1);
  });
  const args = process.argv.slice(2);
  const [name] = args;
  if (name !== undefined && args.every((arg) => arg.startsWith("-") && !ALONE.includes(arg))) {
    process.stderr.write(
      `waymark has no flag ${name} of its own\n  hint: available: ${ALONE.join(", ")}\n`,
    );
    process.exitCode = 1;
    return;
  }
  const isOurs = name === undefined || name.startsWith("-") || Object.hasOwn(kernelCommands, name);
  const found = isOurs ? {} : await findPluginCommand(name, args);
  if (found === undefined) return;
  return runMain(withCommands(found), {
    async showUsage(command, parent) {
      if (parent !== undefined) return showUsage(command, parent);
      const { loadCommands } = await import("./plugin-command.ts");
      await showUsage(withCommands((await loadCommands(args)).commands));
    },
  });
}

/** Returns the command by its name; undefined if a message has said why there is none. */
async function findPluginCommand(
  name: string,
  args: readonly string[],
): Promise<Readonly<Record<string, CommandDef>> | undefined> {
  const [{ runAndReport }, { findCommand }] = await Promise.all([
    import("./command.ts"),
    import("./plugin-command.ts"),
  ]);
  return runAndReport(async () => ({ [name]: await findCommand(name, args) }));
}
