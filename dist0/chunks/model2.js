import { D as unknown, O as url, S as record, b as object, c as array, l as boolean, p as int, s as _enum, w as string } from "./zod2.js";
import { n as HEADER_GROUPS } from "./header-groups.js";
// plugins/pages/shared/operations/model.ts
/** The operations of the API, as pages and the playground describe them. */
const Schema = record(string(), unknown());
const Parameter = object({
	name: string(),
	in: _enum([
		"path",
		"query",
		"header"
	]),
	description: string().optional(),
	required: boolean().optional(),
	/** `filter[name][operator]=value` (OpenAPI's `deepObject`). */
	style: string().optional(),
	schema: Schema
});
/** A form of a request body, with a sample of it as text. */
const RequestBody = object({
	/** Absent where it is `application/json`. */
	mediaType: string().optional(),
	schema: Schema,
	sample: string()
});
const Operation = object({
	/** `plugin.routeId`: unique, and the anchor of the operation on the page. */
	ref: string(),
	method: string(),
	/** With its parameters in braces. */
	path: string(),
	summary: string(),
	description: string().optional(),
	deprecated: boolean().optional(),
	/** The answer does not end on its own. */
	stream: boolean().optional(),
	/** Media types of the answer and of errors, the default first. */
	accepts: array(string()),
	parameters: array(Parameter),
	/** The usual form of the JSON body. */
	body: RequestBody.optional(),
	/** Its other forms. */
	otherBodies: array(RequestBody).optional(),
	errors: array(object({
		status: int(),
		code: string(),
		message: string()
	})),
	/** Scopes that a caller needs, none where any credential will do; absent where none is needed. */
	scopes: array(string()).optional()
});
object({
	plugin: string(),
	summary: string(),
	operations: array(Operation)
});
/** The meaning of a header or status, with its specification. */
const Meaning = object({
	text: string(),
	spec: object({
		name: string(),
		href: url()
	}).optional(),
	/** Of a header; absent for others. */
	group: _enum(HEADER_GROUPS).optional()
});
/** A way to authenticate. */
const Credential = object({
	header: string(),
	/** Before the credential itself: `Bearer ` with its space. */
	prefix: string()
}).extend({
	label: string(),
	description: string()
});
export { Meaning as n, Parameter as r, Credential as t };

//# sourceMappingURL=model2.js.map