import { S as record, b as object, c as array, h as literal, l as boolean, p as int, s as _enum, w as string } from "./zod2.js";
// schemas/documents/negotiation.ts
/** One thing that requests can negotiate (RFC 9110, section 12). */
const Negotiated = object({
	default: string().describe("The value for clients that state no preference."),
	supported: array(string())
}).meta({ id: "Negotiated" });
/** The values that requests can negotiate, and the defaults. */
const AcceptPolicyDiscovery = object({
	accept: Negotiated.describe("Media types, by Accept."),
	acceptLanguage: Negotiated.describe("Languages, by Accept-Language."),
	acceptEncoding: Negotiated.describe("Content codings, by Accept-Encoding.")
});
/** Which content codings answers can have (RFC 9110, section 8.4.1). */
const Encoding = object({
	encodings: array(string()).describe("Content codings on offer, including `identity`."),
	default: string().describe("The coding for clients that state no preference."),
	minBytes: int().min(0).describe("Smaller bodies are sent without a coding.")
});
/** The media types of requests and answers. */
const MediaTypes = object({
	accept: array(string()).describe("Media types of request bodies."),
	produce: array(string()).describe("Media types of answers, including errors."),
	defaultAccept: string().optional().describe("The media type to send; absent when no route takes a body."),
	defaultProduce: string().describe("The media type for clients that state no preference.")
});
/** One preference that a request can state (RFC 7240). */
const Preference = object({
	name: string(),
	values: array(string()),
	honored: boolean().describe("Whether any resource honours it.")
}).meta({ id: "Preference" });
/** Which preferences are honoured, and where (RFC 7240). */
const PreferDiscovery = object({
	headerName: string(),
	appliedHeaderName: string().describe("The header that reports the honoured preferences."),
	reference: string(),
	preferences: array(Preference),
	endpoints: array(string()).describe("Paths where preferences have an effect.")
});
// schemas/documents/security.ts
/** A way to authenticate; `current` is true when requests can use it now. */
const AuthMethod = object({
	id: string(),
	description: string(),
	current: boolean()
}).meta({ id: "AuthMethod" });
/** All ways to authenticate. */
const AuthMethods = object({ methods: array(AuthMethod) });
/** The security features. A section is absent while its feature is off. */
const SecurityPolicyDiscovery = object({
	auth: object({
		enabled: boolean().describe("Whether requests can authenticate."),
		methods: string().optional().describe("Path of the list of methods.")
	}),
	hsts: object({
		value: string().describe("Strict-Transport-Security, sent over HTTPS."),
		maxAgeSeconds: int().min(0),
		includeSubDomains: boolean(),
		preload: boolean()
	}).optional(),
	cors: object({
		allowedOrigins: array(string()),
		allowCredentials: boolean()
	}).optional(),
	securityTxt: string().optional().describe("Path of the file with the security contact (RFC 9116)."),
	permissionsPolicy: string().optional(),
	referrerPolicy: string().optional(),
	contentTypeOptions: string().optional(),
	contentSecurityPolicy: string().optional().describe("The value for everything but pages."),
	crossOriginResourcePolicy: string().optional()
});
/** Permissions of pages from other origins (Fetch standard, CORS protocol). */
const Cors = object({
	allowedOrigins: array(string()).describe("Origins that may read answers; `*` is all."),
	allowedMethods: array(string()),
	allowPostOn: array(string()).describe("Paths that take POST."),
	allowedHeaders: array(string()).describe("Request headers that scripts may send."),
	exposeHeaders: array(string()).describe("Response headers that scripts may read."),
	preflightMaxAge: int().min(0).describe("Seconds that a preflight may be remembered."),
	allowCredentials: boolean().describe("Whether cookies and credentials may be sent.")
});
// schemas/documents/directory.ts
/** One part of the documentation. */
const DocumentationResource = object({
	name: string(),
	href: string()
}).meta({ id: "DocumentationResource" });
/** The documentation of the API. */
const DocumentationDiscovery = object({ resources: array(DocumentationResource) });
/** One relation of this API's links. */
const LinkRelation = object({
	rel: string(),
	registered: boolean().describe("Whether it is registered with IANA (RFC 8288); otherwise it is an extension."),
	in: array(_enum(["header", "body"])).describe("Link headers, `_links`, or both.")
}).meta({ id: "LinkRelation" });
/** All relations of this API's links. */
const LinkRelations = object({ relations: array(LinkRelation) });
/** One path below `/.well-known/` (RFC 8615). */
const WellKnownPath = object({
	name: string().describe("The part after `/.well-known/`."),
	path: string(),
	summary: string(),
	registered: boolean().describe("Whether the name is registered with IANA (RFC 8615).")
}).meta({ id: "WellKnownPath" });
/** The paths below `/.well-known/` that are served. */
const WellKnownPaths = object({ paths: array(WellKnownPath) });
// schemas/documents/lists.ts
/** A name with its purpose. */
const Described = object({
	name: string(),
	description: string()
}).meta({ id: "Described" });
/** How lists are paged. */
const PaginationDiscovery = object({
	style: literal("cursor"),
	defaultPageSize: int().min(1),
	maxPageSize: int().min(1).describe("A larger `limit` is refused with 400."),
	parameters: array(Described),
	responseMeta: array(Described).describe("Members of `_meta`."),
	applicableEndpoints: array(string()),
	wholeEndpoints: array(string()).describe("The endpoints among them that return the whole list unless `limit` is given.")
});
/** How lists are filtered, sorted and reduced to some fields. */
const QueryPolicyDiscovery = object({
	filter: object({
		operators: array(string()),
		operatorsByType: record(string(), array(string())).describe("Operators by the type of the field.")
	}),
	sort: object({
		form: string(),
		absent: string().describe("Place of items without the field in ascending order."),
		text: string().describe("How text is compared.")
	}),
	fields: object({
		unknown: string().describe("How unknown names are treated."),
		unknownUnderStrict: string().describe("The same under `Prefer: handling=strict`."),
		empty: string().describe("The result of an empty value.")
	}),
	limits: record(string(), int()).describe("Sizes above which a query is refused."),
	parameters: array(Described),
	applicableEndpoints: array(string())
});
export { Negotiated as _, DocumentationResource as a, WellKnownPath as c, AuthMethods as d, Cors as f, MediaTypes as g, Encoding as h, DocumentationDiscovery as i, WellKnownPaths as l, AcceptPolicyDiscovery as m, PaginationDiscovery as n, LinkRelation as o, SecurityPolicyDiscovery as p, QueryPolicyDiscovery as r, LinkRelations as s, Described as t, AuthMethod as u, PreferDiscovery as v, Preference as y };

//# sourceMappingURL=lists.js.map