import { o as traceOf } from "./finding.js";
import { p as toInputJsonSchema } from "./route-keys.js";
import { c as targetOf } from "./relations.js";
import { n as requiredScopes } from "./sealed-route.js";
import { n as instancesOf } from "./openapi.js";
import { _ as readLinks, c as sampleQuery, d as asObject, h as readItems, u as searchOf, v as readObject } from "./sample.js";
import { O as testCase, c as routesAt, r as operationName } from "./context.js";
import { Agent, request } from "node:http";
import { Agent as Agent$1, request as request$1 } from "node:https";
// kernel/check/client.ts
/**
* Sends requests and returns answers as they were on the wire: no header added, no body decoded, no redirect followed.
* `fetch` does all three.
*/
/** The server did not answer: it is not there, or it closed the connection. */
var NoResponseError = class extends Error {
	name = "NoResponseError";
};
/** Time for one answer, in milliseconds: more than the 30 s that a handler has by default. */
const TIMEOUT_MS = 45e3;
/** A client of one origin: scheme and authority, without a trailing slash. */
function createClient(origin) {
	const secure = origin.startsWith("https:");
	const agent = secure ? new Agent$1({ keepAlive: true }) : new Agent({ keepAlive: true });
	const start = secure ? request$1 : request;
	const { protocol, hostname, port } = new URL(origin);
	const at = {
		protocol,
		hostname: hostname.replace(/^\[(.*)\]$/, "$1"),
		port,
		agent
	};
	const send = (target, ask) => new Promise((resolve, reject) => {
		const { method = "GET", headers = {}, twice, body, withoutBody, firstBytes = false } = ask;
		const requestHeaders = body === void 0 ? headers : {
			...headers,
			...contentLength(body, headers)
		};
		const fail = (cause) => {
			const reason = cause instanceof Error ? cause.message || cause.name : String(cause);
			reject(new NoResponseError(`${method} ${target.slice(0, 200)}: ${reason}`, { cause }));
		};
		const repeated = requestHeaders[twice ?? ""];
		const fields = twice === void 0 || repeated === void 0 ? requestHeaders : {
			...requestHeaders,
			[twice]: [repeated, repeated]
		};
		const options = {
			...at,
			method,
			path: target,
			headers: fields
		};
		const request = start(options, (response) => {
			const chunks = [];
			const end = () => resolve(readAnswer({
				method,
				target,
				requestHeaders
			}, response, Buffer.concat(chunks)));
			response.on("data", (chunk) => {
				chunks.push(chunk);
				if (firstBytes === false) return;
				if (firstBytes !== true && !firstBytes(String(Buffer.concat(chunks)))) return;
				end();
				request.destroy();
			});
			response.on("end", () => {
				end();
				if (withoutBody === true) request.destroy();
			});
			response.on("error", fail);
		});
		request.setTimeout(TIMEOUT_MS, () => request.destroy(/* @__PURE__ */ new Error(`no answer within ${TIMEOUT_MS / 1e3} s`)));
		request.on("error", fail);
		if (withoutBody === true) request.flushHeaders();
		else request.end(body);
	});
	return {
		ask: (target, ask = {}) => send(target, ask).catch((error) => isStale(error) ? send(target, ask) : Promise.reject(error)),
		close: () => agent.destroy()
	};
}
function contentLength(body, headers) {
	if (headers["transfer-encoding"] !== void 0 || headers["content-length"] !== void 0) return {};
	return { "content-length": String(Buffer.byteLength(body)) };
}
/** Whether the other side closed a kept-alive connection just when it was used again. */
function isStale(error) {
	const cause = error instanceof NoResponseError ? error.cause : void 0;
	return cause instanceof Error && "code" in cause && cause.code === "ECONNRESET";
}
function readAnswer(request, { rawHeaders, statusCode = 0 }, body) {
	const headers = {};
	const repeated = [];
	for (let at = 0; at < rawHeaders.length; at += 2) {
		const name = (rawHeaders[at] ?? "").toLowerCase();
		const value = rawHeaders[at + 1] ?? "";
		const isRepeated = Object.hasOwn(headers, name);
		if (isRepeated) repeated.push(name);
		headers[name] = isRepeated ? `${headers[name]}, ${value}` : value;
	}
	const { requestHeaders } = request;
	return {
		...request,
		caseHeaders: requestHeaders,
		status: statusCode,
		headers,
		repeated,
		body
	};
}
// kernel/check/results.ts
/** Runs cases one after another, and collects what they found. */
/** Violations reported after the first one of a case. */
const MAX_MORE = 9;
var Results = class {
	#failures = [];
	#skipped = [];
	#warnings = /* @__PURE__ */ new Set();
	#kinds = /* @__PURE__ */ new Set();
	#onCase;
	#subject;
	#cases = 0;
	/**
	* @param onCase called before each case.
	* @param subject of the cases that are about no operation.
	*/
	constructor(onCase = () => {}, subject = "the server") {
		this.#onCase = onCase;
		this.#subject = subject;
	}
	/** Runs cases of an operation, or of the server as a whole. */
	async run(operation, cases) {
		for (const one of cases) {
			if (one.skipped !== void 0) {
				this.#skipped.push({
					operation: this.#label(operation),
					case: one.name,
					reason: one.skipped
				});
				continue;
			}
			this.#cases += 1;
			this.#kinds.add(one.name);
			this.#onCase();
			const found = await violationsOf(() => one.run());
			const distinct = new Map(found.map((other) => [`${other.expected} ${other.received}`, other]));
			this.fail(operation, one.name, ...distinct.values());
		}
	}
	warn(text) {
		this.#warnings.add(text);
	}
	/** Adds the failure of a case, if there are violations. */
	fail(operation, name, ...violations) {
		const [first, ...more] = violations;
		if (first === void 0) return;
		const { expected, received, hint } = first;
		const [policy] = name.split(":", 1);
		const subject = operation?.route.ref ?? (name.includes(":") ? policy : void 0);
		this.add({
			operation: this.#label(operation),
			...operation === void 0 ? {} : { route: operation.route.ref },
			case: name,
			expected,
			received,
			hint: hint ?? (subject === void 0 ? "waymark plugins" : `waymark explain ${subject}`),
			more: more.slice(0, MAX_MORE).map((other) => ({
				expected: other.expected,
				received: other.received
			}))
		});
	}
	add(failure) {
		this.#failures.push(failure);
	}
	#label(operation) {
		return operation === void 0 ? this.#subject : operationName(operation.route);
	}
	report() {
		return {
			cases: this.#cases,
			kinds: [...this.#kinds].toSorted(),
			failures: this.#failures,
			skipped: this.#skipped,
			warnings: [...this.#warnings]
		};
	}
};
async function violationsOf(run) {
	try {
		return await run();
	} catch (error) {
		return [brokenCase(error)];
	}
}
/** The violation of a case that throws: an answer is missing, or the case proves nothing about the server. */
function brokenCase(error) {
	if (error instanceof NoResponseError) return {
		expected: "an answer",
		received: error.message
	};
	const [message = "", place = ""] = traceOf(error).split("\n");
	return {
		expected: "a case that runs",
		received: `${message} ${place.trim()}`.trim(),
		hint: "fix the case; it says nothing about the server"
	};
}
// kernel/check/conformance-tests.ts
var ConformanceTests = class ConformanceTests {
	/** By policy id, in the preset's order. */
	byPolicy;
	#statements;
	/** Ids of the policies that say whether they guard: only these may refuse requests. */
	#asking;
	/** Statements as the schemas of the tests return them. */
	#parsed = /* @__PURE__ */ new Map();
	/** Why a schema refuses a statement. */
	#refused = /* @__PURE__ */ new Map();
	/** Imports the tests. Throws what an import throws. */
	static async load({ policies, statements }) {
		const loaded = policies.map(async ({ policy: { id, conformance } }) => conformance === void 0 ? [] : [[id, (await conformance()).default]]);
		const asking = policies.filter(({ policy }) => policy.guards !== void 0);
		return new ConformanceTests(new Map((await Promise.all(loaded)).flat()), statements, new Set(asking.map(({ policy }) => policy.id)));
	}
	constructor(byPolicy, statements, asking = /* @__PURE__ */ new Set()) {
		this.#asking = asking;
		this.byPolicy = byPolicy;
		this.#statements = statements;
		for (const [id, test] of byPolicy) {
			const result = parseStatement(test, statements[id]);
			if (typeof result === "string") this.#refused.set(id, result);
			else this.#parsed.set(id, result.value);
		}
	}
	/** Headers of every request; of a stranger's, without those for policies that may refuse requests. */
	requestHeaders(anonymous = false) {
		const tests = [...this.byPolicy].filter(([id]) => !anonymous || !this.#asking.has(id));
		return Object.assign({}, ...tests.map(([id, test]) => {
			return this.#parsed.has(id) || test.sends?.length === 0 ? test.sends?.(this.#parsed.get(id)) : {};
		}));
	}
	/** The limit that an answer reports: the one of which the smallest part is left. */
	quotaOf(answer) {
		const [scarcest] = [...this.#parsed].flatMap(([id, statement]) => this.byPolicy.get(id)?.quota?.(answer, statement) ?? []).toSorted((a, b) => a.remaining / a.limit - b.remaining / b.limit);
		return scarcest;
	}
	/** Headers, in lower case, that may differ between GET and HEAD. */
	volatile() {
		const names = [...this.byPolicy.values()].flatMap((test) => Object.keys(test.volatile ?? {}));
		return new Set(names.map((name) => name.toLowerCase()));
	}
	/** One case for each statement that its test's schema refuses. */
	refusedStatements() {
		const expected = "a statement that fits the schema of its conformance test";
		return [...this.#refused].map(([id, received]) => testCase(`${id}: statement`, async () => [{
			expected,
			received
		}]));
	}
	/** The cases of every test whose statement was readable. A test that throws becomes a failing case. */
	cases(select) {
		return [...this.#parsed].flatMap(([id, statement]) => {
			const test = this.byPolicy.get(id);
			try {
				return (test && select(test, statement)) ?? [];
			} catch (error) {
				return [testCase(`${id}: conformance`, async () => [brokenCase(error)])];
			}
		});
	}
	/** Policies that state something and have no conformance test. */
	untested() {
		return Object.keys(this.#statements).filter((id) => !this.byPolicy.has(id));
	}
	/** Keys of statements that have neither cases nor a reason why none can test them. */
	gaps() {
		return [...this.byPolicy].flatMap(([policy, { covers }]) => Object.keys(Object(this.#statements[policy])).filter((key) => !Object.hasOwn(covers, key)).map((key) => ({
			policy,
			violation: {
				expected: `a case that tests the statement's ${key}`,
				received: "none"
			}
		})));
	}
};
/** The statement as its test reads it, or why its schema refuses it. */
function parseStatement({ statement: schema }, value) {
	if (schema === void 0) return { value };
	const result = schema["~standard"].validate(value);
	if (result instanceof Promise) return "an asynchronous schema, which is not supported here";
	if (result.issues === void 0) return result;
	return result.issues.map(({ path = [], message }) => {
		return `${path.map((key) => String(typeof key === "object" ? key.key : key)).join(".")}: ${message}`;
	}).join("; ");
}
// kernel/check/issued.ts
/** Good credentials by caller. Only for a server that no others use. */
var IssuedCredentials = class {
	#registry;
	/** By name of the caller, and by scopes. */
	#known = /* @__PURE__ */ new Map();
	constructor(registry) {
		this.#registry = registry;
	}
	/** With what the routes at a target ask for, and none where they ask for nothing. */
	async at(request, caller) {
		const [path = ""] = request.target.split("?", 1);
		const scopes = scopesOfAll(routesAt(path.replace(/(.)\/$/, "$1"), this.#registry));
		return scopes === void 0 ? {} : this.#get(request, caller, scopes);
	}
	/** Good for all routes, and the same each time. */
	everywhere(request, caller) {
		return this.#get(request, caller, scopesOfAll(this.#registry.routes) ?? []);
	}
	async #get(request, caller, scopes) {
		const key = [caller, ...scopes].join(" ");
		const credential = this.#known.get(key) ?? this.#issue(caller, scopes);
		this.#known.set(key, credential);
		const issued = await credential;
		return typeof issued === "function" ? issued(request) : issued;
	}
	async #issue(name, scopes) {
		for (const { issue } of this.#registry.identifiers) {
			const headers = await issue?.({
				name,
				scopes,
				state: "good"
			});
			if (headers !== void 0) return headers;
		}
		return {};
	}
};
function scopesOfAll(routes) {
	const asked = routes.flatMap((route) => {
		const scopes = requiredScopes(route);
		return scopes === void 0 ? [] : [scopes];
	});
	return asked.length === 0 ? void 0 : [...new Set(asked.flat())];
}
// kernel/check/parameters.ts
/** Values of one parameter that are tried, so that a list with items is found. */
const MAX_CANDIDATES = 5;
/** Returns a function that finds the path of a route. Each collection is read once. */
function pathFinder({ registry, ask }) {
	const answers = /* @__PURE__ */ new Map();
	const read = (path) => {
		const answer = answers.get(path) ?? ask(path);
		answers.set(path, answer);
		return answer;
	};
	return async (route) => {
		const search = requiredSearch(route);
		if (search === void 0) return { missing: "no query was found that its schema accepts; add examples to the schema of the query" };
		let prefixes = [""];
		for (const [at, segment] of route.pattern.segments.entries()) {
			const longer = [];
			for (const prefix of prefixes.slice(0, MAX_CANDIDATES)) {
				const values = typeof segment === "string" ? [segment] : (await findValues(registry, route, at, segment.name, prefix, read)).map(encodeURIComponent);
				longer.push(...values.map((value) => `${prefix}/${value}`));
			}
			if (longer.length === 0 && typeof segment === "object") return { missing: `nothing lists a value for {${segment.name}}; add a list at ${prefixes[0] || "/"}, a relation that leads here, or examples to the schema of the parameters` };
			prefixes = [...new Set(longer)];
		}
		return { target: `${await bestPath(route, prefixes, read)}${search}` };
	};
}
/** The first path that answers, and has items if it is a list. */
async function bestPath(route, paths, read) {
	const [first = "/"] = paths;
	if (paths.length === 1 || route.method !== "GET" || route.kind === "stream") return first;
	let answering;
	for (const path of paths.slice(0, MAX_CANDIDATES)) {
		const answer = await read(path);
		if (answer.status >= 400) continue;
		if (route.kind !== "list" || readItems(answer, route).length > 0) return path;
		answering ??= path;
	}
	return answering ?? first;
}
/** Values of the parameter at a segment: examples of its schema, a page that its plugin lists, or what the collection at `prefix` lists or links to. */
async function findValues(registry, route, at, name, prefix, read) {
	const examples = examplesOf(route, name);
	if (examples.length > 0) return examples;
	const [instance] = instancesOf(registry, route, void 0);
	if (instance !== void 0) return [instance.params[name] ?? ""];
	const collection = registry.routes.find(({ method, kind, pattern: { segments } }) => method === "GET" && (kind === "list" || kind === "returns") && segments.length === at && segments.every((segment, index) => isSameSegment(segment, route.pattern.segments[index])));
	if (collection === void 0 || prefix === "") return [];
	const answer = await read(prefix);
	if (answer.status !== 200) return [];
	const fields = [
		boundField(collection, route, name),
		name,
		"id",
		"code",
		"key",
		"name"
	];
	return [
		readItems(answer, collection).flatMap((item) => identifier(item, fields)),
		readLinks(answer).body.flatMap(({ href }) => segmentBelow(prefix, href, at)),
		Object.values(readObject(answer)).filter((value) => Array.isArray(value)).flatMap((values) => values.filter((value) => typeof value === "string"))
	].find((values) => values.length > 0) ?? [];
}
function isSameSegment(one, other) {
	return typeof one === "string" || typeof other === "string" ? one === other : true;
}
/** The field of the items that a relation of the list binds to the parameter. */
function boundField({ declaration }, route, name) {
	for (const relation of Object.values(declaration.list?.relations ?? {})) {
		const field = typeof relation === "string" ? void 0 : relation.with?.[name];
		const target = targetOf(relation);
		if (field !== void 0 && (target === route.ref || target === route.id)) return field;
	}
	return name;
}
/** The first of the fields that has a value, as text. */
function identifier(item, fields) {
	if (typeof item === "string") return [item];
	const object = asObject(item);
	const value = fields.map((field) => object[field]).find((one) => typeof one === "string" || typeof one === "number");
	return value === void 0 ? [] : [String(value)];
}
/** The segment after `prefix` of a link that leads below it. */
function segmentBelow(prefix, href, at) {
	if (!href.startsWith(`${prefix}/`)) return [];
	const segment = href.slice(1).split(/[/?#]/)[at];
	return segment === void 0 || segment === "" ? [] : [decodeURIComponent(segment)];
}
function examplesOf({ declaration }, name) {
	if (declaration.params === void 0) return [];
	const node = toInputJsonSchema(declaration.params).root.properties?.[name] ?? {};
	return (node.const === void 0 ? node.examples ?? node.enum ?? [] : [node.const]).map(String);
}
/** The query that the route needs in order to answer, with its `?`, or "". Undefined when none was found. */
function requiredSearch({ declaration: { query } }) {
	if (query === void 0) return "";
	const sample = sampleQuery(query);
	if (sample === void 0) return void 0;
	const search = searchOf(sample);
	return search === "" ? "" : `?${search}`;
}
export { NoResponseError as a, Results as i, IssuedCredentials as n, createClient as o, ConformanceTests as r, pathFinder as t };

//# sourceMappingURL=parameters.js.map