import { t as I } from "../../chunks/lru-cache.js";
import { t as fillPath } from "../../chunks/path.js";
import { t as graphqlModel } from "../../chunks/model.js";
import { i as toBody, n as inputNames, r as pathOfPointer } from "../../chunks/input-value.js";
import "../../chunks/kernel.js";
import { setImmediate } from "node:timers/promises";
import { GraphQLError, execute, getOperationAST, parse, specifiedRules, validate } from "graphql";
import { makeExecutableSchema } from "@graphql-tools/schema";
// plugins/graphql/answer-cache.ts
/** Caches answers for as long as the data that they were read from stays the same. */
/** Bytes of kept answers and their keys, about. */
const MAX_BYTES = 16777216;
/** Bytes of an answer without its objects, and the size of those as a multiple of their JSON. */
const ANSWER_BYTES = 1e3;
const OBJECTS = 4;
/** Bytes of the keys of answers that were requested once. */
const MAX_BYTES_ONCE = 262144;
/** The routes that a query reads, with the version of their data before the first read of each. */
var Sources = class {
	#runtime;
	#versions = /* @__PURE__ */ new Map();
	constructor(runtime) {
		this.#runtime = runtime;
	}
	/** To be called before a route is read. */
	add(ref) {
		if (!this.#versions.has(ref)) this.#versions.set(ref, this.#runtime.versionOf(ref));
	}
	/** Whether the same query would read the same again. Never when data without a version was read. */
	get unchanged() {
		for (const [ref, version] of this.#versions) if (version === void 0 || this.#runtime.versionOf(ref) !== version) return false;
		return true;
	}
};
/**
* Answers by everything that they depend on except data. An answer stays as long as its data stays the same, and is the
* same for all clients, because no data with a version depends on the client. The least used answers make room.
*/
var AnswerCache = class {
	#looks;
	#answers;
	#askedOnce = new I({
		maxSize: MAX_BYTES_ONCE,
		sizeCalculation: (_once, key) => key.length + 100
	});
	/** @param looks to count in. */
	constructor(looks, maxBytes = MAX_BYTES) {
		this.#looks = looks;
		this.#answers = new I({ maxSize: maxBytes });
	}
	get(key) {
		const entry = this.#answers.get(key);
		if (entry?.sources.unchanged === true) {
			this.#looks.hit++;
			return entry.answer;
		}
		this.#looks.miss++;
		if (entry !== void 0) this.#answers.delete(key);
	}
	/**
	* Keeps an answer, unless its data has changed meanwhile or has no version. Nothing is kept the first time, because
	* keeping takes half as long as making the answer, and many answers are requested only once.
	*/
	add(key, answer, sources) {
		if (!sources.unchanged) return;
		if (!this.#askedOnce.has(key)) return void this.#askedOnce.set(key, true);
		const text = JSON.stringify(answer);
		const entry = {
			answer: JSON.parse(text),
			sources
		};
		const size = key.length + ANSWER_BYTES + OBJECTS * text.length;
		this.#answers.set(key, entry, { size });
	}
};
var QueryContext = class {
	/** Cursors of next pages, by the path of their list. */
	next = {};
	sources;
	size;
	/** Fields that have written, in their order. */
	written = [];
	#runtime;
	#within;
	#catalog;
	#waiting = /* @__PURE__ */ new Map();
	#itemsLeft;
	#errorsLeft = 50;
	constructor(runtime, within, size, maxItems) {
		this.#runtime = runtime;
		this.sources = new Sources(runtime);
		this.size = size;
		this.#within = within;
		this.#catalog = runtime.registry.errors;
		this.#itemsLeft = maxItems;
	}
	/** Returns the value of a route, or a promise where it has to be read. Throws a GraphQLError for a refusal. */
	read(ref, params, search, field) {
		this.sources.add(ref);
		const cached = this.#runtime.readCached(ref, params, { search });
		if (cached !== void 0) return this.#take(cached, field);
		return this.#runtime.read(ref, params, {
			search,
			onBehalfOf: this.#within
		}).then((read) => this.#take(read, field));
	}
	/** The same for a list that many objects have: read for all objects of one level at once. */
	async readWithOthers(ref, params, search, field) {
		this.sources.add(ref);
		const key = `${ref}${search}`;
		const waiting = this.#waiting.get(key) ?? [];
		const read = new Promise((resolve, reject) => {
			waiting.push({
				params,
				resolve,
				reject
			});
		});
		if (waiting.length === 1) {
			this.#waiting.set(key, waiting);
			Promise.resolve().then(() => process.nextTick(() => void this.#readAll(key, ref, search)));
		}
		return this.#take(await read, field);
	}
	/** Returns the route that a request would reach. */
	routeOf(request) {
		return this.#runtime.routeOf(request);
	}
	/** Makes the request of a field that writes; the fields after one are not run for a client that has left. */
	async dispatch(field, request) {
		if (this.#within.signal.aborted || this.size.exceeded) throw new GraphQLError("It was not run, because the answer is over.", { extensions: {
			code: "service-unavailable",
			status: 503
		} });
		const answer = await this.#runtime.dispatch(request, this.#within);
		if (answer.status < 400) this.written.push(field);
		return answer;
	}
	/** Throws the error of a field that is read, or leaves the field null when the answer has enough of them. */
	fail = (error) => {
		this.#errorsLeft -= 1;
		if (this.#errorsLeft >= 0) throw error;
		return null;
	};
	async #readAll(key, ref, search) {
		const waiting = this.#waiting.get(key) ?? [];
		this.#waiting.delete(key);
		const groups = [...Map.groupBy(waiting, ({ params }) => JSON.stringify(params)).values()];
		try {
			const reads = await this.#runtime.readMany(ref, groups.flatMap(([first]) => first === void 0 ? [] : [first.params]), {
				search,
				onBehalfOf: this.#within,
				atMost: this.#itemsLeft
			});
			groups.forEach((group, index) => {
				const read = reads[index] ?? { refusal: { code: "internal-error" } };
				for (const { resolve } of group) resolve(read);
			});
		} catch (error) {
			for (const { reject } of waiting) reject(error);
		}
	}
	#take(read, { path, nodes }) {
		if (read.refusal !== void 0) {
			const { code, detail, errors } = read.refusal;
			const { message = code, status } = this.#catalog.find((entry) => entry.code === code) ?? {};
			throw new GraphQLError(detail ?? message, { extensions: {
				code,
				status,
				...errors === void 0 ? {} : { errors }
			} });
		}
		const { value, next } = read;
		if (Array.isArray(value)) this.#itemsLeft -= value.length;
		if (this.#itemsLeft < 0) throw new GraphQLError("The lists of the query have too many items. Ask for fewer.", { extensions: { code: "unprocessable-content" } });
		const cursor = next === void 0 ? null : new URLSearchParams(next.split("?")[1]).get("cursor");
		if (cursor !== null) this.next[path] = cursor;
		return this.size.add(value, nodes);
	}
};
// plugins/graphql/answer-size.ts
/** Bounds an answer while it is made, and lets other requests have their turn. */
/** Bytes of the lists that are completed before other requests have their turn: about a millisecond's work. */
const TURN_BYTES = 65536;
var AnswerSize = class {
	#widths;
	#maxBytes;
	#bytes = 0;
	#turnLeft = TURN_BYTES;
	#turn = Promise.resolve();
	constructor(widths, maxBytes) {
		this.#widths = widths;
		this.#maxBytes = maxBytes;
	}
	/** Of the answer so far, about: names of fields, texts, and what else is in lists. */
	get bytes() {
		return this.#bytes;
	}
	/** Whether the answer is too large. Its fields are empty from then on, because it will not be sent. */
	get exceeded() {
		return this.#bytes > this.#maxBytes;
	}
	/** Counts the value of a field, and returns it as the executor should have it. */
	add(value, nodes) {
		if (typeof value === "string") this.#bytes += value.length;
		else if (typeof value !== "object" || value === null) return value;
		else if (nodes[0]?.selectionSet === void 0) this.#bytes += this.exceeded ? 0 : JSON.stringify(value)?.length ?? 0;
		else if (Array.isArray(value)) return this.#addList(value, nodes);
		else return value;
		if (!this.exceeded) return value;
		return Array.isArray(value) ? [] : "";
	}
	#addList(items, nodes) {
		let width = 0;
		for (const { selectionSet } of nodes) width += selectionSet === void 0 ? 0 : this.#widths?.get(selectionSet) ?? 0;
		const bytes = items.length * width;
		this.#bytes += bytes;
		if (this.exceeded) return [];
		if (bytes > this.#turnLeft) return this.#inTurns(items, width);
		this.#turnLeft -= bytes;
		return items;
	}
	async *#inTurns(items, width) {
		for (const item of items) {
			this.#turnLeft -= width;
			if (this.#turnLeft < 0) await this.#pause();
			yield item;
		}
	}
	/** One list after the other, because all that wait for the same turn have it together. */
	#pause() {
		const before = this.#turn;
		const takeTurn = async () => {
			await before;
			await setImmediate();
			this.#turnLeft = TURN_BYTES;
		};
		return this.#turn = takeTurn();
	}
};
// plugins/graphql/cost.ts
const NOTHING = {
	depth: 0,
	aliases: 0,
	introspections: 0,
	bytes: 0
};
/** Bytes of a field in an answer, without its name and a text that it may be. */
const FIELD_BYTES = 16;
/** Characters and lines of a query, for each of its tokens. Errors take time by the line to say where they are. */
const TOKEN_LENGTH = 50;
const TOKEN_LINES = 2;
/** Returns why a text is not even parsed, or undefined. */
function lengthAboveLimit(query, { maxTokens }) {
	const [length, lines] = [maxTokens * TOKEN_LENGTH, maxTokens * TOKEN_LINES];
	if (query.length > length) return `The query has more than ${length} characters; it is not read.`;
	if (query.split(/\r\n|[\n\r]/, lines + 1).length > lines) return `The query has more than ${lines} lines; it is not read.`;
}
/** Returns why an operation is refused, or undefined. */
function costAboveLimit({ depth, aliases, introspections }, { maxDepth, maxAliases }) {
	if (depth > maxDepth) return `The query is ${depth} levels deep; at most ${maxDepth} are run.`;
	if (aliases > maxAliases) return `The query has ${aliases} aliases; at most ${maxAliases} are run.`;
	if (introspections > 1) return `The query asks for the schema ${introspections} times, aliases within it included; it is run once.`;
}
function measureCost(operation, { definitions }) {
	const fragments = new Map(definitions.flatMap((one) => one.kind === "FragmentDefinition" ? [[one.name.value, one.selectionSet]] : []));
	const costs = /* @__PURE__ */ new Map();
	const widths = /* @__PURE__ */ new Map();
	function ofFragment(name) {
		const cost = costs.get(name);
		if (cost !== void 0) return cost;
		costs.set(name, NOTHING);
		const total = ofSet(fragments.get(name));
		costs.set(name, total);
		return total;
	}
	function ofSelection(selection) {
		if (selection.kind === "FragmentSpread") return ofFragment(selection.name.value);
		if (selection.kind === "InlineFragment") return ofSet(selection.selectionSet);
		const { alias, name, selectionSet } = selection;
		const inner = ofSet(selectionSet);
		const bytes = FIELD_BYTES + (alias ?? name).value.length + inner.bytes;
		const aliased = alias === void 0 ? 0 : 1;
		if (name.value === "__schema" || name.value === "__type") return {
			depth: 1,
			aliases: aliased,
			introspections: 1 + inner.aliases,
			bytes
		};
		return {
			...inner,
			depth: inner.depth + 1,
			aliases: inner.aliases + aliased,
			bytes
		};
	}
	function ofSet(set) {
		if (set === void 0) return NOTHING;
		let { depth, aliases, introspections, bytes } = NOTHING;
		for (const selection of set.selections) {
			const cost = ofSelection(selection);
			depth = Math.max(depth, cost.depth);
			aliases += cost.aliases;
			introspections += cost.introspections;
			bytes += cost.bytes;
		}
		widths.set(set, bytes);
		return {
			depth,
			aliases,
			introspections,
			bytes
		};
	}
	return {
		...ofSet(operation.selectionSet),
		widths
	};
}
// plugins/graphql/search.ts
/** Arguments as the query string that they stand for. */
/** Returns the query string with its `?`, or "". `taken` are arguments that are not part of it. */
function searchOf(args, taken) {
	const pairs = Object.entries(args).filter(([name]) => !taken.includes(name)).flatMap(([name, value]) => pairsOf(name, value));
	return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs)}`;
}
/** `filter: { name: { contains: "a" } }` as `filter[name][contains]=a`. Null counts as an absent argument. */
function pairsOf(name, value) {
	if (value === null || value === void 0) return [];
	if (Array.isArray(value)) return isFilter(name) ? [[name, value.map(withoutComma).join(",")]] : value.map((one) => [name, String(one)]);
	if (typeof value !== "object") return [[name, String(value)]];
	return Object.entries(value).flatMap(([key, inner]) => pairsOf(`${name}[${key}]`, inner));
}
/** Filters have their values in one parameter, separated by commas; other lists repeat the parameter. */
const isFilter = (name) => name.endsWith("]");
/** In a query string commas separate the values of a list, so none of them can have one. */
function withoutComma(value) {
	const text = String(value);
	if (!text.includes(",")) return text;
	throw new GraphQLError("A value of `in` has a comma, which separates values. Use `eq` for it.", { extensions: { code: "bad-request" } });
}
// plugins/graphql/write.ts
/** Runs fields of the mutation: each is a request of the route that it stands for, with all that the route asks of one. */
const NO_KEY = "No resource has such a key.";
/** Characters that a header may have (RFC 9110, section 5.5). */
const HEADER_VALUE = /^[\t\u0020-\u007e\u0080-\u00ff]*$/;
function writeOf(route, write, names) {
	const accept = [.../* @__PURE__ */ new Set([...route.mediaTypes, "application/json"])].join(", ");
	const { body: content, resource } = write;
	function requestOf(args, body) {
		const texts = route.pattern.params.map((name) => [name, String(args[name])]);
		const path = fillPath(route.pattern, Object.fromEntries(texts));
		if (path === void 0) throw refusal("resource-not-found", NO_KEY);
		const search = searchOf(Object.fromEntries(write.search.map((name) => [name, args[name]])), []);
		const headers = {
			accept,
			...headersOf(args, write)
		};
		const request = {
			method: route.method,
			target: path + search,
			headers
		};
		if (content === void 0 || body === void 0) return request;
		return {
			...request,
			headers: {
				...headers,
				"content-type": content.mediaType
			},
			body: toBody(args[body.name], body.type, names)
		};
	}
	/** Returns undefined for a result; a route may answer with one and a status of errors. */
	function errorOf(answer, body) {
		const { status } = answer;
		if (status < 400) return void 0;
		const received = Object(readJson(answer));
		const { code = "internal-error", message = code, detail, errors } = received.error ?? {};
		if ((received.error === void 0 && route.declaration.statuses?.includes(status)) === true) return void 0;
		const retryAfter = headerOf(answer, "retry-after");
		return new GraphQLError(detail ?? message, { extensions: {
			code,
			status,
			...errors && { errors: errors.map((error) => withPath(error, body)) },
			...retryAfter === void 0 ? {} : { retryAfter: Number(retryAfter) }
		} });
	}
	/** An error of the input, its place being one among the arguments. */
	function withPath({ detail, pointer, parameter, header }, body) {
		if (pointer !== void 0 && body !== void 0) return {
			detail,
			path: [body.name, ...pathOfPointer(pointer, body.type, names)]
		};
		const argument = parameter ?? (header && write.headers[header.toLowerCase()]);
		return {
			detail,
			...argument === void 0 ? {} : { path: [argument] }
		};
	}
	return async (_object, args, context, { path, parentType, fieldName }) => {
		const { args: declared = [] } = parentType.getFields()[fieldName] ?? {};
		const body = declared.find(({ name }) => name === content?.argument);
		const request = requestOf(args, body);
		if (context.routeOf(request)?.ref !== route.ref) throw refusal("resource-not-found", NO_KEY);
		const answer = await context.dispatch(String(path.key), request);
		const error = errorOf(answer, body);
		if (error !== void 0) throw error;
		return {
			status: answer.status,
			etag: headerOf(answer, "etag"),
			location: headerOf(answer, "location"),
			replayed: headerOf(answer, "idempotency-replayed") === "true",
			...resource === void 0 ? {} : { [resource]: readJson(answer) }
		};
	};
}
function headersOf(args, { headers }) {
	const pairs = Object.entries(headers).flatMap(([name, argument]) => {
		const value = args[argument];
		if (value === void 0 || value === null) return [];
		const text = name === "idempotency-key" ? quoted(String(value)) : String(value);
		if (HEADER_VALUE.test(text)) return [[name, text]];
		const detail = "It has characters that a header cannot have.";
		throw refusal("bad-request", `${argument}: ${detail}`, [{
			detail,
			path: [argument]
		}]);
	});
	return Object.fromEntries(pairs);
}
/** As a string of structured fields (RFC 9651, section 3.3.3). */
function quoted(text) {
	return `"${text.replace(/["\\]/g, "\\$&")}"`;
}
function refusal(code, message, errors) {
	const status = STATUSES[code];
	return new GraphQLError(message, { extensions: {
		code,
		status,
		...errors && { errors }
	} });
}
const STATUSES = {
	"resource-not-found": 404,
	"bad-request": 400
};
function headerOf({ headers }, name) {
	const at = headers.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === name);
	return at === -1 ? void 0 : headers[at + 1];
}
/** Undefined where the answer has no body. */
function readJson({ body }) {
	if (body === void 0 || body.length === 0) return void 0;
	return JSON.parse(typeof body === "string" ? body : Buffer.from(body).toString());
}
// plugins/graphql/schema.ts
/** The executable schema of a registry. */
function executableSchema(registry) {
	const { sdl, reads, writes, renamed, renamedInputs } = graphqlModel(registry);
	const resolvers = Object.create(null);
	const add = (type, field, resolver) => {
		(resolvers[type] ??= Object.create(null))[field] = resolver;
	};
	add("Query", "service", () => registry.app.name);
	add("Query", "version", () => registry.app.version);
	for (const read of reads) add(read.type, read.field, limited(read.type === "Query" ? rootOf(read) : relationOf(read)));
	const names = inputNames(renamedInputs);
	for (const write of writes) {
		const route = registry.route(write.ref);
		if (route !== void 0) add("Mutation", write.field, limited(writeOf(route, write, names)));
	}
	for (const { type, field, source } of renamed) add(type, field, (object, _args, { size }, { fieldNodes }) => size.add(memberOf(object, source), fieldNodes));
	return makeExecutableSchema({
		typeDefs: sdl,
		resolvers
	});
}
/** Fields are members of what was read, never what objects inherit: a field may be called `constructor`. */
const memberResolver = (object, _args, { size }, { fieldName, fieldNodes }) => size.add(memberOf(object, fieldName), fieldNodes);
function memberOf(object, name) {
	return typeof object === "object" && object !== null && Object.hasOwn(object, name) ? Reflect.get(object, name) : void 0;
}
/** Errors of an answer are counted where they are thrown, because the executor needs long to say where each belongs. */
function limited(resolve) {
	return (object, args, context, info) => {
		try {
			const value = resolve(object, args, context, info);
			return value instanceof Promise ? value.catch(context.fail) : value;
		} catch (error) {
			return context.fail(error);
		}
	};
}
function rootOf({ ref, bindings }) {
	return (_object, args, context, { path, fieldNodes }) => {
		const params = Object.entries(bindings).map(([name, arg]) => [name, String(args[arg])]);
		const search = searchOf(args, Object.values(bindings));
		const field = {
			path: pathText(path),
			nodes: fieldNodes
		};
		return context.read(ref, Object.fromEntries(params), search, field);
	};
}
function relationOf({ ref, bindings, list }) {
	return (object, args, context, { path, fieldNodes }) => {
		const params = {};
		for (const [name, field] of Object.entries(bindings)) {
			const value = memberOf(object, field);
			if (value === void 0 || value === null) return null;
			params[name] = String(value);
		}
		const search = searchOf(args, []);
		const field = {
			path: pathText(path),
			nodes: fieldNodes
		};
		return list ? context.readWithOthers(ref, params, search, field) : context.read(ref, params, search, field);
	};
}
function pathText({ prev, key }) {
	return prev === void 0 ? String(key) : `${pathText(prev)}.${key}`;
}
// plugins/graphql/execute.ts
/** Runs queries. This module and what it imports are loaded with the first one. */
/** Bytes of the largest answer that is kept: keeping one takes twice as long as sending it. */
const LARGEST_KEPT = 262144;
/** Queries whose document is kept. */
const KEPT_QUERIES = 200;
/** Characters of the longest query, with its variables, of which something is kept. */
const LONGEST_KEPT = 1e4;
/** Values that its variables may have, those within others too. */
const MOST_VALUES = 1e3;
/** Characters of an error's message: some repeat what was received. */
const MAX_MESSAGE = 500;
function createExecute(registry, runtime, options, { log, looks }) {
	const schema = executableSchema(registry);
	const tooLarge = `The answer has more than ${options.maxBytes} bytes. Ask for fewer items or fields.`;
	/** Returns an error as clients see it. One that is not a refusal is a bug: it is logged, and hidden. */
	function present(error, within) {
		const cause = error.originalError;
		if (cause === void 0 || cause === null || cause instanceof GraphQLError) return error;
		const { requestId } = within;
		const { nodes, path } = error;
		log.error("a field failed", {
			requestId,
			path,
			error: cause.stack ?? String(cause)
		});
		const code = "internal-error";
		const message = registry.errors.find((entry) => entry.code === code)?.message ?? code;
		return new GraphQLError(message, {
			nodes,
			path,
			extensions: { code }
		});
	}
	/** Returns what holds for a query with any variables: its document, or why it is never run. */
	function prepare(query, operationName) {
		const tooLong = lengthAboveLimit(query, options);
		if (tooLong !== void 0) return { refusal: refused("costs", tooLong) };
		let document;
		try {
			document = parse(query, { maxTokens: options.maxTokens });
		} catch (error) {
			if (!(error instanceof GraphQLError)) throw error;
			return { refusal: refused(error.message.includes("Parsing aborted") ? "costs" : "syntax", [error]) };
		}
		const operation = getOperationAST(document, operationName) ?? void 0;
		const writes = operation !== void 0 && operation.operation !== "query";
		const cost = operation && measureCost(operation, document);
		const tooMuch = cost && costAboveLimit(cost, options);
		if (tooMuch !== void 0) return {
			writes,
			refusal: refused("costs", tooMuch)
		};
		const invalid = validate(schema, document, specifiedRules, { maxErrors: 50 });
		if (invalid.length > 0) return {
			writes,
			refusal: refused("invalid", invalid)
		};
		return {
			writes,
			document,
			cost
		};
	}
	const prepared = new I({ max: KEPT_QUERIES });
	function prepareOnce({ query, operationName }, key) {
		if (key === void 0) return prepare(query, operationName || void 0);
		const entry = prepared.get(key) ?? prepare(query, operationName || void 0);
		prepared.set(key, entry);
		return entry;
	}
	const answers = new AnswerCache(looks);
	/** An answer that is too large. It names the writes, because a client would repeat a refused request. */
	function overflow(written) {
		if (written.length === 0) return refused("costs", tooLarge);
		const message = `${tooLarge} These fields have written: ${written.join(", ")}.`;
		return { body: {
			data: null,
			errors: format([new GraphQLError(message, { extensions: {
				code: "unprocessable-content",
				written
			} })])
		} };
	}
	async function run(request, { document, cost }, within) {
		const size = new AnswerSize(cost?.widths, options.maxBytes);
		const context = new QueryContext(runtime, within, size, options.maxItems);
		const pause = cost?.introspections === 1 ? () => setImmediate() : () => void 0;
		await pause();
		const result = await execute({
			schema,
			document,
			operationName: request.operationName || void 0,
			variableValues: request.variables,
			contextValue: context,
			fieldResolver: memberResolver,
			options: { maxCoercionErrors: 50 }
		});
		await pause();
		if (size.exceeded) return overflow(context.written);
		const { data } = result;
		const errors = result.errors?.map((error) => present(error, within)) ?? [];
		if (data === void 0) return refused("invalid", errors);
		const { next, sources } = context;
		return {
			body: {
				data,
				...errors.length === 0 ? {} : { errors: format(errors) },
				...Object.keys(next).length === 0 ? {} : { extensions: { next } }
			},
			...errors.length === 0 && size.bytes <= LARGEST_KEPT ? { sources } : {}
		};
	}
	async function answer(request, within, queryKey, key) {
		const entry = prepareOnce(request, queryKey);
		if (request.reading === true && entry.writes === true) return refused("writes", "Only queries can be run.");
		if (entry.refusal !== void 0) return entry.refusal;
		const { sources, ...outcome } = await run(request, entry, within);
		if (key !== void 0 && sources !== void 0 && entry.writes !== true) answers.add(key, outcome.body, sources);
		return outcome;
	}
	return (request, within) => {
		const queryKey = queryKeyOf(request);
		const key = queryKey === void 0 ? void 0 : answerKeyOf(queryKey, request);
		const body = key === void 0 ? void 0 : answers.get(key);
		return body === void 0 ? answer(request, within, queryKey, key) : { body };
	};
}
/** Sets a query and its operation apart from all others; undefined when they are too long to be kept. */
function queryKeyOf({ query, operationName }) {
	const key = `${query.length} ${query}${operationName ?? ""}`;
	return key.length > LONGEST_KEPT ? void 0 : key;
}
/** Adds the variables; undefined when they are too many or too long, or more than JSON can say. */
function answerKeyOf(queryKey, { variables }) {
	let values = 0;
	let sayable = true;
	const text = JSON.stringify(variables ?? {}, (_name, value) => {
		if (typeof value === "number" && !Number.isFinite(value) || ++values > MOST_VALUES) sayable = false;
		return sayable ? value : void 0;
	});
	const key = `${queryKey.length} ${queryKey}${text}`;
	return sayable && key.length <= LONGEST_KEPT ? key : void 0;
}
function refused(problem, why) {
	return {
		problem,
		body: { errors: format(typeof why === "string" ? [new GraphQLError(why)] : why) }
	};
}
function format(errors) {
	return errors.slice(0, 50).map((error) => {
		const { message, locations, path, ...others } = error.toJSON();
		return {
			message: message.length > MAX_MESSAGE ? `${message.slice(0, 499)}…` : message,
			...locations && { locations: [...locations] },
			...path && { path: [...path] },
			...others
		};
	});
}
export { createExecute };

//# sourceMappingURL=execute.js.map