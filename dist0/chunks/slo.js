import { b as object, c as array, p as int, s as _enum, w as string, y as number } from "./zod2.js";
import { n as datetime } from "./zod3.js";
// schemas/documents/slo.ts
/** One service level objective: a minimum percentage, or a maximum in milliseconds. */
const Objective = object({
	name: string(),
	target: number(),
	unit: _enum(["percent", "ms"]),
	windowDays: number().optional().describe("The time over which it is measured.")
}).meta({ id: "Objective" });
const percent = number();
const since = datetime().describe("From when on it is known: the start of the window, or the first sample.");
/** The measured part of an objective, in its window or in as much of it as the history knows. */
const Measured = object({
	since,
	requests: int().describe("Answered requests, without probes and scrapes."),
	reachedPercent: percent.optional().describe("Share of them that met the objective."),
	budgetLeftPercent: percent.optional().describe("Share of the error budget that is left; negative when more than all is spent."),
	burnRates: array(object({
		window: string().describe("How long it looks back, such as \"1h\"."),
		since,
		rate: number().optional().describe("How fast the budget is spent: at 1, it is gone at the end of its window.")
	}))
}).meta({ id: "MeasuredObjective" });
/** The service level objectives. */
const SloDiscovery = object({
	objectives: array(Objective),
	statusPage: string().meta({ format: "uri-reference" }).optional().describe("The status page for people.")
});
/** The service level objectives, with what was reached of them. */
const MeasuredSloDiscovery = SloDiscovery.extend({ objectives: array(Objective.extend({ measured: Measured }).meta({ id: "ObjectiveWithMeasurement" })) });
export { Objective as n, SloDiscovery as r, MeasuredSloDiscovery as t };

//# sourceMappingURL=slo.js.map