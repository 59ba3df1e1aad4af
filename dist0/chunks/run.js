import { n as requiredScopes, t as guardsOf } from "./sealed-route.js";
import { C as headerIs, D as statusIs, E as sameNames, O as testCase, S as headerFits, T as same, _ as vary, b as describe, c as routesAt, d as creationOf, f as creatorOf, g as remove, h as make, i as outcomeOf, l as sampleAt, m as keysOf, n as needsCredential, o as paramsOf, p as jsonRequest, r as operationName, t as createOperation, v as OK, w as refuses, x as expectThat, y as contentTypeIs } from "./context.js";
import { n as toMilliseconds } from "./duration.js";
import { h as isStreamed } from "./explain-issues.js";
import { i as qualifyRef } from "./relations.js";
import { a as bodiesOf, c as successStatus, m as toJsonSchema } from "./route-keys.js";
import { _ as readLinks, a as misfitOf, d as asObject, f as errorCode, g as readJson, i as mayWrite, m as readError, n as fits, o as misfitQueries, p as isJson, r as isHarmless, s as sampleOf, u as searchOf, v as readObject } from "./sample.js";
import { t as openapiDocument } from "./openapi.js";
import { M as KERNEL_HEADERS } from "./boot.js";
import { a as plannedNames } from "./errors.js";
import { r as responseHeadersOf } from "./response-headers.js";
import { n as withoutCredentials } from "./credentials.js";
import { i as Results, n as IssuedCredentials, r as ConformanceTests, t as pathFinder } from "./parameters.js";
import { s as shapeOf } from "./path.js";
import { r as messageOf } from "./finding.js";
import { i as publishedSchema } from "./json-schemas.js";
import { t as declaredIn } from "./declared.js";
// kernel/check/cases/callers.ts
function callerCases(operation, context) {
	const { route, sample } = operation;
	const { exclusive } = context.target;
	const isAsked = route.policies.some(({ compiled }) => compiled.admit !== void 0);
	const guards = guardsOf(route).length > 0;
	const isRead = route.method === "GET" && !route.document && !UNREAD.has(route.kind);
	const isJournal = route.declaration.list?.journal === true;
	return [...sample.request !== void 0 && (guards || isAsked && exclusive) ? [testCase("strangers", () => strangers$1(operation, context, sample.request ?? {}))] : [], ...isRead && exclusive && !isJournal ? [testCase("callers", () => callers(operation))] : []];
}
/** Kinds whose answers hold no data of a handler, or have no end. */
const UNREAD = /* @__PURE__ */ new Set([
	"redirect",
	"alwaysFails",
	"stream"
]);
/** A route that refuses strangers refuses them at every door, and answers OPTIONS, which browsers send without credentials. */
async function strangers$1(operation, context, request) {
	const { route } = operation;
	const ask = (question) => operation.ask({
		...question,
		anonymous: true
	});
	const answer = await ask({
		...request,
		firstBytes: route.kind === "stream"
	});
	if (!(guardsOf(route).length > 0 ? answer.status >= 400 : isAboutCaller(answer))) return OK;
	const options = await ask({ method: "OPTIONS" });
	const violations = [...statusIs(options, 204), ...headerIs(options, "Allow", route.allow)];
	for (const door of context.doors.filter(({ reads }) => reads === route.ref)) {
		const { target, question } = door.request(paramsOf(operation), request);
		const other = await context.ask(target, {
			...question,
			anonymous: true
		});
		violations.push(...expectThat(!door.opens(other), `no data for strangers, whom ${route.method} ${operation.path} refuses with ${answer.status}`, `data of ${route.ref} from ${describe(other)}`).map((violation) => ({
			...violation,
			hint: GUARD_HINT
		})));
	}
	return violations;
}
const GUARD_HINT = "write guards: true in the policy that refuses strangers";
/** Whether a refusal is about who asks, rather than about the request. */
function isAboutCaller({ status }) {
	return status === 401 || status === 403;
}
let callersSoFar = 0;
/** A caller that no other request of a check comes from. Its mark is in every header that describes it. */
function newCaller() {
	callersSoFar += 1;
	const client = `203.0.113.${callersSoFar % 256}`;
	const mark = `waymark-caller-${callersSoFar}.`;
	return {
		question: {
			client,
			headers: {
				"user-agent": mark,
				cookie: `caller=${mark}`,
				referer: `https://${mark}example`
			}
		},
		marks: [client, mark]
	};
}
/** The marks of callers, their names, and the addresses of all other requests of a check (RFC 2544). */
const MARKS = /(?:198\.1[89]|203\.0)\.\d+\.\d+|waymark-(?:caller|principal)-\d+\./g;
/** No answer holds the mark of another caller, of this case or of any earlier one. */
async function callers(operation) {
	const [first, second] = [newCaller(), newCaller()];
	await operation.ask(first.question);
	const { body, headers } = await operation.ask(second.question);
	const found = (`${Object.values(headers).join("\n")}\n${body.toString("latin1")}`.match(MARKS) ?? []).filter((mark) => !second.marks.includes(mark));
	return expectThat(found.length === 0, "an answer that holds nothing of the callers before", found.slice(0, 3).join(", "));
}
// kernel/check/cases/answers.ts
/** Cases of the answer itself: status, media types and body, by the kind of the route. */
/** A successful answer in each media type of the route. */
function answerCases(operation, context) {
	const { route } = operation;
	const { request, skipped = "", missing } = operation.sample;
	if (missing !== void 0) return [testCase("answer", async () => [missing])];
	if (request === void 0) return [{
		name: "answer",
		skipped
	}];
	const isRead = route.method === "GET";
	const { statuses = [], redirects: toward } = route.declaration;
	const elsewhere = toward === void 0 ? [] : [toward.status];
	const successes = [
		successStatus(route.declaration),
		...statuses,
		...elsewhere
	];
	const refusals = isRead ? [] : declaredRefusals(operation, context);
	const isExpected = (answer) => statusIs(answer, ...successes, ...refusals);
	const answer = testCase("answer", async () => {
		const received = isRead ? await operation.base() : await operation.ask(request);
		const violations = isExpected(received);
		if (violations.length > 0 || !successes.includes(received.status)) return violations;
		if (received.status === 204) return hasNoContent(received);
		if (received.status === toward?.status) return headerFits(received, "Location", /^\//);
		return [
			...typeFits(received, route),
			...lengthFits(received, route),
			...bodyFits(received, operation, context)
		];
	});
	const mediaTypes = testCase("media types", async () => {
		const violations = [];
		const accepting = (accept) => operation.ask({
			...request,
			headers: {
				...request.headers,
				accept
			}
		});
		for (const mediaType of route.mediaTypes) {
			const received = await accepting(mediaType);
			violations.push(...isExpected(received));
			if (successes.includes(received.status) && received.status !== 204) violations.push(...typeFits(received, route, mediaType));
		}
		const [first, second] = route.mediaTypes;
		if (isRead && second !== void 0 && route.kind !== "bytes") violations.push(...contentTypeIs(await accepting(`${first};q=0.2, ${second};q=0.8`), second));
		return violations;
	});
	const hasProfile = isRead && route.schema !== void 0;
	const profile = testCase("profile", () => fitsProfile(operation, context));
	return [
		answer,
		...hasProfile ? [profile] : [],
		mediaTypes
	];
}
/** Bytes may be of a type that cannot be turned into the one which the client prefers. */
function typeFits(answer, { kind, mediaTypes }, mediaType = mediaTypes[0]) {
	const misfits = contentTypeIs(answer, mediaType);
	if (kind !== "bytes") return misfits;
	return mediaTypes.some((one) => contentTypeIs(answer, one).length === 0) ? OK : misfits;
}
/** The length of a stream may be unknown when it begins. */
function lengthFits(answer, { declaration }) {
	if (isStreamed(declaration) && answer.headers["content-length"] === void 0) return OK;
	return headerIs(answer, "Content-Length", String(answer.body.byteLength));
}
/** RFC 9110, sections 8.6 and 15.3.5. */
function hasNoContent(answer) {
	return [
		...headerIs(answer, "Content-Type", void 0),
		...headerIs(answer, "Content-Length", void 0),
		...expectThat(answer.body.byteLength === 0, "no content", `${answer.body.byteLength} bytes`)
	];
}
function declaredRefusals({ route }, { registry }) {
	const { errors = [] } = route.declaration;
	return registry.errors.filter(({ code }) => errors.includes(code)).map(({ status }) => status);
}
function bodyFits(answer, { route }, { validator }) {
	if (!isJson(answer)) return expectThat(answer.body.byteLength > 0, "a body", "an empty body");
	const { returns } = route.declaration;
	const value = readJson(answer);
	if (value === void 0) return [{
		expected: "a body of JSON",
		received: "something else"
	}];
	const misfit = route.schema !== void 0 ? validator.published(route.schema, value) : returns && validator.schema(returns, value);
	const schema = route.schema ?? "its schema";
	const surplus = route.schema === void 0 ? [] : validator.undeclared(route.schema, value);
	return [...bodyIs(schema, misfit), ...expectThat(surplus.length === 0, `only members that ${schema} declares`, surplus.join(", "))];
}
/** The body fits the schema to which the answer links. */
async function fitsProfile(operation, context) {
	const answer = await operation.base();
	const profile = readLinks(answer).header.find(({ rel }) => rel === "profile");
	if (profile === void 0 || answer.status !== 200) return OK;
	const { href } = profile;
	const document = await context.read(href);
	const violations = statusIs(document, 200);
	if (violations.length > 0) return violations;
	const misfit = context.validator.served(href, readJson(document), readJson(answer));
	return bodyIs(`the schema served at ${href}`, misfit);
}
function bodyIs(schema, misfit) {
	return misfit === void 0 ? OK : [{
		expected: `a body that fits ${schema}`,
		received: misfit
	}];
}
async function redirects(operation, { registry }) {
	const { route } = operation;
	const { to = "", status = 308 } = route.declaration.redirect ?? {};
	const search = "kept=a%20b&kept=%2F";
	const [plain, queried] = [await operation.base(), await operation.askWith(search)];
	const target = registry.href(qualifyRef(to, route.plugin), paramsOf(operation)) ?? "";
	return [
		...statusIs(plain, status),
		...statusIs(queried, status),
		...leadsTo(plain, target),
		...leadsTo(queried, `${target}?${search}`)
	];
}
/** Compares Location, which may be absolute behind a proxy. */
function leadsTo(answer, target) {
	return answer.headers["location"]?.replace(/^https?:\/\/[^/]+/, "") === target ? OK : headerIs(answer, "Location", target);
}
async function alwaysFails(operation, context) {
	const { code = "", retryAfter } = operation.route.declaration.alwaysFails ?? {};
	const answer = await operation.ask();
	const seconds = retryAfter === void 0 ? void 0 : String(Math.max(1, Math.ceil(toMilliseconds(retryAfter) / 1e3)));
	return [...refuses(answer, context, code), ...headerIs(answer, "Retry-After", seconds)];
}
/** The first bytes are of the event stream format (WHATWG HTML, section 9.2.5). */
async function streams(operation) {
	const answer = await operation.base();
	const start = answer.body.toString().slice(0, 80);
	return [
		...statusIs(answer, 200),
		...headerIs(answer, "Content-Type", operation.route.mediaTypes[0]),
		...expectThat(/^(?:(?:event|data|id|retry):|:)/.test(start), "lines of an event stream", start)
	];
}
// kernel/check/cases/conditions.ts
/** Describe content, which a 304 does not have (RFC 9110, section 15.4.5). */
const CONTENT_HEADERS = [
	"Content-Type",
	"Content-Length",
	"Content-Encoding",
	"Content-Digest"
];
function conditionCases(operation) {
	const { method, policies, plans, kind } = operation.route;
	if (kind === "redirect" || kind === "alwaysFails" || kind === "stream") return [];
	const isTagged = plans.ok.bodySlots.some(({ name }) => name === "ETag");
	if (method !== "GET" || !isTagged || !policies.some(({ compiled }) => compiled.precondition)) return [];
	return [
		testCase("ETag", async () => {
			const first = await operation.base();
			const changed = headerIs(await operation.ask(), "ETag", first.headers["etag"]);
			const hint = "remove from the body what differs between answers, or declare cache: \"no-store\"";
			return [...headerFits(first, "ETag", /^"[!\x23-\x7e]*"$/), ...changed.map((violation) => ({
				...violation,
				hint
			}))];
		}),
		testCase("304", async () => {
			const { etag = "\"none\"" } = (await operation.base()).headers;
			const lists = [
				etag,
				`W/${etag}`,
				`"another", W/${etag}, "third"`,
				"*"
			];
			const violations = await Array.fromAsync(lists, (list) => notModified(operation, list));
			const other = await operation.ask({ headers: { "if-none-match": "\"another\"" } });
			return [...violations.flat(), ...statusIs(other, 200)];
		}),
		testCase("412", async () => {
			const { etag = "\"none\"" } = (await operation.base()).headers;
			const expected = [
				["\"another\"", 412],
				[`W/${etag}`, 412],
				[`"another", ${etag}`, 200],
				["*", 200]
			];
			return (await Array.fromAsync(expected, async ([condition, status]) => statusIs(await operation.ask({ headers: { "if-match": condition } }), status))).flat();
		})
	];
}
/** A 304 with the headers of the 200, without those that describe content. */
async function notModified(operation, condition) {
	const full = await operation.base();
	const answer = await operation.ask({ headers: { "if-none-match": condition } });
	const violations = statusIs(answer, 304);
	if (violations.length > 0) return violations;
	return [
		...[
			"ETag",
			"Vary",
			"Cache-Control"
		].flatMap((name) => headerIs(answer, name, full.headers[name.toLowerCase()])),
		...CONTENT_HEADERS.flatMap((name) => headerIs(answer, name, void 0)),
		...expectThat(answer.body.length === 0, "no content", `${answer.body.length} bytes`)
	];
}
// kernel/check/cases/input.ts
/** Queries that the route's schema refuses. List parameters are tested by the list engine's conformance test. */
function queryCases(operation, context) {
	const { query } = operation.route.declaration;
	if (query === void 0) return [];
	return [testCase("400 query", async () => {
		const searches = misfitQueries(query).map(searchOf);
		return (await Array.fromAsync([...searches, "broken=%zz"], async (search) => refuses(await operation.askAt(`${operation.path}?${search}`), context, "bad-request"))).flat();
	})];
}
/** Bodies of a wrong size, type, coding, form and content. */
function bodyCases(operation, context) {
	const bodies = Object.entries(bodiesOf(operation.route.declaration));
	const types = bodies.map(([type]) => type);
	const [type] = types;
	if (type === void 0) return [];
	const send = async (code, headers, text) => refuses(await operation.ask({
		headers,
		body: text
	}), context, code);
	const misfits = bodies.flatMap(([mediaType, schema]) => misfitsOf(mediaType, schema));
	return [
		testCase("413", async () => [...await tooLarge(operation, context, type), ...await tooManyValues(operation, context, type)]),
		testCase("415", async () => [
			...await wrongType(operation, context, types),
			...await send("unsupported-media-type", {}, "{}"),
			...await send("unsupported-media-type", {
				"content-type": type,
				"content-encoding": "gzip"
			}, "{}")
		]),
		testCase("400 body", async () => {
			const texts = types.flatMap((one) => [
				"{",
				"",
				"\"\\ud8\"",
				"[1,]"
			].map((text) => [one, text]));
			return (await Array.fromAsync(texts, ([one = "", text = ""]) => send("bad-request", { "content-type": one }, text))).flat();
		}),
		misfits.length === 0 ? {
			name: "422",
			skipped: "its schema accepts all samples that were tried"
		} : testCase("422", async () => {
			return (await Array.fromAsync(misfits, async ([mediaType, value]) => {
				const answer = await operation.ask(jsonRequest(mediaType, value));
				const refused = refuses(answer, context, "unprocessable-content");
				return refused.length > 0 ? refused : pointsInto(answer, value);
			})).flat();
		})
	];
}
/** Values that a schema refuses: one of another kind, and a fitting one with a member more. */
function misfitsOf(mediaType, schema) {
	const misfit = misfitOf(schema);
	const surplus = {
		...asObject(sampleOf(schema)),
		"waymark-check-unknown": 1
	};
	return [...misfit === void 0 ? [] : [[mediaType, misfit.value]], ...fits(schema, surplus) ? [] : [[mediaType, surplus]]];
}
/** Each problem has a pointer to a value of the body, or to a member that its object lacks (RFC 6901). */
function pointsInto(answer, body) {
	const { errors } = readError(answer);
	const pointers = (Array.isArray(errors) ? errors : []).map((one) => asObject(one)["pointer"]);
	const lost = pointers.filter((pointer) => !leadsInto(pointer, body));
	return expectThat(pointers.length > 0 && lost.length === 0, `an entry for each problem, with a pointer into the body, from ${describe(answer)}`, pointers.length === 0 ? "no entry" : `the pointer ${JSON.stringify(lost[0])}`);
}
function leadsInto(pointer, body) {
	if (typeof pointer !== "string" || !/^(?:\/[^/]*)*$/.test(pointer)) return false;
	const tokens = pointer.split("/").slice(1);
	let value = body;
	for (const token of tokens) {
		if (typeof value !== "object" || value === null) return false;
		value = Reflect.get(value, token.replaceAll("~1", "/").replaceAll("~0", "~"));
	}
	return true;
}
/** 415 says which types are taken, as OPTIONS does (RFC 5789, section 3.1). */
async function wrongType(operation, context, types) {
	const answer = await operation.ask({
		headers: { "content-type": "text/plain" },
		body: "{}"
	});
	const options = await operation.ask({ method: "OPTIONS" });
	const header = {
		POST: "Accept-Post",
		PATCH: "Accept-Patch"
	}[operation.route.method];
	return [...refuses(answer, context, "unsupported-media-type"), ...header === void 0 ? [] : [answer, options].flatMap((one) => headerIs(one, header, types.join(", ")))];
}
function bodyLimits({ route: { policies } }) {
	return {
		bytes: Math.min(...policies.map(({ compiled }) => compiled.maxBodyBytes ?? Infinity)),
		values: Math.min(...policies.map(({ compiled }) => compiled.maxBodyValues ?? Infinity))
	};
}
/** A list of as many values as are allowed is one too many, unless its bytes are. */
async function tooManyValues(operation, context, type) {
	const { bytes, values } = bodyLimits(operation);
	if (2 * values >= bytes) return OK;
	const body = `[${"0,".repeat(values - 1)}0]`;
	const answer = await operation.ask({
		headers: { "content-type": type },
		body
	});
	return refuses(answer, context, "payload-too-large");
}
/** Refused by the announced length, and by the length sent. */
async function tooLarge(operation, context, type) {
	const { bytes: limit } = bodyLimits(operation);
	if (!Number.isFinite(limit)) return OK;
	const announced = await operation.ask({
		headers: {
			"content-type": type,
			"content-length": String(limit + 1)
		},
		withoutBody: true
	});
	const violations = refuses(announced, context, "payload-too-large");
	if (!context.target.exclusive) return violations;
	const sent = await operation.ask({
		headers: {
			"content-type": type,
			"transfer-encoding": "chunked"
		},
		body: " ".repeat(limit + 1)
	});
	return [...violations, ...refuses(sent, context, "payload-too-large")];
}
// kernel/check/cases/languages.ts
function languageCases(operation) {
	const { languages = [] } = operation.route.declaration;
	const [first = ""] = languages;
	if (operation.route.method !== "GET" || first === "") return [];
	const expected = [...languages.flatMap((language) => [
		[language, language],
		[`${first};q=0.2, ${language}`, language],
		[`tlh, ${language};q=0.3`, language]
	]), ...[
		"",
		"tlh",
		"*",
		"not a language;;q=x"
	].map((header) => [header, first])];
	return [testCase("languages", async () => {
		return (await Array.fromAsync(expected, async ([header, language]) => {
			const answer = await operation.ask({ headers: { "accept-language": header } });
			return [...statusIs(answer, 200), ...headerIs(answer, "Content-Language", language)];
		})).flat();
	})];
}
// kernel/check/cases/links.ts
function linkCases(operation, context) {
	return [testCase("links", async () => {
		const sources = /* @__PURE__ */ new Map();
		for (const { answer } of operation.answers) {
			const { header, body } = readLinks(answer);
			for (const { href, rel } of [...header, ...body]) {
				if (rel === "self" && answer.status >= 400) continue;
				if (!sources.has(href)) sources.set(href, `${rel} of ${describe(answer)}`);
			}
		}
		return (await Array.fromAsync(sources, ([href, source]) => leadsSomewhere(href, source, context))).flat();
	})];
}
/** The link's target answers below 400, except where its route declares otherwise. */
async function leadsSomewhere(href, source, context) {
	const path = localPath(href, context);
	if (path === void 0) return OK;
	const routes = routesAt(path, context.registry);
	const readable = routes.find(({ method, kind }) => method === "GET" && kind !== "alwaysFails");
	const needsMore = readable === void 0 || readable.declaration.query !== void 0 || requiredScopes(readable) !== void 0 && !context.target.exclusive;
	const method = routes.length > 0 && needsMore ? "OPTIONS" : "HEAD";
	const { status } = await context.read(path, method);
	return expectThat(status < 400, `status below 400 at ${href}, the ${source}`, `status ${status} to ${method}`);
}
/** Path and query of a link to the server itself; undefined for other links. */
function localPath(href, { registry, target }) {
	const origin = [target.origin, registry.baseUrl].find((one) => href.startsWith(`${one}/`)) ?? "";
	const path = href.slice(origin.length);
	return path.startsWith("/") ? path.split("#", 1)[0] : void 0;
}
// kernel/check/cases/reachable.ts
const reachedByContext = /* @__PURE__ */ new WeakMap();
/** Redirects are other names of routes, and nothing is reached where nothing sends the links of the root. */
function reachableCases({ route }, context) {
	if (route.method !== "GET" || route.site || route.kind === "redirect") return [];
	const root = context.operations.find((one) => showsRootLinks(one.route, context.registry));
	if (root === void 0) return [];
	return [testCase("reachable", async () => {
		const reached = reachedByContext.get(context) ?? follow(root, context);
		reachedByContext.set(context, reached);
		if ((await reached).has(route)) return OK;
		return [{
			expected: `links that lead from ${root.path} to it`,
			received: "none",
			hint: "add publish: { rootLink: \"…\" } to the route, or a relation that leads to it; a list leads to its items with list.relations: { item: { to: \"…\", with: { … } } }"
		}];
	})];
}
/** Whether the route's own answers have the links of the root. */
function showsRootLinks({ policies, computed }, { rootLinks }) {
	const sendsLinks = policies.some(({ compiled }) => Object.hasOwn(compiled.members?.("ok") ?? {}, "_links"));
	const names = Object.keys(rootLinks);
	const links = computed();
	return sendsLinks && names.length > 0 && names.every((name) => links[name] === rootLinks[name]);
}
/** The routes that links lead to, beginning with the root's, through one answer of each. */
async function follow(root, context) {
	const reached = /* @__PURE__ */ new Set([root.route]);
	for (const route of reached) {
		const operation = context.operations.find((one) => one.route === route);
		if (operation === void 0) continue;
		const { header, body } = readLinks(await operation.base());
		for (const { href } of [...header, ...body]) {
			const path = localPath(href, context);
			const routes = path === void 0 ? [] : routesAt(path, context.registry);
			for (const one of routes) if (one.method === "GET") reached.add(one);
		}
	}
	return reached;
}
// kernel/check/cases/write-resource.ts
/**
* Runs a part of a case on a resource that was made for it, and removes that. Where none can be made, the one that was
* found is used, unless the route removes it.
*/
async function withResource(operation, context, act) {
	const creation = creationOf(operation, context);
	const made = creation && await make(context.registry, creation.route, creation.path, context.ask);
	if (made?.path === void 0) return operation.route.method === "DELETE" ? OK : act(operation.path);
	return removeAfter(made.path, context, await act(made.path));
}
async function removeAfter(path, context, violations) {
	await remove(path, context);
	return violations;
}
/** The representation without a coding. */
function readState(path, { ask }) {
	return ask(path, { headers: { "accept-encoding": "identity" } });
}
/** Nothing is another than it was before: neither status, nor tag, nor bytes. */
async function unchanged(before, path, context, by = "a refused write") {
	const after = await readState(path, context);
	if (before.headers["etag"] === void 0) return statusIs(after, before.status);
	return [...expectThat(after.status === before.status && after.body.equals(before.body), `the same answer from ${describe(after)} before and after ${by}`, `status ${after.status}: ${after.body.toString().slice(0, 100)}`), ...headerIs(after, "ETag", before.headers["etag"])];
}
/** A request of the operation that fits the resource at a path. */
function requestAt(path, { route, sample }, context) {
	return sampleAt(path, route, context).request ?? sample.request ?? {};
}
function isSuccess({ status }) {
	return status < 300;
}
/** Statuses of a request that fits: successes, and refusals that the handler declares. */
function answersTo({ route: { declaration } }, { registry }) {
	const codes = registry.errors.filter(({ code }) => declaration.errors?.includes(code));
	return [
		successStatus(declaration),
		...declaration.statuses ?? [],
		...declaration.redirects === void 0 ? [] : [declaration.redirects.status],
		...codes.map(({ status }) => status)
	];
}
// kernel/check/cases/write-changes.ts
const MERGE_PATCH = "application/merge-patch+json";
const JSON_PATCH = "application/json-patch+json";
/** Changes of one member each, which the schema of the body takes, and at last the sample. */
function changesAt(path, current, operation, context) {
	const { route } = operation;
	const keys = Object.values(keysOf(context.registry, route));
	const sample = requestAt(path, operation, context);
	const read = context.registry.route(route.represents ?? "")?.declaration.returns;
	return [...Object.entries(bodiesOf(route.declaration)).flatMap(([type, schema]) => {
		if (read === void 0) return [];
		const isPatch = route.method === "PATCH";
		const whole = isPatch ? membersOf(current) : readObject({ body: Buffer.from(sample.body ?? "") });
		return Object.keys(whole).filter((name) => !keys.includes(name)).flatMap((name) => {
			const changed = vary(isPatch ? read : schema, whole, [name], NTH);
			return (isPatch ? patchesOf(type, name, changed?.[name]) : [changed]).filter((body) => body !== void 0 && fits(schema, body)).map((body) => jsonRequest(type, body));
		});
	}), sample];
}
/** Added to numbers, dates and texts. */
const NTH = 7;
function patchesOf(type, name, value) {
	if (value === void 0) return [];
	if (type === "application/merge-patch+json") return [{ [name]: value }];
	if (type !== "application/json-patch+json") return [];
	return [[{
		op: "replace",
		path: `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`,
		value
	}]];
}
/** Without those that policies add. */
function membersOf(current) {
	const members = Object.entries(readObject(current));
	return Object.fromEntries(members.filter(([name]) => !name.startsWith("_")));
}
// kernel/check/cases/write-conditions.ts
/** With a condition in place of the one that the sample may have. */
function under(request, condition) {
	const { "if-match": _, ...headers } = request.headers ?? {};
	return {
		...request,
		headers: {
			...headers,
			...condition
		}
	};
}
function conditionCase(operation, context) {
	return testCase("write: conditions", () => withResource(operation, context, async (path) => {
		const before = await readState(path, context);
		if (before.status !== 200) return statusIs(before, 200);
		const request = requestAt(path, operation, context);
		const ask = (condition) => operation.askAt(path, under(request, condition));
		const { etag } = before.headers;
		const refused = [
			{ "if-match": "\"another\"" },
			{ "if-none-match": "*" },
			{
				"if-match": "*",
				"if-none-match": "*"
			},
			...etag === void 0 ? [] : [{ "if-match": `W/${etag}` }, { "if-none-match": `"another", ${etag}` }]
		];
		for (const condition of refused) {
			const violations = [...refuses(await ask(condition), context, "precondition-failed"), ...await unchanged(before, path, context)];
			if (violations.length > 0) return violations;
		}
		return accepted(operation, context, path, request);
	}));
}
/** Each of these holds for the state that it is sent for; a route that removes can try one. */
async function accepted(operation, context, path, request) {
	const forms = [
		(tag) => `"another", ${tag}`,
		(tag) => tag,
		() => "*"
	];
	const tried = operation.route.method === "DELETE" ? forms.slice(0, 1) : forms;
	for (const form of tried) {
		const { etag = "*" } = (await readState(path, context)).headers;
		const condition = { "if-match": etag === "*" ? etag : form(etag) };
		const answer = await operation.askAt(path, under(request, condition));
		const violations = statusIs(answer, ...answersTo(operation, context));
		if (violations.length > 0) return violations;
	}
	return OK;
}
/** RFC 6585, section 3. */
function requiredConditionCase(operation, context) {
	return testCase("write: required condition", () => withResource(operation, context, async (path) => {
		const before = await readState(path, context);
		const answer = await operation.askAt(path, under(requestAt(path, operation, context), {}));
		return [...refuses(answer, context, "precondition-required"), ...await unchanged(before, path, context)];
	}));
}
/** Writers that name the same state at the same time. */
const WRITERS = 8;
function concurrentCase(operation, context) {
	return testCase("write: concurrent", () => withResource(operation, context, async (path) => {
		const before = await readState(path, context);
		const { etag } = before.headers;
		if (etag === void 0 || before.status !== 200) return OK;
		for (const change of changesAt(path, before, operation, context)) {
			const request = under(change, { "if-match": etag });
			const answers = await Promise.all(Array.from({ length: WRITERS }, () => operation.askAt(path, request)));
			if ((await readState(path, context)).headers["etag"] !== etag || answers.some(isLost)) return oneWins(answers);
		}
		return OK;
	}));
}
function isLost({ status }) {
	return status === 412;
}
function oneWins(answers) {
	const [first, ...winners] = answers.filter(isSuccess);
	const others = answers.filter((answer) => !isSuccess(answer));
	return [...expectThat(first !== void 0 && winners.length === 0, `one of ${WRITERS} writers with the same If-Match to succeed`, `${answers.length - others.length} have`).map((violation) => ({
		...violation,
		hint: ONE_TRANSACTION
	})), ...others.flatMap((answer) => statusIs(answer, 412, 404))];
}
const ONE_TRANSACTION = "read and write in one transaction: with tables of the store, or transaction: true, it is the kernel's";
// kernel/check/cases/write-patches.ts
function patchCases(operation, context) {
	const { route } = operation;
	const { [MERGE_PATCH]: merge, [JSON_PATCH]: operations } = bodiesOf(route.declaration);
	if (route.method !== "PATCH") return [];
	return [...merge !== void 0 && fits(merge, {}) ? [testCase("write: merge patch", () => mergePatch(operation, context))] : [], ...operations !== void 0 && fits(operations, CONFLICTS.test) ? [testCase("write: JSON patch", () => jsonPatch(operation, context))] : []];
}
const ABSENT = "/waymark-check-absent";
/** Operations that apply to no resource. */
const CONFLICTS = {
	test: [{
		op: "test",
		path: "",
		value: { "waymark-check": "another resource" }
	}],
	remove: [{
		op: "remove",
		path: ABSENT
	}],
	copy: [{
		op: "copy",
		from: ABSENT,
		path: ABSENT
	}]
};
/** A condition, for routes that require one. */
function conditionOf({ route }) {
	return route.declaration.preconditions === "required" ? { "if-match": "*" } : {};
}
async function send(operation, path, type, body) {
	const request = jsonRequest(type, body);
	const headers = {
		...request.headers,
		...conditionOf(operation)
	};
	return operation.askAt(path, {
		...request,
		headers
	});
}
/** A patch of one member leaves the others as they are, and an empty one all. */
function mergePatch(operation, context) {
	return withResource(operation, context, async (path) => {
		const before = await readState(path, context);
		const empty = await send(operation, path, MERGE_PATCH, {});
		const violations = statusIs(empty, ...answersTo(operation, context));
		if (violations.length > 0) return violations;
		for (const change of changesAt(path, before, operation, context)) {
			if (change.headers?.["content-type"] !== "application/merge-patch+json") continue;
			const patch = readObject({ body: Buffer.from(change.body ?? "") });
			if (Object.keys(patch).length === 0) continue;
			if (isSuccess(await send(operation, path, MERGE_PATCH, patch))) return onlyChanged(patch, before, await readState(path, context));
		}
		return OK;
	});
}
/** Members that the patch does not name are still there; their values may follow from others. */
function onlyChanged(patch, before, after) {
	const left = readObject(after);
	const lost = Object.keys(readObject(before)).filter((name) => left[name] === void 0 && patch[name] === void 0);
	return expectThat(after.status === 200 && lost.length === 0, `a resource with all of its members after a patch of ${Object.keys(patch).join(", ")}`, after.status === 200 ? `one without ${lost.join(", ")}` : `status ${after.status}`);
}
/** A patch that does not apply is 409 with the index of the operation, and the operations before it are undone. */
function jsonPatch(operation, context) {
	return withResource(operation, context, async (path) => {
		const before = await readState(path, context);
		const first = changesAt(path, before, operation, context).filter(({ headers }) => headers?.["content-type"] === JSON_PATCH).map(({ body = "[]" }) => JSON.parse(body)).find((operations) => operations.length > 0);
		for (const conflict of Object.values(CONFLICTS)) {
			const operations = [...first ?? [], ...conflict];
			const answer = await send(operation, path, JSON_PATCH, operations);
			const violations = [
				...statusIs(answer, 409),
				...namesOperation(answer, operations.length - 1),
				...await unchanged(before, path, context, "a patch that does not apply")
			];
			if (violations.length > 0) return violations;
		}
		return OK;
	});
}
function namesOperation(answer, index) {
	const { errors } = readError(answer);
	const pointers = (Array.isArray(errors) ? errors : []).map((one) => asObject(one)["pointer"]);
	return expectThat(pointers.some((one) => new RegExp(`^/${index}(?:/|$)`).test(String(one))), `the pointer /${index} of the operation that does not apply, from ${describe(answer)}`, pointers.length === 0 ? "no pointer" : pointers.join(", "));
}
// kernel/check/cases/write-refusals.ts
/** At the collection that a request adds to, or at a resource of its own. */
function onTarget(operation, context, act) {
	return operation.route.creates === void 0 ? withResource(operation, context, act) : act(operation.path);
}
/** A stranger is refused at every door, and nothing changes: neither the resource, nor the collection it would be in. */
function strangers(operation, context) {
	const { route } = operation;
	return onTarget(operation, context, async (path) => {
		const before = await readState(path, context);
		const [change] = changesAt(path, before, operation, context);
		const request = change ?? requestAt(path, operation, context);
		const violations = [...(await askAsStranger(operation, context, path, request)).flatMap(({ status }) => expectThat(status >= 400, "a refusal of strangers", `status ${status}`)), ...await unchanged(before, path, context)];
		const params = paramsOf({
			route,
			path
		});
		for (const door of context.doors.filter(({ reads }) => reads === route.ref)) {
			const { target, question } = door.request(params, request);
			const other = await context.ask(target, {
				...question,
				anonymous: true
			});
			const by = `${describe(other)} by a stranger`;
			violations.push(...await unchanged(before, path, context, by));
		}
		return violations;
	});
}
/** The answers to the request, or to several that would each make another resource. */
async function askAsStranger(operation, { registry }, path, request) {
	const answers = [];
	const ask = async (target, question) => {
		const answer = await operation.askAt(target, {
			...question,
			anonymous: true
		});
		answers.push(answer);
		return answer;
	};
	if (operation.route.creates === void 0) await ask(path, request);
	else await make(registry, operation.route, path, ask);
	return answers;
}
/** Requests that do not fit change nothing. */
function refused(operation, context) {
	const { headers = {} } = operation.sample.request ?? {};
	const type = headers["content-type"];
	const act = async (path) => {
		const before = await readState(path, context);
		const request = requestAt(path, operation, context);
		const questions = [
			{
				...request,
				headers: {
					...request.headers,
					accept: "waymark/none"
				}
			},
			{
				...request,
				headers: {
					...request.headers,
					"if-match": "\"another\""
				}
			},
			...type === void 0 ? [] : [
				{
					...request,
					headers: {
						...headers,
						"content-type": "text/plain"
					}
				},
				{
					...request,
					body: "{"
				},
				{
					...request,
					body: JSON.stringify(["🧭 misfit"])
				}
			]
		];
		for (const question of questions) {
			if (isSuccess(await operation.askAt(path, question))) return OK;
			const violations = await unchanged(before, path, context);
			if (violations.length > 0) return violations;
		}
		return OK;
	};
	return onTarget(operation, context, act);
}
// kernel/check/cases/write-statuses.ts
/** Of the connection, the parser and the target, which any request may be refused with: not of a route. */
const OF_ANY = [
	308,
	408,
	414,
	431
];
const documents = /* @__PURE__ */ new WeakMap();
function namedStatuses(route, registry) {
	const { method, path, declaration, answersAs } = route;
	const document = documents.get(registry) ?? asObject(openapiDocument(registry));
	documents.set(registry, document);
	const operation = asObject(asObject(asObject(document["paths"])[path])[method.toLowerCase()]);
	const described = Object.keys(asObject(operation["responses"])).map(Number);
	const codes = registry.errors.filter(({ code }) => declaration.errors?.includes(code));
	return /* @__PURE__ */ new Set([
		...OF_ANY,
		...described.filter((status) => !Number.isNaN(status)),
		...codes.map(({ status }) => status),
		successStatus(declaration),
		...declaration.statuses ?? [],
		...answersAs === void 0 ? [] : [204]
	]);
}
// kernel/check/cases/writes.ts
/** Kinds of routes without a handler. */
const UNHANDLED = /* @__PURE__ */ new Set([
	"redirect",
	"alwaysFails",
	"stream"
]);
function writeCases(operation, context) {
	const { route, sample } = operation;
	if (route.method === "GET" || UNHANDLED.has(route.kind) || sample.request === void 0) return [];
	const { represents, answersAs, creates, method, declaration } = route;
	const isRepresentation = answersAs !== void 0 && creates === void 0;
	const honorsMinimal = answersAs !== void 0 && readsHeaderOf(operation, "prefer");
	const isGuarded = guardsOf(route).length > 0 && !isHarmless(route);
	const isResource = represents !== void 0 && creatorOf(context.registry, route) !== void 0;
	const removes = method === "DELETE" && isResource;
	return [
		...creates === void 0 ? [] : [testCase("write: created", () => created(operation, context))],
		...isRepresentation ? [testCase("write: representation", () => represented(operation, context))] : [],
		...honorsMinimal ? [testCase("write: minimal", () => minimal(operation, context))] : [],
		...represents === void 0 ? [] : [conditionCase(operation, context), concurrentCase(operation, context)],
		...declaration.preconditions === "required" ? [requiredConditionCase(operation, context)] : [],
		...patchCases(operation, context),
		...removes ? [testCase("write: removed", () => removed(operation, context))] : [],
		...isGuarded ? [testCase("write: strangers", () => strangers(operation, context))] : [],
		...isHarmless(route) ? [] : [testCase("write: refused", () => refused(operation, context))],
		testCase("write: statuses", async () => statuses(operation, context))
	];
}
function readsHeaderOf({ route: { policies } }, name) {
	return policies.some(({ policy, compiled }) => (compiled.reads ?? Object.keys(policy.reads ?? {})).includes(name));
}
/** 201 with Location, whose route answers with what was sent back (RFC 9110, section 15.3.2). */
async function created(operation, context) {
	const { route, path } = operation;
	const made = await make(context.registry, route, path, operation.askAt, IDENTITY);
	if (made.missing !== void 0) return [{
		expected: "201 with Location",
		received: made.missing,
		hint: EXAMPLES
	}];
	const next = await readState(made.path, context);
	const violations = [...statusIs(next, 200), ...route.answersAs === void 0 ? [] : sameRepresentation(made.answer, next)];
	return removeAfter(made.path, context, violations);
}
const EXAMPLES = "add examples to the schema of the body, with values that the handler takes";
const IDENTITY = { "accept-encoding": "identity" };
/** The tag and the bytes of the next read, so that the client need not read. */
function sameRepresentation(answer, next) {
	return [...headerIs(answer, "ETag", next.headers["etag"]), ...expectThat(answer.body.equals(next.body), `from ${describe(answer)} the ${next.body.byteLength} bytes that the next GET has`, `${answer.body.byteLength} other bytes: ${answer.body.toString().slice(0, 100)}`)].map((violation) => ({
		...violation,
		hint: AS_READ
	}));
}
const AS_READ = "return from the handler what the route that reads returns: the same members, values and order";
function represented(operation, context) {
	return withResource(operation, context, async (path) => {
		const answer = await write(operation, context, path, IDENTITY);
		if (!isSuccess(answer)) return statusIs(answer, ...answersTo(operation, context));
		const next = await readState(path, context);
		return [...statusIs(next, 200), ...sameRepresentation(answer, next)];
	});
}
async function write(operation, context, path, headers) {
	const request = requestAt(path, operation, context);
	return operation.askAt(path, {
		...request,
		headers: {
			...request.headers,
			...headers
		}
	});
}
/** RFC 7240, section 4.2. */
async function minimal(operation, context) {
	const headers = {
		...IDENTITY,
		prefer: "return=minimal"
	};
	const { route } = operation;
	const check = async (answer, path) => {
		const next = await readState(path, context);
		return [
			...headerIs(answer, "ETag", next.headers["etag"]),
			...headerIs(answer, "Preference-Applied", "return=minimal"),
			...headerIs(answer, "Content-Type", void 0),
			...expectThat(answer.body.byteLength === 0, "no content", `${answer.body.byteLength} bytes`)
		];
	};
	if (route.creates !== void 0) {
		const made = await make(context.registry, route, operation.path, operation.askAt, headers);
		if (made.missing !== void 0) return OK;
		return removeAfter(made.path, context, await check(made.answer, made.path));
	}
	return withResource(operation, context, async (path) => {
		const answer = await write(operation, context, path, headers);
		if (!isSuccess(answer)) return statusIs(answer, ...answersTo(operation, context));
		return [...statusIs(answer, 204), ...await check(answer, path)];
	});
}
/** Gone for the next read and the next removal. */
function removed(operation, context) {
	const { declaration } = operation.route;
	const isGone = context.registry.errors.filter(({ code }) => declaration.errors?.includes(code)).some(({ status }) => status === 404);
	return withResource(operation, context, async (path) => {
		const answer = await write(operation, context, path, {});
		if (!isSuccess(answer)) return statusIs(answer, ...answersTo(operation, context));
		const next = await readState(path, context);
		const again = await write(operation, context, path, { "if-match": "" });
		return [...statusIs(next, 404, 410), ...isGone ? statusIs(again, 404, 412) : []];
	});
}
/** Every status is one that the route declares, or that OpenAPI names. */
function statuses(operation, { registry }) {
	const { answers, route } = operation;
	const named = namedStatuses(route, registry);
	return answers.filter(({ answer, route: of }) => of === route && answer.method === route.method && !named.has(answer.status)).map(({ answer }) => ({
		expected: `one of the statuses that OpenAPI names: ${[...named].toSorted().join(", ")}`,
		received: `status ${answer.status} from ${describe(answer)}`,
		hint: "add the error to the errors of the route, or the status to its statuses"
	}));
}
// kernel/check/cases/protocol.ts
/** Headers of the moment and of the connection. Conformance tests add those of their policies. */
const VOLATILE = /* @__PURE__ */ new Set([
	"date",
	"connection",
	"keep-alive",
	"transfer-encoding"
]);
/** HEAD has the headers of GET and no content (RFC 9110, section 9.3.2). */
async function head(operation, { volatile }) {
	const full = await operation.base();
	const answer = await operation.ask({ method: "HEAD" });
	const unstable = full.headers["etag"] === void 0 ? "content-length" : void 0;
	const moving = operation.route.declaration.list?.journal === true ? "link" : void 0;
	const names = Object.keys({
		...full.headers,
		...answer.headers
	}).filter((name) => !VOLATILE.has(name) && !volatile.has(name) && name !== unstable && name !== moving);
	return [
		...statusIs(answer, full.status),
		...names.flatMap((name) => headerIs(answer, name, full.headers[name])),
		...expectThat(answer.body.length === 0, "no content", `${answer.body.length} bytes`)
	];
}
async function options(operation) {
	const answer = await operation.ask({ method: "OPTIONS" });
	return [...statusIs(answer, 204), ...headerIs(answer, "Allow", operation.route.allow)];
}
/** A method of HTTP that the path does not allow. */
function foreignMethod({ route }) {
	const allowed = new Set(route.allow.split(", "));
	return [
		"DELETE",
		"PUT",
		"PATCH",
		"POST",
		"GET"
	].find((name) => !allowed.has(name)) ?? "TRACE";
}
/** Each form of errors can be chosen with Accept and fits its schema. */
async function errorForms(operation, { validator }) {
	const violations = [];
	const { errorForms: forms, declaration } = operation.route;
	for (const { mediaType, schema } of forms) {
		const answer = Object.keys(bodiesOf(declaration)).length === 0 ? await operation.ask({
			method: foreignMethod(operation),
			headers: { accept: mediaType }
		}) : await operation.ask({
			headers: {
				accept: mediaType,
				"content-type": "text/plain"
			},
			body: ""
		});
		violations.push(...contentTypeIs(answer, mediaType));
		if (schema === void 0 || !isJson(answer)) continue;
		const received = validator.published(schema, readJson(answer));
		if (received !== void 0) violations.push({
			expected: `an error that fits ${schema}`,
			received
		});
		violations.push(...same("its status", readError(answer)["status"], answer.status));
	}
	return violations;
}
async function notAllowed(operation, context) {
	const answer = await operation.ask({ method: foreignMethod(operation) });
	return [...refuses(answer, context, "method-not-allowed"), ...headerIs(answer, "Allow", operation.route.allow)];
}
/** Every media type excluded by name (RFC 9110, section 12.5.1). */
async function notAcceptable(operation, context) {
	const { request } = operation.sample;
	if (request === void 0) return OK;
	const accept = [...new Set(operation.route.mediaTypes.map((type) => type.split(";", 1)[0]))].map((type) => `${type};q=0`).join(", ");
	const answer = await operation.ask({
		...request,
		headers: {
			...request.headers,
			accept
		}
	});
	return refuses(answer, context, "not-acceptable");
}
/** A resource that does not exist, also by names that every JavaScript object has. */
async function notFound(operation, context) {
	const { declaration, pattern, ref } = operation.route;
	const { registry } = context;
	const declares404 = registry.errors.some(({ code, status }) => status === 404 && declaration.errors?.includes(code));
	const { request } = operation.sample;
	const makes = operation.route.method === "PUT" && declaration.statuses?.includes(201) === true;
	if (!declares404 || request === void 0 || makes) return OK;
	return (await Array.fromAsync([
		"no-such-resource",
		"__proto__",
		"constructor"
	], async (value) => {
		const params = Object.fromEntries(pattern.params.map((name) => [name, value]));
		const path = registry.href(ref, params) ?? "";
		const target = operation.target.replace(operation.path, path);
		const there = sampleAt(path, operation.route, context).request ?? request;
		const isConditional = there.headers?.["if-match"] !== void 0;
		return statusIs(await operation.askAt(target, there), isConditional ? 412 : 404);
	})).flat();
}
/** The path without the slash is the only form; the query is kept. */
async function trailingSlash(operation) {
	const answer = await operation.askAt(`${operation.path}/?kept=1`);
	return [...statusIs(answer, 308), ...leadsTo(answer, `${operation.path}?kept=1`)];
}
// kernel/check/cases/index.ts
function routeCases(operation, context) {
	const { route } = operation;
	return [
		...kindCases(operation, context),
		...route.method === "GET" ? [testCase("HEAD", () => head(operation, context))] : [],
		...route.mediaTypes.length > 0 ? [testCase("406", () => notAcceptable(operation, context))] : [],
		testCase("OPTIONS", () => options(operation)),
		testCase("405", () => notAllowed(operation, context)),
		testCase("error forms", () => errorForms(operation, context)),
		...route.pattern.params.length > 0 ? [testCase("404", () => notFound(operation, context))] : [],
		...operation.path.length > 1 ? [testCase("trailing slash", () => trailingSlash(operation))] : [],
		...queryCases(operation, context),
		...bodyCases(operation, context),
		...conditionCases(operation),
		...callerCases(operation, context),
		...languageCases(operation),
		...linkCases(operation, context),
		...reachableCases(operation, context),
		...writeCases(operation, context)
	];
}
function kindCases(operation, context) {
	switch (operation.route.kind) {
		case "redirect": return [testCase("redirect", () => redirects(operation, context))];
		case "alwaysFails": return [testCase("refusal", () => alwaysFails(operation, context))];
		case "stream": return [testCase("stream", () => streams(operation))];
		default: return answerCases(operation, context);
	}
}
// kernel/check/revisions.ts
const OTHER_CONFIG = "check with the config and the packages of the deployment: waymark check --url … --config <file>";
/** The revision that a server runs, where a resource of any plugin reports it to the check. */
async function servedRevision({ routes }, read) {
	const route = routes.find(({ method, declaration: { returns }, pattern }) => method === "GET" && pattern.params.length === 0 && returns !== void 0 && toJsonSchema(returns).root.properties?.["revision"] !== void 0);
	const answer = route && await read(route.path);
	const revision = answer?.status === 200 ? readObject(answer)["revision"] : void 0;
	return typeof revision === "string" ? revision : void 0;
}
/** The first line of a report when a server runs another revision than the one that it is compared with. */
function otherRevision({ revision }, served) {
	if (served === void 0 || served === revision) return void 0;
	return `the service runs revision ${served}, here is ${revision}: expect differences that only another config makes (${OTHER_CONFIG})`;
}
// kernel/check/headers.ts
/** Compares headers of answers with the plans that were sealed for them. */
/** Fields of the connection, and those that the kernel adds to single refusals. */
const UNPLANNED = /* @__PURE__ */ new Set([
	...KERNEL_HEADERS.map((name) => name.toLowerCase()),
	"connection",
	"keep-alive",
	"transfer-encoding"
]);
/** Headers that neither a policy nor a handler writes: something between the server and the check added them. */
var ForeignHeaders = class {
	#names = /* @__PURE__ */ new Set();
	#own;
	constructor({ policies, routes }) {
		const written = [...policies.flatMap(({ policy }) => Object.keys(policy.writes ?? {})), ...routes.flatMap(({ declaration }) => Object.keys(responseHeadersOf(declaration)))];
		this.#own = /* @__PURE__ */ new Set([...UNPLANNED, ...written.map((name) => name.toLowerCase())]);
	}
	/** Returns the answer without them. */
	remove(answer) {
		const headers = Object.entries(answer.headers).filter(([name]) => this.#isOwn(name));
		const repeated = answer.repeated.filter((name) => this.#own.has(name));
		return {
			...answer,
			headers: Object.fromEntries(headers),
			repeated
		};
	}
	/** One that names them all, if there are any. */
	warnings() {
		const names = [...this.#names].toSorted().join(", ");
		return names === "" ? [] : [`no policy writes ${names}: added on the way, and not compared`];
	}
	#isOwn(name) {
		if (this.#own.has(name)) return true;
		this.#names.add(name);
		return false;
	}
};
/** RFC 9110, section 5.6.7. */
const IMF_FIXDATE = /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/;
/**
* Whether an answer has every header of its plan, and no other. `absent` names missing headers of policies that have no
* conformance test.
*/
function checkHeaders({ answer, route }, rules) {
	const plan = planOf(answer, route);
	const violations = [];
	const absent = [];
	const personal = answer.headers["vary"] === plan.personalVary ? plan.personalVary : void 0;
	for (let at = 0; at < plan.fixed.length; at += 2) {
		const [name = "", value] = plan.fixed.slice(at, at + 2);
		violations.push(...headerIs(answer, name, name === "Vary" && personal || value));
	}
	for (const { name, policy } of [...plan.bodySlots, ...plan.slots]) {
		if (policy === void 0) {
			violations.push(...filledHeader(answer, route, name));
			continue;
		}
		if (answer.headers[name.toLowerCase()] !== void 0) continue;
		const test = rules.tests.get(policy);
		if (test === void 0) absent.push(`${name} (policy ${policy})`);
		else if (!Object.hasOwn(test.optional ?? {}, name)) violations.push(...headerFits(answer, name, /./));
	}
	violations.push(...headerFits(answer, "Date", IMF_FIXDATE));
	if (rules.exact) violations.push(...surplusHeaders(answer, route));
	for (const name of answer.repeated) violations.push({
		expected: `${name} once`,
		received: `${name} more than once`
	});
	return {
		violations,
		absent
	};
}
/** A page in place of JSON is known by its Vary, which a 304 has as well. */
function planOf(answer, { plans, view }) {
	const { headers, requestHeaders } = answer;
	const outcome = outcomeOf(answer);
	const plan = plans[outcome];
	if (!(requestHeaders["accept"]?.includes("text/html") === true) || outcome === "redirect" || outcome === "options") return plan;
	const ofView = view?.plans[outcome];
	const varies = [ofView?.fixed[1], ofView?.personalVary];
	return ofView !== void 0 && varies.includes(headers["vary"]) ? ofView : plan;
}
/** A header that a handler may fill, or leave out, has the form that its route declares. */
function filledHeader(answer, { declaration }, name) {
	const received = answer.headers[name.toLowerCase()];
	const shape = responseHeadersOf(declaration)[name];
	if (received === void 0 || shape === void 0) return [];
	return [
		received,
		Number(received),
		received === "true"
	].filter((value) => String(value) === received).some((value) => {
		const result = shape["~standard"].validate(value);
		return !(result instanceof Promise) && result.issues === void 0;
	}) ? [] : [{
		expected: `${name} as the route declares it`,
		received
	}];
}
function surplusHeaders(answer, route) {
	const names = plannedNames(planOf(answer, route));
	const planned = new Set(names.map((name) => name.toLowerCase()));
	return Object.keys(answer.headers).filter((name) => !planned.has(name) && !UNPLANNED.has(name)).flatMap((name) => headerIs(answer, name, void 0));
}
// kernel/check/cases/server.ts
function serverCases(context, rules) {
	const { unknown, malformed } = context.registry.builtin;
	const headersAre = (answer, route) => checkHeaders({
		answer,
		route
	}, rules).violations;
	const [operation] = context.operations;
	return [
		testCase("unknown path", async () => {
			return (await Array.fromAsync(unknown.errorForms, async ({ mediaType }) => {
				const answer = await context.ask("/no/such/path", { headers: { accept: mediaType } });
				return [
					...refuses(answer, context, "not-found"),
					...contentTypeIs(answer, mediaType),
					...headersAre(answer, unknown)
				];
			})).flat();
		}),
		testCase("broken escape", async () => {
			const answer = await context.ask("/%zz");
			return [...refuses(answer, context, "bad-request"), ...headersAre(answer, malformed)];
		}),
		...operation === void 0 ? [] : [testCase("unknown method", async () => {
			const answer = await operation.askAt(operation.path, { method: "PROPFIND" });
			return refuses(answer, context, "not-implemented");
		})],
		context.target.exclusive ? testCase("OPTIONS *", async () => statusIs(await context.ask("*", { method: "OPTIONS" }), 204)) : {
			name: "OPTIONS *",
			skipped: "a proxy in front of the server may answer it"
		},
		testCase("revision", () => revision(context)),
		testCase("capabilities", () => capabilities(context))
	];
}
async function revision({ registry, read }) {
	const served = await servedRevision(registry, read);
	if (served === void 0) return OK;
	return same("revision", served, registry.revision).map((violation) => ({
		...violation,
		hint: OTHER_CONFIG
	}));
}
/** The server has the capabilities of this config. If not, every other failure may come from another config. */
async function capabilities(context) {
	const { registry } = context;
	const route = await capabilitiesRoute(registry);
	if (route === void 0) return [];
	const answer = await context.read(route.path);
	const served = asObject(readObject(answer)["capabilities"]);
	const enabled = (flags) => Object.keys(flags).filter((name) => flags[name] === true);
	return [...statusIs(answer, 200), ...sameNames("the capabilities of this config", enabled(served), enabled(registry.capabilities))].map((violation) => ({
		...violation,
		hint: OTHER_CONFIG
	}));
}
/** The first route whose document has all capabilities, regardless of the plugin that serves it. */
async function capabilitiesRoute(registry) {
	for (const route of registry.routes) {
		const { capabilities: shown } = asObject(await registry.document(route));
		const flags = asObject(shown);
		if (shown !== void 0 && Object.entries(registry.capabilities).every(([name, value]) => flags[name] === value)) return route;
	}
}
// kernel/check/doors.ts
async function loadDoors(registry) {
	const loading = registry.installed.filter(({ enabled }) => enabled).map(async ({ plugin }) => (await plugin.doors?.())?.default(registry) ?? []);
	return (await Promise.all(loading)).flat();
}
// kernel/check/documents.ts
/** A document depends on the registry alone, so the same registry makes the same document here. */
function documentCases(operation, { registry }) {
	const { route } = operation;
	if (!route.document || route.kind !== "returns" || route.mediaTypes[0]?.endsWith("json") !== true) return [];
	return [testCase("document", async () => {
		const document = await registry.document(route);
		const expected = asObject(JSON.parse(JSON.stringify(document ?? null)));
		const served = readObject(await operation.base());
		return Object.keys({
			...served,
			...expected
		}).filter((name) => !isPolicyMember(route, name)).flatMap((name) => same(`${name} as the registry makes it`, served[name], expected[name]));
	})];
}
/** Whether a policy adds the member to bodies. */
function isPolicyMember({ policies }, name) {
	return policies.some(({ compiled }) => Object.hasOwn(compiled.members?.("ok") ?? {}, name));
}
// kernel/check/secrets.ts
/** A text that a secret could be: long, and of the characters of tokens (RFC 6750, section 2.1). */
const TOKEN = /[\w.~+/=-]{16,}/g;
var SentSecrets = class {
	#secrets = /* @__PURE__ */ new Set();
	#headers;
	#places = /* @__PURE__ */ new Set();
	/** @param headers request headers that hold credentials, in lower case. */
	constructor(headers) {
		this.#headers = headers;
	}
	/** Remembers the credentials of a request. */
	add(headers) {
		for (const name of this.#headers) for (const [token] of headers[name]?.matchAll(TOKEN) ?? []) this.#secrets.add(token);
	}
	/** Looks for a credential of any request so far. */
	inspect({ method, target, headers, body }) {
		const text = `${Object.values(headers).join("\n")}\n${body.toString("latin1")}`;
		if (this.#isIn(text)) this.#places.add(`the answer to ${method} ${target.split("?", 1)[0]}`);
	}
	violations(logged = []) {
		const lines = logged.filter((line) => this.#isIn(line)).map((line) => line.split(" ", 1)[0]);
		const places = [...this.#places, ...lines.map((start) => `the log line that begins with ${start}`)];
		const expected = "no credential in any answer or log line";
		return places.map((place) => ({
			expected,
			received: `one in ${place}`
		}));
	}
	#isIn(text) {
		return this.#secrets.size > 0 && (text.match(TOKEN) ?? []).some((one) => this.#secrets.has(one));
	}
};
// kernel/check/owning.ts
/**
* Returns the plugin, if any, whose rows the routes at a target show to their owner alone: one with such a table, or one that
* uses a service of it.
*/
function owningPluginAt(registry) {
	const owning = new Set(registry.tables.flatMap(({ plugin, owner }) => owner === void 0 ? [] : [plugin]));
	if (owning.size === 0) return () => void 0;
	const enabled = registry.installed.flatMap((one) => one.enabled ? [one.plugin] : []);
	const services = new Set(enabled.flatMap(({ id, provides = {} }) => owning.has(id) ? Object.values(provides).map((service) => service.id) : []));
	for (const { id, needs = {} } of enabled) if (Object.values(needs).some((service) => services.has(service.id))) owning.add(id);
	return (target) => routesAt(target, registry).find(({ plugin }) => owning.has(plugin))?.plugin;
}
// kernel/check/pace.ts
/** How often one request waits. */
const MAX_WAITS = 3;
/** The longest wait, in seconds. */
const MAX_WAIT_SECONDS = 300;
/** The requests of a check. Of a limit of a server that others use, half is left to them. */
var Traffic = class {
	requests = 0;
	/** The limit that the server reported, and the most that was used of it at any time. */
	quota;
	foreign;
	/** Credentials that were sent to a server of the check's own. */
	secrets;
	#registry;
	#target;
	#tests;
	#issued;
	#owningAt;
	#onWait;
	#clients = 0;
	#callers = 0;
	/** When the limit is there again of which half is used, in milliseconds of the clock. */
	#freeAt = 0;
	/** @param foreign for the nodes of one service together. */
	constructor(registry, target, tests, onWait, foreign = new ForeignHeaders(registry)) {
		this.#registry = registry;
		this.#target = target;
		this.#tests = tests;
		this.#issued = new IssuedCredentials(registry);
		this.#owningAt = owningPluginAt(registry);
		this.#onWait = onWait;
		this.secrets = new SentSecrets(registry.builtin.unknown.credentials);
		this.foreign = foreign;
	}
	/** The caller of the requests to protected routes that name no client. */
	get caller() {
		return `waymark-principal-${this.#callers}.`;
	}
	/** The requests from now on are another caller's, with limits of its own. */
	nextCaller() {
		this.#callers += 1;
		return this.caller;
	}
	ask = async (target, question = {}, caller = this.caller) => {
		const isPaced = !this.#target.exclusive && question.noRetry !== true;
		for (let waits = 0;; waits++) {
			const seconds = Math.ceil((this.#freeAt - Date.now()) / 1e3);
			if (isPaced && seconds > 0) await this.#wait(seconds, "because half of the quota is left to others");
			const answer = await this.#send(target, question, caller);
			const isOwned = this.#owningAt(target) !== void 0;
			if (!isOwned && this.#isUsedUp(question, answer)) return this.#send(target, question, this.nextCaller());
			if (!(isPaced || isOwned && this.#isUsedUp(question, answer)) || waits === MAX_WAITS || !isTooSoon(answer, this.#registry)) return answer;
			await this.#wait(Number(answer.headers["retry-after"]) || 1, "as Retry-After says");
		}
	};
	/** Whether a caller that stands for any has no requests left: a long case takes more than one. */
	#isUsedUp({ client, anonymous, noRetry }, answer) {
		return client === void 0 && anonymous !== true && noRetry !== true && this.#target.exclusive && isTooSoon(answer, this.#registry);
	}
	async #send(target, question, caller) {
		const { client, exclusive, credentials } = this.#target;
		const { client: address, noRetry: _, anonymous = false, headers: caseHeaders = {}, ...rest } = question;
		this.requests += 1;
		const from = address ?? this.#newAddress();
		const headers = {
			...this.#tests.requestHeaders(anonymous),
			...exclusive && !anonymous ? await this.#credentialOf(question, target, caller) : {},
			...anonymous ? {} : credentials,
			...exclusive ? { "x-forwarded-for": from } : {},
			...caseHeaders
		};
		if (exclusive) this.secrets.add(headers);
		const answer = {
			...await client.ask(target, {
				...rest,
				headers
			}),
			caseHeaders
		};
		this.secrets.inspect(answer);
		if (exclusive) return answer;
		this.#count(this.#tests.quotaOf(answer));
		return this.foreign.remove(answer);
	}
	/** A client with a fixed address is one caller on all routes. */
	#credentialOf({ client, method = "GET" }, target, caller) {
		const request = {
			method,
			target
		};
		const owning = this.#owningAt(target);
		if (owning !== void 0 && client === void 0) return this.#issued.everywhere(request, `waymark-owner-${owning}.`);
		return client === void 0 ? this.#issued.at(request, caller) : this.#issued.everywhere(request, client);
	}
	#count(quota) {
		if (quota === void 0) return;
		const { limit, remaining, resetSeconds } = quota;
		this.quota = {
			limit,
			used: Math.max(limit - remaining, this.quota?.used ?? 0)
		};
		this.#freeAt = remaining <= limit / 2 ? Date.now() + resetSeconds * 1e3 : 0;
	}
	async #wait(seconds, why) {
		const atMost = Math.min(seconds, MAX_WAIT_SECONDS);
		this.#onWait(`waiting ${atMost} s, ${why}`);
		await new Promise((resolve) => setTimeout(resolve, atMost * 1e3));
		this.#freeAt = 0;
	}
	#newAddress() {
		this.#clients += 1;
		return `198.18.${this.#clients >> 8 & 255}.${this.#clients & 255}`;
	}
};
/** Whether a limit refused the request (RFC 6585, section 4), and not the route itself, which may declare a 429. */
function isTooSoon(answer, registry) {
	if (answer.status !== 429 || answer.headers["retry-after"] === void 0) return false;
	const declared = routesAt(answer.target, registry).flatMap(({ declaration: { errors = [], alwaysFails } }) => [...errors, alwaysFails?.code]).filter((code) => registry.errors.some((entry) => entry.code === code && entry.status === answer.status));
	const code = errorCode(answer);
	return code === void 0 ? declared.length === 0 : !declared.includes(code);
}
// kernel/check/operations.ts
/** Reads come first, then what adds and changes; what removes comes last, from the innermost on. */
function byEffect({ route: a }, { route: b }) {
	const rank = ({ method }) => [
		"GET",
		"POST",
		"PUT",
		"PATCH",
		"DELETE"
	].indexOf(method);
	const depth = ({ pattern }) => pattern.segments.length;
	return rank(a) - rank(b) || (a.method === "DELETE" ? depth(b) - depth(a) : 0);
}
var OperationFinder = class {
	#registry;
	#target;
	#traffic;
	/** Resources that the check has made itself, by the shape of their path. */
	#made = /* @__PURE__ */ new Map();
	#findPath;
	constructor(registry, target, traffic) {
		this.#registry = registry;
		this.#target = target;
		this.#traffic = traffic;
		this.#findPath = this.#newFinder();
	}
	#newFinder() {
		const { ask } = this.#traffic;
		return pathFinder({
			registry: this.#registry,
			ask: (path) => ask(path, {}, this.#traffic.nextCaller())
		});
	}
	operationAt(route, target) {
		const traffic = this.#traffic;
		const { ask } = traffic;
		const context = {
			ask,
			caller: () => traffic.caller,
			registry: this.#registry
		};
		return createOperation({
			...context,
			target: this.#target
		}, route, target);
	}
	/** The paths of all routes, in their order. Those of resources that follow from writes are found after some. */
	async findAll() {
		const found = /* @__PURE__ */ new Map();
		for (const route of this.#registry.routes) found.set(route, await this.#find(route));
		const missing = [...found].flatMap(([route, path]) => "missing" in path ? [route] : []);
		if (missing.length === 0 || !mayWrite(this.#target)) return found;
		await this.#makeAll();
		for (const route of missing) found.set(route, await this.#findPath(route));
		return found;
	}
	/** Makes a resource of each kind, as some, such as records of changes, follow from others. */
	async #makeAll() {
		const { ask } = this.#traffic;
		for (const creator of this.#registry.routes) {
			if (creator.creates === void 0) continue;
			const at = await this.#findPath(creator);
			if ("target" in at) await make(this.#registry, creator, at.target, ask);
		}
		this.#findPath = this.#newFinder();
	}
	/** The path of a route. Where nothing is there yet, and the data may be changed, the resource is made. */
	async #find(route) {
		const found = await this.#findPath(route);
		const creator = creatorOf(this.#registry, route);
		if ("target" in found || creator === void 0 || !mayWrite(this.#target)) return found;
		const at = await this.#findPath(creator);
		if ("missing" in at) return found;
		const shape = shapeOf(route.pattern);
		const made = this.#made.get(shape) ?? await make(this.#registry, creator, at.target, this.#traffic.ask);
		this.#made.set(shape, made);
		this.#findPath = this.#newFinder();
		return made.path === void 0 ? found : { target: made.path };
	}
	/** The operation at a resource of its own, where it removes one: others are needed by other operations. */
	async removable(operation, context) {
		const { route } = operation;
		const creation = creationOf(operation, context);
		if (route.method !== "DELETE" || creation === void 0 || !mayWrite(this.#target)) return operation;
		const made = await make(this.#registry, creation.route, creation.path, context.ask);
		return made.path === void 0 ? operation : this.operationAt(route, made.path);
	}
};
// kernel/check/validate.ts
/** Validates bodies by the schemas that the registry publishes for them. */
/**
* Loads the schema compiler, which only checks need. Each function returns why a value does not fit, or undefined when
* it fits.
*/
async function createValidator(registry) {
	const [{ Ajv2020 }, { default: formats }] = await Promise.all([import("ajv/dist/2020.js"), import("ajv-formats")]);
	const ajv = new Ajv2020({
		strict: false,
		allowUnionTypes: true,
		addUsedSchema: false
	});
	formats.default(ajv);
	const compiled = /* @__PURE__ */ new Map();
	const misfit = (key, document, value) => {
		const validate = compiled.get(key) ?? ajv.compile(document());
		compiled.set(key, validate);
		if (validate(value)) return void 0;
		const { instancePath, message } = validate.errors?.[0] ?? {};
		return `${instancePath === "" ? "the body" : instancePath} ${message ?? "does not fit"}`;
	};
	return {
		/** By a published type. Every value fits a type without a schema. */
		published(name, value) {
			const schema = publishedSchema(registry, name);
			return schema && misfit(name, () => withDefinitions(schema), value);
		},
		/** Members of a value that a published type does not declare. */
		undeclared(name, value) {
			const schema = publishedSchema(registry, name);
			const names = /* @__PURE__ */ new Set();
			if (schema !== void 0) declaredIn(schema)(value, (member) => names.add(member));
			return [...names];
		},
		/** By a schema of a route. */
		schema: (schema, value) => misfit(schema, () => withDefinitions(toJsonSchema(schema)), value),
		/** By a JSON Schema document, as served at `href`. */
		served(href, document, value) {
			const invalid = `${href} is not a JSON Schema`;
			if (typeof document !== "object" || document === null) return invalid;
			const { $id: _, ...anonymous } = Object(document);
			try {
				return misfit(href, () => anonymous, value);
			} catch (error) {
				return `${invalid}: ${messageOf(error)}`;
			}
		}
	};
}
function withDefinitions({ root, definitions }) {
	return {
		...root,
		$defs: definitions
	};
}
// kernel/check/run.ts
async function runConformance(registry, target, options = {}) {
	const began = performance.now();
	const report = await new Run(registry, target, options, await ConformanceTests.load(registry)).all();
	const milliseconds = Math.round(performance.now() - began);
	return {
		...withoutCredentials(report, target.credentials),
		milliseconds
	};
}
const OUT_OF_REACH = {
	name: "answer",
	skipped: "only callers may read it; check with --header \"name: value\" and a credential"
};
var Run = class {
	#registry;
	#target;
	#options;
	#tests;
	#rules;
	#results = new Results(() => this.#traffic.nextCaller());
	/** Why plugins did not start, by id. */
	#degraded;
	#traffic;
	#finder;
	#done = 0;
	constructor(registry, target, options, tests) {
		this.#registry = registry;
		this.#target = target;
		this.#options = options;
		this.#tests = tests;
		this.#rules = {
			exact: target.exclusive,
			tests: tests.byPolicy
		};
		this.#traffic = new Traffic(registry, target, tests, (text) => this.#progress(text));
		this.#finder = new OperationFinder(registry, target, this.#traffic);
		this.#degraded = new Map(options.degraded?.map(({ plugin, reason }) => [plugin, reason]));
	}
	async all() {
		const context = await this.#createContext();
		await this.#results.run(void 0, serverCases(context, this.#rules));
		await this.#results.run(void 0, this.#tests.refusedStatements());
		await this.#results.run(void 0, this.#tests.cases((test, statement) => test.server?.(context, statement)));
		for (const [plugin, reason] of this.#degraded) this.#results.fail(void 0, `start: ${plugin}`, {
			expected: "a plugin that starts; its routes answer 503 and are not checked",
			received: reason,
			hint: "waymark plugins --try"
		});
		for (const operation of context.operations.toSorted(byEffect)) {
			if (this.#degraded.has(operation.route.plugin)) continue;
			this.#progress(operationName(operation.route));
			const own = this.#isInDepth(operation.route) ? await this.#finder.removable(operation, context) : operation;
			await this.#checkOperation(own, context);
			this.#done += 1;
		}
		for (const one of this.#tests.cases((test, statement) => test.after?.(context, statement))) {
			if (one.operation === void 0 ? this.#options.only !== void 0 : !this.#isInDepth(one.operation.route)) continue;
			this.#progress(one.name);
			await this.#results.run(one.operation, [one]);
		}
		this.#checkStatements();
		if (this.#registry.identifiers.length > 0) await this.#results.run(void 0, [testCase("secrets", async () => this.#leaks())]);
		this.#progress("");
		const differs = otherRevision(this.#registry, await servedRevision(this.#registry, context.read));
		const { requests, quota, foreign } = this.#traffic;
		for (const text of foreign.warnings()) this.#results.warn(text);
		return {
			url: this.#target.origin,
			exclusive: this.#target.exclusive,
			revision: this.#registry.revision,
			...differs === void 0 ? {} : { differs },
			operations: this.#registry.routes.length,
			requests,
			...quota === void 0 ? {} : { quota },
			...this.#results.report()
		};
	}
	#isInDepth(route) {
		return (this.#options.only?.(route) ?? true) && !this.#degraded.has(route.plugin) && !needsCredential(route, this.#target);
	}
	async #checkOperation(operation, context) {
		const isInDepth = this.#isInDepth(operation.route);
		if (needsCredential(operation.route, this.#target)) await this.#results.run(operation, [OUT_OF_REACH, ...callerCases(operation, context)]);
		await (isInDepth ? this.#results.run(operation, routeCases(operation, context)) : operation.base());
		await this.#results.run(operation, documentCases(operation, context));
		if (isInDepth) await this.#results.run(operation, this.#tests.cases((test, statement) => test.operation?.(operation, context, statement)));
		const inspections = this.#tests.cases((test, statement) => test.answers?.(operation, context, statement));
		await this.#results.run(operation, [...inspections, this.#headerCase(operation)]);
	}
	async #createContext() {
		const registry = this.#registry;
		const traffic = this.#traffic;
		const answers = /* @__PURE__ */ new Map();
		const read = (path, method = "GET") => {
			const answer = answers.get(`${method} ${path}`) ?? traffic.ask(path, { method }, traffic.nextCaller());
			answers.set(`${method} ${path}`, answer);
			return answer;
		};
		this.#progress("finding paths");
		return {
			registry,
			target: this.#target,
			validator: await createValidator(registry),
			doors: await loadDoors(registry),
			volatile: this.#tests.volatile(),
			operations: await this.#findOperations(),
			exhaust: this.#options.exhaust ?? false,
			ask: (target, question) => traffic.ask(target, question),
			read
		};
	}
	/** One for each route; a route in depth whose path is not found is a failure. */
	async #findOperations() {
		const operations = [];
		for (const [route, found] of await this.#finder.findAll()) if ("target" in found) operations.push(this.#finder.operationAt(route, found.target));
		else if (this.#isInDepth(route)) this.#results.add({
			operation: operationName(route),
			route: route.ref,
			case: "path",
			expected: "a path with parameters that exist",
			received: found.missing,
			hint: `waymark explain ${route.ref}`,
			more: []
		});
		return operations;
	}
	#headerCase(operation) {
		return testCase("headers", async () => operation.answers.flatMap((recorded) => {
			const { violations, absent } = checkHeaders(recorded, this.#rules);
			for (const name of absent) this.#results.warn(`${name} is planned and was absent from some answers`);
			return violations;
		}));
	}
	/** Every key of every statement has cases that test it, or a reason why none can. */
	#checkStatements() {
		for (const id of this.#tests.untested()) this.#results.warn(`policy ${id} states something that is not checked`);
		for (const { policy, violation } of this.#tests.gaps()) this.#results.fail(void 0, `${policy}: statement`, violation);
	}
	#leaks() {
		return this.#traffic.secrets.violations(this.#options.logged?.());
	}
	#progress(text) {
		const total = this.#registry.routes.length;
		this.#options.onProgress?.({
			done: this.#done,
			total,
			text
		});
	}
};
export { OTHER_CONFIG as a, ForeignHeaders as i, OperationFinder as n, otherRevision as o, Traffic as r, servedRevision as s, runConformance as t };

//# sourceMappingURL=run.js.map