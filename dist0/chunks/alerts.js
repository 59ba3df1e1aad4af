import "./kernel.js";
import { C as strictObject, l as boolean, y as number } from "./zod2.js";
import { n as toMilliseconds } from "./duration.js";
import { t as Duration } from "./duration2.js";
// plugins/discovery/documents/slo/options.ts
/** The objectives as options, and as they are published. */
const DAY_MS = 864e5;
const Options = strictObject({
	availabilityPercent: number().min(0).max(100).default(99.9).describe("Target share of requests that are answered without a 5xx."),
	window: Duration.refine((window) => toMilliseconds(window) > 0, "a window is longer than nothing").default("30d").describe("Time over which the share is measured."),
	latencyP99: Duration.default("250ms").describe("Target time within which 99 of 100 answers are sent."),
	measured: boolean().default(false).describe("Whether to publish what was reached, with the error budget that is left and how fast it burns. Needs the history.")
});
function objectivesOf({ availabilityPercent, window, latencyP99 }) {
	return [{
		name: "availability",
		target: availabilityPercent,
		unit: "percent",
		windowDays: toMilliseconds(window) / DAY_MS
	}, {
		name: "latency_p99",
		target: toMilliseconds(latencyP99),
		unit: "ms"
	}];
}
/** The share of requests that may miss an objective in percent; to 12 digits, as the rest is noise. */
function budgetOf(percent) {
	return Number(((100 - percent) / 100).toPrecision(12));
}
// plugins/discovery/documents/slo/alerts.ts
/**
* Alerts on the objectives: how fast the error budget burns, over a long window and a short one (Google,
* "The Site Reliability Workbook", chapter 5). They need the rules of traffic that the metrics plugin exports.
*/
const HOUR_MS = 36e5;
/** Over 30 days: 14.4, 6, 3 and 1 times as fast as the budget allows. */
const BURNS = [
	{
		share: .02,
		hours: 1,
		long: "1h",
		short: "5m",
		severity: "page"
	},
	{
		share: .05,
		hours: 6,
		long: "6h",
		short: "30m",
		severity: "page"
	},
	{
		share: .1,
		hours: 24,
		long: "1d",
		short: "2h",
		severity: "ticket"
	},
	{
		share: .1,
		hours: 72,
		long: "3d",
		short: "6h",
		severity: "ticket"
	}
];
/** The share of requests that failed. */
function ratio(window) {
	const mean = (name) => window === "5m" ? `waymark:${name}:rate5m{$job}` : `avg_over_time(waymark:${name}:rate5m{$job}[${window}])`;
	return `${mean("errors")} / ${mean("requests")}`;
}
function burnAlert({ share, hours, long, short, severity }) {
	return {
		expr: (_registry, { availabilityPercent, window }) => {
			const limit = `${Number((share * toMilliseconds(window) / (hours * HOUR_MS)).toPrecision(12))} * ${budgetOf(availabilityPercent)}`;
			return `${ratio(long)} > ${limit}\nand\n${ratio(short)} > ${limit}`;
		},
		severity,
		summary: `{{ $labels.job }} has answered {{ $value | humanizePercentage }} of the requests of ${long} with 5xx: more than ${share * 100} % of its error budget.`,
		action: "Find the routes and statuses that fail, and what has changed since they do."
	};
}
const alerts = {
	...Object.fromEntries(BURNS.map((burn) => [`ErrorBudgetBurn${burn.long}`, burnAlert(burn)])),
	Slow: {
		expr: (_registry, { latencyP99 }) => `waymark:latency:p99_5m{$job} > ${toMilliseconds(latencyP99) / 1e3}`,
		for: "10m",
		severity: "ticket",
		summary: "{{ $labels.job }} sends one answer of a hundred after {{ $value | humanizeDuration }} or later.",
		action: "Find the slow routes, and what they wait for."
	}
};
export { objectivesOf as i, Options as n, budgetOf as r, alerts as t };

//# sourceMappingURL=alerts.js.map