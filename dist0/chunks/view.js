import { m as bytesTypesOf } from "./explain-issues.js";
import { C as strictObject, D as unknown, E as union, O as url, S as record, c as array, l as boolean, p as int, s as _enum, w as string } from "./zod2.js";
import { n as toMilliseconds } from "./duration.js";
import { c as textIn, n as pageForm } from "./page-form.js";
import { t as Duration } from "./duration2.js";
import { a as plannedNames } from "./errors.js";
import { n as hasParameters, s as shapeOf } from "./path.js";
import { g as isSchema, o as bodyTypesOf, t as ANSWER_KEYS } from "./route-keys.js";
import { i as qualifyRef } from "./relations.js";
import { isIP } from "node:net";
// registry/contract/translations.ts
/** Texts in other languages, by the text in English, as gettext has them. */
/** The language of the texts in plugins. */
const SOURCE_LANGUAGE = "en";
const PARAGRAPHS = "\n\n";
const GAP = /\{(\w+)\}/;
const GAPS = new RegExp(GAP, "g");
/** The names of the gaps in a text, sorted. */
function gapsIn(text) {
	return [...text.matchAll(GAPS)].map(([, name = ""]) => name).toSorted();
}
/** Makes the function that looks texts up. Where several translate the same text, the last one counts. */
function translator(sources) {
	const catalogues = /* @__PURE__ */ new Map();
	return (text, language = SOURCE_LANGUAGE) => {
		let catalogue = catalogues.get(language);
		if (catalogue === void 0) {
			catalogue = catalogueOf(sources.map((source) => source[language] ?? {}));
			if (catalogue.texts.size > 0) catalogues.set(language, catalogue);
		}
		return catalogue.texts.get(text) ?? filledIn(text, catalogue.templates) ?? byParagraphs(text, catalogue) ?? (language === SOURCE_LANGUAGE ? text : void 0);
	};
}
/** Documents put paragraphs together. Undefined where one has no translation. */
function byParagraphs(text, { texts, templates }) {
	const paragraphs = text.split(PARAGRAPHS);
	if (paragraphs.length === 1) return void 0;
	const translated = paragraphs.map((one) => texts.get(one) ?? filledIn(one, templates));
	return translated.includes(void 0) ? void 0 : translated.join(PARAGRAPHS);
}
function catalogueOf(sources) {
	const texts = new Map(sources.flatMap((source) => Object.entries(source)));
	return {
		texts,
		templates: [...texts].filter(([text]) => GAP.test(text)).toSorted(([one], [other]) => other.length - one.length).map(([text, translation]) => {
			const parts = text.split(GAP);
			return {
				around: parts.filter((_, index) => index % 2 === 0),
				names: parts.filter((_, index) => index % 2 === 1),
				translation
			};
		})
	};
}
function filledIn(text, templates) {
	for (const { around, names, translation } of templates) {
		const values = valuesIn(text, around);
		if (values === void 0) continue;
		return translation.replaceAll(GAPS, (gap, name) => values[names.indexOf(name)] ?? gap);
	}
}
/** The parts of a text in the gaps, each as short as can be: in linear time, as texts may come from clients. */
function valuesIn(text, [start = "", ...others]) {
	if (!text.startsWith(start)) return void 0;
	const values = [];
	let from = start.length;
	for (const [index, part] of others.entries()) {
		const to = index === others.length - 1 ? text.length - part.length : text.indexOf(part, from + 1);
		if (to <= from || !text.startsWith(part, to)) return void 0;
		values.push(text.slice(from, to));
		from = to + part.length;
	}
	return values;
}
/** A language with a script and a region in their usual spelling (BCP 47, section 2.1.1). */
const PLAIN_TAG = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?$/;
function isLanguageTag(text) {
	if (PLAIN_TAG.test(text)) return true;
	try {
		return Intl.getCanonicalLocales(text)[0] === text;
	} catch {
		return false;
	}
}
// kernel/define/kernel-keys.ts
/** The top-level keys of the config, stated once: validation, types, the JSON Schema and `waymark explain` read them. */
const BaseUrl = url({
	protocol: /^https?$/,
	error: "not an http or https URL",
	abort: true
}).refine((text) => text.replace(/\/$/, "").toLowerCase() === new URL(text).origin, { error: "only scheme, host and port can be set, without a default port, a path or a query" }).meta({ examples: ["https://api.example.com"] }).transform((text) => new URL(text).origin);
const Network = string().refine(isNetwork, { error: "neither an IP address nor a network" }).meta({ description: "An IP address, a network such as 10.0.0.0/8, or unix for a Unix socket." });
/** From the least to the most urgent. */
const LEVELS = [
	"debug",
	"info",
	"warn",
	"error"
];
const Port = int().min(0).max(65535);
const Socket = string().startsWith("/", { error: "a socket is named by its absolute path" }).max(100, { error: "the path of a socket has at most 100 characters" }).optional();
const SocketMode = string().regex(/^[0-7]{3}$/, { error: "a mode is three octal digits" }).default("660");
const StopTime = Duration.refine((duration) => toMilliseconds(duration) <= 36e5, { error: "a stop takes at most 1h" });
const TextByLanguage = record(string().refine(isLanguageTag, { error: "write a language tag, such as en or pt-BR" }), string().min(1)).refine((texts) => Object.keys(texts).length > 0, { error: "write at least one text" });
const LocalizedText = union([string().min(1), TextByLanguage]);
const KernelKeys = strictObject({
	$schema: string().optional().meta({ description: "Address of a JSON Schema, for editors." }),
	/** Name of the service, shown wherever it describes itself; one, or one for each language. Default `waymark`. */
	service: LocalizedText.default("waymark").meta({
		description: "Name of the service; by language, the first one is for programs.",
		examples: ["brain-atlas"]
	}),
	/** Version of the service, as its operator counts. Default `0.1.0`. */
	version: string().min(1).default("0.1.0").meta({
		description: "Version of the service.",
		examples: ["1.4.0"]
	}),
	/** One sentence about the service, or one for each language. */
	description: union([string(), TextByLanguage]).default("An API server that describes itself.").meta({
		description: "One sentence about the service; by language, the first one is for programs.",
		examples: [{
			en: "Everything about our offices.",
			es: "Todo sobre nuestras oficinas."
		}]
	}),
	/**
	* Scheme and authority of absolute URLs, such as `https://api.example.com`. Default: the listening origin.
	* Environment: `WAYMARK_BASE_URL`.
	*/
	baseUrl: BaseUrl.optional().meta({ description: "Scheme and authority of absolute URLs." }),
	/** Address or name to listen at. Default `127.0.0.1`; `0.0.0.0` or `::` for all. Environment: `HOST`. */
	host: string().min(1).default("127.0.0.1").meta({
		description: "Address or name to listen at.",
		examples: ["0.0.0.0"]
	}),
	/** Port to listen at; 0 takes a free one. Default 3000. Environment: `PORT`. */
	port: Port.default(3e3).meta({ description: "Port to listen at; 0 takes a free one." }),
	/** Path of a Unix socket to listen at, in place of host and port. Environment: `WAYMARK_SOCKET`. */
	socket: Socket.meta({
		description: "Path of a Unix socket to listen at, in place of host and port.",
		examples: ["/run/waymark/waymark.sock"]
	}),
	/** Permissions of the Unix socket, in octal. Default `660`. */
	socketMode: SocketMode.meta({ description: "Permissions of the Unix socket, in octal." }),
	/** Certificate for HTTPS with HTTP/2 and HTTP/1.1. Paths start from the config file's folder. Default: none. */
	tls: strictObject({
		cert: string().min(1).describe("PEM file of the certificate with its chain."),
		key: string().min(1).describe("PEM file of its private key.")
	}).optional().meta({
		description: "Certificate for HTTPS with HTTP/2 and HTTP/1.1; a renewed one is taken without a restart. Off by default: the proxy in front has it.",
		examples: [{
			cert: "/etc/waymark/tls.crt",
			key: "/etc/waymark/tls.key"
		}]
	}),
	/** A second listener for operators, with metrics, health in detail and profiles. Default: none. */
	admin: strictObject({
		host: string().min(1).default("127.0.0.1").describe("Address or name to listen at. Everybody who can reach it may read everything."),
		port: Port.optional().describe("Port to listen at; 0 takes a free one."),
		socket: Socket.describe("Path of a Unix socket to listen at, in place of host and port."),
		socketMode: SocketMode.describe("Permissions of the Unix socket, in octal.")
	}).refine(({ port, socket }) => port === void 0 !== (socket === void 0), { error: "it has either a port or a socket" }).optional().meta({
		description: "A second listener for operators, with metrics, health in detail and profiles. Off by default.",
		examples: [{ port: 9090 }, { socket: "/run/waymark/admin.sock" }]
	}),
	/**
	* Name of this instance, unique among those that share a store and stable across restarts. Default: host name and port.
	* Environment: `WAYMARK_INSTANCE`.
	*/
	instance: string().min(1).max(200).optional().meta({
		description: "Name of this instance, unique among those that share a store and stable across restarts. Default: host name and port.",
		examples: ["node-1"]
	}),
	trustedProxies: array(Network).default([]).meta({
		description: "Proxies whose forwarding headers count.",
		examples: [["127.0.0.1", "10.0.0.0/8"]]
	}),
	/**
	* Headers that the trusted proxies write. Only these count, because a proxy may pass on the others as a client sent
	* them. Default `x-forwarded`.
	*/
	proxyHeaders: _enum(["x-forwarded", "forwarded"]).default("x-forwarded").meta({ description: "Headers that the trusted proxies write: X-Forwarded-* or Forwarded." }),
	/** Whether trusted proxies begin each connection with a header of the PROXY protocol. Default false. */
	proxyProtocol: boolean().default(false).meta({ description: "Whether trusted proxies begin each connection with a PROXY header (version 1 or 2), which names its client." }),
	log: strictObject({ level: _enum(LEVELS).default("info").meta({ description: "Lines below this level are dropped." }) }).prefault({}).meta({
		description: "The log on standard output.",
		examples: [{ level: "debug" }]
	}),
	/** Connections that one client may have open. Default 1000; an IPv6 client counts as its /64 network. */
	maxConnectionsPerClient: int().min(1).default(1e3).meta({ description: "Connections that one client may have open, except proxies among trustedProxies. Further ones are closed." }),
	stop: strictObject({
		delay: StopTime.default("5s").describe("How long to answer on after SIGTERM, not ready and with Connection: close, so that load balancers turn away."),
		drain: StopTime.default("35s").describe("How long requests may then take to finish. The rest is cut, logged and counted.")
	}).prefault({}).meta({
		description: "How the service stops.",
		examples: [{
			delay: "10s",
			drain: "60s"
		}]
	}),
	/** Module with the ordered list of plugins to begin with. Default `waymark/preset`, the first-party plugins. */
	preset: string().min(1).default("waymark/preset").meta({ description: "Module with the list of plugins to begin with." }),
	plugins: record(string(), unknown()).default({}).meta({
		description: "Settings by plugin id, package name or relative path.",
		examples: [{ cors: false }]
	})
});
/** `service`, `version` and `description` are one thing to the registry. */
function resolveConfig({ $schema: _, service, version, description, ...others }) {
	const translations = translationsOf([service, description]);
	const app = {
		name: textIn(service, void 0),
		version,
		description: textIn(description, void 0)
	};
	return {
		app: translations === void 0 ? app : {
			...app,
			translations
		},
		...others
	};
}
/** The other languages of texts, by the first one; undefined where there is none. */
function translationsOf(texts) {
	const translations = {};
	for (const text of texts) {
		if (typeof text === "string") continue;
		for (const [tag, translation] of Object.entries(text)) (translations[tag] ??= {})[textIn(text, void 0)] = translation;
	}
	return Object.keys(translations).length === 0 ? void 0 : translations;
}
function isNetwork(text) {
	if (text === "unix") return true;
	const [address = "", bits, ...more] = text.split("/");
	const family = isIP(address);
	if (family === 0 || more.length > 0) return false;
	return bits === void 0 || /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
}
// registry/contract/audience.ts
/** Who receives an event. */
/** @param isWritable whether some route of the service changes a resource. */
function schemaOfEvent(event, isWritable) {
	if (isSchema(event)) return event;
	return (isWritable ? event.ofWritable : void 0) ?? event.of;
}
/** Undefined for events that everybody receives. */
function audienceOf(event) {
	return isSchema(event) || event.access === "public" ? void 0 : event.access;
}
function scopeOf(event) {
	return (isSchema(event) ? void 0 : event.scope) ?? "cluster";
}
/** Whether a caller, undefined for an anonymous one, belongs to the audience. Without an audience everybody does. */
function isInAudience(principal, audience) {
	if (audience === void 0 || audience === "public") return true;
	if (principal === void 0) return false;
	return audience === "authenticated" || audience.scopes.every((scope) => principal.scopes.includes(scope));
}
// registry/contract/change.ts
/** Whether requests of a route may change a resource: the one at its path, one that they create, or one above its path. */
function changesResource(route) {
	const { method, creates, idempotency } = route;
	if (method === void 0 || method === "GET" || route.alwaysFails !== void 0) return false;
	if (method !== "POST" || creates !== void 0) return true;
	return idempotency !== "natural" && hasParameters({ path: route.path ?? "" });
}
/** Whether a caller, undefined for an anonymous one, is among the recipients. */
function isRecipient(principal, { access, only }) {
	return isInAudience(principal, access) && (only === void 0 || only === principal?.id);
}
// registry/seal/write-facts.ts
const NONE = {
	represents: void 0,
	answersAs: void 0
};
/** Methods that act on the resource at their path itself (RFC 9110, sections 9.3.4 and 9.3.5; RFC 5789). */
const TARGETED = /* @__PURE__ */ new Set([
	"PUT",
	"PATCH",
	"DELETE"
]);
/** Returns a function for each of these routes, which looks others up by id. */
function writeFactsAmong(routes) {
	let byRef;
	const find = (relation, plugin) => {
		byRef ??= new Map(routes.map((route) => [refOf(route), route]));
		return byRef.get(qualifyRef(typeof relation === "string" ? relation : relation.to, plugin));
	};
	return ({ plugin, value }, ofPath) => {
		if (value.method === "GET") return NONE;
		const resource = TARGETED.has(value.method) ? ofPath.find((one) => one.value.path === value.path && hasTag(one.value)) : void 0;
		const answered = value.creates === void 0 ? resource : find(value.creates, plugin);
		return {
			represents: resource && refOf(resource),
			answersAs: value.method !== "DELETE" && answered?.plugin === plugin && isAnswer(value, answered.value) ? refOf(answered) : void 0
		};
	};
}
function refOf({ name, plugin }) {
	return `${plugin}.${name}`;
}
/** Whether answers of the route are one resource, and may be stored: the others have no entity tag. */
function hasTag({ method, returns, document, cache }) {
	return method === "GET" && returns !== void 0 && document !== true && cache !== "no-store";
}
/** Whether the answer to a write is what a client reads next, byte for byte. */
function isAnswer(write, read) {
	return hasTag(read) && write.returns === read.returns && write.bareBody === read.bareBody && write.languages === void 0 && read.languages === void 0 && String(write.produces) === String(read.produces);
}
// registry/seal/route-facts.ts
/** Methods that this service implements for some path; others are 501 (RFC 9110, section 15.6.2). */
const KNOWN_METHODS = [
	"GET",
	"HEAD",
	"POST",
	"PUT",
	"PATCH",
	"DELETE",
	"OPTIONS",
	"TRACE",
	"CONNECT",
	"QUERY"
];
/** The body key of a checked route. */
function kindOf(route) {
	return ANSWER_KEYS.find((key) => route[key] !== void 0) ?? "text";
}
function routeFacts(routes, contributions) {
	const { contributors, policies, schemas } = contributions;
	const names = new Map(schemas.map(({ name, value }) => [value, name]));
	const renderers = new Map(contributors.map(({ plugin }) => [plugin.id, plugin.renderers ?? {}]));
	const isWritable = routes.some(({ value }) => changesResource(value));
	const events = Object.fromEntries(contributions.events.map(({ name, value }) => [name, schemaOfEvent(value, isWritable)]));
	const pageForms = [pageForm, ...policies.flatMap(({ value }) => value.pageForms ?? [])];
	const pageTypes = [...new Set(pageForms.map(({ mediaType }) => mediaType))];
	const prefixes = new Map(contributors.map(({ plugin: { id } }) => [id, `${id}.`]));
	const sameList = sharing();
	const sameText = sharing();
	const writeFacts = writeFactsAmong(routes);
	const byPlace = Map.groupBy(routes, ({ value }) => placeOf(value));
	return routes.map(({ name, plugin, value }) => {
		const owners = byPlace.get(placeOf(value)) ?? [];
		const ofPath = owners.map((owned) => owned.value);
		const kind = kindOf(value);
		const mediaTypes = sameList(kind === "page" ? pageTypes : mediaTypesOf(value));
		const schema = value.list?.name ?? (value.returns && names.get(value.returns));
		const rendered = renderers.get(plugin)?.[name] ?? {};
		return {
			id: name,
			ref: `${prefixes.get(plugin)}${name}`,
			plugin,
			method: value.method,
			path: value.path,
			kind,
			site: kind === "page" || value.asset === true,
			declaration: withEvents(value, events),
			mediaTypes,
			schema,
			schemaMediaTypes: sameList(schema === void 0 ? [] : mediaTypes.filter((type) => !Object.hasOwn(rendered, type))),
			allow: sameText(allowOf(ofPath)),
			accepts: sameList(acceptsOf(ofPath)),
			document: value.document === true,
			...writeFacts({
				name,
				plugin,
				value
			}, owners)
		};
	});
}
/** Returns the listener and the shape of a path: routes that have both in common are one resource's. */
function placeOf(route) {
	return route.listener === void 0 ? shapeOf(route) : `${route.listener} ${shapeOf(route)}`;
}
/** Returns one value for all equal ones, because most routes have the same lists and texts. */
function sharing() {
	const first = /* @__PURE__ */ new Map();
	return (value) => {
		const text = JSON.stringify(value);
		const shared = first.get(text) ?? value;
		first.set(text, shared);
		return shared;
	};
}
/** The routes that answer in place of others: for unknown paths, and for bytes that are not a request. */
function builtinFacts(id) {
	return {
		id,
		ref: `kernel.${id}`,
		plugin: "kernel",
		method: "",
		path: "",
		kind: "none",
		site: false,
		declaration: {
			method: "GET",
			path: "/",
			summary: "",
			cache: "no-store",
			text: { mediaType: "text/plain" }
		},
		mediaTypes: [],
		schema: void 0,
		schemaMediaTypes: [],
		allow: "GET, HEAD, OPTIONS",
		accepts: [],
		document: false,
		represents: void 0,
		answersAs: void 0
	};
}
function allowOf(routes) {
	const methods = /* @__PURE__ */ new Set(["OPTIONS", ...routes.map(({ method }) => method)]);
	if (methods.has("GET")) methods.add("HEAD");
	return KNOWN_METHODS.filter((method) => methods.has(method)).join(", ");
}
function acceptsOf(routes) {
	const accept = (header, method) => {
		const types = routes.flatMap((route) => route.method === method ? bodyTypesOf(route) : []);
		return types.length === 0 ? [] : [header, types.join(", ")];
	};
	return [...accept("Accept-Post", "POST"), ...accept("Accept-Patch", "PATCH")];
}
/** The route with the events of all plugins, where it streams those. */
function withEvents(route, contributed) {
	const { stream } = route;
	if (stream?.contributed !== true) return route;
	const events = {
		...contributed,
		...stream.events
	};
	return {
		...route,
		stream: {
			...stream,
			events
		}
	};
}
function mediaTypesOf(route) {
	switch (kindOf(route)) {
		case "list":
		case "returns": return route.produces ?? ["application/json"];
		case "text": return [route.text?.mediaType ?? "text/plain"];
		case "bytes": return bytesTypesOf(route);
		case "stream": return ["text/event-stream"];
		case "redirect":
		case "alwaysFails":
		case "page":
		case "empty": return [];
	}
}
// registry/seal/sends-header.ts
/** Whether some route's answers can have a header, regardless of the policy that writes it. */
function sendsHeader({ routes }, header) {
	const name = header.toLowerCase();
	return routes.some(({ plans }) => Object.values(plans).some((plan) => plannedNames(plan).some((planned) => planned.toLowerCase() === name)));
}
// registry/contract/view.ts
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json(?:;|$)/;
function isJsonType(mediaType) {
	return JSON_TYPE.test(mediaType);
}
/** Whether a route may have a view: it reads JSON or a stream, and has no HTML of its own. */
function isViewable({ method, kind, mediaTypes }) {
	if (method !== "GET" || mediaTypes.some((type) => type.startsWith("text/html"))) return false;
	if (kind === "stream") return true;
	return (kind === "list" || kind === "returns") && isJsonType(mediaTypes[0] ?? "");
}
export { gapsIn as _, builtinFacts as a, changesResource as c, isInAudience as d, schemaOfEvent as f, resolveConfig as g, LEVELS as h, KNOWN_METHODS as i, isRecipient as l, KernelKeys as m, isViewable as n, placeOf as o, scopeOf as p, sendsHeader as r, routeFacts as s, isJsonType as t, audienceOf as u, isLanguageTag as v, translator as y };

//# sourceMappingURL=view.js.map