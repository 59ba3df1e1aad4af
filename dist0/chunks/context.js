import { a as show } from "./finding.js";
import { a as matches, s as shapeOf } from "./path.js";
import { a as bodiesOf } from "./route-keys.js";
import { n as requiredScopes } from "./sealed-route.js";
import { r as contentTypeOf } from "./body.js";
import { d as asObject, f as errorCode, l as sampleRequest, m as readError, n as fits, s as sampleOf } from "./sample.js";
import { isDeepStrictEqual } from "node:util";
// kernel/check/violation.ts
/** Makes cases, and the violations that they find. */
/** A case that runs; a skipped one is written `{ name, skipped }`. */
function testCase(name, run) {
	return {
		name,
		run
	};
}
/** A case between nodes. `law` holds when it passes. */
function testLaw(name, law, run) {
	return {
		name,
		law,
		run
	};
}
/** No violations. */
const OK = [];
/** The condition is true; otherwise the two texts say what was expected and what was received. */
function expectThat(condition, expected, received) {
	return condition ? OK : [{
		expected,
		received
	}];
}
/** One of the statuses. */
function statusIs(answer, ...expected) {
	const code = errorCode(answer);
	return expectThat(expected.includes(answer.status), `status ${expected.join(" or ")} from ${describe(answer)}`, `status ${answer.status}${code === void 0 ? "" : ` (${code})`}`);
}
/** The header has exactly this value; `undefined` means that it is absent. */
function headerIs(answer, name, expected) {
	const received = answer.headers[name.toLowerCase()];
	return expectThat(received === expected, `${headerLine(name, expected)} from ${describe(answer)}`, headerLine(name, received));
}
/** The header is there, and its value has the form. */
function headerFits(answer, name, form) {
	const received = answer.headers[name.toLowerCase()];
	return expectThat(received !== void 0 && form.test(received), `${name} like ${form.source} from ${describe(answer)}`, headerLine(name, received));
}
function contentTypeIs(answer, mediaType = "") {
	return headerIs(answer, "Content-Type", contentTypeOf(mediaType));
}
function headerLine(name, value) {
	return value === void 0 ? `no ${name}` : `${name}: ${value}`;
}
/** The answer has the status and, in JSON forms, the code of a catalog entry. */
function refuses(answer, { registry }, code) {
	const violations = statusIs(answer, registry.errors.find((entry) => entry.code === code)?.status ?? 0);
	const isText = answer.headers["content-type"]?.startsWith("text/") === true;
	return violations.length > 0 || answer.method === "HEAD" || isText ? violations : same("the error's code", readError(answer)["code"], code);
}
/** Compares values as JSON; `what` names them. */
function same(what, received, expected) {
	if (isDeepStrictEqual(received, expected)) return OK;
	return [{
		expected: `${what}: ${brief(expected)}`,
		received: brief(received)
	}];
}
/** Compares lists as sets; `what` names the expected one. */
function sameNames(what, received, expected) {
	const [is, should] = [new Set(received), new Set(expected)];
	const missing = [...should.difference(is)].toSorted();
	const surplus = [...is.difference(should)].toSorted();
	const parts = [...missing.length > 0 ? [`without ${missing.join(", ")}`] : [], ...surplus.length > 0 ? [`with ${surplus.join(", ")} in addition`] : []];
	return expectThat(parts.length === 0, what, parts.join("; "));
}
/** The request in short: `GET /api/offices with if-none-match: *`. */
function describe({ method, target, caseHeaders }) {
	const headers = Object.entries(caseHeaders).map(([name, value]) => `${name}: ${cut(value, 80)}`);
	return `${method} ${cut(target, 120)}${headers.length > 0 ? ` with ${headers.join(", ")}` : ""}`;
}
/** A value for messages, shortened. */
function brief(value) {
	return cut(typeof value === "string" ? value : show(value), 200);
}
function cut(text, length) {
	return text.length > length ? `${text.slice(0, length - 3)}...` : text;
}
// kernel/check/variants.ts
/** The value with one member or several changed, all in the same way. `names` are tried as they are, and `nth` counts. */
function vary(schema, value, names, nth) {
	let varied = asObject(value);
	let isChanged = false;
	for (const name of names) {
		const other = candidates(varied[name], nth).map((candidate) => ({
			...varied,
			[name]: candidate
		})).find((candidate) => fits(schema, candidate));
		if (other === void 0) continue;
		varied = other;
		isChanged = true;
	}
	return isChanged ? varied : void 0;
}
const DAY_MS = 864e5;
const DATE = /^\d{4}-\d\d-\d\d$/;
const TIME = /^\d{4}-\d\d-\d\dT[\d:]+(\.\d+)?Z$/;
/** Further values of the same form, the likeliest first. */
function candidates(value, nth) {
	if (typeof value === "number") return [value + nth, value - nth];
	if (typeof value === "boolean") return [!value];
	if (typeof value !== "string") return [];
	if (DATE.test(value)) return [later(value, nth).slice(0, 10)];
	const [, fraction = ""] = TIME.exec(value) ?? [];
	if (TIME.test(value)) return [later(value, nth).replace(/\.\d+Z$/, `${fraction}Z`)];
	const digits = String(nth);
	return [
		`${value}-${digits}`,
		`${value}${digits}`,
		`${digits}${value}`,
		value.slice(0, -digits.length) + digits
	];
}
function later(date, days) {
	return new Date(Date.parse(date) + days * DAY_MS).toISOString();
}
// kernel/check/scratch.ts
/** Resources that a check makes and removes, so that it can test writes of any route at their path. */
/** The route that makes resources at the path of this one. */
function creatorOf({ routes }, route) {
	const shape = shapeOf(route.pattern);
	return routes.find(({ method, creates }) => method === "POST" && creates !== void 0 && shapeOf(creates.target) === shape);
}
/** Members of the bodies of a route that its path fixes, by parameter. */
function keysOf(registry, route) {
	const bindings = creatorOf(registry, route)?.creates?.bindings ?? {};
	return Object.fromEntries(route.pattern.params.map((name) => [name, bindings[name] ?? name]));
}
/** A request with a JSON body. */
function jsonRequest(mediaType, value) {
	return {
		headers: { "content-type": mediaType },
		body: JSON.stringify(value)
	};
}
/** How often a resource is made, so that each can differ from those before. */
let made = 0;
const ATTEMPTS = 4;
/** Bodies for a route, the likeliest first: the sample as it is, then with other keys, dates and values. */
function* bodiesFor(registry, creator) {
	const [[mediaType, schema] = []] = Object.entries(bodiesOf(creator.declaration));
	if (mediaType === void 0 || schema === void 0) return;
	const sample = sampleOf(schema);
	if (sample === void 0) return;
	yield jsonRequest(mediaType, sample);
	const names = Object.keys(asObject(sample));
	const keys = Object.values(creator.creates?.bindings ?? {}).filter((name) => names.includes(name));
	for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
		made += 1;
		for (const some of [keys, names]) {
			const varied = vary(schema, sample, some, made);
			if (varied !== void 0) yield jsonRequest(mediaType, varied);
		}
	}
}
/** Makes a resource with the first body that is not refused. `target` is the path of the route that creates it. */
async function make(registry, creator, target, ask, headers = {}) {
	let received = "no body that its schema accepts; add examples to it";
	for (const request of bodiesFor(registry, creator)) {
		const answer = await ask(target, {
			...request,
			method: creator.method,
			headers: {
				...request.headers,
				...headers
			}
		});
		const location = answer.headers["location"]?.replace(/^https?:\/\/[^/]+/, "");
		if (answer.status === 201 && location !== void 0) return {
			path: location,
			answer
		};
		received = `${answer.status} (${errorCode(answer) ?? "without Location"})`;
		if (answer.status < 400 || answer.status >= 500) break;
	}
	return { missing: `no sample body makes a resource at ${creator.path}: ${received}` };
}
/** The operation that makes resources at the path of this one. */
function creationOf({ route }, { registry, operations }) {
	const creator = creatorOf(registry, route);
	return operations.find((one) => one.route === creator);
}
/** Removes a resource where a route does that. */
async function remove(path, { ask, registry }) {
	const remover = registry.routes.find(({ method, pattern }) => method === "DELETE" && matches(pattern, path));
	if (remover === void 0) return;
	await ask(path, {
		method: "DELETE",
		headers: remover.represents === void 0 ? {} : { "if-match": "*" }
	});
}
// kernel/check/context.ts
/** Whether a route asks for a caller on a server that issues no credentials, and none were given. */
function needsCredential(route, { exclusive, credentials = {} }) {
	return !(exclusive || Object.keys(credentials).length > 0) && requiredScopes(route) !== void 0;
}
/** A route at a path, with a record of its answers. */
function createOperation(context, route, target) {
	const answers = [];
	const shape = shapeOf(route.pattern);
	/** The first route of a path has the headers of its OPTIONS, 405 and 501. */
	const pathRoute = context.registry.routes.find(({ pattern }) => shapeOf(pattern) === shape) ?? route;
	/** Answers of protected routes may be their caller's alone. */
	const caller = () => requiredScopes(route) === void 0 ? "" : context.caller();
	let base;
	const askAt = async (at, question = {}) => {
		const { method = route.method } = question;
		const answer = await context.ask(at, {
			...question,
			method
		});
		const isOwn = method === route.method || method === "HEAD" && route.method === "GET";
		answers.push({
			answer,
			route: isOwn ? route : pathRoute
		});
		return answer;
	};
	const ask = (question) => askAt(target, question);
	const path = withoutQuery(target);
	return {
		route,
		target,
		path,
		answers,
		sample: sampleAt(path, route, context),
		base() {
			if (base?.caller !== caller()) base = {
				caller: caller(),
				answer: ask({ firstBytes: route.kind === "stream" })
			};
			return base.answer;
		},
		ask,
		askWith: (search, question) => askAt(`${target}${target.includes("?") ? "&" : "?"}${search}`, question),
		askAt
	};
}
/** A request that fits the route at a path; or why there is none. */
function sampleAt(path, route, { registry, target }) {
	const params = paramsOf({
		route,
		path
	});
	const fixed = Object.entries(keysOf(registry, route)).map(([param, member]) => [member, params[param] ?? ""]);
	return sampleRequest(route, target, Object.fromEntries(fixed));
}
/** The decoded values of the path's parameters. */
function paramsOf({ route, path }) {
	const values = path.slice(1).split("/");
	return Object.fromEntries(route.pattern.segments.flatMap((segment, at) => typeof segment === "string" ? [] : [[segment.name, decodeURIComponent(values[at] ?? "")]]));
}
/** The answers so far of the operation's own route: not OPTIONS, and not the refusals of other methods. */
function ownAnswers({ answers, route }) {
	return answers.filter((one) => one.route === route).map(({ answer }) => answer);
}
/** The outcome of an answer, for which its headers were compiled. */
function outcomeOf({ method, status }) {
	if (status >= 400) return "error";
	if (status === 304) return "notModified";
	if (status >= 300) return "redirect";
	return method === "OPTIONS" ? "options" : "ok";
}
/** `GET /api/offices`, as reports name operations. */
function operationName({ method, path }) {
	return `${method} ${path}`;
}
/** Whether a policy that is on writes a header, by its usual spelling. */
function writesHeader({ policies }, header) {
	return policies.some(({ policy }) => Object.hasOwn(policy.writes ?? {}, header));
}
/** Whether a policy that is on reads a request header, by its lower-case name. */
function readsHeader({ policies }, header) {
	return policies.some(({ policy }) => Object.hasOwn(policy.reads ?? {}, header));
}
/** The routes of all methods at a path, which may have a query. */
function routesAt(target, { routes }) {
	const path = withoutQuery(target);
	const first = routes.find(({ pattern }) => matches(pattern, path));
	if (first === void 0) return [];
	const shape = shapeOf(first.pattern);
	return routes.filter(({ pattern }) => shapeOf(pattern) === shape);
}
function withoutQuery(target) {
	return target.split("?", 1)[0] ?? target;
}
export { headerIs as C, statusIs as D, sameNames as E, testCase as O, headerFits as S, same as T, vary as _, ownAnswers as a, describe as b, routesAt as c, creationOf as d, creatorOf as f, remove as g, make as h, outcomeOf as i, testLaw as k, sampleAt as l, keysOf as m, needsCredential as n, paramsOf as o, jsonRequest as p, operationName as r, readsHeader as s, createOperation as t, writesHeader as u, OK as v, refuses as w, expectThat as x, contentTypeIs as y };

//# sourceMappingURL=context.js.map