#!/usr/bin/env node
import module from "node:module";
// kernel/cli/bin.ts
module.enableCompileCache?.();
if (process.argv[2] === "start") process.on("SIGHUP", () => {});
if (!process.stdout.isTTY) process.env["NO_COLOR"] ??= "1";
const { oldNode } = await import("./node-version.js");
const complaint = oldNode(process.versions.node);
if (complaint === void 0) {
	const { main } = await import("./main.js");
	await main();
} else {
	process.stderr.write(`${complaint}\n`);
	process.exitCode = 1;
}
export {};

//# sourceMappingURL=bin.js.map