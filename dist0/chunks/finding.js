// registry/contract/finding.ts
/**
* Thrown by a plugin's setup where the cause lies in a contribution of another plugin, such as a table that cannot be
* stored: the finding names that plugin.
*/
var ContributionError = class extends Error {
	name = "ContributionError";
	/** Id of the plugin that contributed. */
	plugin;
	constructor(plugin, message, options) {
		super(message, options);
		this.plugin = plugin;
	}
};
/** A value as a message shows it: JSON, shortened. */
function show(value) {
	if (typeof value === "function") return "a function";
	const text = JSON.stringify(value) ?? String(value);
	return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}
/** Returns the message of an error, and any other thrown value as text. */
function messageOf(thrown) {
	return thrown instanceof Error ? thrown.message : String(thrown);
}
/** Returns the same with its stack, for logs. */
function traceOf(thrown) {
	return thrown instanceof Error ? thrown.stack ?? thrown.message : String(thrown);
}
/** The closest of `known` to a misspelt or shortened name, when it is close enough to be meant. */
function nearest(name, known) {
	const start = name.toLowerCase();
	let best;
	let bestDistance = Math.max(1, Math.floor(name.length / 3)) + 1;
	for (const candidate of known) {
		const distance = editDistance(start, candidate.toLowerCase());
		if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
	}
	if (best !== void 0 || start === "") return best;
	return [...known].find((candidate) => candidate.toLowerCase().startsWith(start));
}
/** `did you mean "x"?`, or the known names when none is close. */
function didYouMean(name, known) {
	const match = nearest(name, known);
	if (match !== void 0) return `did you mean ${JSON.stringify(match)}?`;
	return known.length === 0 ? "none is available" : `available: ${known.join(", ")}`;
}
/** The number of letters to insert, remove, replace or swap with the next one. */
function editDistance(a, b) {
	let [before, previous] = [new Array(), Array.from({ length: b.length + 1 }, (_, i) => i)];
	for (let i = 1; i <= a.length; i++) {
		const row = [i];
		for (let j = 1; j <= b.length; j++) {
			const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
			const swap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (before[j - 2] ?? 0) + 1 : Infinity;
			row[j] = Math.min(substitution, swap, (row[j - 1] ?? 0) + 1, (previous[j] ?? 0) + 1);
		}
		[before, previous] = [previous, row];
	}
	return previous[b.length] ?? 0;
}
export { show as a, nearest as i, didYouMean as n, traceOf as o, messageOf as r, ContributionError as t };

//# sourceMappingURL=finding.js.map