import { b as object, c as array, s as _enum, w as string, y as number } from "../../../chunks/zod2.js";
import { t as defineConformance } from "../../../chunks/conformance.js";
import { C as headerIs, D as statusIs, O as testCase, S as headerFits, T as same, k as testLaw, v as OK, w as refuses, x as expectThat } from "../../../chunks/context.js";
import { setTimeout } from "node:timers/promises";
// plugins/policies/rate-limit/conformance-nodes.ts
/** Between nodes: a client that asks all of them has one limit. */
/** Requests at once to each node. */
const BATCH$1 = 10;
/** Milliseconds after which requests that a node took in advance are there for the others. */
const RETURN_MS = 1500;
/** @param skipped why limits are not used up. */
function sharedLimitCase(name, context, stated, target, skipped) {
	const law = `a client has ${stated.limit} requests in ${stated.windowSeconds} s at all nodes together`;
	if (stated.scope === "instance") return {
		name,
		law,
		skipped: "the service states the limit of one node only"
	};
	if (target === void 0) return {
		name,
		law,
		skipped: "no request counts"
	};
	if (skipped !== void 0) return {
		name,
		law,
		skipped
	};
	return testLaw(name, law, () => countTogether(target, context, stated));
}
/** Uses up a new window at all nodes at once, and counts what is allowed. */
async function countTogether(target, { nodes }, { limit, windowSeconds, accuracy: { over }, refusal }) {
	const ask = async (method) => Promise.all(nodes.map((node) => node.ask(target, {
		method,
		noRetry: true
	})));
	const before = await ask("OPTIONS");
	const isUsed = before.some(({ headers }) => Number(headers["x-ratelimit-remaining"]) < limit);
	const resets = before.map(({ headers }) => Number(headers["x-ratelimit-reset"]));
	if (isUsed) await setTimeout((Math.max(...resets) + 1) * 1e3);
	const end = performance.now() + (windowSeconds - 1) * 1e3;
	let allowed = 0;
	let isRefused = false;
	while (performance.now() < end && allowed <= limit + over) {
		const passed = (await Promise.all(Array.from({ length: BATCH$1 }, () => ask("HEAD")))).flat().filter(({ status }) => status !== refusal).length;
		allowed += passed;
		if (passed > 0) isRefused = false;
		else if (isRefused) break;
		else {
			isRefused = true;
			await setTimeout(RETURN_MS);
		}
	}
	return expectThat(allowed <= limit + over, `at most ${limit + over} requests of a client in ${windowSeconds} s, over all nodes`, `${allowed} allowed`);
}
// plugins/policies/rate-limit/stated-limits.ts
const RateLimitStatement = object({
	name: string(),
	limit: number(),
	windowSeconds: number(),
	exemptMethods: array(string()),
	exemptPaths: array(string()),
	headers: array(string()),
	on429: object({
		code: string(),
		status: number(),
		header: string()
	}),
	scope: _enum(["instance", "cluster"]).default("instance"),
	accuracy: object({ over: number() }).default({ over: 0 })
});
/** Plans of principals, as another policy states them. The parts that they lack are those of the limit of everybody. */
const StatedPlans = object({ plans: array(object({
	name: string(),
	limit: number().optional(),
	windowSeconds: number().optional()
})) });
/** The limit that the answer names, of those that its client may have. */
function limitOf({ headers, requestHeaders }, { credentials }, context, everybody) {
	if (credentials.every((name) => requestHeaders[name] === void 0)) return everybody;
	const [, named] = /^"([^"]*)"/.exec(headers["ratelimit-policy"] ?? "") ?? [];
	return limitsOf(context, everybody).find(({ name }) => name === named) ?? everybody;
}
function limitsOf({ registry }, everybody) {
	const plans = Object.values(registry.statements).flatMap((statement) => StatedPlans.safeParse(statement).data?.plans ?? []);
	const { limit: usual, windowSeconds: usualSeconds } = everybody;
	return [everybody, ...plans.map(({ name, limit = usual, windowSeconds = usualSeconds }) => ({
		name,
		limit,
		windowSeconds
	}))];
}
/** The largest limit that a client may have. */
function largestLimit(context, everybody) {
	return Math.max(...limitsOf(context, everybody).map(({ limit }) => limit));
}
// plugins/policies/rate-limit/conformance.ts
const HEADERS = "rate-limit: headers";
const COUNTING = "rate-limit: counting";
const REFUSAL = "rate-limit: 429";
/** Requests that using up a limit may take. */
const MAX_EXHAUSTION = 2e4;
/** Requests at once. */
const BATCH = 20;
const NODES = "rate-limit: nodes";
const COUNTED = "counts each request, also HEAD";
var conformance_default = defineConformance({
	statement: RateLimitStatement,
	volatile: {
		RateLimit: COUNTED,
		"X-RateLimit-Remaining": COUNTED,
		"X-RateLimit-Reset": COUNTED
	},
	masks: {
		"X-RateLimit-Remaining": [/\d+/, "<number>"],
		"X-RateLimit-Reset": [/\d+/, "<number>"],
		RateLimit: [/r=\d+;t=\d+/, "r=<number>;t=<seconds>"]
	},
	covers: {
		name: [HEADERS],
		limit: [HEADERS, REFUSAL],
		windowSeconds: [HEADERS],
		per: [COUNTING],
		exemptMethods: [COUNTING, REFUSAL],
		exemptPaths: [COUNTING, REFUSAL],
		headers: [HEADERS],
		on429: [REFUSAL],
		scope: [NODES],
		accuracy: [NODES],
		onFailure: { because: "a check does not part the nodes from each other" }
	},
	quota({ headers }, { limit: everybodys, windowSeconds }) {
		const remaining = headers["x-ratelimit-remaining"];
		if (remaining === void 0) return void 0;
		const limit = Number(headers["x-ratelimit-limit"] ?? everybodys);
		const resetSeconds = Number(headers["x-ratelimit-reset"] ?? windowSeconds);
		return {
			limit,
			remaining: Number(remaining),
			resetSeconds
		};
	},
	answers: (operation, context, statement) => [testCase(HEADERS, async () => operation.answers.flatMap(({ answer, route }) => {
		const { headers } = statement;
		const { name, limit, windowSeconds } = limitOf(answer, route, context, statement);
		const reset = Number(answer.headers["x-ratelimit-reset"]);
		return [
			...headers.flatMap((header) => headerFits(answer, header, /./)),
			...headerIs(answer, "X-RateLimit-Limit", String(limit)),
			...headerIs(answer, "RateLimit-Policy", `"${name}";q=${limit};w=${windowSeconds}`),
			...expectThat(reset > 0 && reset <= windowSeconds, `X-RateLimit-Reset from 1 to ${windowSeconds}`, String(reset))
		];
	}))],
	operation: (operation, context, statement) => [context.target.exclusive ? testCase(COUNTING, () => counting(operation, context, statement)) : {
		name: COUNTING,
		skipped: "others may use the same quota"
	}],
	after(context, statement) {
		const skipped = reasonToSkip(context, largestLimit(context, statement));
		return context.operations.map((operation) => skipped === void 0 ? {
			operation,
			...testCase(REFUSAL, () => refused(operation, context, statement))
		} : {
			operation,
			name: REFUSAL,
			skipped
		});
	},
	nodes: (context, statement) => [sharedLimitCase(NODES, context, {
		...statement,
		refusal: statement.on429.status
	}, countedOperation(context, statement)?.target, reasonToSkip(context, statement.limit))]
});
function isExempt({ route }, { exemptPaths }) {
	return exemptPaths.includes(route.path);
}
function countedOperation({ operations }, statement) {
	return operations.find((one) => one.route.method === "GET" && one.route.kind !== "stream" && !isExempt(one, statement));
}
/** Each request counts one, for its client alone; exempt ones do not count. */
async function counting(operation, context, statement) {
	const { method, kind } = operation.route;
	if (kind === "stream") return OK;
	const client = newClient();
	const ask = (verb) => operation.ask({
		method: verb,
		client
	});
	const remainingIn = ({ headers }) => Number(headers["x-ratelimit-remaining"]);
	const remaining = async (verb) => remainingIn(await ask(verb));
	const first = await ask("OPTIONS");
	const { limit } = limitOf(first, operation.route, context, statement);
	const left = limit - (isExempt(operation, statement) ? 0 : 1);
	const [free] = statement.exemptMethods;
	return [
		...same("requests left to a new client", remainingIn(first), limit),
		...same(`requests left after ${method}`, await remaining(method), left),
		...free === void 0 ? OK : same(`requests left after ${free}`, await remaining(free), left)
	];
}
let clients = 0;
/** An address of a range for tests (RFC 2544) that no other request of a check has. */
function newClient() {
	clients += 1;
	return `198.19.${clients >> 8 & 255}.${clients & 255}`;
}
function reasonToSkip({ target, exhaust }, limit) {
	if (!target.exclusive && !exhaust) return "it would use up the quota of all clients at this address; check with --exhaust";
	return limit > MAX_EXHAUSTION ? `it would take ${limit} requests` : void 0;
}
const exhausted = /* @__PURE__ */ new WeakMap();
/** A client without requests left. All operations share it. */
function exhaustedClient(context, statement) {
	const question = exhausted.get(context) ?? exhaustClient(context, statement);
	exhausted.set(context, question);
	return question;
}
async function exhaustClient(context, statement) {
	const { ask } = context;
	const most = largestLimit(context, statement);
	const question = {
		client: newClient(),
		noRetry: true
	};
	const counted = countedOperation(context, statement);
	if (counted === void 0) return question;
	for (let sent = 0; sent <= most; sent += BATCH) if ((await Promise.all(Array.from({ length: BATCH }, () => ask(counted.target, {
		...question,
		method: "HEAD"
	})))).some(({ status }) => status === statement.on429.status)) break;
	return question;
}
/** A 429 precedes a 304 and every other answer, except to requests that do not count. */
async function refused(operation, context, statement) {
	const { code, header, status } = statement.on429;
	const exempt = isExempt(operation, statement);
	if (operation.route.kind === "stream" && exempt) return OK;
	const askExhausted = async (question) => operation.ask({
		...await exhaustedClient(context, statement),
		...question
	});
	const conditional = {
		headers: { "if-none-match": "*" },
		firstBytes: true
	};
	let answer = await askExhausted(conditional);
	if (exempt) return expectThat(!answer.body.includes(`"${code}"`), `no ${code}`, `status ${answer.status}`);
	if (answer.status !== status) {
		exhausted.delete(context);
		answer = await askExhausted(conditional);
	}
	return [
		...refuses(answer, context, code),
		...headerFits(answer, header, /^[1-9]\d*$/),
		...headerIs(answer, "X-RateLimit-Remaining", "0"),
		...statusIs(await askExhausted({ method: "OPTIONS" }), 204)
	];
}
export { conformance_default as default };

//# sourceMappingURL=conformance.js.map