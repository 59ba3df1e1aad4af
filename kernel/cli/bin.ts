#!/usr/bin/env node
import module from "node:module";
// Parsed modules are kept on disk from here on: the second start reads them instead of compiling.
module.enableCompileCache?.();
// A config that changes while the server starts is read in its new form anyway. By default the signal would end the start.
if (process.argv[2] === "start") process.on("SIGHUP", () => {});
// Help is coloured for terminals alone; the library that writes it would colour files and pipes as well.
if (!process.stdout.isTTY) process.env["NO_COLOR"] ??= "1";

const { oldNode } = await import("./node-version.ts");
const complaint = oldNode(process.versions.node);
if (complaint === undefined) {
  const { main } = await import("./main.ts");
  await main();
} else {
  process.stderr.write(`${complaint}\n`);
  process.exitCode = 1;
}
