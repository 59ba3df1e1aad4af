import { b as object, c as array, l as boolean, w as string, y as number } from "../../../chunks/zod2.js";
import { t as defineConformance } from "../../../chunks/conformance.js";
import { v as readObject } from "../../../chunks/sample.js";
import { D as statusIs, O as testCase, T as same, w as refuses } from "../../../chunks/context.js";
// plugins/writes/bulk/conformance.ts
const MOST = "bulk: most operations";
const METHODS = "bulk: methods";
const ATOMIC = "bulk: all or none";
/** No route is there. */
const NOWHERE = "/.well-known/waymark-check-nothing";
const send = (operation, body) => operation.ask({
	headers: { "content-type": "application/json" },
	body: JSON.stringify(body)
});
const Results = array(object({
	id: string(),
	status: number()
}));
/** Ids and statuses of the results. */
function resultsOf(answer) {
	return Results.safeParse(readObject(answer)["results"]).data?.map(({ id, status }) => [id, status]);
}
var conformance_default = defineConformance({
	statement: object({
		maxOperationsPerRequest: number(),
		methods: array(string()),
		atomic: boolean()
	}),
	covers: {
		maxOperationsPerRequest: [MOST],
		methods: [METHODS],
		atomic: [ATOMIC],
		maxAnswerBytes: { because: "no check makes as large an answer" },
		maxDurationSeconds: { because: "no check waits for so long" }
	},
	operation(operation, context, { maxOperationsPerRequest, methods, atomic }) {
		if (operation.route.ref !== "bulk.runBulk") return [];
		const nowhere = (id, method = "GET") => ({
			id,
			method,
			path: NOWHERE
		});
		return [
			testCase(MOST, async () => {
				const ids = Array.from({ length: maxOperationsPerRequest + 1 }, (_, index) => `${index}`);
				const answer = await send(operation, { operations: ids.map((id) => nowhere(id)) });
				return refuses(answer, context, "unprocessable-content");
			}),
			testCase(METHODS, async () => {
				const all = methods.slice(0, maxOperationsPerRequest);
				const operations = all.map((method) => nowhere(method, method));
				const answer = await send(operation, { operations });
				const other = await send(operation, { operations: [nowhere("1", "HEAD")] });
				return [
					...statusIs(answer, 200),
					...same("results in the order of the operations", resultsOf(answer), all.map((method) => [method, 404])),
					...refuses(other, context, "unprocessable-content")
				];
			}),
			...atomic ? [testCase(ATOMIC, async () => {
				const answer = await send(operation, {
					operations: [nowhere("a")],
					atomic: true
				});
				return [...statusIs(answer, 424), ...same("the refused operation", readObject(answer)["refused"], "a")];
			})] : []
		];
	}
});
export { conformance_default as default };

//# sourceMappingURL=conformance.js.map