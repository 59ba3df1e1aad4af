import { n as didYouMean } from "./finding.js";
import { S as toNumber, t as boot } from "./boot.js";
import { t as BootError } from "./boot-errors.js";
// kernel/cli/command.ts
const configFlag = { config: {
	type: "string",
	valueHint: "file",
	description: "Config file to use (also: WAYMARK_CONFIG)"
} };
const jsonFlag = { json: {
	type: "boolean",
	description: "Print JSON"
} };
/** Flags that set keys of the config. */
const listenFlags = {
	host: {
		type: "string",
		description: "Address or name to listen at (also: HOST)"
	},
	port: {
		type: "string",
		description: "Port to listen at, 0 for a free one (also: PORT)"
	}
};
/** The keys that these flags set. */
function listenOverrides({ host, port }) {
	return {
		...host === void 0 ? {} : { host },
		...port === void 0 ? {} : { port: toNumber(port) }
	};
}
/** A mistake of the caller: its message is printed without a stack, and the exit code is 1. */
var UsageError = class extends Error {
	name = "UsageError";
};
function bootHere(config, input = {}) {
	return boot({
		cwd: process.cwd(),
		env: environment(config),
		...input
	});
}
/** The environment with the file that the config flag names. */
function environment(config) {
	return config === void 0 ? process.env : {
		...process.env,
		WAYMARK_CONFIG: config
	};
}
/**
* Runs a command's action. An error ends it with code 1.
*
* @param report prints the error. Default: as {@link printError}.
*/
async function run({ args, cmd }, action, report) {
	return runAndReport(async () => {
		checkArgs(args, cmd.args ?? {});
		await action();
	}, report);
}
async function runAndReport(action, report = printError) {
	try {
		await action();
	} catch (error) {
		await report(error);
		process.exitCode = 1;
	}
}
/** Prints the message of an expected error; any other is thrown, for its stack. */
function printError(error) {
	if (!(error instanceof BootError) && !(error instanceof UsageError)) throw error;
	process.stderr.write(`${error.message}\n`);
}
/** Refuses what the parser lets pass: unknown flags, flags without their value, and arguments too many. */
function checkArgs(args, defined) {
	const names = Object.keys(defined);
	const positionals = names.filter((name) => defined[name]?.type === "positional");
	const flags = names.filter((name) => !positionals.includes(name));
	for (const [key, value] of Object.entries(args)) {
		if (key === "_" || positionals.includes(key)) continue;
		const name = names.includes(key) ? key : key.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`);
		const type = defined[name]?.type;
		if (type === void 0) throw new UsageError(`there is no flag --${key}\n  hint: ${didYouMean(`--${key}`, flags.map((flag) => `--${flag}`))}`);
		if (type === "string" && (value === "" || value === false)) throw new UsageError(`--${name} needs a value\n  hint: write --${name} <value>`);
	}
	const surplus = Array.isArray(args["_"]) ? args["_"].slice(positionals.length) : [];
	if (surplus.length === 0) return;
	const list = surplus.map((text) => JSON.stringify(text)).join(" ");
	const takes = positionals.length === 0 ? "no arguments" : `only <${positionals.join("> <")}>`;
	throw new UsageError(`unexpected argument${surplus.length > 1 ? "s" : ""} ${list}\n  hint: this command takes ${takes}, and flags`);
}
/** Returns every value of a flag that may be repeated, of which the parser keeps the last. */
function valuesOf(flag, rawArgs) {
	return rawArgs.flatMap((arg, index) => {
		if (arg === `--${flag}`) return rawArgs[index + 1] ?? [];
		return arg.startsWith(`--${flag}=`) ? arg.slice(flag.length + 3) : [];
	});
}
function print(text) {
	process.stdout.write(`${text}\n`);
}
function printJson(value) {
	print(JSON.stringify(value, void 0, 2));
}
export { jsonFlag as a, print as c, run as d, runAndReport as f, environment as i, printError as l, bootHere as n, listenFlags as o, valuesOf as p, configFlag as r, listenOverrides as s, UsageError as t, printJson as u };

//# sourceMappingURL=command.js.map