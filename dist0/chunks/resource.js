import { p as Store } from "./services2.js";
import { i as pointerOf, r as fieldErrors } from "./tracepoint.js";
import { a as show } from "./finding.js";
import { C as strictObject, D as unknown, a as ZodObject, b as object, c as array, d as discriminatedUnion, g as looseObject, h as literal, o as ZodOptional, s as _enum, t as ZodDefault, v as nullable, w as string, x as optional } from "./zod2.js";
import { o as parsePath, t as fillPath } from "./path.js";
import { n as Ids } from "./services.js";
import "./kernel.js";
// plugins/writes/resource/json-patch.ts
/**
* JSON Patch (RFC 6902). The libraries at hand read inherited members, change lists at indexes that are none, or compare
* lists in quadratic time, so that each would need its pointers, equality and limits written in front of it.
*/
/** Levels that a patched resource may have, as many as a request body. */
const MAX_DEPTH = 100;
/** Values and characters that the copies and moves of one patch may have together, because copies of copies double. */
const MAX_MOVED = 1048576;
const MAX_OPERATIONS = 1e3;
const Pointer = string().max(8192).regex(/^(?:\/(?:[^~/]|~[01])*)*$/, "a JSON Pointer begins with /, and has ~ only in ~0 and ~1").describe("JSON Pointer (RFC 6901).");
const path = Pointer;
const value = unknown().refine((one) => one !== void 0, "a value is required");
/** The body of a patch. */
const JsonPatch = array(discriminatedUnion("op", [
	object({
		op: _enum([
			"add",
			"replace",
			"test"
		]),
		path,
		value
	}),
	object({
		op: literal("remove"),
		path
	}),
	object({
		op: _enum(["move", "copy"]),
		path,
		from: Pointer
	})
])).max(MAX_OPERATIONS).meta({
	id: "JsonPatch",
	description: "Operations of JSON Patch (RFC 6902), applied in order."
});
/** An operation that does not apply, by its index. */
var PatchConflict = class extends Error {
	index;
	constructor(index, message) {
		super(message);
		this.index = index;
	}
};
/** An operation that would make more of the resource than the service accepts, by its index. */
var PatchExcess = class extends PatchConflict {};
/** Returns the document as the operations make it, all of them or none. Throws a {@link PatchConflict}. */
function applyPatch(document, operations) {
	const patch = new Patch(document);
	for (const [index, operation] of operations.entries()) try {
		patch.apply(operation);
	} catch (error) {
		if (error instanceof Conflict) throw new PatchConflict(index, error.message);
		if (error instanceof Excess) throw new PatchExcess(index, error.message);
		throw error;
	}
	return patch.document;
}
var Conflict = class extends Error {};
var Excess = class extends Error {};
var Patch = class {
	document;
	#moved = 0;
	constructor(document) {
		this.document = structuredClone(document);
	}
	apply(operation) {
		const tokens = tokensOf(operation.path);
		switch (operation.op) {
			case "test":
				if (!isEqual(this.#read(tokens), operation.value)) throw new Conflict(`the value at ${quote(operation.path)} is another one`);
				return;
			case "add": return this.#add(tokens, own(operation.value));
			case "replace":
				this.#read(tokens);
				return this.#set(tokens, own(operation.value));
			case "remove": return this.#remove(tokens);
			case "copy": return this.#add(tokens, structuredClone(this.#take(tokensOf(operation.from))));
			case "move": {
				if (operation.from === operation.path) return void this.#read(tokens);
				if (operation.path.startsWith(`${operation.from}/`)) throw new Conflict("a value cannot be moved into itself");
				const from = tokensOf(operation.from);
				const moved = this.#take(from);
				this.#remove(from);
				return this.#add(tokens, moved);
			}
		}
	}
	#read(tokens) {
		let found = this.document;
		for (const [depth, token] of tokens.entries()) {
			if (typeof found !== "object" || found === null || !has(found, token)) throw missing(tokens.slice(0, depth + 1));
			found = Reflect.get(found, token);
		}
		return found;
	}
	/** Reads a value that is about to be elsewhere as well. */
	#take(tokens) {
		const taken = this.#read(tokens);
		this.#moved += measure(taken, 0);
		if (this.#moved > MAX_MOVED) throw new Excess("the patch copies and moves more than this service accepts");
		return taken;
	}
	#parentOf(tokens) {
		const parent = this.#read(tokens.slice(0, -1));
		if (typeof parent !== "object" || parent === null) throw missing(tokens);
		return {
			parent,
			token: tokens.at(-1) ?? ""
		};
	}
	#add(tokens, added) {
		if (tokens.length === 0) return this.#set(tokens, added);
		measure(added, tokens.length);
		const { parent, token } = this.#parentOf(tokens);
		if (!Array.isArray(parent)) return define(parent, token, added);
		const index = token === "-" ? parent.length : indexOf(token);
		if (index === void 0 || index > parent.length) throw missing(tokens);
		parent.splice(index, 0, added);
	}
	/** At a place that exists. */
	#set(tokens, replacement) {
		measure(replacement, tokens.length);
		if (tokens.length === 0) this.document = replacement;
		else {
			const { parent, token } = this.#parentOf(tokens);
			define(parent, token, replacement);
		}
	}
	#remove(tokens) {
		if (tokens.length === 0) throw new Conflict("a patch does not remove the whole resource");
		this.#read(tokens);
		const { parent, token } = this.#parentOf(tokens);
		if (Array.isArray(parent)) parent.splice(Number(token), 1);
		else Reflect.deleteProperty(parent, token);
	}
};
function tokensOf(pointer) {
	return pointer.split("/").slice(1).map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}
