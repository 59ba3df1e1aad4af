/** The command line. Commands are imported when they run. */
import { createRequire } from "node:module";
import { defineCommand, runMain } from "citty";

const { version } = createRequire(import.meta.url)("waymark/package.json") as {
  readonly version: string;
};

const waymark = defineCommand({
  meta: { name: "waymark", version, description: "An API server that describes itself" },
  subCommands: {
    start: () => import("./start.ts").then(({ start }) => start),
    routes: () => import("./routes.ts").then(({ routes }) => routes),
    plugins: () => import("./plugins.ts").then(({ plugins }) => plugins),
    explain: () => import("./explain.ts").then(({ explain }) => explain),
    check: () => import("./check.ts").then(({ check }) => check),
    export: () => import("./export.ts").then(({ exportDocument }) => exportDocument),
  },
});

export function main(): Promise<void> {
  // Whoever reads may stop early, as `head` does.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit();
  });
  return runMain(waymark);
}
