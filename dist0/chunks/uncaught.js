import { o as traceOf } from "./finding.js";
import { pathToFileURL } from "node:url";
import { isAbsolute, resolve } from "node:path";
// kernel/cli/uncaught.ts
/** Failing output, which a server outlives, and errors that no plugin caught. */
/** Keeps the process when the reader of its output leaves, or the disk behind it is full. */
function outliveOutput() {
	for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners("error").on("error", () => {});
}
/**
* Logs errors that no plugin caught. After an unhandled rejection the server goes on, as after a handler that failed.
* An uncaught exception may have cut anything short: the promise resolves, and the process should end with code 1.
*/
function uncaughtException(log, installed) {
	const describe = (error) => {
		const trace = traceOf(error);
		return {
			plugin: installed.find((one) => trace.includes(placeOf(one)))?.plugin.id,
			error: trace
		};
	};
	process.on("unhandledRejection", (reason) => log.error("a rejected promise was not handled", describe(reason)));
	return new Promise((settle) => {
		process.on("uncaughtException", (error) => {
			log.error("an error was not caught; the server stops", describe(error));
			settle();
		});
	});
}
/** How stack traces name the module of a plugin; those of the preset are named by their files alone. */
function placeOf({ source }) {
	if (source === "preset") return "\0";
	return source.startsWith(".") || isAbsolute(source) ? pathToFileURL(resolve(source)).href : `/node_modules/${source}/`;
}
export { uncaughtException as n, outliveOutput as t };

//# sourceMappingURL=uncaught.js.map