import "./kernel.js";
import { b as object, l as boolean, p as int, w as string } from "./zod2.js";
import { n as toMilliseconds } from "./duration.js";
// plugins/identity/access/stated-plans.ts
/** Plans as documents show them. */
/** The documents that show the plans, beside the limit of everybody. */
const SHOWN_BY = ["rate-limit.showLimits", "rate-limit.showRateLimitPolicy"];
/** A plan; the parts that it lacks are those of the limit of everybody. */
const StatedPlan = object({
	name: string().describe("The name of the limit in RateLimit and RateLimit-Policy."),
	limit: int().min(1).optional().describe("Requests per window."),
	windowSeconds: int().min(1).optional(),
	requestsLimit: int().min(0).optional().describe("Requests per calendar month; any number where it is absent."),
	isDefault: boolean().optional().describe("True for the plan of principals that have none of their own.")
});
function statePlans({ plans, defaultPlan }) {
	return Object.entries(plans).map(([name, { limit, window, requestsLimit }]) => ({
		name,
		...limit === void 0 ? {} : { limit },
		...window === void 0 ? {} : { windowSeconds: toMilliseconds(window) / 1e3 },
		...requestsLimit === void 0 ? {} : { requestsLimit },
		...name === defaultPlan ? { isDefault: true } : {}
	}));
}
export { StatedPlan as n, statePlans as r, SHOWN_BY as t };

//# sourceMappingURL=stated-plans.js.map