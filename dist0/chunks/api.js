import { O as url, S as record, b as object, c as array, l as boolean, p as int, s as _enum, w as string } from "./zod2.js";
import { t as date } from "./zod3.js";
// schemas/api.ts
/** The stages in the life of an API version, in order. */
const Stability = _enum([
	"experimental",
	"beta",
	"stable",
	"deprecated",
	"retired"
]);
/** A summary of the server and its API. */
const Service = object({
	name: string(),
	version: string(),
	apiVersion: string(),
	stability: Stability,
	description: string(),
	documentation: url().optional()
});
/** The entry to the API, which links to every other resource. */
const ApiRoot = object({
	service: string(),
	version: string(),
	apiVersion: string(),
	stability: Stability,
	recommended: array(string()).describe("Links to follow first, by relation name."),
	conformsTo: array(url()).describe("Specifications that the API follows.")
});
/** A version of the API, as opposed to a release of the server. */
const ApiVersion = object({
	version: string(),
	stability: Stability,
	apiRoot: string().describe("Entry of the version: a path on this server, or a URL."),
	sunset: date().nullable().describe("The day it stops answering; null when no day is set.")
}).meta({ id: "ApiVersion" });
const AnnouncingHeader = object({
	name: string(),
	reference: string()
}).meta({ id: "AnnouncingHeader" });
/** A route that will be removed: deprecated since a day, and possibly gone from its `sunset` on. */
const DeprecatedRoute = object({
	method: string(),
	path: string(),
	since: date(),
	sunset: date(),
	successor: string().nullable().describe("Path of its replacement.")
}).meta({ id: "DeprecatedRoute" });
/** How deprecations are announced (RFC 9745, RFC 8594), and the deprecated routes. */
const DeprecationPolicyDiscovery = object({
	noticePeriodMonths: int().min(0).describe("Minimum time from deprecation to sunset."),
	sunsetHeader: AnnouncingHeader,
	deprecationHeader: AnnouncingHeader,
	stabilityValues: array(Stability),
	routes: array(DeprecatedRoute).describe("The routes that are deprecated now.")
});
/** Features of the server as it is configured. */
const Capabilities = object({
	capabilities: record(string(), boolean()).describe("Feature flags by name."),
	schemaTypes: int().min(0).describe("Number of published payload types."),
	serverTiming: boolean()
});
/** The specifications that the API follows. */
const ConformsTo = object({
	conformsTo: array(url()).describe("Specifications that the API follows."),
	_meta: object({ count: int().min(0) })
});
/** The payload types that have a JSON Schema. */
const SchemasList = object({
	schemas: array(string()).describe("Names of types; /api/schemas/{type} has the JSON Schema of each."),
	_meta: object({
		count: int().min(0),
		schemaVersion: string().describe("The dialect of the JSON Schemas, as a URI.")
	})
});
/** One entry of the changelog. A version may have several. */
const Release = object({
	version: string().min(1),
	date: date(),
	summary: string().min(1).describe("The change, in one sentence.")
}).meta({ id: "Release" });
export { DeprecatedRoute as a, SchemasList as c, ConformsTo as i, Service as l, ApiVersion as n, DeprecationPolicyDiscovery as o, Capabilities as r, Release as s, ApiRoot as t, Stability as u };

//# sourceMappingURL=api.js.map