import { i as showUsage, r as runMain, t as defineCommand } from "../../chunks/citty.js";
import { a as config } from "../../chunks/zod.js";
import { createRequire } from "node:module";
// kernel/cli/main.ts
/** The command line. Commands are imported when they run. */
const { version } = createRequire(import.meta.url)("waymark/package.json");
const kernelCommands = {
	start: () => import("./start.js").then(({ start }) => start),
	dev: () => import("./dev/index.js").then(({ dev }) => dev),
	routes: () => import("./routes.js").then(({ routes }) => routes),
	plugins: () => import("./plugins.js").then(({ plugins }) => plugins),
	explain: () => import("./explain/index.js").then(({ explain }) => explain),
	config: () => import("./config.js").then(({ config }) => config),
	check: () => import("./check.js").then(({ check }) => check),
	diff: () => import("./diff/index.js").then(({ diff }) => diff),
	export: () => import("./export.js").then(({ exportDocument }) => exportDocument),
	new: () => import("./new/index.js").then(({ newThing }) => newThing)
};
const withCommands = (commands) => defineCommand({
	meta: {
		name: "waymark",
		version,
		description: "An API server that describes itself"
	},
	subCommands: {
		...kernelCommands,
		...commands
	}
});
async function main() {
	config({ jitless: true });
	process.stdout.on("error", ({ code, message }) => {
		if (code === "EPIPE") process.exit();
		process.stderr.write(`standard output cannot be written: ${message}\n`);
		process.exit(1);
	});
	const args = process.argv.slice(2);
	const [name] = args;
	const found = name === void 0 || name.startsWith("-") || Object.hasOwn(kernelCommands, name) ? {} : await findPluginCommand(name, args);
	if (found === void 0) return;
	return runMain(withCommands(found), { async showUsage(command, parent) {
		if (parent !== void 0) return showUsage(command, parent);
		const { listCommands } = await import("./plugin-command.js");
		await showUsage(withCommands(await listCommands(args)));
	} });
}
/** The command by its name; undefined when a message has said why there is none. */
async function findPluginCommand(name, args) {
	const [{ runAndReport }, { findCommand }] = await Promise.all([import("./command.js"), import("./plugin-command.js")]);
	let found;
	await runAndReport(async () => {
		found = { [name]: await findCommand(name, args) };
	});
	return found;
}
export { main };

//# sourceMappingURL=main.js.map