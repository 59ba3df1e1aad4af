import { t as listeningAlone } from "../../../chunks/listen-alone.js";
import { t as outliveOutput } from "../../../chunks/uncaught.js";
import { registerHooks } from "node:module";
import { existsSync } from "node:fs";
import { inspect } from "node:util";
import { fileURLToPath } from "node:url";
import { resolve } from "node:path";
// kernel/cli/dev/worker.ts
/** A child process of `waymark dev`: serves one revision until its parent disconnects or is gone. */
/** Reports to the parent once, and serves when it can. */
async function serveRevision(origin) {
	const sources = watchImports();
	const report = (outcome, sent = () => {}) => process.send?.({
		...outcome,
		sources: [...sources]
	}, sent);
	let close = async () => {};
	process.on("SIGINT", () => {});
	process.on("disconnect", () => void close().finally(() => process.exit()));
	try {
		const { boot, createLog, startServer } = await import("../../server.js");
		const booted = await boot({
			cwd: process.cwd(),
			env: process.env,
			validateLater: true
		});
		if (booted.file !== void 0) sources.add(booted.file);
		for (const name of stringsIn(booted.config.plugins)) if (existsSync(resolve(name))) sources.add(resolve(name));
		outliveOutput();
		const server = await startServer({
			...booted,
			config: listeningAlone(booted.config)
		}, { log: await createLog() });
		close = () => server.close();
		booted.listeningAt(origin);
		report({ port: Number(new URL(server.url).port) });
	} catch (error) {
		report({ mistake: error instanceof Error && error.name === "BootError" ? error.message : inspect(error) }, () => process.disconnect());
	}
}
/** The files of all modules from here on. Packages do not change during development. */
function watchImports() {
	const files = /* @__PURE__ */ new Set();
	registerHooks({ resolve(specifier, context, next) {
		const resolved = next(specifier, context);
		const { url } = resolved;
		if (url.startsWith("file:") && !url.includes("/node_modules/")) files.add(fileURLToPath(url.replace(/[?#].*$/, "")));
		return resolved;
	} });
	return files;
}
/** The texts among settings: some name files that a plugin reads. */
function stringsIn(value) {
	if (typeof value === "string") return [value];
	return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
export { serveRevision };

//# sourceMappingURL=worker.js.map