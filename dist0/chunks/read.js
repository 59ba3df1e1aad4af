import { D as unknown, E as union, S as record, b as object, c as array, h as literal, l as boolean, s as _enum, u as custom, w as string, y as number } from "./zod2.js";
import { S as isRecord } from "./route-keys.js";
const Schema = custom((value) => typeof value === "object" && value !== null && !Array.isArray(value), "expected a JSON Schema");
/** By header name: its value where it is the same on every request, else null. */
const Headers = record(string(), string().nullable());
/** Headers of answers to requests without a route: `error` and `options`. */
const HeadersByOutcome = record(string(), Headers);
const RouteDocument = object({
	method: string(),
	path: string(),
	/** `plugin.routeId`. */
	ref: string(),
	/** As OpenAPI names it. */
	operation: string(),
	plugin: string(),
	kind: string(),
	summary: string(),
	description: string().nullable(),
	/** Each an object schema with one property a parameter. Those of lists are among `query`. */
	params: Schema,
	query: Schema,
	requestHeaders: Schema,
	/** The usual body; of JSON, where there are no `bodies`. */
	body: Schema.nullable(),
	/** Name that the body's schema is published under. */
	bodyType: string().nullable(),
	/** By media type, `body` among them; absent where all are `application/json`. */
	bodies: record(string(), object({
		schema: Schema,
		type: string().nullable()
	})).optional(),
	/** Largest request body in bytes, where something limits it. */
	maxBodyBytes: number().nullable(),
	idempotency: _enum([
		"natural",
		"key",
		"none"
	]).nullable(),
	/** Absent where requests without a condition are answered. */
	preconditions: literal("required").optional(),
	/** Schema of the body; published types as `#/schemas/Name`. */
	returns: Schema.nullable(),
	/** Of headers that the handler fills, one property each; absent where it fills none. */
	responseHeaders: Schema.optional(),
	/** Of a stream, by event name. */
	events: record(string(), Schema),
	mediaTypes: array(string()),
	errorMediaTypes: array(string()),
	/** Statuses that come with the body, or of the redirect. */
	statuses: array(number()),
	redirectsTo: string().nullable(),
	/** Codes that the route itself may answer with. */
	errors: array(string()),
	/** Policies that may refuse a request, but for its credential. */
	refusedBy: array(string()),
	/** Scopes that a principal needs; absent where none has to be known. */
	requiredScopes: array(string()).optional(),
	cache: union([literal("no-store"), object({
		scope: _enum(["public", "private"]),
		/** Seconds. */
		maxAge: number(),
		staleWhileRevalidate: number()
	})]).nullable(),
	/** Paths by relation; those of a list's items begin with `items.`. */
	relations: record(string(), string()),
	headers: HeadersByOutcome,
	/** The route's values under keys that policies own, but for those that `requiredScopes` follows from. */
	settings: record(string(), unknown())
});
const TableDocument = object({
	plugin: string(),
	key: string(),
	/** Absent where rows belong to no principal. */
	owner: string().optional(),
	/** By field. */
	columns: record(string(), object({
		/** `json` is for every field that is not a scalar. */
		type: _enum([
			"string",
			"integer",
			"number",
			"boolean",
			"json"
		]),
		/** Whether null is ruled out. */
		required: boolean(),
		/** Absent where there is none, or where it differs each time. */
		default: unknown().optional()
	})),
	/** Fields whose values no two rows share, together. */
	unique: array(array(string()))
});
const RegistryDocument = object({
	format: literal(1),
	service: object({
		name: string(),
		version: string(),
		description: string()
	}),
	revision: string(),
	/** Those that are on. */
	plugins: array(object({
		id: string(),
		summary: string()
	})),
	routes: array(RouteDocument),
	/** Headers of answers to requests that no route takes. */
	unmatched: HeadersByOutcome,
	/** Published types by name. */
	schemas: record(string(), Schema),
	/** By name; absent in documents that are older than this. */
	tables: record(string(), TableDocument).optional(),
	errors: array(object({
		code: string(),
		status: number(),
		message: string()
	})),
	/** Scopes that a principal needs to receive an event; absent where everybody receives all. */
	audiences: record(string(), array(string())).optional(),
	capabilities: record(string(), boolean()),
	rootLinks: record(string(), string()),
	policies: array(object({
		id: string(),
		plugin: string(),
		/** The route key that it owns. */
		key: string().nullable(),
		/** Whether it decides who may have data. */
		guards: boolean().default(false),
		/** How it finds the principal of a request. */
		identifies: object({ scheme: record(string(), string()) }).optional(),
		writes: array(string()),
		/** The policy's statement; null without one. */
		statement: unknown()
	})),
	/** Texts that plugins derive from the registry, by name. */
	exports: record(string(), string())
});
// registry/diff/read.ts
/** Reads a registry document back and refuses one that cannot be compared. */
const EXPORT_HINT = "make one with: waymark export registry --out <file>";
/** A document that cannot be compared. `hint` says what to do next. */
var UnreadableDocument = class extends Error {
	name = "UnreadableDocument";
	hint;
	constructor(message, hint = EXPORT_HINT) {
		super(message);
		this.hint = hint;
	}
};
/** Throws an {@link UnreadableDocument}. */
async function readRegistryDocument(value) {
	const format = isRecord(value) ? value["format"] : void 0;
	if (typeof format !== "number") throw new UnreadableDocument("it is not a registry document: it has no format number");
	if (format > 1) throw new UnreadableDocument(`it has the format ${format}, and this release reads up to 1`, "compare with the release of waymark that wrote it, or a newer one");
	if (format !== 1) throw new UnreadableDocument(`it has the format ${format}, which was never written`);
	const { success, data, error } = RegistryDocument.safeParse(value);
	if (!success) {
		const [issue] = error.issues;
		throw new UnreadableDocument(`it is damaged${issue === void 0 ? "" : ` at ${issue.path.join(".")}: ${issue.message}`}`);
	}
	await refuseDamagedSchemas(data);
	return data;
}
/** Only valid JSON Schema 2020-12 can be taken apart. */
async function refuseDamagedSchemas({ routes, schemas }) {
	const { Ajv2020 } = await import("ajv/dist/2020.js");
	const ajv = new Ajv2020({
		strict: false,
		logger: false
	});
	const all = [...Object.entries(schemas).map(([name, schema]) => [`schemas.${name}`, schema]), ...routes.flatMap(({ ref, params, query, requestHeaders, body, bodies, returns, events }) => [
		params,
		query,
		requestHeaders,
		body,
		returns,
		...Object.values(events),
		...Object.values(bodies ?? {}).map(({ schema }) => schema)
	].map((schema) => [`route ${ref}`, schema]))];
	for (const [where, schema] of all) {
		if (schema === null || ajv.validateSchema(schema) === true) continue;
		throw new UnreadableDocument(`it is damaged in ${where}: ${ajv.errorsText()}`);
	}
}
export { UnreadableDocument as n, readRegistryDocument as r, EXPORT_HINT as t };

//# sourceMappingURL=read.js.map