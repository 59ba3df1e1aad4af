import { t as WRITES_SKIPPED } from "./sample.js";
// kernel/check/report.ts
/** The result of a check, as data and as text. */
/** One report of a service as a whole and of its nodes. */
function withNodes(service, nodes) {
	return {
		...nodes,
		...service,
		...nodes.differs === void 0 ? {} : { differs: nodes.differs },
		cases: service.cases + nodes.cases,
		kinds: [.../* @__PURE__ */ new Set([...service.kinds, ...nodes.kinds])].toSorted(),
		requests: service.requests + nodes.requests,
		failures: [...nodes.failures, ...service.failures],
		skipped: [...nodes.skipped, ...service.skipped],
		warnings: [.../* @__PURE__ */ new Set([...nodes.warnings, ...service.warnings])],
		milliseconds: service.milliseconds + nodes.milliseconds
	};
}
/** For people: one line for each law and failure, skipped cases with the reason, warnings, and the counts. */
function renderReport(report) {
	const { operations, cases, requests, quota, failures, skipped, warnings, milliseconds } = report;
	const { differs, laws = [] } = report;
	const withoutWrites = skipped.filter(({ reason }) => reason === WRITES_SKIPPED);
	const byReason = Map.groupBy(skipped, (entry) => `${entry.case}: ${entry.reason}`);
	const conforms = failures.length === 0;
	const counts = [
		count(operations, "operation"),
		count(cases, "case"),
		count(requests, "request"),
		...quota === void 0 ? [] : [`at most ${quota.used} of a quota of ${quota.limit} used`],
		conforms ? "no failures" : count(failures.length, "failure"),
		...skipped.length === 0 ? [] : [`${skipped.length} skipped`],
		...withoutWrites.length === 0 ? [] : [`writes of ${count(withoutWrites.length, "operation")} not tested`],
		...warnings.length === 0 ? [] : [count(warnings.length, "warning")]
	];
	return [
		...differs === void 0 ? [] : [differs],
		...laws.map(({ law, case: name, outcome }) => `${outcome.padEnd(10)}  ${law}  [${name}]`),
		...failures.map(({ operation, case: name, expected, received, hint, more }) => `FAIL  ${operation}  [${name}]  expected ${expected}; received ${received}${more.length > 0 ? `, and ${more.length} more` : ""}  (${hint})`),
		...[...byReason].map(([text, entries]) => `skipped  ${text} (${listOperations(entries)})`),
		...warnings.map((text) => `warning  ${text}`),
		`${conforms ? "conforms" : "does not conform"}: ${counts.join(", ")}, in ${(milliseconds / 1e3).toFixed(1)} s`
	].join("\n");
}
function count(number, noun) {
	return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
/** The operations by name, or their number when they are many. */
function listOperations(entries) {
	return entries.length > 3 ? `${entries.length} operations` : entries.map(({ operation }) => operation).join(", ");
}
const WIDTH = 24;
/** A progress bar of one line, for a terminal. */
function renderProgress(done, total, text) {
	const full = total === 0 ? WIDTH : Math.round(done / total * WIDTH);
	return `[${"=".repeat(full)}${" ".repeat(WIDTH - full)}] ${done}/${total} ${text}`.slice(0, 79);
}
export { renderReport as n, withNodes as r, renderProgress as t };

//# sourceMappingURL=report.js.map