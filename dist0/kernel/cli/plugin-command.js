import { n as parseArgs } from "../../chunks/citty.js";
import { n as didYouMean, r as messageOf } from "../../chunks/finding.js";
import { i as neededBy, o as usedBy } from "../../chunks/time-slices.js";
import { l as KERNEL_COMMANDS } from "../../chunks/boot.js";
import { t as NOT_SERVING } from "../../chunks/server-status.js";
import { n as startPlugins, r as servicesFor } from "../../chunks/start.js";
import { t as createLog } from "../../chunks/log.js";
import { c as print, d as run, n as bootHere, r as configFlag, t as UsageError } from "../../chunks/command.js";
import { n as table } from "../../chunks/table.js";
// kernel/cli/plugin-command.ts
/** Commands that plugins bring, as commands of the command line. Each runs with its plugin and the providers of it. */
/** The commands of all enabled plugins, by name in the preset's order. Empty for a config that cannot be used. */
async function listCommands(args) {
	return loadCommands(args).catch(() => ({}));
}
/** The command of a plugin. Throws a BootError for a config that cannot be used, a UsageError for an unknown name. */
async function findCommand(name, args) {
	const commands = await loadCommands(args);
	const command = Object.hasOwn(commands, name) ? commands[name] : void 0;
	if (command !== void 0) return command;
	const names = [...KERNEL_COMMANDS, ...Object.keys(commands)];
	throw new UsageError(`there is no command ${JSON.stringify(name)}\n  hint: ${didYouMean(name, names)}\n  waymark --help lists all commands`);
}
async function loadCommands(args) {
	const booted = await bootHere(parseArgs([...args], configFlag).config);
	return Object.fromEntries(booted.installed.flatMap((entry) => Object.entries(entry.enabled && entry.plugin.commands || {}).map(([name, command]) => [name, toCitty(name, command, entry, booted)])));
}
function toCitty(name, command, entry, booted) {
	const { summary, args: positionals = {}, flags = {} } = command;
	const args = Object.fromEntries([
		...Object.entries(positionals).map(([arg, { summary: description, optional }]) => [arg, {
			type: "positional",
			description,
			required: optional !== true
		}]),
		...Object.entries(flags).map(([flag, { summary: description, type }]) => [flag, {
			type: type === "boolean" ? type : "string",
			description
		}]),
		...Object.entries(configFlag)
	]);
	return {
		meta: {
			name,
			description: `${summary} (plugin ${entry.plugin.id})`
		},
		args,
		run: (context) => run(context, () => {
			const isWritten = (value) => typeof value === "string" || value === true;
			const read = (names) => Object.fromEntries(Object.keys(names).map((key) => [key, context.args[key]]).filter(([, value]) => isWritten(value)));
			return runCommand(booted, entry, command, {
				args: read(positionals),
				flags: read(flags)
			});
		})
	};
}
async function runCommand(booted, { plugin, options }, command, values) {
	const { registry } = booted;
	const log = await createLog({ toStderr: true });
	const controller = new AbortController();
	const signals = ["SIGINT", "SIGTERM"];
	const removeListeners = () => {
		for (const signal of signals) process.off(signal, abort);
	};
	const abort = () => {
		removeListeners();
		controller.abort();
	};
	for (const signal of signals) process.on(signal, abort);
	const started = await startPlugins({
		...booted,
		absent: []
	}, {
		log,
		server: NOT_SERVING,
		only: pluginsFor(command, plugin, registry.installed)
	});
	try {
		const degraded = started.degraded.find((one) => one.plugin === plugin.id);
		if (degraded !== void 0) throw new UsageError(`the plugin ${plugin.id} did not start: ${degraded.reason}`);
		const context = {
			options,
			registry,
			log,
			...values,
			signal: controller.signal,
			print,
			printTable,
			note
		};
		await command.run(servicesFor(plugin, started.instances), context);
	} catch (error) {
		throw isBug(error) ? error : new UsageError(messageOf(error), { cause: error });
	} finally {
		await started.stop();
		removeListeners();
	}
}
const note = (line) => void process.stderr.write(`${line}\n`);
const printTable = (rows) => print(table(rows));
/** Errors that the language throws keep their stack: no author meant them as a message. */
function isBug(error) {
	return [
		TypeError,
		ReferenceError,
		RangeError,
		SyntaxError
	].some((kind) => error instanceof kind);
}
function pluginsFor({ alone = false }, plugin, installed) {
	return alone ? /* @__PURE__ */ new Set() : withProviders(plugin, installed);
}
/** The plugin, those whose services it uses, and all that these cannot do without. */
function withProviders(plugin, installed) {
	const plugins = /* @__PURE__ */ new Set([plugin]);
	for (const one of plugins) for (const id of one === plugin ? usedBy(one) : neededBy(one)) {
		const provider = installed.find(({ enabled, plugin: { provides = {} } }) => enabled && Object.values(provides).some((token) => token.id === id));
		if (provider !== void 0) plugins.add(provider.plugin);
	}
	return plugins;
}
export { findCommand, listCommands };

//# sourceMappingURL=plugin-command.js.map