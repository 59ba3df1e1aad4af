import { b as object, c as array, w as string } from "../../../chunks/zod2.js";
import { t as defineConformance } from "../../../chunks/conformance.js";
import { C as headerIs, O as testCase, S as headerFits, a as ownAnswers } from "../../../chunks/context.js";
// plugins/policies/server-timing/conformance.ts
const TIMING = "server-timing: endpoints";
var conformance_default = defineConformance({
	statement: object({
		headerName: string(),
		format: string(),
		endpoints: array(string())
	}),
	volatile: { "Server-Timing": "measured for each answer" },
	masks: { "Server-Timing": [/dur=[\d.]+/g, "dur=<ms>"] },
	covers: {
		enabled: [TIMING],
		headerName: [TIMING],
		endpoints: [TIMING],
		format: [TIMING]
	},
	answers: (operation, _context, { headerName, format, endpoints }) => [testCase(TIMING, async () => ownAnswers(operation).flatMap((answer) => endpoints.includes(operation.route.path) && operation.route.declaration.serverTiming === true ? headerFits(answer, headerName, patternOf(format)) : headerIs(answer, headerName, void 0)))]
});
/** The stated format, with a value in place of each `<name>`. */
function patternOf(format) {
	const parts = format.split(/<[^>]+>/).map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
	return new RegExp(`^${parts.join("[^\",]+")}$`);
}
export { conformance_default as default };

//# sourceMappingURL=conformance.js.map