/** The command line. Commands are imported when they run. */
import { createRequire } from "node:module";
import { defineCommand, runMain, showUsage } from "citty";
import { config as configureZod } from "zod";
import { KERNEL_COMMANDS } from "../../registry/contract/contributions.ts";

const { version } = createRequire(import.meta.url)("waymark/package.json") as {
  readonly version: string;
};

const waymark = defineCommand({
  meta: { name: "waymark", version, description: "An API server that describes itself" },
  subCommands: {
    start: () => import("./start.ts").then(({ start }) => start),
    routes: () => import("./routes.ts").then(({ routes }) => routes),
    plugins: () => import("./plugins.ts").then(({ plugins }) => plugins),
    explain: () => import("./explain/index.ts").then(({ explain }) => explain),
    config: () => import("./config.ts").then(({ config }) => config),
    check: () => import("./check.ts").then(({ check }) => check),
    diff: () => import("./diff/index.ts").then(({ diff }) => diff),
    export: () => import("./export.ts").then(({ exportDocument }) => exportDocument),
    new: () => import("./new/index.ts").then(({ newThing }) => newThing),
  },
});

export async function main(): Promise<void> {
  // Before any schema is made. Most check one value, at the start: compiling a parser for it takes longer than it saves.
  configureZod({ jitless: true });
  // Whoever reads may stop early, as `head` does.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit();
  });
  const [name, ...rest] = process.argv.slice(2);
  if (name !== undefined && !name.startsWith("-") && !KERNEL_COMMANDS.includes(name))
    return (await import("./plugin-command.ts")).runByName(name, rest);
  return runMain(waymark, {
    async showUsage(command, parent) {
      await showUsage(command, parent);
      if (parent !== undefined) return;
      await (await import("./plugin-command.ts")).listCommands();
    },
  });
}
