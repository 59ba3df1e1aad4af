import { t as definePlugin } from "../../../chunks/plugin.js";
import { t as definePolicy } from "../../../chunks/policy.js";
import "../../../chunks/kernel.js";
import { _ as service, g as optional } from "../../../chunks/explain-issues.js";
import { a as show } from "../../../chunks/finding.js";
import { C as strictObject, E as union, b as object, c as array, p as int, w as string } from "../../../chunks/zod2.js";
import { n as datetime, t as date } from "../../../chunks/zod3.js";
import { n as toMilliseconds } from "../../../chunks/duration.js";
import { d as Plans, p as Store, s as Audit } from "../../../chunks/services2.js";
import { t as clientNetwork } from "../../../chunks/client-network.js";
import { t as Clock } from "../../../chunks/services.js";
import { t as Duration } from "../../../chunks/duration2.js";
import { t as chosenAction } from "../../../chunks/actions.js";
import { t as Scope } from "../../../chunks/scope.js";
import { t as I } from "../../../chunks/lru-cache.js";
import { hash, randomBytes, timingSafeEqual } from "node:crypto";
// plugins/identity/api-keys/grant.ts
/** Of the policy that asks for scopes. */
const LACKING = "insufficient-scope";
/** Lets managers grant other plans than their own. */
const ANY_PLAN = "keys:plans";
/** Returns the lack of a principal that would hand out a key with these scopes and this plan. */
function lackOf(principal, { scopes, plan }) {
	const missing = scopes.filter((scope) => !principal.scopes.includes(scope));
	if (missing.length > 0) return {
		detail: `The key has scopes that the credential lacks: ${missing.join(", ")}.`,
		errors: missing.map((scope) => ({
			pointer: `/scopes/${scopes.indexOf(scope)}`,
			detail: `The credential lacks the scope ${scope}.`
		}))
	};
	if (plan === principal.plan || principal.scopes.includes(ANY_PLAN)) return void 0;
	const detail = `The key has another plan than the credential, which lacks the scope ${ANY_PLAN}.`;
	return {
		detail,
		errors: [{
			pointer: "/plan",
			detail
		}]
	};
}
/** Those of the scopes that no route asks for, which are misspelt or of a route to come. */
function unaskedScopes({ routes }, scopes) {
	const asked = new Set(routes.flatMap(({ policies }) => policies.flatMap(({ compiled }) => compiled.security?.scopes ?? [])));
	return scopes.filter((scope) => scope !== ANY_PLAN && !asked.has(scope));
}
// plugins/identity/api-keys/schemas.ts
/** Keys: as the store has them, as managers see them, and what requests say about them. */
/** Name of the table. */
const API_KEYS = "apiKeys";
/** Without control characters, because lists at a terminal and logs show it. */
const Name = string().min(1).max(100).regex(/^\P{Cc}+$/u, "a name is one line of text").describe("For people.");
const Scopes = array(Scope.max(200)).max(100).describe("What its holder may do beyond being known.");
const Plan = string().min(1).max(100).describe("Name of the plan that its limits follow.");
const Time$1 = datetime();
const ApiKey = object({
	id: string().describe("The part of the key that names it."),
	name: Name,
	scopes: Scopes,
	plan: Plan.optional(),
	createdAt: Time$1,
	expiresAt: Time$1.optional().describe("From then on it is refused. Absent: never."),
	revokedAt: Time$1.optional().describe("Since then it is refused."),
	lastUsedAt: Time$1.optional().describe("By the minute, and written a minute later at most."),
	previousUntil: Time$1.optional().describe("Until when the secret before the last rotation counts too.")
});
/** A row of the table. Hashes never leave the plugin. */
const KeyRow = ApiKey.extend({
	sha256: string(),
	previousSha256: string().optional()
});
const KIND = "api-keys";
const PREFIX = "api-key:";
/** Returns the principal that a key stands for. */
function principalOf({ id, name, scopes, plan }) {
	return Object.freeze({
		id: PREFIX + id,
		kind: KIND,
		name,
		scopes,
		plan
	});
}
/** Returns the id of the key that a principal is known by; undefined for principals of other kinds. */
function keyOfPrincipal(id) {
	return id.startsWith(PREFIX) ? id.slice(8) : void 0;
}
/** The fields that may leave. */
const PUBLIC_FIELDS = Object.keys(ApiKey.shape);
const ApiKeyWithToken = ApiKey.extend({ token: string().describe("The key to send as `Authorization: Bearer`. No other answer has it: keep it now.") });
/** The wish for a key. */
const WantedKey = strictObject({
	name: Name,
	scopes: Scopes.default([]),
	plan: Plan.optional().describe("Default: the plan of the one who creates it."),
	expiresAt: Time$1.optional().describe("Default: it does not expire.")
});
const Rotation = strictObject({ grace: Duration.refine((grace) => toMilliseconds(grace) <= toMilliseconds("30d"), `a grace is at most 30d`).default("0s").describe(`How long the present secret still counts, 30d at most.`) });
/** The part of a row that may leave. */
function publicPart({ sha256: _, previousSha256: __, ...key }) {
	return key;
}
// plugins/identity/api-keys/token.ts
/** Keys as callers send them, `wm_<id>_<secret>`, and the hash by which a secret is recognized. */
const ID_BYTES = 8;
/** 192 bits: a fast hash is enough, because there are too many to try. */
const SECRET_BYTES = 24;
/** Hex, so that a double click selects all of it. */
const TOKEN = /^wm_([\da-f]{16})_([\da-f]{48})$/;
const BEARER = /^bearer +(\S+)$/i;
/** Characters that are hashed of anything else. */
const MAX_HASHED = 48;
/** No key has it, so that a find by it finds nothing. */
const NO_ID = "-".repeat(16);
/** A hash that no secret has: unknown keys are compared with it, so that they take as long as known ones. */
const NO_HASH = "-".repeat(64);
/** Not from the service that names things: identifiers of keys and their secrets cannot be fixed by a test. */
function mintId() {
	return randomBytes(ID_BYTES).toString("hex");
}
function mint(id) {
	const secret = randomBytes(SECRET_BYTES).toString("hex");
	return {
		token: `wm_${id}_${secret}`,
		sha256: hash("sha256", secret)
	};
}
function readAuthorization(value) {
	const [, text = ""] = BEARER.exec(value) ?? [];
	const [, id = NO_ID, secret = text.slice(0, MAX_HASHED)] = TOKEN.exec(text) ?? [];
	return {
		id,
		sha256: hash("sha256", secret)
	};
}
/** Whether a text is a whole key, and not only its id. */
function isToken(text) {
	return TOKEN.test(text);
}
/** In constant time. */
function isSameHash(one, other) {
	return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
// plugins/identity/api-keys/command.ts
/** `waymark keys`: manages keys beside a running server, which follows at once. */
const ACTIONS = {
	create: {
		run: create,
		flags: [
			"name",
			"scopes",
			"plan",
			"expires"
		]
	},
	list: { run: list },
	revoke: {
		run: revoke,
		needsId: true
	},
	rotate: {
		run: rotate,
		needsId: true,
		flags: ["grace"]
	}
};
const Time = union([date(), datetime({ offset: true })]);
const keysCommand = {
	summary: "Create, list, revoke and rotate API keys",
	args: {
		action: { summary: Object.keys(ACTIONS).join(", ") },
		id: {
			summary: "revoke, rotate: id of the key",
			optional: true
		}
	},
	flags: {
		name: {
			type: "text",
			summary: "create: name for people"
		},
		scopes: {
			type: "text",
			summary: "create: scopes, with commas between them"
		},
		plan: {
			type: "text",
			summary: "create: name of a plan"
		},
		expires: {
			type: "text",
			summary: "create: duration such as 90d, or time; default never"
		},
		grace: {
			type: "text",
			summary: "rotate: how long the present secret counts; default 0s"
		},
		json: {
			type: "boolean",
			summary: "Print JSON"
		}
	},
	run: (use, ctx) => chosenAction(ACTIONS, ctx, "keys", "key")(use, ctx)
};
async function create({ keys, clock }, ctx) {
	const { name, scopes, plan, expires } = ctx.flags;
	if (name === void 0) throw new Error("a key needs a name\n  hint: write --name \"Nightly export\"");
	const written = typeof scopes === "string" ? scopes.split(",").map((scope) => scope.trim()) : [];
	const wanted = WantedKey.safeParse({
		name,
		scopes: written,
		plan,
		expiresAt: expires === void 0 ? void 0 : timeOf(String(expires), clock)
	});
	if (!wanted.success) {
		const [{ path, message } = {
			path: [],
			message: "does not fit"
		}] = wanted.error.issues;
		const [field = "", at] = path;
		const received = at === void 0 ? ctx.flags[String(field)] : written[Number(at)];
		throw new Error(`--${String(field)}: ${message}; received ${show(received)}`);
	}
	const problem = keys.check(wanted.data);
	if (problem !== void 0) throw new Error(`--${problem.field.replace(/At$/, "")}: ${problem.detail}`);
	const key = await keys.create(wanted.data);
	printOnce(key, ctx);
	if (ctx.flags["json"] !== true) for (const scope of unaskedScopes(ctx.registry, key.scopes)) ctx.note(`No route asks for the scope ${scope}: check its spelling.`);
}
async function list({ keys }, ctx) {
	const items = (await keys.list({
		fields: void 0,
		filters: [],
		sort: [{
			field: "createdAt",
			descending: false
		}],
		limit: void 0,
		after: void 0
	})).items;
	if (ctx.flags["json"] === true) return printJson(items, ctx);
	const rows = items.map((key) => [
		key.id,
		key.name,
		keys.stateOf(key),
		key.scopes.join(" ") || "-",
		key.plan ?? "-",
		key.createdAt,
		key.expiresAt ?? "never",
		key.lastUsedAt ?? "never"
	]);
	ctx.printTable([[
		"ID",
		"NAME",
		"STATE",
		"SCOPES",
		"PLAN",
		"CREATED",
		"EXPIRES",
		"LAST USED"
	], ...rows]);
}
async function revoke({ keys }, ctx) {
	const key = await existing(keys, ctx);
	const revoked = await keys.revoke(key.id);
	if (ctx.flags["json"] === true) return printJson(revoked, ctx);
	ctx.print(key.revokedAt === void 0 ? `The key ${key.id} (${key.name}) is revoked. Every server on this data refuses it within a second.` : `The key ${key.id} (${key.name}) was revoked at ${key.revokedAt} already.`);
}
async function rotate({ keys }, ctx) {
	const { grace = "0s" } = ctx.flags;
	const wanted = Rotation.safeParse({ grace });
	if (!wanted.success) throw new Error(`--grace: a duration such as 24h, at most 30d; received ${show(grace)}`);
	const key = await existing(keys, ctx);
	const rotated = await keys.rotate(key, wanted.data.grace);
	if (rotated === void 0) throw new Error(await keys.conflictOf(key));
	printOnce(rotated, ctx);
	if (ctx.flags["json"] === true) return;
	const { previousUntil } = rotated;
	ctx.note(previousUntil === void 0 ? "The secret before it is refused from now on." : `The secret before it counts until ${previousUntil}.`);
}
/** The key that the command names. A whole key is not repeated in the message. */
async function existing(keys, { args: { id = "" } }) {
	if (isToken(id)) throw new Error("received a whole key\n  hint: write its id only, the part after wm_");
	const key = await keys.find(id);
	if (key === void 0) throw new Error(`no key has the id ${show(id)}\n  hint: waymark keys list shows all keys`);
	return key;
}
function timeOf(text, clock) {
	const duration = Duration.safeParse(text);
	const time = duration.success ? new Date(clock.now() + toMilliseconds(duration.data)) : new Date(Time.safeParse(text).success ? text : NaN);
	if (Number.isNaN(time.getTime()) || time.getUTCFullYear() > 9999) throw new Error(`--expires: write a duration such as 90d, or a time such as 2030-01-31T00:00:00Z; received ${show(text)}`);
	return time.toISOString();
}
function printOnce(key, ctx) {
	if (ctx.flags["json"] === true) return printJson(key, ctx);
	const scopes = key.scopes.join(" ") || "none";
	ctx.print(key.token);
	ctx.note("The key is shown this once: only a hash of it is kept.");
	ctx.note(`id ${key.id}, name ${key.name}, scopes ${scopes}, expires ${key.expiresAt ?? "never"}`);
}
function printJson(value, ctx) {
	ctx.print(JSON.stringify(value, void 0, 2));
}
// plugins/identity/api-keys/last-use.ts
var LastUse = class {
	#table;
	/** Milliseconds since 1970-01-01T00:00Z, by key. */
	#uses = /* @__PURE__ */ new Map();
	constructor(table) {
		this.#table = table;
	}
	note(key, at) {
		this.#uses.set(key, at);
	}
	/** Writes what was noted. Never rejects: while the store fails, which it reports itself, the notes are kept. */
	async flush() {
		if (this.#uses.size === 0) return;
		const uses = new Map(this.#uses);
		this.#uses.clear();
		try {
			await this.#table.updateAll([...uses].map(([key, at]) => [key, { lastUsedAt: new Date(at).toISOString() }]));
		} catch {
			for (const [key, at] of uses) if (!this.#uses.has(key)) this.#uses.set(key, at);
		}
	}
};
// plugins/identity/api-keys/issue.ts
/** Not the name that the check wants: managers see the names of other callers' keys, and a check takes that for a leak. */
const NAME = "Check";
/** The first of every list, and without scopes: one that each manager may read, rotate and revoke. */
const SAMPLE_ID = "0".repeat(16);
const samples = /* @__PURE__ */ new WeakMap();
/** Undefined for a foreign one: no other service issues keys of this form. */
async function issueKey(keys, { scopes, state }) {
	if (state === "foreign") return void 0;
	const sample = samples.get(keys) ?? addSample(keys);
	samples.set(keys, sample);
	await sample;
	const expiresAt = state === "expired" ? "2000-01-01T00:00:00Z" : void 0;
	const { id, token } = await keys.create({
		name: NAME,
		scopes: [...scopes],
		expiresAt
	});
	if (state === "revoked") await keys.revoke(id);
	return { authorization: `Bearer ${state === "forged" ? mint(id).token : token}` };
}
/** A manager that replaces another finds the sample of that one in the store. */
async function addSample(keys) {
	if (await keys.find(SAMPLE_ID) === void 0) await keys.create({
		name: NAME,
		scopes: []
	}, {}, SAMPLE_ID);
}
// plugins/identity/api-keys/manager.ts
/** Creates, lists, revokes and rotates keys, for requests and the command line alike. */
var KeyManager = class {
	#services;
	constructor(services) {
		this.#services = services;
	}
	/** Only of fields that may leave. */
	list(query) {
		const fields = (query.fields ?? PUBLIC_FIELDS).filter((name) => PUBLIC_FIELDS.includes(name));
		return this.#table.list({
			...query,
			fields
		});
	}
	async find(id) {
		const row = await this.#table.find(id);
		return row && publicPart(row);
	}
	/** Returns a principal by its own id; null when its key counts no more, undefined for principals of other kinds. */
	async principal(id) {
		const key = keyOfPrincipal(id);
		if (key === void 0) return void 0;
		const found = await this.find(key);
		return found !== void 0 && this.stateOf(found) === "active" ? principalOf(found) : null;
	}
	/** Returns the first reason why no such key can be created. */
	check({ plan, expiresAt }) {
		const { clock, plans } = this.#services;
		const holder = {
			id: "",
			kind: "",
			name: "",
			scopes: [],
			plan
		};
		if (plan !== void 0 && plans.of(holder) === void 0) return {
			field: "plan",
			detail: `The plan ${JSON.stringify(plan)} is unknown.`
		};
		if (expiresAt !== void 0 && Date.parse(expiresAt) <= clock.now()) return {
			field: "expiresAt",
			detail: `${expiresAt} is not in the future.`
		};
	}
	async create(wanted, actor = {}, id = mintId()) {
		const { token, sha256 } = mint(id);
		const key = {
			id,
			...wanted,
			createdAt: this.#at()
		};
		await this.#table.insert([{
			...key,
			sha256
		}]);
		this.#record("key.created", key, actor, `scopes: ${key.scopes.join(" ") || "none"}`);
		return {
			...key,
			token
		};
	}
	/** Undefined for an unknown key. One that is revoked stays as it is. */
	async revoke(id, actor = {}) {
		const key = await this.find(id);
		if (key === void 0 || key.revokedAt !== void 0) return key;
		const revokedAt = this.#at();
		if (!await this.#table.update(id, { revokedAt })) return void 0;
		this.#record("key.revoked", key, actor);
		return {
			...key,
			revokedAt
		};
	}
	/**
	* Replaces the secret of a key. The present one counts for as long as `grace` says, the one before it no longer.
	* Undefined when the key counts no longer, or another rotation or a revocation came at the same time.
	*/
	async rotate({ id }, grace, actor = {}) {
		const before = await this.#table.find(id);
		if (before === void 0 || this.stateOf(before) !== "active") return void 0;
		const { token, sha256 } = mint(id);
		const graceMs = toMilliseconds(grace);
		const previous = graceMs > 0 ? {
			previousSha256: before.sha256,
			previousUntil: this.#at(graceMs)
		} : {
			previousSha256: void 0,
			previousUntil: void 0
		};
		await this.#table.update(id, {
			sha256,
			...previous
		});
		const after = await this.#table.find(id);
		if (after?.sha256 !== sha256 || this.stateOf(after) !== "active") return void 0;
		this.#record("key.rotated", after, actor, `grace: ${grace}`);
		return {
			...publicPart(after),
			token
		};
	}
	/** Why a key was not rotated. */
	async conflictOf({ id }) {
		const key = await this.find(id);
		if (key !== void 0 && this.stateOf(key) === "active") return `Another rotation of the key ${id} came at the same time. Rotate it again.`;
		return `The key ${id} is ${key === void 0 ? "removed" : this.stateOf(key)}, and stays so. Create another one.`;
	}
	stateOf({ revokedAt, expiresAt }) {
		if (revokedAt !== void 0) return "revoked";
		return expiresAt !== void 0 && Date.parse(expiresAt) <= this.#services.clock.now() ? "expired" : "active";
	}
	get #table() {
		return this.#services.store.table(API_KEYS);
	}
	#at(inMs = 0) {
		return new Date(this.#services.clock.now() + inMs).toISOString();
	}
	/** Once it is certain: a request's changes may yet be undone, or made again. */
	#record(action, { id }, actor, detail) {
		const { audit, store } = this.#services;
		store.afterCommit(() => audit?.record({
			action,
			target: id,
			outcome: "ok",
			detail,
			...actor
		}));
	}
};
// plugins/identity/api-keys/options.ts
const Options = strictObject({ maxProofs: int().min(1).default(1e4).describe("Maximum number of keys whose proofs are kept in memory. Beyond it the least recently used are proved again.") });
// plugins/identity/api-keys/proofs.ts
/** From an `Authorization` header to the principal of its key: proved in the store, then remembered until anything changes. */
const TABLES = [API_KEYS];
var Proofs = class {
	#settings;
	/** By header. Only keys that count are in it, so forged ones take no memory. */
	#proofs;
	/** Version of the table that the proofs are of; undefined while the store knows none. */
	#version;
	/** Proofs that are under way, by header: many first uses of a key at once are one find. */
	#running = /* @__PURE__ */ new Map();
	constructor(settings) {
		this.#settings = settings;
		this.#proofs = new I({ max: settings.max });
	}
	/** Returns the principal of a remembered proof. Undefined while the store cannot say that it still holds. */
	recall(header) {
		const proof = this.#proofs.get(header);
		if (proof === void 0) return void 0;
		try {
			this.#follow(this.#settings.store.version(TABLES));
		} catch {
			return;
		}
		return this.#proofs.has(header) ? this.#use(proof) : void 0;
	}
	/** Proves a key, at the same cost whether it counts or not. Rejects while the store cannot be read. */
	async identify(header) {
		const version = this.#settings.store.version(TABLES);
		let running = this.#running.get(header);
		if (running === void 0 || version === void 0 || running.version !== version) {
			running = {
				version,
				proof: this.#prove(header)
			};
			this.#running.set(header, running);
		}
		try {
			const proof = await running.proof;
			return proof && this.#keep(header, proof, version);
		} finally {
			if (this.#running.get(header) === running) this.#running.delete(header);
		}
	}
	#keep(header, proof, version) {
		this.#follow(this.#settings.store.version(TABLES));
		if (version !== void 0 && this.#version === version) this.#proofs.set(header, proof);
		return this.#use(proof);
	}
	/** Forgets every proof once the table has another version than they, or none that is known. */
	#follow(version) {
		if (version === this.#version) return;
		this.#proofs.clear();
		this.#version = version;
	}
	#use(proof) {
		const { clock, lastUse } = this.#settings;
		const now = clock.now();
		if (now >= proof.expiresAt) return void 0;
		const minute = now - now % 6e4;
		if (minute > proof.lastUse) {
			proof.lastUse = minute;
			lastUse.note(proof.key, minute);
		}
		return proof.principal;
	}
	async #prove(header) {
		const { store, clock } = this.#settings;
		const { id, sha256 } = readAuthorization(header);
		const row = await store.table(API_KEYS).find(id);
		const isCurrent = isSameHash(sha256, row?.sha256 ?? NO_HASH);
		const isPrevious = isSameHash(sha256, row?.previousSha256 ?? NO_HASH);
		if (row === void 0 || !(isCurrent || isPrevious)) return void 0;
		const { revokedAt, lastUsedAt } = row;
		const expiresAt = Math.min(row.expiresAt === void 0 ? Infinity : Date.parse(row.expiresAt), isCurrent ? Infinity : Date.parse(row.previousUntil ?? ""));
		if (revokedAt !== void 0 || !(clock.now() < expiresAt)) return void 0;
		return {
			principal: principalOf(row),
			key: id,
			expiresAt,
			lastUse: lastUsedAt === void 0 ? 0 : Date.parse(lastUsedAt)
		};
	}
};
// plugins/identity/api-keys/routes.ts
/** Keys as a resource, for principals that may manage them. */
/** Levels ask for all of their scopes, so that reading is a scope of its own: some only look. */
const reads = {
	access: { scopes: ["keys:read"] },
	cache: "no-store"
};
const writes = { access: { scopes: ["keys:write"] } };
const CONFLICT = "key-conflict";
const routes = {
	listKeys: {
		...reads,
		method: "GET",
		path: "/api/keys",
		summary: "List API keys, without their secrets.",
		list: {
			of: ApiKey,
			as: "keys",
			name: "ApiKeysList",
			relations: { item: {
				to: "getKey",
				with: { keyId: "id" }
			} }
		},
		publish: { rootLink: "keys" }
	},
	getKey: {
		...reads,
		method: "GET",
		path: "/api/keys/{keyId}",
		summary: "Read one API key, without its secret.",
		returns: ApiKey,
		errors: ["resource-not-found"],
		relations: { collection: "listKeys" }
	},
	createKey: {
		...writes,
		method: "POST",
		path: "/api/keys",
		summary: "Create an API key, and read its secret this once.",
		body: WantedKey,
		returns: ApiKeyWithToken,
		creates: {
			to: "getKey",
			with: { keyId: "id" }
		},
		idempotency: "none",
		errors: [LACKING, "unprocessable-content"]
	},
	rotateKey: {
		...writes,
		method: "POST",
		path: "/api/keys/{keyId}/rotate",
		summary: "Replace the secret of an API key, and read the new one this once.",
		body: Rotation,
		returns: ApiKeyWithToken,
		idempotency: "none",
		errors: [
			"resource-not-found",
			LACKING,
			CONFLICT
		]
	},
	revokeKey: {
		...writes,
		method: "DELETE",
		path: "/api/keys/{keyId}",
		summary: "Revoke an API key.",
		returns: ApiKey,
		idempotency: "natural",
		errors: ["resource-not-found"]
	}
};
// plugins/identity/api-keys/es.ts
/** The texts of the plugin in Spanish. */
const ES = {
	"List API keys, without their secrets.": "Lista las claves de API, sin sus secretos.",
	"Read one API key, without its secret.": "Lee una clave de API, sin su secreto.",
	"Create an API key, and read its secret this once.": "Crea una clave de API y lee su secreto por única vez.",
	"Replace the secret of an API key, and read the new one this once.": "Sustituye el secreto de una clave de API y lee el nuevo por única vez.",
	"Revoke an API key.": "Revoca una clave de API.",
	"The state of the key does not allow this.": "El estado de la clave no lo permite.",
	"The key has expired, was revoked or removed, or is being rotated by another request.": "La clave ha caducado, se ha revocado o eliminado, o la está rotando otra petición.",
	"Read the key to see its state. Rotate it again if it is active; otherwise create a new one.": "Lee la clave para ver su estado. Vuelve a rotarla si está activa; si no, crea una nueva.",
	"Identifies callers by API keys, which managers create, revoke and rotate.": "Identifica a los clientes por claves de API, que los gestores crean, revocan y renuevan.",
	"An API key, sent as Authorization: Bearer. A revoked key is refused within {time} on every node.": "Una clave de API, enviada como Authorization: Bearer. Una clave revocada se rechaza antes de {time} en todos los nodos.",
	"What its holder may do beyond being known.": "Lo que puede hacer quien la tiene, además de identificarse.",
	"Default: the plan of the one who creates it.": "Por defecto, el plan de quien la crea.",
	"Default: it does not expire.": "Por defecto, no caduca.",
	"The part of the key that names it.": "La parte de la clave que la nombra.",
	"Name of the plan that its limits follow.": "Nombre del plan que siguen sus límites.",
	"From then on it is refused. Absent: never.": "A partir de entonces se rechaza. Si falta, nunca.",
	"Since then it is refused.": "Desde entonces se rechaza.",
	"By the minute, and written a minute later at most.": "Con precisión de minutos; se anota un minuto después como máximo.",
	"Until when the secret before the last rotation counts too.": "Hasta cuándo vale también el secreto anterior a la última renovación.",
	"The key to send as `Authorization: Bearer`. No other answer has it: keep it now.": "La clave que hay que enviar como `Authorization: Bearer`. Ninguna otra respuesta la contiene: guárdala ahora.",
	"How long the present secret still counts, 30d at most.": "Cuánto tiempo sigue valiendo el secreto actual, 30d como máximo."
};
// plugins/identity/api-keys/index.ts
/** API keys: credentials that the service itself hands out, revokes and rotates. */
/** Seconds within which every node refuses a revoked key. The store reports changes by other nodes in less. */
const REVOKED_WITHIN_SECONDS = 1;
/** How often last uses are written, in milliseconds. */
const FLUSH_MS = 6e4;
const KeyProofs = service("keyProofs");
const Keys = service("keys");
const policy = definePolicy({
	id: "api-keys",
	options: Options,
	needs: {
		proofs: KeyProofs,
		keys: Keys
	},
	reads: { authorization: { description: "`Bearer` and an API key." } },
	identifies: {
		description: `An API key, sent as Authorization: Bearer. A revoked key is refused within ${REVOKED_WITHIN_SECONDS} s on every node.`,
		scheme: {
			type: "http",
			scheme: "bearer"
		},
		challenge: "Bearer",
		recall(call, { use }) {
			const header = call.header("authorization");
			return header === void 0 ? void 0 : use().proofs.recall(header);
		},
		identify(call, { use }) {
			const header = call.header("authorization");
			return header === void 0 ? void 0 : use().proofs.identify(header);
		},
		lookUp: (id, { use }) => use().keys.principal(id),
		issue: (wanted, { use }) => issueKey(use().keys, wanted)
	},
	compile: () => ({}),
	statement: () => ({ revokedWithinSeconds: REVOKED_WITHIN_SECONDS }),
	conformance: () => import("./conformance.js")
});
function actorOf(call) {
	const { principal, client, requestId } = call;
	return {
		principal,
		network: clientNetwork(client),
		requestId
	};
}
const unknown = (id) => ({ detail: `No key has the id ${show(id)}.` });
var api_keys_default = definePlugin({
	id: "api-keys",
	summary: "Identifies callers by API keys, which managers create, revoke and rotate.",
	translations: { es: ES },
	options: Options,
	needs: {
		store: Store,
		clock: Clock,
		plans: Plans,
		audit: optional(Audit)
	},
	provides: {
		proofs: KeyProofs,
		keys: Keys
	},
	tables: { [API_KEYS]: {
		of: KeyRow,
		key: "id",
		internal: true
	} },
	errors: { [CONFLICT]: {
		status: 409,
		message: "The state of the key does not allow this.",
		cause: "The key has expired, was revoked or removed, or is being rotated by another request.",
		remedy: "Read the key to see its state. Rotate it again if it is active; otherwise create a new one."
	} },
	setup({ store, clock, plans, audit }, { options: { maxProofs }, defer }) {
		const lastUse = new LastUse(store.table(API_KEYS));
		const timer = setInterval(() => void lastUse.flush(), FLUSH_MS).unref();
		defer(() => lastUse.flush());
		defer(() => clearInterval(timer));
		return {
			proofs: new Proofs({
				store,
				clock,
				lastUse,
				max: maxProofs
			}),
			keys: new KeyManager({
				store,
				clock,
				plans,
				audit
			})
		};
	},
	policies: [policy],
	routes,
	handlers: ({ keys }) => ({
		listKeys: ({ query }) => keys.list(query),
		getKey: async ({ params: { keyId }, fail }) => await keys.find(keyId) ?? fail("resource-not-found", unknown(keyId)),
		async createKey(call) {
			const { body, principal, fail } = call;
			const problem = keys.check(body);
			if (problem !== void 0) {
				const { field, detail } = problem;
				fail("unprocessable-content", {
					detail,
					errors: [{
						pointer: `/${field}`,
						detail
					}]
				});
			}
			const wanted = {
				...body,
				plan: body.plan ?? principal.plan
			};
			const lack = lackOf(principal, wanted);
			return lack === void 0 ? keys.create(wanted, actorOf(call)) : fail(LACKING, lack);
		},
		async revokeKey(call) {
			const { keyId } = call.params;
			return await keys.revoke(keyId, actorOf(call)) ?? call.fail("resource-not-found", unknown(keyId));
		},
		async rotateKey(call) {
			const { params, body, principal, fail } = call;
			const key = await keys.find(params.keyId);
			if (key === void 0) return fail("resource-not-found", unknown(params.keyId));
			const lack = lackOf(principal, key);
			if (lack !== void 0) fail(LACKING, { detail: lack.detail });
			return await keys.rotate(key, body.grace, actorOf(call)) ?? fail("key-conflict", { detail: await keys.conflictOf(key) });
		}
	}),
	commands: { keys: keysCommand }
});
export { api_keys_default as default };

//# sourceMappingURL=index.js.map