import { r as messageOf } from "../../../chunks/finding.js";
import { t as defineCommand } from "../../../chunks/citty.js";
import { n as UnreadableDocument, r as readRegistryDocument, t as EXPORT_HINT } from "../../../chunks/read.js";
import { t as RULES } from "../../../chunks/rules.js";
import { a as jsonFlag, c as print, d as run, n as bootHere, r as configFlag, t as UsageError, u as printJson } from "../../../chunks/command.js";
import { n as table } from "../../../chunks/table.js";
import { styleText } from "node:util";
import { readFile } from "node:fs/promises";
// registry/diff/changelog.ts
const HEADINGS = {
	added: "Added",
	changed: "Changed",
	deprecated: "Deprecated",
	removed: "Removed"
};
/** Sections in Markdown; empty without noticeable changes. */
function draftChangelog(changes) {
	const noticeable = changes.filter(({ rule }) => RULES[rule].ignored !== true);
	return Object.entries(HEADINGS).flatMap(([kind, heading]) => {
		const groups = grouped(noticeable.filter((change) => change.kind === kind));
		return groups.length === 0 ? [] : [`### ${heading}\n\n${groups.map(line).join("\n")}`];
	}).join("\n\n");
}
function grouped(changes) {
	return [...Map.groupBy(changes, ({ rule, message }) => `${rule} ${message}`).values()].flatMap(([change, ...others]) => change === void 0 ? [] : [{
		change,
		wheres: [change, ...others].map(({ where }) => where)
	}]);
}
/** The most places that are named; more are counted. */
const NAMED = 3;
function placesText(wheres) {
	if (wheres.length > NAMED) return `${wheres.length} places, such as ${wheres[0]}`;
	return wheres.join(", ");
}
function line({ change: { severity, message }, wheres }) {
	const places = placesText(wheres.map((where) => `\`${where}\``));
	return `- ${severity === "breaking" ? "Breaking: " : ""}${places}: ${message}.`;
}
// kernel/cli/diff/report.ts
/** The output of `waymark diff`: groups and a draft of the changelog for people, data for machines. */
const COLOURS = {
	breaking: "red",
	unknown: "yellow",
	"non-breaking": "green"
};
const SEVERITIES = [
	"breaking",
	"unknown",
	"non-breaking"
];
/** Coloured in a terminal unless NO_COLOR is set. The last line is the summary. */
function renderChanges(changes) {
	if (changes.length === 0) return "no changes";
	const sections = SEVERITIES.flatMap((severity) => {
		const groups = grouped(changes.filter((change) => change.severity === severity));
		if (groups.length === 0) return [];
		const lines = groups.map(({ change: { message, rule }, wheres }) => `  ${placesText(wheres)}: ${message}  ${paint("dim", `[${rule}]`)}`);
		return [[paint(COLOURS[severity], severity), ...lines].join("\n")];
	});
	const draft = draftChangelog(changes);
	if (draft !== "") sections.push(`${paint("bold", "changelog draft")}\n\n${draft}`);
	const counts = countsOf(changes);
	const parts = SEVERITIES.filter((severity) => counts[severity] > 0).map((severity) => paint(COLOURS[severity], `${counts[severity]} ${severity}`));
	const total = `${changes.length} change${changes.length === 1 ? "" : "s"}`;
	return [...sections, `${total}: ${parts.join(", ")}`].join("\n\n");
}
function paint(style, text) {
	return styleText(style, text, { stream: process.stdout });
}
function countsOf(changes) {
	const counts = {
		breaking: 0,
		unknown: 0,
		"non-breaking": 0
	};
	for (const { severity } of changes) counts[severity] += 1;
	return counts;
}
/** `reasons` has an entry for each rule that applied. */
function toData(before, after, changes) {
	const side = ({ service, revision }) => ({
		...service,
		revision
	});
	const rules = [...new Set(changes.map(({ rule }) => rule))].toSorted();
	return {
		before: side(before),
		after: side(after),
		counts: countsOf(changes),
		changes,
		reasons: Object.fromEntries(rules.map((rule) => [rule, RULES[rule].reason])),
		changelog: draftChangelog(changes)
	};
}
// kernel/cli/diff/index.ts
/** Exit codes, for CI. */
const SAME = 0;
const BROKEN = 1;
const NOT_COMPARED = 2;
const diff = defineCommand({
	meta: {
		name: "diff",
		description: "Compare a file of `export registry` with what is installed, and rate each change"
	},
	args: {
		old: {
			type: "positional",
			required: false,
			description: "File that `waymark export registry` wrote"
		},
		new: {
			type: "positional",
			required: false,
			description: "Another such file. Default: the installed plugins and config"
		},
		...configFlag,
		strict: {
			type: "boolean",
			description: "Exit with 1 for unknown changes too"
		},
		rules: {
			type: "boolean",
			description: "List the rules that rate changes"
		},
		...jsonFlag
	},
	run: async (context) => {
		const { old, new: other, config, strict = false, rules = false, json = false } = context.args;
		let code = NOT_COMPARED;
		const act = async () => {
			if (rules) {
				listRules(json);
				code = SAME;
			} else if (old === void 0) throw new UsageError("there is nothing to compare with\n  hint: name a file that waymark export registry --out <file> wrote");
			else code = await compare(old, other, {
				config,
				strict,
				json
			});
		};
		await run(context, act).catch((error) => {
			process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
		});
		process.exitCode = code;
	}
});
/** Returns the exit code. */
async function compare(old, other, { config, strict, json }) {
	const before = await load(old);
	let booting;
	const registry = async () => (await (booting ??= bootHere(config))).registry;
	const after = other === void 0 ? await documentOf(await registry()) : await load(other);
	const { compareRegistries } = await import("../../../registry/diff/compare.js");
	const comparers = async () => (await registry()).exports;
	const changes = await compareRegistries(before, after, comparers).catch(unlessReadable(other === void 0 ? old : `one of ${old} and ${other}`));
	if (json) printJson(toData(before, after, changes));
	else print(renderChanges(changes));
	const failing = strict ? ["breaking", "unknown"] : ["breaking"];
	return changes.some(({ severity }) => failing.includes(severity)) ? BROKEN : SAME;
}
async function documentOf(registry) {
	const { registryDocument } = await import("../../../registry/derive/export/index.js");
	return registryDocument(registry);
}
/** Reads a file as `export` writes it, with `--yaml` or without. */
async function load(file) {
	let text;
	let value;
	try {
		text = await readFile(file, "utf8");
		value = /\.ya?ml$/i.test(file) ? (await import("yaml")).parse(text) : JSON.parse(text);
	} catch (error) {
		throw unreadable(file, text?.trim() === "" ? "it is empty" : messageOf(error), EXPORT_HINT);
	}
	return readRegistryDocument(value).catch(unlessReadable(file));
}
/** Turns the reason why a document cannot be compared into an error for people. */
function unlessReadable(file) {
	return (error) => {
		if (!(error instanceof UnreadableDocument)) throw error;
		throw unreadable(file, error.message, error.hint);
	};
}
function unreadable(file, why, hint) {
	return new UsageError(`${file} cannot be compared: ${why}\n  hint: ${hint}`);
}
function listRules(json) {
	if (json) return printJson(RULES);
	const rows = Object.entries(RULES).map(([id, { severity, reason }]) => [
		id,
		severity,
		reason
	]);
	print(table([[
		"RULE",
		"SEVERITY",
		"REASON"
	], ...rows]));
}
export { diff };

//# sourceMappingURL=index.js.map