function missing(tokens) {
	return new Conflict(`there is nothing at ${quote(tokens.map((token) => `/${token.replaceAll("~", "~0").replaceAll("/", "~1")}`).join(""))}`);
}
/** Pointers come from clients, and are as long as they like. */
function quote(pointer) {
	return JSON.stringify(pointer.length > 100 ? `${pointer.slice(0, 100)}…` : pointer);
}
function indexOf(token) {
	return /^(?:0|[1-9]\d{0,9})$/.test(token) ? Number(token) : void 0;
}
/** Members of its own only: no document has those that every object inherits. */
function has(parent, token) {
	return Array.isArray(parent) ? (indexOf(token) ?? parent.length) < parent.length : Object.hasOwn(parent, token);
}
/** Defines a member instead of setting it, so that one named __proto__ is a member like any other. */
function define(parent, token, member) {
	Object.defineProperty(parent, token, {
		value: member,
		writable: true,
		enumerable: true,
		configurable: true
	});
}
/** A copy: later operations change it, and the handler may run again with the same body. */
function own(member) {
	return structuredClone(member);
}
/** Counts values and characters. Throws where the value has too many levels for a place as deep as this. */
function measure(member, depth) {
	if (depth > MAX_DEPTH) throw new Excess(`the resource would have more than ${MAX_DEPTH} levels`);
	if (typeof member === "string") return 1 + member.length;
	if (typeof member !== "object" || member === null) return 1;
	let size = 1;
	for (const [name, child] of Object.entries(member)) size += name.length + measure(child, depth + 1);
	return size;
}
/** RFC 6902, section 4.6. */
function isEqual(one, other) {
	if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return one === other;
	if (Array.isArray(one) !== Array.isArray(other)) return false;
	const names = Object.keys(one);
	return names.length === Object.keys(other).length && names.every((name) => Object.hasOwn(other, name) && isEqual(Reflect.get(one, name), Reflect.get(other, name)));
}
// plugins/writes/resource/merge-patch.ts
/** JSON Merge Patch (RFC 7396). */
/** Returns the target as the patch makes it. Neither is changed. Recursion ends where a request body's depth does. */
function mergePatch(target, patch) {
	if (!isObject(patch)) return patch;
	const merged = new Map(Object.entries(isObject(target) ? target : {}));
	for (const [name, value] of Object.entries(patch)) if (value === null) merged.delete(name);
	else merged.set(name, mergePatch(merged.get(name), value));
	return Object.fromEntries(merged);
}
function isObject(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
// plugins/writes/resource/input.ts
/** The shapes of request bodies, derived from the resource's. */
/** Members that answers have and requests may repeat. */
const LINKS = ["_links", "_meta"];
const MERGE_PATCH = "application/merge-patch+json";
const JSON_PATCH = "application/json-patch+json";
/** Throws where the shape of bodies cannot be derived. */
function inputsOf(shape) {
	const { of, key, ignored, fixed, clientKeys, name, input } = shape;
	const fields = input === void 0 && of instanceof ZodObject ? of.shape : void 0;
	const stripped = [...LINKS, ...ignored];
	if (fields === void 0) {
		if (input === void 0) throw new TypeError(`the resource ${name} has a shape that is not a zod object: say under input what clients send`);
		const both = accepting(input, stripped, [key, ...fixed]);
		return {
			create: both,
			replace: both,
			patches: patchesOf(looseObject({}))
		};
	}
	const own = Object.entries(fields).filter(([field]) => field !== key && !ignored.includes(field) && !fixed.includes(field));
	const readOnly = (names) => names.map((field) => [field, optional(fields[field] ?? string()).meta({ readOnly: true })]);
	const closed = (id, extra) => strictObject(Object.fromEntries([...extra, ...own])).meta({ id: `${name}${id}` });
	const replace = closed("Input", readOnly([key, ...fixed]));
	return {
		create: accepting(clientKeys ? closed("NewInput", [[key, fields[key]], ...readOnly(fixed)]) : closed("NewInput", readOnly(fixed)), stripped, []),
		replace: accepting(replace, stripped, []),
		patches: patchesOf(partial(strictObject(Object.fromEntries(own))).meta({ id: `${name}Patch` }))
	};
}
/**
* The same schema, that takes no notice of some members. `kept` ones are not shown to the
* schema, and handed on.
*/
function accepting(schema, stripped, kept) {
	const standard = schema["~standard"];
	return { "~standard": {
		...standard,
		types: void 0,
		validate(value) {
			if (!isObject(value)) return { issues: [{ message: "expected an object" }] };
			const members = Object.entries(value);
			const shown = members.filter(([name]) => !stripped.includes(name) && !kept.includes(name));
			const result = standard.validate(Object.fromEntries(shown));
			if (result instanceof Promise) throw new TypeError("a request schema must be synchronous");
			if (result.issues !== void 0) return result;
			const handedOn = members.filter(([name]) => kept.includes(name));
			return { value: {
				...Object(result.value),
				...Object.fromEntries(handedOn)
			} };
		}
	} };
}
/** Bodies of PATCH by media type. A merge patch is judged by the resource that it makes. */
function patchesOf(described) {
	const merge = { "~standard": {
		...described["~standard"],
		validate: (value) => isObject(value) ? { value } : { issues: [{ message: "expected an object: a merge patch of a resource" }] }
	} };
	return {
		[MERGE_PATCH]: merge,
		[JSON_PATCH]: JsonPatch
	};
}
/** The shape of merge patches (RFC 7396): every member may be absent, and null where it removes an optional one. */
function partial(object) {
	const members = Object.entries(object.shape).map(([name, field]) => {
		const inner = withoutDefault(field);
		const shape = inner instanceof ZodObject ? partial(inner) : inner;
		const removable = field.safeParse(void 0).success;
		const described = field.description === void 0 ? shape : shape.describe(field.description);
		return [name, optional(removable ? nullable(described) : described)];
	});
	return strictObject(Object.fromEntries(members));
}
function withoutDefault(field) {
	return field instanceof ZodOptional || field instanceof ZodDefault ? withoutDefault(field.unwrap()) : field;
}
/** The problems of a value that the schema does not accept, with pointers into it; undefined where it does. */
function problemsOf(schema, value) {
	const result = schema["~standard"].validate(value);
	if (result instanceof Promise) throw new TypeError("a schema of a resource must be synchronous");
	if (result.issues === void 0) return { value: Object(result.value) };
	return { errors: fieldErrors(result.issues, value, "body") };
}
// plugins/writes/resource/patched.ts
/** A resource as a patch makes it. */
/** Returns it as the body of a replacement would be, validated whole. Refuses a patch that does not apply or fit. */
function patched({ inputs }, call, before) {
	const document = call.bodyType === "application/json-patch+json" ? apply(call, before, call.body) : mergePatch(before, call.body);
	const checked = problemsOf(inputs.replace, document);
	if ("errors" in checked) return call.fail("unprocessable-content", checked);
	return checked.value;
}
function apply(call, before, patch) {
	try {
		return applyPatch(before, patch);
	} catch (error) {
		if (!(error instanceof PatchConflict)) throw error;
		const errors = [{
			detail: error.message,
			pointer: `/${error.index}`
		}];
		if (error instanceof PatchExcess) return call.fail("unprocessable-content", { errors });
		const detail = `Operation ${error.index} does not apply: ${error.message}. Nothing was changed.`;
		return call.fail("patch-conflict", {
			detail,
			errors
		});
	}
}
// plugins/writes/resource/texts.ts
/** `webhookSubscription` as `WebhookSubscription`. */
function capitalize(name) {
	return name.charAt(0).toUpperCase() + name.slice(1);
}
/** `webhookSubscription` as `webhook subscription`. */
function words(name) {
	return name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
/** `webhookSubscriptions` as `webhook-subscriptions`. */
function kebab(name) {
	return words(name).replaceAll(" ", "-");
}
/** Sentences for listings of routes. */
function summaries(name) {
	const one = withArticle(words(name.one));
	return {
		list: `List ${words(name.many)}.`,
		get: `Read one ${words(name.one)}.`,
		create: `Create ${one}.`,
		replace: `Replace ${one}.`,
		patch: `Change parts of ${one}.`,
		remove: `Remove ${one}.`
	};
}
/** `a` or `an`, by the sound that the word begins with, as far as its letters show it. */
function withArticle(word) {
	return `${/^(?:[aeio]|u(?!n[ai]|s[aeiou]|r[aeiou]))/.test(word) ? "an" : "a"} ${word}`;
}
// plugins/writes/resource/rows.ts
/** The rows of a resource: found for a caller, and written as the rule decides. */
const MAX_KEY_LENGTH = 255;
const CONTROL = /[\u0000-\u001f\u007f]/;
var ResourceRows = class {
	#model;
	#use;
	#item;
	constructor(model, use) {
		this.#model = model;
		this.#use = use;
		this.#item = parsePath(model.itemPath);
	}
	/** The rows that the caller reaches. */
	table(call) {
		const { table, declaration } = this.#model;
		const all = this.#use.store.table(table);
		return declaration.owner === void 0 ? all : all.of(call.principal);
	}
	/** Undefined as well when the row is at another path. */
	async find(call, key) {
		const row = await this.table(call).find(key);
		return this.#model.fixed.every((field) => row?.[field] === call.params[field]) ? row : void 0;
	}
	async existing(call, key) {
		return await this.find(call, key) ?? this.#refuseMissing(call, key);
	}
	async add(call, key, body) {
		const path = fillPath(this.#item, {
			...call.params,
			[this.#model.keyParam]: key
		});
		if (path === void 0 || CONTROL.test(key) || key.length > MAX_KEY_LENGTH) return this.#refuseKey(call);
		if (this.#model.clientKeys && await this.find(call, key) !== void 0) return call.fail("resource-exists", {
			detail: `${path} is there already. Replace it with PUT, or choose another key.`,
			errors: [{
				detail: "This key is taken.",
				pointer: this.#keyPointer
			}],
			existing: { [this.#model.declaration.key]: key }
		});
		const after = this.#compose(call, key, body, {});
		const row = await this.#settle(call, {
			kind: "create",
			key,
			before: void 0,
			after
		});
		await this.table(call).insert([row]);
		return this.existing(call, key);
	}
	async change(call, kind, key, before, body) {
		const after = this.#compose(call, key, body, before);
		const row = await this.#settle(call, {
			kind,
			key,
			before,
			after
		});
		const { [this.#model.declaration.key]: _, ...changes } = {
			...Object.fromEntries(Object.keys(before).map((field) => [field, void 0])),
			...row
		};
		await this.table(call).update(key, changes);
		return this.existing(call, key);
	}
	async remove(call, key, before) {
		await this.#rule(call, {
			kind: "remove",
			key,
			before,
			after: void 0
		});
		if (!await this.table(call).remove(key)) this.#refuseMissing(call, key);
	}
	/** The row that a body stands for: computed fields stay as they are, and the path decides the rest. */
	#compose(call, key, body, before) {
		const { computed, fixed, declaration } = this.#model;
		const kept = computed.filter((field) => before[field] !== void 0);
		return {
			...body,
			...Object.fromEntries(kept.map((field) => [field, before[field]])),
			...Object.fromEntries(fixed.map((field) => [field, call.params[field]])),
			[declaration.key]: key
		};
	}
	/** Runs the rule, and returns the row as it is to be written, validated whole. */
	async #settle(call, change) {
		const { declaration, computed, keyParam } = this.#model;
		const returned = await this.#rule(call, change);
		const row = returned === void 0 ? change.after : returned;
		const checked = problemsOf(declaration.of, row);
		if ("errors" in checked) {
			const ours = checked.errors.filter(({ pointer = "" }) => computed.some((field) => pointer.startsWith(pointerOf([field]))));
			if (ours.length > 0 || returned !== void 0) throw new Error(`the rule of ${declaration.name.many} made a row that does not fit its schema: ${show(ours[0] ?? checked.errors[0])}`);
			return call.fail("unprocessable-content", checked);
		}
		const settled = checked.value;
		if (settled[declaration.key] !== change.key) throw new Error(`the rule of ${declaration.name.many} changed the key, which ${keyParam} is`);
		return settled;
	}
	async #rule(call, change) {
		const { rule } = this.#model.declaration;
		if (rule === void 0) return void 0;
		return await rule({
			...change,
			table: this.table(call),
			store: this.#use.store,
			get principal() {
				return call.principal;
			},
			get signal() {
				return call.signal;
			},
			fail: call.fail
		}, this.#use);
	}
	get #keyPointer() {
		return pointerOf([this.#model.declaration.key]);
	}
	#refuseMissing(call, key) {
		const { name } = this.#model.declaration;
		return call.fail("resource-not-found", { detail: `No ${words(name.one)} here has the key ${show(key)}.` });
	}
	#refuseKey(call) {
		const detail = `A key has 1 to ${MAX_KEY_LENGTH} characters, is a segment of a path by itself, and has no control characters.`;
		return call.fail("unprocessable-content", { errors: [{
			detail,
			pointer: this.#keyPointer
		}] });
	}
};
// plugins/writes/resource/handlers.ts
/** The handlers of a resource. Each may run again with the same call, when its transaction collides with another. */
/** By route id. */
function handlersOf(model, use) {
	const handlers = new ResourceHandlers(model, use);
	const { ids } = model;
	const all = {
		[ids.list]: (call) => handlers.list(call),
		[ids.get]: (call) => handlers.get(call),
		[ids.create]: (call) => handlers.create(call),
		[ids.replace]: (call) => handlers.replace(call),
		[ids.patch]: (call) => handlers.patch(call),
		[ids.remove]: (call) => handlers.remove(call)
	};
	const isServed = (id) => id === ids.list || id === ids.get || [...model.writes].some((verb) => Reflect.get(ids, verb) === id);
	return Object.fromEntries(Object.entries(all).filter(([id]) => isServed(id)));
}
var ResourceHandlers = class {
	#model;
	#rows;
	#ids;
	constructor(model, use) {
		this.#model = model;
		this.#rows = new ResourceRows(model, use);
		this.#ids = use.ids;
	}
	list(call) {
		const own = this.#model.fixed.map((field) => ({
			field,
			operator: "eq",
			value: call.params[field] ?? ""
		}));
		const query = call.query;
		return this.#rows.table(call).list({
			...query,
			filters: [...own, ...query.filters]
		});
	}
	get(call) {
		return this.#rows.existing(call, this.#keyOf(call));
	}
	create(call) {
		const { declaration, clientKeys } = this.#model;
		const body = bodyOf(call);
		const key = clientKeys ? String(body[declaration.key]) : this.#ids.uuid();
		this.#refuseOthers(call, body, key);
		return this.#rows.add(call, key, body);
	}
	async replace(call) {
		const key = this.#keyOf(call);
		const body = bodyOf(call);
		const { clientKeys } = this.#model;
		const before = clientKeys ? await this.#rows.find(call, key) : await this.#rows.existing(call, key);
		this.#refuseOthers(call, body, key);
		if (before !== void 0) return this.#rows.change(call, "replace", key, before, body);
		const row = await this.#rows.add(call, key, body);
		call.status(201);
		return row;
	}
	async patch(call) {
		const key = this.#keyOf(call);
		const before = await this.#rows.existing(call, key);
		const body = patched(this.#model, call, before);
		this.#refuseOthers(call, body, key);
		return this.#rows.change(call, "patch", key, before, body);
	}
	async remove(call) {
		const key = this.#keyOf(call);
		await this.#rows.remove(call, key, await this.#rows.existing(call, key));
	}
	#keyOf({ params }) {
		return params[this.#model.keyParam] ?? "";
	}
	/** Refuses a body that is another resource's than the path's. */
	#refuseOthers(call, body, key) {
		const { fixed, declaration } = this.#model;
		const expected = {
			...call.params,
			[declaration.key]: key
		};
		const errors = [declaration.key, ...fixed].filter((field) => body[field] !== void 0 && body[field] !== expected[field]).map((field) => ({
			detail: `The path is that of ${JSON.stringify(expected[field])}. Leave the member out, or send it as it is.`,
			pointer: pointerOf([field])
		}));
		if (errors.length > 0) call.fail("unprocessable-content", { errors });
	}
};
/** As the schema of the route made it. */
function bodyOf({ body }) {
	return Object(body);
}
// plugins/writes/resource/model.ts
/** A resource with all that follows from its declaration, worked out once. */
const WRITES = [
	"create",
	"replace",
	"patch",
	"remove"
];
/** Throws on a declaration that would not do what it says. */
function modelOf(declaration) {
	const { name, path, of, key, keys, computed = [], unique = [], errors = {}, input } = declaration;
	const { owner, access, rule } = declaration;
	const isOpen = [access?.read, access?.write].some((level) => level === void 0 || level === "public");
	if (owner !== void 0 && isOpen) throw new TypeError(`the rows of ${name.many} have an owner, and anonymous callers own none: ask for access to read and to write`);
	const fixed = parsePath(path).params;
	const clientKeys = keys === "client";
	const keyParam = `${name.one}${capitalize(key)}`;
	const one = capitalize(name.one);
	const shape = {
		name: one,
		of,
		key,
		clientKeys,
		ignored: computed,
		fixed,
		input
	};
	const hasUnique = unique.length > 0;
	const exists = (may) => may ? ["resource-exists"] : [];
	return {
		declaration,
		writes: new Set(declaration.writes ?? WRITES),
		clientKeys,
		computed,
		fixed,
		keyParam,
		itemPath: `${path}/{${keyParam}}`,
		table: declaration.table ?? name.many,
		ids: {
			list: `list${capitalize(name.many)}`,
			get: `get${one}`,
			create: `create${one}`,
			replace: `replace${one}`,
			patch: `patch${one}`,
			remove: `remove${one}`
		},
		summary: {
			...summaries(name),
			...declaration.summary
		},
		inputs: inputsOf(shape),
		codes: {
			unique: exists(hasUnique),
			conflict: exists(hasUnique || clientKeys),
			rule: rule === void 0 ? [] : Object.keys(errors)
		}
	};
}
// plugins/writes/resource/routes.ts
/** By id; each is declared where the resource has it. */
function routesOf(model) {
	const { ids, declaration, summary, inputs, codes, itemPath } = model;
	const { path, access = {}, scope, of, preconditions, idempotency = "none", timeout } = declaration;
	const isPrivate = access.read !== void 0 && access.read !== "public";
	const cache = declaration.cache ?? {
		scope: isPrivate ? "private" : "public",
		maxAge: "0s"
	};
	const shared = timeout === void 0 ? {} : { timeout };
	const read = {
		method: "GET",
		cache,
		...level(access.read),
		...shared
	};
	const scoped = scope === void 0 ? {} : { writeScope: scope };
	const write = {
		...level(access.write),
		...scoped,
		...shared
	};
	const condition = preconditions === void 0 ? {} : { preconditions };
	const toItem = {
		to: ids.get,
		with: { [model.keyParam]: declaration.key }
	};
	const routes = {
		list: {
			...read,
			path,
			list: {
				of,
				as: declaration.name.many,
				name: `${capitalize(declaration.name.many)}List`,
				relations: { item: toItem }
			},
			...published(model)
		},
		get: {
			...read,
			path: itemPath,
			returns: of,
			errors: ["resource-not-found"],
			relations: { collection: ids.list }
		},
		create: {
			...write,
			method: "POST",
			path,
			body: inputs.create,
			returns: of,
			creates: toItem,
			idempotency,
			errors: [...codes.conflict, ...codes.rule]
		},
		replace: {
			...write,
			...condition,
			method: "PUT",
			path: itemPath,
			body: inputs.replace,
			returns: of,
			...model.clientKeys ? { statuses: [201] } : {},
			idempotency: "natural",
			errors: [
				"resource-not-found",
				...codes.conflict,
				...codes.rule
			]
		},
		patch: {
			...write,
			...condition,
			method: "PATCH",
			path: itemPath,
			bodies: inputs.patches,
			returns: of,
			idempotency,
			errors: [
				"resource-not-found",
				"patch-conflict",
				...codes.unique,
				...codes.rule
			]
		},
		remove: {
			...write,
			...condition,
			method: "DELETE",
			path: itemPath,
			empty: true,
			idempotency: "natural",
			errors: ["resource-not-found", ...codes.rule]
		}
	};
	return Object.fromEntries(Object.entries(routes).filter(([verb]) => verb === "list" || verb === "get" || model.writes.has(verb)).map(([verb, route]) => [Reflect.get(ids, verb), {
		summary: Reflect.get(summary, verb),
		...route
	}]));
}
function level(access) {
	return access === void 0 ? {} : { access };
}
/** Lists with parameters in their path are reached from elsewhere. */
function published({ fixed, declaration: { rootLink, name } }) {
	const link = rootLink ?? (fixed.length > 0 ? false : kebab(name.many));
	return link === false ? {} : { publish: { rootLink: link } };
}
// plugins/writes/resource/index.ts
/**
* Declares a resource: the parts of a plugin that list, read, create, replace, patch and remove it. Spread them into
* `definePlugin`, alone or beside other parts. Each route stays an ordinary one.
*/
function resource(declaration) {
	const model = modelOf(declaration);
	return {
		needs: {
			...declaration.needs,
			store: Store,
			ids: Ids
		},
		schemas: { [capitalize(declaration.name.one)]: declaration.of },
		tables: { [model.table]: tableOf(model) },
		errors: declaration.errors ?? {},
		routes: routesOf(model),
		handlers: (use) => handlersOf(model, use)
	};
}
function tableOf({ declaration }) {
	const { of, key, owner, indexes, unique, seed } = declaration;
	return {
		of: owner === void 0 ? of : withOwner(of, owner),
		key,
		...owner === void 0 ? {} : { owner },
		...indexes === void 0 ? {} : { indexes },
		...unique === void 0 ? {} : { unique },
		...seed === void 0 ? {} : { seed }
	};
}
/** The owner is a column, and no member of what clients see. */
function withOwner(of, owner) {
	if (!(of instanceof ZodObject) || owner in of.shape) throw new TypeError(`the owner ${owner} is a column beside the shape of the resource, which must be a zod object without it`);
	return of.extend({ [owner]: string() });
}
export { resource as t };

//# sourceMappingURL=resource.js.map