import { t as definePlugin } from "../../../chunks/plugin.js";
import { t as definePolicy } from "../../../chunks/policy.js";
import "../../../chunks/kernel.js";
import { _ as service, g as optional } from "../../../chunks/explain-issues.js";
import { C as strictObject, b as object, c as array, l as boolean, p as int, w as string } from "../../../chunks/zod2.js";
import { n as toMilliseconds, r as toSeconds } from "../../../chunks/duration.js";
import { c as Jobs, p as Store } from "../../../chunks/services2.js";
import { n as Unavailable, r as refusalOf } from "../../../chunks/refusal.js";
import { t as clientNetwork } from "../../../chunks/client-network.js";
import { i as fieldNames } from "../../../chunks/sealed-route.js";
import { r as Runtime, t as Clock } from "../../../chunks/services.js";
import { t as startChore } from "../../../chunks/chores.js";
import { n as IdempotencyDiscovery } from "../../../chunks/resilience.js";
import { t as Duration } from "../../../chunks/duration2.js";
import { t as parseKey } from "../../../chunks/key.js";
import { hash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { isUtf8 } from "node:buffer";
// plugins/writes/idempotency/document.ts
/** The contract's document, with what only a service that evaluates keys can say. */
const IdempotencyDocument = IdempotencyDiscovery.extend({
	replayedHeaderName: string().describe("The header of repeated answers."),
	required: boolean().describe("Whether requests without a key are refused."),
	notKept: array(int().min(400).max(499)).readonly().describe("Statuses of refusals that are decided again. Those from 500 on are as well; all other answers are repeated."),
	maxBodyBytes: int().min(0).describe("Of an answer with a larger body, status and headers are repeated without it."),
	maxKeysPerClient: int().min(1).describe("Keys that are remembered for one client. Further ones are refused with 429.")
});
// plugins/writes/idempotency/records.ts
/** The end of a write as rows keep it. */
const RECORDS = "idempotencyRecords";
const CLIENTS = "idempotencyClients";
const RecordRow = object({
	/** Hash of the client, a point, and hash of client, route and key. */
	id: string(),
	/** Hash of the request, to tell a repeated one from another one with the same key. */
	fingerprint: string(),
	/** In milliseconds since 1970-01-01T00:00Z. */
	expiresAt: int(),
	/** A {@link Head} as JSON. */
	head: string(),
	body: string().optional()
});
/** How many records a client has, expired ones that are still there included. */
const ClientRow = object({
	/** The first part of the ids of its records. */
	id: string(),
	records: int()
});
function clientOf(id) {
	return id.slice(0, id.indexOf("."));
}
/** Returns the part of a record that is the answer. */
function encodeEnd(end, maxBodyBytes) {
	if ("refusal" in end) return withHead({ refusal: end.refusal });
	const { status, location, language, facts } = end;
	const head = {
		status,
		location,
		language,
		...facts === void 0 ? {} : { facts }
	};
	const content = contentOf(end);
	if (content === void 0) return withHead(head);
	const { bytes, contentType } = content;
	if (bytes.byteLength > maxBodyBytes) return withHead(withoutBody(end));
	const kept = {
		...head,
		...contentType === void 0 ? {} : { contentType }
	};
	if (isUtf8(bytes) && !bytes.includes(0)) return {
		...withHead(kept),
		body: toText(bytes, "utf8")
	};
	return {
		...withHead({
			...kept,
			isBase64: true
		}),
		body: toText(bytes, "base64")
	};
}
/** Returns the answer of a record. */
function decodeEnd({ head, body }) {
	const kept = JSON.parse(head);
	if ("refusal" in kept || body === void 0) return kept;
	const { isBase64, ...answer } = kept;
	return {
		...answer,
		body: isBase64 === true ? Buffer.from(body, "base64") : body
	};
}
function withHead(head) {
	return { head: JSON.stringify(head) };
}
/** The answer as it would be for `Prefer: return=minimal` (RFC 7240, section 4.2). */
function withoutBody(end) {
	const { status, location, language } = end;
	const facts = "etag" in end ? {
		...end.facts,
		etag: end.etag
	} : { ...end.facts };
	return {
		status: status === 200 ? 204 : status,
		location,
		language,
		facts
	};
}
function contentOf(end) {
	const { body } = end;
	if (body === void 0) return void 0;
	if (typeof body !== "string" && !(body instanceof Uint8Array)) return body;
	const bytes = Buffer.from(body);
	return "contentType" in end ? {
		bytes,
		contentType: end.contentType
	} : { bytes };
}
function toText(bytes, encoding) {
	return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(encoding);
}
// plugins/writes/idempotency/refusals.ts
const HEADER = "Idempotency-Key";
const ERRORS = {
	"idempotency-key-malformed": {
		status: 400,
		message: "The Idempotency-Key is not one string of 1 to 255 characters.",
		cause: "The header is sent more than once, has no quotes, or holds a string that is empty or too long.",
		remedy: "Send the header once, with a UUID in quotes."
	},
	"idempotency-key-missing": {
		status: 400,
		message: "The request needs an Idempotency-Key, so that it can be repeated safely.",
		cause: "Without a key, the service cannot see whether the write is new or repeated.",
		remedy: "Send a new UUID in quotes with each write, and the same one whenever that write is repeated."
	},
	"idempotency-key-reused": {
		status: 422,
		message: "The Idempotency-Key was sent before, with another request.",
		cause: "The path, the query, the headers or the body differ from those of the first request with this key.",
		remedy: "Send a new key with each new request. Nothing was changed."
	},
	"idempotency-in-progress": {
		status: 409,
		message: "The first request with this Idempotency-Key is still being answered.",
		cause: "The client repeats a write before its first answer has been sent.",
		remedy: "Wait as many seconds as `Retry-After` says, then repeat the request with the same key."
	},
	"idempotency-keys-exhausted": {
		status: 429,
		message: "The client has as many idempotency keys as are remembered for it.",
		cause: "The client has sent more new keys than the service remembers for one client.",
		remedy: "Wait as many seconds as `Retry-After` says, and send fewer writes at a time. Nothing was changed."
	}
};
/** Statuses of refusals that say nothing about the write itself. Those from 500 on are not kept either. */
const NOT_KEPT = [
	408,
	425,
	429
];
function refusal(code, detail, retryAfter) {
	const errors = [{
		detail,
		header: HEADER
	}];
	return retryAfter === void 0 ? {
		code,
		detail,
		errors
	} : {
		code,
		detail,
		errors,
		retryAfter
	};
}
const MALFORMED = refusal("idempotency-key-malformed", "Send the header once, with a quoted string such as \"8e03978e-40d5-43dd-bc93-6894a57f9324\".");
const MISSING = refusal("idempotency-key-missing", "Send a new UUID in quotes, and the same one whenever this request is repeated.");
const REUSED = refusal("idempotency-key-reused", "Its path, query, headers or body differed. Nothing was changed. Send a new key with a new request.");
const IN_PROGRESS = refusal("idempotency-in-progress", "Repeat the request later, with the same key, to receive its answer.", 1);
const EXHAUSTED = refusal("idempotency-keys-exhausted", "Nothing was changed. Keys are forgotten after the time that /api/idempotency names.", 60);
// plugins/writes/idempotency/keeper.ts
/** Runs a write once for each key, and keeps its end in the transaction of the write itself. */
/** Writes with keys at the same time in this process: far more than connections can send. */
const MAX_RUNNING = 1e5;
var Keeper = class {
	/** Since the start. */
	counts = {
		records: 0,
		replays: 0,
		reused: 0,
		inProgress: 0,
		exhausted: 0
	};
	#settings;
	#records;
	#clients;
	/** Ids of the writes that run in this process. In another one on the same data, they wait for its transaction. */
	#running = /* @__PURE__ */ new Set();
	constructor(settings) {
		this.#settings = settings;
		this.#records = settings.store.table(RECORDS);
		this.#clients = settings.store.table(CLIENTS);
	}
	/** Rejects as the write does, unless its refusal is kept. */
	async run(write) {
		const { id } = write;
		if (this.#running.has(id)) {
			this.counts.inProgress += 1;
			return refused(IN_PROGRESS);
		}
		if (this.#running.size >= MAX_RUNNING) throw new Unavailable(`${MAX_RUNNING} writes with a key run at the same time`);
		this.#running.add(id);
		let work;
		try {
			const end = await this.#settings.store.transaction(() => work = this.#decide(write));
			this.#running.delete(id);
			return end;
		} catch (error) {
			Promise.allSettled([work]).then(() => write.settled()).finally(() => this.#running.delete(id));
			throw error;
		}
	}
	async #decide({ id, fingerprint, proceed }) {
		const { clock, ttlMs, maxBodyBytes, maxKeysPerClient } = this.#settings;
		const row = await this.#records.find(id);
		const replay = row === void 0 ? void 0 : this.#replay(row, fingerprint);
		if (replay !== void 0) return replay;
		if (row === void 0 && await this.#count(id) >= maxKeysPerClient) {
			this.counts.exhausted += 1;
			return refused(EXHAUSTED);
		}
		const end = await this.#attempt(proceed);
		if (!this.#isKept(end)) return {
			end,
			isReplay: false
		};
		const expiresAt = clock.now() + ttlMs;
		await this.#records.upsert({
			id,
			fingerprint,
			expiresAt,
			...encodeEnd(end, maxBodyBytes)
		});
		if (row === void 0) await this.#clients.upsert({
			id: clientOf(id),
			records: await this.#count(id) + 1
		});
		this.counts.records += 1;
		return {
			end,
			isReplay: false
		};
	}
	/** The end that was kept; undefined where it has expired. */
	#replay(row, fingerprint) {
		if (row.expiresAt <= this.#settings.clock.now()) return void 0;
		if (row.fingerprint !== fingerprint) {
			this.counts.reused += 1;
			return refused(REUSED);
		}
		const end = decodeEnd(row);
		if ("refusal" in end && this.#statusOf(end.refusal) === void 0) return void 0;
		this.counts.replays += 1;
		return {
			end,
			isReplay: true
		};
	}
	/** A part of its own, so that a refusal undoes the changes of the handler and nothing else. */
	async #attempt(proceed) {
		try {
			return await this.#settings.store.transaction(proceed);
		} catch (error) {
			const refusal = refusalOf(error);
			if (refusal === void 0 || !this.#isKept({ refusal })) throw error;
			return { refusal };
		}
	}
	#isKept(end) {
		const status = "refusal" in end ? this.#statusOf(end.refusal) : end.status;
		return status !== void 0 && status < 500 && !NOT_KEPT.includes(status);
	}
	#statusOf({ code }) {
		const { errors } = this.#settings.runtime.registry;
		return errors.find((entry) => entry.code === code)?.status;
	}
	async #count(id) {
		return (await this.#clients.find(clientOf(id)))?.records ?? 0;
	}
};
function refused(refusal) {
	return {
		end: { refusal },
		isReplay: false
	};
}
const IdempotencyKeeper = service("idempotencyKeeper");
// plugins/writes/idempotency/options.ts
const Options = strictObject({
	enabled: boolean().default(true).describe("Evaluate keys, and repeat answers to them."),
	ttl: Duration.refine((ttl) => toMilliseconds(ttl) >= 1e3, "a key is remembered for 1s at least").default("24h").describe("How long a key is remembered, from the answer that is kept for it."),
	required: boolean().default(false).describe("Refuse requests without a key to routes that take one."),
	maxBodyBytes: int().min(0).default(65536).describe("The largest body of an answer that is kept. Of a larger one status and headers are repeated without it, as for return=minimal."),
	maxKeysPerClient: int().min(1).default(1e5).describe("Keys remembered for one client: a principal, or a network. Further ones are refused until some are forgotten.")
});
// plugins/writes/idempotency/policy.ts
/** Reads the key of a write, and repeats the answer that is kept for it. */
const FIELD = "idempotency-key";
const REPLAYED = "Idempotency-Replayed";
/** Whether a key can be evaluated: the handler of the route runs in a transaction, once for each request. */
function takesKey(route) {
	const { idempotency, returns, text, page, empty, document, transaction } = route;
	return idempotency === "key" && [
		returns,
		text,
		page,
		empty
	].some((kind) => kind !== void 0) && document !== true && transaction !== false;
}
const policy = definePolicy({
	id: "idempotency",
	options: Options,
	guards: false,
	needs: { keeper: IdempotencyKeeper },
	enforces: { idempotency: ["key"] },
	reads: { [FIELD]: {
		description: "A string that no other request of the client has, such as a UUID in quotes: a repeated request with the same one has no further effect, and receives the first answer.",
		schema: {
			type: "string",
			minLength: 1
		}
	} },
	writes: { [REPLAYED]: "`true` on the answer that an earlier request with the same key received." },
	compile({ ref, method, declaration }, { options, use }) {
		if (!takesKey(declaration)) return void 0;
		const ownHeaders = declaration.headers === void 0 ? [] : fieldNames(declaration.headers);
		return {
			requires: options.required ? [FIELD] : [],
			begin(call) {
				const field = call.header(FIELD);
				const key = field === void 0 || call.isRepeated(FIELD) ? void 0 : parseKey(field);
				return {
					key,
					isMalformed: field !== void 0 && key === void 0,
					isReplay: false
				};
			},
			admit(call, { key, isMalformed }) {
				if (call.method !== method) return void 0;
				if (isMalformed) return MALFORMED;
				return key === void 0 && options.required ? MISSING : void 0;
			},
			async around(call, proceed, state, { body, settled }) {
				const { key } = state;
				if (key === void 0) return proceed();
				const id = recordId(call, ref, key);
				const fingerprint = fingerprintOf(call, body, ownHeaders);
				const { end, isReplay } = await use().keeper.run({
					id,
					fingerprint,
					proceed,
					settled
				});
				state.isReplay = isReplay;
				return end;
			},
			fields: (outcome) => ({ [REPLAYED]: outcome === "options" || outcome === "notModified" ? void 0 : (_call, _reply, { isReplay }) => isReplay ? "true" : void 0 })
		};
	},
	statement,
	conformance: () => import("./conformance.js")
});
/** 132 bits of SHA-256: no row shows who sent which key. */
function digest(...parts) {
	return hash("sha256", JSON.stringify(parts), "base64url").slice(0, 22);
}
/** Keys are apart for each client and route. */
function recordId({ principal, client }, ref, key) {
	const who = principal === void 0 ? ["network", clientNetwork(client)] : ["principal", principal.id];
	return `${digest(...who)}.${digest(...who, ref, key)}`;
}
/** Of all that the handler may see of a request, so that no other one has its answer. */
function fingerprintOf(call, body, headers) {
	const { method, path, search } = call;
	const values = headers.map((name) => call.header(name) ?? null);
	return digest(method, path, search, body?.mediaType, body?.sha256, values);
}
function statement({ options: { ttl, required, maxBodyBytes, maxKeysPerClient }, routes }) {
	const keyed = routes.filter(({ declaration }) => takesKey(declaration));
	const unique = (values) => [...new Set(values)];
	return {
		supported: keyed.length > 0,
		headerName: HEADER,
		replayedHeaderName: REPLAYED,
		reference: "draft-ietf-httpapi-idempotency-key-header-07",
		keyFormat: `A quoted string (RFC 9651) of 1 to 255 characters, such as "8e03978e-40d5-43dd-bc93-6894a57f9324". A bare token is accepted.`,
		ttlSeconds: toSeconds(ttl),
		required,
		methods: unique(keyed.map(({ method }) => method)),
		supportedEndpoints: unique(keyed.map(({ path }) => path)),
		notKept: NOT_KEPT,
		maxBodyBytes,
		maxKeysPerClient
	};
}
// plugins/writes/idempotency/prune.ts
/** Removes expired records, some at a time, so that no write waits for it for long. */
/** Records removed in one transaction. */
const BATCH = 100;
/** The pause after a transaction, in times of its length; at most so many milliseconds, as it may have waited for others. */
const REST = 9;
const LONGEST_REST_MS = 100;
/** May run in several processes at once. Rejects while the store fails. */
async function prune(store, now, signal) {
	const records = store.table(RECORDS);
	const clients = store.table(CLIENTS);
	const filters = [{
		field: "expiresAt",
		operator: "lte",
		value: now
	}];
	const sort = [{
		field: "expiresAt",
		descending: false
	}];
	const expired = async (limit) => {
		const { items } = await records.list({
			fields: ["id"],
			filters,
			sort,
			limit
		});
		return items.map(({ id }) => id);
	};
	while (!signal.aborted && (await expired(1)).length > 0) {
		const began = performance.now();
		await store.transaction(async () => {
			const ids = await expired(BATCH);
			await records.removeAll(ids);
			for (const [client, { length }] of Map.groupBy(ids, clientOf)) {
				const row = await clients.find(client);
				if (row === void 0) continue;
				if (row.records > length) await clients.update(client, { records: row.records - length });
				else await clients.remove(client);
			}
		});
		await setTimeout(Math.min((performance.now() - began) * REST, LONGEST_REST_MS));
	}
}
// plugins/writes/idempotency/es.ts
/** The texts of the plugin in Spanish. */
const ES = {
	"The Idempotency-Key is not one string of 1 to 255 characters.": "La Idempotency-Key no es una cadena de 1 a 255 caracteres.",
	"The request needs an Idempotency-Key, so that it can be repeated safely.": "La petición necesita una Idempotency-Key para que se pueda repetir sin riesgo.",
	"The Idempotency-Key was sent before, with another request.": "La Idempotency-Key ya se envió antes, con otra petición.",
	"The first request with this Idempotency-Key is still being answered.": "Aún se está respondiendo a la primera petición con esta Idempotency-Key.",
	"The client has as many idempotency keys as are remembered for it.": "El cliente ya tiene tantas claves de idempotencia como se recuerdan por cliente.",
	"The header is sent more than once, has no quotes, or holds a string that is empty or too long.": "La cabecera se envía más de una vez, no lleva comillas o contiene una cadena vacía o demasiado larga.",
	"Send the header once, with a UUID in quotes.": "Envía la cabecera una sola vez, con un UUID entre comillas.",
	"Without a key, the service cannot see whether the write is new or repeated.": "Sin una clave, el servicio no puede saber si la escritura es nueva o repetida.",
	"Send a new UUID in quotes with each write, and the same one whenever that write is repeated.": "Envía con cada escritura un UUID nuevo entre comillas, y el mismo siempre que se repita esa escritura.",
	"The path, the query, the headers or the body differ from those of the first request with this key.": "La ruta, la consulta, las cabeceras o el cuerpo difieren de los de la primera petición con esta clave.",
	"Send a new key with each new request. Nothing was changed.": "Envía una clave nueva con cada petición nueva. No se ha cambiado nada.",
	"The client repeats a write before its first answer has been sent.": "El cliente repite una escritura antes de que se haya enviado la primera respuesta.",
	"Wait as many seconds as `Retry-After` says, then repeat the request with the same key.": "Espera los segundos que indica `Retry-After` y repite la petición con la misma clave.",
	"The client has sent more new keys than the service remembers for one client.": "El cliente ha enviado más claves nuevas de las que el servicio recuerda por cliente.",
	"Wait as many seconds as `Retry-After` says, and send fewer writes at a time. Nothing was changed.": "Espera los segundos que indica `Retry-After` y envía menos escrituras a la vez. No se ha cambiado nada.",
	"Runs a write once for each Idempotency-Key, and repeats its answer.": "Ejecuta cada escritura una sola vez por Idempotency-Key y repite su respuesta.",
	"`true` on the answer that an earlier request with the same key received.": "`true` en la respuesta que ya recibió una petición anterior con la misma clave.",
	"The header of repeated answers.": "La cabecera de las respuestas repetidas.",
	"Whether requests without a key are refused.": "Si se rechazan las peticiones sin clave.",
	"Statuses of refusals that are decided again. Those from 500 on are as well; all other answers are repeated.": "Códigos de los rechazos que se deciden de nuevo. También los que empiezan en 500; todas las demás respuestas se repiten.",
	"Of an answer with a larger body, status and headers are repeated without it.": "Si el cuerpo de una respuesta es mayor, se repiten su código y sus cabeceras, sin el cuerpo.",
	"Keys that are remembered for one client. Further ones are refused with 429.": "Claves que se recuerdan por cliente. Las que pasan de ahí se rechazan con 429.",
	"A string that no other request of the client has, such as a UUID in quotes: a repeated request with the same one has no further effect, and receives the first answer.": "Una cadena que no tiene ninguna otra petición del cliente, como un UUID entre comillas: una petición repetida con la misma no tiene más efecto y recibe la primera respuesta."
};
// plugins/writes/idempotency/index.ts
/** Runs a write once for each Idempotency-Key, and answers repeated requests as the first one. */
/** Milliseconds from the start to the first look for expired records, and between two. */
const FIRST_PRUNE_MS = 1e3;
const PRUNE_MS = 1e4;
var idempotency_default = definePlugin({
	id: "idempotency",
	summary: "Runs a write once for each Idempotency-Key, and repeats its answer.",
	section: "policies",
	translations: { es: ES },
	options: Options,
	needs: {
		store: Store,
		clock: Clock,
		runtime: Runtime,
		jobs: optional(Jobs)
	},
	provides: { keeper: IdempotencyKeeper },
	tables: {
		[RECORDS]: {
			of: RecordRow,
			key: "id",
			indexes: ["expiresAt"],
			internal: true
		},
		[CLIENTS]: {
			of: ClientRow,
			key: "id",
			internal: true
		}
	},
	errors: ERRORS,
	schemas: { IdempotencyDiscovery: IdempotencyDocument },
	policies: [policy],
	setup({ store, clock, runtime, jobs }, { options, log, defer }) {
		const { ttl, maxBodyBytes, maxKeysPerClient } = options;
		const keeper = new Keeper({
			store,
			clock,
			runtime,
			ttlMs: toMilliseconds(ttl),
			maxBodyBytes,
			maxKeysPerClient
		});
		defer(startChore((signal) => prune(store, clock.now(), signal), {
			firstMs: FIRST_PRUNE_MS,
			everyMs: PRUNE_MS,
			job: {
				name: "idempotency-prune",
				jobs
			},
			log,
			failure: "expired idempotency records cannot be removed"
		}));
		return { keeper };
	},
	validate: {
		findings: { IDEMPOTENCY_IMPOSSIBLE: {
			meaning: "A route takes an idempotency key, and nothing of it can be kept.",
			hint: "Write idempotency: \"none\" or \"natural\", or a route with returns, text, page or empty in a transaction."
		} },
		run: ({ routes }) => routes.filter(({ value }) => value.idempotency === "key" && !takesKey(value)).map(({ name, plugin, value }) => ({
			code: "IDEMPOTENCY_IMPOSSIBLE",
			plugin,
			where: `route ${name}`,
			...value.transaction === false ? {
				message: "idempotency: \"key\" needs the transaction that transaction: false leaves out",
				hint: "remove transaction: false, so that the write and its record are made together\nor write idempotency: \"none\""
			} : {
				message: "idempotency: \"key\" is for routes with returns, text, page or empty",
				hint: "write idempotency: \"none\""
			}
		}))
	},
	routes: { showIdempotency: {
		method: "GET",
		path: "/api/idempotency",
		summary: "Read how write requests can be repeated safely.",
		returns: IdempotencyDocument,
		document: true,
		publish: {
			rootLink: "idempotency",
			capability: "idempotencyDiscovery"
		},
		cache: {
			scope: "public",
			maxAge: "5m"
		},
		relations: { retryPolicy: "retry-policy.showRetryPolicy" }
	} },
	documents: { showIdempotency: ({ statements }) => IdempotencyDocument.parse(statements["idempotency"]) },
	metrics: ({ keeper: { counts } }) => ({
		records_total: {
			help: "Answers kept for their Idempotency-Key.",
			type: "counter",
			read: () => counts.records
		},
		replays_total: {
			help: "Requests answered with what was kept for their key.",
			type: "counter",
			read: () => counts.replays
		},
		conflicts_total: {
			help: "Requests refused because their key was in use: for another request, or for one under way.",
			type: "counter",
			read: () => counts.reused + counts.inProgress
		},
		exhausted_total: {
			help: "Requests refused because their client had too many keys.",
			type: "counter",
			read: () => counts.exhausted
		}
	})
});
export { idempotency_default as default };

//# sourceMappingURL=index.js.map