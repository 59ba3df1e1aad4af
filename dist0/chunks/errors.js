import { r as messageOf } from "./finding.js";
import { n as hasResponseHeaders, r as responseHeadersOf } from "./response-headers.js";
import { i as fieldNames } from "./sealed-route.js";
// registry/contract/section.ts
/** The parts in which documents and pages show the operations of the API. */
/** In their order: what the service is for, how it does, what it offers, and the rules it follows. */
const SECTIONS = [
	"resources",
	"monitoring",
	"discovery",
	"policies"
];
// registry/contract/header.ts
/** Longest header of preferences that is read, in characters. Those of browsers have below 200. */
const MAX_NEGOTIATION_LENGTH = 2048;
/**
* Returns a request header that only states preferences, such as `Prefer`. A longer one is ignored, as a server may do
* with any preference, because parsing it must not cost more than answering.
*/
function negotiationHeader(call, name) {
	const value = call.header(name);
	return value === void 0 || value.length > 2048 ? void 0 : value;
}
/** Spellings by lower-case name: the few headers that policies declare. */
const titleCase = /* @__PURE__ */ new Map();
/** A header as people write it: `if-none-match` as `If-None-Match`, or as one of the `spellings` has it. */
function spellHeader(name, spellings = []) {
	const lower = name.toLowerCase();
	const spelling = spellings.find((one) => one.toLowerCase() === lower) ?? titleCase.get(lower);
	if (spelling !== void 0) return spelling;
	const spelled = lower.replace(/(^|-)[a-z]/g, (letters) => letters.toUpperCase());
	titleCase.set(lower, spelled);
	return spelled;
}
// registry/seal/policy-fields.ts
/** The headers of a policy on one outcome. Throws unless they are those that it declares, so that none is forgotten. */
function fieldsFor(outcome, { writes = {} }, compiled, view) {
	const promised = Object.keys(writes);
	if (compiled.fields === void 0 && promised.length > 0) throw new Error(`it compiled without fields, and writes promises ${promised.join(", ")}; where a route has none of these, compile returns undefined`);
	const fields = compiled.fields?.(outcome, view) ?? {};
	const missing = promised.find((name) => !Object.hasOwn(fields, name));
	if (missing !== void 0) throw new Error(`fields has no ${missing} for the outcome ${outcome}, which writes promises; undefined says that it is absent on purpose`);
	const undeclared = Object.keys(fields).find((name) => !Object.hasOwn(writes, name));
	if (undeclared !== void 0) throw new Error(`fields has ${undeclared}, which writes does not have`);
	return fields;
}
// registry/seal/policy-error.ts
/** Why a policy does not compile for a route. */
/** A policy does not compile for a route, or compiles to what is not allowed there. */
var PolicyError = class extends Error {
	policy;
	code;
	/** Default: fix the policy. */
	hint;
	constructor(policy, message, { code = "POLICY_FAILED", hint, cause } = {}) {
		super(`the policy ${policy.id} ${message}`, { cause });
		this.policy = policy;
		this.code = code;
		this.hint = hint;
	}
};
/** Runs a function of a policy. Throws a {@link PolicyError} when it throws. */
function attempt(policy, run) {
	try {
		return run();
	} catch (error) {
		throw new PolicyError(policy, `does not compile: ${messageOf(error)}`, { cause: error });
	}
}
// registry/seal/vary.ts
/** Any error may be negotiated, and any request refused for its Accept, so Accept always counts (RFC 9110, 12.5.5). */
function varyOf(bound, { declaration }, more = []) {
	const language = [declaration.languages ?? [], ...bound.flatMap(({ compiled: { errorForms = [] } }) => errorForms.map(languagesOf))].some((some = []) => some.length > 1) ? ["accept-language"] : [];
	const declared = declaredHeaders(declaration);
	return spellAll([
		"accept",
		...language,
		...declared,
		...bound.flatMap(({ compiled }) => compiled.varies ?? []),
		...more
	]);
}
function spellAll(names) {
	return [...new Set(names.map((name) => spellHeader(name)))].join(", ");
}
/** Languages of the text of errors; none where it is not for people. */
function languagesOf(form) {
	return form.schema === void 0 ? form.languages : [];
}
/** Returns the request headers that a route declares, in lower case. */
function declaredHeaders({ headers }) {
	return headers === void 0 ? [] : fieldNames(headers);
}
// registry/seal/header-plans.ts
function headerPlanner(bound, facts, names) {
	const varyOfOptions = spellAll(bound.flatMap(({ compiled }) => compiled.variesOnOptions ?? []));
	const additions = additionsOf(bound);
	const filled = Object.keys(responseHeadersOf(facts.declaration)).map((name) => ({
		name,
		policy: void 0,
		value: (reply) => reply.facts.headers?.[name]
	}));
	const filledOn = (outcome) => hasResponseHeaders(facts.declaration, outcome) ? filled : [];
	return (outcome, languages) => {
		const part = languages === void 0 ? "answer" : "view";
		const contributed = (header) => (additions.get(header) ?? []).filter((one) => one.outcomes?.includes(outcome) ?? true).filter((one) => (one.of ?? part) === part).map(({ value }) => value);
		const more = languages !== void 0 && languages.length > 1 ? ["accept-language"] : [];
		const vary = outcome === "options" ? varyOfOptions : varyOf(bound, facts, more);
		const personalVary = varyOf(bound, facts, [...more, ...names.credentials]);
		const { bodySlots, ...plan } = planHeaders(bound, outcome, {
			...names,
			contributed
		}, vary);
		return {
			...plan,
			bodySlots: filled.length === 0 ? bodySlots : [...bodySlots, ...filledOn(outcome)],
			personalVary: outcome === "options" || personalVary === vary ? void 0 : personalVary
		};
	};
}
function plansOf(planFor) {
	return {
		ok: planFor("ok"),
		redirect: planFor("redirect"),
		notModified: planFor("notModified"),
		error: planFor("error"),
		options: planFor("options")
	};
}
function planHeaders(bound, outcome, view, vary) {
	const fixed = vary === "" ? [] : ["Vary", vary];
	const bodySlots = [];
	const slots = [];
	for (const { policy, index, compiled } of bound) {
		const fields = attempt(policy, () => fieldsFor(outcome, policy, compiled, view));
		for (const name in fields) {
			const value = fields[name];
			if (typeof value === "string") fixed.push(name, value);
			else if (typeof value === "function") slots.push({
				name,
				policy: policy.id,
				index,
				value
			});
			else if (value !== void 0) bodySlots.push({
				name,
				policy: policy.id,
				value: value.ofBody
			});
		}
	}
	return {
		fixed,
		bodySlots,
		slots
	};
}
/** Names of the headers that an outcome may have. */
function plannedNames({ fixed, bodySlots, slots }) {
	const named = [...bodySlots, ...slots].map(({ name }) => name);
	return [...fixed.filter((_, index) => index % 2 === 0), ...named];
}
/** Additions by the header they go to. */
function additionsOf(bound) {
	const additions = /* @__PURE__ */ new Map();
	for (const { compiled, index } of bound) for (const { header, outcomes, of, value: part } of compiled.contributes ?? []) {
		const value = typeof part === "string" ? part : (call, reply) => part(call, reply, call.states[index]);
		const others = additions.get(header);
		if (others === void 0) additions.set(header, [{
			outcomes,
			of,
			value
		}]);
		else others.push({
			outcomes,
			of,
			value
		});
	}
	return additions;
}
// registry/contract/errors.ts
const KERNEL_ERRORS = {
	"bad-request": {
		status: 400,
		message: "The request has a part that does not fit: a query parameter, path or header.",
		cause: "A query parameter, a header or the path has a value that the operation cannot read or does not accept.",
		remedy: "Correct each place that `errors` names, then send the request again."
	},
	"malformed-request": {
		status: 400,
		message: "The request is not well-formed HTTP.",
		cause: "The bytes received are not one HTTP message: the request line is wrong, `Host` is missing, or the length of the body is unclear.",
		remedy: "Send the request with a well-tested HTTP client, and look for a proxy that changes it on the way."
	},
	"not-found": {
		status: 404,
		message: "Nothing is served at this path.",
		cause: "The path is mistyped, or belongs to a feature that is off.",
		remedy: "Take the path from a link in another answer instead of composing it."
	},
	"resource-not-found": {
		status: 404,
		message: "There is no resource with this identifier.",
		cause: "The path is right, but nothing has the identifier in it: it never existed, was removed, or is not for this caller.",
		remedy: "List the collection to see which identifiers there are."
	},
	"method-not-allowed": {
		status: 405,
		message: "This resource does not support the method.",
		cause: "The path exists, and none of its operations has this method.",
		remedy: "Use one of the methods in `Allow`."
	},
	"not-acceptable": {
		status: 406,
		message: "The Accept header excludes every media type on offer.",
		cause: "`Accept` names only media types that the operation cannot return, or `Accept-Encoding` rules out every coding.",
		remedy: "Leave the header out, or name one of the media types of the operation."
	},
	"request-timeout": {
		status: 408,
		message: "The request was not received in time.",
		cause: "The header or the body arrived too slowly.",
		remedy: "Send the request again; over a slow connection, send less at a time."
	},
	"precondition-failed": {
		status: 412,
		message: "A condition in the request headers does not hold.",
		cause: "The resource has changed since the client read it, so that `If-Match` or another condition does not hold.",
		remedy: "Read the resource, repeat the change on its present state, and send the new `ETag` in `If-Match`."
	},
	"payload-too-large": {
		status: 413,
		message: "The request body is larger than this service accepts.",
		cause: "The body has more bytes than the operation takes.",
		remedy: "Send less in each request."
	},
	"uri-too-long": {
		status: 414,
		message: "The request target is longer than this service accepts.",
		cause: "Path and query together have more bytes than the service takes.",
		remedy: "Use fewer parameters or shorter values, or split the request."
	},
	"unsupported-media-type": {
		status: 415,
		message: "The request body has a media type or coding that is not supported.",
		cause: "`Content-Type` is missing or names a form that the operation cannot read, or the body has a content coding.",
		remedy: "Set `Content-Type` to one of the media types of the operation, and send the body without a coding."
	},
	"expectation-failed": {
		status: 417,
		message: "The Expect header asks for something this service cannot do.",
		cause: "`Expect` has a value other than `100-continue`.",
		remedy: "Leave `Expect` out."
	},
	"unprocessable-content": {
		status: 422,
		message: "The request body is well-formed but does not fit its schema.",
		cause: "The body could be read, but some of its values break a rule.",
		remedy: "Correct each place that a `pointer` in `errors` names, then send the request again."
	},
	"header-fields-too-large": {
		status: 431,
		message: "The request header fields are larger than this service accepts.",
		cause: "The header fields together have more bytes than the service takes, usually because of cookies.",
		remedy: "Send fewer or shorter header fields."
	},
	"internal-error": {
		status: 500,
		message: "The service failed to answer; the failure was logged under the request id.",
		cause: "The service failed in an unforeseen way. The request may be in order.",
		remedy: "Send the request again later, a write only if it can be repeated safely. If the error stays, send the request id to the operator."
	},
	"not-implemented": {
		status: 501,
		message: "This service does not implement the method.",
		cause: "The service has no operation with this method, at any path.",
		remedy: "Use the method of one of the operations."
	},
	"service-unavailable": {
		status: 503,
		message: "The service cannot answer at the moment.",
		cause: "The service is starting, stopping or busy, or a part that it needs does not respond.",
		remedy: "Wait as many seconds as `Retry-After` says, then try again, with a longer pause each time."
	}
};
/** Entries that are in the catalog where a route declares them, as a service that only reads needs none. */
const WRITE_ERRORS = {
	"resource-exists": {
		status: 409,
		message: "There is a resource already with a value that may be there only once.",
		cause: "A resource with this identifier, or with the same value of a unique field, is already there.",
		remedy: "Choose another value, or change the resource that is there."
	},
	"patch-conflict": {
		status: 409,
		message: "The patch does not apply to the resource as it is now.",
		cause: "The patch tests or changes something that the resource does not have now.",
		remedy: "Read the resource, and make a new patch from its present state."
	},
	"precondition-required": {
		status: 428,
		message: "The request must say which state of the resource it changes.",
		cause: "Without the state that it is based on, the write could undo the change of another client.",
		remedy: "Read the resource, and send its `ETag` in `If-Match`."
	}
};
/** Their codes. */
const WRITE_ERROR_CODES = Object.keys(WRITE_ERRORS);
const kernelErrors = {
	...KERNEL_ERRORS,
	...WRITE_ERRORS
};
/** Returns the kernel's entries of the catalog of these routes. */
function catalogOf(routes) {
	const declared = /* @__PURE__ */ new Set();
	for (const { errors = [], preconditions } of routes) {
		for (const code of errors) declared.add(code);
		if (preconditions === "required") declared.add("precondition-required");
	}
	return Object.entries(kernelErrors).filter(([code]) => !Object.hasOwn(WRITE_ERRORS, code) || declared.has(code));
}
export { plannedNames as a, languagesOf as c, attempt as d, MAX_NEGOTIATION_LENGTH as f, SECTIONS as h, headerPlanner as i, varyOf as l, spellHeader as m, catalogOf as n, plansOf as o, negotiationHeader as p, kernelErrors as r, declaredHeaders as s, WRITE_ERROR_CODES as t, PolicyError as u };

//# sourceMappingURL=errors.js.map