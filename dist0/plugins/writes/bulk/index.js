import { t as definePlugin } from "../../../chunks/plugin.js";
import { t as definePolicy } from "../../../chunks/policy.js";
import "../../../chunks/kernel.js";
import { C as strictObject, D as unknown, S as record, b as object, c as array, h as literal, l as boolean, p as int, s as _enum, w as string } from "../../../chunks/zod2.js";
import { n as toMilliseconds, r as toSeconds } from "../../../chunks/duration.js";
import { p as Store } from "../../../chunks/services2.js";
import { r as Runtime } from "../../../chunks/services.js";
import { t as ErrorBody } from "../../../chunks/error.js";
import { t as Duration } from "../../../chunks/duration2.js";
// plugins/writes/bulk/errors.ts
const errors = {
	"operation-not-run": {
		status: 503,
		message: "The operation was not run, because the time of its bulk request was up.",
		cause: "The operations before it took all the time that a bulk request has.",
		remedy: "Send the operation again, with fewer others in one request."
	},
	"bulk-undone": {
		status: 424,
		message: "An operation of the atomic request was refused, so that none of them has an effect.",
		cause: "Another operation of the request was refused, and an atomic request takes effect as a whole or not at all.",
		remedy: "Correct the operation that was refused, then send the request again."
	}
};
/** Returns the result of an operation without an answer of its own. */
function failedResult({ id }, code) {
	return {
		id,
		status: errors[code].status,
		headers: { "content-type": "application/json" },
		body: { error: errorOf(code) }
	};
}
/** Returns the entry in the form that answers have. */
function errorOf(code, requestId) {
	const { status, message } = errors[code];
	return {
		code,
		message,
		status,
		...requestId === void 0 ? {} : { requestId }
	};
}
// plugins/writes/bulk/format.ts
/** The form of bulk requests and of their answers. */
/** Methods of operations: those of routes. HEAD and OPTIONS, which are derived from them, are of no use here. */
const METHODS = [
	"GET",
	"POST",
	"PUT",
	"PATCH",
	"DELETE"
];
const Operation = strictObject({
	id: string().min(1).max(64).describe("Names the operation in the answer."),
	method: _enum(METHODS),
	path: string().regex(/^\/[!"$-[\]-~]*$/, "must be a path, with its query, of this service").describe("Path and query, as in a request of its own."),
	headers: record(string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, "is not the name of a header"), string().regex(/^[\t -~\u0080-\u00FF]*$/, "has a character that headers cannot have")).optional().describe("Headers, such as If-Match and Idempotency-Key. Credentials are ignored."),
	body: unknown().optional().describe("JSON; or a text, where a Content-Type among the headers is not JSON.")
}).meta({ id: "BulkOperation" });
/** Returns the schema of requests with as many operations as the options allow. */
function bulkRequest({ maxOperationsPerRequest }) {
	return strictObject({
		operations: array(Operation).min(1).max(maxOperationsPerRequest),
		atomic: boolean().default(false).describe("Make the changes of all operations together, or none of them.")
	}).meta({
		id: "BulkRequest",
		examples: [{ operations: [{
			id: "root",
			method: "GET",
			path: "/api"
		}] }]
	});
}
const BulkResult = object({
	id: string(),
	status: int().min(100).max(599),
	headers: record(string(), string()).describe("By lower-case name."),
	body: unknown().optional().describe("JSON; the text of other types; absent where none is."),
	encoding: literal("base64").optional().describe("How a body is written that is not text."),
	omitted: literal(true).optional().describe("The body did not fit into this answer.")
}).meta({ id: "BulkResult" });
const BulkResponse = object({
	results: array(BulkResult).describe("One for each operation, in their order."),
	refused: string().optional().describe("Of an atomic request that was undone: the operation that was refused, by its id."),
	error: ErrorBody.shape.error.optional().describe("Of an atomic request that was undone.")
});
// plugins/writes/bulk/options.ts
/** The limits of one bulk request. */
const Options = strictObject({
	enabled: boolean().default(true).describe("Whether bulk requests are served."),
	maxOperationsPerRequest: int().min(1).max(1e3).default(100).describe("Operations allowed in one request."),
	maxDuration: Duration.default("30s").describe("Time after which no further operation begins. An atomic request is undone then."),
	maxBytes: int().min(0).default(4194304).describe("Bytes of all bodies in one answer together; those that do not fit are left out.")
});
// plugins/writes/bulk/policy.ts
/** States what bulk requests are held to. */
const policy = definePolicy({
	id: "bulk",
	options: Options,
	compile: () => void 0,
	statement: ({ options }) => ({
		maxOperationsPerRequest: options.maxOperationsPerRequest,
		maxAnswerBytes: options.maxBytes,
		maxDurationSeconds: toSeconds(options.maxDuration),
		methods: METHODS,
		atomic: true
	}),
	conformance: () => import("./conformance.js")
});
// plugins/writes/bulk/media-type.ts
/** Whether a Content-Type is JSON of any kind, parameters aside. */
function isJson(contentType) {
	return contentType.split(";", 1)[0]?.trimEnd().toLowerCase().endsWith("json") === true;
}
// plugins/writes/bulk/refuse.ts
/** Of the connection (RFC 9110, section 7.6.1), of proxies, or about an answer that is not sent on its own. */
const REFUSED_HEADERS = new Set("connection keep-alive te trailer transfer-encoding upgrade expect host content-length content-encoding accept-encoding forwarded via x-real-ip".split(" "));
const REFUSED_PREFIXES = ["proxy-", "x-forwarded-"];
/** Kinds of answers that have no place within another one. */
const REFUSED_KINDS = {
	stream: "a stream, which does not end",
	page: "a page for people",
	bytes: "bytes, which have no form in JSON"
};
const isRefused = (name) => REFUSED_HEADERS.has(name) || REFUSED_PREFIXES.some((prefix) => name.startsWith(prefix));
/** Returns why operations cannot run, each with its place in the request. */
function problemsOf(operations, routeOf, self) {
	const ids = /* @__PURE__ */ new Set();
	return operations.flatMap((operation, index) => {
		const { id, method, path: target, headers = {}, body } = operation;
		const at = `/operations/${index}`;
		const found = [];
		const refuse = (pointer, detail) => void found.push({
			pointer: `${at}${pointer}`,
			detail
		});
		if (ids.has(id)) refuse("/id", "Another operation has the same id.");
		ids.add(id);
		const route = routeOf({
			method,
			target
		});
		if (route?.ref === self) refuse("/path", "A bulk request cannot be within another one.");
		else if (route?.kind === "stream" || route?.kind === "page" || route?.kind === "bytes") refuse("/path", `The answer would be ${REFUSED_KINDS[route.kind]}. Request it on its own.`);
		if (route?.declaration.upload !== void 0) refuse("/path", "The request would be an upload. Send it on its own.");
		const names = /* @__PURE__ */ new Set();
		for (const name of Object.keys(headers)) {
			const lower = name.toLowerCase();
			const pointer = `/headers/${name.replaceAll("~", "~0")}`;
			if (isRefused(lower)) refuse(pointer, "The header is about a connection or a proxy, which operations have none of.");
			else if (names.has(lower)) refuse(pointer, "The header is there twice.");
			names.add(lower);
		}
		if (body !== void 0 && method === "GET") refuse("/body", "A GET has no body. Leave it out, or choose another method.");
		else if (body !== void 0 && typeof body !== "string" && !isJson(contentTypeOf(operation))) refuse("/body", "The Content-Type is not JSON, so the body must be a text.");
		return found;
	});
}
/** Returns the media type of an operation's body. Default: JSON. */
function contentTypeOf({ headers = {} }) {
	const [, value = "application/json"] = Object.entries(headers).find(([name]) => name.toLowerCase() === "content-type") ?? [];
	return value;
}
// plugins/writes/bulk/result.ts
/**
* Headers that mean nothing within another answer. A cookie would be readable by scripts there, which `HttpOnly` prevents
* (RFC 6265, section 4.1.2.6).
*/
const LEFT_OUT = /* @__PURE__ */ new Set([
	"connection",
	"content-length",
	"date",
	"set-cookie"
]);
const utf8 = new TextDecoder("utf-8", { fatal: true });
function resultOf(id, answer, room) {
	const headers = headersOf(answer);
	const result = {
		id,
		status: answer.status,
		headers
	};
	const { body } = answer;
	if (body === void 0 || body.length === 0) return result;
	if (body.length > room.bytes) return {
		...result,
		omitted: true
	};
	room.bytes -= body.length;
	const text = typeof body === "string" ? body : textOf(body);
	if (text === void 0) return {
		...result,
		body: Buffer.from(body).toString("base64"),
		encoding: "base64"
	};
	return {
		...result,
		body: isJson(headers["content-type"] ?? "") ? JSON.parse(text) : text
	};
}
function headersOf({ headers }) {
	const byName = {};
	for (let at = 0; at < headers.length; at += 2) {
		const name = (headers[at] ?? "").toLowerCase();
		const value = headers[at + 1] ?? "";
		const earlier = byName[name];
		if (LEFT_OUT.has(name)) continue;
		byName[name] = earlier === void 0 ? value : `${earlier}, ${value}`;
	}
	return byName;
}
function textOf(bytes) {
	try {
		return utf8.decode(bytes);
	} catch {
		return;
	}
}
// plugins/writes/bulk/run.ts
/** Runs operations one after the other: each for itself, or all within one transaction. */
/** Thrown to undo a transaction. */
var Undo = class extends Error {
	/** Undefined when the client left. */
	refused;
	constructor(refused) {
		super("an atomic request is undone");
		this.refused = refused;
	}
};
/** Operations after the client has left are not run: it would learn nothing of them. */
async function runEach(batch) {
	const results = [];
	for await (const result of resultsOf(batch)) results.push(result);
	return { results };
}
/** Makes the changes of all operations together. One that is refused, or a client that leaves, undoes them all. */
async function runAtomic(batch, store) {
	const { operations, caller, options } = batch;
	const work = async () => {
		const results = [];
		for await (const result of resultsOf(batch)) {
			if (result.status >= 400) throw new Undo(result);
			results.push(result);
		}
		if (caller.signal.aborted) throw new Undo();
		return { results };
	};
	try {
		return await store.transaction(work, { timeoutMs: toMilliseconds(options.maxDuration) });
	} catch (error) {
		if (!(error instanceof Undo)) throw error;
		const { refused } = error;
		const results = operations.map((operation) => refused?.id === operation.id ? refused : failedResult(operation, "bulk-undone"));
		if (refused === void 0) return { results };
		return {
			results,
			refused: refused.id,
			error: errorOf("bulk-undone", caller.requestId)
		};
	}
}
async function* resultsOf({ operations, caller, runtime, options }) {
	const end = performance.now() + toMilliseconds(options.maxDuration);
	const room = { bytes: options.maxBytes };
	for (const [index, operation] of operations.entries()) {
		if (caller.signal.aborted) return;
		if (performance.now() >= end) {
			yield failedResult(operation, "operation-not-run");
			continue;
		}
		const request = requestOf(operation, caller.requestId && `${caller.requestId}.${index + 1}`);
		yield resultOf(operation.id, await runtime.dispatch(request, caller), room);
	}
}
/** @param requestId names the operation in logs, unless the client named it. */
function requestOf(operation, requestId) {
	const { method, path: target, body } = operation;
	const contentType = contentTypeOf(operation);
	const headers = {};
	if (requestId !== void 0) headers["x-request-id"] = requestId;
	if (body !== void 0) headers["content-type"] = contentType;
	for (const [name, value] of Object.entries(operation.headers ?? {})) headers[name.toLowerCase()] = value;
	if (body === void 0) return {
		method,
		target,
		headers
	};
	return {
		method,
		target,
		headers,
		body: typeof body === "string" && !isJson(contentType) ? body : JSON.stringify(body)
	};
}
// plugins/writes/bulk/es.ts
/** The texts of the plugin in Spanish. */
const ES = {
	"Run several operations in one request.": "Ejecuta varias operaciones en una sola petición.",
	"Each operation is answered as a request of its own: as the same caller, with its own conditions and Idempotency-Key, and counted by every limit. With `atomic`, one that is refused undoes all: the answer is then 424, its result is the refusal, and all others have status 424.": "Cada operación se responde como una petición aparte: en nombre del mismo cliente, con sus propias condiciones y su Idempotency-Key, y todos los límites la cuentan. Con `atomic`, una operación rechazada deshace todas: la respuesta es entonces 424, su resultado es el rechazo y todas las demás tienen el código 424.",
	"The operation was not run, because the time of its bulk request was up.": "La operación no se ha ejecutado, porque se agotó el tiempo de su petición en bloque.",
	"An operation of the atomic request was refused, so that none of them has an effect.": "Se ha rechazado una operación de la petición atómica, así que ninguna tiene efecto.",
	"The operations before it took all the time that a bulk request has.": "Las operaciones anteriores han gastado todo el tiempo que tiene una petición en bloque.",
	"Send the operation again, with fewer others in one request.": "Vuelve a enviar la operación, con menos operaciones en la misma petición.",
	"Another operation of the request was refused, and an atomic request takes effect as a whole or not at all.": "Se ha rechazado otra operación de la petición, y una petición atómica tiene efecto entera o no tiene ninguno.",
	"Correct the operation that was refused, then send the request again.": "Corrige la operación rechazada y vuelve a enviar la petición.",
	"Make the changes of all operations together, or none of them.": "Hace los cambios de todas las operaciones juntos, o ninguno.",
	"One for each operation, in their order.": "Uno por operación, en el mismo orden.",
	"Of an atomic request that was undone: the operation that was refused, by its id.": "De una petición atómica deshecha: la operación rechazada, por su id.",
	"Of an atomic request that was undone.": "De una petición atómica deshecha.",
	"By lower-case name.": "Por nombre en minúsculas.",
	"JSON; the text of other types; absent where none is.": "JSON; el texto de los demás tipos; falta si no hay cuerpo.",
	"How a body is written that is not text.": "Cómo se escribe un cuerpo que no es texto.",
	"The body did not fit into this answer.": "El cuerpo no cabía en esta respuesta.",
	"Names the operation in the answer.": "Nombra la operación en la respuesta.",
	"Path and query, as in a request of its own.": "Ruta y consulta, como en una petición aparte.",
	"Headers, such as If-Match and Idempotency-Key. Credentials are ignored.": "Cabeceras, como If-Match e Idempotency-Key. Las credenciales se ignoran.",
	"JSON; or a text, where a Content-Type among the headers is not JSON.": "JSON; o un texto, si un Content-Type entre las cabeceras no es JSON.",
	"Runs several operations in one request.": "Ejecuta varias operaciones en una petición."
};
// plugins/writes/bulk/index.ts
/** Several requests within one: run in their order as the caller would send them, each for itself or all or none. */
/** The route of this plugin. */
const SELF = "bulk.runBulk";
/** The time of the last operation, in milliseconds: that of a handler by default. */
const LAST_MS = 3e4;
var bulk_default = definePlugin({
	id: "bulk",
	summary: "Runs several operations in one request.",
	translations: { es: ES },
	options: Options,
	needs: {
		runtime: Runtime,
		store: Store
	},
	errors,
	schemas: { BulkResponse },
	policies: [policy],
	doors: () => import("./doors.js"),
	routes: (options) => ({ runBulk: {
		method: "POST",
		path: "/api/bulk",
		summary: "Run several operations in one request.",
		description: "Each operation is answered as a request of its own: as the same caller, with its own conditions and Idempotency-Key, and counted by every limit. With `atomic`, one that is refused undoes all: the answer is then 424, its result is the refusal, and all others have status 424.",
		body: bulkRequest(options),
		returns: BulkResponse,
		statuses: [424],
		errors: ["unprocessable-content"],
		timeout: `${toMilliseconds(options.maxDuration) + LAST_MS}ms`,
		publish: {
			rootLink: "bulk",
			capability: "bulk"
		},
		relations: { policy: "bulk-policy.showBulkPolicy" },
		idempotency: "none",
		transaction: false
	} }),
	handlers: ({ runtime, store }, { options }) => ({ async runBulk(call) {
		const { operations, atomic } = call.body;
		const problems = problemsOf(operations, runtime.routeOf, SELF);
		if (problems.length > 0) call.fail("unprocessable-content", { errors: problems });
		const batch = {
			operations,
			caller: call,
			runtime,
			options
		};
		if (!atomic) return runEach(batch);
		const response = await runAtomic(batch, store);
		const refused = response.results.find(({ id }) => id === response.refused);
		const retryAfter = Number(refused?.headers["retry-after"]);
		if (refused !== void 0) call.status(424, retryAfter > 0 ? { retryAfter } : {});
		return response;
	} })
});
export { bulk_default as default };

//# sourceMappingURL=index.js.map