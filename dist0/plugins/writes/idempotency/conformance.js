import { b as object, c as array, l as boolean, p as int, w as string } from "../../../chunks/zod2.js";
import { t as defineConformance } from "../../../chunks/conformance.js";
import { m as readError } from "../../../chunks/sample.js";
import { C as headerIs, D as statusIs, O as testCase, T as same, k as testLaw, v as OK, w as refuses, x as expectThat } from "../../../chunks/context.js";
import "../../../chunks/key.js";
import { randomUUID } from "node:crypto";
// plugins/writes/idempotency/conformance-nodes.ts
/** Between nodes: a key that one has answered is answered by all, and keys sent to all at once have one effect. */
/** @param isKept whether an answer is repeated. */
async function sharesKeys(operation, { nodes }, { headerName, replayedHeaderName }, isKept) {
	const { route: { method }, target, sample: { request } } = operation;
	const sender = () => {
		const key = { [headerName.toLowerCase()]: `"${randomUUID()}"` };
		const question = {
			...request,
			method,
			headers: {
				...request?.headers,
				...key
			}
		};
		return (node) => node.ask(target, question);
	};
	const [first, ...others] = nodes;
	if (first === void 0) return [];
	const violations = [];
	const send = sender();
	const answer = await send(first);
	if (!isKept(answer)) return [];
	for (const node of others) {
		const again = await send(node);
		violations.push(...headerIs(again, replayedHeaderName, "true"), ...statusIs(again, answer.status), ...headerIs(again, "Location", answer.headers["location"]), ...answer.status < 400 ? same(`the body of ${first.origin}`, String(again.body), String(answer.body)) : []);
	}
	const count = (await Promise.all(nodes.map(sender()))).filter((one) => one.headers[replayedHeaderName.toLowerCase()] === void 0 && readError(one)["code"] !== "idempotency-in-progress").filter(isKept).length;
	return [...violations, ...same(`effects of one key of ${target} at all nodes`, count, 1)];
}
// plugins/writes/idempotency/conformance.ts
/** Each write that takes a key is sent again with the same one, with another request, and with keys that are none. */
const IdempotencyStatement = object({
	headerName: string(),
	replayedHeaderName: string(),
	required: boolean(),
	methods: array(string()),
	supportedEndpoints: array(string()),
	notKept: array(int()),
	maxBodyBytes: int()
});
const REPEATED = "idempotency: repeated";
const REUSED = "idempotency: reused key";
const MALFORMED = "idempotency: malformed key";
const MISSING = "idempotency: missing key";
const NODES = "idempotency: nodes";
const LAW = "a key that one node has answered is answered by all, and has one effect";
const newKey = () => `"${randomUUID()}"`;
let clients = 0;
/** Another client for each case, which stays the same within it: keys are apart for each. */
function newClient() {
	clients += 1;
	return `2001:db8:0:${clients.toString(16)}::1`;
}
function senderOf(operation, request, headerName) {
	const client = newClient();
	return (key, { search, ...rest } = {}) => {
		const headers = {
			...request.headers,
			[headerName.toLowerCase()]: key
		};
		const question = {
			...request,
			client,
			...rest,
			headers
		};
		return search === void 0 ? operation.ask(question) : operation.askWith(search, question);
	};
}
function isKept({ status }, { notKept }) {
	return status < 500 && !notKept.includes(status);
}
function takesKey({ route }, statement) {
	const { supportedEndpoints, methods } = statement;
	return supportedEndpoints.includes(route.path) && methods.includes(route.method) && route.declaration.idempotency === "key";
}
async function repeats(send, statement) {
	const key = newKey();
	const first = await send(key);
	const second = await send(key);
	const { replayedHeaderName, maxBodyBytes } = statement;
	const violations = [...headerIs(first, replayedHeaderName, void 0)];
	if (!isKept(first, statement)) return violations;
	violations.push(...headerIs(second, replayedHeaderName, "true"));
	if (first.body.byteLength > maxBodyBytes) return violations;
	violations.push(...statusIs(second, first.status), ...[
		"Location",
		"ETag",
		"Content-Type"
	].flatMap((name) => headerIs(second, name, first.headers[name.toLowerCase()])), ...first.status < 400 ? same("the body of the first answer", String(second.body), String(first.body)) : OK);
	return violations;
}
/** A body with a space more is another one; where there is none, a query is. */
async function refusesReuse(send, { body }, context, statement) {
	const key = newKey();
	if (!isKept(await send(key), statement)) return OK;
	if (body !== void 0) return refuses(await send(key, { body: `${body} ` }), context, "idempotency-key-reused");
	return statusIs(await send(key, { search: "again=1" }), 400, 422);
}
var conformance_default = defineConformance({
	statement: IdempotencyStatement,
	optional: { "Idempotency-Replayed": "only on repeated answers" },
	covers: {
		supported: [REPEATED],
		headerName: [REPEATED],
		replayedHeaderName: [REPEATED],
		supportedEndpoints: [REPEATED],
		methods: [REPEATED],
		notKept: [REPEATED],
		maxBodyBytes: [REPEATED],
		keyFormat: [MALFORMED],
		required: [MISSING],
		ttlSeconds: { because: "a check cannot wait so long" },
		maxKeysPerClient: { because: "a check does not send so many" },
		reference: { because: "the name of a standard" }
	},
	sends: ({ headerName, required }) => required ? { [headerName.toLowerCase()]: newKey() } : {},
	operation(operation, context, statement) {
		const { headerName, required } = statement;
		if (!takesKey(operation, statement)) return [];
		const { request, skipped } = operation.sample;
		if (request === void 0) return [{
			name: REPEATED,
			skipped: skipped ?? "no request was found that fits the route"
		}];
		const send = senderOf(operation, request, headerName);
		const malformed = async (key, rest) => refuses(await send(key, rest), context, "idempotency-key-malformed");
		return [
			testCase(REPEATED, () => repeats(send, statement)),
			testCase(REUSED, () => refusesReuse(send, request, context, statement)),
			testCase(MALFORMED, async () => [
				...await malformed("\""),
				...await malformed(`"${"k".repeat(256)}"`),
				...await malformed(newKey(), { twice: headerName.toLowerCase() })
			]),
			testCase(MISSING, async () => {
				const without = await operation.ask({
					...request,
					anonymous: true
				});
				if (required) return refuses(without, context, "idempotency-key-missing");
				const isMissed = without.status === 400 && readError(without)["code"] === "idempotency-key-missing";
				return expectThat(!isMissed, "no refusal, as no key is required", "idempotency-key-missing");
			})
		];
	},
	nodes(context, statement) {
		const operations = context.operations.filter((one) => takesKey(one, statement) && one.sample.request !== void 0);
		if (operations.length === 0) return [{
			name: NODES,
			law: LAW,
			skipped: "no write that takes a key could be sent"
		}];
		return [testLaw(NODES, LAW, async () => {
			return (await Array.fromAsync(operations, (operation) => sharesKeys(operation, context, statement, (answer) => isKept(answer, statement)))).flat();
		})];
	}
});
export { conformance_default as default };

//# sourceMappingURL=conformance.js.map