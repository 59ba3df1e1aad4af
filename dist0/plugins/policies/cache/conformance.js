import { b as object, c as array, s as _enum, w as string, y as number } from "../../../chunks/zod2.js";
import { t as defineConformance } from "../../../chunks/conformance.js";
import { C as headerIs, E as sameNames, O as testCase, a as ownAnswers, i as outcomeOf, v as OK, w as refuses, x as expectThat } from "../../../chunks/context.js";
// plugins/policies/cache/conformance.ts
const CacheStatement = object({
	cacheable: array(object({
		path: string(),
		scope: _enum(["public", "private"]),
		maxAge: number(),
		revalidate: number()
	})),
	noStore: array(string()),
	revalidation: object({
		conditions: array(string()),
		endpoints: array(string())
	}),
	writes: object({
		endpoints: array(string()),
		required: array(string())
	}).default({
		endpoints: [],
		required: []
	})
});
const CACHE_CONTROL = "cache: Cache-Control";
const VALIDATORS = "cache: validators";
const WRITES = "cache: conditions of writes";
var conformance_default = defineConformance({
	statement: CacheStatement,
	covers: {
		cacheable: [CACHE_CONTROL],
		noStore: [CACHE_CONTROL],
		revalidation: [
			VALIDATORS,
			"304",
			"412"
		],
		writes: [WRITES]
	},
	operation: (operation, context, { writes }) => {
		const { route, sample } = operation;
		const { request } = sample;
		if (!writes.endpoints.includes(route.path) || request === void 0) return [];
		if (route.represents === void 0) return [];
		return [testCase(WRITES, async () => {
			const { "if-match": _, "if-none-match": __, ...headers } = request.headers ?? {};
			const stale = {
				...headers,
				"if-match": "\"another\""
			};
			const refused = await operation.ask({
				...request,
				headers: stale
			});
			const isRequired = route.declaration.preconditions === "required";
			return [
				...refuses(refused, context, "precondition-failed"),
				...isRequired ? refuses(await operation.ask({
					...request,
					headers
				}), context, "precondition-required") : OK,
				...expectThat(!isRequired || writes.required.includes(route.path), "its path among those that require a condition", "none")
			];
		})];
	},
	answers: (operation, _context, statement) => [testCase(CACHE_CONTROL, async () => ownAnswers(operation).flatMap((answer) => cacheControl(operation, answer, statement))), testCase(VALIDATORS, async () => {
		if (operation.route.method !== "GET") return OK;
		const answer = await operation.base();
		if (answer.status !== 200) return OK;
		const stated = statement.revalidation.endpoints.includes(operation.route.path);
		return expectThat(answer.headers["etag"] !== void 0 === stated, stated ? "an ETag, as stated" : "no ETag, as none is stated", answer.headers["etag"] ?? "no ETag");
	})],
	server: ({ registry: { routes } }, { cacheable, noStore }) => [testCase("cache: table", async () => sameNames("the paths of all routes that read", [...cacheable.map(({ path }) => path), ...noStore], routes.filter(({ method }) => method === "GET").map(({ path }) => path)))]
});
/** The directives of the statement's row for the path, on every outcome that may be stored. */
function cacheControl({ route }, answer, { cacheable }) {
	const outcome = outcomeOf(answer);
	if (outcome === "options") return headerIs(answer, "Cache-Control", void 0);
	const row = route.method === "GET" && cacheable.find(({ path }) => path === route.path);
	const stale = row && row.revalidate > 0 ? [`stale-while-revalidate=${row.revalidate}`] : [];
	const received = (answer.headers["cache-control"] ?? "").split(/,\s*/);
	const scope = (declared) => received.includes("private") ? "private" : declared;
	const expected = row && outcome !== "error" ? [
		scope(row.scope),
		`max-age=${row.maxAge}`,
		...stale
	] : ["no-store"];
	return sameNames(`Cache-Control: ${expected.join(", ")}`, received.filter((directive) => directive !== "no-transform"), expected);
}
export { conformance_default as default };

//# sourceMappingURL=conformance.js.map