import { b as object, c as array, w as string, y as number } from "../../../chunks/zod2.js";
import { t as defineConformance } from "../../../chunks/conformance.js";
import { _ as readLinks } from "../../../chunks/sample.js";
import { C as headerIs, E as sameNames, O as testCase, a as ownAnswers, u as writesHeader, v as OK, x as expectThat } from "../../../chunks/context.js";
// plugins/policies/deprecation/conformance.ts
const ANNOUNCED = "deprecation: announcements";
var conformance_default = defineConformance({
	statement: object({
		noticePeriodMonths: number(),
		routes: array(object({
			method: string(),
			path: string(),
			since: string(),
			sunset: string(),
			successor: string().nullable()
		}))
	}),
	covers: {
		noticePeriodMonths: ["deprecation: notice"],
		deprecationHeader: [ANNOUNCED],
		sunsetHeader: [ANNOUNCED],
		routes: [ANNOUNCED],
		stabilityValues: { because: "a list of names that other documents use" }
	},
	server: (_context, { noticePeriodMonths, routes }) => [testCase("deprecation: notice", async () => routes.flatMap(({ method, path, since, sunset }) => {
		const earliest = new Date(since);
		earliest.setUTCMonth(earliest.getUTCMonth() + noticePeriodMonths);
		return expectThat(new Date(sunset) >= earliest, `the end of ${method} ${path} ${noticePeriodMonths} months or more after ${since}`, sunset);
	}))],
	answers: (operation, { registry }, { routes }) => [testCase(ANNOUNCED, async () => {
		const row = routes.find(({ method, path }) => method === operation.route.method && path === operation.route.path);
		return ownAnswers(operation).flatMap((answer) => [
			...headerIs(answer, "Deprecation", row && `@${Date.parse(row.since) / 1e3}`),
			...headerIs(answer, "Sunset", row && new Date(row.sunset).toUTCString()),
			...row?.successor && writesHeader(registry, "Link") ? sameNames("its successor in Link", successors(answer), [row.successor]) : OK
		]);
	})]
});
function successors(answer) {
	return readLinks(answer).header.filter(({ rel }) => rel === "successor-version").map(({ href }) => href);
}
export { conformance_default as default };

//# sourceMappingURL=conformance.js.map