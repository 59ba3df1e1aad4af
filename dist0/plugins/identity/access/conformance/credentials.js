import { b as object, c as array, w as string, y as number } from "../../../../chunks/zod2.js";
import { t as defineConformance } from "../../../../chunks/conformance.js";
import { D as statusIs, O as testCase, S as headerFits, T as same, v as OK, w as refuses, x as expectThat } from "../../../../chunks/context.js";
import { i as scopesOf } from "../../../../chunks/levels.js";
import { i as requestOf, n as caseWith, r as issueAll, t as ask } from "../../../../chunks/ask.js";
// plugins/identity/access/conformance/credentials.ts
/** Every route is asked with credentials that do not count, also where none is required. */
const BAD = "credentials: bad ones";
const SEVERAL = "credentials: two at once";
const METHODS = "credentials: ways to identify";
const FAILURES = "credentials: failures";
const CredentialsStatement = object({
	realm: string(),
	authMethods: array(object({ id: string() })),
	failures: object({
		limit: number(),
		windowSeconds: number()
	})
});
const BAD_STATES = [
	"forged",
	"expired",
	"revoked",
	"foreign"
];
/** Failures that using up the attempts of a network may take. */
const MAX_FAILURES = 200;
/** A challenge of the realm, with this error or without one (RFC 6750, section 3). */
const challenges = (answer, realm, error) => {
	const text = answer.headers["www-authenticate"] ?? "";
	const named = / error="([^"]*)"/.exec(text)?.[1];
	return [
		...headerFits(answer, "WWW-Authenticate", /^[\w-]+ realm="/),
		...expectThat(text.includes(`realm="${realm}"`), `WWW-Authenticate with the realm`, text),
		...same("the error in WWW-Authenticate", named, error)
	];
};
/** The answer without what differs between any two answers. */
function lasting({ status, headers, body }) {
	const id = headers["x-request-id"];
	const text = body.toString("latin1");
	return [
		status,
		Object.keys(headers).toSorted(),
		headers["www-authenticate"] ?? "",
		id === void 0 ? text : text.replaceAll(id, "")
	].join("\n");
}
/** Refused on every route, and with the same answer. */
async function badOnes(operation, context, { realm }) {
	const scopes = scopesOf(operation.route.declaration.access) ?? [];
	const violations = [];
	let first;
	for (const state of BAD_STATES) for (const headers of await issueAll(context, {
		scopes,
		state
	}, requestOf(operation))) {
		const answer = await ask(operation, headers);
		violations.push(...refuses(answer, context, "credentials-invalid"), ...challenges(answer, realm, "invalid_token"), ...expectThat(lasting(answer) === (first ??= lasting(answer)), "the same answer to every credential that is not valid", `another one to one that is ${state}`));
	}
	return violations;
}
/** Two credentials in one request say two things: in two headers, or in one that comes twice. */
async function twoAtOnce(operation, context, realm) {
	const scopes = scopesOf(operation.route.declaration.access) ?? [];
	const [one = {}, other] = await issueAll(context, {
		scopes,
		state: "good"
	}, requestOf(operation));
	const [twice] = Object.keys(one);
	const answers = [await ask(operation, one, { twice })];
	if (other !== void 0 && !Object.keys(other).some((name) => Object.hasOwn(one, name))) answers.push(await ask(operation, {
		...one,
		...other
	}));
	return answers.flatMap((answer) => [...refuses(answer, context, "credentials-ambiguous"), ...challenges(answer, realm, "invalid_request")]);
}
/** A network that fails too often is refused unseen, and others are not. */
async function failures(context, { failures: { limit, windowSeconds } }) {
	const target = "/no/such/path";
	const [headers] = await issueAll(context, {
		scopes: [],
		state: "forged"
	}, {
		method: "GET",
		target
	});
	if (headers === void 0) return OK;
	const client = "198.51.100.7";
	const question = {
		client,
		headers,
		anonymous: true,
		noRetry: true
	};
	const violations = [];
	for (let failed = 0; failed < limit; failed += 1) violations.push(...statusIs(await context.ask(target, question), 401));
	const answer = await context.ask(target, question);
	const seconds = Number(answer.headers["retry-after"]);
	return [
		...violations,
		...refuses(answer, context, "authentication-throttled"),
		...expectThat(seconds >= 1 && seconds <= windowSeconds, `Retry-After from 1 to ${windowSeconds}`, String(seconds)),
		...statusIs(await context.ask(target, {
			client,
			anonymous: true,
			noRetry: true
		}), 404)
	];
}
var credentials_default = defineConformance({
	statement: CredentialsStatement,
	optional: { "WWW-Authenticate": "only on answers that refuse a credential or miss one" },
	covers: {
		realm: [BAD],
		authMethods: [METHODS],
		failures: [FAILURES]
	},
	server: ({ registry }, { authMethods }) => [testCase(METHODS, async () => same("the ways to identify callers", authMethods.map(({ id }) => id), registry.identifiers.map(({ policy }) => policy)))],
	operation: (operation, context, statement) => [caseWith(context, BAD, () => badOnes(operation, context, statement)), caseWith(context, SEVERAL, () => twoAtOnce(operation, context, statement.realm))],
	after: (context, statement) => [statement.failures.limit > MAX_FAILURES ? {
		name: FAILURES,
		skipped: `it would take ${statement.failures.limit} requests`
	} : caseWith(context, FAILURES, () => failures(context, statement))]
});
export { credentials_default as default };

//# sourceMappingURL=credentials.js.map