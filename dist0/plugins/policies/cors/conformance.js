import { b as object, c as array, l as boolean, w as string, y as number } from "../../../chunks/zod2.js";
import { t as defineConformance } from "../../../chunks/conformance.js";
import { C as headerIs, E as sameNames, O as testCase, x as expectThat } from "../../../chunks/context.js";
// plugins/policies/cors/conformance.ts
const CorsStatement = object({
	allowedOrigins: array(string()),
	allowedMethods: array(string()),
	allowPostOn: array(string()),
	allowedHeaders: array(string()),
	exposeHeaders: array(string()),
	preflightMaxAge: number(),
	allowCredentials: boolean()
});
const METHODS = "cors: methods";
const PREFLIGHT = "cors: preflight";
const ANSWERS = "cors: answers";
const ORIGIN = "Access-Control-Allow-Origin";
const UNKNOWN_ORIGIN = "https://stranger.example";
const DEPENDS = "depends on the origin of the page";
const PREFLIGHTS = "answers preflights of allowed origins";
var conformance_default = defineConformance({
	statement: CorsStatement,
	optional: {
		[ORIGIN]: DEPENDS,
		"Access-Control-Allow-Credentials": DEPENDS,
		"Access-Control-Allow-Methods": PREFLIGHTS,
		"Access-Control-Allow-Headers": PREFLIGHTS,
		"Access-Control-Max-Age": PREFLIGHTS
	},
	covers: {
		allowedOrigins: [PREFLIGHT, ANSWERS],
		allowedMethods: [PREFLIGHT, METHODS],
		allowPostOn: [METHODS],
		allowedHeaders: [PREFLIGHT],
		exposeHeaders: [ANSWERS],
		preflightMaxAge: [PREFLIGHT],
		allowCredentials: [ANSWERS]
	},
	server: ({ registry: { routes } }, { allowedMethods, allowPostOn }) => [testCase(METHODS, async () => {
		const methods = routes.flatMap(({ allow }) => allow.split(", "));
		const posts = routes.filter(({ method }) => method === "POST").map(({ path }) => path);
		return [...sameNames("the methods of all paths", allowedMethods, methods), ...sameNames("the paths that take POST", allowPostOn, posts)];
	})],
	operation: (operation, _context, statement) => [testCase(PREFLIGHT, async () => {
		const origins = statement.allowedOrigins.filter((origin) => origin !== "*");
		return (await Array.fromAsync([...origins, UNKNOWN_ORIGIN], async (origin) => {
			await operation.ask({
				method: "OPTIONS",
				headers: { origin }
			});
			const headers = {
				origin,
				"access-control-request-method": operation.route.method
			};
			return preflight(operation, await operation.ask({
				method: "OPTIONS",
				headers
			}), statement);
		})).flat();
	})],
	answers: ({ answers }, { target }, statement) => [testCase(ANSWERS, async () => answers.flatMap(({ answer }) => anyAnswer(answer, target, statement)).slice(0, 3))]
});
function preflight({ route }, answer, statement) {
	const isAllowed = allowedOrigin(answer, statement) !== void 0;
	return [
		...headerIs(answer, "Access-Control-Allow-Methods", isAllowed ? route.allow : void 0),
		...headerIs(answer, "Access-Control-Max-Age", isAllowed ? String(statement.preflightMaxAge) : void 0),
		...sameNames("Access-Control-Allow-Headers as stated", namesIn(answer, "access-control-allow-headers"), isAllowed ? lower(statement.allowedHeaders) : [])
	];
}
function anyAnswer(answer, { exclusive }, statement) {
	const allowed = allowedOrigin(answer, statement);
	const credentials = statement.allowCredentials && allowed !== void 0 ? "true" : void 0;
	const isPreflight = answer.requestHeaders["access-control-request-method"] !== void 0;
	const exposed = lower(statement.exposeHeaders);
	const hidden = Object.keys(exclusive ? answer.headers : {}).filter((name) => !SAFE.has(name) && !name.startsWith("access-control-") && !exposed.includes(name));
	return [
		...headerIs(answer, ORIGIN, allowed),
		...headerIs(answer, "Access-Control-Allow-Credentials", credentials),
		...isPreflight ? [] : headerIs(answer, "Access-Control-Allow-Methods", void 0),
		...sameNames("Access-Control-Expose-Headers as stated", namesIn(answer, "access-control-expose-headers"), exposed),
		...sameNames("every header exposed", hidden, []),
		...expectThat(statement.allowedOrigins.includes("*") || namesIn(answer, "vary").includes("origin"), "Vary: Origin, because origins are listed", answer.headers["vary"] ?? "no Vary")
	];
}
/** The expected header: the request's origin or `*` when it is allowed, else none. */
function allowedOrigin({ requestHeaders: { origin = "" } }, { allowedOrigins }) {
	return allowedOrigins.find((allowed) => allowed === "*" || allowed === origin);
}
/** Scripts may read these anyway (WHATWG Fetch, section 2.2.2), or never see them. */
const SAFE = new Set(`accept cache-control connection content-language content-length content-type expires keep-alive last-modified
  pragma transfer-encoding`.split(/\s+/));
function namesIn(answer, header) {
	return lower((answer.headers[header] ?? "").split(/,\s*/).filter((name) => name !== ""));
}
function lower(names) {
	return names.map((name) => name.toLowerCase());
}
export { conformance_default as default };

//# sourceMappingURL=conformance.js.map