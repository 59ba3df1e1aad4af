import { a as startOrder, i as neededBy, n as handlerTimeMs, s as revisionOf, t as TimeSlices, u as switching } from "./time-slices.js";
import { i as isSegment, t as fillPath } from "./path.js";
import { i as NodeCall, n as FetchCall, t as BaseCall } from "./call.js";
import { t as NO_CLIENT } from "./client.js";
import { h as getOrMake, n as BODY_MEDIA_TYPE } from "./route-keys.js";
import { a as Histogram, r as fieldErrors, t as Tracepoint } from "./tracepoint.js";
import { t as Refused } from "./refusal.js";
import { a as show, n as didYouMean, o as traceOf, r as messageOf, t as ContributionError } from "./finding.js";
import { t as fieldValue } from "./response-headers.js";
import { i as Html, r as pageMeta, s as LANGUAGE_PARAMETER } from "./page-form.js";
import { i as fieldNames, o as queryFields, t as guardsOf } from "./sealed-route.js";
import { n as toMilliseconds } from "./duration.js";
import { t as I } from "./lru-cache.js";
import { h as isStreamed } from "./explain-issues.js";
import { i as offeredCodings, n as Variants, r as contentTypeOf, t as EncodedBody } from "./body.js";
import { r as Runtime } from "./services.js";
import { n as declaredOnly } from "./declared.js";
import { n as refuse, t as BootError } from "./boot-errors.js";
import { isDeepStrictEqual } from "node:util";
import { Readable } from "node:stream";
// kernel/support/data-version.ts
/**
* The version of what a route answers from, to callers that its gate has admitted: documents never change, and lists
* only with the data of their plugin. Undefined for all else, where some of the data has no version, and where the
* answer may depend on more than its path: for `no-store`, for `private` without a guard, for handlers that receive
* request headers or values, and behind guards that ask for anything but a principal, whose reading is noticed.
*/
function dataVersionOf(route, plugin, instances) {
	const guards = guardsOf(route).filter(({ compiled }) => compiled.admit !== void 0);
	if (guards.some(({ compiled }) => compiled.security === void 0)) return void 0;
	if (route.document) return () => "";
	const { cache, headers, values } = route.declaration;
	if (route.kind !== "list" || headers !== void 0 || values !== void 0) return void 0;
	if (typeof cache !== "object") return void 0;
	if (cache.scope === "private" && guards.length === 0) return void 0;
	const version = versionOf(plugin, instances);
	return version && limitAge(version, toMilliseconds(cache.maxAge));
}
/** Returns numbers that grow with the version, and when the last one is `maxAgeMs` old: some handlers read the time. */
function limitAge(version, maxAgeMs) {
	if (!(maxAgeMs > 0)) return void 0;
	let generation = 0;
	let current;
	let validUntil = Number.NEGATIVE_INFINITY;
	return () => {
		const next = version();
		if (next === void 0) return void 0;
		const now = performance.now();
		if (next !== current || now >= validUntil) {
			current = next;
			validUntil = now + maxAgeMs;
			generation++;
		}
		return generation;
	};
}
/** The version of everything a plugin reads from; undefined when some of it has none. */
function versionOf(plugin, instances) {
	const readers = [...Object.values(plugin.needs ?? {}), ...Object.values(plugin.provides ?? {})].filter(({ id }) => instances.has(id)).map((token) => {
		const instance = instances.get(token.id);
		const tracked = trackedFor(plugin, token, instance);
		if (tracked !== void 0) return () => tracked.version();
		const { version } = token;
		return version && (() => version(instance));
	});
	const versioned = readers.filter((reader) => reader !== void 0);
	if (versioned.length === 0 || versioned.length < readers.length) return void 0;
	const [only] = versioned;
	if (versioned.length === 1) return only;
	return () => {
		const versions = versioned.map((reader) => reader());
		return versions.includes(void 0) ? void 0 : versions.join(" ");
	};
}
/** By instance and plugin, as a plugin may reach data in its setup and in its handlers. */
const trackedInstances = /* @__PURE__ */ new WeakMap();
/** Returns the instance that this plugin uses, where its service tracks; undefined elsewhere. */
function trackedFor(plugin, { track }, instance) {
	if (track === void 0 || typeof instance !== "object" || instance === null) return void 0;
	const byPlugin = trackedInstances.get(instance) ?? /* @__PURE__ */ new WeakMap();
	trackedInstances.set(instance, byPlugin);
	const tracked = byPlugin.get(plugin) ?? track(instance);
	byPlugin.set(plugin, tracked);
	return tracked;
}
/** {@link dataVersionOf} for reads that pass no gate: undefined for guarded routes, and until the plugin has started. */
function routeVersions({ handlers, plugins, instances }) {
	const readers = /* @__PURE__ */ new Map();
	return (route) => {
		const plugin = plugins.get(route.plugin);
		const started = route.document || handlers.has(route.ref);
		if (plugin !== void 0 && started && !readers.has(route.ref)) {
			const isGuarded = guardsOf(route).length > 0;
			readers.set(route.ref, isGuarded ? void 0 : dataVersionOf(route, plugin, instances));
		}
		return readers.get(route.ref)?.();
	};
}
// kernel/request/internal-call.ts
/** A read by the server itself. Policies see its caller without the credential or, as for documents, none. */
var InternalCall = class extends BaseCall {
	method = "GET";
	#caller;
	constructor(route, target, params, caller) {
		super(NO_CLIENT, route, target, params);
		this.#caller = caller;
		this.principal = caller?.principal;
		this.requestId = caller?.requestId;
		this.trace = caller?.trace;
	}
	header(name) {
		return this.route.credentials.includes(name) ? void 0 : this.#caller?.header(name);
	}
	/** As the policies of this route provide it, else as those of the caller's. */
	value(token) {
		return this.route.values.has(token.id) ? super.value(token) : this.#caller?.value(token);
	}
	get client() {
		return this.#caller?.client ?? "";
	}
	get secure() {
		return this.#caller?.secure ?? false;
	}
	get host() {
		return this.#caller?.host ?? "";
	}
	get proxied() {
		return this.#caller?.proxied ?? false;
	}
};
/** The request of an earlier call with its credential, to find its principal again. */
var RepeatedCall = class extends InternalCall {
	#first;
	constructor(route, first) {
		super(route, `${first.path}${first.search}`, first.params, first);
		this.#first = first;
		this.principal = void 0;
	}
	header(name) {
		return this.#first.header(name);
	}
	isRepeated(name) {
		return this.#first.isRepeated(name);
	}
};
/** The request of a view at the address of its answer, which has no language of a page. */
var ViewCall = class extends InternalCall {
	#first;
	constructor(route, first, search) {
		super(route, `${first.path}${search}`, first.params, first);
		this.#first = first;
		this.preferences = first.preferences;
	}
	value(token) {
		return this.#first.value(token);
	}
};
// kernel/support/and-then.ts
/** Applies `apply` to a value, at once unless it is a promise: each promise costs a request a turn of the microtask queue. */
function andThen(value, apply) {
	return value instanceof Promise ? value.then(apply) : apply(value);
}
// kernel/request/forwarding-fetch.ts
const fetches = new Tracepoint("fetch");
/** @param signal returns the signal of the call; asked once for each request. */
function forwardingFetch(trace, signal) {
	return async (input, init) => {
		const request = new Request(input, {
			signal: signal(),
			...init
		});
		const { method, headers } = request;
		for (const [name, value] of Object.entries(trace?.headers ?? {})) if (!headers.has(name)) headers.set(name, value);
		if (!fetches.isWatched) return fetch(request);
		const { protocol, hostname, port, origin, pathname } = new URL(request.url);
		const attributes = {
			"http.request.method": method,
			"server.address": hostname,
			"server.port": Number(port || (protocol === "https:" ? 443 : 80)),
			"url.full": origin + pathname
		};
		return fetches.run({
			name: method,
			kind: "client",
			attributes,
			outgoing: headers
		}, (span) => andThen(fetch(request), (response) => {
			span.attributes["http.response.status_code"] = response.status;
			return response;
		}));
	};
}
// kernel/request/response-headers.ts
/** Response headers that handlers fill. */
/**
* Returns the function that fills headers of one answer. It throws on a header that the route does not declare, and on a
* value that does not fit: a line break would let a client write headers of its own.
*/
function headerSetter({ ref, declaration }, filled) {
	const { responseHeaders: shapes = {} } = declaration;
	return (name, value) => {
		const shape = Object.hasOwn(shapes, name) ? shapes[name] : void 0;
		if (shape === void 0) throw new TypeError(`${ref} does not declare the header ${show(name)} among responseHeaders`);
		const result = shape["~standard"].validate(value);
		const issue = result instanceof Promise ? "its schema is asynchronous" : result.issues?.[0];
		const text = fieldValue(value);
		if (issue === void 0 && text !== void 0) {
			filled[name] = text;
			return;
		}
		const problem = issue === void 0 ? "a header has visible ASCII characters, with spaces between" : typeof issue === "string" ? issue : issue.message;
		throw new TypeError(`${ref} fills ${name} with ${show(value)}: ${problem}`);
	};
}
// kernel/request/handler-context.ts
const NO_VALUES = {};
const NO_HEADERS$1 = Object.freeze({});
var RouteCall = class RouteCall {
	params;
	query;
	body;
	bodyType;
	upload;
	#headers;
	#values = void 0;
	/** The media type that will be sent. */
	mediaType;
	/** The language that will be sent, where there is a choice. */
	language;
	/** The arguments of `status`, once the handler has called it. */
	chosen = void 0;
	/** Whether the handler has read anything of its caller that the key of a kept answer does not have. */
	#sawCaller = false;
	#personal = false;
	/** The end of the handler, which may come after its time is over. The kernel sets it. */
	running = void 0;
	#call;
	#outerSignal;
	#signal = void 0;
	#abort = void 0;
	#expired = false;
	constructor(call, { params, query, headers, body, bodyType = BODY_MEDIA_TYPE, upload }, { mediaType = "application/json", language, signal } = {}) {
		this.#call = call;
		this.#outerSignal = signal;
		this.language = language;
		this.params = params;
		this.query = query;
		this.body = body;
		this.bodyType = bodyType;
		this.upload = upload;
		this.#headers = headers;
		this.mediaType = mediaType;
	}
	/** Marks the answer of the handler that received the call: it depends on who asked. Throws as `callOf` does. */
	static markPersonal(received) {
		RouteCall.callOf(received);
		received.#personal = true;
	}
	get personal() {
		return this.#personal;
	}
	get sawCaller() {
		return this.#sawCaller;
	}
	/** Returns the call behind the one that a handler received. Throws on anything else: no caller is made up. */
	static callOf(received) {
		if (!(#call in received)) throw new TypeError("onBehalfOf takes the call that a handler received, not a copy of it or a part");
		received.#sawCaller = true;
		return received.#call;
	}
	get method() {
		this.#sawCaller = true;
		return this.#call.method;
	}
	get path() {
		return this.#call.path;
	}
	get headers() {
		return this.#headers;
	}
	get values() {
		return this.#values ??= this.#readValues();
	}
	#readValues() {
		const { values = NO_VALUES } = this.#call.route.declaration;
		return Object.fromEntries(Object.entries(values).map(([name, token]) => [name, this.#call.value(token)]));
	}
	get requestId() {
		this.#sawCaller = true;
		return this.#call.requestId;
	}
	get trace() {
		this.#sawCaller = true;
		return this.#call.trace?.headers ?? NO_HEADERS$1;
	}
	/** Reading it keeps lists from being kept, as no version of the data counts changes elsewhere. */
	get fetch() {
		this.#sawCaller = true;
		return forwardingFetch(this.#call.trace, () => this.signal);
	}
	get lastEventId() {
		this.#sawCaller = true;
		return this.#call.header("last-event-id") ?? "";
	}
	get client() {
		this.#sawCaller = true;
		return this.#call.client;
	}
	/** Reading it makes the answer one for this caller alone. */
	get principal() {
		this.#sawCaller = true;
		this.#personal = true;
		return this.#call.principal;
	}
	/** Made on first use, because most handlers need none. */
	get signal() {
		return this.#signal ??= this.#createSignal();
	}
	#createSignal() {
		const call = this.#call;
		const controller = new AbortController();
		this.#abort = () => controller.abort();
		if (this.#expired) controller.abort();
		if (call instanceof NodeCall) {
			const { response } = call;
			response.once("close", () => {
				if (!response.writableFinished) controller.abort();
			});
		}
		const outer = this.#outerSignal ?? (call instanceof FetchCall ? call.request.signal : void 0);
		return outer === void 0 ? controller.signal : AbortSignal.any([outer, controller.signal]);
	}
	/** Aborts the signal. The kernel calls this when the handler's time is over. */
	abort() {
		this.#expired = true;
		this.#abort?.();
	}
	/** A field, not a method, because handlers destructure the call. */
	status = (status, options = {}) => {
		this.chosen = {
			status,
			retryAfter: options.retryAfter
		};
	};
	/** Made on first use, because most handlers fill none. */
	get setHeader() {
		this.filled ??= {};
		return headerSetter(this.#call.route, this.filled);
	}
	/** The headers that the handler has filled. */
	filled = void 0;
	/** The arguments of `redirect`, once the handler has called it. */
	redirection = void 0;
	redirect = (to, params = {}) => {
		this.redirection = {
			to,
			params
		};
	};
	fail(code, { existing, ...options } = {}) {
		throw new Refused({
			code,
			...options
		}, existing);
	}
};
// kernel/request/input.ts
/** Returns the parts of the input that come with the request's head. Refuses invalid ones with 400. */
function acceptTarget(route, call) {
	const schemas = route.declaration;
	const params = schemas.params ? validate(schemas.params, call.params, "path") : call.params;
	return {
		params: Object(params),
		query: acceptQuery(route, call) ?? {},
		headers: acceptHeaders(route, call)
	};
}
/** Returns the query parameters that the route declares, if any. Refuses those that do not fit with 400. */
function acceptQuery({ declaration: { query, page } }, { search }) {
	if (query === void 0) return void 0;
	const parameters = parseQuery(search, query);
	if (page !== void 0 && !queryForms.get(query)?.has("lang")) delete parameters[LANGUAGE_PARAMETER];
	return validate(query, parameters, "query");
}
/** Adds the body to the input. Refuses one that does not fit its schema with 422. */
function withBody(target, received) {
	if (received === void 0) return {
		...target,
		body: void 0
	};
	const { schema, value, mediaType } = received;
	return {
		...target,
		body: validate(schema, value, "body"),
		bodyType: mediaType
	};
}
/** Returns the text of a part of a form, as its schema made it. Refuses one that does not fit with 422. */
function acceptPart(schema, text, name) {
	return validate(schema, text, "body", [name]);
}
const NO_HEADERS = Object.freeze({});
const headerNames = /* @__PURE__ */ new WeakMap();
/** Returns the request headers that the route declares. Refuses those that do not fit with 400. */
function acceptHeaders({ declaration: { headers } }, call) {
	if (headers === void 0) return NO_HEADERS;
	const received = getOrMake(headerNames, headers, () => fieldNames(headers)).flatMap((name) => {
		const value = call.header(name);
		return value === void 0 ? [] : [[name, value]];
	});
	return validate(headers, Object.fromEntries(received), "header");
}
const queryForms = /* @__PURE__ */ new WeakMap();
/** Returns all values of parameters that are lists, and the first one of the others. Refuses broken escapes. */
function parseQuery(search, schema) {
	if (/%(?![0-9A-Fa-f]{2})/.test(search)) throw new Refused({
		code: "bad-request",
		errors: [{ detail: "The query has a broken percent escape." }]
	});
	const forms = getOrMake(queryForms, schema, () => queryFields(schema));
	const parameters = new URLSearchParams(search);
	const query = Object.create(null);
	for (const [name, value] of parameters) query[name] ??= forms.get(name) === true ? parameters.getAll(name) : value;
	return query;
}
/** @param at keys that lead to the value in the body. */
function validate(schema, value, part, at = []) {
	const result = schema["~standard"].validate(value);
	if (result instanceof Promise) throw new Error("a request schema must be synchronous");
	if (result.issues === void 0) return result.value;
	throw new Refused({
		code: part === "body" ? "unprocessable-content" : "bad-request",
		errors: fieldErrors(result.issues, value, part, at)
	});
}
// kernel/support/versioned-cache.ts
/** Values by key, each valid while the data version stays the same. The least recently used are dropped first. */
var VersionedCache = class {
	#entries;
	/** @param bytesOf the approximate size of a value, without its key. */
	constructor(maxBytes, bytesOf) {
		this.#entries = new I({
			maxSize: maxBytes,
			sizeCalculation: ({ value }, key) => key.length + bytesOf(value)
		});
	}
	get(key, version) {
		const entry = this.#entries.get(key);
		return entry?.version === version ? entry.value : void 0;
	}
	/** @param version the data version before the value was made. */
	set(key, version, value) {
		this.#entries.set(key, {
			version,
			value
		});
	}
};
// kernel/respond/hooks.ts
/** Collects the hooks of one stage, so that requests skip policies without one. */
function collectHooks({ policies }, name) {
	return policies.flatMap(({ index, compiled }) => {
		const run = compiled[name];
		return run === void 0 ? [] : [{
			index,
			compiled,
			run
		}];
	});
}
// kernel/respond/gate.ts
var Gate = class {
	#begins;
	#admits;
	/** Those of `#admits` that ask everybody: no guard refuses OPTIONS, because a preflight has no credentials. */
	#limits;
	#observers;
	/**
	* @param admitting those of the policies that may refuse. Default: all.
	* @param observing those that observe refused reads. Default: none.
	*/
	constructor(policies, admitting = policies, observing = []) {
		this.#begins = collectHooks({ policies }, "begin");
		const { limits = [], guards = [] } = Object.groupBy(admitting, ({ policy }) => policy.guards === true ? "guards" : "limits");
		this.#limits = collectHooks({ policies: limits }, "admit");
		this.#admits = [...this.#limits, ...collectHooks({ policies: guards }, "admit")];
		this.#observers = collectHooks({ policies: observing }, "observeRefusedRead");
	}
	/** Returns why the call is refused. All states exist before the first policy may refuse, because every answer needs them. */
	enter(call) {
		const refusal = this.#begin(call, 0);
		return this.#observers.length === 0 ? refusal : andThen(refusal, (known) => this.#observed(call, known));
	}
	#observed(call, refusal) {
		if (refusal !== void 0) for (const { compiled, run } of this.#observers) run.call(compiled, call, refusal);
		return refusal;
	}
	#begin(call, from) {
		for (let i = from; i < this.#begins.length; i++) {
			const { index, compiled, run } = this.#begins[i];
			const state = run.call(compiled, call);
			if (state instanceof Promise) return state.then((value) => {
				call.states[index] = value;
				return this.#begin(call, i + 1);
			});
			call.states[index] = state;
		}
		return admit(call, call.method === "OPTIONS" ? this.#limits : this.#admits, 0);
	}
};
function admit(call, admits, from) {
	for (let i = from; i < admits.length; i++) {
		const { index, compiled, run } = admits[i];
		const refusal = run.call(compiled, call, call.states[index]);
		if (refusal instanceof Promise) return refusal.then((value) => value ?? admit(call, admits, i + 1));
		if (refusal !== void 0) return refusal;
	}
}
/**
* The gate of internal reads: the route's guards, and the policies that values come from. Undefined where all is open.
*
* @param observing the policies that observe refused reads. Default: all of the route.
*/
function gateOfReads(route, observing = route.policies) {
	const guards = guardsOf(route);
	if (guards.length === 0 && route.declaration.values === void 0) return void 0;
	return new Gate(route.policies.filter(({ policy }) => policy.guards === true || policy.provides !== void 0), guards, observing);
}
// kernel/respond/bytes.ts
/** Answers of raw bytes: whole ones, with ETag and codings, and those that are sent while they are made. */
/** Finishes what the handler of a route of bytes returned. */
function createBytesRenderer(route, context) {
	const codings = offeredCodings(route);
	const streamed = isStreamed(route.declaration);
	const open = streamOpener(route, context);
	return (value, mediaType, _call, head, facts) => {
		const download = toDownload(value);
		const { bytes, length, mediaType: type = route.mediaTypes[mediaType] ?? "" } = download;
		if (!route.mediaTypes.includes(type)) throw new TypeError(`${route.ref} returned bytes of ${show(type)}, which it does not declare`);
		const contentType = contentTypeOf(type);
		return andThen(dispositionOf(download), (disposition) => {
			const headers = {
				...facts.headers,
				...disposition
			};
			const produced = {
				head,
				facts: disposition === void 0 ? facts : {
					...facts,
					headers
				}
			};
			if (streamed && isStream(bytes)) return {
				...produced,
				variants: void 0,
				stream: {
					body: open(bytes, length),
					headers: headersOf(contentType, length)
				}
			};
			if (!(bytes instanceof Uint8Array)) throw new TypeError(`${route.ref} returned ${show(bytes)}; it declares ${streamed ? "a stream of" : "whole"} bytes`);
			if (length !== void 0 && length !== bytes.byteLength) throw new TypeError(`${route.ref} returned ${bytes.byteLength} bytes, and length ${length}`);
			if (streamed) {
				const { byteLength } = bytes;
				const stream = {
					body: open(once(bytes), byteLength),
					headers: headersOf(contentType, byteLength)
				};
				return {
					...produced,
					variants: void 0,
					stream
				};
			}
			return {
				...produced,
				variants: new Variants(new EncodedBody(bytes, contentType), codings)
			};
		});
	};
}
async function* once(value) {
	yield value;
}
function toDownload(value) {
	return value instanceof Uint8Array || isStream(value) || !hasBytes(value) ? { bytes: value } : value;
}
function hasBytes(value) {
	return typeof value === "object" && value !== null && "bytes" in value;
}
/** True for web streams, Node's streams and generators. */
function isStream(value) {
	return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}
/** Loads the library on first use, because most servers have no downloads with names (RFC 6266, RFC 8187). */
function dispositionOf({ filename, disposition }) {
	if (filename === void 0 && disposition === void 0) return void 0;
	return import("content-disposition").then(({ create }) => ({ "Content-Disposition": create(filename, { type: disposition ?? "attachment" }) }));
}
/** Reads bytes as fast as they are sent. A stream that fails is logged; the client sees its connection close. */
function streamOpener({ ref, plugin }, { log, track }) {
	return (source, length) => {
		const iterator = source[Symbol.asyncIterator]();
		const { promise: ended, resolve: end } = Promise.withResolvers();
		track(ended);
		const chunks = countedChunks(iterator, length);
		return new ReadableStream({
			async pull(sink) {
				try {
					const { done, value } = await chunks.next();
					if (done !== true) return sink.enqueue(value);
					end();
					sink.close();
				} catch (error) {
					end();
					log.error("a stream failed", {
						route: ref,
						plugin,
						error: traceOf(error)
					});
					close(source, iterator);
					throw error;
				}
			},
			cancel() {
				end();
				close(source, iterator);
			}
		}, { highWaterMark: 0 });
	};
}
/** A body that is longer or shorter than its Content-Length would be taken for another message, or waited for. */
async function* countedChunks(iterator, length) {
	let sent = 0;
	for (;;) {
		const { done, value } = await iterator.next();
		if (done === true) break;
		if (!(value instanceof Uint8Array)) throw new TypeError(`a stream of bytes has ${show(value)} in it`);
		sent += value.byteLength;
		if (length !== void 0 && sent > length) break;
		if (value.byteLength > 0) yield value;
	}
	if (length !== void 0 && sent !== length) throw new Error(`a stream has ${sent} bytes where it said ${length}`);
}
/** The iterator of one of Node's streams does not close it before the first read. */
function close(source, iterator) {
	if (source instanceof Readable) source.destroy();
	else Promise.resolve(iterator.return?.()).catch(() => {});
}
function headersOf(contentType, length) {
	const headers = ["Content-Type", contentType];
	return length === void 0 ? headers : [
		...headers,
		"Content-Length",
		String(length)
	];
}
// kernel/respond/produced.ts
const OK = Object.freeze({ status: 200 });
const NO_BODY_INFO = Object.freeze({});
/** Ends a call whose client has left, for policies that count and log. The status is never sent; other servers log it too. */
const ABANDONED = {
	reply: {
		outcome: "error",
		status: 499,
		representation: void 0,
		failure: void 0,
		abandoned: true,
		facts: NO_BODY_INFO
	},
	headers: [],
	slots: []
};
function withoutBody(head) {
	return {
		head,
		variants: void 0,
		facts: NO_BODY_INFO
	};
}
/** Returns the heads of the route's 200 replies, one for each language; of a page, then those of addresses that name it. */
function headsByLanguage({ declaration, kind }) {
	const heads = declaration.languages?.map((language) => ({
		status: 200,
		language
	}));
	if (heads === void 0 || kind !== "page") return heads ?? [OK];
	return [...heads, ...heads.map((head) => ({
		...head,
		namesLanguage: true
	}))];
}
// kernel/respond/render.ts
/** Statuses of answers without content (RFC 9110, sections 15.3.5 and 15.3.6). */
const NO_CONTENT = /* @__PURE__ */ new Set([204, 205]);
const renders = new Tracepoint("render");
const OFF_SCHEMA = Object.freeze({ offSchema: true });
function createRenderer(route, context) {
	const { registry, plugin, use } = context;
	if (route.kind === "page") return createPageRenderer(route, registry);
	if (route.kind === "bytes") return createBytesRenderer(route, context);
	const codings = offeredCodings(route);
	const members = membersOf(route);
	const serialize = route.kind === "text" ? toText : toJson;
	const noForm = {
		contentType: "",
		write: serialize,
		described: false
	};
	const forms = route.mediaTypes.map((mediaType) => ({
		contentType: contentTypeOf(mediaType),
		write: plugin.renderers?.[route.id]?.[mediaType] ?? serialize,
		described: route.schemaMediaTypes.includes(mediaType)
	}));
	return (value, mediaType, call, head, bodyFacts) => {
		if (NO_CONTENT.has(head.status)) {
			const produced = withoutBody({
				...head,
				language: void 0
			});
			const { headers } = bodyFacts;
			return headers === void 0 ? produced : {
				...produced,
				facts: { headers }
			};
		}
		const { contentType, write, described } = forms[mediaType] ?? noForm;
		const facts = described ? bodyFacts : bodyFacts === NO_BODY_INFO ? OFF_SCHEMA : {
			...bodyFacts,
			...OFF_SCHEMA
		};
		return andThen(write(withMembers(value, members, call, facts), use), (content) => {
			const body = new EncodedBody(content, contentType);
			return {
				head,
				variants: new Variants(body, codings),
				facts
			};
		});
	};
}
function createPageRenderer(route, registry) {
	const codings = offeredCodings(route);
	const forms = route.mediaTypes.map((mediaType) => ({
		contentType: contentTypeOf(mediaType),
		write: registry.pageForms.get(mediaType) ?? (() => "")
	}));
	return (value, mediaType, call, head, facts) => {
		const form = forms[mediaType];
		if (form === void 0) throw new Error(`${route.ref} does not offer such a form`);
		const page = toPage(value);
		const about = pageMeta(registry, route, head.language, page, call.path, head.namesLanguage);
		return andThen(watched$1(route, () => form.write(page, about)), (text) => {
			const body = new EncodedBody(text, form.contentType);
			return {
				head,
				variants: new Variants(body, codings),
				facts
			};
		});
	};
}
/** Runs a function that makes a page, as a span where somebody watches. */
function watched$1(route, render) {
	if (!renders.isWatched) return render();
	return renders.run({
		name: `render ${route.ref}`,
		attributes: { "waymark.route": route.ref }
	}, render);
}
function toPage(value) {
	if (value instanceof Html) return value;
	const { html, markdown } = Object(value);
	if (html instanceof Html || typeof markdown === "string") return value;
	throw new TypeError(`the handler returned ${show(value)}; a page is made of html\`…\` or { markdown }`);
}
function toText(value) {
	if (typeof value === "string") return value;
	throw new TypeError(`the handler returned ${show(value)}; a route of text answers with a string`);
}
function toJson(value) {
	const text = JSON.stringify(value);
	if (text !== void 0) return text;
	throw new TypeError(`the handler returned ${show(value)}, which has no form in JSON`);
}
/** Returns the body of a read in the first media type, as requests receive it. */
function wholeBody(route, value, call, facts = NO_BODY_INFO) {
	return withMembers(value, membersOf(route), call, facts);
}
function membersOf({ kind, declaration, policies }) {
	if (declaration.bareBody === true || kind !== "list" && kind !== "returns") return [];
	return policies.flatMap(({ compiled }) => Object.entries(compiled.members?.("ok") ?? {}));
}
function withMembers(value, members, call, facts) {
	if (members.length === 0 || typeof value !== "object" || value === null) return value;
	const body = { ...value };
	for (const [name, member] of members) {
		const added = member.value({
			call,
			body,
			facts,
			failure: void 0
		});
		if (added !== void 0) body[name] = added;
	}
	return body;
}
// kernel/respond/load-lists.ts
/** Returns the first page of each call's list, in the query's order. Refuses more than `atMost` items in all. */
async function loadLists(batch, calls, query, caller, atMost) {
	if (calls.length === 0) return /* @__PURE__ */ new Map();
	const lists = await batch(calls.map((call) => call.params), {
		...query,
		limit: atMost + 1,
		after: void 0
	}, caller);
	if (!Array.isArray(lists) || !lists.every(Array.isArray) || lists.length !== calls.length) throw new Error("a batch returns one list for each set of parameters");
	if (lists.reduce((total, list) => total + list.length, 0) > atMost) {
		const detail = `More than ${atMost} items belong to what was asked for. Ask for fewer.`;
		throw new Refused({
			code: "unprocessable-content",
			detail
		});
	}
	return new Map(calls.map((call, index) => [call, firstPage(lists[index] ?? [], query)]));
}
/** Cuts off the first page of items that are in the query's order. */
function firstPage(items, { limit, sort }) {
	if (limit === void 0 || items.length <= limit) return { items };
	const last = Object(items[limit - 1]);
	return {
		items: items.slice(0, limit),
		next: sort.map(({ field }) => last[field] ?? null)
	};
}
// kernel/respond/read-list.ts
/** The query of lists without an engine. */
const EVERYTHING = {
	fields: void 0,
	filters: [],
	sort: [],
	limit: void 0,
	after: void 0
};
/** Reads the query of a call. Throws what the list engine refuses. */
function readQuery({ engine }, call) {
	if (engine === void 0) return EVERYTHING;
	const parsed = engine.parse(call);
	if ("code" in parsed) throw new Refused(parsed);
	return parsed;
}
/** Returns the query as handlers receive it: with the parameters that the route declares. */
function queryForHandler(route, query, call) {
	const own = acceptQuery(route, call);
	return own === void 0 ? query : {
		...Object(own),
		...query
	};
}
/** Filters, pages and trims a list as its handler or document has it. `meta` is undefined without an engine. */
function finishList({ engine }, value, query, call) {
	const list = toList(value);
	if (engine !== void 0) return engine.finish(list, query, call);
	return {
		items: "items" in list ? list.items : list,
		facts: NO_BODY_INFO
	};
}
/** Returns the body of a list, without the members of policies. */
function envelopeOf({ declaration: { list } }, { items, meta }) {
	const name = list?.as ?? "items";
	return meta === void 0 ? { [name]: items } : {
		[name]: items,
		_meta: meta
	};
}
function toList(value) {
	if (Array.isArray(value)) return value;
	const { items, next } = Object(value);
	if (Array.isArray(items)) return {
		items,
		next: Array.isArray(next) ? next : void 0
	};
	throw new Error("a list handler returns an array or a page { items, next }");
}
// kernel/respond/internal-read.ts
const watched = new Tracepoint("read");
const spanOf = (ref, count) => ({
	name: `read ${ref}`,
	attributes: {
		"waymark.route": ref,
		"waymark.reads": count
	}
});
/** Bytes of the lists that are kept per revision: an entry takes about 500, an item 1,000. */
const MAX_LIST_BYTES = 16777216;
function createReads(registry, { documents, handlers, loaders, instances }) {
	const versions = routeVersions({
		handlers,
		plugins: new Map(registry.installed.map(({ plugin }) => [plugin.id, plugin])),
		instances
	});
	/** Refs of lists whose handler has looked at its caller. */
	const personal = /* @__PURE__ */ new Set();
	const versionOf = (route) => personal.has(route.ref) ? void 0 : versions(route);
	const lists = new VersionedCache(MAX_LIST_BYTES, ({ value }) => 500 + 1e3 * value.length);
	const gates = /* @__PURE__ */ new Map();
	const gateOf = (route) => {
		if (!gates.has(route)) gates.set(route, gateOfReads(route));
		return gates.get(route);
	};
	/** Marks the caller's answer as personal where the route that is read has other data, or none, for other callers. */
	function markCaller(route, { onBehalfOf }) {
		const { cache } = route.declaration;
		const isPrivate = typeof cache === "object" && cache.scope === "private";
		if (onBehalfOf && (isPrivate || gateOf(route))) RouteCall.markPersonal(onBehalfOf);
	}
	async function produce(call, input, { onBehalfOf }) {
		const { route } = call;
		if (route.document) return { value: await documents.get(route) };
		const handler = handlers.get(route.ref);
		if (handler === void 0) throw new Refused({ code: "service-unavailable" });
		const routeCall = new RouteCall(call, input, {
			mediaType: route.mediaTypes[0],
			language: route.declaration.languages?.[0],
			signal: onBehalfOf?.signal
		});
		try {
			return {
				value: await handler(routeCall),
				status: routeCall.chosen?.status
			};
		} finally {
			noteCaller(routeCall, route, onBehalfOf);
		}
	}
	/** Remembers that a route depends on its caller, and passes that on to the answer that the read becomes part of. */
	function noteCaller({ sawCaller, personal: isPersonal }, { ref }, onBehalfOf) {
		if (sawCaller) personal.add(ref);
		if (isPersonal && onBehalfOf !== void 0) RouteCall.markPersonal(onBehalfOf);
	}
	async function read(ref, params = {}, options = {}) {
		const route = findReadable(registry, ref);
		if (!haveForm(params)) return NOT_THERE;
		markCaller(route, options);
		const call = toCall(route, params, options);
		return orRefusal(async () => {
			const refusal = await gateOf(route)?.enter(call);
			if (refusal !== void 0) return { refusal };
			if (route.kind !== "list") {
				const input = withBody(acceptTarget(route, call), void 0);
				const made = await produce(call, input, options);
				return options.whole ? {
					...made,
					value: wholeBody(route, made.value, call)
				} : made;
			}
			const version = versionOf(route);
			const query = readQuery(route, call);
			const headers = acceptHeaders(route, call);
			const input = {
				params,
				query: queryForHandler(route, query, call),
				headers,
				body: void 0
			};
			const { value } = await produce(call, input, options);
			if (options.whole) return toWhole(call, value, query);
			const list = toRead(call, value, query);
			if (version !== void 0 && !personal.has(route.ref)) lists.set(listKey(route, params, options), version, list);
			return list;
		});
	}
	function readCached(ref, params = {}, options = {}) {
		const route = findReadable(registry, ref);
		const version = versionOf(route);
		if (version === void 0 || !haveForm(params)) return void 0;
		return lists.get(listKey(route, params, options), version);
	}
	async function readMany(ref, params, options) {
		const route = findReadable(registry, ref);
		const batch = loaders.get(route.ref);
		if (batch === void 0 || !params.every(haveForm)) return Promise.all(params.map((one) => read(ref, one, options)));
		markCaller(route, options);
		const calls = params.map((one) => toCall(route, one, options));
		const [first] = calls;
		if (first === void 0) return [];
		const gate = gateOf(route);
		const refusals = gate ? await Promise.all(calls.map((call) => gate.enter(call))) : [];
		const reads = await orRefusal(async () => {
			const query = readQuery(route, first);
			const own = queryForHandler(route, query, first);
			const admitted = calls.filter((_call, index) => refusals[index] === void 0);
			const { onBehalfOf } = options;
			const input = {
				params: first.params,
				query: own,
				headers: {},
				body: void 0
			};
			const caller = new RouteCall(first, input, { signal: onBehalfOf?.signal });
			const loaded = await loadLists(batch, admitted, own, caller, options.atMost).finally(() => noteCaller(caller, route, onBehalfOf));
			return calls.map((call, index) => {
				const refusal = refusals[index];
				return refusal ? { refusal } : toRead(call, loaded.get(call) ?? [], query);
			});
		});
		if (!("refusal" in reads)) return reads;
		return calls.map((_call, index) => ({ refusal: refusals[index] ?? reads.refusal }));
	}
	return {
		readCached,
		read: (ref, params, options) => watched.isWatched ? watched.run(spanOf(ref, 1), async () => read(ref, params, options)) : read(ref, params, options),
		readMany: (ref, params, options) => watched.isWatched ? watched.run(spanOf(ref, params.length), async () => readMany(ref, params, options)) : readMany(ref, params, options),
		versionOf: (ref) => versionOf(findReadable(registry, ref))
	};
}
function findReadable(registry, ref) {
	const route = registry.route(ref);
	if (route?.method === "GET" && (route.kind === "list" || route.kind === "returns")) return route;
	throw new Error(`${ref} is not a route that reads a list or a resource`);
}
/** The result for parameters that no path can have: a request for such a resource cannot be made either. */
const NOT_THERE = { refusal: { code: "resource-not-found" } };
function haveForm(params) {
	return Object.values(params).every(isSegment);
}
function toTarget(route, params, { search = "" }) {
	const path = fillPath(route.pattern, params);
	if (path === void 0) throw new Error(`a parameter of ${route.path} is missing`);
	return `${path}${search}`;
}
function listKey(route, params, options) {
	return `${route.ref} ${toTarget(route, params, options)}`;
}
function toCall(route, params, options) {
	const { onBehalfOf } = options;
	const caller = onBehalfOf && RouteCall.callOf(onBehalfOf);
	return new InternalCall(route, toTarget(route, params, options), params, caller);
}
/** Returns a list as readers see it, its items in the query's order. */
function toRead(call, value, query) {
	const { items, facts } = finishList(call.route, value, query, call);
	return {
		value: items,
		next: facts.next
	};
}
/** Returns a list as clients receive it. */
function toWhole(call, value, query) {
	const finished = finishList(call.route, value, query, call);
	const body = envelopeOf(call.route, finished);
	return { value: wholeBody(call.route, body, call, finished.facts) };
}
/** Returns a refusal as a result. Other errors are bugs, and are thrown. */
async function orRefusal(act) {
	try {
		return await act();
	} catch (error) {
		if (error instanceof Refused) return { refusal: error.refusal };
		throw error;
	}
}
// kernel/support/shutdown.ts
/** Time limits, and closers that run under one. */
/** Time for one closer, in milliseconds. */
const CLOSE_TIMEOUT_MS = 5e3;
/** The longest delay of a Node timer, in milliseconds. A longer one would fire at once. */
const LONGEST_MS = 2 ** 31 - 1;
/** Runs the closers, the last one first, and empties the list. One that fails or hangs is logged and does not stop the others. */
async function closeAll(closers, log, timeoutMs = CLOSE_TIMEOUT_MS) {
	for (let last = closers.pop(); last !== void 0; last = closers.pop()) {
		const { plugin, close } = last;
		try {
			await withTimeout(timeoutMs, async () => close(), () => /* @__PURE__ */ new Error(`it had not closed after ${timeoutMs} ms`));
		} catch (error) {
			const reason = messageOf(error);
			log.error("a plugin failed to close", {
				plugin,
				reason
			});
		}
	}
}
/** Returns the result of `run`, or throws the error that `onTimeout` makes. The limit is at most 24 days. */
async function withTimeout(ms, run, onTimeout) {
	let timer;
	const expired = new Promise((_resolve, reject) => {
		timer = setTimeout(() => reject(onTimeout()), Math.min(ms, LONGEST_MS));
	});
	try {
		return await Promise.race([run(), expired]);
	} finally {
		clearTimeout(timer);
	}
}
// kernel/respond/keep-declared.ts
/** Returns what a route sends of a value: everything for text and pages, which have no schema. */
function keepDeclared(route, log) {
	const { list, returns, stream } = route.declaration;
	if (list !== void 0) {
		const keep = createKeep(list.of, route, log);
		const keepItems = (items) => Array.isArray(items) ? keepEach(items, keep) : items;
		return (value) => {
			const { items, ...page } = Object(value);
			if (Array.isArray(value) || items === void 0) return keepItems(value);
			const kept = keepItems(items);
			return kept === items ? value : {
				...page,
				items: kept
			};
		};
	}
	if (returns !== void 0) return createKeep(returns, route, log);
	if (stream === void 0) return (value) => value;
	const events = new Map(Object.entries(stream.events).map(([name, schema]) => [name, createKeep(schema, route, log)]));
	return (message) => {
		const { event, data } = Object(message);
		const kept = events.get(event ?? "")?.(data);
		return kept === void 0 || kept === data ? message : {
			...Object(message),
			data: kept
		};
	};
}
/** Returns the same list where nothing was removed. */
function keepEach(items, keep) {
	const kept = items.map(keep);
	return kept.every((item, index) => item === items[index]) ? items : kept;
}
/** Says once for each route that members were removed. */
function createKeep(schema, { ref, plugin }, log) {
	let reported = false;
	const report = (member) => {
		if (reported) return;
		reported = true;
		log.warn("a handler returned a member that its schema does not declare; it is not sent", {
			route: ref,
			plugin,
			member
		});
	};
	return (value) => declaredOnly(schema)(value, report);
}
// kernel/respond/document.ts
/** The documents of one revision, for requests and internal reads: each is made on first use, once in each language. */
var DocumentCache = class {
	#registry;
	#log;
	/** By `plugin.routeId language`: one that is being made is a promise. */
	#documents = /* @__PURE__ */ new Map();
	#baseUrl = "";
	constructor(registry, log) {
		this.#registry = registry;
		this.#log = log;
	}
	get(route, language = route.declaration.languages?.[0]) {
		const { baseUrl } = this.#registry;
		if (baseUrl !== this.#baseUrl) this.#documents.clear();
		this.#baseUrl = baseUrl;
		const key = `${route.ref} ${language}`;
		if (!this.#documents.has(key)) {
			const made = andThen(this.#registry.document(route, language), keepDeclared(route, this.#log));
			this.#documents.set(key, made);
			if (made instanceof Promise) this.#settle(key, made);
		}
		return this.#documents.get(key);
	}
	/** The next request tries again after a failure, and does not wait for what is there. */
	#settle(key, made) {
		const replace = (change) => {
			if (this.#documents.get(key) === made) change();
		};
		made.then((document) => replace(() => this.#documents.set(key, document)), () => replace(() => this.#documents.delete(key)));
	}
};
// kernel/lifecycle/check-metrics.ts
const NAME = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;
/** Endings of the names under which a histogram's parts are exposed. */
const PARTS = /_(?:bucket|sum|count|created)$/;
/** Returns the metrics with their owner. Throws a BootError when one does not fit. */
function checkMetrics(plugin, metrics) {
	refuse(Object.entries(metrics).flatMap(([name, metric]) => {
		const fault = nameFault(name, metric) ?? formFault(metric);
		if (fault === void 0) return [];
		const [message, hint] = fault;
		return [{
			code: "METRIC_INVALID",
			plugin,
			where: `metric ${name}`,
			message,
			hint
		}];
	}));
	return Object.entries(metrics).map(([name, metric]) => {
		const owned = {
			plugin,
			name,
			help: metric.help
		};
		if (metric.type === "histogram") return {
			...owned,
			type: metric.type,
			of: metric.of
		};
		const { type, detail } = metric;
		return {
			...owned,
			type,
			...detail && { detail },
			read: () => metric.read()
		};
	});
}
function nameFault(name, metric) {
	if (!NAME.test(name)) return [`the name of a metric must be in snake case; received ${show(name)}`, "write a name such as \"queue_length\", with its unit at the end"];
	if (Object(metric).type === "histogram" && (PARTS.test(name) || name.endsWith("_total"))) return [`the name of a histogram must end with its unit; received ${show(name)}`, "write a name such as \"delivery_seconds\": scrapers see it with _bucket, _sum and _count"];
}
/** The metric is unchecked: it may be anything. */
function formFault(metric) {
	const { help, type, read, of } = Object(metric);
	if (typeof help !== "string" || help === "") return [`a metric must have a help text; received ${show(help)}`, "describe in one sentence what it measures"];
	if (type === "histogram") return boundsFault(of);
	if (type !== "counter" && type !== "gauge") return [`the type of a metric must be counter, gauge or histogram; received ${show(type)}`, "write counter for what only grows, gauge for what goes up and down"];
	if (typeof read !== "function") return [`a ${type} must have a function read; received ${show(read)}`, "add read: () => …"];
}
function boundsFault(of) {
	if (!(of instanceof Histogram)) return [`a histogram must say which one it is under of; received ${show(of)}`, "make it in setup, new Histogram([0.1, 1, 10]), and write of: …"];
	const { bounds } = of;
	const isAscending = bounds.every((bound, at) => bound > (bounds[at - 1] ?? -Infinity));
	if (bounds.length > 0 && isAscending && bounds.every(Number.isFinite)) return void 0;
	return [`the bounds of a histogram must be finite numbers in ascending order; received ${show(bounds)}`, "write bounds such as [0.1, 1, 10]; what is beyond the last has a bucket of its own"];
}
// kernel/lifecycle/wrap-handler.ts
/** The kernel's part around a handler: its time limit, its signal, and what of its value may be sent. */
const handlers = new Tracepoint("handler");
/**
* Wraps a handler: awaits its result, answers 503 after the timeout (the call's signal aborts, and a later result is
* ignored), removes undeclared members, and logs errors of its stream.
*/
function wrapHandler(route, unwatched, log) {
	const { ref, plugin, kind } = route;
	const handler = watchable(ref, unwatched);
	const keepValue = keepDeclared(route, log);
	const keep = kind === "stream" ? (messages) => streamOf(messages, {
		route: ref,
		plugin
	}, keepValue, log) : keepValue;
	const ms = handlerTimeMs(route);
	const detail = `There was no answer within ${ms} ms.`;
	const expire = (call) => {
		log.error("a handler had no answer in time", {
			route: ref,
			plugin,
			timeoutMs: ms
		});
		call.abort();
		const retryAfter = Math.ceil(ms / 1e3);
		return new Refused({
			code: "service-unavailable",
			detail,
			retryAfter
		});
	};
	return (call) => {
		const result = handler(call);
		if (!isThenable(result)) return andThen(result, keep);
		const running = Promise.resolve(result);
		call.running = running;
		return andThen(withTimeout(ms, () => running, () => expire(call)), keep);
	};
}
/** The handler, with a span while somebody watches. */
function watchable(ref, handler) {
	const name = `handler ${ref}`;
	const attributes = Object.freeze({ "waymark.route": ref });
	return (call) => handlers.isWatched ? handlers.run({
		name,
		attributes
	}, () => handler(call)) : handler(call);
}
/** Wraps a loader, so that undeclared members of its items are removed. */
function wrapLoader(route, batch, log) {
	const keep = keepDeclared(route, log);
	const keepAll = (lists) => Array.isArray(lists) ? lists.map(keep) : lists;
	return (params, query, caller) => andThen(batch(params, query, caller), keepAll);
}
/** True for promises, and for query builders, which run when they are awaited. */
function isThenable(value) {
	if (typeof value !== "object" || value === null || !("then" in value)) return false;
	return typeof value.then === "function";
}
/** The messages as they may be sent, with a line in the log when making them fails. */
function streamOf(messages, about, keep, log) {
	if (typeof messages !== "object" || messages === null || !(Symbol.asyncIterator in messages)) return messages;
	const logged = async function* () {
		try {
			for await (const message of messages) yield keep(message);
		} catch (error) {
			log.error("a stream failed", {
				...about,
				error: traceOf(error)
			});
			throw error;
		}
	};
	return logged();
}
// kernel/lifecycle/collect-handlers.ts
/** Handlers, health checks and metrics of a started plugin, checked against its routes. */
/**
* Adds a plugin's handlers, loaders, health checks and metrics, all or none. Throws a BootError when they do not fit
* the plugin's `routes`.
*/
function collectHandlers(plugin, routes, use, context, collected) {
	const args = [use, context];
	const given = plugin.handlers?.(...args) ?? {};
	const batches = plugin.loaders?.(...args) ?? {};
	const absent = absentRoutes(plugin, routes, context.options);
	const handlers = checkHandlers(plugin.id, without(given, absent), routes, context.log);
	const loaders = checkLoaders(plugin.id, without(batches, absent), routes, context.log);
	const health = Object.entries(plugin.health?.(...args) ?? {});
	const metrics = checkMetrics(plugin.id, plugin.metrics?.(...args) ?? {});
	for (const [id, handler] of handlers) collected.handlers.set(`${plugin.id}.${id}`, handler);
	for (const [id, batch] of loaders) collected.loaders.set(`${plugin.id}.${id}`, batch);
	for (const [name, check] of health) {
		const { title, ...declared } = typeof check === "function" ? { check } : check;
		const shared = "shared" in declared;
		const run = shared ? declared.shared : declared.check;
		collected.checks.push({
			plugin: plugin.id,
			name,
			run,
			shared,
			title
		});
	}
	collected.metrics.push(...metrics);
}
/** Returns the ids of routes whose listener is off: their handlers are not a mistake. */
function absentRoutes({ routes }, served, options) {
	const declared = typeof routes === "function" ? routes(options) : routes ?? {};
	const absent = new Set(Object.keys(declared).filter((id) => declared[id]?.listener !== void 0));
	for (const { id } of served) absent.delete(id);
	return absent;
}
function without(entries, absent) {
	if (absent.size === 0) return entries;
	return Object.fromEntries(Object.entries(entries).filter(([id]) => !absent.has(id)));
}
function checkHandlers(plugin, handlers, allRoutes, log) {
	const routes = allRoutes.filter(({ document, kind }) => !document && kind !== "redirect" && kind !== "alwaysFails");
	const ids = routes.map(({ id }) => id);
	const idSet = new Set(ids);
	const missing = ids.filter((id) => typeof handlers[id] !== "function");
	const unknown = Object.keys(handlers).filter((id) => !idSet.has(id));
	refuse([...missing.map((id) => ({
		code: "HANDLER_MISSING",
		plugin,
		where: `route ${id}`,
		message: `handlers returned ${show(handlers[id])} for ${id}`,
		hint: `add ${id}: (call) => … to what handlers returns`
	})), ...unknown.map((id) => ({
		code: "HANDLER_UNKNOWN",
		plugin,
		where: `handler ${id}`,
		message: `handlers returned ${id}, but the plugin has no route of that name that takes a handler`,
		hint: didYouMean(id, ids)
	}))]);
	return routes.map((route) => {
		const handler = handlers[route.id];
		return [route.id, wrapHandler(route, handler, log)];
	});
}
function checkLoaders(plugin, loaders, routes, log) {
	const lists = routes.filter(({ kind, document }) => kind === "list" && !document);
	const byId = new Map(lists.map((route) => [route.id, route]));
	const invalid = Object.keys(loaders).filter((id) => !byId.has(id) || typeof loaders[id] !== "function");
	refuse(invalid.map((id) => ({
		code: "HANDLER_UNKNOWN",
		plugin,
		where: `batch ${id}`,
		message: `loaders returned ${show(loaders[id])} for ${id}; it takes functions, for lists of this plugin`,
		hint: didYouMean(id, [...byId.keys()])
	})));
	return [...byId].flatMap(([id, route]) => {
		const batch = loaders[id];
		return batch === void 0 ? [] : [[id, wrapLoader(route, batch, log)]];
	});
}
// kernel/lifecycle/create-runtime.ts
/** @param revision the members that are the revision's own; the others are the server's, and change. */
function createRuntime(server, revision) {
	const early = () => /* @__PURE__ */ new Error("the service takes no requests before all plugins have started");
	let app = {
		dispatch: () => Promise.reject(early()),
		routeOf() {
			throw early();
		}
	};
	return {
		runtime: {
			...revision,
			get ready() {
				return server.ready;
			},
			get draining() {
				return server.draining;
			},
			reloads: server.reloads,
			counts: server.counts,
			instance: server.instance,
			get certificate() {
				return server.certificate;
			},
			get origin() {
				return server.origin;
			},
			onChange: server.onChange,
			dispatch: (...args) => app.dispatch(...args),
			routeOf: (request) => app.routeOf(request)
		},
		connect: (to) => {
			app = to;
		}
	};
}
// kernel/lifecycle/live-registry.ts
/** Parts of a registry that are data, compared by content. Any other part changes with the revision. */
const DATA = /* @__PURE__ */ new Set([
	"app",
	"baseUrl",
	"capabilities",
	"errors",
	"tables",
	"rootLinks"
]);
/** Whether a setup that reads these parts of a registry has to run again for the next one. */
function readsChanged(reads, current, next) {
	return reads.some((part) => DATA.has(part) ? revisionOf(current[part]) !== revisionOf(next[part]) : current.revision !== next.revision);
}
/** The parts of the current registry that a setup may read. Any other part throws. */
function declaredParts(reads, current) {
	const parts = {};
	for (const part of Object.keys(current())) {
		const declared = reads.includes(part);
		const get = () => {
			if (declared) return current()[part];
			throw new Error(`setup reads registry.${part}, which the plugin does not declare in setupReads: [${[...reads, part].map((name) => JSON.stringify(name)).join(", ")}]`);
		};
		Object.defineProperty(parts, part, {
			enumerable: declared,
			get
		});
	}
	return parts;
}
/** The runtime of the revision that a plugin serves in at the moment. */
var LiveRuntime = class {
	#current;
	constructor(first) {
		this.#current = first;
	}
	switchTo(next) {
		this.#current = next;
	}
	get registry() {
		return this.#current.registry;
	}
	get checks() {
		return this.#current.checks;
	}
	get metrics() {
		return this.#current.metrics;
	}
	get degraded() {
		return this.#current.degraded;
	}
	get ready() {
		return this.#current.ready;
	}
	get draining() {
		return this.#current.draining;
	}
	get counts() {
		return this.#current.counts;
	}
	get reloads() {
		return this.#current.reloads;
	}
	get instance() {
		return this.#current.instance;
	}
	get certificate() {
		return this.#current.certificate;
	}
	get origin() {
		return this.#current.origin;
	}
	read = (...args) => this.#current.read(...args);
	readCached = (...args) => this.#current.readCached(...args);
	readMany = (...args) => this.#current.readMany(...args);
	versionOf = (ref) => this.#current.versionOf(ref);
	dispatch = (...args) => this.#current.dispatch(...args);
	routeOf = (request) => this.#current.routeOf(request);
	onChange = (listener) => this.#current.onChange(listener);
};
// kernel/lifecycle/start-failure.ts
/** Why a plugin does not start, and what to do about it. */
/** A plugin needs a service whose provider did not start. */
var ServiceAbsent = class extends Error {};
function requireServices(plugin, all, instances) {
	const absent = neededBy(plugin).find((id) => !instances.has(id));
	if (absent === void 0) return;
	const provider = all.find(({ provides = {} }) => Object.values(provides).some(({ id }) => id === absent));
	throw new ServiceAbsent(`${plugin.id} needs the service ${absent} of the plugin ${provider?.id ?? "kernel"}, which did not start`);
}
/**
* The plugin's policy that the server cannot leave out when the plugin fails: a guard, or one that lacks a service for the
* headers and refusals that are promised on every answer.
*/
function indispensablePolicy(plugin, instances) {
	return plugin.policies?.find(({ guards, needs = {} }) => guards === true || Object.values(needs).some((token) => !("optional" in token) && !instances.has(token.id)));
}
function setupTimeout(plugin, ms) {
	return new BootError([{
		code: "SETUP_TIMEOUT",
		plugin: plugin.id,
		where: "setup",
		message: `setup had not finished after ${ms} ms`,
		hint: "look for a promise that never settles, such as a connection to something that does not answer"
	}]);
}
function startFailure(error, entry, stuck, installed) {
	if (error instanceof BootError) return error;
	const contributor = error instanceof ContributionError ? installed.find(({ plugin }) => plugin.id === error.plugin) : void 0;
	const culprit = contributor ?? entry;
	const off = `fix what the message names, or switch the plugin off: ${switching(culprit, false)}`;
	const why = `Its policy ${stuck?.id} works on every answer, so the server cannot run without it while it is on.`;
	const finding = {
		code: "SETUP_FAILED",
		plugin: culprit.plugin.id,
		where: contributor === void 0 ? "setup" : `setup of the plugin ${entry.plugin.id}`,
		message: messageOf(error),
		hint: stuck === void 0 || contributor !== void 0 ? off : `${off}\n${why}`
	};
	return new BootError([finding], { cause: error });
}
// kernel/lifecycle/running-plugin.ts
/** One running plugin: its setup, the services it provides, and whether it can go on in another revision. */
/** The instances that a plugin needs, and those it has provided so far, by the plugin's own names. */
function servicesFor(plugin, instances) {
	return Object.fromEntries([...Object.entries(plugin.needs ?? {}), ...Object.entries(plugin.provides ?? {})].map(([name, token]) => {
		const instance = instances.get(token.id);
		return [name, trackedFor(plugin, token, instance)?.instance ?? instance];
	}));
}
/** Whether a running plugin can go on in another revision, because nothing that its setup used is different there. */
function canCarryOver({ plugin, options, needed, runtime }, next, instances, registry) {
	return plugin === next.plugin && isDeepStrictEqual(options, next.options) && [...needed].every(([id, instance]) => instances.get(id) === instance) && !readsChanged(plugin.setupReads ?? [], runtime.registry, registry);
}
/** Runs a plugin's setup. When that fails, what it opened is closed again. */
async function runSetup({ plugin, options }, { runtime: first, instances, log, setupTimeoutMs }) {
	const runtime = new LiveRuntime(first);
	const services = new Map([...instances, [Runtime.id, runtime]]);
	const needed = new Map(Object.values(plugin.needs ?? {}).map(({ id }) => [id, instances.get(id)]));
	needed.delete(Runtime.id);
	const closers = [];
	const setup = new AbortController();
	const defer = (close) => {
		const closer = {
			plugin: plugin.id,
			close
		};
		if (setup.signal.aborted) closeAll([closer], log);
		else closers.push(closer);
	};
	const context = {
		options,
		registry: declaredParts(plugin.setupReads ?? [], () => runtime.registry),
		log,
		signal: setup.signal,
		defer
	};
	try {
		return {
			plugin,
			options,
			needed,
			provided: await withTimeout(setupTimeoutMs, async () => plugin.setup?.(servicesFor(plugin, services), context), () => setupTimeout(plugin, setupTimeoutMs)),
			runtime,
			closers
		};
	} catch (error) {
		setup.abort();
		await closeAll(closers, log);
		throw error;
	}
}
/** Adds the services that a setup returned. Throws when one is missing. */
function registerServices(plugin, provided, instances) {
	for (const [name, { id }] of Object.entries(plugin.provides ?? {})) {
		const instance = Object(provided)[name];
		if (instance === void 0) throw new Error(`setup did not return ${name}, which the plugin provides`);
		instances.set(id, instance);
	}
}
// kernel/lifecycle/start.ts
/** Starts and stops plugins: services in order, each within its time, and closers in reverse. */
/** Time for one plugin's setup, in milliseconds. */
const SETUP_TIMEOUT_MS = 1e4;
/** No plugin started that did not run before. */
var StillDegraded = class extends Error {};
/**
* Starts all enabled plugins. When a plugin fails that the server cannot run without, stops those that started here and
* throws a BootError.
*/
async function startPlugins({ registry, absent, connectPolicies }, { log, server, only, previous, unlessStillDegraded = false, setupTimeoutMs = SETUP_TIMEOUT_MS }) {
	const entries = new Map(registry.installed.filter(({ plugin, enabled }) => enabled && (only?.has(plugin) ?? true)).map((entry) => [entry.plugin, entry]));
	const { order: plugins } = startOrder([...entries.keys()]);
	const instances = /* @__PURE__ */ new Map();
	const collected = {
		handlers: /* @__PURE__ */ new Map(),
		loaders: /* @__PURE__ */ new Map(),
		checks: [],
		metrics: []
	};
	const degraded = [];
	const degrade = (plugin, message, reason) => {
		degraded.push({
			plugin,
			reason
		});
		log.warn(message, {
			plugin,
			reason
		});
	};
	const documents = new DocumentCache(registry, log);
	const { runtime, connect } = createRuntime(server, {
		registry,
		checks: collected.checks,
		metrics: collected.metrics,
		degraded,
		...createReads(registry, {
			...collected,
			documents,
			instances
		})
	});
	instances.set(Runtime.id, runtime);
	const running = /* @__PURE__ */ new Map();
	const started = {
		running,
		instances,
		handlers: collected.handlers,
		documents,
		degraded,
		connect,
		takeOver() {
			for (const plugin of running.values()) plugin.runtime.switchTo(runtime);
		},
		async stop(other) {
			for (const [id, plugin] of [...running].toReversed()) if (other?.running.get(id) !== plugin) await closeAll(plugin.closers, log);
		}
	};
	for (const { plugin, reason } of absent) degrade(plugin, "a plugin could not be loaded; the server runs without it", reason);
	const context = {
		plugins,
		routes: Map.groupBy([...registry.routes, ...registry.adminRoutes], ({ plugin }) => plugin),
		collected,
		runtime,
		instances,
		log,
		setupTimeoutMs
	};
	const slices = new TimeSlices();
	for (const plugin of plugins) {
		await slices.pause();
		const entry = entries.get(plugin);
		if (entry === void 0) continue;
		try {
			running.set(plugin.id, await startOne(entry, previous?.running.get(plugin.id), context));
		} catch (error) {
			const stuck = indispensablePolicy(plugin, instances);
			const failure = startFailure(error, entry, stuck, registry.installed);
			if (!(entry.optional || error instanceof ServiceAbsent) || stuck !== void 0) {
				await started.stop(previous);
				throw failure;
			}
			const reason = failure.findings.map(({ message }) => message).join("; ");
			degrade(plugin.id, "a plugin did not start; its routes answer 503", reason);
		}
	}
	if (unlessStillDegraded && degraded.length >= (previous?.degraded.length ?? 0)) {
		await started.stop(previous);
		throw new StillDegraded();
	}
	connectPolicies(instances);
	return started;
}
/** Starts a plugin, or carries over the one that runs, and collects its handlers. When that fails, nothing of it is left. */
async function startOne(entry, previous, context) {
	const { plugin, options } = entry;
	const { plugins, routes, collected, runtime, instances, log } = context;
	requireServices(plugin, plugins, instances);
	const carried = previous !== void 0 && canCarryOver(previous, entry, instances, runtime.registry);
	const running = carried ? previous : await runSetup(entry, context);
	try {
		registerServices(plugin, running.provided, instances);
		const handlerContext = {
			options,
			registry: runtime.registry,
			log
		};
		const use = servicesFor(plugin, instances);
		collectHandlers(plugin, routes.get(plugin.id) ?? [], use, handlerContext, collected);
		return running;
	} catch (error) {
		if (!carried) await closeAll(running.closers, log);
		for (const { id } of Object.values(plugin.provides ?? {})) instances.delete(id);
		throw error;
	}
}
export { RouteCall as C, ViewCall as D, RepeatedCall as E, dataVersionOf as O, withBody as S, InternalCall as T, collectHooks as _, finishList as a, acceptPart as b, createRenderer as c, NO_BODY_INFO as d, OK as f, gateOfReads as g, Gate as h, envelopeOf as i, watched$1 as l, withoutBody as m, startPlugins as n, queryForHandler as o, headsByLanguage as p, servicesFor as r, readQuery as s, StillDegraded as t, ABANDONED as u, VersionedCache as v, andThen as w, acceptTarget as x, acceptHeaders as y };

//# sourceMappingURL=start.js.map