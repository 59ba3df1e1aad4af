import { t as definePlugin } from "../chunks/plugin.js";
import { t as definePolicy } from "../chunks/policy.js";
import { n as absoluteRootLink, o as FILTER_OPERATORS, r as capabilityFlags } from "../chunks/kernel.js";
import { _ as service, g as optional, h as isStreamed } from "../chunks/explain-issues.js";
import { a as Histogram } from "../chunks/tracepoint.js";
import { a as show, i as nearest, n as didYouMean, r as messageOf } from "../chunks/finding.js";
import { i as NEVER } from "../chunks/zod.js";
import { C as strictObject, D as unknown, E as union, O as url, S as record, b as object, c as array, f as email, h as literal, l as boolean, m as int32, p as int, s as _enum, w as string, y as number } from "../chunks/zod2.js";
import { t as date } from "../chunks/zod3.js";
import { n as toMilliseconds, r as toSeconds } from "../chunks/duration.js";
import { a as escapeHtml, c as textIn, i as Html, o as html, s as LANGUAGE_PARAMETER } from "../chunks/page-form.js";
import { d as isInAudience, i as KNOWN_METHODS, n as isViewable, r as sendsHeader } from "../chunks/view.js";
import { c as SchemasList, i as ConformsTo, l as Service, n as ApiVersion, o as DeprecationPolicyDiscovery, r as Capabilities, s as Release, t as ApiRoot, u as Stability } from "../chunks/api.js";
import { a as processLog, i as standardOutput } from "../chunks/log.js";
import { m as spellHeader, p as negotiationHeader } from "../chunks/errors.js";
import { t as fillPath } from "../chunks/path.js";
import { a as bodiesOf, o as bodyTypesOf } from "../chunks/route-keys.js";
import { r as fillRelation } from "../chunks/relations.js";
import { n as namesTag, t as clientNetwork } from "../chunks/client-network.js";
import { c as scalarFields, i as fieldNames, n as requiredScopes, o as queryFields, s as requiredNames } from "../chunks/sealed-route.js";
import { i as pagesOf, r as pageEntriesOf, t as openapiDocument } from "../chunks/openapi.js";
import { a as servedSchema, t as JSON_SCHEMA_DIALECT } from "../chunks/json-schemas.js";
import { n as typescriptModule, t as servedTypescript } from "../chunks/typescript.js";
import { n as Ids, r as Runtime, t as Clock } from "../chunks/services.js";
import { d as AuthMethods, f as Cors, g as MediaTypes, h as Encoding, i as DocumentationDiscovery, l as WellKnownPaths, m as AcceptPolicyDiscovery, n as PaginationDiscovery, p as SecurityPolicyDiscovery, r as QueryPolicyDiscovery, s as LinkRelations, u as AuthMethod, v as PreferDiscovery } from "../chunks/lists.js";
import { n as BulkPolicyDiscovery, r as WebhooksDiscovery } from "../chunks/plans.js";
import { n as consistency_policy_default } from "../chunks/consistency-policy.js";
import { t as Duration } from "../chunks/duration2.js";
import { i as RetryPolicy, n as IdempotencyDiscovery, r as ResiliencePolicyDiscovery } from "../chunks/resilience.js";
import { r as SloDiscovery } from "../chunks/slo.js";
import { i as objectivesOf, n as Options$25, t as alerts$1 } from "../chunks/alerts.js";
import { a as Problem, n as ErrorCatalogEntry, r as ErrorsPolicyDiscovery } from "../chunks/error.js";
import { a as Measurements, f as Semaphores, i as History, m as UniqueViolation, n as SharedEvents, o as Tracer, p as Store, r as Health, t as EventBus } from "../chunks/services2.js";
import { t as Brain } from "../chunks/brain.js";
import { t as Writable } from "../chunks/writable.js";
import { r as integration } from "../chunks/integration.js";
import { i as seedOf, n as integrationList, r as listRoute, t as Options$26 } from "../chunks/integrations.js";
import { t as Locale } from "../chunks/locale.js";
import { n as Office, r as OfficeWithHito } from "../chunks/office.js";
import { a as rootFields, i as isWritten, n as isFact, r as isRead, t as graphqlModel } from "../chunks/model.js";
import { a as RequestInfo, i as Observability, n as AuditEvents, o as TimingPolicyDiscovery, r as Metrics, s as Usage } from "../chunks/monitoring.js";
import { a as RegistryChanged, c as StatusChanged, i as Heartbeat, l as StatusSampled, n as DataChanged, o as Reset, r as HealthChanged, s as ResourceChanged } from "../chunks/events.js";
import { n as changes, r as dataVersions, t as PublishedVersions } from "../chunks/changes.js";
import { t as isTraffic } from "../chunks/traffic.js";
import { a as scriptRoute, c as worse, i as prepareScripts, n as status_default$1, o as styleRoute, r as asScript, s as styleText$1 } from "../chunks/status.js";
import { c as Time, i as Ping, r as HealthState, s as Status, t as Health$1 } from "../chunks/health.js";
import { n as ready_default } from "../chunks/ready.js";
import { n as version_default } from "../chunks/version.js";
import { _ as LANGUAGES } from "../chunks/flags.js";
import { n as Meaning, t as Credential } from "../chunks/model2.js";
import { a as topicEntries, n as operationEntries, r as schemaEntries, s as MESSAGES$2 } from "../chunks/entries.js";
import { t as _taggedTemplateLiteral } from "../chunks/taggedTemplateLiteral.js";
import { r as resolveLinks, t as findNamedLinks } from "../chunks/links.js";
import { r as ConditionalRequestsDiscovery, t as CachePolicyDiscovery } from "../chunks/caching.js";
import { t as isBindable } from "../chunks/bindable.js";
import { n as rate_limit_default } from "../chunks/rate-limit.js";
import { i as SizeLimits } from "../chunks/limits.js";
import { n as readTracestate, t as parseTraceparent } from "../chunks/traceparent.js";
import { t as store_default } from "../chunks/store.js";
import { n as isShown$1, t as EventRing } from "../chunks/event-ring.js";
import { t as I } from "../chunks/lru-cache.js";
import { readFileSync, readdirSync } from "node:fs";
import { promisify, styleText } from "node:util";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { hash, randomFillSync } from "node:crypto";
import { setImmediate as setImmediate$1 } from "node:timers/promises";
import { STATUS_CODES } from "node:http";
import { PerformanceObserver, constants as constants$1, monitorEventLoopDelay } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";
import { brotliCompress, brotliCompressSync, constants as constants$2, gzip, gzipSync, zstdCompress, zstdCompressSync } from "node:zlib";
// plugins/discovery/aliases.ts
function alias(path, probe) {
	return {
		method: "GET",
		path,
		summary: `Moved to /api${path}.`,
		redirect: {
			to: probe,
			status: 308
		},
		cache: {
			scope: "public",
			maxAge: "300s"
		}
	};
}
var aliases_default = definePlugin({
	id: "aliases",
	summary: "Short paths of the probes, for people and older configurations.",
	section: "discovery",
	routes: {
		pingAlias: alias("/ping", "ping.getPing"),
		healthAlias: alias("/health", "health.getHealth"),
		versionAlias: alias("/version", "version.getVersion")
	}
});
// plugins/discovery/api-catalog.ts
/** The API catalog of RFC 9727: a linkset (RFC 9264) of the API, its descriptions and its state. */
const CATALOG$1 = "api-catalog.showCatalog";
const ROOT = "root.showRoot";
const Target = object({
	href: url(),
	type: string().optional()
});
const Linkset = object({ linkset: array(record(string(), union([url(), array(Target)]))).describe("`anchor` is the origin of the links; every other member is a relation with its targets.") });
/** Relations of RFC 8631, with the relations of the API root that they stand for. */
const RELATIONS$1 = [
	["service-desc", ["openapi"]],
	["service-doc", ["docs", "developers"]],
	["service-meta", [
		"capabilities",
		"schemas",
		"changelog",
		"apiDiscovery"
	]],
	["status", ["status", "statusPage"]]
];
var api_catalog_default = definePlugin({
	id: "api-catalog",
	summary: "Publishes a catalog of the API at a path that clients know without reading documentation.",
	section: "discovery",
	routes: { showCatalog: {
		method: "GET",
		path: "/.well-known/api-catalog",
		summary: "Read the catalog of the API as a linkset.",
		returns: Linkset,
		document: true,
		produces: ["application/linkset+json; profile=\"https://www.rfc-editor.org/info/rfc9727\""],
		publish: {
			rootLink: "apiCatalog",
			capability: "wellKnownApiCatalog"
		},
		cache: {
			scope: "public",
			maxAge: "5m"
		}
	} },
	documents: { showCatalog: (registry) => ({ linkset: linkset(registry) }) },
	policies: [definePolicy({
		id: "api-catalog",
		compile({ ref }, { href }) {
			if (ref !== CATALOG$1 && ref !== ROOT) return void 0;
			return { contributes: [{
				header: "Link",
				value: `<${href(CATALOG$1)}>; rel="api-catalog"`
			}] };
		}
	})]
});
function linkset(registry) {
	const root = registry.route(ROOT);
	if (root === void 0) return [];
	const absolute = (path) => `${registry.baseUrl}${path}`;
	const typed = (path) => {
		const type = registry.routes.find((route) => route.path === path)?.mediaTypes[0];
		const href = path.startsWith("/") ? absolute(path) : path;
		return type === void 0 ? { href } : {
			href,
			type
		};
	};
	const links = RELATIONS$1.flatMap(([relation, names]) => {
		const targets = names.flatMap((name) => {
			const path = Object.hasOwn(registry.rootLinks, name) ? registry.rootLinks[name] : void 0;
			return path === void 0 ? [] : [typed(path)];
		});
		return targets.length === 0 ? [] : [[relation, targets]];
	});
	return [{
		anchor: absolute(registry.href(CATALOG$1) ?? "/"),
		item: [typed(root.path)]
	}, {
		anchor: absolute(root.path),
		...Object.fromEntries(links)
	}];
}
// plugins/discovery/api-discovery.ts
/** Relations of the API root that the document lists, in its order. */
const RELATIONS = [
	"openapi",
	"changelog",
	"status",
	"capabilities",
	"support",
	"security",
	"terms",
	"privacy",
	"roadmap",
	"docs",
	"developers",
	"faq",
	"legal",
	"statusPage",
	"apiCatalog"
];
var api_discovery_default = definePlugin({
	id: "api-discovery",
	summary: "Lists the API and its documents as absolute URLs, at a well-known path.",
	section: "discovery",
	routes: { showDiscovery: {
		method: "GET",
		path: "/.well-known/api-discovery",
		summary: "Read the URLs of the API and its documents.",
		returns: record(string(), url()),
		document: true,
		publish: {
			rootLink: "apiDiscovery",
			capability: "wellKnownApiDiscovery"
		},
		cache: {
			scope: "public",
			maxAge: "5m"
		}
	} },
	documents: { showDiscovery: (registry) => {
		const root = registry.href("root.showRoot");
		const links = {};
		if (root !== void 0) links["api"] = `${registry.baseUrl}${root}`;
		for (const name of RELATIONS) {
			const url = absoluteRootLink(registry, name);
			if (url !== void 0) links[name] = url;
		}
		return links;
	} }
});
// plugins/discovery/standards.ts
const RFC = "https://www.rfc-editor.org/rfc/rfc";
const serves = (ref) => (registry) => registry.route(ref) !== void 0;
const sends = (header) => (registry) => sendsHeader(registry, header);
function hasProblemDetails({ builtin }) {
	return builtin.unknown.errorForms.some(({ mediaType }) => mediaType === "application/problem+json");
}
/** Specifications, each with the fact that it depends on; those without one always apply. */
const STANDARDS = [
	["https://spec.openapis.org/oas/v3.0.4", serves("openapi.showOpenapi")],
	[`${RFC}7807`, hasProblemDetails],
	[`${RFC}9457`, hasProblemDetails],
	[`${RFC}5988`, sends("Link")],
	[`${RFC}8288`, sends("Link")],
	[`${RFC}9110`],
	[`${RFC}9116`, serves("security-txt.showSecurityTxt")],
	[`${RFC}9727`, serves("api-catalog.showCatalog")],
	[`${RFC}8594`, sends("Sunset")],
	[`${RFC}9745`, sends("Deprecation")]
];
/** URIs of the specifications that the server follows. */
function conformsTo(registry) {
	return STANDARDS.flatMap(([uri, holds]) => holds?.(registry) === false ? [] : [uri]);
}
// plugins/discovery/flags.ts
/** Flags that /api/capabilities always has, in this order. Each is true while something enabled provides it. */
const FLAGS = [
	"openapi",
	"locales",
	"rateLimitHeaders",
	"schemas",
	"webhooks",
	"auth",
	"apiVersioning",
	"sse",
	"metrics",
	"graphql",
	"serverTiming",
	"securityTxt",
	"problemDetails",
	"sparseFieldsets",
	"contentDigest",
	"wantDigest",
	"traceContext",
	"exposeHeaders",
	"preferHeader",
	"auditStub",
	"profileLink",
	"wellKnownChangeLog",
	"apiPlayground",
	"usageStub",
	"sunsetHeader",
	"stability",
	"wellKnownApiDiscovery",
	"hsts",
	"recommended",
	"permissionsPolicy",
	"referrerPolicy",
	"conformsTo",
	"retryAfterOn429",
	"readinessProbe",
	"requestInfo",
	"listMeta",
	"bulk",
	"hateoasBodyLinks",
	"observability",
	"openapiYaml",
	"apiVersionLifecycle",
	"conformsToEndpoint",
	"authMethods",
	"encodingDiscovery",
	"corsDiscovery",
	"retryPolicyDiscovery",
	"mediaTypesDiscovery",
	"wellKnownPathsDiscovery",
	"linkRelationsDiscovery",
	"sizeLimitsDiscovery",
	"preferDiscovery",
	"idempotencyDiscovery",
	"cachePolicyDiscovery",
	"paginationDiscovery",
	"deprecationPolicyDiscovery",
	"sloDiscovery",
	"queryPolicyDiscovery",
	"webhooksDiscovery",
	"acceptPolicyDiscovery",
	"bulkPolicyDiscovery",
	"errorsPolicyDiscovery",
	"timingPolicyDiscovery",
	"securityPolicyDiscovery",
	"documentationDiscovery",
	"rateLimitPolicyDiscovery",
	"conditionalRequestsDiscovery",
	"resiliencePolicyDiscovery",
	"consistencyPolicyDiscovery"
];
// plugins/discovery/capabilities.ts
var capabilities_default = definePlugin({
	id: "capabilities",
	summary: "Publishes feature flags: what the server can do as it is configured.",
	section: "discovery",
	schemas: { Capabilities },
	capabilities: {
		rateLimitHeaders: { sends: "X-RateLimit-Limit" },
		serverTiming: { sends: "Server-Timing" },
		contentDigest: { sends: "Content-Digest" },
		traceContext: { sends: "traceparent" },
		exposeHeaders: { sends: "Access-Control-Expose-Headers" },
		sunsetHeader: { sends: "Sunset" },
		hsts: { sends: "Strict-Transport-Security" },
		permissionsPolicy: { sends: "Permissions-Policy" },
		referrerPolicy: { sends: "Referrer-Policy" },
		sse: ({ routes }) => routes.some(({ kind }) => kind === "stream"),
		problemDetails: hasProblemDetails,
		wantDigest: ({ routes }) => routes.some(({ vary }) => /\bwant-digest\b/i.test(vary ?? "")),
		retryAfterOn429: ({ errors }) => errors.some(({ status }) => status === 429)
	},
	policies: [definePolicy({
		id: "capabilities",
		compile: () => void 0,
		conformance: () => import("./discovery/capabilities.conformance.js")
	})],
	routes: { showCapabilities: {
		method: "GET",
		path: "/api/capabilities",
		summary: "Read the feature flags.",
		returns: Capabilities,
		document: true,
		publish: { rootLink: "capabilities" },
		cache: {
			scope: "public",
			maxAge: "60s"
		},
		serverTiming: true
	} },
	documents: { showCapabilities: (registry) => {
		const capabilities = capabilityFlags(registry, FLAGS);
		return {
			capabilities,
			schemaTypes: registry.schemas.size,
			serverTiming: capabilities["serverTiming"] === true
		};
	} }
});
// plugins/discovery/changelog/read.ts
/** Reads releases from a YAML file and reports mistakes by line and column. */
const Releases = array(strictObject(Release.shape));
/** Mistakes reported at once; a file with other content would have one for each line. */
const MAX_REPORTED = 10;
/** Throws an Error that names the file and, for each mistake in it, line and column. */
async function readReleases(file) {
	const name = file instanceof URL ? fileURLToPath(file) : file;
	const text = await readFile(file, "utf8").catch((cause) => {
		throw new Error(`the changelog ${name} cannot be read: ${cause.message}`, { cause });
	});
	const { isNode, LineCounter, parseDocument } = await import("yaml");
	const lineCounter = new LineCounter();
	const document = parseDocument(text, {
		lineCounter,
		prettyErrors: false
	});
	const at = (offset, message) => {
		const { line, col } = lineCounter.linePos(offset);
		return `${name}:${line}:${col}: ${message}`;
	};
	/** Where a value begins; for one that is missing, what it is missing from. */
	const offsetOf = (path) => {
		const node = path.length === 0 ? document.contents : document.getIn(path, true);
		if (isNode(node) && node.range) return node.range[0];
		return path.length === 0 ? 0 : offsetOf(path.slice(0, -1));
	};
	if (document.errors.length > 0) refuse(document.errors.map(({ pos: [offset], message }) => at(offset, message)));
	const { data, error } = Releases.safeParse(document.toJS());
	if (error !== void 0) refuse(error.issues.map(({ path, message }) => at(offsetOf(path), path.length === 0 ? message : `${path.join(".")}: ${message}`)));
	return data ?? [];
}
function refuse(mistakes) {
	const reported = mistakes.slice(0, MAX_REPORTED);
	const rest = mistakes.length - reported.length;
	throw new Error([...reported, ...rest === 0 ? [] : [`and ${rest} more`]].join("\n"));
}
// plugins/discovery/changelog/index.ts
const SHIPPED = new URL("discovery/changelog/releases.yaml", import.meta.url);
const Options$24 = strictObject({ file: string().min(1).optional().describe("YAML file with a list of { version, date, summary } in the order to serve; read at the start. Default: the changelog of waymark itself.") });
/** Every release, in the order of the file. Its version is constant, as the file is read once for each start. */
const Changelog = service("changelog", { version: () => 0 });
var changelog_default = definePlugin({
	id: "changelog",
	summary: "Lists the releases with their dates.",
	section: "discovery",
	options: Options$24,
	provides: { changelog: Changelog },
	capabilities: { wellKnownChangeLog: true },
	async setup(_use, { options: { file } }) {
		if (file !== void 0) {
			const releases = await readReleases(file);
			return { changelog: () => Promise.resolve(releases) };
		}
		let shipped;
		return { changelog: () => shipped ??= readReleases(SHIPPED) };
	},
	routes: {
		listReleases: {
			method: "GET",
			path: "/api/changelog",
			summary: "List the releases.",
			list: {
				of: Release,
				as: "releases",
				name: "Changelog",
				unpaged: true
			},
			publish: { rootLink: "changelog" },
			cache: {
				scope: "public",
				maxAge: "5m"
			}
		},
		wellKnownChangeLog: {
			method: "GET",
			path: "/.well-known/change-log",
			summary: "Moved to /api/changelog.",
			redirect: {
				to: "listReleases",
				status: 308
			},
			cache: {
				scope: "public",
				maxAge: "300s"
			}
		}
	},
	handlers: ({ changelog }) => ({ listReleases: changelog })
});
// plugins/discovery/conforms-to.ts
var conforms_to_default = definePlugin({
	id: "conforms-to",
	summary: "Lists the specifications that the API follows.",
	section: "discovery",
	schemas: { ConformsTo },
	routes: { showConformsTo: {
		method: "GET",
		path: "/api/conforms-to",
		summary: "Read which specifications the API follows.",
		returns: ConformsTo,
		document: true,
		publish: {
			rootLink: "conformsTo",
			capability: "conformsToEndpoint"
		},
		cache: {
			scope: "public",
			maxAge: "5m"
		}
	} },
	documents: { showConformsTo: (registry) => {
		const uris = conformsTo(registry);
		return {
			conformsTo: uris,
			_meta: { count: uris.length }
		};
	} }
});
// plugins/discovery/documents/media-types-served.ts
/** Media types of all answers except pages, errors included, and the type that most routes prefer. */
function mediaTypesServed({ routes, builtin }) {
	const ofRoutes = routes.filter(({ site }) => !site).map(({ mediaTypes }) => mediaTypes);
	const ofErrors = builtin.unknown.errorForms.filter(({ schema }) => schema !== void 0).map(({ mediaType }) => mediaType);
	const counts = /* @__PURE__ */ new Map();
	for (const [first] of [...ofRoutes, ofErrors]) if (first !== void 0) counts.set(first, (counts.get(first) ?? 0) + 1);
	const [[preferred] = [""]] = [...counts].toSorted(([, a], [, b]) => b - a);
	return {
		all: [.../* @__PURE__ */ new Set([...ofRoutes.flat(), ...ofErrors])],
		preferred
	};
}
// plugins/discovery/documents/accept-policy.ts
const Options$23 = strictObject({ language: string().min(2).default("en").describe("Language tag (BCP 47) of texts in a single language. Informational; not enforced.") });
/** Applies while no policy encodes answers. */
const IDENTITY = {
	default: "identity",
	encodings: ["identity"]
};
var accept_policy_default = definePlugin({
	id: "accept-policy",
	summary: "Publishes the values that Accept, Accept-Language and Accept-Encoding can choose from.",
	section: "policies",
	options: Options$23,
	schemas: { AcceptPolicyDiscovery },
	routes: { showAcceptPolicy: {
		method: "GET",
		path: "/api/accept-policy",
		summary: "Read what clients can negotiate, and the defaults.",
		returns: AcceptPolicyDiscovery,
		document: true,
		publish: {
			rootLink: "acceptPolicy",
			capability: "acceptPolicyDiscovery"
		},
		cache: {
			scope: "public",
			maxAge: "5m"
		},
		relations: {
			mediaTypes: "media-types.showMediaTypes",
			encoding: "encoding.showEncoding"
		}
	} },
	documents: { showAcceptPolicy: (registry, { language }) => {
		const { all, preferred } = mediaTypesServed(registry);
		const ofRoutes = registry.routes.flatMap(({ declaration }) => declaration.languages ?? []);
		const coding = Encoding.optional().parse(registry.statements["encoding"]) ?? IDENTITY;
		return {
			accept: {
				default: preferred,
				supported: all
			},
			acceptLanguage: {
				default: language,
				supported: [.../* @__PURE__ */ new Set([language, ...ofRoutes])]
			},
			acceptEncoding: {
				default: coding.default,
				supported: coding.encodings
			}
		};
	} }
});
// plugins/discovery/documents/auth-methods.ts
/** The part of a policy's statement by which a plugin adds its ways to authenticate. */
const Stated = object({ authMethods: array(AuthMethod) });
function statedMethods(statements) {
	return Object.values(statements).flatMap((statement) => Stated.safeParse(statement).data?.authMethods ?? []);
}
var auth_methods_default = definePlugin({
	id: "auth-methods",
	summary: "Publishes the ways to authenticate, including none.",
	section: "policies",
	schemas: { AuthMethods },
	capabilities: { auth: ({ statements }) => statedMethods(statements).some(({ current }) => current) },
	routes: { showAuthMethods: {
		method: "GET",
		path: "/api/auth-methods",
		summary: "Read how requests can authenticate.",
		returns: AuthMethods,
		document: true,
		publish: {
			rootLink: "authMethods",
			capability: "authMethods"
		},
		cache: {
			scope: "public",
			maxAge: "5m"
		},
		relations: { securityPolicy: "security-headers.showSecurityPolicy" }
	} },
	documents: { showAuthMethods: ({ statements }) => {
		const stated = statedMethods(statements);
		return { methods: [{
			id: "none",
			description: "Requests need no authentication.",
			current: !stated.some(({ current }) => current)
		}, ...stated] };
	} }
});
// plugins/discovery/documents/bulk-policy.ts
const Options$22 = strictObject({
	planned: boolean().default(true).describe("Whether bulk requests are planned."),
	maxOperationsPerRequest: int().min(1).default(100).describe("Operations allowed in one request. Informational: there are no bulk requests yet.")
});
var bulk_policy_default = definePlugin({
	id: "bulk-policy",
	summary: "Publishes the plan for bulk requests, which do not exist yet.",
	section: "policies",
	options: Options$22,
	schemas: { BulkPolicyDiscovery },
	routes: { showBulkPolicy: {
		method: "GET",
		path: "/api/bulk-policy",
		summary: "Read whether bulk requests exist, and what is planned.",
		returns: BulkPolicyDiscovery,
		document: true,
		publish: {
			rootLink: "bulkPolicy",
			capability: "bulkPolicyDiscovery"
		},
		cache: {
			scope: "public",
			maxAge: "5m"
		}
	} },
	documents: { showBulkPolicy: (_registry, { planned, maxOperationsPerRequest }) => ({
		supported: false,
		planned,
		maxOperationsPerRequest,
		requestFormat: {
			mediaType: "application/json",
			description: "`operations`: each with `id`, `method`, `path` and an optional `body`."
		},
		responseFormat: {
			mediaType: "application/json",
			description: "`results`, in the order of the operations: each with `id`, `status`, `body`."
		}
	}) }
});
// plugins/discovery/documents/documentation.ts
/** Relations of the API root that lead to documentation. */
const RESOURCES = [
	"docs",
	"developers",
	"openapi",
	"changelog",
	"status"
];
var documentation_default = definePlugin({
	id: "documentation",
	summary: "Lists the documentation of the API.",
	section: "discovery",
	schemas: { DocumentationDiscovery },
	routes: { showDocumentation: {
		method: "GET",
		path: "/api/documentation",
		summary: "Read where the documentation is.",
		returns: DocumentationDiscovery,
		document: true,
		publish: {
			rootLink: "documentation",
			capability: "documentationDiscovery"
		},
		cache: {
			scope: "public",
			maxAge: "5m"
		}
	} },
	documents: { showDocumentation: ({ rootLinks }) => ({ resources: RESOURCES.flatMap((name) => {
		const href = rootLinks[name];
		return href === void 0 ? [] : [{
			name,
			href
		}];
	}) }) }
});
// plugins/discovery/documents/idempotency.ts
const Options$21 = strictObject({
	enabled: boolean().default(false).describe("Evaluate keys, and repeat answers to them."),
	ttl: Duration.default("24h").describe("How long a key will be remembered. Informational: no key is evaluated yet.")
});
var idempotency_default = definePlugin({
	id: "idempotency",
	summary: "Publishes how write requests will be repeated safely; no key is evaluated yet.",
	section: "policies",
	options: Options$21,
	schemas: { IdempotencyDiscovery },
	routes: { showIdempotency: {
		method: "GET",
		path: "/api/idempotency",
		summary: "Read how write requests can be repeated safely.",
		returns: IdempotencyDiscovery,
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
	documents: { showIdempotency: (_registry, { ttl }) => ({
		supported: false,
		headerName: "Idempotency-Key",
		reference: "draft-ietf-httpapi-idempotency-key-header-07",
		keyFormat: "A quoted string (RFC 9651), such as \"8e03978e-40d5-43dd-bc93-6894a57f9324\".",
		ttlSeconds: toSeconds(ttl),
		methods: ["POST", "PATCH"],
		supportedEndpoints: []
	}) }
});
// plugins/discovery/documents/media-types.ts
/** Media types of request bodies, the one that most routes take first. */
function mediaTypesTaken({ routes }) {
	const taken = routes.flatMap(({ declaration }) => bodyTypesOf(declaration));
	return [...Map.groupBy(taken, (type) => type)].toSorted(([, a], [, b]) => b.length - a.length).map(([type]) => type);
}
var media_types_default = definePlugin({
	id: "media-types",
	summary: "Publishes the media types of requests and answers.",
	section: "policies",
	schemas: { MediaTypes },
	routes: { showMediaTypes: {
		method: "GET",
		path: "/api/media-types",
		summary: "Read the media types of requests and answers.",
		returns: MediaTypes,
		document: true,
		publish: {
			rootLink: "mediaTypes",
			capability: "mediaTypesDiscovery"
		},
		cache: {
			scope: "public",
			maxAge: "5m"
		},
		relations: { acceptPolicy: "accept-policy.showAcceptPolicy" }
	} },
	documents: { showMediaTypes: (registry) => {
		const { all, preferred } = mediaTypesServed(registry);
		const accept = mediaTypesTaken(registry);
		const [usual] = accept;
		return {
			accept,
			produce: all,
			...usual === void 0 ? {} : { defaultAccept: usual },
			defaultProduce: preferred
		};
	} }
});
// plugins/discovery/documents/resilience-policy.ts
const Options$20 = strictObject({
	connectTimeout: Duration.default("2s").describe("How long clients should wait for a connection."),
	requestTimeout: Duration.default("10s").describe("How long clients should wait for an answer."),
	failureThreshold: int().min(1).default(5).describe("Failures in a row after which clients should open a circuit breaker."),
	openFor: Duration.default("30s").describe("How long the circuit breaker should stay open."),
	halfOpenRequests: int().min(1).default(1).describe("Trial requests to allow while the circuit breaker is half-open.")
});
var resilience_policy_default = definePlugin({
	id: "resilience-policy",
	summary: "Publishes advice to clients on handling failures; not enforced.",
	section: "policies",
	options: Options$20,
	schemas: { ResiliencePolicyDiscovery },
	routes: { showResiliencePolicy: {
		method: "GET",
		path: "/api/resilience-policy",
		summary: "Read how clients should handle failures.",
		returns: ResiliencePolicyDiscovery,
		document: true,
		publish: {
			rootLink: "resiliencePolicy",
			capability: "resiliencePolicyDiscovery"
		},
		cache: {
			scope: "public",
			maxAge: "5m"
		},
		relations: {
			retryPolicy: "retry-policy.showRetryPolicy",
			slo: "slo.showSlo",
			rateLimitPolicy: "rate-limit.showRateLimitPolicy"
		}
	} },
	documents: { showResiliencePolicy: ({ statements, errors }, options) => {
		const retry = RetryPolicy.optional().parse(statements["retry"]);
		const statuses = [...new Set(errors.map(({ status }) => status))].toSorted((a, b) => a - b);
		return {
			timeouts: {
				connectMs: toMilliseconds(options.connectTimeout),
				requestMs: toMilliseconds(options.requestTimeout)
			},
			...retry === void 0 ? {} : { failureSemantics: {
				retryable: retry.retryOn,
				doNotRetry: statuses.filter((status) => !retry.retryOn.includes(status))
			} },
			circuitBreaker: {
				failureThreshold: options.failureThreshold,
				openMs: toMilliseconds(options.openFor),
				halfOpenRequests: options.halfOpenRequests
			}
		};
	} }
});
// plugins/discovery/documents/backoff.ts
/** Options for exponential back-off. */
const BackoffOptions = strictObject({
	base: Duration.default("500ms").describe("The first wait; each following wait is twice as long."),
	max: Duration.default("30s").describe("The longest wait."),
	jitter: _enum(["none", "full"]).default("full").describe("`full` waits a random part of the time, so that clients do not all return at once.")
}).prefault({});
function backoffOf({ base, max, jitter }) {
	return {
		strategy: "exponential",
		baseMs: toMilliseconds(base),
		maxMs: toMilliseconds(max),
		jitter
	};
}
// plugins/discovery/documents/retry-policy.ts
const Options$19 = strictObject({
	retryOn: array(int().min(400).max(599)).default([
		408,
		429,
		503
	]).describe("Statuses after which clients should retry."),
	maxRetries: int().min(0).default(3).describe("How often clients should retry."),
	backoff: BackoffOptions
});
var retry_policy_default = definePlugin({
	id: "retry-policy",
	summary: "Publishes advice to clients on retries; not enforced.",
	section: "policies",
	options: Options$19,
	schemas: { RetryPolicy },
	policies: [definePolicy({
		id: "retry",
		options: Options$19,
		compile: () => void 0,
		statement: ({ options: { backoff, ...rest } }) => ({
			...rest,
			backoff: backoffOf(backoff)
		}),
		conformance: () => import("./discovery/documents/retry-policy.conformance.js")
	})],
	routes: { showRetryPolicy: {
		method: "GET",
		path: "/api/retry-policy",
		summary: "Read when and how clients should retry.",
		returns: RetryPolicy,
		document: true,
		publish: {
			rootLink: "retryPolicy",
			capability: "retryPolicyDiscovery"
		},
		cache: {
			scope: "public",
			maxAge: "5m"
		},
		relations: {
			rateLimitPolicy: "rate-limit.showRateLimitPolicy",
			resiliencePolicy: "resilience-policy.showResiliencePolicy"
		}
	} },
	documents: { showRetryPolicy: ({ statements }) => RetryPolicy.parse(statements["retry"]) }
});
// plugins/discovery/documents/slo/index.ts
var slo_default = definePlugin({
	id: "slo",
	summary: "Publishes the service level objectives; informational, not enforced.",
	section: "monitoring",
	options: Options$25,
	schemas: { SloDiscovery },
	alerts: alerts$1,
	routes: { showSlo: {
		method: "GET",
		path: "/api/slo",
		summary: "Read the service level objectives.",
		returns: SloDiscovery,
		document: true,
		publish: {
			rootLink: "slo",
			capability: "sloDiscovery"
		},
		cache: {
			scope: "public",
			maxAge: "5m"
		},
		relations: { status: "status.getStatus" }
	} },
	documents: { showSlo: ({ rootLinks: { statusPage } }, options) => ({
		objectives: [...objectivesOf(options)],
		...statusPage === void 0 ? {} : { statusPage }
	}) }
});
// plugins/discovery/documents/webhooks.ts
const Options$18 = strictObject({
	enabled: boolean().default(false).describe("`true` replaces this plan by webhooks, and these options by theirs."),
	planned: boolean().default(true).describe("Whether webhooks are planned."),
	signatureAlgorithm: string().min(1).default("hmac-sha256").describe("How deliveries will be signed. Informational: there are no webhooks yet."),
	maxAttempts: int().min(1).default(5).describe("How often a delivery will be tried. Informational."),
	backoff: BackoffOptions
});
var webhooks_default = definePlugin({
	id: "webhooks",
	summary: "Publishes the plan for webhooks, which do not exist yet.",
	section: "policies",
	options: Options$18,
	schemas: { WebhooksDiscovery },
	routes: { showWebhooks: {
		method: "GET",
		path: "/api/webhooks",
		summary: "Read whether webhooks exist, and what is planned.",
		returns: WebhooksDiscovery,
		document: true,
		publish: {
			rootLink: "webhooks",
			capability: "webhooksDiscovery"
		},
		cache: {
			scope: "public",
			maxAge: "5m"
		}
	} },
	documents: { showWebhooks: (_registry, { planned, signatureAlgorithm, maxAttempts, backoff }) => ({
		supported: false,
		planned,
		signatureAlgorithm,
		deliveryRetry: {
			maxAttempts,
			backoff: backoffOf(backoff)
		}
	}) }
});
// plugins/discovery/documents/well-known-paths.ts
const PREFIX = "/.well-known/";
/** Names from IANA's registry of well-known URIs that an API may use. */
const REGISTERED$1 = /* @__PURE__ */ new Set([
	"api-catalog",
	"assetlinks.json",
	"change-password",
	"host-meta",
	"nodeinfo",
	"oauth-authorization-server",
	"oauth-protected-resource",
	"openid-configuration",
	"security.txt",
	"webfinger"
]);
var well_known_paths_default = definePlugin({
	id: "well-known-paths",
	summary: "Publishes the paths below /.well-known/.",
	section: "discovery",
	schemas: { WellKnownPaths },
	routes: { showWellKnownPaths: {
		method: "GET",
		path: "/api/well-known-paths",
		summary: "Read which well-known paths are served.",
		returns: WellKnownPaths,
		document: true,
		publish: {
			rootLink: "wellKnownPaths",
			capability: "wellKnownPathsDiscovery"
		},
		cache: {
			scope: "public",
			maxAge: "5m"
		}
	} },
	documents: { showWellKnownPaths: ({ routes }) => ({ paths: routes.filter(({ path }) => path.startsWith(PREFIX)).map(({ path, declaration: { summary } }) => {
		const name = path.slice(13);
		return {
			name,
			path,
			summary,
			registered: REGISTERED$1.has(name)
		};
	}) }) }
});
// plugins/discovery/errors.ts
const PROBLEM = "application/problem+json";
const REQUEST_ID = "X-Request-ID";
var errors_default = definePlugin({
	id: "errors",
	summary: "The error catalog: every error code that an answer can have.",
	section: "discovery",
	schemas: { ErrorsPolicyDiscovery },
	routes: {
		listErrors: {
			method: "GET",
			path: "/api/errors",
			summary: "List the kinds of errors.",
			list: {
				of: ErrorCatalogEntry,
				as: "errors",
				name: "ErrorCatalog"
			},
			document: true,
			publish: { rootLink: "errors" },
			cache: {
				scope: "public",
				maxAge: "5m"
			}
		},
		showErrorsPolicy: {
			method: "GET",
			path: "/api/errors-policy",
			summary: "Read the form of errors and their codes.",
			returns: ErrorsPolicyDiscovery,
			document: true,
			publish: {
				rootLink: "errorsPolicy",
				capability: "errorsPolicyDiscovery"
			},
			cache: {
				scope: "public",
				maxAge: "5m"
			},
			relations: { errors: "listErrors" }
		}
	},
	documents: {
		listErrors: ({ errors }) => errors.map(({ code, message, status }) => ({
			code,
			message,
			httpStatus: status
		})),
		showErrorsPolicy: (registry) => ({
			standardCodes: registry.errors.map(({ code, status }) => ({
				code,
				httpStatus: status
			})),
			catalogLink: registry.href("errors.listErrors") ?? "",
			...formsOf(registry),
			...registry.policies.some(({ policy }) => policy.writes?.[REQUEST_ID] !== void 0) ? { requestIdHeader: REQUEST_ID } : {}
		})
	}
});
/** Media types of errors: the default, and Problem Details where a policy provides them. */
function formsOf({ builtin }) {
	const [preferred = "", ...others] = builtin.unknown.errorForms.map(({ mediaType }) => mediaType);
	return {
		defaultMediaType: preferred,
		...others.includes(PROBLEM) ? {
			problemDetailsAccept: PROBLEM,
			reference: "RFC 7807",
			references: ["RFC 9457"]
		} : {}
	};
}
// plugins/discovery/legacy.ts
const Options$17 = strictObject({
	since: date().default("2026-11-01").describe("The day the old path became deprecated."),
	sunset: date().default("2028-11-01").describe("The day the old path stops answering; the deprecation policy sets the notice period.")
});
var legacy_default = definePlugin({
	id: "legacy",
	summary: "Redirects an old path of the health probe until its sunset.",
	section: "discovery",
	options: Options$17,
	routes: ({ since, sunset }) => ({ legacyHealth: {
		method: "GET",
		path: "/api/legacy/health",
		summary: "Moved to /api/health.",
		redirect: {
			to: "health.getHealth",
			status: 301
		},
		deprecated: {
			since,
			sunset,
			successor: "health.getHealth"
		},
		cache: {
			scope: "public",
			maxAge: "300s"
		}
	} })
});
// plugins/discovery/openapi.ts
const Options$16 = strictObject({
	contact: strictObject({
		name: string().optional(),
		url: url().optional(),
		email: email().optional()
	}).optional().describe("Default: the server's name and its support page."),
	license: strictObject({
		name: string().min(1),
		url: url().optional()
	}).default({
		name: "MIT",
		url: "https://opensource.org/license/mit"
	}).describe("Licence of the API."),
	termsOfService: url().optional().describe("Default: the server's terms page."),
	externalDocs: strictObject({
		url: url(),
		description: string().optional()
	}).optional().describe("Default: the server's documentation page.")
});
/** YAML under its registered name (RFC 9512), the proposed and the older names of OpenAPI, and names that predate both. */
const YAML_TYPES = [
	"application/yaml",
	"application/openapi+yaml",
	"application/vnd.oai.openapi",
	"application/x-yaml",
	"text/yaml"
];
const FILE$1 = {
	method: "GET",
	returns: record(string(), unknown()),
	document: true,
	asset: true,
	bareBody: true,
	cache: {
		scope: "public",
		maxAge: "5m"
	}
};
var openapi_default = definePlugin({
	id: "openapi",
	summary: "The OpenAPI 3.0 description of every route.",
	section: "discovery",
	options: Options$16,
	capabilities: {
		openapi: true,
		openapiYaml: true
	},
	routes: {
		showOpenapi: {
			method: "GET",
			path: "/api/openapi",
			summary: "Read the OpenAPI description, as JSON or YAML.",
			returns: record(string(), unknown()),
			document: true,
			produces: [
				"application/json",
				"application/openapi+json",
				"application/vnd.oai.openapi+json",
				...YAML_TYPES
			],
			publish: { rootLink: "openapi" },
			cache: {
				scope: "public",
				maxAge: "5m"
			}
		},
		showJsonFile: {
			...FILE$1,
			path: "/developers/openapi.json",
			summary: "Download the OpenAPI description as JSON."
		},
		showYamlFile: {
			...FILE$1,
			path: "/developers/openapi.yaml",
			summary: "Download the OpenAPI description as YAML.",
			produces: ["application/yaml"]
		},
		wellKnownOpenapi: {
			method: "GET",
			path: "/.well-known/openapi",
			summary: "Moved to /api/openapi.",
			redirect: {
				to: "showOpenapi",
				status: 308
			},
			cache: {
				scope: "public",
				maxAge: "300s"
			}
		}
	},
	documents: {
		showOpenapi: describe,
		showJsonFile: describe,
		showYamlFile: describe
	},
	renderers: {
		showOpenapi: Object.fromEntries(YAML_TYPES.map((mediaType) => [mediaType, renderYaml])),
		showYamlFile: { "application/yaml": renderYaml }
	}
});
function describe(registry, options) {
	return openapiDocument(registry, about(registry, options));
}
function about(registry, { contact, license, termsOfService, externalDocs }) {
	const support = absoluteRootLink(registry, "support");
	const terms = termsOfService ?? absoluteRootLink(registry, "terms");
	const docs = absoluteRootLink(registry, "docs") ?? absoluteRootLink(registry, "developers");
	return {
		contact: contact ?? {
			name: registry.app.name,
			...support === void 0 ? {} : { url: support }
		},
		license,
		...terms === void 0 ? {} : { termsOfService: terms },
		externalDocs: externalDocs ?? (docs === void 0 ? void 0 : { url: docs })
	};
}
/** Quotes strings such as `no` and `2025-03-01`, which readers of YAML 1.1 take for a boolean and a date. */
async function renderYaml(body) {
	const { stringify } = await import("yaml");
	return stringify(body, {
		compat: "yaml-1.1",
		aliasDuplicateObjects: false,
		lineWidth: 0
	});
}
// plugins/discovery/root.ts
const Options$15 = strictObject({
	apiVersion: string().min(1).default("v1").describe("Name of the API's version, as opposed to the release's."),
	stability: Stability.default("stable"),
	sunset: date().optional().describe("The day this version stops answering, such as 2030-01-01. Default: none is set."),
	otherVersions: array(strictObject({
		...ApiVersion.shape,
		apiRoot: string().regex(/^(https?:\/\/|\/)/, "write a URL, or a path that begins with a slash"),
		sunset: ApiVersion.shape.sunset.default(null)
	})).default([]).describe("Versions served elsewhere, for /api/versions: version, stability, apiRoot, sunset."),
	recommended: array(string()).default([
		"capabilities",
		"openapi",
		"developers"
	]).describe("Links of the root to follow first, by relation name; those that are off are left out.")
});
var root_default = definePlugin({
	id: "root",
	summary: "The entry to the API, which links to every other resource.",
	section: "discovery",
	options: Options$15,
	schemas: {
		ApiRoot,
		Service
	},
	capabilities: ({ recommended }) => ({
		apiVersioning: true,
		stability: true,
		recommended: ({ rootLinks }) => recommended.some((name) => Object.hasOwn(rootLinks, name)),
		conformsTo: true
	}),
	routes: {
		showRoot: {
			method: "GET",
			path: "/api",
			summary: "Read the entry to the API.",
			returns: ApiRoot,
			document: true,
			cache: {
				scope: "public",
				maxAge: "60s"
			},
			serverTiming: true
		},
		listVersions: {
			method: "GET",
			path: "/api/versions",
			summary: "List the versions of the API.",
			list: {
				of: ApiVersion,
				as: "versions",
				name: "ApiVersions"
			},
			document: true,
			publish: {
				rootLink: "versions",
				capability: "apiVersionLifecycle"
			},
			cache: {
				scope: "public",
				maxAge: "5m"
			}
		}
	},
	documents: {
		showRoot: (registry, { apiVersion, stability, recommended }) => ({
			service: registry.app.name,
			version: registry.app.version,
			apiVersion,
			stability,
			recommended: recommended.filter((name) => Object.hasOwn(registry.rootLinks, name)),
			conformsTo: conformsTo(registry)
		}),
		listVersions: ({ href }, { apiVersion, stability, sunset, otherVersions }) => [{
			version: apiVersion,
			stability,
			apiRoot: href("root.showRoot") ?? "/",
			sunset: sunset ?? null
		}, ...otherVersions]
	},
	relations: { showRoot: ({ rootLinks }) => rootLinks }
});
// plugins/discovery/schemas.ts
/** Types at the start of the list. */
const FIRST = [
	"Office",
	"Service",
	"Brain",
	"Integration",
	"Health",
	"Error"
];
/** Not a registered type, but the one that tools know; `video/mp2t` owns the file extension. */
const TYPESCRIPT = "application/typescript";
var schemas_default = definePlugin({
	id: "schemas",
	summary: "Publishes all payload types, as JSON Schema and as TypeScript.",
	section: "discovery",
	needs: { runtime: Runtime },
	schemas: { SchemasList },
	routes: {
		listSchemas: {
			method: "GET",
			path: "/api/schemas",
			summary: "List the payload types, or read them all as one TypeScript module.",
			returns: SchemasList,
			document: true,
			produces: ["application/json", TYPESCRIPT],
			publish: {
				rootLink: "schemas",
				capability: "schemas"
			},
			cache: {
				scope: "public",
				maxAge: "5m"
			},
			serverTiming: true,
			relations: { describedby: "openapi.showOpenapi" }
		},
		showSchema: {
			method: "GET",
			path: "/api/schemas/{type}",
			summary: "Read a payload type, as JSON Schema or TypeScript.",
			returns: record(string(), unknown()),
			produces: [
				"application/schema+json",
				"application/json",
				TYPESCRIPT
			],
			errors: ["resource-not-found"],
			cache: {
				scope: "public",
				maxAge: "5m"
			},
			serverTiming: true,
			relations: { collection: "listSchemas" }
		}
	},
	documents: { listSchemas: (registry) => {
		const schemas = typeNames(registry);
		return {
			schemas,
			_meta: {
				count: schemas.length,
				schemaVersion: JSON_SCHEMA_DIALECT
			}
		};
	} },
	handlers: (_use, { registry }) => ({ showSchema: async ({ params, mediaType, fail }) => {
		const id = `${registry.baseUrl}${registry.href("schemas.showSchema", params)}`;
		const isTypescript = mediaType === TYPESCRIPT;
		const text = isTypescript ? await servedTypescript(registry, params.type) : void 0;
		const schema = isTypescript ? void 0 : servedSchema(registry, params.type, id);
		return (text === void 0 ? schema : { text }) ?? fail("resource-not-found", { detail: `No type has this name; ${registry.href("schemas.listSchemas")} lists all names.` });
	} }),
	renderers: {
		listSchemas: { [TYPESCRIPT]: (_list, { runtime }) => typescriptModule(runtime.registry) },
		showSchema: { [TYPESCRIPT]: renderTypescript }
	},
	relations: { listSchemas: (registry) => Object.fromEntries(typeNames(registry).flatMap((type) => {
		const href = registry.href("schemas.showSchema", { type });
		return href === void 0 ? [] : [[`schema:${type}`, href]];
	})) }
});
function typeNames({ schemas }) {
	return [...FIRST.filter((name) => schemas.has(name)), ...[...schemas.keys()].filter((name) => !FIRST.includes(name))];
}
function renderTypescript(body) {
	return typeof body === "object" && body !== null && "text" in body ? String(body.text) : "";
}
// plugins/discovery/security-txt.ts
/** The file that names the security contact (RFC 9116). */
const DAY_MS = 864e5;
/** Web addresses must be https (RFC 9116, section 2.5); white space would end the line early. */
const Contact = string().regex(/^(https:\/\/|mailto:|tel:)[^\s]+$/, "write a URI: mailto:security@example.com, https://example.com/security or tel:+1-201-555-0123");
const Options$14 = strictObject({
	contact: array(Contact).min(1).optional().describe("Contacts as URIs, preferred first. Default: the support page, or mailto:security@ and the host of baseUrl where that page is off or not https."),
	policy: string().regex(/^https:\/\/[^\s]+$/, "write an https URL").optional().describe("The disclosure policy, as an https URL. Default: the security page."),
	preferredLanguages: array(string().regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/, "write a language tag")).min(1).default(["en"]).describe("Languages for reports (BCP 47); the order has no meaning."),
	validFor: Duration.refine((validFor) => toMilliseconds(validFor) >= 2 * DAY_MS && toMilliseconds(validFor) <= 365 * DAY_MS, "between 2d, so that cached copies stay valid, and 365d, after which the contact may be outdated").default("180d").describe("Time from the start of the current day (UTC) to Expires.")
});
var security_txt_default = definePlugin({
	id: "security-txt",
	summary: "Names the contact for reports of security vulnerabilities.",
	section: "discovery",
	options: Options$14,
	needs: { clock: Clock },
	routes: {
		showSecurityTxt: {
			method: "GET",
			path: "/.well-known/security.txt",
			summary: "Read the contact for security reports (RFC 9116).",
			text: { mediaType: "text/plain" },
			publish: {
				rootLink: "securityTxt",
				capability: "securityTxt"
			},
			cache: {
				scope: "public",
				maxAge: "1h"
			}
		},
		securityTxtAlias: {
			method: "GET",
			path: "/security.txt",
			summary: "Moved to /.well-known/security.txt.",
			redirect: {
				to: "showSecurityTxt",
				status: 308
			},
			cache: {
				scope: "public",
				maxAge: "300s"
			}
		}
	},
	handlers: ({ clock }, { options, registry }) => ({ showSecurityTxt: () => render$2(clock.now(), options, registry) })
});
function render$2(now, { contact, policy, preferredLanguages, validFor }, registry) {
	const today = Math.floor(now / DAY_MS) * DAY_MS;
	const expires = new Date(today + toMilliseconds(validFor)).toISOString();
	const host = encodeURIComponent(new URL(registry.baseUrl).hostname);
	const page = absoluteRootLink(registry, "security");
	const support = absoluteRootLink(registry, "support");
	const fallback = (support && secure(support)) ?? `mailto:security@${host}`;
	return [
		...(contact ?? [fallback]).map((uri) => ["Contact", uri]),
		["Expires", expires],
		["Preferred-Languages", preferredLanguages.join(", ")],
		["Canonical", secure(`${registry.baseUrl}${registry.href("security-txt.showSecurityTxt")}`)],
		["Policy", policy ?? (page && secure(page))]
	].flatMap(([name, value]) => value === void 0 ? [] : `${name}: ${value}\n`).join("");
}
/** Undefined for a URL that is not https, which the file may not contain (RFC 9116, section 2.5). */
function secure(url) {
	return url.startsWith("https://") ? url : void 0;
}
// plugins/domain/brains.ts
var brains_default = definePlugin({
	id: "brains",
	summary: "The brains: bodies of knowledge that answer questions.",
	options: Writable,
	needs: { store: Store },
	schemas: { Brain },
	tables: { brains: {
		of: Brain,
		key: "id",
		seed: new URL("domain/brains.json", import.meta.url)
	} },
	routes: { listBrains: {
		method: "GET",
		path: "/api/brains",
		summary: "List brains.",
		list: {
			of: Brain,
			as: "brains",
			name: "BrainsList"
		},
		publish: { rootLink: "brains" },
		cache: {
			scope: "public",
			maxAge: "60s",
			staleWhileRevalidate: "5m"
		},
		serverTiming: true
	} },
	handlers: ({ store }) => ({ listBrains: ({ query }) => store.table("brains").list(query) })
});
// plugins/domain/bulk.ts
const CODE$2 = "bulk-not-implemented";
const Options$13 = strictObject({ enabled: boolean().default(false).describe("Whether bulk requests are served, in place of being planned.") });
var bulk_default = definePlugin({
	id: "bulk",
	summary: "Placeholder for bulk operations, which are planned.",
	options: Options$13,
	errors: { [CODE$2]: {
		status: 501,
		message: "Bulk operations are planned but not implemented yet.",
		cause: "The operation is announced before it exists, so that clients can prepare.",
		remedy: "Send the operations one at a time."
	} },
	routes: { runBulk: {
		method: "POST",
		path: "/api/bulk",
		summary: "Run several operations in one request; not implemented yet.",
		alwaysFails: { code: CODE$2 },
		publish: { rootLink: "bulk" },
		idempotency: "none"
	} },
	relations: { runBulk: ({ rootLinks: { docs, developers, openapi } }) => {
		const best = docs ?? developers ?? openapi;
		return best === void 0 ? {} : { docs: best };
	} }
});
// plugins/domain/integrations.ts
var integrations_default = definePlugin({
	id: "integrations",
	summary: "The connections of offices to third-party tools.",
	options: Options$26,
	needs: { store: Store },
	schemas: ({ kinds }) => ({ Integration: integration(kinds) }),
	tables: ({ kinds }) => ({ integrations: {
		of: integration(kinds),
		key: "id",
		indexes: ["officeId"],
		...seedOf(kinds)
	} }),
	routes: ({ kinds }) => ({ listIntegrations: listRoute(kinds) }),
	handlers: ({ store }, { options: { kinds }, registry }) => {
		const { list } = integrationList(store, registry, kinds);
		return { listIntegrations: list };
	},
	loaders: ({ store }, { options: { kinds }, registry }) => {
		const { load } = integrationList(store, registry, kinds);
		return { listIntegrations: load };
	}
});
// plugins/domain/locales.ts
var locales_default = definePlugin({
	id: "locales",
	summary: "Lists the languages that texts are available in.",
	options: Writable,
	needs: { store: Store },
	tables: { locales: {
		of: Locale,
		key: "code",
		seed: new URL("domain/locales.json", import.meta.url)
	} },
	routes: { listLocales: {
		method: "GET",
		path: "/api/locales",
		summary: "List locales.",
		list: {
			of: Locale,
			as: "locales",
			name: "Locales"
		},
		publish: {
			rootLink: "locales",
			capability: "locales"
		},
		cache: {
			scope: "public",
			maxAge: "1h",
			staleWhileRevalidate: "1d"
		},
		serverTiming: true
	} },
	handlers: ({ store }) => ({ listLocales: ({ query }) => store.table("locales").list(query) })
});
// plugins/domain/offices.ts
var offices_default = definePlugin({
	id: "offices",
	summary: "Offices with their hitos (milestones).",
	options: Writable,
	needs: { store: Store },
	schemas: { Office },
	tables: { offices: {
		of: OfficeWithHito,
		key: "id",
		seed: new URL("domain/offices.json", import.meta.url)
	} },
	routes: {
		listOffices: {
			method: "GET",
			path: "/api/offices",
			summary: "List offices with their hitos (milestones).",
			list: {
				of: OfficeWithHito,
				as: "offices",
				name: "OfficesList",
				relations: {
					item: {
						to: "getOffice",
						with: { officeId: "id" }
					},
					integrations: {
						to: "integrations.listIntegrations",
						with: { officeId: "id" }
					}
				}
			},
			publish: { rootLink: "offices" },
			cache: {
				scope: "public",
				maxAge: "60s",
				staleWhileRevalidate: "10m"
			},
			serverTiming: true
		},
		getOffice: {
			method: "GET",
			path: "/api/offices/{officeId}",
			summary: "Read one office.",
			returns: Office,
			cache: {
				scope: "public",
				maxAge: "60s",
				staleWhileRevalidate: "10m"
			},
			errors: ["resource-not-found"],
			relations: {
				collection: "listOffices",
				integrations: {
					to: "integrations.listIntegrations",
					with: { officeId: "id" }
				}
			}
		}
	},
	handlers: ({ store }) => ({
		listOffices: ({ query }) => store.table("offices").list(query),
		getOffice: async ({ params: { officeId }, fail }) => {
			const row = await store.table("offices").find(officeId);
			if (row === void 0) return fail("resource-not-found", { detail: `No office has the id ${show(officeId)}.` });
			const { hitos: _, ...office } = row;
			return office;
		}
	})
});
// plugins/graphql/response.ts
/** The type for clients that know it; the other for clients that accept nothing else. */
const RESPONSE_TYPES = ["application/graphql-response+json", "application/json"];
/** One error of a GraphQL response (October 2021, section 7.1.2). */
const GraphQLError = object({
	message: string().describe("The error, for people."),
	locations: array(object({
		line: int32().min(1),
		column: int32().min(1)
	})).optional().describe("Places in the query."),
	path: array(union([string(), int32().min(0)])).optional().describe("The field of the answer that the error belongs to."),
	extensions: record(string(), unknown()).optional().describe("`code` is an entry of the error catalog, `status` that of HTTP.")
}).meta({ id: "GraphQLError" });
/** The response format of GraphQL (October 2021, section 7.1), which allows no other members. */
const GraphQLResponse = strictObject({
	data: record(string(), unknown()).nullable().optional().describe("The requested data; absent when the query could not run."),
	errors: array(GraphQLError).min(1).optional(),
	extensions: record(string(), unknown()).optional().describe("`next`: the cursor of the next page, by the path of its list in `data`; absent for a last page.")
});
// plugins/graphql/errors.ts
/**
* Refusals as GraphQL's clients read them: in the response format, where they accept its media type, and to everything
* that is posted. Other readers have the forms that they have everywhere.
*/
function render$1(failure, { requestId }) {
	const { code, status, message, detail = message, errors, extensions } = failure;
	const known = {
		code,
		status,
		requestId,
		...errors === void 0 ? {} : { errors }
	};
	return { errors: [{
		message: detail,
		extensions: {
			...extensions,
			...known
		}
	}] };
}
const errorPolicy = definePolicy({
	id: "graphql-errors",
	compile({ plugin, method }) {
		if (plugin !== "graphql") return void 0;
		const isPost = method === "POST";
		const [own] = RESPONSE_TYPES;
		return { errorForms: (isPost ? RESPONSE_TYPES : [own]).map((mediaType) => ({
			mediaType,
			schema: "GraphQLResponse",
			closed: true,
			preferred: isPost,
			render: render$1
		})) };
	}
});
// plugins/graphql/derive/compare.ts
/** Throws when a schema cannot be read. */
async function compareSchemas(before, after) {
	const { buildSchema, findSchemaChanges, BreakingChangeType, DangerousChangeType } = await import("graphql");
	function severityOf(type) {
		if (type === "OPTIONAL_ARG_ADDED" || type === "OPTIONAL_INPUT_FIELD_ADDED") return "non-breaking";
		if (type === "DESCRIPTION_CHANGED") return "text";
		if (Object.hasOwn(BreakingChangeType, type)) return "breaking";
		return Object.hasOwn(DangerousChangeType, type) ? "unknown" : "non-breaking";
	}
	return findSchemaChanges(buildSchema(before), buildSchema(after)).map(({ type, description }) => {
		const kind = type.endsWith("_REMOVED") ? "removed" : "changed";
		return {
			severity: severityOf(type),
			kind: type.endsWith("_ADDED") ? "added" : kind,
			message: description.replace(/\.$/, "")
		};
	});
}
// plugins/graphql/derive/field-conflicts.ts
const CODE$1 = "GRAPHQL_FIELD_CONFLICT";
const fieldConflicts = {
	findings: { [CODE$1]: {
		meaning: "Two plugins have a field of the same name in GraphQL.",
		hint: "Rename one of the routes, or change what its list calls its items; or switch off one of the plugins, or graphql."
	} },
	run: (contributions) => routesByField(contributions).flatMap(([field, [first, ...others]]) => others.map((other) => {
		const claims = [first, other].map(({ plugin, id }) => `\n  ${field}   plugin ${plugin}, route ${id}`);
		return {
			code: CODE$1,
			plugin: `${first.plugin}, ${other.plugin}`,
			where: field,
			message: `two plugins have a field of the same name in GraphQL${claims.join("")}`,
			hint: "rename one of the routes, or what its list calls its items (as); or switch one of the plugins off, or graphql"
		};
	}))
};
/** Fields of the query or of the mutation that more than one route claims. */
function routesByField({ routes, schemas }) {
	const published = new Map(schemas.map(({ name, value }) => [value, name]));
	const sources = routes.map(({ name: id, plugin, value: declaration }) => {
		const { list, returns } = declaration;
		return {
			id,
			plugin,
			declaration,
			schema: list?.name ?? (returns && published.get(returns))
		};
	});
	const writes = sources.filter(isWritten).map((source) => [source, source.id]);
	return [...repeated(rootFields(sources), (source) => !isFact(source)), ...repeated(writes, () => true)];
}
function repeated(fields, counts) {
	return [...Map.groupBy(fields, ([, field]) => field)].flatMap(([field, claims]) => {
		if (claims.length === 1) return [];
		const [first, ...others] = claims.map(([source]) => source).filter(counts);
		return first === void 0 ? [] : [[field, [first, ...others]]];
	});
}
// plugins/graphql/derive/violations.ts
/** Returns a sentence for each part of the schema that breaks the law. */
function schemaViolations(registry) {
	const { sdl, reads, writes } = graphqlModel(registry);
	const fields = reads.filter(({ type }) => type === "Query").map(({ ref }) => ref);
	const refs = registry.routes.filter((route) => isRead(route) && !isFact(route)).map(({ ref }) => ref);
	const once = fields.toSorted().join() === refs.toSorted().join();
	const written = registry.routes.filter(isWritten).map(({ ref }) => ref);
	const writtenOnce = writes.map(({ ref }) => ref).toSorted().join() === written.toSorted().join();
	const [defined, used] = typesIn(sdl);
	return [
		...reads.filter(({ ref }) => registry.route(ref) === void 0).map(({ type, field, ref }) => `GraphQL reads ${ref} as ${type}.${field}, which is off`),
		...once ? [] : ["GraphQL does not have every list and resource exactly once"],
		...writtenOnce ? [] : ["GraphQL does not have every write exactly once"],
		...[...used.difference(defined)].map((name) => `GraphQL uses ${name}, which is not there`),
		...[...defined.difference(used)].map((name) => `GraphQL has ${name}, which nothing uses`)
	];
}
/** Names of the types that a schema defines, and of those that it uses; without the types of the language. */
function typesIn(sdl) {
	const plain = sdl.replace(/^ *".*\n/gm, "");
	const names = (pattern) => [...plain.matchAll(pattern)].map((match) => match[1] ?? "");
	const used = /* @__PURE__ */ new Set([
		"Query",
		...names(/^type (Mutation) /gm),
		...names(/: \[*(\w+)/g)
	]);
	for (const name of [
		"Int",
		"Float",
		"String",
		"Boolean"
	]) used.delete(name);
	return [new Set(names(/^(?:type|input|enum|scalar) (\w+)/gm)), used];
}
// plugins/graphql/request.ts
/** The form of a request, and the limits of its cost. */
const Options$12 = strictObject({
	maxDepth: int().min(1).default(10).describe("Levels of fields within fields; those of introspection have a limit of their own."),
	maxAliases: int().min(0).default(30).describe("Fields under another name, each counted as often as its fragment is used."),
	maxTokens: int().min(1).default(1e3).describe("Words and signs of a query, with 50 characters and 2 lines for each; those after them are not even read."),
	maxItems: int().min(1).default(1e4).describe("Items that all lists of one answer may have together."),
	maxBytes: int().min(1).default(1048576).describe("Size of an answer's data in bytes, about; a larger one is refused.")
});
const Variables = record(string(), unknown());
/** The members of a JSON body; others are ignored, as the draft requires. */
const GraphQLRequest = object({
	query: string().describe("A GraphQL document.").meta({ examples: ["{ service version }"] }),
	operationName: string().nullish().describe("Which of its operations to run."),
	variables: Variables.nullish(),
	extensions: Variables.nullish().describe("Ignored.")
});
/** JSON within a parameter. */
const JsonText = string().transform((text, context) => {
	try {
		return text === "" ? void 0 : JSON.parse(text);
	} catch {
		context.issues.push({
			code: "custom",
			message: "not valid JSON",
			input: text
		});
		return NEVER;
	}
}).pipe(Variables.nullish());
/** The parameters of GET. Empty ones count as absent. */
const GraphQLParameters = object({
	query: string().describe("A GraphQL document.").meta({ examples: ["{ service version }"] }),
	operationName: string().optional().describe("Which of its operations to run."),
	variables: JsonText.optional().describe("A JSON object."),
	extensions: JsonText.optional().describe("A JSON object; ignored.")
});
// plugins/graphql/index.ts
/** GraphQL over HTTP, after the draft of August 2026 (https://graphql.github.io/graphql-over-http/draft/). */
const AnswerLooks = service("graphqlAnswerLooks");
var graphql_default = definePlugin({
	id: "graphql",
	summary: "Every list and resource within one query.",
	options: Options$12,
	needs: { runtime: Runtime },
	provides: { looks: AnswerLooks },
	setup: () => ({ looks: {
		hit: 0,
		miss: 0
	} }),
	policies: [errorPolicy],
	schemas: { GraphQLResponse },
	validate: fieldConflicts,
	doors: () => import("./graphql/doors.js"),
	exports: { graphql: {
		derive: (registry) => graphqlModel(registry).sdl,
		violations: schemaViolations,
		compare: compareSchemas
	} },
	routes: {
		queryGraphql: {
			method: "GET",
			path: "/api/graphql",
			summary: "Run a GraphQL query.",
			description: "A query that cannot run is answered with 400 or 422, or with 200 and `errors` for clients that accept application/json only. A field that fails is null, with an entry in `errors` and status 200.",
			query: GraphQLParameters,
			returns: GraphQLResponse,
			bareBody: true,
			produces: RESPONSE_TYPES,
			statuses: [400, 422],
			errors: ["method-not-allowed"],
			publish: {
				rootLink: "graphql",
				capability: "graphql"
			},
			cache: {
				scope: "public",
				maxAge: "0s"
			}
		},
		postGraphql: {
			method: "POST",
			path: "/api/graphql",
			summary: "Run a GraphQL query that comes as a JSON body.",
			body: GraphQLRequest,
			maxPayloadBytes: 262144,
			returns: GraphQLResponse,
			bareBody: true,
			produces: RESPONSE_TYPES,
			statuses: [400, 422],
			idempotency: "natural",
			transaction: false
		},
		showSchemaFile: {
			method: "GET",
			path: "/developers/schema.graphql",
			summary: "Download the GraphQL schema.",
			text: { mediaType: "text/plain" },
			document: true,
			asset: true,
			cache: {
				scope: "public",
				maxAge: "5m"
			}
		}
	},
	documents: { showSchemaFile: (registry) => graphqlModel(registry).sdl },
	metrics: ({ looks }) => ({ kept_answers_total: {
		help: "Queries whose answer may be kept, by whether it was.",
		type: "counter",
		detail: true,
		read: () => Object.entries(looks).map(([kept, value]) => ({
			labels: { kept },
			value
		}))
	} }),
	handlers: ({ runtime, looks }, { options, registry, log }) => {
		let execute;
		async function load() {
			const { createExecute } = await import("./graphql/execute.js");
			return execute ??= createExecute(registry, runtime, options, {
				log,
				looks
			});
		}
		/** Not a promise when the answer is there already. */
		function run(request, call) {
			const outcome = execute === void 0 ? load().then((loaded) => loaded(request, call)) : execute(request, call);
			const withStatus = (result) => {
				const status = statusOf(result.problem, call.mediaType);
				if (status !== 200) call.status(status);
				return result;
			};
			return outcome instanceof Promise ? outcome.then(withStatus) : withStatus(outcome);
		}
		return {
			queryGraphql: async (call) => {
				const { body, problem } = await run({
					...call.query,
					reading: true
				}, call);
				if (problem !== "writes") return body;
				return call.fail("method-not-allowed", { detail: "GET runs queries only. Other operations go with POST." });
			},
			postGraphql: (call) => {
				const outcome = run(call.body, call);
				return outcome instanceof Promise ? outcome.then(({ body }) => body) : outcome.body;
			}
		};
	}
});
/**
* The draft's statuses, but for clients that know application/json only: to them errors of the query came with 200 always,
* and what they do with another status is anybody's guess. A query that is too costly is refused to them as well.
*/
function statusOf(problem, mediaType) {
	if (problem === "costs") return 422;
	if (problem === void 0 || mediaType === "application/json") return 200;
	return problem === "syntax" ? 400 : 422;
}
// plugins/lists/cursor.ts
/**
* Cursors: the end of a page, as an opaque text. A cursor is base64url JSON `[version, checksum, after, seen?]`. The
* checksum covers the query it belongs to as well, so a damaged cursor and one of another query are both found. It
* prevents mistakes and hides nothing, because a cursor only names a position in data that the client may read anyway.
*/
const VERSION = 1;
const CONTENT = new RegExp(`^\\[${VERSION},"([\\w-]{16})",(.*)\\]$`, "s");
/** @param query what the cursor is bound to: the path with filters and sort. */
function encodeCursor({ after, seen }, query) {
	const place = JSON.stringify(seen === void 0 ? [after] : [after, seen]).slice(1, -1);
	const content = `[${VERSION},"${checksum(place, query)}",${place}]`;
	return Buffer.from(content).toString("base64url");
}
/** The position of a cursor, or undefined when it is damaged, of another version or of another query. */
function decodeCursor(cursor, query, sort) {
	const bytes = Buffer.from(cursor, "base64url");
	if (bytes.toString("base64url") !== cursor) return void 0;
	const [, sum, place] = CONTENT.exec(bytes.toString()) ?? [];
	if (place === void 0 || sum !== checksum(place, query)) return void 0;
	const [after, seen] = parseArray(`[${place}]`);
	if (!isAfter(after, sort) || !isCount(seen)) return void 0;
	return {
		after,
		seen
	};
}
/** @param place the position's members of the content, as JSON. */
function checksum(place, query) {
	const content = `[${VERSION},${JSON.stringify(query)},${place}]`;
	return hash("sha256", content, "base64url").slice(0, 16);
}
function parseArray(text) {
	try {
		const value = JSON.parse(text);
		return Array.isArray(value) ? value : [];
	} catch {
		return [];
	}
}
/** Anyone can compute a checksum, and a database may refuse to compare values of different types. */
function isAfter(value, sort) {
	if (!Array.isArray(value)) return false;
	if (value.length === 0) return true;
	return value.length === sort.length && sort.every((field, index) => isOf(field, value[index]));
}
function isOf(field, value) {
	if (field === void 0) return false;
	if (value === null) return field.nullable || !field.required;
	if (field.type === "string") return typeof value === "string" && !value.includes("\0");
	return field.type === "boolean" ? typeof value === "boolean" : Number.isFinite(value);
}
function isCount(value) {
	return value === void 0 || Number.isSafeInteger(value) && Number(value) > 0;
}
// plugins/lists/evaluate.ts
/** The page of `items` that the query selects. Items with equal sort fields keep their order. */
function pageOf(items, query) {
	const { filters, limit, after, seen } = query;
	const sort = query.unsorted === true ? [] : query.sort;
	const rows = items.filter((item) => filters.every((filter) => matches(item, filter))).map((item) => ({
		item,
		key: sort.map(({ field }) => valueOf$1(item, field))
	})).toSorted((a, b) => compareKeys(a.key, b.key, sort));
	const count = (test, key) => rows.filter((row) => test(compareKeys(row.key, key, sort))).length;
	const before = (key) => count((order) => order < 0, key);
	let start = seen ?? 0;
	if (after !== void 0) {
		const equal = count((order) => order === 0, after);
		start = before(after) + Math.min(seen ?? equal, equal);
	}
	const end = limit === void 0 ? rows.length : start + limit;
	const page = rows.slice(start, end).map(({ item }) => item);
	const [last, following] = [rows[end - 1], rows[end]];
	if (last === void 0 || following === void 0) return { items: page };
	const cut = compareKeys(following.key, last.key, sort) === 0;
	return {
		items: page,
		next: last.key,
		seen: cut ? end - before(last.key) : void 0
	};
}
/** The value of a scalar field; null when it is absent. */
function valueOf$1(item, field) {
	if (typeof item !== "object" || item === null || !Object.hasOwn(item, field)) return null;
	const value = Reflect.get(item, field);
	return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;
}
function matches(item, { field, operator, value }) {
	const actual = valueOf$1(item, field);
	if (operator === "in") return Array.isArray(value) && value.includes(actual);
	if (typeof value === "object" && value !== null) return false;
	if (operator === "eq") return actual === value;
	if (operator === "ne") return actual !== value;
	if (actual === null || value === null) return false;
	switch (operator) {
		case "gt": return compare(actual, value) > 0;
		case "gte": return compare(actual, value) >= 0;
		case "lt": return compare(actual, value) < 0;
		case "lte": return compare(actual, value) <= 0;
		case "contains": return String(actual).includes(String(value));
	}
}
function compareKeys(a, b, sort) {
	for (const [index, { descending }] of sort.entries()) {
		const order = compare(a[index] ?? null, b[index] ?? null);
		if (order !== 0) return descending ? -order : order;
	}
	return 0;
}
/** Negative, zero or positive. Both values are of one type, or null. */
function compare(a, b) {
	if (a === b) return 0;
	if (a === null) return -1;
	if (b === null) return 1;
	return typeof a === "string" && typeof b === "string" ? compareText(a, b) : Number(a) - Number(b);
}
/** By code point, as databases compare UTF-8. JavaScript's `<` sorts characters beyond U+FFFF before U+E000. */
function compareText(a, b) {
	const length = Math.min(a.length, b.length);
	for (let index = 0; index < length; index++) {
		const one = a.charCodeAt(index);
		const other = b.charCodeAt(index);
		if (one !== other) return rank(one) - rank(other);
	}
	return a.length - b.length;
}
/** The code unit, with surrogates moved behind all others, as their code points are. */
function rank(unit) {
	return unit >= 55296 && unit <= 57343 ? unit + 65536 : unit;
}
// plugins/lists/problems.ts
/** Limits of a list's query string, and texts of its problems. */
/** Sizes above which a query is refused, so that no query costs much more than another. */
const LIMITS = {
	/** Names in `fields`, repeated ones included. */
	fieldNames: 100,
	sortFields: 10,
	filters: 20,
	/** Values of one `in`. */
	inValues: 100
};
/** For a field that lists cannot be filtered or sorted by. */
function notScalar(field, { names, scalars }) {
	const fields = [...scalars.keys()];
	return names.includes(field) ? `the field ${show(field)} is not a single value; use one of ${fields.join(", ")}` : unknownField(field, fields);
}
function unknownField(field, known) {
	return `there is no field ${show(field)}; ${suggest(field, known)}`;
}
function suggest(name, known) {
	return didYouMean(name.slice(0, 40), known);
}
// plugins/lists/values.ts
/** Values of filters: which operators and values each type of field has. */
/** Operators by the type of the field, in the order they are published. */
const OPERATORS_BY_TYPE = {
	string: FILTER_OPERATORS,
	integer: FILTER_OPERATORS.filter((operator) => operator !== "contains"),
	number: FILTER_OPERATORS.filter((operator) => operator !== "contains"),
	boolean: [
		"eq",
		"ne",
		"in"
	]
};
/** A value as JSON spells numbers (RFC 8259, section 6). */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
/** In UTC: times are compared as text, which orders only times of one zone. */
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;
/** Reads a value for a field. A problem says what was expected and what was received. */
function readValue(text, field, operator) {
	const problem = (expected) => ({ problem: `${field.name} is compared with ${expected}; received ${show(text)}` });
	switch (field.type) {
		case "boolean": return text === "true" || text === "false" ? { value: text === "true" } : problem("true or false");
		case "integer":
		case "number": {
			const value = Number(text);
			if (field.type === "integer") {
				if (!NUMBER.test(text) || !Number.isSafeInteger(value)) return problem("a whole number");
			} else if (!NUMBER.test(text) || !Number.isFinite(value)) return problem("a number");
			if (isOutside(value, field, operator)) return problem(`one of ${field.enum?.join(", ")}`);
			return { value: value === 0 ? 0 : value };
		}
		case "string":
			if (text.includes("\0")) return problem("text without a NUL character");
			if (isOutside(text, field, operator)) return problem(`one of ${field.enum?.join(", ")}`);
			if (operator === "contains") return { value: text };
			if (field.format === "date" && !isDate(text)) return problem("a date such as 2026-03-01");
			if (field.format === "date-time" && !isDate(text) && !isTime(text)) return problem("a time in UTC such as 2026-03-01T12:00:00Z, or a date");
			return { value: text };
	}
}
/** Whether no value of the field can equal the value. Irrelevant for an order or a substring. */
function isOutside(value, field, operator) {
	return (operator === "eq" || operator === "ne" || operator === "in") && field.enum !== void 0 && !field.enum.includes(value);
}
function isDate(text) {
	if (!DATE.test(text)) return false;
	const time = Date.parse(text);
	return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
function isTime(text) {
	return TIME.test(text) && isDate(text.slice(0, 10)) && !Number.isNaN(Date.parse(text));
}
// plugins/lists/parameters.ts
/** The parameters of every list. */
const PARAMETERS = [
	{
		name: "fields",
		description: "Fields of the items to return, separated by commas; an empty value returns items without fields. Unknown names are ignored, or refused under `Prefer: handling=strict`."
	},
	{
		name: "filter",
		description: "Conditions that items must all meet: `filter[field]=value` or `filter[field][operator]=value`. The values of `in` are separated by commas. Text is compared by code point, case counts, and times are in UTC."
	},
	{
		name: "sort",
		description: "Fields to sort by, separated by commas, each with a leading `-` to descend. Items without the field come first, or last when descending."
	},
	{
		name: "limit",
		description: "Largest number of items in the answer."
	},
	{
		name: "cursor",
		description: "Where the page begins. It comes from the `next` link of the page before, and needs the same filters and sort."
	}
];
/** The parameters of one list, with the schemas of their values. */
function listParameters({ shape, defaultLimit, maxLimit }) {
	const scalars = [...shape.scalars.values()];
	const schemas = {
		fields: {
			type: "string",
			examples: [shape.names.slice(0, 2).join(",")]
		},
		filter: {
			type: "object",
			properties: Object.fromEntries(scalars.map((field) => [field.name, filterSchema(field)])),
			additionalProperties: false
		},
		sort: {
			type: "string",
			examples: scalars.slice(0, 1).map(({ name }) => `-${name}`)
		},
		limit: {
			type: "integer",
			minimum: 1,
			maximum: maxLimit,
			...defaultLimit === void 0 ? {} : { default: defaultLimit }
		},
		cursor: { type: "string" }
	};
	return PARAMETERS.filter(({ name }) => scalars.length > 0 || name !== "filter" && name !== "sort").map(({ name, description }) => ({
		name,
		description,
		schema: schemas[name],
		...name === "filter" ? { style: "deepObject" } : {}
	}));
}
/** A value, or an object of operators. Those of order and substring accept values that the field cannot have. */
function filterSchema(field) {
	const loose = { type: field.type };
	const exact = {
		...loose,
		...field.enum === void 0 ? {} : { enum: field.enum }
	};
	const operand = (operator) => {
		if (operator === "in") return {
			type: "string",
			description: `Up to ${LIMITS.inValues} values, separated by commas.`
		};
		return operator === "eq" || operator === "ne" ? exact : loose;
	};
	const operators = OPERATORS_BY_TYPE[field.type].map((operator) => [operator, operand(operator)]);
	return { anyOf: [exact, {
		type: "object",
		properties: Object.fromEntries(operators),
		additionalProperties: false
	}] };
}
// plugins/lists/filters.ts
/** Reads the filters of a list's query string. */
/** `filter[field]`, or `filter[field][operator]`. */
const FILTER_NAME = /^filter\[([^[\]]*)\](?:\[([^[\]]*)\])?$/;
/** Filters sorted by field and operator. All must match, so their order in the query is irrelevant. */
function readFilters(given, shape, report) {
	if (given.size > LIMITS.filters) {
		report("filter", `at most ${LIMITS.filters} filters; received ${given.size}`);
		return [];
	}
	const filters = /* @__PURE__ */ new Map();
	for (const [name, text] of given) {
		const filter = readFilter(name, text, shape, report);
		if (filter === void 0) continue;
		const id = `${filter.operator} ${filter.field}`;
		if (filters.has(id)) report(name, "the same filter in another spelling is also there; send one of them");
		else filters.set(id, filter);
	}
	if (filters.size < 2) return [...filters.values()];
	const fields = [...shape.scalars.keys()];
	const place = ({ field, operator }) => fields.indexOf(field) * FILTER_OPERATORS.length + FILTER_OPERATORS.indexOf(operator);
	return [...filters.values()].toSorted((a, b) => place(a) - place(b));
}
function readFilter(name, text, shape, report) {
	const [, fieldName, operatorName = "eq"] = FILTER_NAME.exec(name) ?? [];
	if (fieldName === void 0) return report(name, "a filter is written filter[field]=value or filter[field][operator]=value");
	const field = shape.scalars.get(fieldName);
	if (field === void 0) return report(name, notScalar(fieldName, shape));
	const operators = OPERATORS_BY_TYPE[field.type];
	const operator = operators.find((one) => one === operatorName);
	if (operator === void 0) {
		const hint = suggest(operatorName, operators);
		return report(name, `there is no operator ${show(operatorName)} for this field; ${hint}`);
	}
	if (operator !== "in") {
		const result = readValue(text, field, operator);
		if ("problem" in result) return report(name, result.problem);
		return {
			field: fieldName,
			operator,
			value: result.value
		};
	}
	const texts = text.split(",");
	if (texts.length > LIMITS.inValues) return report(name, `at most ${LIMITS.inValues} values; received ${texts.length}`);
	const values = /* @__PURE__ */ new Set();
	const problems = [];
	for (const one of texts) {
		const result = readValue(one, field, operator);
		if ("value" in result) values.add(result.value);
		else problems.push(result.problem);
	}
	for (const problem of problems) report(name, problem);
	if (problems.length > 0) return void 0;
	return {
		field: fieldName,
		operator,
		value: [...values].toSorted((a, b) => String(a) < String(b) ? -1 : 1)
	};
}
// plugins/lists/query.ts
/** The items of a list, and queries for them. */
function shapeOf(item) {
	const scalars = new Map(Object.entries(scalarFields(item)));
	const keys = [...scalars.values()].filter(({ required, nullable }) => required && !nullable);
	return {
		names: fieldNames(item),
		required: requiredNames(item),
		scalars,
		key: (keys.find(({ name }) => name === "id") ?? keys[0])?.name
	};
}
/**
* A query as a query string, without `?` and cursor. Queries with the same result have the same text, because parsing
* orders fields and filters. Every `[`, `]` and `%` is escaped, so it stands in a URL as it is (RFC 3986, section 3.4).
*/
function canonicalSearch({ own, fields, filters, sort, limit, unsorted }) {
	return [
		...own === void 0 ? [] : [own],
		...fields === void 0 ? [] : [pair("fields", fields.join(","))],
		...filters.map((filter) => pair(filterName(filter), String(filter.value))),
		...unsorted === true || sort.length === 0 ? [] : [pair("sort", sort.map(sortTerm).join(","))],
		...limit === void 0 ? [] : [pair("limit", String(limit))]
	].join("&");
}
function pair(name, value) {
	return `${encodeURIComponent(name)}=${encodeURIComponent(value).replaceAll("%2C", ",")}`;
}
function filterName({ field, operator }) {
	return operator === "eq" ? `filter[${field}]` : `filter[${field}][${operator}]`;
}
function sortTerm({ field, descending }) {
	return descending ? `-${field}` : field;
}
// plugins/lists/parse.ts
/** Reads the query string of a list, and collects all problems. */
/** Problems that one refusal reports. */
const MAX_PROBLEMS = 20;
const SINGLE = /* @__PURE__ */ new Set([
	"fields",
	"sort",
	"limit",
	"cursor"
]);
const isFilter = (name) => name === "filter" || name.startsWith("filter[");
/** Under strict handling, unknown parameters and fields are refused (RFC 7240, section 4.4). */
function parseQuery({ search, path, preferences }, rules) {
	const strict = preferences.handling === "strict";
	const problems = [];
	const report = (parameter, detail) => {
		if (problems.length < MAX_PROBLEMS) problems.push({
			detail,
			parameter: shorten(parameter)
		});
	};
	const singles = /* @__PURE__ */ new Map();
	const filters = /* @__PURE__ */ new Map();
	const own = [];
	for (const [name, value] of pairsOf(search, report)) {
		const values = SINGLE.has(name) ? singles : isFilter(name) ? filters : void 0;
		if (values?.has(name)) report(name, "this parameter is given more than once; send it once");
		else if (values !== void 0) values.set(name, value);
		else if (rules.own?.has(name) === true) own.push([name, value]);
		else if (strict) report(name, `there is no such query parameter; ${PARAMETERS_HINT}`);
	}
	const { shape, defaultSort, defaultLimit } = rules;
	const fields = readFields(singles.get("fields"), shape, strict, report);
	const sort = readSort(singles.get("sort"), rules, report);
	const query = {
		fields,
		filters: readFilters(filters, shape, report),
		sort: sort ?? defaultSort,
		limit: readLimit(singles.get("limit"), rules, report) ?? defaultLimit,
		after: void 0,
		unsorted: sort === void 0,
		...own.length === 0 ? {} : { own: toSearch(own) }
	};
	const cursor = singles.get("cursor");
	const complete = cursor === void 0 || problems.length > 0 ? query : continueAfter(cursor, query, path, shape, report);
	const [first] = problems;
	if (complete !== void 0 && first === void 0) return complete;
	return {
		code: "bad-request",
		detail: problems.length === 1 && first !== void 0 ? `${first.parameter}: ${first.detail}` : `The query has ${problems.length} problems; "errors" lists them.`,
		errors: problems
	};
}
const PARAMETERS_HINT = "a list has fields, filter[field], filter[field][operator], sort, limit and cursor";
/** Values of one name keep their order. */
function toSearch(own) {
	return own.toSorted(([a], [b]) => a < b ? -1 : Number(a > b)).map(([name, value]) => pair(name, value)).join("&");
}
/** The part of a query that a cursor is bound to. Fields and page size may change between pages. */
function cursorBinding(path, query) {
	return `${path}?${canonicalSearch({
		...query,
		fields: void 0,
		limit: void 0
	})}`;
}
/** Names and values of a query string (WHATWG URL, section 5.1), except that broken escapes are reported. */
function pairsOf(search, report) {
	return search.slice(1).split("&").filter((part) => part !== "").flatMap((part) => {
		const equals = part.indexOf("=");
		const [name, value] = equals === -1 ? [part, ""] : [part.slice(0, equals), part.slice(equals + 1)];
		try {
			return [[decode$1(name), decode$1(value)]];
		} catch {
			report(name, "% must be followed by two hex digits, and the bytes must be UTF-8; write % itself as %25");
			return [];
		}
	});
}
function decode$1(text) {
	return decodeURIComponent(text.replaceAll("+", " "));
}
/** The fields of the schema among the names, each once and in the order of the schema. */
function readFields(text, { names }, strict, report) {
	if (text === void 0) return void 0;
	const requested = splitNames(text);
	if (requested.length > LIMITS.fieldNames) return report("fields", `at most ${LIMITS.fieldNames} names; received ${requested.length}`);
	const unique = new Set(requested);
	if (strict) {
		for (const name of unique) if (!names.includes(name)) report("fields", unknownField(name, names));
	}
	return names.filter((name) => unique.has(name));
}
/** The sort of the query, made total by the list's key. Undefined when the query has none. */
function readSort(text, { shape, defaultSort }, report) {
	const sort = /* @__PURE__ */ new Map();
	const terms = splitNames(text ?? "");
	if (terms.length > LIMITS.sortFields) return report("sort", `at most ${LIMITS.sortFields} fields; received ${terms.length}`);
	for (const term of terms) {
		const descending = term.startsWith("-");
		const field = descending ? term.slice(1) : term;
		if (!shape.scalars.has(field)) report("sort", notScalar(field, shape));
		else if (sort.has(field)) report("sort", `the field ${show(field)} is given more than once; send it once`);
		else sort.set(field, {
			field,
			descending
		});
	}
	if (sort.size === 0) return void 0;
	return [...sort.values(), ...defaultSort.filter(({ field }) => !sort.has(field))];
}
function readLimit(text, { maxLimit }, report) {
	if (text === void 0) return void 0;
	const limit = Number(text);
	if (/^[1-9]\d*$/.test(text) && limit <= maxLimit) return limit;
	return report("limit", `a page has from 1 to ${maxLimit} items; received ${show(text)}`);
}
function continueAfter(cursor, query, path, { scalars }, report) {
	const sort = query.sort.map(({ field }) => scalars.get(field));
	const position = decodeCursor(cursor, cursorBinding(path, query), sort);
	if (position !== void 0) {
		const { after, seen } = position;
		return {
			...query,
			after: after.length === 0 ? void 0 : after,
			seen
		};
	}
	return report("cursor", "the cursor is damaged or belongs to another query; follow the next link of a page, or leave the cursor out to start again");
}
function splitNames(text) {
	return text.split(",").map((name) => name.trim()).filter((name) => name !== "");
}
function shorten(name) {
	return name.length > 80 ? `${name.slice(0, 79)}…` : name;
}
// plugins/lists/engine.ts
/** Engines by schema and options. They are shared by all revisions, as schemas are. */
const engines = /* @__PURE__ */ new WeakMap();
/** The engine for lists of these items, created at its first use because describing a schema delays a start. */
function engineFor(item, options) {
	const { defaultPageSize, maxPageSize, whole, latestFirst = false, own = [] } = options;
	const key = `${defaultPageSize} ${maxPageSize} ${whole} ${latestFirst} ${own.join(" ")}`;
	let created;
	const engine = () => {
		if (created !== void 0) return created;
		const byOptions = engines.get(item) ?? /* @__PURE__ */ new Map();
		created = byOptions.get(key) ?? createEngine(item, options);
		engines.set(item, byOptions.set(key, created));
		return created;
	};
	return {
		get parameters() {
			return engine().parameters;
		},
		get meta() {
			return engine().meta;
		},
		trimmedBy: ["fields"],
		parse: (call) => engine().parse(call),
		finish: (result, query, call) => engine().finish(result, query, call)
	};
}
/** @param item the schema of the list's items. */
function createEngine(item, options) {
	const shape = shapeOf(item);
	const rules = {
		shape,
		defaultLimit: options.whole ? void 0 : options.defaultPageSize,
		maxLimit: options.maxPageSize,
		defaultSort: shape.key === void 0 ? [] : [{
			field: shape.key,
			descending: options.latestFirst === true
		}],
		own: new Set(options.own)
	};
	const emptyQuery = parseQuery({
		search: "",
		path: "",
		preferences: {}
	}, rules);
	return {
		parameters: listParameters(rules),
		meta: {
			type: "object",
			properties: { count: {
				type: "integer",
				minimum: 0,
				description: "Number of items in this response."
			} },
			required: ["count"]
		},
		parse: (call) => call.search.length > 1 ? parseQuery(call, rules) : emptyQuery,
		finish(result, query, call) {
			const page = "items" in result ? {
				items: result.items,
				next: result.next
			} : pageOf(result, query);
			const next = nextPath(page, query, call.path);
			const minimal = query.fields === void 0 && call.preferences.return === "minimal";
			const strict = call.preferences.handling === "strict";
			const applied = [...minimal ? ["return=minimal"] : [], ...strict ? ["handling=strict"] : []];
			const names = minimal ? shape.required : query.fields;
			return {
				items: names === void 0 ? page.items : page.items.map((one) => pick(one, names)),
				meta: { count: page.items.length },
				facts: {
					...next === void 0 ? {} : { next },
					...applied.length === 0 ? {} : { applied }
				}
			};
		}
	};
}
function nextPath(page, query, path) {
	if (!Array.isArray(page.next)) return void 0;
	const position = {
		after: page.next,
		seen: page.seen
	};
	return `${path}?${[canonicalSearch(query), pair("cursor", encodeCursor(position, cursorBinding(path, query)))].filter((part) => part !== "").join("&")}`;
}
/** The named fields of an item, in the order of the names. */
function pick(item, names) {
	if (typeof item !== "object" || item === null) return item;
	const picked = {};
	for (const name of names) if (Object.hasOwn(item, name)) picked[name] = Reflect.get(item, name);
	return picked;
}
// plugins/lists/index.ts
/** Lists: sparse fieldsets, filters, sort and cursors for every list route. */
const Options$11 = strictObject({
	defaultPageSize: int().min(1).default(50).describe("Items on a page without a limit in the query."),
	maxPageSize: int().min(1).default(200).describe("Largest limit that a query may have.")
}).refine(({ defaultPageSize, maxPageSize }) => defaultPageSize <= maxPageSize, {
	path: ["defaultPageSize"],
	error: "defaultPageSize must not be greater than maxPageSize"
});
/** For `/api/pagination` and `/api/query-policy`. */
function statement$2({ options, routes }) {
	const lists = routes.filter(({ kind }) => kind === "list");
	return {
		style: "cursor",
		defaultPageSize: options.defaultPageSize,
		maxPageSize: options.maxPageSize,
		parameters: PARAMETERS,
		filter: {
			operators: FILTER_OPERATORS,
			operatorsByType: OPERATORS_BY_TYPE
		},
		responseMeta: [{
			name: "count",
			description: "Number of items in this response."
		}],
		sort: {
			form: "name,-id",
			absent: "first",
			text: "by code point"
		},
		fields: {
			unknown: "ignored",
			unknownUnderStrict: "refused",
			empty: "items without fields"
		},
		limits: LIMITS,
		applicableEndpoints: lists.map(({ path }) => path),
		/** Lists that are not paged unless the query has a limit. */
		wholeEndpoints: lists.filter(isWhole).map(({ path }) => path)
	};
}
/** Whether a list is not paged, and has its own order, unless the client asks for less. */
function isWhole({ document, declaration: { list } }) {
	return document || list?.unpaged === true;
}
/** Parameters of lists, and members of what handlers receive of them. */
const TAKEN = /* @__PURE__ */ new Set([...PARAMETERS.map(({ name }) => name), ...[
	"unsorted",
	"seen",
	"own"
]]);
/** Parameters that choose a page. The others choose its content. */
const PAGING = /* @__PURE__ */ new Set(["limit", "cursor"]);
/** The document with some of the parameters. */
function withParameters(document, isIncluded) {
	return {
		...document,
		parameters: document.parameters.filter(({ name }) => isIncluded(name))
	};
}
function hasLists({ routes }) {
	return routes.some(({ engine }) => engine !== void 0);
}
var lists_default = definePlugin({
	id: "lists",
	summary: "Adds sparse fieldsets, filters, sorting and paging to every list.",
	section: "policies",
	options: Options$11,
	capabilities: {
		listMeta: hasLists,
		sparseFieldsets: hasLists
	},
	schemas: {
		PaginationDiscovery,
		QueryPolicyDiscovery
	},
	policies: [definePolicy({
		id: "lists",
		options: Options$11,
		compile(route, { options }) {
			const { list, query } = route.declaration;
			if (list === void 0) return void 0;
			const own = query === void 0 ? [] : [...queryFields(query).keys()];
			const taken = own.filter((name) => TAKEN.has(name));
			if (taken.length > 0) throw new Error(`query has ${taken.join(", ")}, which lists have already: rename it`);
			const latestFirst = list.journal === true;
			const whole = isWhole(route);
			return { list: engineFor(list.of, {
				...options,
				latestFirst,
				whole,
				own
			}) };
		},
		statement: statement$2,
		conformance: () => import("./lists/conformance/index.js")
	})],
	routes: {
		showPagination: {
			method: "GET",
			path: "/api/pagination",
			summary: "Read how lists are paged.",
			returns: PaginationDiscovery,
			document: true,
			publish: {
				rootLink: "pagination",
				capability: "paginationDiscovery"
			},
			cache: {
				scope: "public",
				maxAge: "5m"
			},
			relations: { queryPolicy: "showQueryPolicy" }
		},
		showQueryPolicy: {
			method: "GET",
			path: "/api/query-policy",
			summary: "Read how lists are filtered, sorted and trimmed.",
			returns: QueryPolicyDiscovery,
			document: true,
			publish: {
				rootLink: "queryPolicy",
				capability: "queryPolicyDiscovery"
			},
			cache: {
				scope: "public",
				maxAge: "5m"
			},
			relations: { pagination: "showPagination" }
		}
	},
	documents: {
		showPagination: ({ statements }) => withParameters(PaginationDiscovery.parse(statements["lists"]), (name) => PAGING.has(name)),
		showQueryPolicy: ({ statements }) => withParameters(QueryPolicyDiscovery.parse(statements["lists"]), (name) => !PAGING.has(name))
	}
});
/** Copies what the log needs, so that it does not keep the call in memory. */
function entryOf(call, reply, { time, level, query }) {
	const path = call.path + (query === "values" ? call.search : withoutValues(call.search));
	return {
		time,
		/** "" when the request could not be parsed. */
		method: call.method,
		/** Path and query; the beginning of what is longer than {@link MAX_PATH}. */
		path: path.length > 1024 ? `${path.slice(0, 1023)}…` : path,
		status: reply.status,
		level,
		durationMs: Math.round(call.durationMs * 1e3) / 1e3,
		bytes: bytesSent(call, reply),
		client: call.client,
		requestId: call.requestId,
		traceId: call.trace?.traceId,
		spanId: call.trace?.spanId,
		route: call.route.ref,
		/** Id of the principal, without its name, which is personal. Undefined for anonymous requests. */
		principal: call.principal?.id
	};
}
function withoutValues(search) {
	return search === "" ? search : search.replace(/=[^&]*/g, "=*");
}
/** Length of the body sent; undefined for streams, which go on. */
function bytesSent({ method, route }, { outcome, representation }) {
	if (outcome === "notModified" || method === "HEAD") return 0;
	if (representation !== void 0) return representation.byteLength;
	return outcome === "ok" && isStreamed(route.declaration) ? void 0 : 0;
}
/**
* One JSON object; `time`, `level` and `message` as in the kernel's own log.
*
* @param members those that all lines of the process share, as JSON behind others.
*/
function jsonLine(entry, members = "") {
	const line = {
		time: isoTime(entry.time),
		level: entry.level,
		message: "request",
		method: entry.method,
		path: entry.path,
		status: entry.status,
		durationMs: entry.durationMs,
		bytes: entry.bytes,
		client: entry.client,
		requestId: entry.requestId,
		traceId: entry.traceId,
		spanId: entry.spanId,
		route: entry.route,
		principal: entry.principal
	};
	return `${toPlainText(`${JSON.stringify(line).slice(0, -1)}${members}}`)}\n`;
}
/** One line for people: `05:06:07.123 200 GET /api/ping 0.2ms 31B 192.0.2.1 <request id>`, then the principal if any. */
function prettyLine(entry) {
	const { time, status, level, method, path, durationMs, bytes, client, requestId, principal } = entry;
	const words = [
		method || "-",
		path || "-",
		`${durationMs}ms`,
		bytes === void 0 ? "stream" : `${bytes}B`,
		client || "-",
		requestId ?? "-",
		...principal === void 0 ? [] : [principal]
	];
	const colored = styleText(COLORS[level], String(status), { stream: process.stdout });
	return `${isoTime(time).slice(11, 23)} ${colored} ${toPlainText(words.join(" "))}\n`;
}
const COLORS = {
	debug: "gray",
	info: "green",
	warn: "yellow",
	error: "red"
};
/** Probes are asked all the time; plugins log when the state that they report changes. */
function levelOf(status, isProbe) {
	if (isProbe) return "debug";
	if (status >= 500 && status !== 501) return "error";
	return status >= 400 ? "warn" : "info";
}
let lastTime = NaN;
let lastIso = "";
/** Remembers the last millisecond: under load, many entries share it. */
function isoTime(time) {
	if (time !== lastTime) {
		lastIso = new Date(time).toISOString();
		lastTime = time;
	}
	return lastIso;
}
/**
* Escapes all but printable ASCII: controls could forge a line or move a terminal's cursor, other characters could
* disguise one. The escapes are JSON's, so JSON keeps its meaning.
*/
function toPlainText(text) {
	return text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
// plugins/monitoring/access-log/writer.ts
/** Writes entries in batches, outside of requests. */
/** Entries after which a batch is written at once. */
const FULL = 256;
/** Milliseconds after which a smaller batch is written. */
const PATIENCE_MS = 100;
/** @param format makes a line, its line feed included. */
function createWriter(format, write) {
	let batch = [];
	let timer;
	function flush() {
		clearTimeout(timer);
		if (batch.length === 0) return;
		const lines = batch.map(format).join("");
		batch = [];
		write(lines);
	}
	return {
		write(entry) {
			const length = batch.push(entry);
			if (length === 1) timer = setTimeout(flush, PATIENCE_MS).unref();
			else if (length === FULL) setImmediate(flush);
		},
		flush
	};
}
// plugins/monitoring/access-log/index.ts
/** One line for each request. */
const AccessLog = service("accessLog");
const Options$10 = strictObject({
	sample: number().min(0).max(1).default(1).describe("Share of requests to log; requests answered with 400 and above are always logged."),
	query: _enum(["names", "values"]).default("names").describe("names: query parameters without their values, which may be secret. values: whole queries."),
	format: _enum([
		"auto",
		"json",
		"pretty"
	]).default("auto").describe("auto: readable lines at a terminal, JSON lines anywhere else.")
});
var access_log_default = definePlugin({
	id: "access-log",
	summary: "Writes one line for each request to standard output.",
	section: "monitoring",
	options: Options$10,
	testOptions: false,
	provides: { accessLog: AccessLog },
	setup(_use, { options, defer }) {
		const writer = createWriter((options.format === "auto" ? process.stdout.isTTY : options.format === "pretty") ? prettyLine : (entry) => jsonLine(entry, processLog.members), (lines) => standardOutput.write(lines));
		defer(() => writer.flush());
		return { accessLog: writer };
	},
	policies: [definePolicy({
		id: "access-log",
		options: Options$10,
		needs: {
			accessLog: AccessLog,
			clock: Clock
		},
		compile: ({ declaration: { probe } }, { options: { sample, query }, use }) => ({ observe(call, reply) {
			const level = levelOf(reply.status, probe !== void 0);
			if (!processLog.shows(level)) return;
			if (reply.status < 400 && sample < 1 && Math.random() >= sample) return;
			const { accessLog, clock } = use();
			accessLog.write(entryOf(call, reply, {
				time: clock.now(),
				level,
				query
			}));
		} })
	})]
});
// plugins/monitoring/audit.ts
var audit_default = definePlugin({
	id: "audit",
	summary: "Placeholder for an audit log: records nothing yet.",
	section: "monitoring",
	schemas: { AuditEvents },
	routes: { showAudit: {
		method: "GET",
		path: "/api/audit",
		summary: "Read the audit log, which is still empty.",
		returns: AuditEvents,
		document: true,
		publish: {
			rootLink: "audit",
			capability: "auditStub"
		},
		cache: {
			scope: "public",
			maxAge: "60s"
		}
	} },
	documents: { showAudit: () => ({ events: [] }) }
});
// plugins/monitoring/events/connections.ts
/** Of all places, those that only a client without an open stream may take, so that a few clients cannot take all. */
const NEWCOMERS_SHARE = .2;
/**
* Counts open streams, to limit them for each client and in total.
* @param semaphore of all nodes, where they count the streams of a client together.
*/
function createConnections(perClient, total, semaphore) {
	const byClient = /* @__PURE__ */ new Map();
	const reserved = Math.max(0, Math.min(Math.floor(total * NEWCOMERS_SHARE), total - perClient));
	let open = 0;
	function release(network) {
		const left = (byClient.get(network) ?? 0) - 1;
		open--;
		if (left > 0) byClient.set(network, left);
		else byClient.delete(network);
	}
	return {
		/** Refused streams, and places from which a stream could not go on. */
		counts: {
			refused: 0,
			resets: 0
		},
		/** Open streams of all clients. */
		open: () => open,
		/**
		* Takes a place until the signal aborts; returns false when none is free. Clients are counted by network, as they are
		* for the limit of requests. Those without an address, which exist only in memory, share the total limit alone.
		*/
		take(client, signal) {
			const network = clientNetwork(client);
			const taken = byClient.get(network) ?? 0;
			const places = taken === 0 || client === "" ? total : total - reserved;
			if (open >= places || client !== "" && taken >= perClient) return false;
			open++;
			byClient.set(network, taken + 1);
			const leave = () => release(network);
			signal.addEventListener("abort", leave, { once: true });
			if (semaphore === void 0 || client === "") return true;
			const settle = (isFree) => {
				if (isFree || signal.aborted) return isFree;
				signal.removeEventListener("abort", leave);
				leave();
				return false;
			};
			const isFree = semaphore.acquire(network, perClient, signal);
			return typeof isFree === "boolean" ? settle(isFree) : isFree.then(settle);
		}
	};
}
// plugins/monitoring/events/sources.ts
/** Sources of events that must be polled, which happens only while a client listens. */
/** Polls at once and then every `ms`; returns a function that stops it. Failures are logged. */
function every(ms, look, log) {
	const guarded = () => void look().catch((error) => {
		log.warn("a source of events failed", { reason: messageOf(error) });
	});
	const timer = setInterval(guarded, ms);
	guarded();
	return () => clearInterval(timer);
}
/**
* Publishes `health.changed`. The last state is kept while no client listens, so that the next one receives a change
* that happened in between.
*/
function healthSource(health, bus, ms, log) {
	let last;
	const look = async () => {
		const { status, at } = await health.report();
		const changed = last !== void 0 && last !== status;
		last = status;
		if (changed) bus.publish("health.changed", {
			status,
			timestamp: new Date(at).toISOString()
		});
	};
	return bus.source(() => every(ms, look, log));
}
/** Publishes `data.changed` when the store's version differs from the one that was published last. */
function dataSource(versions, clock, bus, ms, log) {
	const look = async () => {
		const version = await versions.next();
		if (version === void 0) return;
		const data = {
			version,
			timestamp: new Date(clock.now()).toISOString()
		};
		bus.publish("data.changed", data, void 0, { place: {
			of: "data",
			at: version,
			ifNew: true
		} });
	};
	return bus.source(() => every(ms, look, log));
}
// plugins/monitoring/events/index.ts
/** Events of the server for clients, as Server-Sent Events (WHATWG HTML, section 9.2). */
/** Outlives revisions, as the counted streams do. */
const OpenConnections = service("eventConnections");
const TOO_MANY = "too-many-streams";
/** Seconds that a refused client should wait. */
const RETRY_AFTER_SECONDS = 10;
const Interval = Duration.refine((duration) => toMilliseconds(duration) > 0, "an interval is longer than nothing");
const Options$9 = strictObject({
	retry: Duration.default("3s").describe("How long clients wait before they reconnect."),
	heartbeat: Interval.default("15s").describe("Time without events after which to send a heartbeat."),
	healthInterval: Interval.default("5s").describe("How often to check health while a client listens."),
	dataInterval: Interval.default("1s").describe("How often to check the version of the data while a client listens."),
	maxPerClient: int().min(1).default(20).describe("Maximum number of open streams for each client, at all nodes that share permits; an IPv6 /64 network is one client."),
	maxStreams: int().min(1).default(1e3).describe("Maximum number of open streams of a node in total. A fifth is kept for clients without one.")
});
var events_default = definePlugin({
	id: "events",
	summary: "Streams events of the server to clients as they happen.",
	section: "monitoring",
	options: Options$9,
	needs: {
		bus: EventBus,
		clock: Clock,
		health: optional(Health),
		store: optional(Store),
		semaphores: optional(Semaphores)
	},
	events: {
		"health.changed": {
			of: HealthChanged,
			scope: "instance"
		},
		"data.changed": {
			of: DataChanged,
			ofWritable: ResourceChanged
		}
	},
	errors: { [TOO_MANY]: {
		status: 503,
		message: "Too many event streams are open.",
		cause: "The client, or all clients together, have as many event streams open as the server allows.",
		remedy: "Close the streams that are not needed. Wait as many seconds as `Retry-After` says before the next attempt."
	} },
	provides: {
		connections: OpenConnections,
		versions: PublishedVersions
	},
	alerts: { StreamsNearlyFull: {
		expr: (_registry, { maxStreams }) => `events_open_streams{$job} > ${.8 * maxStreams}`,
		for: "5m",
		severity: "ticket",
		summary: "{{ $labels.instance }} has {{ $value }} event streams open, of the most that it may.",
		action: "Add nodes, or raise maxStreams of the plugin events."
	} },
	setupReads: ["tables"],
	setup({ bus, clock, health, store, semaphores }, { options, registry, log, defer }) {
		const { maxPerClient, maxStreams, healthInterval, dataInterval } = options;
		if (health !== void 0) defer(healthSource(health, bus, toMilliseconds(healthInterval), log));
		let count = 0;
		const versions = dataVersions(store ?? { changes: () => ++count }, registry.tables);
		if (store !== void 0) defer(dataSource(versions, clock, bus, toMilliseconds(dataInterval), log));
		const semaphore = semaphores?.semaphore("eventStreams");
		return {
			connections: createConnections(maxPerClient, maxStreams, semaphore),
			versions
		};
	},
	policies: [changes, definePolicy({
		id: "events",
		options: Options$9,
		reads: { "last-event-id": { description: "The last event that the client has seen." } },
		writes: { "X-Accel-Buffering": "Keeps proxies from buffering events." },
		compile: ({ kind }) => kind === "stream" ? { fields: (outcome) => ({ "X-Accel-Buffering": outcome === "ok" ? "no" : void 0 }) } : void 0,
		statement: ({ options: { maxPerClient }, guarantees }) => {
			const events = guarantees[EventBus.id] ?? guarantees[SharedEvents.id];
			const shared = guarantees[Semaphores.id];
			return shared === void 0 ? events : {
				...Object(events),
				streams: {
					perClient: maxPerClient,
					...Object(shared)
				}
			};
		},
		conformance: () => import("./monitoring/events/conformance.js")
	})],
	routes: { streamEvents: {
		method: "GET",
		path: "/api/events",
		summary: "Follow the events of the server.",
		description: "Server-Sent Events. A client that reconnects with Last-Event-ID receives the events it missed, or `reset` when they are no longer available.",
		stream: {
			events: {
				heartbeat: Heartbeat,
				reset: Reset
			},
			contributed: true
		},
		errors: [TOO_MANY],
		publish: { rootLink: "events" },
		cache: "no-store"
	} },
	metrics: ({ connections }, { options: { maxStreams } }) => ({
		open_streams: {
			help: "Event streams that clients hold open.",
			type: "gauge",
			read: connections.open
		},
		refused_streams_total: {
			help: "Event streams that were refused because too many were open.",
			type: "counter",
			detail: true,
			read: () => connections.counts.refused
		},
		resets_total: {
			help: "Streams whose client had missed events that are not available any more.",
			type: "counter",
			detail: true,
			read: () => connections.counts.resets
		},
		streams_limit: {
			help: "Event streams that may be open at this node.",
			type: "gauge",
			detail: true,
			read: () => maxStreams
		}
	}),
	handlers: ({ bus, clock, connections, semaphores }, { options, registry }) => {
		const { stream } = registry.route("events.streamEvents")?.declaration ?? {};
		const restricted = Object.entries(registry.audiences);
		const { maxPerClient, maxStreams } = options;
		const retry = toMilliseconds(options.retry);
		const idleMs = toMilliseconds(options.heartbeat);
		const now = () => ({ timestamp: new Date(clock.now()).toISOString() });
		async function* toStream(messages) {
			yield { retry };
			for await (const message of messages) {
				const { kind, id } = message;
				if (kind === "missed") {
					connections.counts.resets++;
					yield {
						event: "reset",
						id,
						data: now()
					};
				} else if (kind === "idle") yield {
					event: "heartbeat",
					id,
					data: now()
				};
				else if (Object.hasOwn(stream?.events ?? {}, message.event)) yield message;
			}
		}
		const ofAll = semaphores === void 0 ? "all clients" : "all clients of one node";
		return { streamEvents(call) {
			const { client, lastEventId, principal, signal } = call;
			const begin = (isFree) => {
				if (!isFree) {
					connections.counts.refused++;
					call.fail(TOO_MANY, {
						detail: `A client may open ${maxPerClient} event streams, and ${ofAll} together ${maxStreams}, a fifth of them kept for clients without one.`,
						retryAfter: RETRY_AFTER_SECONDS
					});
				}
				const after = lastEventId === "" ? void 0 : lastEventId;
				const without = restricted.flatMap(([name, audience]) => isInAudience(principal, audience) ? [] : [name]);
				return toStream(bus.subscribe({
					after,
					without,
					caller: principal,
					signal,
					idleMs
				}));
			};
			const isFree = connections.take(client, signal);
			return typeof isFree === "boolean" ? begin(isFree) : isFree.then(begin);
		} };
	}
});
// plugins/monitoring/history/histogram.ts
/**
* Latencies as counts in buckets, each 9 percent wider than the one before: counts of several intervals and instances add
* up, which percentiles do not. The metrics plugin has other buckets, because Prometheus needs a few fixed bounds.
*/
/** Milliseconds up to which the first bucket reaches. */
const FIRST_MS = 1 / 16;
/** Buckets in which latencies double. */
const PER_DOUBLING = 8;
/** The last one, from 64 s, takes the rest. */
const BUCKETS$1 = 161;
/** The bucket of a latency in milliseconds. */
function bucketOf(ms) {
	if (!(ms > FIRST_MS)) return 0;
	return Math.min(160, Math.ceil(Math.log2(ms / FIRST_MS) * PER_DOUBLING));
}
/** The middle of a bucket in milliseconds. */
function middleOf(bucket) {
	return FIRST_MS * 2 ** ((bucket - .5) / PER_DOUBLING);
}
/** Milliseconds within which these shares of all counts lie, to 5 percent; undefined without any. */
function percentiles(counts, shares) {
	const ascending = Object.entries(counts);
	const total = ascending.reduce((sum, [, count]) => sum + count, 0);
	if (total === 0) return void 0;
	const at = (share) => {
		let left = Math.max(1, Math.ceil(share * total));
		const [bucket = 0] = ascending.find(([, count]) => (left -= count) <= 0) ?? [];
		return Math.round(middleOf(Number(bucket)) * 1e3) / 1e3;
	};
	return shares.map(at);
}
/** How many are greater than a latency in milliseconds, which counts as the upper bound of its bucket. */
function slowerThan(counts, ms) {
	const bound = bucketOf(ms);
	return Object.entries(counts).reduce((sum, [bucket, count]) => Number(bucket) > bound ? sum + count : sum, 0);
}
/** Counts the answers of one interval. Recording happens on every request: a few additions, no allocation. */
var Meter = class {
	#counts = new Uint32Array(BUCKETS$1);
	#requests = 0;
	#failures = 0;
	/** A request was answered with `status`, `ms` milliseconds after it was taken up. */
	record(status, ms) {
		this.#requests++;
		if (status >= 500) this.#failures++;
		const bucket = bucketOf(ms);
		this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
	}
	/** Returns what was recorded since the last call. */
	take() {
		const latencies = Object.fromEntries([...this.#counts.entries()].filter(([, n]) => n > 0));
		const taken = {
			requests: this.#requests,
			failures: this.#failures,
			latencies
		};
		this.#counts.fill(0);
		this.#requests = 0;
		this.#failures = 0;
		return taken;
	}
};
// plugins/monitoring/history/rows.ts
/** Rows of the two tables, whose keys sort by time, and how they are read. */
const milliseconds = int().min(0);
/** Milliseconds in which the state was another than ok; absent where there were none. */
const trouble = {
	degradedMs: number().optional(),
	downMs: number().optional()
};
/** One interval of one instance. */
const Sample = object({
	/** {@link keyAt} of its end. */
	id: string(),
	instance: string(),
	at: milliseconds,
	status: HealthState,
	requests: int().min(0),
	failures: int().min(0),
	/** Answers by bucket of the histogram. */
	latencies: record(string(), int()),
	/** By `plugin:check`: the worst state of the interval, and the longest that the check took. */
	checks: record(string(), object({
		status: HealthState,
		ms: number().optional(),
		...trouble
	})),
	/** Milliseconds between the looks at health that it sums up. Rows of earlier versions have none of these three. */
	coveredMs: number().min(0).optional(),
	...trouble
});
const times = {
	coveredMs: number(),
	degradedMs: number(),
	downMs: number()
};
/** All samples of one hour, of all instances. */
const HourRow = object({
	/** {@link keyAt} of its start, so that two instances cannot add the same hour. */
	id: string(),
	at: milliseconds,
	samples: int(),
	requests: int(),
	failures: int(),
	status: HealthState.optional(),
	latencies: record(string(), int()),
	checks: record(string(), object({
		status: HealthState,
		samples: int(),
		ok: int(),
		slowestMs: number(),
		...times
	})),
	...times
});
/** A state other than ok, from `start` until `end`; without an end it lasts. */
const IncidentRow = object({
	/** {@link keyAt} of its start. */
	id: string(),
	instance: string(),
	subject: string(),
	from: HealthState,
	to: HealthState,
	detail: string().optional(),
	start: milliseconds,
	end: milliseconds.optional()
});
const SAMPLES = "statusSamples";
const HOURS = "statusHours";
const INCIDENTS = "statusIncidents";
/** A key that sorts by time. Without `who`, it sorts before all other keys of that time. */
function keyAt(at, ...who) {
	return [String(at).padStart(15, "0"), ...who].join(" ");
}
/** Rows read in one turn of the event loop: more of them would hold up other requests. */
const AT_ONCE = 100;
const byKey = (descending) => [{
	field: "id",
	descending
}];
/** The latest rows first. */
async function latest(table, limit, filters = []) {
	const query = {
		fields: void 0,
		filters,
		sort: byKey(true),
		limit,
		after: void 0
	};
	return (await table.list(query)).items;
}
/** Every row that passes the filters, oldest first, some at a time. */
async function* eachRow(table, filters, fields) {
	let after;
	do {
		const query = {
			fields,
			filters,
			sort: byKey(false),
			limit: AT_ONCE,
			after
		};
		const page = await table.list(query);
		yield* page.items;
		after = page.next;
		if (after !== void 0) await setImmediate$1();
	} while (after !== void 0);
}
/** Removes the oldest rows until at most `most` are left, and all that come before the key `before`. */
async function trim(table, most, before = "") {
	const rows = await Array.fromAsync(eachRow(table, [], ["id"]));
	const surplus = rows.length - most;
	for (const [index, { id }] of rows.entries()) {
		if (index >= surplus && id >= before) break;
		await table.remove(id);
		await setImmediate$1();
	}
}
// plugins/monitoring/history/sums.ts
/** Milliseconds that a sample of an earlier version covers, which did not record them. */
const UNRECORDED_MS = 6e4;
var Sums = class {
	samples = 0;
	requests = 0;
	failures = 0;
	coveredMs = 0;
	degradedMs = 0;
	downMs = 0;
	status;
	latencies = {};
	checks = {};
	addSample({ checks, ...sample }) {
		const records = Object.entries(checks).map(([name, { ms = 0, ...check }]) => {
			const times = timesOf(check, sample.coveredMs);
			return [name, {
				status: check.status,
				samples: 1,
				slowestMs: ms,
				...times,
				ok: check.status === "ok" ? 1 : 0
			}];
		});
		const times = timesOf(sample, sample.coveredMs);
		this.add({
			...sample,
			...times,
			samples: 1,
			checks: Object.fromEntries(records)
		});
	}
	add(sums) {
		this.samples += sums.samples;
		this.requests += sums.requests;
		this.failures += sums.failures;
		this.coveredMs += sums.coveredMs;
		this.degradedMs += sums.degradedMs;
		this.downMs += sums.downMs;
		if (sums.status !== void 0) this.status = worse(this.status, sums.status);
		for (const [bucket, count] of Object.entries(sums.latencies)) this.latencies[bucket] = (this.latencies[bucket] ?? 0) + count;
		for (const [name, record] of Object.entries(sums.checks)) {
			const sum = this.checks[name];
			this.checks[name] = {
				status: worse(sum?.status, record.status),
				samples: record.samples + (sum?.samples ?? 0),
				ok: record.ok + (sum?.ok ?? 0),
				slowestMs: Math.max(record.slowestMs, sum?.slowestMs ?? 0),
				coveredMs: record.coveredMs + (sum?.coveredMs ?? 0),
				degradedMs: record.degradedMs + (sum?.degradedMs ?? 0),
				downMs: record.downMs + (sum?.downMs ?? 0)
			};
		}
	}
	part(from, to) {
		const { latencies, ...sums } = this;
		const shares = percentiles(latencies, [
			.5,
			.95,
			.99
		]);
		const latencyMs = shares && {
			p50: shares[0],
			p95: shares[1],
			p99: shares[2]
		};
		return {
			from,
			to,
			...sums,
			status: this.status,
			latencyMs
		};
	}
	/** The row of the hour that begins at `at`. */
	row(at) {
		const { status, ...sums } = this;
		return {
			id: keyAt(at),
			at,
			...sums,
			...status === void 0 ? {} : { status }
		};
	}
};
/** The milliseconds of a sample, and those of trouble among them. */
function timesOf({ status, degradedMs = 0, downMs = 0 }, coveredMs) {
	if (coveredMs !== void 0) return {
		coveredMs,
		degradedMs,
		downMs
	};
	const whole = (state) => status === state ? UNRECORDED_MS : 0;
	return {
		coveredMs: UNRECORDED_MS,
		degradedMs: whole("degraded"),
		downMs: whole("down")
	};
}
// plugins/monitoring/history/hours.ts
/** Keeps the sums of each hour for longer than its samples: a season of them are some two thousand rows, however many instances there are. */
const HOUR_MS = 36e5;
/** Milliseconds after the end of an hour in which other instances may still record samples of it. */
const GRACE_MS = 3e5;
/** @param keepMs how long the sums are kept. */
function createHours(hours, samples, clock, keepMs) {
	/** The hours before are summed up as far as this process saw to it. */
	let summedTo = 0;
	return {
		/**
		* Sums up the hours that are over and have no sums yet, those of a time in which no instance ran included; returns whether
		* there were any. Rejects while the store fails.
		*/
		async sumUp() {
			const due = hourStart(clock.now() - GRACE_MS);
			if (due <= summedTo) return false;
			const before = {
				field: "id",
				operator: "lt",
				value: keyAt(due)
			};
			const from = {
				field: "id",
				operator: "gte",
				value: keyAt(summedTo)
			};
			const existing = /* @__PURE__ */ new Set();
			for await (const { at } of eachRow(hours, [from, before], ["at"])) existing.add(at);
			let current;
			let added = false;
			const write = async () => {
				if (current === void 0) return;
				await insertOnce(hours, current.sums.row(current.at));
				added = true;
			};
			for await (const sample of eachRow(samples, [from, before])) {
				const at = hourStart(sample.at);
				if (existing.has(at)) continue;
				if (current?.at !== at) {
					await write();
					current = {
						at,
						sums: new Sums()
					};
				}
				current.sums.addSample(sample);
			}
			await write();
			await trim(hours, Infinity, keyAt(Math.max(0, clock.now() - keepMs)));
			summedTo = due;
			return added;
		},
		/** All that are kept, oldest first. */
		async read() {
			const value = keyAt(Math.max(0, clock.now() - keepMs));
			const read = /* @__PURE__ */ new Map();
			for await (const row of eachRow(hours, [{
				field: "id",
				operator: "gte",
				value
			}])) {
				const sums = new Sums();
				sums.add(row);
				read.set(row.at, sums);
			}
			return read;
		}
	};
}
function hourStart(at) {
	return Math.floor(at / HOUR_MS) * HOUR_MS;
}
/** Another instance may have been first: its sums are of the same samples. */
async function insertOnce(hours, row) {
	try {
		await hours.insert([row]);
	} catch (error) {
		if (!(error instanceof UniqueViolation)) throw error;
	}
}
// plugins/monitoring/history/buckets.ts
/** Length of a bucket in milliseconds, at least that of an interval of samples. */
const BUCKET_MS = 9e5;
/** Milliseconds for which a reading counts, unless something was recorded since. */
const FRESH_MS = 1e3;
/** Milliseconds for which single samples are at hand, after which they are known by their buckets. */
const RECENT_MS = 36e5;
function createBuckets(table, hours, clock, keepMs) {
	/** By the time they begin. */
	let buckets = /* @__PURE__ */ new Map();
	let older = /* @__PURE__ */ new Map();
	/** The hour in which they were read; undefined when there are others since. */
	let olderReadIn;
	/** Both, without overlap. */
	let slices = [];
	/** Those of the latest hour, oldest first. */
	let recent = [];
	/** When the first one was taken. */
	let firstAt;
	/** The time up to which samples were read. */
	let readTo = 0;
	let freshUntil = 0;
	/** How often something was recorded. */
	let recorded = 0;
	let reading;
	/** Reads what is new, and the hour before it again: single samples are of it, and other instances may have been late. */
	async function read() {
		const now = clock.now();
		const recordedBefore = recorded;
		const oldest = bucketStart(now - keepMs);
		const from = Math.max(oldest, bucketStart(readTo - RECENT_MS));
		const current = new Map([...buckets].filter(([at]) => at >= oldest && at < from));
		const value = keyAt(Math.max(0, from));
		const latest = [];
		for await (const sample of eachRow(table, [{
			field: "id",
			operator: "gte",
			value
		}])) {
			const at = bucketStart(sample.at);
			const bucket = current.get(at) ?? new Sums();
			current.set(at, bucket);
			bucket.addSample(sample);
			if (sample.at > now - RECENT_MS) latest.push(sample);
			firstAt = Math.min(firstAt ?? sample.at, sample.at);
		}
		if (olderReadIn !== hourStart(now)) {
			olderReadIn = hourStart(now);
			older = await hours.read();
		}
		buckets = current;
		slices = slicesOf(buckets, older);
		recent = latest;
		readTo = now;
		if (recorded === recordedBefore) freshUntil = performance.now() + FRESH_MS;
	}
	async function refresh() {
		if (performance.now() >= freshUntil) await (reading ??= read().finally(() => reading = void 0));
	}
	return {
		/** Makes the next reader look into the store: something was recorded; with `hours`, sums of hours. */
		invalidate(what) {
			recorded++;
			freshUntil = 0;
			if (what === "hours") olderReadIn = void 0;
		},
		async over(partMs, count) {
			if (!(partMs > 0) || partMs % BUCKET_MS !== 0) throw new RangeError(`parts are multiples of ${BUCKET_MS} ms; received ${partMs}`);
			await refresh();
			const end = (Math.floor(clock.now() / partMs) + 1) * partMs;
			const start = end - count * partMs;
			const sums = Array.from({ length: count }, () => new Sums());
			const total = new Sums();
			for (const { at, sums: slice } of slices) {
				const sum = sums[Math.floor((at - start) / partMs)];
				if (sum === void 0) continue;
				sum.add(slice);
				total.add(slice);
			}
			return {
				parts: sums.map((sum, i) => sum.part(start + i * partMs, start + (i + 1) * partMs)),
				total: total.part(start, end)
			};
		},
		async latest(spanMs, limitMs) {
			await refresh();
			const now = clock.now();
			const start = now - spanMs;
			const [first = {
				at: now,
				lengthMs: 0
			}] = slices;
			const sampledAt = firstAt ?? now;
			const isIn = sampledAt < first.at + first.lengthMs;
			const from = Math.max(start, first.at, isIn ? sampledAt : 0);
			return sumUp(spanMs <= RECENT_MS ? recent.filter(({ at }) => at > start) : slices.flatMap(({ at, lengthMs, sums }) => at + lengthMs > start ? [sums] : []), from, limitMs);
		}
	};
}
/** @param from the time up to which it reaches back. */
function sumUp(parts, from, limitMs) {
	let [requests, failures, slow] = [
		0,
		0,
		0
	];
	for (const part of parts) {
		requests += part.requests;
		failures += part.failures;
		slow += slowerThan(part.latencies, limitMs);
	}
	return {
		from,
		requests,
		failures,
		slow
	};
}
function bucketStart(at) {
	return Math.floor(at / BUCKET_MS) * BUCKET_MS;
}
/** The buckets in their order, before which and between which are the hours of which there is more than their buckets have. */
function slicesOf(buckets, hours) {
	const sampled = /* @__PURE__ */ new Map();
	for (const [at, { samples }] of buckets) sampled.set(hourStart(at), samples + (sampled.get(hourStart(at)) ?? 0));
	const whole = new Set([...hours].flatMap(([at, { samples }]) => samples > (sampled.get(at) ?? 0) ? [at] : []));
	const fine = [...buckets].filter(([at]) => !whole.has(hourStart(at)));
	const coarse = [...hours].filter(([at]) => whole.has(at));
	return [...fine.map(([at, sums]) => ({
		at,
		lengthMs: BUCKET_MS,
		sums
	})), ...coarse.map(([at, sums]) => ({
		at,
		lengthMs: HOUR_MS,
		sums
	}))].toSorted((a, b) => a.at - b.at);
}
// plugins/monitoring/history/incidents.ts
/** Writes that may wait while the store fails; further ones are dropped. */
const MAX_WAITING = 200;
const OPEN = {
	field: "end",
	operator: "eq",
	value: null
};
function createIncidents(table, instance, most) {
	/** Subjects that are not ok, with their open incident. */
	const troubled = /* @__PURE__ */ new Map();
	const waiting = [];
	let resumed = false;
	let untrimmed = false;
	function enqueue(write) {
		if (waiting.length < MAX_WAITING) waiting.push(write);
	}
	return {
		/** Takes over the incidents that an earlier process left open. Runs once; rejects while the store fails. */
		async resume() {
			if (resumed) return;
			const here = {
				field: "instance",
				operator: "eq",
				value: instance()
			};
			const open = await latest(table, most, [OPEN, here]);
			for (const { subject, to, id } of open) if (!troubled.has(subject)) troubled.set(subject, {
				status: to,
				id
			});
			resumed = true;
		},
		/** Returns the changes since the last call, and queues them for the store. */
		note({ status: overall, checks, at }) {
			const current = new Map([["service", { status: overall }], ...checks.map((check) => [`${check.plugin}:${check.name}`, check])]);
			return [.../* @__PURE__ */ new Set([...current.keys(), ...troubled.keys()])].flatMap((subject) => {
				const incident = troubled.get(subject);
				const from = incident?.status ?? "ok";
				const { status: to, detail } = current.get(subject) ?? { status: "ok" };
				if (from === to) return [];
				if (incident !== void 0) enqueue(() => table.update(incident.id, { end: at }));
				troubled.delete(subject);
				if (to !== "ok") {
					const row = {
						instance: instance(),
						subject,
						from,
						to,
						detail,
						start: at
					};
					const id = keyAt(at, subject, row.instance);
					troubled.set(subject, {
						status: to,
						id
					});
					enqueue(async () => {
						if (await table.find(id) === void 0) await table.insert([{
							id,
							...row
						}]);
						untrimmed = true;
					});
				}
				return [{
					subject,
					from,
					to,
					at
				}];
			});
		},
		/** Writes the queued changes. Rejects while the store fails, and keeps the rest for the next call. */
		async flush() {
			for (let write = waiting[0]; write !== void 0; write = waiting[0]) {
				await write();
				waiting.shift();
			}
			if (untrimmed) await trim(table, most);
			untrimmed = false;
		},
		/** Ends the incidents of instances that are gone. `lastSign` returns the time of an instance's last sample. */
		async endAbandoned(now, silenceMs, lastSign) {
			for (const row of await latest(table, most, [OPEN])) {
				if (row.instance === instance()) continue;
				const seen = Math.max(row.start, await lastSign(row.instance) ?? 0);
				if (seen < now - silenceMs) await table.update(row.id, { end: seen });
			}
		},
		async list(atMost) {
			return (await latest(table, atMost)).map(({ instance: of, ...incident }) => ({
				...incident,
				here: of === instance()
			}));
		}
	};
}
// plugins/monitoring/history/troubles.ts
const FIELD = {
	degraded: "degradedMs",
	down: "downMs"
};
const SERVICE = "";
function createTroubles() {
	let before;
	let coveredMs = 0;
	let troubles = /* @__PURE__ */ new Map();
	return {
		/** Health was looked at. */
		note(overview) {
			const { at, status, checks } = before ?? overview;
			const ms = Math.max(0, overview.at - at);
			before = overview;
			coveredMs += ms;
			if (ms === 0) return;
			const states = checks.map((check) => [`${check.plugin}:${check.name}`, check.status]);
			for (const [subject, state] of [[SERVICE, status], ...states]) {
				if (state === "ok") continue;
				const trouble = troubles.get(subject) ?? {};
				const field = FIELD[state];
				troubles.set(subject, {
					...trouble,
					[field]: ms + (trouble[field] ?? 0)
				});
			}
		},
		/** Returns the times since the last call. */
		take() {
			const taken = {
				coveredMs,
				service: troubles.get(SERVICE) ?? {},
				checks: troubles
			};
			coveredMs = 0;
			troubles = /* @__PURE__ */ new Map();
			return taken;
		}
	};
}
// plugins/monitoring/history/recorder.ts
/** Records a sample for each interval and an incident for each change of state. */
/** Samples after which surplus ones are removed. */
const SWEEP_EVERY = 60;
/** Intervals without a sample after which an instance counts as gone. */
const SILENCE = 5;
/** Only reading what the store keeps may reject. `close` records the interval that is not over yet. */
function createRecorder(recording) {
	const { store, health, clock, bus, meter, log, instance, intervalMs, keepMs } = recording;
	const { maxSamples, maxIncidents } = recording;
	const samples = store.table(SAMPLES);
	const hours = createHours(store.table(HOURS), samples, clock, recording.keepHoursMs);
	const buckets = createBuckets(samples, hours, clock, keepMs);
	const incidents = createIncidents(store.table(INCIDENTS), instance, maxIncidents);
	let closed = false;
	const attempt = createReporter(log, () => closed);
	const slack = Math.min(SWEEP_EVERY, Math.ceil(maxSamples / 10));
	/** The worst states since the last sample, and the longest that each check took. */
	let status;
	let checks = {};
	const troubles = createTroubles();
	let lastAt;
	let untilSweep = 0;
	let writing;
	async function observe() {
		const overview = await health.report();
		if (closed) return;
		status = worse(status, overview.status);
		troubles.note(overview);
		for (const { plugin, name, durationMs, ...check } of overview.checks) {
			const before = checks[`${plugin}:${name}`];
			const ms = Math.max(durationMs ?? 0, before?.ms ?? 0);
			checks[`${plugin}:${name}`] = {
				status: worse(before?.status, check.status),
				...durationMs === void 0 && before?.ms === void 0 ? {} : { ms: rounded$1(ms) }
			};
		}
		await attempt("incidents", async () => {
			await incidents.resume();
			for (const { at, ...change } of incidents.note(overview)) bus?.publish("status.changed", {
				...change,
				timestamp: new Date(at).toISOString()
			});
			await incidents.flush();
		});
	}
	/** Records what was seen since the last sample, if health was looked at. */
	async function record() {
		const at = clock.now();
		if (status === void 0 || at === lastAt) return;
		lastAt = at;
		const id = keyAt(at, instance());
		const { service, ...times } = troubles.take();
		for (const [name, check] of Object.entries(checks)) Object.assign(check, times.checks.get(name));
		const { coveredMs } = times;
		const sample = {
			id,
			instance: instance(),
			at,
			status,
			...meter.take(),
			checks,
			coveredMs,
			...service
		};
		status = void 0;
		checks = {};
		writing = attempt("a sample", async () => {
			await samples.insert([sample]);
			buckets.invalidate();
			const timestamp = new Date(at).toISOString();
			bus?.publish("status.sampled", {
				status: sample.status,
				timestamp
			});
		});
		await writing;
	}
	async function prune() {
		const now = clock.now();
		await incidents.endAbandoned(now, SILENCE * intervalMs, async (other) => {
			return (await latest(samples, 1, [{
				field: "instance",
				operator: "eq",
				value: other
			}]))[0]?.at;
		});
		if (untilSweep-- > 0) return;
		await trim(samples, maxSamples - slack, keyAt(Math.max(0, now - keepMs)));
		untilSweep = slack - 1;
	}
	const look = oneAtATime(observe);
	const sample = oneAtATime(async () => {
		await look();
		await attempt("sums of hours", async () => {
			if (await hours.sumUp()) buckets.invalidate("hours");
		});
		await attempt("old samples", prune);
		await record();
	});
	return {
		over: buckets.over,
		latest: buckets.latest,
		incidents: incidents.list,
		look,
		sample,
		async close() {
			await writing;
			await record();
			closed = true;
		}
	};
}
/** A call during a run gets the same run. */
function oneAtATime(run) {
	let running;
	return () => running ??= run().finally(() => running = void 0);
}
/** Runs what may fail. Logs the first of failures in a row, and the recovery; nothing while the plugin closes. */
function createReporter(log, isClosed) {
	const failing = /* @__PURE__ */ new Set();
	return async (what, run) => {
		try {
			await run();
			if (failing.delete(what)) log.info("the history is recorded again", { what });
		} catch (error) {
			if (!failing.has(what) && !isClosed()) log.warn("the history cannot be recorded", {
				what,
				reason: messageOf(error)
			});
			failing.add(what);
		}
	};
}
function rounded$1(ms) {
	return Math.round(ms * 100) / 100;
}
// plugins/monitoring/history/index.ts
/** The history of the server's health, in the store, so that it survives restarts. */
const RequestMeter = service("requestMeter");
const isPositive = (duration) => toMilliseconds(duration) > 0;
const isAtMost = (most) => (duration) => toMilliseconds(duration) <= toMilliseconds(most);
const Options$8 = strictObject({
	interval: Duration.refine(isPositive, "an interval is longer than nothing").refine(isAtMost("5m"), "an interval is at most 5m").default("60s").describe("How often to take a sample."),
	healthInterval: Duration.refine(isPositive, "an interval is longer than nothing").default("5s").describe("How often to check health for changes of state."),
	keep: Duration.refine(isAtMost("31d"), "samples are kept for at most 31d").default("7d").describe("How long to keep samples."),
	keepHours: Duration.refine(isAtMost("400d"), "sums are kept for at most 400d").default("91d").describe("How long to keep the sums of each hour, which remain when its samples are removed."),
	maxSamples: int().min(10).max(2e5).default(5e4).describe("Maximum number of samples in the store, for all instances together."),
	maxIncidents: int().min(1).max(1e4).default(200).describe("Maximum number of incidents in the store.")
});
var history_default = definePlugin({
	id: "history",
	summary: "Records the server's health in the store: a week of samples, three months by the hour, and the latest incidents.",
	section: "monitoring",
	options: Options$8,
	needs: {
		store: Store,
		health: Health,
		clock: Clock,
		runtime: Runtime,
		bus: optional(EventBus)
	},
	provides: {
		history: History,
		meter: RequestMeter
	},
	tables: {
		[SAMPLES]: {
			of: Sample,
			key: "id",
			internal: true
		},
		[HOURS]: {
			of: HourRow,
			key: "id",
			internal: true
		},
		[INCIDENTS]: {
			of: IncidentRow,
			key: "id",
			internal: true
		}
	},
	events: {
		"status.changed": {
			of: StatusChanged,
			scope: "instance"
		},
		"status.sampled": {
			of: StatusSampled,
			scope: "instance"
		}
	},
	setup({ runtime, ...use }, { options, log, defer }) {
		const { maxSamples, maxIncidents } = options;
		const [intervalMs, keepMs] = [toMilliseconds(options.interval), toMilliseconds(options.keep)];
		const meter = new Meter();
		const instance = () => runtime.instance.name;
		const limits = {
			intervalMs,
			keepMs,
			keepHoursMs: toMilliseconds(options.keepHours),
			maxSamples,
			maxIncidents
		};
		const { close, ...history } = createRecorder({
			...use,
			...limits,
			meter,
			log,
			instance
		});
		const timers = [setInterval(() => void history.look(), toMilliseconds(options.healthInterval)), setInterval(() => void history.sample(), intervalMs)];
		for (const timer of timers) timer.unref();
		defer(close);
		defer(() => timers.forEach(clearInterval));
		return {
			history,
			meter
		};
	},
	policies: [definePolicy({
		id: "history",
		needs: { meter: RequestMeter },
		compile: (route, { use }) => isTraffic(route) ? { observe({ durationMs }, { status, abandoned }) {
			if (!abandoned) use().meter.record(status, durationMs);
		} } : void 0
	})]
});
// plugins/monitoring/metrics/alerts.ts
const alerts = {
	Down: {
		expr: "up{$job} == 0",
		for: "1m",
		severity: "page",
		summary: "{{ $labels.instance }} does not answer scrapes.",
		action: "Look at its process, its log and the way to it."
	},
	Restarting: {
		expr: "changes(process_start_time_seconds{$job}[15m]) > 2",
		severity: "ticket",
		summary: "{{ $labels.instance }} has started {{ $value }} times in 15 minutes.",
		action: "Read the last lines of its log before each start."
	},
	EventLoopBlocked: {
		expr: "nodejs_eventloop_lag_mean_seconds{$job} > 0.05",
		for: "2m",
		severity: "ticket",
		summary: "The event loop of {{ $labels.instance }} is {{ $value | humanizeDuration }} late on average.",
		action: "Take a profile, and add nodes if the load explains it."
	},
	ConfigNotReloaded: {
		expr: "config_last_reload_successful{$job} == 0",
		for: "5m",
		severity: "ticket",
		summary: "{{ $labels.instance }} has refused the latest change of its config and runs the one before.",
		action: "Its log says why; waymark config check FILE tries a change before it is made."
	},
	CertificateExpires: {
		expr: "tls_certificate_expiry_timestamp_seconds{$job} - time() < 2 * 86400",
		severity: "page",
		summary: "The certificate of {{ $labels.instance }} expires in {{ $value | humanizeDuration }}.",
		action: "Look at what renews it, and at the files that tls names: new ones are taken within seconds."
	},
	CertificateNotRenewed: {
		expr: "tls_certificate_last_renewal_successful{$job} == 0",
		for: "5m",
		severity: "ticket",
		summary: "{{ $labels.instance }} cannot use its renewed certificate and keeps the one before.",
		action: "Its log says why; often the key does not belong to the certificate."
	},
	RevisionsDiffer: {
		expr: "count by (job) (count by (job, revision) (registry_info{$job})) > 1",
		for: "15m",
		severity: "ticket",
		summary: "Nodes of {{ $labels.job }} serve {{ $value }} revisions.",
		action: "Bring the same version with the same config to all nodes."
	}
};
// plugins/monitoring/metrics/recorder.ts
/** Counts and times requests. Recording happens on every request: a few additions, no allocation. */
/** Upper bounds of the histogram's buckets in seconds; a last one takes the rest. */
const BUCKETS = [
	.001,
	.0025,
	.005,
	.01,
	.025,
	.05,
	.1,
	.25,
	.5,
	1,
	2.5,
	5,
	10
];
/** Number of latest answers that percentiles are computed from. */
const WINDOW = 1024;
/** Any other one is `other`: clients may send what they like. */
const METHODS = new Set(KNOWN_METHODS);
/** Codes of statuses by their place in the counts of a series: at first those that have none, by class. */
const CODES = [...Array.from({ length: 6 }, () => "other"), ...Object.keys(STATUS_CODES)];
const CLASSES = CODES.map((code, place) => place < 6 ? place : code.charCodeAt(0) - 48);
const PLACES = Uint8Array.from({ length: 600 }, (_, status) => {
	const place = CODES.indexOf(String(status));
	return place === -1 ? Math.floor(status / 100) : place;
});
/** Answers of one route to one method. */
var Series = class {
	route;
	method;
	/** By place of the status. */
	#answers = new Float64Array(CODES.length);
	durations;
	/** The latest sampled request of each bucket. */
	exemplars;
	constructor(route, method, durations) {
		this.route = route;
		this.method = method;
		this.durations = durations;
	}
	/** Counts an answer. Returns its bucket. */
	add(status, ms) {
		const place = PLACES[status] ?? 0;
		this.#answers[place] = (this.#answers[place] ?? 0) + 1;
		return this.durations.observe(ms / 1e3);
	}
	/** Answers by status, those that there were. */
	get answers() {
		return [...this.#answers].flatMap((count, place) => count === 0 ? [] : [{
			code: CODES[place] ?? "other",
			statusClass: CLASSES[place] ?? 0,
			count
		}]);
	}
};
var Recorder = class {
	/** As many series as routes and methods allow: clients cannot make more. */
	#durations = new Histogram(BUCKETS, { maxSeries: Number.POSITIVE_INFINITY });
	#series = /* @__PURE__ */ new Map();
	#latest = new Float64Array(WINDOW);
	#recorded = 0;
	/** Those of them that percentiles contain. */
	#timed = 0;
	#inFlight = 0;
	#abandoned = 0;
	#noteTrace;
	/** Call when a request arrives. */
	begin() {
		this.#inFlight++;
	}
	/** Call when a request that began is answered. */
	end() {
		this.#inFlight--;
	}
	/** Where answers of a route to a method are counted. */
	series(route, method) {
		const name = METHODS.has(method) ? method : "other";
		const key = `${route} ${name}`;
		let series = this.#series.get(key);
		if (series === void 0) {
			series = new Series(route, name, this.#durations.series({
				route,
				method: name
			}));
			this.#series.set(key, series);
		}
		return series;
	}
	/**
	* Counts an answer that was decided `ms` milliseconds after its request arrived.
	*
	* @param isTraffic whether percentiles contain it. Default: true.
	*/
	record(series, status, ms, isTraffic = true) {
		const bucket = series.add(status, ms);
		this.#recorded++;
		if (isTraffic) {
			this.#latest[this.#timed % WINDOW] = ms;
			this.#timed++;
		}
		this.#noteTrace?.(series, bucket, ms);
	}
	/** Counts a request whose client left before it was complete. */
	abandon() {
		this.#abandoned++;
	}
	/** Remembers the traces of sampled requests from now on. Returns a function that ends this. */
	addExemplars(tracer, clock) {
		const noteTrace = (series, bucket, ms) => {
			const span = tracer.active();
			if (span === void 0 || !span.isSampled) return;
			const { traceId, spanId } = span;
			series.exemplars ??= BUCKETS.map(() => void 0);
			series.exemplars[bucket] = {
				traceId,
				spanId,
				value: ms / 1e3,
				at: clock.now()
			};
		};
		this.#noteTrace = noteTrace;
		return () => {
			if (this.#noteTrace === noteTrace) this.#noteTrace = void 0;
		};
	}
	get inFlight() {
		return this.#inFlight;
	}
	get abandoned() {
		return this.#abandoned;
	}
	/** All answers so far. */
	get total() {
		return this.#recorded;
	}
	/** Of routes that have answered. */
	get allSeries() {
		return [...this.#series.values()];
	}
	/** Answers so far whose status begins with this digit. */
	answered(statusClass) {
		let answers = 0;
		for (const series of this.#series.values()) for (const one of series.answers) if (one.statusClass === statusClass) answers += one.count;
		return answers;
	}
	/** Milliseconds below which these shares of the latest answers stayed; 0 before the first answer. */
	percentiles(shares) {
		const sorted = this.#latest.slice(0, this.#timed).toSorted();
		const at = (share) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
		return shares.map(at);
	}
};
// plugins/monitoring/metrics/families.ts
/** Families of the server itself: requests, revision, config and log. */
/** Numbers of this plugin; a number alone is a sample without labels. */
function numbers(type, name, help, samples) {
	return {
		name,
		help,
		type,
		unit: unitOf(name),
		plugin: "metrics",
		samples: typeof samples === "number" ? [{
			labels: {},
			value: samples
		}] : samples
	};
}
/** The unit that a name ends with. */
function unitOf(name) {
	const word = name.replace(/_total$/, "").split("_").at(-1);
	return word === "seconds" || word === "bytes" ? word : void 0;
}
function sampleOf({ labels, counts, sum }, exemplars) {
	return {
		labels,
		counts,
		sum,
		count: counts.reduce((all, count) => all + count, 0),
		exemplars
	};
}
/** Always 1: the labels say it. */
function info(name, help, labels) {
	return numbers("gauge", name, help, [{
		labels,
		value: 1
	}]);
}
function requestFamilies(recorder) {
	const { allSeries } = recorder;
	return [
		numbers("counter", "http_requests_total", "Answered requests by route, method and status: its class, and its code.", allSeries.flatMap(({ route, method, answers }) => answers.map(({ code, statusClass, count }) => ({
			labels: {
				route,
				method,
				status: `${statusClass}xx`,
				code
			},
			value: count
		})))),
		{
			name: "http_request_duration_seconds",
			help: "Time from the arrival of a request to the decision on its answer, by route and method.",
			type: "histogram",
			unit: "seconds",
			plugin: "metrics",
			bounds: BUCKETS,
			samples: allSeries.map(({ durations, exemplars }) => sampleOf(durations, exemplars))
		},
		numbers("counter", "http_requests_abandoned_total", "Requests whose clients left before they were complete.", recorder.abandoned),
		numbers("gauge", "http_requests_in_flight", "Requests that are not answered yet.", recorder.inFlight)
	];
}
function serverFamilies({ registry, instance, ready, draining, reloads, counts, certificate }) {
	const { revision, app } = registry;
	return [
		info("waymark_build_info", "Always 1; the labels say which version of the service with which revision runs at which node.", {
			version: app.version,
			revision,
			node: instance.name
		}),
		info("registry_info", "Always 1; the label names what is served, equal on all instances with the same plugins and config.", { revision }),
		numbers("gauge", "waymark_ready", "1 while the server takes new work.", Number(ready)),
		numbers("gauge", "waymark_draining", "1 once the server has begun to stop.", Number(draining)),
		numbers("counter", "waymark_requests_cut_total", "Requests that were not finished when the drain ended.", counts.requestsCut),
		numbers("counter", "waymark_kept_lists_total", "Requests of lists that may be kept, by whether the list was.", [{
			labels: { kept: "hit" },
			value: counts.listHits
		}, {
			labels: { kept: "miss" },
			value: counts.listMisses
		}]),
		numbers("counter", "config_reloads_failed_total", "Changes of the config that were not applied.", reloads.failed),
		numbers("gauge", "config_last_reload_successful", "1 while the latest change of the config is applied, 0 after one that was not.", reloads.lastFailed ? 0 : 1),
		numbers("gauge", "config_last_reload_success_timestamp_seconds", "When the config in force was applied, as Unix time.", reloads.appliedAt / 1e3),
		numbers("counter", "log_lines_lost_total", "Lines that standard output did not take: its reader left or was slow, or its disk was full.", standardOutput.lost),
		...certificate === void 0 ? [] : certificateFamilies(certificate)
	];
}
function certificateFamilies({ expires, failed, lastFailed }) {
	return [
		numbers("gauge", "tls_certificate_expiry_timestamp_seconds", "When the certificate of the public listener expires, as Unix time.", expires / 1e3),
		numbers("gauge", "tls_certificate_last_renewal_successful", "1 while the certificate in the files is in use, 0 after a renewal that cannot be used.", lastFailed ? 0 : 1),
		numbers("counter", "tls_certificate_renewals_failed_total", "Renewed certificates that could not be used.", failed)
	];
}
// plugins/monitoring/metrics/measures.ts
/** Reads the metrics of plugins, so that one that fails does not affect the others. */
/** Returns what a metric reads; undefined, and a line in the log, where that fails or is anything but finite numbers. */
function read(metric, log) {
	try {
		const value = metric.read();
		const numbers = typeof value === "number" ? [value] : value.map((one) => one.value);
		if (numbers.every(Number.isFinite)) return value;
		throw new RangeError(`it returned ${numbers.join(", ")}`);
	} catch (error) {
		const { plugin, name } = metric;
		log.warn("a metric cannot be read", {
			plugin,
			name,
			reason: messageOf(error)
		});
		return;
	}
}
/** The families of all plugins, each behind its plugin's id. */
function pluginFamilies(metrics, log) {
	return metrics.flatMap((metric) => {
		const { plugin, help } = metric;
		const name = `${plugin.replaceAll("-", "_")}_${metric.name}`;
		const about = {
			name,
			help,
			unit: unitOf(name),
			plugin
		};
		if (metric.type === "histogram") {
			const { bounds, allSeries } = metric.of;
			const samples = allSeries.map((series) => sampleOf(series));
			return [{
				...about,
				type: metric.type,
				bounds,
				samples
			}];
		}
		const value = read(metric, log);
		if (value === void 0) return [];
		const samples = typeof value === "number" ? [{
			labels: {},
			value
		}] : value;
		return [{
			...about,
			type: metric.type,
			samples
		}];
	});
}
/** The numbers for people, by plugin and name; undefined while there are none. */
function pluginNumbers(metrics, log) {
	const groups = {};
	for (const metric of metrics) {
		if (metric.type === "histogram" || metric.detail) continue;
		const value = read(metric, log);
		if (value === void 0) continue;
		(groups[metric.plugin] ??= {})[metric.name] = typeof value === "number" ? value : value.map((one) => ({
			...one,
			labels: { ...one.labels }
		}));
	}
	return Object.keys(groups).length === 0 ? void 0 : groups;
}
// plugins/monitoring/metrics/exposition.ts
/** Prometheus text, whose versions 0.0.4 and 1.0.0 are the same for our names, or OpenMetrics 1.0. */
function expose(families, format) {
	return format === "prometheus" ? `${families.map((family) => textOf(family, format)).join("\n\n")}\n` : `${families.map((family) => textOf(family, format)).join("\n")}\n# EOF\n`;
}
function textOf(family, format) {
	const { name, help, type, unit } = family;
	const isOpen = format === "openmetrics";
	const declared = isOpen && type === "counter" ? name.replace(/_total$/, "") : name;
	const sampled = isOpen && type === "counter" ? `${declared}_total` : name;
	return [
		`# HELP ${declared} ${help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}`,
		`# TYPE ${declared} ${type}`,
		...isOpen && unit !== void 0 ? [`# UNIT ${declared} ${unit}`] : [],
		...family.type === "histogram" ? family.samples.flatMap((sample) => histogramLines(family, sample, isOpen)) : family.samples.map(({ labels, value }) => line(sampled, labels, value))
	].join("\n");
}
/** Cumulates: a bucket of the format counts everything up to its bound. */
function histogramLines({ name, bounds }, { labels, counts, sum, count, exemplars }, isOpen) {
	let cumulated = 0;
	return [
		...counts.map((inBucket, index) => {
			cumulated += inBucket;
			const text = line(`${name}_bucket`, {
				...labels,
				le: boundText(bounds[index])
			}, cumulated);
			const exemplar = isOpen ? exemplars?.[index] : void 0;
			return exemplar === void 0 ? text : `${text} ${exemplarText(exemplar)}`;
		}),
		line(`${name}_sum`, labels, sum),
		line(`${name}_count`, labels, count)
	];
}
/** OpenMetrics 1.0, "Exemplars": its labels, its value, and when it was. */
function exemplarText({ traceId, spanId, value, at }) {
	return `# {trace_id="${traceId}",span_id="${spanId}"} ${value} ${at / 1e3}`;
}
function line(name, labels, value) {
	const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
	return `${name}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${value}`;
}
function escaped(label) {
	return label.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\"", "\\\"");
}
/** Floats keep their point in OpenMetrics, and a series has one name in all formats (OpenMetrics 1.0, "Canonical Numbers"). */
function boundText(bound) {
	if (bound === void 0) return "+Inf";
	return Number.isInteger(bound) ? `${bound}.0` : String(bound);
}
// plugins/monitoring/metrics/process.ts
/** Measurements of the process, by Node and by the operating system. */
/** Milliseconds between two timers of the monitor; any time beyond it is delay. */
const RESOLUTION_MS = 20;
/** Milliseconds after which a reading begins a new measurement. */
const MEASUREMENT_MS = 1e4;
/** Bounds of the pauses of garbage collection in seconds. */
const GC_BUCKETS = [
	.001,
	.01,
	.1,
	1
];
/** Kinds of garbage collection, as Node numbers them. */
const GC_KINDS = {
	[constants$1.NODE_PERFORMANCE_GC_MINOR]: "minor",
	[constants$1.NODE_PERFORMANCE_GC_MAJOR]: "major",
	[constants$1.NODE_PERFORMANCE_GC_INCREMENTAL]: "incremental",
	[constants$1.NODE_PERFORMANCE_GC_WEAKCB]: "weakcb"
};
function monitorProcess() {
	const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
	delay.enable();
	const collections = new Histogram(GC_BUCKETS);
	for (const kind of Object.values(GC_KINDS)) collections.series({ kind });
	const observer = new PerformanceObserver((list) => {
		for (const entry of list.getEntries()) {
			const { kind } = Object(Object(entry).detail);
			collections.observe(entry.duration / 1e3, { kind: GC_KINDS[kind] ?? "other" });
		}
	});
	observer.observe({ entryTypes: ["gc"] });
	let since = performance.now();
	const lag = {
		mean: 0,
		p50: 0,
		p99: 0,
		max: 0
	};
	/** Milliseconds. */
	const delayOf = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
	return {
		read() {
			const { rss, heapUsed, external } = process.memoryUsage();
			if (delay.count > 0) Object.assign(lag, {
				mean: delayOf(delay.mean),
				p50: delayOf(delay.percentile(50)),
				p99: delayOf(delay.percentile(99)),
				max: delayOf(delay.max)
			});
			if (performance.now() - since > MEASUREMENT_MS) {
				delay.reset();
				since = performance.now();
			}
			return {
				rssBytes: rss,
				heapUsedBytes: heapUsed,
				externalBytes: external,
				lagMs: { ...lag },
				collections
			};
		},
		close() {
			delay.disable();
			observer.disconnect();
		}
	};
}
function processFamilies(reading) {
	const { rssBytes, heapUsedBytes, externalBytes, lagMs, collections } = reading;
	const gauge = (name, help, value) => numbers("gauge", name, help, value);
	const lag = (which, help) => gauge(`nodejs_eventloop_lag_${which}_seconds`, `${help} delay of timers in the latest seconds.`, lagMs[which] / 1e3);
	return [
		gauge("process_start_time_seconds", "When the process started, as Unix time.", performance.timeOrigin / 1e3),
		...cpuFamilies(),
		...openFiles(),
		gauge("process_resident_memory_bytes", "Resident memory of the process.", rssBytes),
		gauge("nodejs_heap_size_used_bytes", "JavaScript heap in use.", heapUsedBytes),
		gauge("nodejs_heap_size_limit_bytes", "JavaScript heap at which the process ends.", getHeapStatistics().heap_size_limit),
		gauge("nodejs_external_memory_bytes", "Memory of objects outside of the JavaScript heap, such as buffers.", externalBytes),
		lag("mean", "Mean"),
		lag("p50", "Median"),
		lag("p99", "99th percentile of the"),
		lag("max", "Longest"),
		{
			name: "nodejs_gc_duration_seconds",
			help: "Pauses of garbage collection, by kind.",
			type: "histogram",
			unit: "seconds",
			plugin: "metrics",
			bounds: collections.bounds,
			samples: collections.allSeries.map((series) => sampleOf(series))
		},
		info("nodejs_version_info", "Always 1; the label says which Node runs.", { version: process.version })
	];
}
function cpuFamilies() {
	const { user, system } = process.cpuUsage();
	const cpu = (name, help, used) => numbers("counter", `process_cpu_${name}`, help, used / 1e6);
	return [
		cpu("seconds_total", "Processor time of the process.", user + system),
		cpu("user_seconds_total", "Processor time in the process's own code.", user),
		cpu("system_seconds_total", "Processor time in the operating system.", system)
	];
}
/** None where the operating system does not list them. */
function openFiles() {
	try {
		return [numbers("gauge", "process_open_fds", "Open file descriptors.", readdirSync("/proc/self/fd").length - 1)];
	} catch {
		return [];
	}
}
// plugins/monitoring/metrics/measurements.ts
function createMeasurements(sources) {
	const { recorder, process, runtime, clock, log } = sources;
	return {
		since: clock.now(),
		families: () => [
			...requestFamilies(recorder),
			...serverFamilies(runtime),
			...processFamilies(process.read()),
			...pluginFamilies(runtime.metrics, log)
		],
		addExemplars: (tracer) => recorder.addExemplars(tracer, clock)
	};
}
// plugins/monitoring/metrics/policy.ts
const RecorderService = service("metricsRecorder");
/** Counts and times the requests of every route. */
const policy$8 = definePolicy({
	id: "metrics",
	needs: { recorder: RecorderService },
	compile({ ref, method: usual, declaration: { listener, probe } }, { use }) {
		if (listener !== void 0) return void 0;
		const isTraffic = probe === void 0;
		let found;
		const seriesOf = (recorder, method) => {
			if (method !== usual) return recorder.series(ref, method);
			if (found?.by !== recorder) found = {
				by: recorder,
				series: recorder.series(ref, method)
			};
			return found.series;
		};
		return {
			begin() {
				use().recorder.begin();
				return true;
			},
			observe({ method, durationMs }, { status, abandoned }, begun) {
				const { recorder } = use();
				if (begun) recorder.end();
				if (abandoned) recorder.abandon();
				else recorder.record(seriesOf(recorder, method), status, durationMs, isTraffic);
			}
		};
	}
});
// plugins/monitoring/metrics/index.ts
/** Measurements of the server: JSON for people and programs, text for scrapers. */
const ProcessService = service("processMonitor");
/** Media types of Prometheus' scrape protocols. A plain `text/plain` chooses the first. */
const PROMETHEUS_0 = "text/plain; version=0.0.4";
const PROMETHEUS_1 = "text/plain; version=1.0.0";
const OPENMETRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";
function asText(format) {
	return (_body, { measurements }) => expose(measurements.families(), format);
}
const Options$7 = strictObject({
	public: boolean().default(true).describe("Whether clients may read them. Otherwise only the admin listener has them."),
	alias: boolean().default(false).describe("Whether /metrics, where scrapers look by default, leads to the measurements."),
	job: string().min(1).default("waymark").describe("The job as which Prometheus scrapes the service, for the exported alerts and dashboard.")
});
/** Prometheus and the agents that do as it does follow redirects, with the same Accept. */
const ALIAS = {
	method: "GET",
	path: "/metrics",
	summary: "Lead scrapers to the server's measurements.",
	redirect: {
		to: "getMetrics",
		status: 308
	},
	cache: {
		scope: "public",
		maxAge: "1h"
	}
};
/** An object of no known key, as there may be none: nothing handles a redirect. */
function aliasRoutes(alias) {
	return alias ? { alias: ALIAS } : {};
}
const RENDERERS = {
	[PROMETHEUS_0]: asText("prometheus"),
	[PROMETHEUS_1]: asText("prometheus"),
	[OPENMETRICS]: asText("openmetrics")
};
/** To thousandths, as the rest is noise. */
function rounded(value) {
	return Math.round(value * 1e3) / 1e3;
}
var metrics_default = definePlugin({
	id: "metrics",
	summary: "Counts and times requests, as JSON and as text for Prometheus.",
	section: "monitoring",
	options: Options$7,
	schemas: { Metrics },
	alerts,
	exports: {
		alerts: {
			internal: true,
			derive: async (registry, { job }) => (await import("./monitoring/metrics/exports/alert-rules.js")).alertRules(registry, job)
		},
		grafana: {
			internal: true,
			derive: async (registry, { job }) => (await import("./monitoring/metrics/exports/dashboard.js")).dashboard(registry, job)
		}
	},
	needs: {
		runtime: Runtime,
		clock: Clock
	},
	provides: {
		recorder: RecorderService,
		process: ProcessService,
		measurements: Measurements
	},
	setup({ runtime, clock }, { log, defer }) {
		const process = monitorProcess();
		defer(() => process.close());
		const recorder = new Recorder();
		return {
			recorder,
			process,
			measurements: createMeasurements({
				recorder,
				process,
				runtime,
				clock,
				log
			})
		};
	},
	policies: [policy$8],
	routes: ({ public: isPublic, alias }) => ({
		...aliasRoutes(alias && isPublic),
		scrapeMetrics: {
			method: "GET",
			path: "/metrics",
			listener: "admin",
			summary: "Read the server's measurements, as text for scrapers.",
			returns: Metrics,
			produces: [
				PROMETHEUS_0,
				PROMETHEUS_1,
				OPENMETRICS,
				"application/json"
			],
			cache: "no-store"
		},
		getMetrics: {
			method: "GET",
			path: "/api/metrics",
			summary: "Read the server's measurements.",
			description: "JSON, or text for scrapers: Prometheus 0.0.4 and 1.0.0, and OpenMetrics 1.0. Counts start at zero with the process.",
			returns: Metrics,
			produces: [
				"application/json",
				PROMETHEUS_0,
				PROMETHEUS_1,
				OPENMETRICS
			],
			...isPublic ? {} : { listener: "admin" },
			publish: {
				rootLink: "metrics",
				capability: "metrics"
			},
			cache: "no-store",
			serverTiming: true,
			relations: {
				observability: "observability.showObservability",
				health: "health.getHealth"
			}
		}
	}),
	handlers: ({ recorder, process: monitor, runtime }, { log }) => {
		const read = () => {
			const { rssBytes, heapUsedBytes, lagMs } = monitor.read();
			const plugins = pluginNumbers(runtime.metrics, log);
			const [p50, p95, p99] = recorder.percentiles([
				.5,
				.95,
				.99
			]);
			return {
				revision: runtime.registry.revision,
				uptimeSeconds: rounded(process.uptime()),
				requests: {
					total: recorder.total,
					inFlight: recorder.inFlight,
					byStatusClass: {
						"2xx": recorder.answered(2),
						"3xx": recorder.answered(3),
						"4xx": recorder.answered(4),
						"5xx": recorder.answered(5)
					}
				},
				latencyMs: {
					p50: rounded(p50),
					p95: rounded(p95),
					p99: rounded(p99)
				},
				process: {
					rssBytes,
					heapUsedBytes,
					eventLoopDelayMs: rounded(lagMs.mean)
				},
				...plugins && { plugins }
			};
		};
		return {
			getMetrics: read,
			scrapeMetrics: read
		};
	},
	renderers: {
		getMetrics: RENDERERS,
		scrapeMetrics: RENDERERS
	}
});
// plugins/monitoring/observability.ts
var observability_default = definePlugin({
	id: "observability",
	summary: "Links to metrics, health and everything else that helps to observe the server.",
	section: "monitoring",
	schemas: { Observability },
	routes: { showObservability: {
		method: "GET",
		path: "/api/observability",
		summary: "Read how to observe the server.",
		returns: Observability,
		document: true,
		publish: {
			rootLink: "observability",
			capability: "observability"
		},
		cache: {
			scope: "public",
			maxAge: "60s"
		},
		relations: {
			metrics: "metrics.getMetrics",
			health: "health.getHealth",
			status: "status.getStatus",
			ready: "ready.getReady"
		}
	} },
	documents: { showObservability: (registry) => ({
		traceContext: sendsHeader(registry, "traceparent"),
		serverTiming: sendsHeader(registry, "Server-Timing")
	}) }
});
// plugins/monitoring/probes/health/reports.ts
/** Runs the health checks of all plugins, and keeps their results for a moment. */
/** Checks run one round at a time; a result is reused for `cacheMs` or until `forget`. */
function createReports(runtime, clock, log, deadlineMs, cacheMs) {
	const unfinished = /* @__PURE__ */ new WeakSet();
	/** The state of each check that was logged last, while it is not ok. */
	const logged = /* @__PURE__ */ new Map();
	let latest;
	let freshUntil = 0;
	let running;
	/** Logs a result that differs from the one before, and returns it. */
	function note(result, reason) {
		const { plugin, name, status, detail } = result;
		const key = `${plugin}:${name}`;
		if (status === (logged.get(key) ?? "ok")) return result;
		if (status === "ok") {
			logged.delete(key);
			log.info("a health check works again", {
				plugin,
				name
			});
		} else {
			logged.set(key, status);
			const why = reason === void 0 ? { detail } : { reason };
			log.warn("a health check failed", {
				plugin,
				name,
				status,
				...why
			});
		}
		return result;
	}
	async function runCheck(check, signal) {
		const { plugin, name, shared, title } = check;
		unfinished.add(check);
		const startedAt = performance.now();
		const facts = () => ({
			plugin,
			name,
			shared,
			title,
			durationMs: performance.now() - startedAt
		});
		try {
			const result = {
				status: "ok",
				...await check.run(signal),
				...facts()
			};
			return () => note(result);
		} catch (error) {
			const result = {
				status: "down",
				detail: "The check failed; the log has the reason.",
				...facts()
			};
			return () => note(result, messageOf(error));
		} finally {
			unfinished.delete(check);
		}
	}
	async function runInTime(check) {
		const { plugin, name, shared, title } = check;
		const late = {
			status: shared ? "down" : "degraded",
			detail: `The check did not finish within ${deadlineMs} ms.`,
			plugin,
			name,
			shared,
			title
		};
		if (unfinished.has(check)) return note(late);
		const deadline = new AbortController();
		const expired = new Promise((resolve) => {
			deadline.signal.addEventListener("abort", () => resolve(() => note({
				...late,
				durationMs: deadlineMs
			})));
		});
		const timer = setTimeout(() => deadline.abort(), deadlineMs);
		try {
			return (await Promise.race([runCheck(check, deadline.signal), expired]))();
		} finally {
			clearTimeout(timer);
		}
	}
	async function observe() {
		const { checks: current } = runtime;
		const checks = [...kernelResults(runtime), ...await Promise.all(current.map(runInTime))];
		const overview = {
			status: worst(checks),
			at: clock.now(),
			checks
		};
		if (current !== runtime.checks) return overview;
		latest = overview;
		freshUntil = performance.now() + cacheMs;
		return overview;
	}
	return {
		async report() {
			if (latest !== void 0 && performance.now() < freshUntil) return latest;
			if (running === void 0) {
				const observing = observe().finally(() => {
					if (running === observing) running = void 0;
				});
				running = observing;
			}
			return running;
		},
		latest: () => latest,
		forget() {
			latest = void 0;
			running = void 0;
		}
	};
}
function worst(checks) {
	const states = new Set(checks.map(({ status }) => status));
	if (states.has("down")) return "down";
	return states.has("degraded") ? "degraded" : "ok";
}
/** The state of the kernel itself, where it is not well. */
function kernelResults({ degraded, reloads, certificate }) {
	const kernel = (name, title, detail) => ({
		plugin: "kernel",
		name,
		title,
		status: "degraded",
		detail: `${detail}; the log has the reason.`
	});
	return [
		...reloads.lastFailed ? [kernel("config", {
			en: "Configuration",
			es: "Configuración"
		}, "The config was not applied when it last changed")] : [],
		...certificate?.lastFailed === true ? [kernel("certificate", {
			en: "Certificate",
			es: "Certificado"
		}, "The renewed certificate cannot be used")] : [],
		...degraded.map(({ plugin }) => ({
			plugin,
			name: "start",
			title: {
				en: "A part of the service",
				es: "Una parte del servicio"
			},
			status: "degraded",
			detail: "The plugin did not start; the log has the reason."
		}))
	];
}
// plugins/monitoring/probes/health/index.ts
const HEALTH_JSON = "application/health+json";
const Options$6 = strictObject({
	deadline: Duration.default("2s").describe("Time limit of each health check; they run in parallel."),
	cache: Duration.default("1s").describe("How long a result is reused, so that probes cannot overload the checks.")
});
/** The latest report; undefined before the first. */
const LatestHealth = service("latestHealth");
var health_default = definePlugin({
	id: "health",
	summary: "Reports the health of the server and its parts.",
	section: "monitoring",
	options: Options$6,
	needs: {
		runtime: Runtime,
		clock: Clock
	},
	provides: {
		health: Health,
		latest: LatestHealth
	},
	schemas: { Health: Health$1 },
	setup({ runtime, clock }, { options, log, defer }) {
		const [deadlineMs, cacheMs] = [toMilliseconds(options.deadline), toMilliseconds(options.cache)];
		const { forget, latest, ...health } = createReports(runtime, clock, log, deadlineMs, cacheMs);
		defer(runtime.onChange(forget));
		return {
			health,
			latest
		};
	},
	metrics: ({ latest }) => ({ check: {
		help: "Always 1; the labels say how each check was found when somebody last asked.",
		type: "gauge",
		detail: true,
		read: () => (latest()?.checks ?? []).map(({ plugin, name, status }) => ({
			labels: {
				check: `${plugin}:${name}`,
				status
			},
			value: 1
		}))
	} }),
	routes: { getHealth: {
		method: "GET",
		path: "/api/health",
		summary: "Read the server's health.",
		description: "200 while the server works, also when it is degraded; 503 when it is down.",
		returns: Health$1,
		statuses: [503],
		produces: ["application/json", HEALTH_JSON],
		publish: { rootLink: "health" },
		cache: "no-store",
		digest: "on-request",
		serverTiming: true,
		rateLimit: "exempt",
		probe: "health",
		relations: {
			ready: "ready.getReady",
			status: "status.getStatus"
		}
	} },
	handlers: ({ health }, { registry }) => ({ getHealth: async (call) => {
		const overview = await health.report();
		if (overview.status === "down") call.status(503, { retryAfter: 1 });
		return {
			status: overview.status,
			service: registry.app.name,
			timestamp: new Date(overview.at).toISOString(),
			...call.mediaType === HEALTH_JSON ? { checks: observations(overview) } : {}
		};
	} }),
	renderers: { getHealth: { [HEALTH_JSON]: renderHealthJson } }
});
const STATUS_WORDS = {
	ok: "pass",
	degraded: "warn",
	down: "fail"
};
function observations({ checks, at }) {
	const time = new Date(at).toISOString();
	return Object.fromEntries(checks.map(({ plugin, name, status, detail }) => [`${plugin}:${name}`, [{
		status: STATUS_WORDS[status],
		time,
		...detail === void 0 ? {} : { output: detail }
	}]]));
}
/** The format accepts `ok` and `down` as aliases, but not `degraded` (draft-inadarei-api-health-check-06, section 3.1). */
function renderHealthJson(body) {
	return JSON.stringify(body, (key, value) => key === "status" && value === "degraded" ? "warn" : value);
}
// plugins/monitoring/probes/ping.ts
var ping_default = definePlugin({
	id: "ping",
	summary: "Answers every request, to show that the server is reachable.",
	section: "monitoring",
	schemas: { Ping },
	routes: { getPing: {
		method: "GET",
		path: "/api/ping",
		summary: "Ping the server.",
		returns: Ping,
		document: true,
		publish: { rootLink: "ping" },
		cache: {
			scope: "public",
			maxAge: "0s"
		},
		rateLimit: "exempt",
		probe: "live"
	} },
	documents: { getPing: () => ({ pong: true }) }
});
// plugins/monitoring/probes/status.ts
var status_default = definePlugin({
	id: "status",
	summary: "Combines health and version in one answer.",
	section: "monitoring",
	needs: { health: Health },
	schemas: { Status },
	routes: { getStatus: {
		method: "GET",
		path: "/api/status",
		summary: "Read health and version together.",
		returns: Status,
		statuses: [503],
		publish: { rootLink: "status" },
		cache: "no-store",
		serverTiming: true,
		rateLimit: "exempt",
		relations: {
			health: "health.getHealth",
			version: "version.getVersion"
		}
	} },
	handlers: ({ health }, { registry: { app } }) => ({ getStatus: async (call) => {
		const { status, at } = await health.report();
		if (status === "down") call.status(503, { retryAfter: 1 });
		return {
			status,
			service: app.name,
			timestamp: new Date(at).toISOString(),
			version: app.version
		};
	} })
});
// plugins/monitoring/probes/time.ts
var time_default = definePlugin({
	id: "time",
	summary: "Reports the server's time.",
	section: "monitoring",
	needs: { clock: Clock },
	schemas: { Time },
	routes: { getTime: {
		method: "GET",
		path: "/api/time",
		summary: "Read the current time.",
		returns: Time,
		publish: { rootLink: "time" },
		cache: "no-store",
		serverTiming: true
	} },
	handlers: ({ clock }) => ({ getTime: () => {
		const epochMs = clock.now();
		return {
			iso: new Date(epochMs).toISOString(),
			epochMs,
			timezone: "UTC"
		};
	} })
});
// plugins/monitoring/request-info.ts
var request_info_default = definePlugin({
	id: "request-info",
	summary: "Shows clients how their requests arrive at the server.",
	section: "monitoring",
	schemas: { RequestInfo },
	routes: { getRequestInfo: {
		method: "GET",
		path: "/api/request-info",
		summary: "Read back the request's method and path.",
		returns: RequestInfo,
		publish: {
			rootLink: "requestInfo",
			capability: "requestInfo"
		},
		cache: "no-store",
		serverTiming: true
	} },
	handlers: () => ({ getRequestInfo: ({ method, path }) => ({
		method: method === "HEAD" ? "GET" : method,
		path
	}) })
});
// plugins/monitoring/usage.ts
var usage_default = definePlugin({
	id: "usage",
	summary: "Placeholder for billing: reports the period and its limit; does not count requests yet.",
	section: "monitoring",
	options: strictObject({ requestsLimit: int().min(0).default(1e6).describe("Requests that a period includes. Informational; not enforced.") }),
	needs: { clock: Clock },
	schemas: { Usage },
	routes: { getUsage: {
		method: "GET",
		path: "/api/usage",
		summary: "Read what the current period includes.",
		returns: Usage,
		publish: {
			rootLink: "usage",
			capability: "usageStub"
		},
		cache: {
			scope: "public",
			maxAge: "0s"
		},
		serverTiming: true,
		relations: { limits: "rate-limit.showLimits" }
	} },
	handlers: ({ clock }, { options: { requestsLimit } }) => ({ getUsage: () => ({
		period: new Date(clock.now()).toISOString().slice(0, 7),
		requestsUsed: 0,
		requestsLimit
	}) })
});
// plugins/pages/developers/shared/description.ts
/** The description of the API in `/developers/operations.json`: all that the playground shows, ready to be shown. */
/** A value that a field asks for: a parameter, or a member of a body. */
const Input = object({
	name: string(),
	/** The name, and whether it is required. */
	label: string(),
	required: boolean().optional(),
	/** Its description and limits, with inline code between backticks. */
	note: string(),
	/** Text is sent as it is; numbers and other JSON are parsed where they are members. */
	kind: _enum([
		"text",
		"number",
		"json"
	]),
	/** Whether null is a value of it: in a merge patch, null removes it. */
	nullable: boolean().optional(),
	/** The only values, as text. */
	choices: array(string()).optional(),
	/** Values to begin with. */
	examples: array(string()).optional(),
	minimum: number().optional(),
	maximum: number().optional(),
	/** Says where a number may lie; absent for other values. */
	range: string().optional()
});
const Parameter = Input.extend({
	in: _enum([
		"path",
		"query",
		"header"
	]),
	/** For `filter[name][operator]=value`: the fields with their operators, each with its meaning. */
	filters: array(object({
		name: string(),
		choices: array(string()),
		operators: array(object({
			name: string(),
			text: string()
		}))
	})).optional()
});
const Body = object({
	mediaType: string(),
	/** Empty where the body is not an object with members. */
	members: array(Input),
	sample: string()
});
const Operation = object({
	/** `plugin.routeId`: unique, and the anchor of the operation on the page. */
	ref: string(),
	method: string(),
	/** Its own method, and those that go with it. */
	methods: array(string()),
	/** With its parameters in braces. */
	path: string(),
	summary: string(),
	/** Sentences about it: its purpose, and the credential that it needs. */
	texts: array(string()),
	/** The answer does not end on its own. */
	stream: boolean(),
	parameters: array(Parameter),
	/** Forms of the body, the usual one first. */
	bodies: array(Body),
	/** Path and query of a sample call. */
	target: string(),
	/** Path of a list that everybody may read, with values of the first path parameter. */
	collection: string().optional()
});
const ApiDescription = object({
	/** Scheme and authority, for commands to copy. */
	baseUrl: url(),
	operations: array(Operation),
	/** For addresses that no operation has. */
	other: Operation,
	/** Absent where GraphQL is off. */
	graphql: object({
		/** Of the operation that takes queries. */
		ref: string(),
		/** The query to start with. */
		query: string(),
		/** Path of the editor's script. */
		editor: string()
	}).optional(),
	/** Absent where callers cannot authenticate. */
	credentials: array(Credential).optional(),
	/** Path of the page with every operation. */
	home: string(),
	/** By lower-case name, in the order in which they are shown. */
	headers: record(string(), Meaning),
	/** By status code; the classes are `2xx` and so on. */
	statuses: record(string(), Meaning),
	/** Those of the playground, by name. */
	messages: record(string(), string())
});
// plugins/pages/developers/index.ts
/** The page for developers: first calls, every operation, and a playground to try them in. */
const PLAYGROUND = new URL("pages/developers/browser/playground.ts", import.meta.url);
const GRAPHQL_EDITOR = new URL("pages/developers/browser/graphql-editor.ts", import.meta.url);
var developers_default = definePlugin({
	id: "developers",
	summary: "A page for developers, with first calls, every operation and a playground.",
	needs: {
		runtime: Runtime,
		health: optional(Health)
	},
	setup: () => prepareScripts(PLAYGROUND, GRAPHQL_EDITOR),
	routes: {
		showDevelopers: {
			method: "GET",
			path: "/developers",
			summary: "Learn and try the API.",
			page: {
				title: {
					en: "Developers",
					es: "Desarrolladores"
				},
				description: {
					en: "First calls, every operation of the API, and a playground to try them in.",
					es: "Primeras llamadas, todas las operaciones de la API y una zona de pruebas."
				},
				menu: "main",
				updated: "2026-11-21"
			},
			languages: LANGUAGES,
			publish: {
				rootLink: "developers",
				capability: "apiPlayground"
			},
			cache: {
				scope: "public",
				maxAge: "30s"
			}
		},
		home: {
			method: "GET",
			path: "/",
			summary: "Leads to the page for developers.",
			redirect: {
				to: "showDevelopers",
				status: 302
			},
			asset: true,
			cache: {
				scope: "public",
				maxAge: "5m"
			}
		},
		showOperations: {
			method: "GET",
			path: "/developers/operations.json",
			summary: "Read the operations of the API for the playground.",
			returns: ApiDescription,
			document: true,
			asset: true,
			bareBody: true,
			languages: LANGUAGES,
			cache: {
				scope: "public",
				maxAge: "5m"
			}
		},
		showStyles: styleRoute("/developers/developers.css", "Read the styles of the developers page."),
		showScript: scriptRoute("/developers/playground.js", "Read the script of the playground."),
		showGraphqlEditor: scriptRoute("/developers/graphql-editor.js", "Read the script of the playground's GraphQL editor.")
	},
	handlers({ runtime, health }, { registry }) {
		let page;
		return { async showDevelopers({ language }) {
			const { LivePage } = await import("./pages/developers/live-page.js");
			return (page ??= new LivePage(runtime, health, registry)).show(language);
		} };
	},
	documents: {
		async showOperations(registry, _options, language) {
			const { describeApi } = await import("./pages/developers/describe.js");
			return describeApi(registry, language);
		},
		showStyles: styleText$1(new URL("pages/developers/developers.css", import.meta.url)),
		showScript: () => PLAYGROUND.href,
		showGraphqlEditor: () => GRAPHQL_EDITOR.href
	},
	renderers: {
		showScript: asScript,
		showGraphqlEditor: asScript
	}
});
// plugins/pages/downloads/index.ts
/** Files to download: the operations as requests for the clients of others, and a page that lists every file. */
const FILE = {
	method: "GET",
	document: true,
	asset: true,
	languages: LANGUAGES,
	cache: {
		scope: "public",
		maxAge: "5m"
	}
};
async function collection(registry, language = "en") {
	const { postmanCollection } = await import("./pages/downloads/postman.js");
	return postmanCollection(await samples(registry, language));
}
async function requests(registry, language = "en") {
	const { httpFile } = await import("./pages/downloads/http-file.js");
	return httpFile(await samples(registry, language), language);
}
async function samples(registry, language) {
	const { sampleRequests } = await import("./pages/downloads/requests.js");
	return sampleRequests(registry, language);
}
var downloads_default = definePlugin({
	id: "downloads",
	summary: "Every operation as a request, in files for API clients and editors.",
	exports: {
		postman: {
			internal: true,
			derive: async (registry) => JSON.stringify(await collection(registry), void 0, 2)
		},
		http: {
			internal: true,
			derive: (registry) => requests(registry)
		}
	},
	routes: {
		showDownloads: {
			method: "GET",
			path: "/developers/downloads",
			summary: "See the files that describe the API.",
			page: {
				title: {
					en: "Downloads",
					es: "Descargas"
				},
				description: {
					en: "The API as files: for code generators, API clients and editors.",
					es: "La API en archivos: para generadores de código, clientes de API y editores."
				},
				menu: "none",
				updated: "2026-11-22"
			},
			languages: LANGUAGES,
			document: true,
			cache: {
				scope: "public",
				maxAge: "5m"
			}
		},
		showPostman: {
			...FILE,
			path: "/developers/postman_collection.json",
			summary: "Download every operation as a collection for Postman, Bruno and others.",
			returns: record(string(), unknown()),
			bareBody: true
		},
		showHttp: {
			...FILE,
			path: "/developers/requests.http",
			summary: "Download every operation as a file of requests for editors.",
			text: { mediaType: "text/plain" }
		}
	},
	documents: {
		async showDownloads(registry, _options, language) {
			const { downloadsPage } = await import("./pages/downloads/page.js");
			return downloadsPage(registry, language);
		},
		showPostman: (registry, _options, language) => collection(registry, language),
		showHttp: (registry, _options, language) => requests(registry, language)
	}
});
// plugins/pages/reference/index.ts
/** A page for each operation, schema and error of the API, and an index of them. */
const UPDATED = "2026-11-22";
const page = {
	languages: LANGUAGES,
	cache: {
		scope: "public",
		maxAge: "5m"
	}
};
const found = {
	...page,
	errors: ["resource-not-found"]
};
const documentPage = (id) => async (registry, _options, language) => {
	return (await import("./pages/reference/pages.js")).documentPage(id, registry, language);
};
/** Entries are asked for in languages that routes have, and in none. */
function languageOf(language) {
	return LANGUAGES.find((one) => one === language) ?? "en";
}
var reference_default = definePlugin({
	id: "reference",
	summary: "A page for each operation, schema and error of the API, and an index of them.",
	needs: { runtime: Runtime },
	routes: {
		showReference: {
			...page,
			method: "GET",
			path: "/developers/reference",
			summary: "Browse every operation of the API.",
			page: {
				title: {
					en: "API reference",
					es: "Referencia de la API"
				},
				description: {
					en: "Every operation of the API by section, each on a page of its own.",
					es: "Todas las operaciones de la API por secciones, cada una en su propia página."
				},
				menu: "main",
				updated: UPDATED
			},
			document: true
		},
		showOperation: {
			...found,
			method: "GET",
			path: "/developers/operations/{ref}",
			summary: "Read about one operation of the API.",
			page: {
				title: {
					en: "Operation",
					es: "Operación"
				},
				menu: "none",
				updated: UPDATED
			}
		},
		showSchemas: {
			...page,
			method: "GET",
			path: "/developers/schemas",
			summary: "Browse the types of the API.",
			page: {
				title: {
					en: "Schemas",
					es: "Esquemas"
				},
				description: {
					en: "Every type of the API: its fields, their constraints, and where it is used.",
					es: "Todos los tipos de la API: sus campos, sus restricciones y dónde se usan."
				},
				menu: "none",
				updated: UPDATED
			},
			document: true
		},
		showSchema: {
			...found,
			method: "GET",
			path: "/developers/schemas/{type}",
			summary: "Read about one type of the API.",
			page: {
				title: {
					en: "Schema",
					es: "Esquema"
				},
				menu: "none",
				updated: UPDATED
			}
		},
		showErrors: {
			...page,
			method: "GET",
			path: "/developers/errors",
			summary: "Browse the errors of the API.",
			page: {
				title: {
					en: "Errors",
					es: "Errores"
				},
				description: {
					en: "Every error code of the API: its meaning, its cause, and what to do.",
					es: "Todos los códigos de error de la API: su significado, su causa y qué hacer."
				},
				menu: "none",
				updated: UPDATED
			},
			document: true
		},
		showLimits: {
			...page,
			method: "GET",
			path: "/developers/limits",
			summary: "See the limits of the API.",
			page: {
				title: {
					en: "Limits",
					es: "Límites"
				},
				description: {
					en: "How many requests, how large and for how long.",
					es: "Cuántas peticiones, de qué tamaño y durante cuánto tiempo."
				},
				menu: "none",
				updated: UPDATED
			},
			document: true
		},
		showTopic: {
			...found,
			method: "GET",
			path: "/developers/{topic}",
			summary: "Read about a part of the API.",
			page: {
				title: {
					en: "Topic",
					es: "Tema"
				},
				menu: "none",
				updated: UPDATED
			}
		},
		showStyles: styleRoute("/developers/reference.css", "Read the styles of the API reference.")
	},
	documents: {
		showReference: documentPage("showReference"),
		showSchemas: documentPage("showSchemas"),
		showErrors: documentPage("showErrors"),
		showLimits: documentPage("showLimits"),
		showStyles: styleText$1(new URL("pages/reference/reference.css", import.meta.url))
	},
	handlers({ runtime }, { registry }) {
		let pages;
		const load = async () => {
			const module = await import("./pages/reference/pages.js");
			return pages ??= new module.InstancePages(registry, runtime);
		};
		const notFound = (language) => ({ detail: MESSAGES$2[language].notFound(registry.href("reference.showReference") ?? "") });
		return {
			async showOperation({ params: { ref }, language, fail }) {
				return await (await load()).ofOperation(ref, language) ?? fail("resource-not-found", notFound(language));
			},
			async showSchema({ params: { type }, language, path, fail }) {
				return (await load()).ofSchema(type, path, language) ?? fail("resource-not-found", notFound(language));
			},
			async showTopic({ params: { topic }, language, path, fail }) {
				return await (await load()).ofTopic(topic, path, language) ?? fail("resource-not-found", notFound(language));
			}
		};
	},
	pageEntries: {
		showOperation: (registry, language) => operationEntries(registry, languageOf(language)),
		showSchema: (registry, language) => schemaEntries(registry, languageOf(language)),
		showTopic: (registry, language) => topicEntries(registry, languageOf(language))
	}
});
// plugins/pages/search/model.ts
/** The entries of the index. */
const SearchEntry = object({
	kind: string().describe("The kind of thing, in words for people."),
	title: string(),
	text: string().optional(),
	method: string().optional().describe("Of an operation."),
	href: string()
});
// plugins/pages/search/index.ts
/** A search over pages, operations, schemas and errors: a page without scripts, and a dialog with them. */
const DIALOG = new URL("pages/search/browser/dialog.ts", import.meta.url);
const kept = /* @__PURE__ */ new WeakMap();
/** The index is the same for everybody, and made once for each revision and language. */
function indexOf(registry, language) {
	const byLanguage = kept.get(registry) ?? {};
	kept.set(registry, byLanguage);
	return byLanguage[language] ??= import("./pages/search/entries.js").then(({ searchEntries }) => searchEntries(registry, language));
}
var search_default = definePlugin({
	id: "search",
	summary: "Finds pages, operations, schemas and errors, on a page and by keys on every page.",
	needs: { runtime: Runtime },
	setup: () => prepareScripts(DIALOG),
	routes: {
		showSearch: {
			method: "GET",
			path: "/search",
			summary: "Search the pages of this service.",
			page: {
				title: {
					en: "Search",
					es: "Buscar"
				},
				description: {
					en: "Find pages, operations, schemas and errors of this service.",
					es: "Encuentra páginas, operaciones, esquemas y errores de este servicio."
				},
				menu: "none",
				updated: "2026-11-22"
			},
			languages: LANGUAGES,
			query: object({ q: string().max(100).default("").describe("Words to find.") }),
			cache: {
				scope: "public",
				maxAge: "5m"
			}
		},
		showIndex: {
			method: "GET",
			path: "/search/index.json",
			summary: "Read everything that the search finds.",
			returns: object({ entries: array(SearchEntry) }),
			document: true,
			asset: true,
			bareBody: true,
			languages: LANGUAGES,
			cache: {
				scope: "public",
				maxAge: "5m"
			}
		},
		showStyles: styleRoute("/search/search.css", "Read the styles of the search."),
		showScript: scriptRoute("/search/dialog.js", "Read the script of the search.")
	},
	handlers: ({ runtime }) => ({ async showSearch({ query: { q }, language }) {
		const { registry } = runtime;
		const { searchPage } = await import("./pages/search/page.js");
		return searchPage(q, await indexOf(registry, language), registry, language);
	} }),
	documents: {
		showIndex: async (registry, _options, language) => ({ entries: await indexOf(registry, language) }),
		showStyles: styleText$1(new URL("pages/search/search.css", import.meta.url)),
		showScript: () => DIALOG.href
	},
	renderers: { showScript: asScript }
});
const THEMES = {
	light: {
		surfaces: [
			"#ffffff",
			"#f4f7f5",
			"#eaf0ed"
		],
		towards: "#000000"
	},
	dark: {
		surfaces: [
			"#0e1413",
			"#161f1d",
			"#1f2a27"
		],
		towards: "#ffffff"
	}
};
/** The lowest contrast of text in a colour, `#rrggbb`, on the surfaces of a theme and on a surface made from itself. */
function contrastIn(colour, { surfaces }) {
	return Math.min(...[...surfaces, softOf(colour, surfaces[0] ?? "")].map((surface) => contrast(colour, surface)));
}
/** The nearest colour of the same hue that passes in a theme. */
function readable(colour, theme) {
	for (let part = 0; part <= 1; part += 1 / 256) {
		const candidate = mix(theme.towards, colour, part);
		if (contrastIn(candidate, theme) >= 7) return candidate;
	}
	return theme.towards;
}
/** The surface for what belongs to the accent: a touch of it on paper. */
function softOf(colour, paper) {
	return mix(colour, paper, .1);
}
/** The accent as custom properties, to follow those of tokens.css. */
function accentSheet({ light, dark }) {
	const soft = {
		light: softOf(light, "#ffffff"),
		dark: softOf(dark, "#0e1413")
	};
	return `:root {
  --accent: light-dark(${light}, ${dark});
  --accent-ink: light-dark(#ffffff, #0e1413);
  --accent-soft: light-dark(${soft.light}, ${soft.dark});
}
`;
}
function mix(over, under, part) {
	const [top, bottom] = [parse(over), parse(under)];
	return `#${top.map((value, at) => Math.round(value * part + (bottom[at] ?? 0) * (1 - part))).map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}
function contrast(a, b) {
	const [darker = 0, lighter = 0] = [luminance(parse(a)), luminance(parse(b))].toSorted((one, other) => one - other);
	return (lighter + .05) / (darker + .05);
}
function luminance(colour) {
	const [red = 0, green = 0, blue = 0] = colour.map((value) => {
		const part = value / 255;
		return part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4;
	});
	return .2126 * red + .7152 * green + .0722 * blue;
}
function parse(colour) {
	const at = (start) => Number.parseInt(colour.slice(start, start + 2), 16);
	return [
		at(1),
		at(3),
		at(5)
	];
}
// plugins/pages/site/mark.ts
/** Drawings of the frame. Their colours come from the sheet, except for files that stand alone. */
/** A signpost: one arm points on, one points back. */
const POST = "M15 4h2v3h8l3 3.5-3 3.5h-8v2h2v6h-2v6h-2v-6H7l-3-3 3-3h8v-2H9V7h6z";
const MARK = html`<svg class="mark" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true"><path d="${POST}"/></svg>`;
const LENS = html`<svg class="icon" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><path d="M9 3.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM13 13l4 4"/></svg>`;
const BARS = html`<svg class="icon" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><path d="M3 6h14M3 10h14M3 14h14"/></svg>`;
/** The icon of the service: the signpost on a tile of the accent. */
function iconFile(accent) {
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${accent}"/><path d="${POST}" fill="#fff"/></svg>`;
}
/** A logo as an SVG file, also where its own type is another. */
function iconOf({ mediaType, data }) {
	if (mediaType === "image/svg+xml") return Buffer.from(data, "base64").toString();
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><image width="32" height="32" href="data:${mediaType};base64,${data}"/></svg>`;
}
/** The image that other sites show beside a link: the mark and the name. */
function cardFile(accent, name, description) {
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630"><rect width="1200" height="630" fill="${accent}"/><g fill="#fff" font-family="system-ui, sans-serif"><path transform="translate(88 88) scale(4)" d="${POST}"/><text x="96" y="400" font-size="112" font-weight="700">${name}</text><text x="96" y="488" font-size="40">${description}</text></g></svg>`;
}
// plugins/pages/site/messages.ts
/** The messages of the layout and of error pages. */
const MESSAGES$1 = {
	skip: {
		en: "Skip to content",
		es: "Saltar al contenido"
	},
	menu: {
		en: "Menu",
		es: "Menú"
	},
	search: {
		en: "Search",
		es: "Buscar"
	},
	languages: {
		en: "Other languages",
		es: "Otros idiomas"
	},
	theme: {
		en: "Theme",
		es: "Tema"
	},
	themeAuto: {
		en: "Auto",
		es: "Auto"
	},
	themeLight: {
		en: "Light",
		es: "Claro"
	},
	themeDark: {
		en: "Dark",
		es: "Oscuro"
	},
	nearest: {
		en: "Did you mean",
		es: "¿Querías decir"
	},
	mainMenu: {
		en: "Main",
		es: "Principal"
	},
	moreMenu: {
		en: "More pages",
		es: "Más páginas"
	},
	version: {
		en: "Version",
		es: "Versión"
	},
	error: {
		en: "Error",
		es: "Error"
	},
	noPage: {
		en: "There is no page here",
		es: "Aquí no hay ninguna página"
	},
	noPageText: {
		en: "Nothing is served at this address. The page may have moved, or the link may have a typing error.",
		es: "En esta dirección no hay nada. Puede que la página se haya movido o que el enlace tenga una errata."
	},
	noCredential: {
		en: "This needs a credential",
		es: "Esto necesita una credencial"
	},
	noCredentialText: {
		en: "This address answers only to a valid credential. Programs send it in a header of the request; a browser does not send one by itself.",
		es: "Esta dirección solo responde a una credencial válida. Los programas la envían en una cabecera de la petición; un navegador no la envía por sí solo."
	},
	notAllowed: {
		en: "This is not allowed",
		es: "Esto no está permitido"
	},
	notAllowedText: {
		en: "The service understood this request, and does not allow it.",
		es: "El servicio ha entendido esta petición, pero no la permite."
	},
	failed: {
		en: "Something went wrong",
		es: "Algo ha fallado"
	},
	failedText: {
		en: "The service could not answer this request. The cause is not in your request.",
		es: "El servicio no ha podido responder a esta petición. La causa no está en ella."
	},
	tryAgain: {
		en: "Try again in a moment.",
		es: "Inténtalo de nuevo en un momento."
	},
	refused: {
		en: "This request cannot be answered",
		es: "Esta petición no se puede responder"
	},
	tryInstead: {
		en: "You may be looking for",
		es: "Quizá busques"
	},
	operations: {
		en: "How to ask",
		es: "Cómo pedirlo"
	},
	address: {
		en: "Address",
		es: "Dirección"
	},
	code: {
		en: "Code",
		es: "Código"
	},
	requestId: {
		en: "Request",
		es: "Petición"
	},
	details: {
		en: "Details",
		es: "Detalles"
	}
};
function label(name, language) {
	return textIn(MESSAGES$1[name], language);
}
// plugins/pages/site/bars.ts
/** The bars above and below the content of every page. */
function header(about) {
	const { registry, language } = about;
	const home = entriesOf("main", about).find(({ href }) => href.startsWith("/"))?.href;
	const name = html`${brandMark(about)}<span>${registry.translate(registry.app.name, language)}</span>`;
	return html`<header class="bar">
${home === void 0 ? html`<span class="brand">${name}</span>` : html`<a class="brand" href="${home}">${name}</a>`}
${search(about)}<details class="site-menu">
<summary>${BARS}<span class="hidden-text">${label("menu", language)}</span></summary>
<div class="site-menu-inside">
${menu(label("mainMenu", language), entriesOf("main", about), about)}
${languageSwitch(about)}${themeSwitch(language)}
</div>
</details>
</header>`;
}
function footer(about) {
	const { registry, language, options } = about;
	const { app } = registry;
	const text = options.footer;
	return html`<footer class="foot">
<div class="foot-columns">
<p><strong>${registry.translate(app.name, language)}</strong><br>${label("version", language)} ${app.version}</p>
${menu(label("moreMenu", language), entriesOf("footer", about), about)}
</div>
${text !== void 0 && html`<p class="foot-line">${textIn(text, language)}</p>`}
</footer>`;
}
function entriesOf(place, { registry, language, options }) {
	const pages = pagesOf(registry, language).filter(({ menu: shown }) => shown === place);
	const own = options.links.filter(({ menu: shown }) => shown === place).map(({ title, href }) => ({
		title: textIn(title, language),
		href
	}));
	return [...pages, ...own];
}
function brandMark({ registry, options }) {
	if (options.logo === void 0) return MARK;
	return html`<img class="mark" src="${registry.href("site.showIcon")}" alt="" width="32" height="32">`;
}
function menu(name, entries, { path }) {
	if (entries.length === 0) return html``;
	const items = entries.map(({ href, title }) => html`<li><a href="${href}"${href === path && html` aria-current="page"`}>${title}</a></li>`);
	return html`<nav aria-label="${name}"><ul>${items}</ul></nav>`;
}
/** A link to the page of results, which a script opens as a dialog. */
function search({ registry, language }) {
	const page = registry.href("search.showSearch");
	if (page === void 0) return html``;
	return html`<a class="search" href="${page}" data-search="${registry.href("search.showScript")}">${LENS}<span>${label("search", language)}</span><kbd aria-hidden="true">Ctrl K</kbd></a>
`;
}
/** The page in its other languages, each named in itself. */
function languageSwitch({ language, languages, address }) {
	const others = languages.filter((tag) => tag !== language);
	if (address === void 0 || others.length === 0) return html``;
	const start = `${address}${address.includes("?") ? "&" : "?"}${LANGUAGE_PARAMETER}`;
	const items = others.map((tag) => html`<li><a href="${start}=${tag}" lang="${tag}" hreflang="${tag}">${nameOf(tag)}</a></li>`);
	return html`<nav class="languages" aria-label="${label("languages", language)}"><ul>${items}</ul></nav>
`;
}
function nameOf(tag) {
	const name = new Intl.DisplayNames(tag, { type: "language" }).of(tag) ?? tag;
	return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}
/** Of use with scripts alone; the sheet hides it without. */
function themeSwitch(language) {
	return html`<label class="theme"><span class="hidden-text">${label("theme", language)}</span><select data-theme-switch autocomplete="off">
<option value="">${label("themeAuto", language)}</option>
<option value="light">${label("themeLight", language)}</option>
<option value="dark">${label("themeDark", language)}</option>
</select></label>`;
}
// plugins/pages/site/head.ts
/** The head of a page: what browsers, search engines and other sites read. */
var _templateObject;
/** The colours of the paper, for the bars around a page. */
const PAPER$1 = {
	light: "#ffffff",
	dark: "#0e1413"
};
/** @param sheets links to sheets of the page itself. */
function head(about, sheets) {
	const { registry, language, title, description, path } = about;
	const { href } = registry;
	const name = registry.translate(registry.app.name, language);
	return html(_templateObject || (_templateObject = _taggedTemplateLiteral([
		"<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>",
		"</title>\n<meta name=\"description\" content=\"",
		"\">\n<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"theme-color\" media=\"(prefers-color-scheme: light)\" content=\"",
		"\">\n<meta name=\"theme-color\" media=\"(prefers-color-scheme: dark)\" content=\"",
		"\">\n<script src=\"",
		"\"><\/script>\n<link rel=\"stylesheet\" href=\"",
		"\">\n",
		"<link rel=\"icon\" href=\"",
		"\" type=\"image/svg+xml\">\n<link rel=\"manifest\" href=\"",
		"\">\n",
		"</head>"
	])), title === name ? title : `${title} · ${name}`, description, PAPER$1.light, PAPER$1.dark, href("site.showScript"), href("site.showStyles"), sheets, href("site.showIcon"), href("site.showManifest"), path !== void 0 && addresses(path, about));
}
function addresses(path, about) {
	const { registry, language, namesLanguage, languages, title, description } = about;
	const name = registry.translate(registry.app.name, language);
	const page = `${registry.baseUrl}${path}`;
	const inLanguage = (tag) => `${page}?${LANGUAGE_PARAMETER}=${tag}`;
	const canonical = namesLanguage && language !== void 0 ? inLanguage(language) : page;
	return html`<link rel="canonical" href="${canonical}">
<link rel="alternate" type="text/markdown" href="${path}">
${languages.length > 1 && html`${languages.map((tag) => html`<link rel="alternate" hreflang="${tag}" href="${inLanguage(tag)}">\n`)}<link rel="alternate" hreflang="x-default" href="${page}">
`}<meta property="og:type" content="website">
<meta property="og:site_name" content="${name}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${canonical}">
<meta property="og:image" content="${registry.baseUrl}${registry.href("site.showCard")}">
${language !== void 0 && html`<meta property="og:locale" content="${language}">\n`}<meta name="twitter:card" content="summary_large_image">
`;
}
// plugins/pages/site/links.ts
/** Links between pages that keep the language of an address that names one. */
const isPageOf = /* @__PURE__ */ new WeakMap();
/** Adds the language to the links to pages and views of this service; all others stay. */
function keepLanguage(document, registry, language) {
	const isPage = isPageOf.get(registry) ?? pagePaths(registry);
	isPageOf.set(registry, isPage);
	return document.replace(/(<a\b[^>]*? href=")(\/[^"?#]*)(\?[^"#]*)?/g, (link, start, path, query = "") => {
		if (!isPage.test(path) || query.includes(`lang=`)) return link;
		return `${start}${path}${query === "" ? "?" : `${query}&amp;`}${LANGUAGE_PARAMETER}=${language}`;
	});
}
/** The paths of pages and views that there are in several languages. */
function pagePaths({ routes }) {
	const paths = routes.flatMap(({ path, view, declaration: { page, languages = [] } }) => {
		const { length } = page === void 0 ? view?.languages ?? [] : languages;
		if (length < 2) return [];
		return [path.replace(/[.+()[\]|^$*\\]/g, "\\$&").replace(/\{[^/]*\}/g, "[^/]+")];
	});
	return new RegExp(`^(?:${paths.join("|")})$`);
}
// plugins/pages/site/layout.ts
/** The document around the content of a page. */
/** A sheet that the content of a page names. */
const SHEET = /<link rel="stylesheet"[^>]*>\n?/g;
/** A whole HTML document. */
function layout(content, about) {
	const { registry, language = "en", namesLanguage, title } = about;
	const markup = content.toString();
	const sheets = Html.trust(markup.match(SHEET)?.join("") ?? "");
	const document = html`<!doctype html>
<html lang="${language}">
${head(about, sheets)}
<body>
<a class="skip" href="#main">${label("skip", language)}</a>
${header(about)}
<main id="main" tabindex="-1">
<h1>${title}</h1>
${Html.trust(markup.replace(SHEET, ""))}
</main>
${footer(about)}
</body>
</html>
`.toString();
	return namesLanguage ? keepLanguage(document, registry, language) : document;
}
// plugins/pages/site/nearest-path.ts
/** The path that was meant, for pages that say there is nothing at another one. */
/** Letters of a path that is compared: the work grows with them. */
const MAX_LENGTH = 100;
/** Pages that are compared. */
const MAX_PATHS = 1e3;
const known = /* @__PURE__ */ new WeakMap();
/** Of the pages and the reads of the API that everybody may open. */
function nearestPath(path, registry) {
	if (path.length > MAX_LENGTH) return void 0;
	const paths = known.get(registry) ?? pathsOf(registry);
	known.set(registry, paths);
	return nearest(path, paths);
}
function pathsOf(registry) {
	const pages = pagesOf(registry, void 0).filter(({ here }) => here);
	const entries = pageEntriesOf(registry, void 0);
	const reads = registry.routes.filter((route) => route.method === "GET" && !route.site && route.pattern.params.length === 0 && requiredScopes(route) === void 0);
	const paths = [...pages, ...entries].map(({ href }) => href);
	return [.../* @__PURE__ */ new Set([...paths, ...reads.map(({ path }) => path)])].slice(0, MAX_PATHS);
}
// plugins/pages/site/error-page.ts
/** Errors as pages, for browsers. */
/** The title of the page, and its first sentences. */
function headline({ status, message }, registry, language) {
	if (status >= 500 && status !== 501) return [label("failed", language), label("failedText", language)];
	switch (status) {
		case 401: return [label("noCredential", language), label("noCredentialText", language)];
		case 403: return [label("notAllowed", language), label("notAllowedText", language)];
		case 404: return [label("noPage", language), label("noPageText", language)];
		default: return [label("refused", language), said(message, registry, language)];
	}
}
/** A text of the registry, within others: one without a translation is marked (WCAG 3.1.2). */
function said(text, { translation }, language) {
	return translation(text, language) ?? html`<span lang="en">${text}</span>`;
}
function errorPage(failure, call, about) {
	const { registry, language } = about;
	const { status, code, message, detail, errors = [] } = failure;
	const [title, text] = headline(failure, registry, language);
	const { retryOn = [] } = RetryPolicy.partial().parse(registry.statements["retry"] ?? {});
	return layout(html`<p class="lead">${text}${retryOn.includes(status) && ` ${label("tryAgain", language)}`}</p>
${status === 404 && elsewhere(call, about)}
${detail !== void 0 && errors.length === 0 && html`<p>${said(detail, registry, language)}</p>`}
${errors.length > 0 && html`<h2>${label("details", language)}</h2>
<ul>${errors.map((error) => html`<li>${place(error)}${said(error.detail, registry, language)}</li>`)}</ul>`}
${operations(call, registry, language) ?? mainPages(registry, language)}
<dl class="facts">
<div><dt>${label("error", language)}</dt><dd>${status}</dd></div>
<div><dt>${label("code", language)}</dt><dd>${codeLink(code, registry)}</dd></div>
${call.path !== "" && html`<div><dt>${label("address", language)}</dt><dd><code>${call.path}</code></dd></div>`}
${call.requestId !== void 0 && html`<div><dt>${label("requestId", language)}</dt><dd><code>${call.requestId}</code></dd></div>`}
</dl>`, {
		...about,
		title,
		description: registry.translate(message, language),
		path: void 0,
		address: void 0,
		languages: [],
		namesLanguage: new URLSearchParams(call.search).get(LANGUAGE_PARAMETER) === language
	});
}
function place({ parameter, header, pointer }) {
	const name = parameter ?? header ?? pointer;
	return name === void 0 || name === "" ? void 0 : html`<code>${name}</code>: `;
}
/** The pages of the operations that this address has, for those who asked for one in a wrong way. */
function operations({ route }, registry, language) {
	const links = registry.routes.flatMap(({ ref, path, site, declaration: { summary } }) => {
		const href = path === route.path && !site && registry.href("reference.showOperation", { ref });
		return href ? [html`<li><a href="${href}">${said(summary, registry, language)}</a></li>`] : [];
	});
	if (links.length === 0) return void 0;
	return html`<h2>${label("operations", language)}</h2>
<ul>${links}</ul>`;
}
function mainPages(registry, language) {
	const pages = pagesOf(registry, language).filter(({ menu }) => menu === "main");
	if (pages.length === 0) return void 0;
	return html`<h2>${label("tryInstead", language)}</h2>
<ul>${pages.map(({ href, title }) => html`<li><a href="${href}">${title}</a></li>`)}</ul>`;
}
function codeLink(code, registry) {
	const page = registry.href("reference.showErrors");
	const name = html`<code>${code}</code>`;
	return page === void 0 ? name : html`<a href="${page}#${code}">${name}</a>`;
}
/** The address that may have been meant, and a search for the words of this one. */
function elsewhere({ path }, { registry, language }) {
	const near = nearestPath(path, registry);
	const search = registry.href("search.showSearch");
	const words = (/[^/]*$/.exec(path)?.[0] ?? "").slice(0, 60).replace(/[^\p{L}\p{N}]+/gu, " ");
	return html`${near !== void 0 && html`<p class="notice">${label("nearest", language)} <a href="${near}"><code>${near}</code></a>?</p>`}
${search !== void 0 && html`<form action="${search}" role="search" class="find">
<label for="find">${label("search", language)}</label>
<div><input type="search" name="q" id="find" value="${words.trim()}" maxlength="100"><input type="hidden" name="${"lang"}" value="${language}"><button>${label("search", language)}</button></div>
</form>`}`;
}
// plugins/pages/site/forms.ts
/** Pages as HTML and as Markdown. Content in one of the two is converted to the other. */
const htmlForm = {
	mediaType: "text/html",
	async render(content, about, options) {
		const { route, path: address } = about;
		const path = route.kind === "page" ? address : void 0;
		const { languages = [] } = path === void 0 ? route.view ?? {} : route.declaration;
		return layout(await asHtml(content, about), {
			...about,
			path,
			address,
			languages,
			options
		});
	}
};
const markdownForm = {
	mediaType: "text/markdown",
	async render(content, about) {
		const { registry, language, title, description, path } = about;
		const head = `# ${title}\n\n> ${description}\n\n`;
		const body = await asMarkdown(content, about);
		const name = registry.translate(registry.app.name, language);
		return `${head}${body.trim()}\n\n[${name}](${registry.baseUrl}${path})\n`;
	}
};
async function asHtml(content, { registry, language }) {
	if (content instanceof Html) return content;
	if (content.html !== void 0) return content.html;
	const { renderMarkdown } = await import("./pages/site/markdown.js");
	return html`<div class="prose">
${renderMarkdown(resolveLinks(content.markdown, registry), language)}</div>`;
}
async function asMarkdown(content, about) {
	if (!(content instanceof Html) && content.markdown !== void 0) return resolveLinks(content.markdown, about.registry);
	const { toMarkdown } = await import("./pages/site/to-markdown.js");
	return toMarkdown(await asHtml(content, about));
}
// plugins/pages/shared/text-options.ts
/** Texts in the options of pages. */
const LanguageTag = string().regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/, "write a language tag, such as en or pt-BR");
const Text = string().trim().min(1);
/** One text, or one for each language. */
const LocalizedText = union([Text, record(LanguageTag, Text)]);
// plugins/pages/site/options.ts
/** The operator's branding. */
const Colour = string().regex(/^#[0-9a-fA-F]{6}$/, "write a colour as #rrggbb").toLowerCase();
const Accent = union([Colour, strictObject({
	light: Colour,
	dark: Colour
})]);
/** Bytes of a logo at most: it is part of every page's first visit. */
const MAX_LOGO = 32768;
const LOGO_TYPES = {
	svg: "image/svg+xml",
	png: "image/png"
};
const Link = strictObject({
	title: LocalizedText,
	href: string().regex(/^(?:https?:\/\/|mailto:|\/(?!\/))/, "write a URL, or a path that begins with /"),
	menu: _enum(["main", "footer"]).default("footer")
});
const SiteOptions = strictObject({
	logo: Text.optional().describe("SVG or PNG file of at most 32 KiB, shown before the name on every page and as the icon. Read at the start and at each reload. Default: a signpost."),
	accent: Accent.optional().describe("Colour of links and buttons, #rrggbb, with a contrast of at least 7:1 on light surfaces; { light: …, dark: … } for a colour of the dark theme too. Default of that: the nearest that is read well."),
	links: array(Link).default([]).describe("More links of the menus: { title, href, menu: main or footer }. Titles are one text, or { en: …, es: … }."),
	footer: LocalizedText.optional().describe("A line at the foot of every page; one text, or { en: …, es: … }.")
}).superRefine(({ accent }, context) => {
	if (accent === void 0) return;
	const colours = typeof accent === "string" ? { light: accent } : accent;
	for (const theme of ["light", "dark"]) {
		const colour = colours[theme];
		if (colour === void 0) continue;
		const contrast = contrastIn(colour, THEMES[theme]);
		if (contrast >= 7) continue;
		context.addIssue({
			code: "custom",
			path: typeof accent === "string" ? ["accent"] : ["accent", theme],
			message: `${colour} has a contrast of ${contrast.toFixed(1)}:1 in the ${theme} theme, and text needs 7:1; the nearest colour that has it is ${readable(colour, THEMES[theme])}`
		});
	}
}).transform(({ logo: file, accent, ...rest }, context) => {
	const logo = file === void 0 ? void 0 : readLogo(file, context);
	return {
		...rest,
		logo,
		accent: typeof accent === "string" ? {
			light: accent,
			dark: readable(accent, THEMES.dark)
		} : accent
	};
});
function readLogo(file, context) {
	const refuse = (message) => void context.addIssue({
		code: "custom",
		path: ["logo"],
		message: `${file}: ${message}`
	});
	const mediaType = LOGO_TYPES[/\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? ""];
	if (mediaType === void 0) return refuse("name an SVG or PNG file, which ends with .svg or .png");
	try {
		const bytes = readFileSync(file);
		if (bytes.length > MAX_LOGO) return refuse(`the file has ${bytes.length} bytes; a logo has at most ${MAX_LOGO}`);
		const isPng = bytes.subarray(1, 4).toString("latin1") === "PNG";
		if (mediaType === "image/png" ? !isPng : !bytes.includes("<svg")) return refuse("the content is not of the type that the name says");
		return {
			mediaType,
			data: bytes.toString("base64")
		};
	} catch (error) {
		return refuse(`the file cannot be read: ${messageOf(error)}`);
	}
}
// plugins/pages/site/es.ts
/** Texts of the kernel and of the plugins of the preset, in Spanish. One module, as each costs part of a start. */
const ES = {
	"Read how many requests a client may make.": "Consulta cuántas peticiones puede hacer un cliente.",
	"Read how requests are counted, and which headers report it.": "Consulta cómo se cuentan las peticiones y qué cabeceras lo indican.",
	"Read how large requests may be.": "Consulta qué tamaño pueden tener las peticiones.",
	"Read which preferences are honoured, and on which routes.": "Consulta qué preferencias se respetan y en qué rutas.",
	"List the relations that links have.": "Lista las relaciones que tienen los enlaces.",
	"Read which content codings are on offer.": "Consulta qué codificaciones de contenido se ofrecen.",
	"Read which answers caches may keep, and for how long.": "Consulta qué respuestas pueden guardar las cachés y durante cuánto tiempo.",
	"Read which routes answer conditional requests.": "Consulta qué rutas responden a peticiones condicionales.",
	"Read the deprecation policy, and which routes are deprecated.": "Consulta la política de obsolescencia y qué rutas están obsoletas.",
	"Read which answers report how long they took.": "Consulta qué respuestas indican cuánto han tardado.",
	"Read which requests pages of other origins may send.": "Consulta qué peticiones pueden enviar las páginas de otros orígenes.",
	"Read the security policy: headers, CORS, authentication and contact.": "Consulta la política de seguridad: cabeceras, CORS, autenticación y contacto.",
	"Read the styles of all pages.": "Lee los estilos de todas las páginas.",
	"Read the script of all pages.": "Lee el script de todas las páginas.",
	"Leads to the icon of the service.": "Lleva al icono del servicio.",
	"See the image that other sites show beside a link to this one.": "Muestra la imagen que otros sitios enseñan junto a un enlace a este.",
	"Read the name, icon and colours of the site.": "Lee el nombre, el icono y los colores del sitio.",
	"Read the styles of answers as pages.": "Lee los estilos de las respuestas como páginas.",
	"Search the pages of this service.": "Busca en las páginas de este servicio.",
	"Read everything that the search finds.": "Lee todo lo que encuentra el buscador.",
	"Read the styles of the search.": "Lee los estilos del buscador.",
	"Read the script of the search.": "Lee el script del buscador.",
	"Shows the answers of the API as pages to browsers, with their links, schema and headers.": "Muestra a los navegadores las respuestas de la API como páginas, con sus enlaces, su esquema y sus cabeceras.",
	"Finds pages, operations, schemas and errors, on a page and by keys on every page.": "Encuentra páginas, operaciones, esquemas y errores, en una página y con el teclado en todas.",
	"See the icon of the service.": "Mira el icono del servicio.",
	"Read how fresh data is, and how to have it fresher.": "Consulta hasta qué punto están al día los datos y cómo obtenerlos más recientes.",
	"Read how lists are paged.": "Consulta cómo se paginan las listas.",
	"Read how lists are filtered, sorted and trimmed.": "Consulta cómo se filtran, ordenan y recortan las listas.",
	"List brains.": "Lista los brains.",
	"List offices with their hitos (milestones).": "Lista las oficinas con sus hitos.",
	"Read one office.": "Lee una oficina.",
	"List locales.": "Lista los idiomas.",
	"List the integrations of an office.": "Lista las integraciones de una oficina.",
	"An office without integrations has an empty list; an unknown one is 404.": "Una oficina sin integraciones tiene una lista vacía; una desconocida responde 404.",
	"Run several operations in one request; not implemented yet.": "Ejecuta varias operaciones en una sola petición; aún sin implementar.",
	"Ping the server.": "Comprueba que el servidor responde.",
	"Read the server's health.": "Consulta la salud del servidor.",
	"200 while the server works, also when it is degraded; 503 when it is down.": "200 mientras el servidor funciona, aunque sea con limitaciones; 503 cuando está caído.",
	"Read whether the server takes requests.": "Consulta si el servidor acepta peticiones.",
	"503 while the server starts, while it drains, and while its health is down; health does not change when it starts or drains.": "503 mientras el servidor arranca, mientras se vacía antes de parar y mientras su salud indica que está caído; arrancar y vaciarse no cambian la salud.",
	"Read the server's name and version.": "Consulta el nombre y la versión del servidor.",
	"Read health and version together.": "Consulta la salud y la versión a la vez.",
	"Read the current time.": "Consulta la hora actual.",
	"Read back the request's method and path.": "Recibe de vuelta el método y la ruta de tu petición.",
	"Read the server's measurements.": "Consulta las mediciones del servidor.",
	"JSON, or text for scrapers: Prometheus 0.0.4 and 1.0.0, and OpenMetrics 1.0. Counts start at zero with the process.": "JSON, o texto para recolectores: Prometheus 0.0.4 y 1.0.0, y OpenMetrics 1.0. Los contadores empiezan en cero con cada proceso.",
	"Read how to observe the server.": "Consulta cómo observar el servidor.",
	"Read the audit log, which is still empty.": "Consulta el registro de auditoría, que aún está vacío.",
	"Read what the current period includes.": "Consulta lo que incluye el periodo actual.",
	"Follow the events of the server.": "Sigue los eventos del servidor.",
	"Server-Sent Events. A client that reconnects with Last-Event-ID receives the events it missed, or `reset` when they are no longer available.": "Eventos enviados por el servidor (Server-Sent Events). Un cliente que se reconecta con Last-Event-ID recibe los eventos que se ha perdido, o `reset` si ya no están disponibles.",
	"Always answers 429.": "Responde siempre 429.",
	"Read the entry to the API.": "Lee la entrada de la API.",
	"List the versions of the API.": "Lista las versiones de la API.",
	"List the payload types, or read them all as one TypeScript module.": "Lista los tipos de datos, o léelos todos como un módulo de TypeScript.",
	"Read a payload type, as JSON Schema or TypeScript.": "Lee un tipo de datos, como JSON Schema o TypeScript.",
	"Read the OpenAPI description, as JSON or YAML.": "Lee la descripción OpenAPI, en JSON o YAML.",
	"Moved to {path}.": "Se ha trasladado a {path}.",
	"Read the feature flags.": "Consulta qué funciones están activas.",
	"List the kinds of errors.": "Lista los tipos de error.",
	"Read the form of errors and their codes.": "Consulta la forma de los errores y sus códigos.",
	"List the releases.": "Lista las versiones publicadas.",
	"Read which specifications the API follows.": "Consulta qué especificaciones sigue la API.",
	"Read the contact for security reports (RFC 9116).": "Consulta el contacto para avisos de seguridad (RFC 9116).",
	"Read the URLs of the API and its documents.": "Lee las URL de la API y de sus documentos.",
	"Read the catalog of the API as a linkset.": "Lee el catálogo de la API como conjunto de enlaces (linkset).",
	"Run a GraphQL query.": "Ejecuta una consulta GraphQL.",
	"A query that cannot run is answered with 400 or 422, or with 200 and `errors` for clients that accept application/json only. A field that fails is null, with an entry in `errors` and status 200.": "Una consulta que no se puede ejecutar se responde con 400 o 422, o con 200 y `errors` a los clientes que solo aceptan application/json. Un campo que falla es null, con una entrada en `errors` y el código 200.",
	"Run a GraphQL query that comes as a JSON body.": "Ejecuta una consulta GraphQL enviada en un cuerpo JSON.",
	"Read how requests can authenticate.": "Consulta cómo pueden autenticarse las peticiones.",
	"Read when and how clients should retry.": "Consulta cuándo y cómo conviene reintentar.",
	"Read the media types of requests and answers.": "Consulta los tipos de contenido de peticiones y respuestas.",
	"Read which well-known paths are served.": "Consulta qué rutas bien conocidas (well-known) se sirven.",
	"Read how write requests can be repeated safely.": "Consulta cómo repetir sin riesgo las peticiones de escritura.",
	"Read the service level objectives.": "Consulta los objetivos de nivel de servicio.",
	"Read whether webhooks exist, and what is planned.": "Consulta si hay webhooks y qué está previsto.",
	"Read what clients can negotiate, and the defaults.": "Consulta qué pueden negociar los clientes y los valores por defecto.",
	"Read whether bulk requests exist, and what is planned.": "Consulta si hay peticiones en bloque y qué está previsto.",
	"Read where the documentation is.": "Consulta dónde está la documentación.",
	"Read how clients should handle failures.": "Consulta cómo conviene tratar los fallos.",
	"Learn and try the API.": "Aprende a usar la API y pruébala.",
	"Leads to the page for developers.": "Lleva a la página para desarrolladores.",
	"Download every operation as a collection for Postman, Bruno and others.": "Descarga todas las operaciones como colección para Postman, Bruno y otros.",
	"Download every operation as a file of requests for editors.": "Descarga todas las operaciones como archivo de peticiones para editores.",
	"Download the GraphQL schema.": "Descarga el esquema GraphQL.",
	"Download the OpenAPI description as JSON.": "Descarga la descripción OpenAPI en JSON.",
	"Download the OpenAPI description as YAML.": "Descarga la descripción OpenAPI en YAML.",
	"Read the operations of the API for the playground.": "Lee las operaciones de la API para la zona de pruebas.",
	"See the files that describe the API.": "Consulta los archivos que describen la API.",
	"Read the styles of the developers page.": "Lee los estilos de la página para desarrolladores.",
	"Read the script of the playground.": "Lee el script de la zona de pruebas.",
	"Read the script of the playground's GraphQL editor.": "Lee el script del editor de GraphQL de la zona de pruebas.",
	"Browse every operation of the API.": "Explora todas las operaciones de la API.",
	"Read the styles of the API reference.": "Lee los estilos de la referencia de la API.",
	"Read about one operation of the API.": "Lee sobre una operación de la API.",
	"Browse the types of the API.": "Explora los tipos de la API.",
	"Read about one type of the API.": "Lee sobre un tipo de la API.",
	"Browse the errors of the API.": "Explora los errores de la API.",
	"See the limits of the API.": "Consulta los límites de la API.",
	"Read about a part of the API.": "Lee sobre una parte de la API.",
	"See the status of the service and its history.": "Consulta el estado del servicio y su historial.",
	"Read the status of the service in Statuspage's format.": "Lee el estado del servicio en el formato de Statuspage.",
	"The format is that of `summary.json` in version 2 of the Statuspage API.": "El formato es el de `summary.json` en la versión 2 de la API de Statuspage.",
	"Read the status of the service as a badge for READMEs.": "Lee el estado del servicio como insignia para un README.",
	"Read the styles of the status page.": "Lee los estilos de la página de estado.",
	"Read the script that keeps the status page live.": "Lee el script que mantiene al día la página de estado.",
	"See all incidents by month.": "Consulta todas las incidencias por meses.",
	"See one incident: what was affected, since when, and how it went on.": "Consulta una incidencia: a qué afectó, desde cuándo y cómo evolucionó.",
	"Read the status with its components, incidents and maintenance.": "Lee el estado con sus componentes, incidencias y mantenimientos.",
	"Read the status in one word.": "Lee el estado en una palabra.",
	"Read the status of each part of the service.": "Lee el estado de cada parte del servicio.",
	"Read the latest 50 incidents.": "Lee las últimas 50 incidencias.",
	"Read the incidents that are not resolved.": "Lee las incidencias sin resolver.",
	"Read the latest 50 planned maintenances, those that are over included.": "Lee los últimos 50 mantenimientos previstos, también los terminados.",
	"Read the planned maintenance that has not begun.": "Lee los mantenimientos previstos que no han empezado.",
	"Read the maintenance that is under way.": "Lee los mantenimientos en curso.",
	"Follow incidents, notices and planned maintenance.": "Sigue las incidencias, los avisos y los mantenimientos previstos.",
	"See the status in a frame of another page.": "Mira el estado en un marco de otra página.",
	"Read the availability of a span as a badge for READMEs.": "Lee la disponibilidad de un periodo como insignia para un README.",
	"Read the response time of a span as a badge for READMEs.": "Lee el tiempo de respuesta de un periodo como insignia para un README.",
	"Read the documentation of the API.": "Lee la documentación de la API.",
	"Read where to get help.": "Consulta dónde pedir ayuda.",
	"Read answers to common questions.": "Lee respuestas a preguntas frecuentes.",
	"Read the roadmap.": "Consulta la hoja de ruta.",
	"Read how to report a vulnerability.": "Consulta cómo avisar de una vulnerabilidad.",
	"Read the terms of use.": "Lee las condiciones de uso.",
	"Read the privacy notice.": "Lee el aviso de privacidad.",
	"Read the legal notice.": "Lee el aviso legal.",
	"See every page.": "Mira todas las páginas.",
	"List the pages for crawlers.": "Lista las páginas para los rastreadores.",
	"Read which paths crawlers may visit.": "Consulta qué rutas pueden visitar los rastreadores.",
	"Read the index for language models.": "Lee el índice para modelos de lenguaje.",
	"Read the server's measurements, as text for scrapers.": "Consulta las mediciones del servidor, como texto para recolectores.",
	"The request has a part that does not fit: a query parameter, path or header.": "Alguna parte de la petición no es válida: un parámetro de la consulta, la ruta o una cabecera.",
	"The request is not well-formed HTTP.": "La petición no es HTTP bien formado.",
	"Nothing is served at this path.": "En esta ruta no hay nada.",
	"There is no resource with this identifier.": "No hay ningún recurso con este identificador.",
	"This resource does not support the method.": "Este recurso no admite el método.",
	"The Accept header excludes every media type on offer.": "La cabecera Accept excluye todos los tipos de contenido que se ofrecen.",
	"The request was not received in time.": "La petición no se ha recibido a tiempo.",
	"A condition in the request headers does not hold.": "No se cumple una condición de las cabeceras de la petición.",
	"The request body is larger than this service accepts.": "El cuerpo de la petición es mayor de lo que admite este servicio.",
	"The request target is longer than this service accepts.": "La dirección de la petición es más larga de lo que admite este servicio.",
	"The request body has a media type or coding that is not supported.": "El cuerpo de la petición tiene un tipo de contenido o una codificación que no se admiten.",
	"The Expect header asks for something this service cannot do.": "La cabecera Expect pide algo que este servicio no puede hacer.",
	"The request body is well-formed but does not fit its schema.": "El cuerpo de la petición está bien formado, pero no se ajusta a su esquema.",
	"The request header fields are larger than this service accepts.": "Las cabeceras de la petición ocupan más de lo que admite este servicio.",
	"The service failed to answer; the failure was logged under the request id.": "El servicio no ha podido responder; el fallo ha quedado registrado con el identificador de la petición.",
	"This service does not implement the method.": "Este servicio no implementa el método.",
	"The service cannot answer at the moment.": "El servicio no puede responder en este momento.",
	"The client has made more requests than its limit allows.": "El cliente ha hecho más peticiones de las que permite su límite.",
	"Bulk operations are planned but not implemented yet.": "Las operaciones en bloque están previstas, pero aún no se han implementado.",
	"Too many event streams are open.": "Hay demasiados flujos de eventos abiertos.",
	"This resource always answers as if a limit were exceeded.": "Este recurso responde siempre como si se hubiera superado un límite.",
	"The value for clients that state no preference.": "El valor para los clientes que no indican ninguna preferencia.",
	"The coding for clients that state no preference.": "La codificación para los clientes que no indican ninguna preferencia.",
	"Whether it is used when no other language fits; true for exactly one.": "Si se usa cuando no encaja ningún otro idioma; es cierto para uno solo.",
	"A query parameter, a header or the path has a value that the operation cannot read or does not accept.": "Un parámetro de la consulta, una cabecera o la ruta tiene un valor que la operación no puede leer o no admite.",
	"Correct each place that `errors` names, then send the request again.": "Corrige cada lugar que indica `errors` y vuelve a enviar la petición.",
	"The bytes received are not one HTTP message: the request line is wrong, `Host` is missing, or the length of the body is unclear.": "Los bytes recibidos no forman un mensaje HTTP: la línea de petición está mal, falta `Host` o no queda clara la longitud del cuerpo.",
	"Send the request with a well-tested HTTP client, and look for a proxy that changes it on the way.": "Envía la petición con un cliente HTTP de confianza y comprueba si algún intermediario la cambia por el camino.",
	"The path is mistyped, or belongs to a feature that is off.": "La ruta está mal escrita o pertenece a una función desactivada.",
	"Take the path from a link in another answer instead of composing it.": "Toma la ruta de un enlace de otra respuesta en vez de componerla.",
	"The path is right, but nothing has the identifier in it: it never existed, was removed, or is not for this caller.": "La ruta es correcta, pero nada tiene ese identificador: nunca ha existido, se ha eliminado o no es para este cliente.",
	"List the collection to see which identifiers there are.": "Lista la colección para ver qué identificadores hay.",
	"The path exists, and none of its operations has this method.": "La ruta existe, pero ninguna de sus operaciones usa este método.",
	"Use one of the methods in `Allow`.": "Usa uno de los métodos de `Allow`.",
	"`Accept` names only media types that the operation cannot return, or `Accept-Encoding` rules out every coding.": "`Accept` solo nombra tipos de contenido que la operación no puede devolver, o `Accept-Encoding` descarta todas las codificaciones.",
	"Leave the header out, or name one of the media types of the operation.": "Omite la cabecera o indica uno de los tipos de contenido de la operación.",
	"The header or the body arrived too slowly.": "La cabecera o el cuerpo han llegado demasiado despacio.",
	"Send the request again; over a slow connection, send less at a time.": "Vuelve a enviar la petición; si la conexión es lenta, envía menos de una vez.",
	"The resource has changed since the client read it, so that `If-Match` or another condition does not hold.": "El recurso ha cambiado desde que el cliente lo leyó, así que `If-Match` u otra condición no se cumple.",
	"Read the resource, repeat the change on its present state, and send the new `ETag` in `If-Match`.": "Lee el recurso, repite el cambio sobre su estado actual y envía el `ETag` nuevo en `If-Match`.",
	"The body has more bytes than the operation takes.": "El cuerpo tiene más bytes de los que admite la operación.",
	"Send less in each request.": "Envía menos en cada petición.",
	"Path and query together have more bytes than the service takes.": "La ruta y la consulta juntas tienen más bytes de los que admite el servicio.",
	"Use fewer parameters or shorter values, or split the request.": "Usa menos parámetros o valores más cortos, o divide la petición.",
	"`Content-Type` is missing or names a form that the operation cannot read, or the body has a content coding.": "Falta `Content-Type` o indica un formato que la operación no puede leer, o el cuerpo lleva una codificación de contenido.",
	"Set `Content-Type` to one of the media types of the operation, and send the body without a coding.": "Pon en `Content-Type` uno de los tipos de contenido de la operación y envía el cuerpo sin codificar.",
	"`Expect` has a value other than `100-continue`.": "`Expect` tiene un valor distinto de `100-continue`.",
	"Leave `Expect` out.": "Omite `Expect`.",
	"The body could be read, but some of its values break a rule.": "El cuerpo se ha podido leer, pero algunos de sus valores incumplen una regla.",
	"Correct each place that a `pointer` in `errors` names, then send the request again.": "Corrige cada lugar que indica un `pointer` de `errors` y vuelve a enviar la petición.",
	"The header fields together have more bytes than the service takes, usually because of cookies.": "Las cabeceras juntas tienen más bytes de los que admite el servicio; lo habitual es que sobren cookies.",
	"Send fewer or shorter header fields.": "Envía menos cabeceras, o más cortas.",
	"The service failed in an unforeseen way. The request may be in order.": "El servicio ha fallado de forma imprevista. Puede que la petición sea correcta.",
	"Send the request again later, a write only if it can be repeated safely. If the error stays, send the request id to the operator.": "Vuelve a enviar la petición más tarde; si es una escritura, solo si se puede repetir sin riesgo. Si el error persiste, envía el id de la petición al operador.",
	"The service has no operation with this method, at any path.": "El servicio no tiene ninguna operación con este método, en ninguna ruta.",
	"Use the method of one of the operations.": "Usa el método de alguna de las operaciones.",
	"The service is starting, stopping or busy, or a part that it needs does not respond.": "El servicio está arrancando, parando u ocupado, o no responde una parte que necesita.",
	"Wait as many seconds as `Retry-After` says, then try again, with a longer pause each time.": "Espera los segundos que indica `Retry-After` y vuelve a intentarlo, con una pausa más larga cada vez.",
	"A resource with this identifier, or with the same value of a unique field, is already there.": "Ya hay un recurso con este identificador o con el mismo valor en un campo único.",
	"Choose another value, or change the resource that is there.": "Elige otro valor o cambia el recurso que ya hay.",
	"The patch tests or changes something that the resource does not have now.": "El parche comprueba o cambia algo que el recurso no tiene ahora.",
	"Read the resource, and make a new patch from its present state.": "Lee el recurso y prepara un parche nuevo a partir de su estado actual.",
	"Without the state that it is based on, the write could undo the change of another client.": "Sin el estado en el que se basa, la escritura podría deshacer el cambio de otro cliente.",
	"Read the resource, and send its `ETag` in `If-Match`.": "Lee el recurso y envía su `ETag` en `If-Match`.",
	"The client has used up the requests of its window.": "El cliente ha agotado las peticiones de su ventana.",
	"Wait as many seconds as `Retry-After` says, and spread the requests from then on.": "Espera los segundos que indica `Retry-After` y reparte las peticiones a partir de entonces.",
	"The resource is there for tests of clients: it refuses every request.": "El recurso existe para probar clientes: rechaza todas las peticiones.",
	"Check that the client waits as many seconds as `Retry-After` says. Nothing is wrong.": "Comprueba que el cliente espera los segundos que indica `Retry-After`. No pasa nada malo.",
	"The operation is announced before it exists, so that clients can prepare.": "La operación se anuncia antes de que exista, para que los clientes se preparen.",
	"Send the operations one at a time.": "Envía las operaciones de una en una.",
	"The client, or all clients together, have as many event streams open as the server allows.": "El cliente, o todos los clientes juntos, tienen abiertos tantos flujos de eventos como permite el servidor.",
	"Close the streams that are not needed. Wait as many seconds as `Retry-After` says before the next attempt.": "Cierra los flujos que no hagan falta. Espera los segundos que indica `Retry-After` antes del siguiente intento.",
	"Gives each request an identifier, so that an answer and its log line can be matched.": "Asigna a cada petición un identificador que relaciona la respuesta con su línea del registro.",
	"Takes part in distributed traces.": "Participa en trazas distribuidas.",
	"Writes one line for each request to standard output.": "Escribe en la salida estándar una línea por petición.",
	"Limits the requests of each client, and reports how many are left.": "Limita las peticiones de cada cliente e indica cuántas le quedan.",
	"Refuses URLs and bodies that are too large.": "Rechaza las URL y los cuerpos demasiado grandes.",
	"Answers errors as Problem Details (RFC 9457) to clients that prefer them.": "Responde con errores en formato Problem Details (RFC 9457) a los clientes que lo prefieren.",
	"Honours preferences of clients, such as smaller list items.": "Respeta las preferencias de los clientes, como elementos de lista más pequeños.",
	"Adds links to related resources, in the Link header and in `_links`.": "Añade enlaces a recursos relacionados, en la cabecera Link y en `_links`.",
	"Compresses bodies for clients that can decode them.": "Comprime los cuerpos para los clientes que saben descomprimirlos.",
	"Sets Cache-Control and ETag, and answers 304 when the client already has the answer.": "Envía Cache-Control y ETag, y responde 304 cuando el cliente ya tiene la respuesta.",
	"Adds digests to answers, so that clients can detect damage.": "Añade sumas de comprobación a las respuestas, para que los clientes detecten daños.",
	"Announces when a route will be removed, and what replaces it.": "Anuncia cuándo se retirará una ruta y qué la sustituye.",
	"Reports how long answers took.": "Indica cuánto han tardado las respuestas.",
	"Lets pages of other origins read answers.": "Permite que las páginas de otros orígenes lean las respuestas.",
	"Sends headers that restrict what browsers do with answers.": "Envía cabeceras que limitan lo que los navegadores hacen con las respuestas.",
	"Makes browsers that used HTTPS keep using it.": "Hace que los navegadores que han usado HTTPS lo sigan usando.",
	"The look, menus and error pages of all pages, as HTML or, by Accept, as Markdown.": "El aspecto, los menús y las páginas de error de todas las páginas, en HTML o, según Accept, en Markdown.",
	"The time of day.": "La hora.",
	"Random identifiers for requests and traces.": "Identificadores aleatorios para peticiones y trazas.",
	"Carries events from plugins to subscribers.": "Lleva los eventos de los plugins a los suscriptores.",
	"Keeps the data of all plugins in one SQLite file, or in PostgreSQL.": "Guarda los datos de todos los plugins en un archivo SQLite o en PostgreSQL.",
	"Publishes how fresh data is, through caches and without them.": "Publica hasta qué punto están al día los datos, con cachés y sin ellas.",
	"Adds sparse fieldsets, filters, sorting and paging to every list.": "Añade a todas las listas selección de campos, filtros, ordenación y paginación.",
	"The brains: bodies of knowledge that answer questions.": "Los brains: conjuntos de conocimientos que responden a preguntas.",
	"Offices with their hitos (milestones).": "Las oficinas con sus hitos.",
	"Lists the languages that texts are available in.": "Lista los idiomas en los que hay textos.",
	"The connections of offices to third-party tools.": "Las conexiones de las oficinas con herramientas de terceros.",
	"Placeholder for bulk operations, which are planned.": "Ocupa el lugar de las operaciones en bloque, que están previstas.",
	"Answers every request, to show that the server is reachable.": "Responde a cualquier petición, para mostrar que se llega al servidor.",
	"Reports the health of the server and its parts.": "Informa de la salud del servidor y de sus partes.",
	"Records the server's health in the store: a week of samples, three months by the hour, and the latest incidents.": "Guarda el historial de la salud del servidor: una semana de muestras, tres meses por horas y las últimas incidencias.",
	"Reports to load balancers whether this server takes requests.": "Indica a los balanceadores de carga si este servidor acepta peticiones.",
	"Reports the server's name and release.": "Indica el nombre y la versión del servidor.",
	"Combines health and version in one answer.": "Reúne la salud y la versión en una respuesta.",
	"Reports the server's time.": "Indica la hora del servidor.",
	"Shows clients how their requests arrive at the server.": "Muestra a los clientes cómo llegan sus peticiones al servidor.",
	"Counts and times requests, as JSON and as text for Prometheus.": "Cuenta y cronometra las peticiones, en JSON y en texto para Prometheus.",
	"Links to metrics, health and everything else that helps to observe the server.": "Enlaza con las métricas, la salud y todo lo que ayuda a observar el servidor.",
	"Placeholder for an audit log: records nothing yet.": "Ocupa el lugar de un registro de auditoría: aún no registra nada.",
	"Placeholder for billing: reports the period and its limit; does not count requests yet.": "Ocupa el lugar de la facturación: indica el periodo y su límite; aún no cuenta peticiones.",
	"Streams events of the server to clients as they happen.": "Envía a los clientes los eventos del servidor según se producen.",
	"Lets clients test how they handle a 429.": "Permite a los clientes probar cómo tratan un 429.",
	"The entry to the API, which links to every other resource.": "La entrada de la API, que enlaza con todos los demás recursos.",
	"Publishes all payload types, as JSON Schema and as TypeScript.": "Publica todos los tipos de datos, como JSON Schema y como TypeScript.",
	"The OpenAPI 3.0 description of every route.": "La descripción OpenAPI 3.0 de todas las rutas.",
	"Publishes feature flags: what the server can do as it is configured.": "Publica las funciones activas: lo que el servidor puede hacer tal como está configurado.",
	"The error catalog: every error code that an answer can have.": "El catálogo de errores: todos los códigos de error que puede tener una respuesta.",
	"Lists the releases with their dates.": "Lista las versiones publicadas con sus fechas.",
	"Lists the specifications that the API follows.": "Lista las especificaciones que sigue la API.",
	"Names the contact for reports of security vulnerabilities.": "Indica el contacto para avisar de vulnerabilidades de seguridad.",
	"Lists the API and its documents as absolute URLs, at a well-known path.": "Lista la API y sus documentos como URL absolutas, en una ruta bien conocida.",
	"Publishes a catalog of the API at a path that clients know without reading documentation.": "Publica un catálogo de la API en una ruta que los clientes conocen sin leer documentación.",
	"Short paths of the probes, for people and older configurations.": "Rutas cortas de las sondas, para personas y configuraciones antiguas.",
	"Every list and resource within one query.": "Todas las listas y los recursos en una sola consulta.",
	"Redirects an old path of the health probe until its sunset.": "Redirige una ruta antigua de la sonda de salud hasta su retirada.",
	"Publishes the ways to authenticate, including none.": "Publica las formas de autenticarse, también si no hay ninguna.",
	"Publishes advice to clients on retries; not enforced.": "Publica consejos a los clientes sobre los reintentos; no se imponen.",
	"Publishes the media types of requests and answers.": "Publica los tipos de contenido de peticiones y respuestas.",
	"Publishes the paths below /.well-known/.": "Publica las rutas que cuelgan de /.well-known/.",
	"Publishes how write requests will be repeated safely; no key is evaluated yet.": "Publica cómo se podrán repetir sin riesgo las peticiones de escritura; aún no se evalúa ninguna clave.",
	"Publishes the service level objectives; informational, not enforced.": "Publica los objetivos de nivel de servicio; son informativos y no se imponen.",
	"Publishes the plan for webhooks, which do not exist yet.": "Publica lo previsto sobre los webhooks, que aún no existen.",
	"Publishes the values that Accept, Accept-Language and Accept-Encoding can choose from.": "Publica los valores entre los que pueden elegir Accept, Accept-Language y Accept-Encoding.",
	"Publishes the plan for bulk requests, which do not exist yet.": "Publica lo previsto sobre las peticiones en bloque, que aún no existen.",
	"Lists the documentation of the API.": "Lista la documentación de la API.",
	"Publishes advice to clients on handling failures; not enforced.": "Publica consejos a los clientes sobre cómo tratar los fallos; no se imponen.",
	"Every operation as a request, in files for API clients and editors.": "Todas las operaciones como peticiones, en archivos para clientes de API y editores.",
	"A page for developers, with first calls, every operation and a playground.": "Una página para desarrolladores, con primeras llamadas, todas las operaciones y una zona de pruebas.",
	"A page for each operation, schema and error of the API, and an index of them.": "Una página para cada operación, esquema y error de la API, y un índice de todas.",
	"Live pages with the status of the service and its history, a feed, badges and an API.": "Páginas en directo con el estado del servicio y su historial, un canal de noticias, insignias y una API.",
	"A page that shows the documentation of the API.": "Una página que muestra la documentación de la API.",
	"A page that shows where to get help.": "Una página que indica dónde pedir ayuda.",
	"A page that shows answers to common questions.": "Una página que muestra respuestas a preguntas frecuentes.",
	"A page that shows the roadmap.": "Una página que muestra la hoja de ruta.",
	"A page that shows how to report a vulnerability.": "Una página que explica cómo avisar de una vulnerabilidad.",
	"A page that shows the terms of use.": "Una página que muestra las condiciones de uso.",
	"A page that shows the privacy notice.": "Una página que muestra el aviso de privacidad.",
	"A page that shows the legal notice.": "Una página que muestra el aviso legal.",
	"A page that lists every page.": "Una página que lista todas las páginas.",
	"A sitemap.xml with every page, for crawlers (sitemaps.org 0.9).": "Un sitemap.xml con todas las páginas, para rastreadores (sitemaps.org 0.9).",
	"A robots.txt with the paths that crawlers may visit (RFC 9309).": "Un robots.txt con las rutas que pueden visitar los rastreadores (RFC 9309).",
	"An index of pages and API for language models (llmstxt.org).": "Un índice de las páginas y la API para modelos de lenguaje (llmstxt.org).",
	"An API server that describes itself.": "Un servidor de API que se describe a sí mismo.",
	"Identifier of this request.": "El identificador de esta petición.",
	"The client's traceparent, in version 00, or that of the trace that started here.": "El traceparent del cliente, en la versión 00, o el de la traza que empieza aquí.",
	"The client's tracestate, up to 512 characters.": "El tracestate del cliente, hasta 512 caracteres.",
	"Requests that a client may make per window.": "Peticiones que un cliente puede hacer en cada ventana.",
	"Requests left in the client's window.": "Peticiones que quedan en la ventana del cliente.",
	"Seconds until the client's window ends.": "Segundos hasta que termina la ventana del cliente.",
	"The limit in force, by name: its quota and its window in seconds.": "El límite vigente, por su nombre: su cuota y su ventana en segundos.",
	"What is left of that limit: requests, and seconds until the window ends.": "Lo que queda de ese límite: peticiones, y segundos hasta que termina la ventana.",
	"Preferences that the answer honours.": "Las preferencias que respeta la respuesta.",
	"Related resources (RFC 8288): the description, the schema, the next page.": "Recursos relacionados (RFC 8288): la descripción, el esquema, la página siguiente.",
	"The coding of the content; absent when it is not coded.": "La codificación del contenido; falta si no está codificado.",
	"What caches may do with the answer.": "Lo que las cachés pueden hacer con la respuesta.",
	"A hash of the bytes sent, for If-None-Match.": "Un hash de los bytes enviados, para If-None-Match.",
	"A digest of the content of this message (RFC 9530).": "Una suma de comprobación del contenido de este mensaje (RFC 9530).",
	"A digest of the selected representation (RFC 9530).": "Una suma de comprobación de la representación elegida (RFC 9530).",
	"When the route became, or becomes, deprecated: `@` and Unix seconds.": "Desde cuándo está o estará obsoleta la ruta: `@` y segundos Unix.",
	"When the route is expected to stop answering.": "Cuándo se prevé que la ruta deje de responder.",
	"Time spent on the answer in milliseconds, and the trace it belongs to.": "El tiempo dedicado a la respuesta, en milisegundos, y la traza a la que pertenece.",
	"Which origins may read these timings.": "Qué orígenes pueden leer estos tiempos.",
	"Which origins may read the answer.": "Qué orígenes pueden leer la respuesta.",
	"Response headers that scripts of other origins may read.": "Cabeceras de la respuesta que pueden leer los scripts de otros orígenes.",
	"Whether the answer may be read with credentials.": "Si la respuesta se puede leer con credenciales.",
	"Answers a preflight: methods of the path.": "Responde a una petición previa (preflight): los métodos de la ruta.",
	"Answers a preflight: request headers that may be sent.": "Responde a una petición previa (preflight): las cabeceras que se pueden enviar.",
	"Answers a preflight: seconds it may be remembered.": "Responde a una petición previa (preflight): los segundos que se puede recordar.",
	"Browser features that the answer may use when shown as a page.": "Funciones del navegador que puede usar la respuesta cuando se muestra como página.",
	"How much of its address the page sends when a link is followed.": "Qué parte de su dirección envía la página al seguir un enlace.",
	"Forbids guessing another media type.": "Prohíbe suponer otro tipo de contenido.",
	"What the answer may load and who may frame it when shown as a page.": "Qué puede cargar la respuesta, y quién puede enmarcarla, cuando se muestra como página.",
	"Which sites may embed the answer.": "Qué sitios pueden incrustar la respuesta.",
	"How long to use only HTTPS. Sent only over HTTPS, and never for localhost or an address.": "Cuánto tiempo hay que usar solo HTTPS. Se envía solo por HTTPS, y nunca para localhost ni para una dirección IP.",
	"Keeps proxies from buffering events.": "Evita que los intermediarios retengan los eventos.",
	"Conditions that items must all meet: `filter[field]=value` or `filter[field][operator]=value`. The values of `in` are separated by commas. Text is compared by code point, case counts, and times are in UTC.": "Condiciones que deben cumplir todos los elementos: `filter[field]=value` o `filter[field][operator]=value`. Los valores de `in` se separan con comas. El texto se compara por puntos de código, distingue mayúsculas de minúsculas, y las horas están en UTC.",
	"Up to {count} values, separated by commas.": "Hasta {count} valores, separados por comas.",
	"Fields of the items to return, separated by commas; an empty value returns items without fields. Unknown names are ignored, or refused under `Prefer: handling=strict`.": "Los campos de los elementos que se devuelven, separados por comas; un valor vacío devuelve elementos sin campos. Los nombres desconocidos se ignoran, o se rechazan con `Prefer: handling=strict`.",
	"Fields to sort by, separated by commas, each with a leading `-` to descend. Items without the field come first, or last when descending.": "Los campos por los que se ordena, separados por comas, cada uno precedido de `-` para el orden descendente. Los elementos sin el campo van primero, o al final en orden descendente.",
	"The same body, with status {status}.": "El mismo cuerpo, con el código {status}.",
	"Largest number of items in the answer.": "Número máximo de elementos en la respuesta.",
	"A GraphQL document.": "Un documento GraphQL.",
	"Which of its operations to run.": "Cuál de sus operaciones se ejecuta.",
	"A JSON object.": "Un objeto JSON.",
	"A JSON object; ignored.": "Un objeto JSON; se ignora.",
	"The client's own identifier, used when it is valid; otherwise one is made.": "El identificador del propio cliente, que se usa si es válido; si no, se genera uno.",
	"The client's trace and span (W3C Trace Context). Without one, a trace starts here.": "La traza y el tramo (span) del cliente (W3C Trace Context). Sin él, la traza empieza aquí.",
	"Data of tracing systems for the trace; ignored without a valid traceparent.": "Datos de los sistemas de trazas; se ignoran sin un traceparent válido.",
	"Content codings the client can decode.": "Las codificaciones de contenido que el cliente sabe descodificar.",
	"Entity tags the client has; a match answers 304.": "Las etiquetas (ETag) que tiene el cliente; si alguna coincide, la respuesta es 304.",
	"Entity tags the client accepts; no match answers 412.": "Las etiquetas (ETag) que acepta el cliente; si no coincide ninguna, la respuesta es 412.",
	"Where the page begins. It comes from the `next` link of the page before, and needs the same filters and sort.": "Dónde empieza la página. Sale del enlace `next` de la página anterior y necesita los mismos filtros y el mismo orden.",
	"On lists: `return=minimal` for smaller items, `handling=strict` to refuse unknown names. All others are ignored.": "En las listas: `return=minimal` para elementos más pequeños, `handling=strict` para rechazar los nombres desconocidos. Las demás preferencias se ignoran.",
	"Algorithms wanted for Content-Digest, with preferences from 0 to 10.": "Los algoritmos deseados para Content-Digest, con preferencias de 0 a 10.",
	"Algorithms wanted for Repr-Digest, with preferences from 0 to 10.": "Los algoritmos deseados para Repr-Digest, con preferencias de 0 a 10.",
	"Predecessor of Want-Content-Digest (RFC 3230); answered with Content-Digest.": "La antecesora de Want-Content-Digest (RFC 3230); se responde con Content-Digest.",
	"The last event that the client has seen.": "El último evento que ha visto el cliente.",
	"The request headers that this answer depends on.": "Las cabeceras de la petición de las que depende esta respuesta.",
	"Seconds until a retry makes sense.": "Segundos a partir de los cuales tiene sentido reintentar.",
	"Where to go instead, or where what was created is.": "La dirección a la que ir en su lugar, o la de lo que se ha creado.",
	"The client's copy is still current.": "La copia del cliente sigue vigente.",
	"Any other error of the catalog.": "Cualquier otro error del catálogo.",
	"With the parameter `{name}`, items may lack members that their schema requires.": "Con el parámetro `{name}`, a los elementos les pueden faltar miembros que su esquema exige.",
	"`plugin:check`, or `service` for the worst of all checks.": "`plugin:check`, o `service` para la peor de todas las comprobaciones.",
	"The worst state in the interval.": "El peor estado del intervalo.",
	"Increases with each change while the process runs.": "Aumenta con cada cambio mientras dura el proceso.",
	"`anchor` is the origin of the links; every other member is a relation with its targets.": "`anchor` es el origen de los enlaces; cada uno de los demás miembros es una relación con sus destinos.",
	"Ignored.": "Se ignora.",
	"The code of the error catalog.": "El código del catálogo de errores.",
	"A sentence for people that is the same for every occurrence of the code.": "Una frase para personas, la misma cada vez que se da el código.",
	"The request's id, as in X-Request-ID.": "El identificador de la petición, como en X-Request-ID.",
	"The particular cause of this occurrence.": "La causa concreta esta vez.",
	"Each invalid input.": "Cada dato no válido.",
	"Requests per window.": "Peticiones por ventana.",
	"The name of the limit in RateLimit and RateLimit-Policy.": "El nombre del límite en RateLimit y RateLimit-Policy.",
	"Whose requests are counted together.": "De quién son las peticiones que se cuentan juntas.",
	"Headers on every answer that report the limit.": "Cabeceras de todas las respuestas que informan del límite.",
	"The header with the number of seconds to wait.": "La cabecera con los segundos que hay que esperar.",
	"RFC 9211, which this API has always named although it specifies Cache-Status.": "RFC 9211, que esta API siempre ha nombrado aunque especifica Cache-Status.",
	"The specifications that apply.": "Las especificaciones que se aplican.",
	"A larger body is refused with 413.": "Un cuerpo mayor se rechaza con 413.",
	"Bytes of path and query; a longer one is refused with 414.": "Bytes de la ruta y la consulta; si son más, se rechaza con 414.",
	"The entry of the error catalog, or about:blank.": "La entrada del catálogo de errores, o about:blank.",
	"The header that reports the honoured preferences.": "La cabecera que informa de las preferencias respetadas.",
	"Paths where preferences have an effect.": "Rutas en las que tienen efecto las preferencias.",
	"Content codings on offer, including `identity`.": "Codificaciones de contenido que se ofrecen, incluida `identity`.",
	"Smaller bodies are sent without a coding.": "Los cuerpos menores se envían sin codificar.",
	"Paths whose answers caches must not keep.": "Rutas cuyas respuestas no deben guardar las cachés.",
	"Paths whose answers have the validator.": "Rutas cuyas respuestas tienen el validador.",
	"The response header to keep.": "La cabecera de la respuesta que hay que guardar.",
	"The request headers that can repeat its value.": "Las cabeceras de la petición que pueden repetir su valor.",
	"The status when nothing has changed.": "El código de estado cuando nada ha cambiado.",
	"Minimum time from deprecation to sunset.": "Tiempo mínimo entre que una ruta queda obsoleta y su retirada.",
	"The routes that are deprecated now.": "Las rutas que ahora están obsoletas.",
	"Paths whose answers have the header.": "Rutas cuyas respuestas tienen la cabecera.",
	"Origins that may read answers; `*` is all.": "Orígenes que pueden leer las respuestas; `*` significa todos.",
	"Paths that take POST.": "Rutas que admiten POST.",
	"Request headers that scripts may send.": "Cabeceras de la petición que pueden enviar los scripts.",
	"Response headers that scripts may read.": "Cabeceras de la respuesta que pueden leer los scripts.",
	"Seconds that a preflight may be remembered.": "Segundos que se puede recordar una petición previa (preflight).",
	"Whether cookies and credentials may be sent.": "Si se pueden enviar cookies y credenciales.",
	"Whether requests can authenticate.": "Si las peticiones pueden autenticarse.",
	"Path of the list of methods.": "Ruta de la lista de métodos.",
	"Strict-Transport-Security, sent over HTTPS.": "Strict-Transport-Security, que se envía por HTTPS.",
	"Path of the file with the security contact (RFC 9116).": "Ruta del archivo con el contacto de seguridad (RFC 9116).",
	"The value for everything but pages.": "El valor para todo lo que no son páginas.",
	"The model that clients see: `bounded-staleness` while caches may keep data.": "El modelo que ven los clientes: `bounded-staleness` mientras las cachés puedan guardar datos.",
	"Longest time that a cache may serve data after it has changed.": "El tiempo máximo que una caché puede servir datos que ya han cambiado.",
	"Paths of data that caches may keep.": "Rutas de datos que las cachés pueden guardar.",
	"How to get an answer from the server itself.": "Cómo obtener una respuesta del propio servidor.",
	"The guarantees without caches in between, where the store states them.": "Las garantías sin cachés intermedias, cuando el almacén las declara.",
	"When a change shows in answers.": "Cuándo aparece un cambio en las respuestas.",
	"A larger `limit` is refused with 400.": "Un `limit` mayor se rechaza con 400.",
	"Members of `_meta`.": "Los miembros de `_meta`.",
	"The endpoints among them that return the whole list unless `limit` is given.": "Los que devuelven la lista entera si no se indica `limit`.",
	"Operators by the type of the field.": "Operadores según el tipo del campo.",
	"Place of items without the field in ascending order.": "Lugar de los elementos sin el campo en orden ascendente.",
	"How text is compared.": "Cómo se compara el texto.",
	"How unknown names are treated.": "Cómo se tratan los nombres desconocidos.",
	"The same under `Prefer: handling=strict`.": "Lo mismo con `Prefer: handling=strict`.",
	"The result of an empty value.": "El resultado de un valor vacío.",
	"Sizes above which a query is refused.": "Tamaños por encima de los cuales se rechaza una consulta.",
	"A body of knowledge that answers questions.": "Un conjunto de conocimientos que responde a preguntas.",
	"Stable identifier, readable in URLs.": "Identificador estable, legible en las URL.",
	"Name for people.": "Nombre para personas.",
	"Its subject, and the questions it can answer.": "Su tema y las preguntas que puede responder.",
	"A place where people work together.": "Un lugar en el que varias personas trabajan juntas.",
	"The connection of an office to a third-party tool.": "La conexión de una oficina con una herramienta de terceros.",
	"Stable identifier.": "Identificador estable.",
	"Identifier of the owning office.": "Identificador de la oficina a la que pertenece.",
	"The third-party tool.": "La herramienta de terceros.",
	"`pending`: not set up yet; `connected`: in use; `error`: failed, see `errorMessage`; `skipped`: deliberately left out.": "`pending`: aún sin configurar; `connected`: en uso; `error`: ha fallado, consulta `errorMessage`; `skipped`: omitida a propósito.",
	"Identifier on the external side.": "Identificador en el sistema externo.",
	"Account on the external side.": "Cuenta en el sistema externo.",
	"Additional data from the tool, in any form.": "Datos adicionales de la herramienta, en cualquier forma.",
	"When data last arrived.": "Cuándo llegaron datos por última vez.",
	"The reason of the failure, for people.": "La causa del fallo, para personas.",
	"When the checks last ran.": "Cuándo se hicieron las comprobaciones por última vez.",
	"Each check's result by `plugin:check`; in application/health+json only.": "El resultado de cada comprobación por `plugin:check`; solo en application/health+json.",
	"False while the server starts, while it drains, and while its health is down.": "Falso mientras el servidor arranca, mientras se vacía antes de parar y mientras su salud indica que está caído.",
	"UTC with milliseconds.": "UTC con milisegundos.",
	"Milliseconds since 1970-01-01T00:00Z.": "Milisegundos desde 1970-01-01T00:00Z.",
	"The path as received, without the query.": "La ruta tal como se recibió, sin la consulta.",
	"Of what is served: equal on all instances with the same plugins and config.": "De lo que se sirve: igual en todas las instancias con los mismos plugins y la misma configuración.",
	"Percentiles of the time to the first byte, of the latest answers; 0 before the first answer.": "Percentiles del tiempo hasta el primer byte de las últimas respuestas; 0 antes de la primera.",
	"Metrics of plugins, by plugin and name; absent while there are none.": "Métricas de los plugins, por plugin y nombre; falta mientras no las hay.",
	"Whether answers continue the trace of their request.": "Si las respuestas continúan la traza de su petición.",
	"Whether answers report their processing time.": "Si las respuestas indican cuánto se ha tardado en procesarlas.",
	"The month, in UTC.": "El mes, en UTC.",
	"Links to follow first, by relation name.": "Los enlaces que conviene seguir primero, por el nombre de su relación.",
	"Specifications that the API follows.": "Especificaciones que sigue la API.",
	"Names of types; /api/schemas/{type} has the JSON Schema of each.": "Nombres de tipos; /api/schemas/{type} tiene el JSON Schema de cada uno.",
	"The dialect of the JSON Schemas, as a URI.": "El dialecto de los JSON Schema, como URI.",
	"Feature flags by name.": "Indicadores de funciones, por nombre.",
	"Number of published payload types.": "Número de tipos de datos publicados.",
	"The catalog in short.": "El catálogo resumido.",
	"The catalog, with messages.": "El catálogo, con los mensajes.",
	"The format of errors for clients that state no preference.": "El formato de los errores para los clientes que no indican preferencia.",
	"The value of Accept that requests Problem Details; absent while they are off.": "El valor de Accept con el que se pide Problem Details; falta si están desactivados.",
	"The specification of Problem Details.": "La especificación de Problem Details.",
	"The specifications that replaced it.": "Las especificaciones que la sustituyeron.",
	"The header that holds the request's id on every answer.": "La cabecera que lleva el identificador de la petición en todas las respuestas.",
	"The requested data; absent when the query could not run.": "Los datos pedidos; falta si la consulta no se pudo ejecutar.",
	"`next`: the cursor of the next page, by the path of its list in `data`; absent for a last page.": "`next`: el cursor de la página siguiente, por la ruta de su lista en `data`; falta en la última página.",
	"Statuses after which to retry.": "Códigos de estado tras los que conviene reintentar.",
	"Applies to answers without Retry-After, which takes precedence.": "Se aplica a las respuestas sin Retry-After, que tiene prioridad.",
	"Media types of request bodies.": "Tipos de contenido de los cuerpos de las peticiones.",
	"Media types of answers, including errors.": "Tipos de contenido de las respuestas, incluidos los errores.",
	"The media type to send; absent when no route takes a body.": "El tipo de contenido que se envía; falta si ninguna ruta admite un cuerpo.",
	"The media type for clients that state no preference.": "El tipo de contenido para los clientes que no indican preferencia.",
	"Whether any endpoint takes a key.": "Si alguna ruta admite una clave.",
	"How long a key is remembered.": "Cuánto tiempo se recuerda una clave.",
	"Methods that need a key; the others repeat safely without one.": "Los métodos que necesitan una clave; los demás se repiten sin riesgo sin ella.",
	"The status page for people.": "La página de estado para personas.",
	"Media types, by Accept.": "Tipos de contenido, según Accept.",
	"Languages, by Accept-Language.": "Idiomas, según Accept-Language.",
	"Content codings, by Accept-Encoding.": "Codificaciones de contenido, según Accept-Encoding.",
	"From sending the request to the end of the answer.": "Desde que se envía la petición hasta el final de la respuesta.",
	"Absent while no policy states which requests may be retried.": "Falta si ninguna política indica qué peticiones se pueden reintentar.",
	"Statuses that are temporary.": "Códigos de estado que son temporales.",
	"Statuses that a retry does not change.": "Códigos de estado que un reintento no cambia.",
	"Failures in a row after which to stop sending requests.": "Fallos seguidos tras los que hay que dejar de enviar peticiones.",
	"How long to send no requests.": "Cuánto tiempo no hay que enviar peticiones.",
	"Trial requests after that time.": "Peticiones de prueba pasado ese tiempo.",
	"Number of items in this response.": "Número de elementos en esta respuesta.",
	"Place in the request body, as a JSON Pointer (RFC 6901).": "Lugar en el cuerpo de la petición, como JSON Pointer (RFC 6901).",
	"Name of the query or path parameter.": "Nombre del parámetro de la consulta o de la ruta.",
	"Name of the request header.": "Nombre de la cabecera de la petición.",
	"Whether any resource honours it.": "Si algún recurso la respeta.",
	"Whether it is registered with IANA (RFC 8288); otherwise it is an extension.": "Si está registrada en la IANA (RFC 8288); si no, es una extensión.",
	"Link headers, `_links`, or both.": "Cabeceras Link, `_links` o ambos.",
	"Seconds.": "Segundos.",
	"Further seconds in which a cache may serve the stale answer while it fetches a new one.": "Segundos adicionales en los que una caché puede servir la respuesta caducada mientras obtiene una nueva.",
	"Path of its replacement.": "La ruta que la sustituye.",
	"The reason, unless the check passed.": "La causa, salvo que la comprobación haya ido bien.",
	"Answered requests of any method, including refused ones.": "Peticiones respondidas, de cualquier método y también las rechazadas.",
	"Requests that are not answered yet, including this one.": "Peticiones aún sin responder, incluida esta.",
	"Resident memory of the process.": "Memoria residente del proceso.",
	"Mean delay of timers in the latest seconds.": "Retraso medio de los temporizadores en los últimos segundos.",
	"The error, for people.": "El error, para personas.",
	"Places in the query.": "Lugares de la consulta.",
	"The field of the answer that the error belongs to.": "El campo de la respuesta al que corresponde el error.",
	"`code` is an entry of the error catalog, `status` that of HTTP.": "`code` es una entrada del catálogo de errores; `status`, su código HTTP.",
	"`full`: wait a random part of the time.": "`full`: espera una parte aleatoria del tiempo.",
	"The part after `/.well-known/`.": "La parte que sigue a `/.well-known/`.",
	"Whether the name is registered with IANA (RFC 8615).": "Si el nombre está registrado en la IANA (RFC 8615).",
	"The time over which it is measured.": "El tiempo sobre el que se mide.",
	"An office with its hitos (milestones).": "Una oficina con sus hitos.",
	"Its hitos (milestones), the earliest due first.": "Sus hitos, primero los que antes vencen.",
	"A milestone of an office.": "Una etapa señalada de una oficina.",
	"Stable identifier, unique among all hitos.": "Identificador estable, único entre todos los hitos.",
	"The goal, in a few words.": "El objetivo, en pocas palabras.",
	"`planned`: not started; `active`: in progress; `done`: reached.": "`planned`: sin empezar; `active`: en curso; `done`: cumplido.",
	"Day by which the milestone is due.": "El día en que vence el hito.",
	"When it was reached; only when `done`.": "Cuándo se cumplió; solo con `done`.",
	"A language that texts are available in.": "Un idioma en el que hay textos.",
	"Language tag (BCP 47), such as `en` or `pt-BR`.": "Etiqueta de idioma (BCP 47), como `en` o `pt-BR`.",
	"Name of the language in that language.": "El nombre del idioma en ese mismo idioma.",
	"Entry of the version: a path on this server, or a URL.": "La entrada de la versión: una ruta de este servidor o una URL.",
	"The day it stops answering; null when no day is set.": "El día en que deja de responder; null si no hay día fijado.",
	"The change, in one sentence.": "El cambio, en una frase.",
	"There is a resource already with a value that may be there only once.": "Ya hay un recurso con un valor que solo puede estar una vez.",
	"The request must say which state of the resource it changes.": "La petición debe indicar qué estado del recurso cambia.",
	"The patch does not apply to the resource as it is now.": "El parche no se puede aplicar al recurso tal como está ahora.",
	"For people.": "Para personas.",
	"The resource did not exist, and was created.": "El recurso no existía y se ha creado.",
	"The answer to `Prefer: return=minimal`, without the representation.": "La respuesta a `Prefer: return=minimal`, sin la representación.",
	"Operations of JSON Patch (RFC 6902), applied in order.": "Operaciones de JSON Patch (RFC 6902), que se aplican en orden.",
	"JSON Pointer (RFC 6901).": "JSON Pointer (RFC 6901).",
	"The kind of resource, such as `offices`. Absent where it is unknown what changed.": "El tipo de recurso, como `offices`. Falta si no se sabe qué ha cambiado.",
	"Path of the resource.": "Ruta del recurso.",
	"The last segment of the path, where it is a key.": "El último segmento de la ruta, si es una clave.",
	"`changed`: by an action of the resource's own.": "`changed`: por una acción propia del recurso.",
	"`return=minimal` for an answer without the representation. All others are ignored.": "`return=minimal` para una respuesta sin la representación. Las demás preferencias se ignoran.",
	"Entity tags of the state that may be changed, or `*` for any state; in all others the answer is 412 and nothing changes.": "Etiquetas (ETag) del estado que se puede modificar, o `*` para cualquier estado; en todos los demás, la respuesta es 412 y nada cambia.",
	"`*` writes only where nothing exists yet; entity tags write only in a state of another tag. Otherwise the answer is 412.": "`*` escribe solo donde aún no existe nada; las etiquetas (ETag), solo en un estado con otra etiqueta. Si no, la respuesta es 412.",
	"The media types that PATCH takes at this path (RFC 5789, section 3.1).": "Los tipos de contenido que admite PATCH en esta ruta (RFC 5789, sección 3.1).",
	"With `Prefer: return=minimal`, the answer has no body.": "Con `Prefer: return=minimal`, la respuesta no tiene cuerpo.",
	"{method} is not supported here. Use one of: {methods}.": "Aquí no se admite {method}. Usa uno de estos: {methods}.",
	"Accept rules out every media type on offer. Ask for one of: {types}.": "Accept descarta todos los tipos de contenido que se ofrecen. Pide uno de estos: {types}.",
	"Accept-Encoding rules out every coding on offer. Ask for one of: {codings}.": "Accept-Encoding descarta todas las codificaciones que se ofrecen. Pide una de estas: {codings}.",
	"Path and query are {length} bytes long; at most {limit} are accepted.": "La ruta y la consulta ocupan {length} bytes; se admiten {limit} como máximo.",
	"A client may make {limit} requests per {window} seconds; this one may ask again in {reset}.": "Un cliente puede hacer {limit} peticiones cada {window} segundos; este puede volver a intentarlo dentro de {reset}.",
	"The condition does not match the current ETag of this resource. Fetch it again and retry.": "La condición no coincide con el ETag actual de este recurso. Vuelve a leerlo y repite la petición.",
	"The query has a broken percent escape.": "La consulta tiene una secuencia de escape con % incorrecta.",
	"No office has the id {id}.": "Ninguna oficina tiene el id {id}.",
	"No type has this name; {path} lists all names.": "Ningún tipo tiene este nombre; {path} los lista todos.",
	"GET runs queries only. Other operations go with POST.": "GET solo ejecuta consultas. Las demás operaciones van con POST.",
	"at most {limit} filters; received {count}": "como máximo {limit} filtros; se han recibido {count}",
	"at most {limit} values; received {count}": "como máximo {limit} valores; se han recibido {count}",
	"at most {limit} names; received {count}": "como máximo {limit} nombres; se han recibido {count}",
	"at most {limit} fields; received {count}": "como máximo {limit} campos; se han recibido {count}",
	"the same filter in another spelling is also there; send one of them": "el mismo filtro está también escrito de otra forma; envía solo uno de los dos",
	"a filter is written filter[field]=value or filter[field][operator]=value": "un filtro se escribe filter[field]=value o filter[field][operator]=value",
	"there is no operator {name} for this field; did you mean {other}?": "no hay ningún operador {name} para este campo; ¿querías decir {other}?",
	"there is no operator {name} for this field; available: {names}": "no hay ningún operador {name} para este campo; disponibles: {names}",
	"there is no field {name}; did you mean {other}?": "no hay ningún campo {name}; ¿querías decir {other}?",
	"there is no field {name}; available: {names}": "no hay ningún campo {name}; disponibles: {names}",
	"the field {name} is not a single value; use one of {names}": "el campo {name} no es un valor simple; usa uno de estos: {names}",
	"the field {name} is given more than once; send it once": "el campo {name} aparece más de una vez; envíalo solo una",
	"this parameter is given more than once; send it once": "este parámetro aparece más de una vez; envíalo solo una",
	"there is no such query parameter; a list has fields, filter[field], filter[field][operator], sort, limit and cursor": "no existe ese parámetro de consulta; una lista tiene fields, filter[field], filter[field][operator], sort, limit y cursor",
	"% must be followed by two hex digits, and the bytes must be UTF-8; write % itself as %25": "tras % deben ir dos cifras hexadecimales, y los bytes deben ser UTF-8; el propio % se escribe %25",
	"a page has from 1 to {limit} items; received {value}": "una página tiene de 1 a {limit} elementos; se ha recibido {value}",
	"the cursor is damaged or belongs to another query; follow the next link of a page, or leave the cursor out to start again": "el cursor está dañado o es de otra consulta; sigue el enlace next de una página, u omite el cursor para empezar de nuevo",
	"{field} is compared with true or false; received {value}": "{field} se compara con true o false; se ha recibido {value}",
	"{field} is compared with a date such as 2026-03-01; received {value}": "{field} se compara con una fecha como 2026-03-01; se ha recibido {value}",
	"{field} is compared with a time in UTC such as 2026-03-01T12:00:00Z, or a date; received {value}": "{field} se compara con una hora en UTC como 2026-03-01T12:00:00Z, o con una fecha; se ha recibido {value}",
	"API root: from GET /api, links lead to every other resource.": "Raíz de la API: desde GET /api, los enlaces llevan a todos los demás recursos.",
	"Health: GET /api/health reports the health of the server and the time of the check.": "Salud: GET /api/health informa de la salud del servidor y de la hora de la comprobación.",
	"Version: GET /api/version reports the server's name and release.": "Versión: GET /api/version indica el nombre y la versión del servidor.",
	"Status: GET /api/status combines health and version.": "Estado: GET /api/status reúne la salud y la versión.",
	"Ping: GET /api/ping is the cheapest sign of life.": "Ping: GET /api/ping es la señal de vida que menos cuesta.",
	"HEAD on every path that answers GET, without the body.": "HEAD en todas las rutas que responden a GET, sin el cuerpo.",
	"OPTIONS on every path, with its methods in Allow.": "OPTIONS en todas las rutas, con sus métodos en Allow.",
	"405 with Allow for a method that a path does not support, and 501 for those of WebDAV.": "405 con Allow para los métodos que una ruta no admite, y 501 para los de WebDAV.",
	"One form for every error: code, message, status and request id.": "Una misma forma para todos los errores: código, mensaje, código de estado e identificador de la petición.",
	"X-Request-ID on every answer; a well-formed value from the client is kept.": "X-Request-ID en todas las respuestas; si el del cliente está bien formado, se conserva.",
	"CORS: pages of every origin may read every answer, errors included.": "CORS: las páginas de cualquier origen pueden leer todas las respuestas, también los errores.",
	"Access-Control-Expose-Headers names each header that scripts may read.": "Access-Control-Expose-Headers nombra todas las cabeceras que pueden leer los scripts.",
	"Preflight requests are answered with the allowed methods and headers, and how long that is valid.": "Las peticiones previas (preflight) se responden con los métodos y las cabeceras permitidos y con el tiempo que valen.",
	"Brains: GET /api/brains lists the brains, the bodies of knowledge that answer questions.": "Brains: GET /api/brains lista los brains, los conjuntos de conocimientos que responden a preguntas.",
	"Locales: GET /api/locales lists the languages and marks the default.": "Idiomas: GET /api/locales lista los idiomas y marca el idioma por defecto.",
	"Offices: GET /api/offices lists offices with their hitos (milestones).": "Oficinas: GET /api/offices lista las oficinas con sus hitos.",
	"Single offices: GET /api/offices/{officeId} returns one office.": "Cada oficina: GET /api/offices/{officeId} devuelve una oficina.",
	"Integrations: GET /api/offices/{officeId}/integrations lists the third-party tools of an office.": "Integraciones: GET /api/offices/{officeId}/integrations lista las herramientas de terceros de una oficina.",
	"A store on SQLite that is created, migrated and seeded at the first start.": "Un almacén sobre SQLite que se crea, se migra y se llena con los primeros datos en el primer arranque.",
	"Lists have _meta.count, the number of items in the answer.": "Las listas tienen _meta.count, el número de elementos de la respuesta.",
	"JSON bodies have _links to themselves and to related resources.": "Los cuerpos JSON tienen _links a sí mismos y a recursos relacionados.",
	"Link headers lead from every answer to its description.": "Las cabeceras Link llevan de cada respuesta a su descripción.",
	"Strong ETags, each a hash of the bytes sent.": "ETag fuertes, cada uno un hash de los bytes enviados.",
	"If-None-Match answers 304 when the client's copy is current.": "If-None-Match responde 304 cuando la copia del cliente está al día.",
	"If-Match answers 412 when the client's copy is outdated.": "If-Match responde 412 cuando la copia del cliente está anticuada.",
	"Cache-Control on every answer, errors and redirects included.": "Cache-Control en todas las respuestas, también en errores y redirecciones.",
	"Stale offices may be served while they are revalidated (stale-while-revalidate).": "Se pueden servir oficinas caducadas mientras se revalidan (stale-while-revalidate).",
	"Health and status are never stored.": "La salud y el estado no se guardan nunca.",
	"Vary names exactly the request headers that an answer depends on.": "Vary nombra exactamente las cabeceras de la petición de las que depende una respuesta.",
	"Sparse fieldsets: fields trims the items of every list.": "Selección de campos: fields recorta los elementos de cualquier lista.",
	"Filters on every list, with eight operators from eq to contains.": "Filtros en todas las listas, con ocho operadores, de eq a contains.",
	"Sorting by one or more fields, ascending or descending.": "Ordenación por uno o varios campos, ascendente o descendente.",
	"Paging with opaque cursors, and next links while there are more items.": "Paginación con cursores opacos, y enlaces next mientras queden elementos.",
	"Content coding: answers are compressed with gzip on request.": "Codificación de contenido: las respuestas se comprimen con gzip si se pide.",
	"406 when the Accept header rules out every available media type.": "406 cuando la cabecera Accept descarta todos los tipos de contenido disponibles.",
	"Requests that are too large are refused with 413 or 414.": "Las peticiones demasiado grandes se rechazan con 413 o 414.",
	"OpenAPI: GET /api/openapi describes every route, as OpenAPI 3.0 in JSON.": "OpenAPI: GET /api/openapi describe todas las rutas, como OpenAPI 3.0 en JSON.",
	"The description in YAML, chosen by Accept.": "La descripción en YAML, a elegir con Accept.",
	"Contact, licence and terms of service in the description.": "Contacto, licencia y condiciones de uso en la descripción.",
	"The description at /.well-known/openapi.": "La descripción en /.well-known/openapi.",
	"Schemas: GET /api/schemas lists the payload types.": "Esquemas: GET /api/schemas lista los tipos de datos.",
	"JSON Schemas: GET /api/schemas/{type} serves each type as JSON Schema 2020-12.": "JSON Schema: GET /api/schemas/{type} sirve cada tipo como JSON Schema 2020-12.",
	"Profile links lead from each answer to the schema of its body.": "Los enlaces profile llevan de cada respuesta al esquema de su cuerpo.",
	"Error catalog: GET /api/errors lists every error code.": "Catálogo de errores: GET /api/errors lista todos los códigos de error.",
	"Problem Details (RFC 9457) for clients that prefer application/problem+json.": "Problem Details (RFC 9457) para los clientes que prefieren application/problem+json.",
	"Errors name each invalid input and its place.": "Los errores nombran cada dato no válido y su lugar.",
	"Capabilities: GET /api/capabilities publishes the feature flags.": "Capacidades: GET /api/capabilities publica las funciones activas.",
	"Rate limit for each client, with X-RateLimit headers on every answer.": "Límite de peticiones por cliente, con cabeceras X-RateLimit en todas las respuestas.",
	"429 with Retry-After when the limit is exceeded.": "429 con Retry-After cuando se supera el límite.",
	"Limits: GET /api/limits publishes the limit and its window.": "Límites: GET /api/limits publica el límite y su ventana.",
	"RateLimit and RateLimit-Policy headers of the IETF draft, in addition to the X-RateLimit headers.": "Cabeceras RateLimit y RateLimit-Policy del borrador del IETF, además de las X-RateLimit.",
	"Rate-limit demo: GET /api/rate-limit-demo always answers 429, to test clients.": "Prueba del límite: GET /api/rate-limit-demo responde siempre 429, para probar clientes.",
	"Trace context: traceparent and tracestate are validated and echoed.": "Contexto de trazas: traceparent y tracestate se validan y se devuelven.",
	"Server-Timing reports the processing time of an answer.": "Server-Timing indica el tiempo de proceso de una respuesta.",
	"Permissions-Policy keeps camera, microphone and location off.": "Permissions-Policy mantiene desactivados la cámara, el micrófono y la ubicación.",
	"Referrer-Policy, X-Content-Type-Options and a strict Content-Security-Policy.": "Referrer-Policy, X-Content-Type-Options y una Content-Security-Policy estricta.",
	"Strict-Transport-Security for clients that connect over HTTPS.": "Strict-Transport-Security para los clientes que se conectan por HTTPS.",
	"Content-Digest (RFC 9530) on every answer of GET /api/version.": "Content-Digest (RFC 9530) en todas las respuestas de GET /api/version.",
	"Want-Digest is honoured by GET /api/health.": "GET /api/health respeta Want-Digest.",
	"Repr-Digest and Want-Repr-Digest are supported as well.": "También se admiten Repr-Digest y Want-Repr-Digest.",
	"Prefer: return=minimal returns lists without their optional members.": "Prefer: return=minimal devuelve las listas sin sus miembros opcionales.",
	"Prefer: handling=strict refuses unknown query parameters and fields.": "Prefer: handling=strict rechaza los parámetros de consulta y los campos desconocidos.",
	"Readiness: GET /api/ready turns 503 while the server starts and drains.": "Disponibilidad: GET /api/ready responde 503 mientras el servidor arranca y mientras se vacía antes de parar.",
	"Request info: GET /api/request-info shows how a request arrived.": "Datos de la petición: GET /api/request-info muestra cómo ha llegado una petición.",
	"Time: GET /api/time reports the server's time.": "Hora: GET /api/time indica la hora del servidor.",
	"Short paths: /ping, /health and /version redirect to their API paths.": "Rutas cortas: /ping, /health y /version redirigen a sus rutas de la API.",
	"Deprecation (RFC 9745) and Sunset (RFC 8594) announce the removal of a path.": "Deprecation (RFC 9745) y Sunset (RFC 8594) anuncian la retirada de una ruta.",
	"Legacy health: /api/legacy/health redirects to its successor until its sunset.": "Salud antigua: /api/legacy/health redirige a su sucesora hasta su retirada.",
	"Changelog: GET /api/changelog lists the releases.": "Registro de cambios: GET /api/changelog lista las versiones publicadas.",
	"The changelog at /.well-known/change-log.": "El registro de cambios en /.well-known/change-log.",
	"Versions: GET /api/versions lists the versions of the API and how stable they are.": "Versiones: GET /api/versions lista las versiones de la API y lo estables que son.",
	"Conformance: GET /api/conforms-to lists the specifications that the API follows.": "Conformidad: GET /api/conforms-to lista las especificaciones que sigue la API.",
	"security.txt (RFC 9116) with an expiry date that is renewed every day.": "security.txt (RFC 9116) con una fecha de caducidad que se renueva cada día.",
	"Discovery: /.well-known/api-discovery lists the API and its documents as absolute URLs.": "Descubrimiento: /.well-known/api-discovery lista la API y sus documentos como URL absolutas.",
	"API catalog (RFC 9727): /.well-known/api-catalog is a linkset of the API and its descriptions.": "Catálogo de API (RFC 9727): /.well-known/api-catalog es un conjunto de enlaces (linkset) de la API y sus descripciones.",
	"Metrics: GET /api/metrics counts requests and measures latency, in JSON.": "Métricas: GET /api/metrics cuenta las peticiones y mide la latencia, en JSON.",
	"Metrics as Prometheus text and OpenMetrics, chosen by Accept.": "Métricas como texto de Prometheus y como OpenMetrics, a elegir con Accept.",
	"Observability: GET /api/observability links to metrics, health, status and readiness.": "Observabilidad: GET /api/observability enlaza con las métricas, la salud, el estado y la disponibilidad.",
	"Events: GET /api/events streams changes as Server-Sent Events.": "Eventos: GET /api/events envía los cambios como Server-Sent Events.",
	"Event streams resume after the last event that the client received.": "Los flujos de eventos continúan tras el último evento que recibió el cliente.",
	"Audit: GET /api/audit returns the audit log, which is still empty.": "Auditoría: GET /api/audit devuelve el registro de auditoría, que aún está vacío.",
	"Usage: GET /api/usage reports the period and its limit; requests are not counted yet.": "Uso: GET /api/usage indica el periodo y su límite; las peticiones aún no se cuentan.",
	"Bulk: POST /api/bulk answers 501, as bulk operations are not implemented yet.": "Operaciones en bloque: POST /api/bulk responde 501, porque las operaciones en bloque aún no se han implementado.",
	"GraphQL: /api/graphql queries every list and resource, by GET and POST.": "GraphQL: /api/graphql consulta todas las listas y los recursos, por GET y POST.",
	"GraphQL relations: an office's hitos and integrations in one query.": "Relaciones en GraphQL: los hitos y las integraciones de una oficina en una sola consulta.",
	"Cache, conditional-request and consistency policies describe how answers may be cached.": "Las políticas de caché, de peticiones condicionales y de coherencia describen cómo se pueden guardar las respuestas.",
	"CORS, encoding, media-type and Accept policies describe how answers are negotiated.": "Las políticas de CORS, codificación, tipos de contenido y Accept describen cómo se negocian las respuestas.",
	"Pagination and query policies describe how to query lists.": "Las políticas de paginación y de consulta describen cómo se consultan las listas.",
	"Rate-limit, retry and resilience policies and service level objectives describe how clients should behave.": "Las políticas de límite, de reintentos y de resiliencia y los objetivos de nivel de servicio describen cómo conviene que actúen los clientes.",
	"Error, security, timing, size-limit, authentication, deprecation, idempotency, Prefer, bulk and webhook policies.": "Políticas de errores, seguridad, tiempos, tamaños, autenticación, obsolescencia, idempotencia, Prefer, peticiones en bloque y webhooks.",
	"Well-known paths, link relations and the documentation index.": "Rutas bien conocidas, relaciones de enlaces e índice de la documentación.",
	"Schemas of all policies: GET /api/schemas now lists 56 types.": "Esquemas de todas las políticas: GET /api/schemas lista ahora 56 tipos."
};
// plugins/pages/site/index.ts
/** The look that all pages share: styles, menus, error pages, and their Markdown form. */
const CSP$1 = "Content-Security-Policy";
/** Pages load from their own origin only (CSP Level 3). */
const CONTENT_SECURITY_POLICY = [
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self'",
	"img-src 'self' data:",
	"font-src 'self'",
	"connect-src 'self'",
	"manifest-src 'self'",
	"base-uri 'none'",
	"form-action 'self'",
	"frame-ancestors 'none'"
].join("; ");
const SCRIPT = new URL("pages/site/browser/site.ts", import.meta.url);
/** The design system, in the order of the cascade. */
const readSheets = styleText$1(new URL("pages/site/styles/tokens.css", import.meta.url), new URL("pages/site/styles/base.css", import.meta.url), new URL("pages/site/styles/forms.css", import.meta.url), new URL("pages/site/styles/parts.css", import.meta.url), new URL("pages/site/styles/code.css", import.meta.url), new URL("pages/site/styles/frame.css", import.meta.url), new URL("pages/site/styles/header.css", import.meta.url), new URL("pages/site/styles/media.css", import.meta.url));
/** The accent of tokens.css in the light theme. */
const ACCENT = "#0a5541";
/** In the manifest: pages choose between two papers. */
const PAPER = "#ffffff";
const ICON_CACHE = {
	scope: "public",
	maxAge: "1d"
};
const policy$7 = definePolicy({
	id: "site",
	options: SiteOptions,
	needs: { runtime: Runtime },
	pageForms: [htmlForm, markdownForm],
	compile(route, { use, options }) {
		return {
			errorForms: [{
				mediaType: "text/html",
				languages: route.kind === "page" || route.kind === "none" ? LANGUAGES : ["en"],
				write: (failure, call, language) => errorPage(failure, call, {
					registry: use().runtime.registry,
					language,
					options
				})
			}],
			contributes: route.kind === "page" ? OF_PAGES : OF_OTHERS
		};
	},
	statement: () => ({ contentSecurityPolicy: CONTENT_SECURITY_POLICY }),
	conformance: () => import("./pages/site/conformance.js")
});
function ownOnPages(_call, { representation }) {
	return representation?.contentType.startsWith("text/html") === true ? CONTENT_SECURITY_POLICY : void 0;
}
const ON_ERRORS = {
	header: CSP$1,
	outcomes: ["error"],
	value: ownOnPages
};
const ON_PAGES = {
	header: CSP$1,
	outcomes: ["ok", "notModified"],
	value: CONTENT_SECURITY_POLICY
};
/** Once for all routes, of which there may be many. */
const OF_PAGES = [ON_ERRORS, ON_PAGES];
const OF_OTHERS = [ON_ERRORS, {
	...ON_PAGES,
	of: "view"
}];
var site_default = definePlugin({
	id: "site",
	summary: "The look, menus and error pages of all pages, as HTML or, by Accept, as Markdown.",
	options: SiteOptions,
	needs: { runtime: Runtime },
	policies: [policy$7],
	setup: () => prepareScripts(SCRIPT),
	translations: { es: ES },
	routes: {
		showStyles: {
			...styleRoute("/assets/site.css", "Read the styles of all pages."),
			rateLimit: "exempt"
		},
		showScript: {
			...scriptRoute("/assets/site.js", "Read the script of all pages."),
			rateLimit: "exempt"
		},
		showIcon: {
			method: "GET",
			path: "/favicon.svg",
			summary: "See the icon of the service.",
			text: { mediaType: "image/svg+xml" },
			document: true,
			asset: true,
			cache: ICON_CACHE
		},
		findIcon: {
			method: "GET",
			path: "/favicon.ico",
			summary: "Leads to the icon of the service.",
			redirect: {
				to: "showIcon",
				status: 308
			},
			asset: true,
			cache: ICON_CACHE
		},
		showCard: {
			method: "GET",
			path: "/assets/card.svg",
			summary: "See the image that other sites show beside a link to this one.",
			text: { mediaType: "image/svg+xml" },
			document: true,
			asset: true,
			cache: ICON_CACHE
		},
		showManifest: {
			method: "GET",
			path: "/site.webmanifest",
			summary: "Read the name, icon and colours of the site.",
			text: { mediaType: "application/manifest+json" },
			document: true,
			asset: true,
			cache: ICON_CACHE
		}
	},
	documents: {
		showStyles: (_registry, { accent }) => accent === void 0 ? readSheets() : `${readSheets()}\n${accentSheet(accent)}`,
		showScript: () => SCRIPT.href,
		showIcon: (_registry, { accent, logo }) => logo ? iconOf(logo) : iconFile(accent?.light ?? ACCENT),
		showCard: ({ app }, { accent }) => cardFile(accent?.light ?? ACCENT, html`${app.name}`, html`${app.description}`),
		showManifest: ({ app, href }, { accent }) => JSON.stringify({
			name: app.name,
			description: app.description,
			start_url: "/",
			display: "browser",
			icons: [{
				src: href("site.showIcon"),
				sizes: "any",
				type: "image/svg+xml"
			}],
			background_color: PAPER,
			theme_color: accent?.light ?? ACCENT
		})
	},
	renderers: { showScript: asScript }
});
// plugins/pages/sitemap/llms-txt.ts
/** Entry points for programs, each a relation of the API root. */
const ENTRIES = [
	[
		"openapi",
		"OpenAPI description",
		"every operation with its parameters, answers and errors"
	],
	[
		"schemas",
		"JSON Schemas",
		"every type"
	],
	[
		"graphql",
		"GraphQL",
		"any number of lists and resources in one query"
	],
	[
		"capabilities",
		"Capabilities",
		"the features that are on"
	],
	[
		"errors",
		"Errors",
		"every error code and its meaning"
	]
];
var llms_txt_default = definePlugin({
	id: "llms-txt",
	summary: "An index of pages and API for language models (llmstxt.org).",
	routes: { showLlmsTxt: {
		method: "GET",
		path: "/llms.txt",
		summary: "Read the index for language models.",
		text: { mediaType: "text/markdown" },
		document: true,
		asset: true,
		cache: {
			scope: "public",
			maxAge: "5m"
		}
	} },
	documents: { async showLlmsTxt(registry) {
		const { authentication } = await import("./pages/sitemap/authentication.js");
		const { writing } = await import("./pages/sitemap/writing.js");
		const { app, baseUrl, href, pageForms } = registry;
		const absolute = (target) => target.startsWith("/") ? `${baseUrl}${target}` : target;
		const entry = (title, target, text) => `- [${title}](${absolute(target)})${text === void 0 ? "" : `: ${text}`}`;
		const root = href("root.showRoot");
		const api = [...root === void 0 ? [] : [entry("API root", root, "the entry to the API")], ...ENTRIES.flatMap(([rel, title, text]) => {
			const target = absoluteRootLink(registry, rel);
			return target === void 0 ? [] : [entry(title, target, text)];
		})];
		const pages = pagesOf(registry, "en").map((page) => entry(page.title, page.href, page.description));
		const section = (title, lines) => lines.length === 0 ? [] : [
			`## ${title}`,
			"",
			...lines,
			""
		];
		return [
			`# ${app.name}`,
			"",
			`> ${app.description}`,
			"",
			...pageForms.has("text/markdown") ? ["Pages answer in Markdown to `Accept: text/markdown`.", ""] : [],
			...section("API", api),
			...section("Authentication", authentication(registry)),
			...section("Writing", writing(registry)),
			...section("Pages", pages)
		].join("\n");
	} }
});
// plugins/pages/sitemap/page.ts
const MESSAGES = {
	en: {
		api: "The API",
		apiText: "The entry for programs.",
		elsewhere: "on another site"
	},
	es: {
		api: "La API",
		apiText: "La entrada para los programas.",
		elsewhere: "en otro sitio web"
	}
};
var page_default = definePlugin({
	id: "sitemap",
	summary: "A page that lists every page.",
	routes: { showSitemap: {
		method: "GET",
		path: "/sitemap",
		summary: "See every page.",
		page: {
			title: {
				en: "Sitemap",
				es: "Mapa del sitio"
			},
			description: {
				en: "Every page of this service.",
				es: "Todas las páginas de este servicio."
			},
			updated: "2026-11-21"
		},
		languages: LANGUAGES,
		document: true,
		cache: {
			scope: "public",
			maxAge: "5m"
		}
	} },
	documents: { showSitemap(registry, _options, language) {
		const messages = MESSAGES[language];
		const root = registry.href("root.showRoot");
		const item = ({ href, title, description, here }) => html`<li><a href="${href}">${title}</a>${!here && html` <span class="tag">${messages.elsewhere}</span>`}${description !== void 0 && html`<br><span class="soft">${description}</span>`}</li>`;
		return html`<ul class="index">${pagesOf(registry, language).map(item)}</ul>
${root !== void 0 && html`<h2>${messages.api}</h2>
<ul class="index"><li><a href="${root}">${root}</a><br><span class="soft">${messages.apiText}</span></li></ul>`}`;
	} }
});
// plugins/pages/sitemap/robots-txt.ts
const path = string().regex(/^[/*][\x21-\x7e]*$/, "write a path, such as /private/, percent-encoded where it is not ASCII");
const Options$5 = strictObject({ disallow: array(path).default([]).describe("Paths that crawlers should not visit, such as /private/.") });
var robots_txt_default = definePlugin({
	id: "robots-txt",
	summary: "A robots.txt with the paths that crawlers may visit (RFC 9309).",
	options: Options$5,
	routes: { showRobots: {
		method: "GET",
		path: "/robots.txt",
		summary: "Read which paths crawlers may visit.",
		text: { mediaType: "text/plain" },
		document: true,
		asset: true,
		cache: {
			scope: "public",
			maxAge: "1h"
		}
	} },
	documents: { showRobots(registry, { disallow }) {
		const sitemap = registry.href("sitemap-xml.showSitemapXml");
		const group = ["User-agent: *", ...disallow.length === 0 ? ["Allow: /"] : disallow.map((one) => `Disallow: ${one}`)].join("\n");
		return sitemap === void 0 ? `${group}\n` : `${group}\n\nSitemap: ${registry.baseUrl}${sitemap}\n`;
	} }
});
// plugins/pages/sitemap/xml.ts
var xml_default = definePlugin({
	id: "sitemap-xml",
	summary: "A sitemap.xml with every page, for crawlers (sitemaps.org 0.9).",
	routes: { showSitemapXml: {
		method: "GET",
		path: "/sitemap.xml",
		summary: "List the pages for crawlers.",
		text: { mediaType: "application/xml" },
		document: true,
		asset: true,
		cache: {
			scope: "public",
			maxAge: "5m"
		}
	} },
	documents: { showSitemapXml(registry) {
		const { baseUrl } = registry;
		return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${[...pagesOf(registry, void 0), ...pageEntriesOf(registry, void 0)].filter(({ here }) => here).map(({ href, updated }) => {
			const lastmod = updated === void 0 ? "" : `<lastmod>${updated}</lastmod>`;
			return `  <url><loc>${escapeHtml(`${baseUrl}${href}`)}</loc>${lastmod}</url>\n`;
		}).join("")}</urlset>\n`;
	} }
});
// plugins/pages/texts/shared/own-text.ts
/** The operator's own text of a page: a Markdown file, with front matter if need be. */
const FrontMatter = strictObject({
	title: string().trim().min(1).optional(),
	description: string().trim().min(1).optional(),
	updated: date().optional()
});
/** Never rejects: a file that cannot be read is one of the `problems`. */
async function readOwnText(file) {
	const problems = [];
	const report = (line, what, received, hint) => void problems.push(problemAt(file, line, what, received, hint));
	const text = await decode(file, report);
	const matter = /^---[ \t]*\n(?<yaml>[^]*?)(?<=\n)---[ \t]*(?:\n|(?![^]))/.exec(text);
	if (matter === null && /^---[ \t]*\n/.test(text)) report(1, "the front matter has no end", "---", "close it with a line ---");
	const yaml = matter?.groups?.["yaml"];
	const frontMatter = yaml === void 0 ? {} : await readFrontMatter(yaml, report);
	const rest = text.slice(matter?.[0].length ?? 0);
	const heading = /^\s*?[ ]{0,3}#[ \t]+(?<title>.*?)[ \t]*#*[ \t]*(?:\n|(?![^]))/.exec(rest);
	const title = heading?.groups?.["title"] ?? "";
	const body = rest.slice(heading?.[0].length ?? 0);
	if (body.trim() === "" && problems.length === 0) report(1, "the page has no text", title === "" ? "an empty file" : "a heading only", "write the text, or take the file out of the config for the text that is built in");
	return {
		file,
		body,
		firstLine: lineAt(text, text.length - body.length),
		...title !== "" && { title },
		...frontMatter,
		problems
	};
}
/** One problem of a file as the log shows it. */
function problemAt(file, line, what, received, hint) {
	return `${file}:${line}: ${what}; received ${received}; ${hint}`;
}
/** The line of an index, from 1. */
function lineAt(text, index) {
	return text.slice(0, index).split("\n").length;
}
/** The text with `\n` between its lines; empty where there is none, which is reported. */
async function decode(file, report) {
	let bytes;
	try {
		bytes = await readFile(file);
	} catch (error) {
		const { code = messageOf(error) } = error;
		report(1, "the file cannot be read", code, "name a Markdown file that the server may read; paths start where it is started");
		return "";
	}
	const text = bytes.toString("utf8").replace(/\r\n/g, "\n");
	if (new TextDecoder().decode(bytes).includes("�")) {
		const line = text.split("\n").find((one) => one.includes("�")) ?? "";
		report(lineAt(text, text.indexOf("�")), "the text is not UTF-8", show(line.slice(0, 40)), "save the file as UTF-8");
	}
	return text.replace(/^\uFEFF/, "");
}
/** Reads what stands between the `---` at the top, as YAML. */
async function readFrontMatter(yaml, report) {
	const { LineCounter, parseDocument } = await import("yaml");
	const lineCounter = new LineCounter();
	const document = parseDocument(yaml, {
		lineCounter,
		prettyErrors: false
	});
	for (const { pos, message } of document.errors) report(lineCounter.linePos(pos[0]).line + 1, `the front matter is not YAML: ${message}`, show(yaml.slice(...pos)), "correct it");
	if (document.errors.length > 0) return {};
	const values = document.toJS() ?? {};
	const { data, error } = FrontMatter.safeParse(values);
	const lines = yaml.split("\n");
	const lineOf = (key) => lines.findIndex((line) => line.startsWith(key)) + 2;
	for (const issue of error?.issues ?? []) if (issue.code === "unrecognized_keys") for (const key of issue.keys) {
		const hint = didYouMean(key, Object.keys(FrontMatter.shape));
		report(lineOf(key), "the front matter has an unknown key", show(key), hint);
	}
	else {
		const key = String(issue.path[0] ?? "");
		const value = key === "" ? values : Reflect.get(Object(values), key);
		const hint = "write title and description as text, and updated as a day such as 2026-11-21";
		const what = `the front matter's ${key || "content"} is not valid: ${issue.message}`;
		report(lineOf(key), what, show(value), hint);
	}
	return data ?? {};
}
// plugins/pages/texts/shared/check-links.ts
/** Finds links of an operator's text that name a route or a relation which does not exist. */
/** Links to what is switched off are not a problem: their text stays. */
function findUnknownLinks({ file, body, firstLine }, registry) {
	return findNamedLinks(body).flatMap(({ kind, name, index }) => {
		const names = kind === "route" ? routeNames(registry) : relationNames(registry);
		if (names.includes(name) || mayBeOff(kind, name, registry)) return [];
		const line = firstLine + lineAt(body, index) - 1;
		const what = `no installed plugin has this ${kind === "route" ? "route" : "relation"}`;
		const near = didYouMean(name, names);
		const hint = near.startsWith("did you mean") ? near : "correct the name: `waymark routes` and the API root list them";
		return [problemAt(file, line, what, `${kind}:${name}`, hint)];
	});
}
function routeNames({ installed, routes }) {
	const declared = installed.flatMap(({ plugin: { id, routes: own } }) => typeof own === "function" ? [] : Object.keys(own ?? {}).map((name) => `${id}.${name}`));
	return [.../* @__PURE__ */ new Set([...routes.map(({ ref }) => ref), ...declared])];
}
function relationNames({ installed, rootLinks }) {
	const declared = installed.flatMap(({ plugin: { rootLinks: links, routes } }) => [...typeof links === "function" ? [] : Object.keys(links ?? {}), ...(typeof routes === "function" ? [] : Object.values(routes ?? {})).flatMap(({ publish }) => publish?.rootLink ?? [])]);
	return [.../* @__PURE__ */ new Set([...Object.keys(rootLinks), ...declared])];
}
/** Whether it may belong to a plugin whose routes or links depend on its options and are not there now. */
function mayBeOff(kind, name, { installed, routes }) {
	return installed.some(({ plugin: { id, routes: own, rootLinks }, enabled }) => kind === "route" ? typeof own === "function" && name.startsWith(`${id}.`) && !routes.some(({ plugin }) => plugin === id) : typeof rootLinks === "function" && !enabled);
}
// plugins/pages/texts/shared/options.ts
/** Options of text pages. */
const WebAddress = url({
	protocol: /^https?$/,
	error: "write a URL that begins with https://"
});
/** Options that every text page has. */
const PAGE_OPTIONS = {
	file: Text.optional().describe("Markdown file with the text, in one language. Read at the start and at each reload of the config."),
	language: LanguageTag.optional().describe("Language of `file`. Default: en."),
	files: record(LanguageTag, Text).refine((files) => Object.keys(files).length > 0, "name a file for at least one language").optional().describe("Markdown files with the text by language, { en: …, es: … }, the default first; read like `file`."),
	url: WebAddress.optional().describe("URL of the page on another site: links, menus and documents lead there, and no page is served here."),
	title: LocalizedText.optional().describe("Title of the page; one text, or { en: …, es: … }. Default: the title in the file, else the built-in one."),
	updated: date().optional().describe("Day of the last change in substance, such as 2026-11-21."),
	menu: _enum([
		"main",
		"footer",
		"none"
	]).optional().describe("Menu that shows the page: main, footer or none.")
};
// plugins/pages/texts/shared/text-page.ts
/** Pages that are a text: built in, or the operator's own, from Markdown files or elsewhere. */
/** Problems of a file in one error: a file that is not Markdown has as many as it has lines. */
const MOST_LISTED = 10;
/**
* Files are read while the options are validated: routes, menus and sitemaps need the titles in them, and a changed file
* makes another revision. The problems of a file stop the plugin's start.
*/
function textPage(page) {
	const { id, subject } = page;
	const routeId = `show${id.charAt(0).toUpperCase()}${id.slice(1)}`;
	const path = `/${id}`;
	/** Synchronous without files: defaults must not need a Promise. */
	const withTexts = (options) => {
		const { file, language = LANGUAGES[0] } = options;
		const { files = file === void 0 ? {} : { [language]: file } } = options;
		const add = (texts) => ({
			...options,
			textOptions: options,
			ownTexts: Object.fromEntries(texts)
		});
		const names = Object.entries(files);
		const reads = names.map(async ([tag, name]) => [tag, await readOwnText(name)]);
		return names.length === 0 ? add([]) : Promise.all(reads).then(add);
	};
	return definePlugin({
		id,
		summary: `A page that shows ${subject}.`,
		options: strictObject({
			...PAGE_OPTIONS,
			...page.options
		}).superRefine(refuseContradictions).transform(withTexts),
		rootLinks: (options) => {
			const { url, menu = menuOf(page, options) } = options;
			const title = titleOf(page, options);
			return { [id]: url === void 0 ? { to: routeId } : {
				href: url,
				title,
				menu
			} };
		},
		handlers(_use, { options: { ownTexts }, registry }) {
			const problems = Object.values(ownTexts).flatMap((text) => [...text.problems, ...findUnknownLinks(text, registry)]);
			const more = problems.length - MOST_LISTED;
			const shown = problems.slice(0, MOST_LISTED);
			if (more > 0) shown.push(`and ${more} more`);
			if (problems.length > 0) throw new Error(shown.join("\n"));
			return {};
		},
		routes: (options) => {
			const { url, menu = menuOf(page, options) } = options;
			const own = Object.values(options.ownTexts);
			const ownUpdates = own.flatMap(({ updated: day }) => day ?? []).toSorted();
			const updated = options.updated ?? (own.length === 0 ? page.updated : ownUpdates.at(-1));
			const route = {
				method: "GET",
				path,
				summary: `Read ${subject}.`,
				page: {
					title: titleOf(page, options),
					description: localized(page.description, options, "description"),
					menu,
					...updated === void 0 ? {} : { updated }
				},
				languages: languagesOf(options),
				document: true,
				cache: {
					scope: "public",
					maxAge: "5m"
				}
			};
			return Object.fromEntries(url === void 0 ? [[routeId, route]] : []);
		},
		documents: { [routeId]: async (registry, options, language) => ({ markdown: options.ownTexts[language]?.body ?? await builtIn(page, registry, options, language) }) }
	});
}
/** Parts that are off leave their blank lines, of which one stays. */
async function builtIn({ texts }, registry, { textOptions }, language) {
	const { textContext } = await import("./pages/texts/shared/context.js");
	const { default: text } = await texts[language === "es" ? "es" : "en"]();
	return `${text(textContext(registry, textOptions, language)).toString().replace(/\n{3,}/g, "\n\n").trim()}\n`;
}
function refuseContradictions({ file, files, url, language }, context) {
	const claim = (holds, key, message) => {
		if (!holds) context.addIssue({
			code: "custom",
			path: [key],
			message
		});
	};
	claim(url === void 0 || !(file !== void 0 || files !== void 0), "url", "a page is elsewhere or from a file, not both");
	claim(file === void 0 || files === void 0, "files", "file and files exclude each other");
	claim(language === void 0 || file !== void 0, "language", "it is the language of file");
}
/** The operator's own text, or one elsewhere, is never empty. */
function menuOf({ menu = "footer", isEmpty }, { url, ownTexts, textOptions }) {
	return url === void 0 && Object.keys(ownTexts).length === 0 && isEmpty?.(textOptions) === true ? "none" : menu;
}
function languagesOf({ ownTexts }) {
	return Object.keys(ownTexts).length === 0 ? LANGUAGES : Object.keys(ownTexts);
}
/** Menus of other pages may be in languages that this page does not have, so ours stay beside the operator's. */
function titleOf(page, options) {
	const { title = {} } = options;
	if (typeof title === "string") return title;
	return {
		...localized(page.title, options, "title"),
		...title
	};
}
function localized(builtInTexts, options, key) {
	const texts = languagesOf(options).map((tag) => [tag, options.ownTexts[tag]?.[key] ?? textIn(builtInTexts, tag)]);
	return {
		...builtInTexts,
		...Object.fromEntries(texts)
	};
}
// plugins/pages/texts/docs/index.ts
var docs_default = textPage({
	id: "docs",
	subject: "the documentation of the API",
	title: {
		en: "Documentation",
		es: "Documentación"
	},
	description: {
		en: "How to use the API: entry, lists, errors, caching and limits.",
		es: "Cómo usar la API: entrada, listas, errores, caché y límites."
	},
	menu: "main",
	updated: "2026-11-21",
	texts: {
		en: () => import("./pages/texts/docs/en.js"),
		es: () => import("./pages/texts/docs/es.js")
	}
});
// plugins/pages/texts/faq/index.ts
var faq_default = textPage({
	id: "faq",
	subject: "answers to common questions",
	title: {
		en: "Questions and answers",
		es: "Preguntas frecuentes"
	},
	description: {
		en: "Short answers to common questions about the API.",
		es: "Respuestas breves a preguntas habituales sobre la API."
	},
	updated: "2026-11-21",
	texts: {
		en: () => import("./pages/texts/faq/en.js"),
		es: () => import("./pages/texts/faq/es.js")
	}
});
// plugins/pages/texts/legal/index.ts
var legal_default = textPage({
	id: "legal",
	subject: "the legal notice",
	title: {
		en: "Legal notice",
		es: "Aviso legal"
	},
	description: {
		en: "The operator of this service, and the licence of its software.",
		es: "Quién gestiona este servicio y con qué licencia se distribuye su software."
	},
	updated: "2026-11-21",
	texts: {
		en: () => import("./pages/texts/legal/en.js"),
		es: () => import("./pages/texts/legal/es.js")
	},
	isEmpty: ({ name, address, email }) => [
		name,
		address,
		email
	].every((fact) => fact === void 0),
	options: {
		name: Text.optional().describe("Name of the operator. Default: the text names the service."),
		address: Text.optional().describe("Postal address of the operator, in one line."),
		email: email().optional().describe("Address of the operator.")
	}
});
// plugins/pages/texts/privacy/index.ts
var privacy_default = textPage({
	id: "privacy",
	subject: "the privacy notice",
	title: {
		en: "Privacy",
		es: "Privacidad"
	},
	description: {
		en: "Which personal data this service processes, and why.",
		es: "Qué datos personales trata este servicio y para qué."
	},
	updated: "2026-11-21",
	texts: {
		en: () => import("./pages/texts/privacy/en.js"),
		es: () => import("./pages/texts/privacy/es.js")
	},
	options: {
		operator: Text.optional().describe("Person or company responsible for the data. Default: the text names the service."),
		email: email().optional().describe("Address for requests about personal data.")
	}
});
// plugins/pages/texts/roadmap/index.ts
var roadmap_default = textPage({
	id: "roadmap",
	subject: "the roadmap",
	title: {
		en: "Roadmap",
		es: "Hoja de ruta"
	},
	description: {
		en: "Plans for this service, and its releases so far.",
		es: "Planes para este servicio y sus versiones hasta ahora."
	},
	updated: "2026-11-21",
	texts: {
		en: () => import("./pages/texts/roadmap/en.js"),
		es: () => import("./pages/texts/roadmap/es.js")
	},
	options: { items: array(LocalizedText).min(1).optional().describe("Plans, each one text or { en: …, es: … }. Default: the text announces none.") }
});
// plugins/pages/texts/security/index.ts
var security_default = textPage({
	id: "security",
	subject: "how to report a vulnerability",
	title: {
		en: "Security",
		es: "Seguridad"
	},
	description: {
		en: "How to report a vulnerability, and what protects this service.",
		es: "Cómo avisar de una vulnerabilidad y qué protege este servicio."
	},
	updated: "2026-11-21",
	texts: {
		en: () => import("./pages/texts/security/en.js"),
		es: () => import("./pages/texts/security/es.js")
	},
	options: { email: email().optional().describe("E-mail address for reports. Default: the text links to security.txt.") }
});
// plugins/pages/texts/support/index.ts
var support_default = textPage({
	id: "support",
	subject: "where to get help",
	title: {
		en: "Support",
		es: "Ayuda"
	},
	description: {
		en: "Where to ask for help, and what to include.",
		es: "Dónde pedir ayuda y qué incluir."
	},
	updated: "2026-11-21",
	texts: {
		en: () => import("./pages/texts/support/en.js"),
		es: () => import("./pages/texts/support/es.js")
	},
	options: {
		email: email().optional().describe("E-mail address for questions. Default: the text names none."),
		contactUrl: WebAddress.optional().describe("URL of a page or form for questions.")
	}
});
// plugins/pages/texts/terms/index.ts
var terms_default = textPage({
	id: "terms",
	subject: "the terms of use",
	title: {
		en: "Terms of use",
		es: "Condiciones de uso"
	},
	description: {
		en: "What you may expect of this service, and what it expects of you.",
		es: "Qué puedes esperar de este servicio y qué espera él de ti."
	},
	updated: "2026-11-21",
	texts: {
		en: () => import("./pages/texts/terms/en.js"),
		es: () => import("./pages/texts/terms/es.js")
	},
	options: { law: Text.optional().describe("Country whose law applies, such as Spain. Default: the text names none.") }
});
// plugins/pages/views/index.ts
/** Answers of the API as pages, for people who open their addresses in a browser. */
/** Answers of the API on the public listener, where the styles are. */
function isShown(route) {
	return isViewable(route) && !route.site && route.declaration.listener === void 0;
}
const policy$6 = definePolicy({
	id: "views",
	needs: { runtime: Runtime },
	compile(route, { use }) {
		if (!isShown(route)) return void 0;
		return { view: {
			languages: LANGUAGES,
			async render(answer, call, language) {
				const { viewPage } = await import("./pages/views/page.js");
				const { registry } = use().runtime;
				const sealed = registry.route(route.ref);
				if (sealed === void 0) throw new Error(`${route.ref} is not served`);
				return viewPage({
					answer,
					call,
					route: sealed,
					registry,
					language: LANGUAGES.find((one) => one === language) ?? "en"
				});
			}
		} };
	},
	statement: () => ({
		mediaType: "text/html",
		languages: LANGUAGES
	}),
	conformance: () => import("./pages/views/conformance.js")
});
var views_default = definePlugin({
	id: "views",
	summary: "Shows the answers of the API as pages to browsers, with their links, schema and headers.",
	policies: [policy$6],
	routes: { showStyles: styleRoute("/assets/views.css", "Read the styles of answers as pages.") },
	documents: { showStyles: styleText$1(new URL("pages/views/views.css", import.meta.url)) }
});
// plugins/policies/header-list.ts
/**
* Makes a list header (RFC 9110, section 5.6.1) of the owner's members and those that other policies add. It is fixed
* when all members are, else a slot of the narrowest kind, and absent without members.
*/
function listField(own, added) {
	const members = [...own, ...added];
	if (members.every((member) => typeof member === "string")) return join(members);
	if (!members.some((member) => typeof member === "function")) return { ofBody: (reply) => join(members.map((member) => valueOf(member, reply))) };
	return (call, reply) => join(members.map((member) => valueOf(member, reply, call)));
}
function valueOf(member, reply, call) {
	if (typeof member === "string") return member;
	if (typeof member === "object") return member.ofBody(reply);
	return call && member(call, reply);
}
function join(members) {
	const present = members.filter((member) => member !== void 0);
	return present.length === 0 ? void 0 : present.join(", ");
}
// plugins/policies/cache/index.ts
/** The value of Cache-Control for 2xx and redirects (RFC 9111, section 5.2.2; RFC 5861, section 3). */
function directives(declared) {
	if (declared === "no-store") return declared;
	const { scope, maxAge, staleWhileRevalidate } = declared;
	const fresh = `${scope}, max-age=${toSeconds(maxAge)}`;
	if (staleWhileRevalidate === void 0) return fresh;
	return `${fresh}, stale-while-revalidate=${toSeconds(staleWhileRevalidate)}`;
}
/** The same for a handler that may read other routes on behalf of its caller: what depends on the caller is private. */
function directivesOfReads(declared) {
	const shared = directives(declared);
	const own = directives({
		...declared,
		scope: "private"
	});
	return { ofBody: ({ facts }) => facts.personal === true ? own : shared };
}
/** Kinds of routes whose answers a handler makes, perhaps for its caller alone. */
const HANDLED = /* @__PURE__ */ new Set([
	"returns",
	"page",
	"list",
	"text",
	"bytes"
]);
/**
* Only reads that may be stored get a validator, because the others are made again for every request; and only bodies
* that are known before they are sent.
*/
function isValidated(declared, declaration) {
	return declared !== void 0 && declared !== "no-store" && !isStreamed(declaration);
}
/** If-Match first, then If-None-Match (RFC 9110, section 13.2.2). Dates are ignored, because no answer has a Last-Modified. */
function precondition(call, reply) {
	const tag = reply.representation?.etag;
	if (tag === void 0) return void 0;
	const match = call.header("if-match");
	if (match !== void 0 && !namesTag(match, tag, "strong")) return 412;
	const noneMatch = call.header("if-none-match");
	return noneMatch !== void 0 && namesTag(noneMatch, tag, "weak") ? 304 : void 0;
}
/** The paths whose writes evaluate conditions, and those that require one; nothing where the service only reads. */
function conditionalWrites(routes) {
	const writes = routes.filter(({ represents }) => represents !== void 0);
	if (writes.length === 0) return {};
	const required = writes.filter(({ declaration }) => declaration.preconditions === "required");
	const paths = (some) => [...new Set(some.map(({ path }) => path))];
	return { writes: {
		endpoints: paths(writes),
		required: paths(required)
	} };
}
function tagOf({ representation, facts }) {
	return facts.etag ?? (facts.transient === true ? void 0 : representation?.etag);
}
const policy$5 = definePolicy({
	id: "cache",
	key: "cache",
	schema: union([literal("no-store"), strictObject({
		scope: _enum(["public", "private"]),
		maxAge: Duration,
		staleWhileRevalidate: Duration.optional()
	})]),
	reads: {
		"if-none-match": { description: "Entity tags the client has; a match answers 304." },
		"if-match": { description: "Entity tags the client accepts; no match answers 412." }
	},
	writes: {
		"Cache-Control": "What caches may do with the answer.",
		ETag: "A hash of the bytes sent, for If-None-Match."
	},
	sharedHeaders: ["Cache-Control"],
	compile({ kind, document, represents, answersAs, declaration }, _ctx, declared) {
		const validated = isValidated(declared, declaration);
		const forBody = declared === void 0 ? "no-store" : directives(declared);
		const reads = HANDLED.has(kind) && !document;
		const isShared = typeof declared === "object" && declared.scope === "public";
		const forRead = reads && isShared ? directivesOfReads(declared) : forBody;
		const cacheControl = {
			ok: forRead,
			redirect: forBody,
			notModified: forRead,
			error: "no-store",
			options: void 0
		};
		return {
			reads: validated || represents !== void 0 ? ["if-none-match", "if-match"] : [],
			...validated ? { precondition } : {},
			contributes: [{
				header: "Access-Control-Allow-Headers",
				value: "Cache-Control",
				outcomes: ["options"]
			}],
			fields(outcome, view) {
				const base = cacheControl[outcome];
				const tagged = validated && (outcome === "ok" || outcome === "notModified") || answersAs !== void 0 && outcome === "ok";
				return {
					"Cache-Control": base === void 0 ? void 0 : listField([base], view.contributed("Cache-Control")),
					ETag: tagged ? { ofBody: tagOf } : void 0
				};
			}
		};
	},
	statement({ routes }) {
		const reads = routes.flatMap(({ path, kind, declaration }) => {
			const { cache } = declaration;
			return cache === void 0 ? [] : [{
				path,
				kind,
				cache,
				validated: isValidated(cache, declaration)
			}];
		});
		return {
			cacheable: reads.flatMap(({ path, cache }) => cache === "no-store" ? [] : {
				path,
				scope: cache.scope,
				maxAge: toSeconds(cache.maxAge),
				revalidate: toSeconds(cache.staleWhileRevalidate ?? "0s")
			}),
			noStore: reads.filter(({ cache }) => cache === "no-store").map(({ path }) => path),
			revalidation: {
				validator: "ETag",
				conditions: ["If-None-Match", "If-Match"],
				endpoints: reads.filter(({ kind, validated }) => kind !== "redirect" && validated).map(({ path }) => path)
			},
			...conditionalWrites(routes)
		};
	},
	conformance: () => import("./policies/cache/conformance.js")
});
var cache_default = definePlugin({
	id: "cache",
	summary: "Sets Cache-Control and ETag, and answers 304 when the client already has the answer.",
	section: "policies",
	policies: [policy$5],
	schemas: {
		CachePolicyDiscovery,
		ConditionalRequestsDiscovery
	},
	routes: {
		showCachePolicy: {
			method: "GET",
			path: "/api/cache-policy",
			summary: "Read which answers caches may keep, and for how long.",
			returns: CachePolicyDiscovery,
			document: true,
			publish: {
				rootLink: "cachePolicy",
				capability: "cachePolicyDiscovery"
			},
			cache: {
				scope: "public",
				maxAge: "5m"
			},
			relations: { conditionalRequests: "showConditionalRequests" }
		},
		showConditionalRequests: {
			method: "GET",
			path: "/api/conditional-requests",
			summary: "Read which routes answer conditional requests.",
			returns: ConditionalRequestsDiscovery,
			document: true,
			publish: {
				rootLink: "conditionalRequests",
				capability: "conditionalRequestsDiscovery"
			},
			cache: {
				scope: "public",
				maxAge: "5m"
			},
			relations: { cachePolicy: "showCachePolicy" }
		}
	},
	documents: {
		showCachePolicy: ({ statements }) => CachePolicyDiscovery.parse(statements["cache"]),
		showConditionalRequests: ({ statements }) => {
			const { revalidation } = CachePolicyDiscovery.parse(statements["cache"]);
			return {
				...revalidation,
				status: 304
			};
		}
	}
});
// plugins/policies/cors/index.ts
/** Cross-origin access for browsers (WHATWG Fetch, section 3.3). */
const Origin = string().refine(isOrigin, "an origin is \"*\", or scheme and authority such as \"https://app.example\"");
const Options$4 = strictObject({
	origins: array(Origin).min(1).default(["*"]).describe("Origins that may read answers: a list, or only \"*\" for all."),
	maxAge: Duration.default("2h").describe("How long browsers may remember a preflight; Chromium stops at 2h."),
	allowCredentials: boolean().default(false).describe("Whether listed origins may send cookies and credentials.")
}).refine(({ origins }) => origins.length === 1 || !origins.includes("*"), {
	path: ["origins"],
	message: "\"*\" cannot be combined with other origins"
}).refine(({ origins, allowCredentials }) => !allowCredentials || !origins.includes("*"), {
	path: ["allowCredentials"],
	message: "credentials need a list of origins; browsers refuse them with \"*\""
});
/** Response headers that every page may read anyway. */
const SAFELISTED = /* @__PURE__ */ new Set([
	"cache-control",
	"content-language",
	"content-length",
	"content-type",
	"expires",
	"last-modified",
	"pragma"
]);
/** Request headers that only browsers set. Without `accept` and `content-type`, whose values may need permission. */
const FORBIDDEN = /* @__PURE__ */ new Set([
	"accept-encoding",
	"connection",
	"content-length",
	"cookie",
	"date",
	"expect",
	"host",
	"origin",
	"referer",
	"te",
	"trailer",
	"transfer-encoding",
	"upgrade",
	"via"
]);
const EXPOSE = "Access-Control-Expose-Headers";
const ALLOW = "Access-Control-Allow-Headers";
const WRITES = {
	"Access-Control-Allow-Origin": "Which origins may read the answer.",
	[EXPOSE]: "Response headers that scripts of other origins may read.",
	"Access-Control-Allow-Credentials": "Whether the answer may be read with credentials.",
	"Access-Control-Allow-Methods": "Answers a preflight: methods of the path.",
	[ALLOW]: "Answers a preflight: request headers that may be sent.",
	"Access-Control-Max-Age": "Answers a preflight: seconds it may be remembered."
};
function compile({ origins, maxAge, allowCredentials }) {
	const allowsAll = origins.includes("*");
	const allowedOrigins = new Set(origins);
	const allowed = (call) => {
		if (allowsAll) return "*";
		const origin = call.header("origin");
		return origin !== void 0 && allowedOrigins.has(origin) ? origin : void 0;
	};
	const isPreflight = (call) => call.header("access-control-request-method") !== void 0 && allowed(call) !== void 0;
	const seconds = String(toSeconds(maxAge));
	return {
		...allowsAll ? { reads: [] } : {
			reads: ["origin"],
			varies: ["origin"],
			variesOnOptions: ["origin"]
		},
		fields(outcome, view) {
			const preflight = (field) => {
				if (outcome !== "options" || field === void 0) return void 0;
				return (call, reply, state) => {
					if (!isPreflight(call)) return void 0;
					if (typeof field === "function") return field(call, reply, state);
					return typeof field === "string" ? field : field.ofBody(reply);
				};
			};
			return {
				"Access-Control-Allow-Origin": allowsAll ? "*" : allowed,
				[EXPOSE]: exposedField(view),
				"Access-Control-Allow-Credentials": allowCredentials ? (call) => allowed(call) === void 0 ? void 0 : "true" : void 0,
				"Access-Control-Allow-Methods": preflight((call) => call.allow),
				[ALLOW]: outcome === "options" ? preflight(listField(sendable(view), view.contributed(ALLOW))) : void 0,
				"Access-Control-Max-Age": preflight(seconds)
			};
		}
	};
}
/** Response headers that scripts could not read otherwise. */
const exposed = once(({ written }) => written.filter((name) => !SAFELISTED.has(name.toLowerCase()) && !name.toLowerCase().startsWith("access-control-")));
/** One string for all routes to which nothing is added, as it is long. */
const exposedByAll = once((names) => [exposed(names).join(", ")]);
function exposedField(view) {
	const added = view.contributed(EXPOSE);
	return added.length === 0 ? exposedByAll(view)[0] : listField(exposed(view), added);
}
/** Request headers that scripts can send. A response header of the same name has the same spelling. */
const sendable = once(({ read, written }) => read.filter((name) => !FORBIDDEN.has(name) && !/^(?:access-control|proxy|sec)-/.test(name)).map((name) => spellHeader(name, written)));
/** Remembers the last list: sealing asks for each route and outcome, always with the same names. */
function once(list) {
	let last;
	return ({ read, written }) => {
		if (last?.read !== read || last.written !== written) last = {
			read,
			written,
			list: list({
				read,
				written
			})
		};
		return last.list;
	};
}
function isOrigin(text) {
	return text === "*" || URL.canParse(text) && new URL(text).origin === text;
}
function statement$1({ options, routes, view }) {
	const added = (header) => routes.flatMap((route) => route.policies.flatMap(({ compiled }) => compiled.contributes ?? [])).flatMap(({ header: name, value }) => name === header && typeof value === "string" ? [value] : []);
	return {
		allowedOrigins: options.origins,
		allowedMethods: unique$1(routes.flatMap(({ allow }) => allow.split(", "))),
		allowPostOn: unique$1(routes.filter(({ method }) => method === "POST").map(({ path }) => path)),
		allowedHeaders: unique$1([...sendable(view), ...added(ALLOW)]),
		exposeHeaders: unique$1([...exposed(view), ...added(EXPOSE)]),
		preflightMaxAge: toSeconds(options.maxAge),
		allowCredentials: options.allowCredentials
	};
}
function unique$1(values) {
	return [...new Set(values)];
}
var cors_default = definePlugin({
	id: "cors",
	summary: "Lets pages of other origins read answers.",
	section: "policies",
	options: Options$4,
	schemas: { Cors },
	policies: [definePolicy({
		id: "cors",
		options: Options$4,
		reads: {
			origin: { description: "The origin of the page that sends the request." },
			"access-control-request-method": { description: "Makes an OPTIONS request a preflight." }
		},
		writes: WRITES,
		sharedHeaders: [EXPOSE, ALLOW],
		compile: ({ declaration }, { options }) => declaration.listener === void 0 ? compile(options) : void 0,
		statement: statement$1,
		conformance: () => import("./policies/cors/conformance.js")
	})],
	routes: { showCors: {
		method: "GET",
		path: "/api/cors",
		summary: "Read which requests pages of other origins may send.",
		returns: Cors,
		document: true,
		publish: {
			rootLink: "cors",
			capability: "corsDiscovery"
		},
		cache: {
			scope: "public",
			maxAge: "5m"
		}
	} },
	documents: { showCors: ({ statements }) => Cors.parse(statements["cors"]) }
});
// plugins/policies/deprecation/index.ts
/** Deprecated routes: Deprecation (RFC 9745) and Sunset (RFC 8594). */
const Options$3 = strictObject({ noticePeriodMonths: int().min(0).default(12).describe("Minimum number of months between deprecation and sunset. `waymark check` tests that every route keeps it.") });
const Deprecated = strictObject({
	since: date(),
	sunset: date(),
	successor: string().regex(/^[^.]+\.[^.]+$/)
}).refine(({ since, sunset }) => since <= sunset, {
	path: ["sunset"],
	message: "the sunset must not be before the deprecation"
});
var deprecation_default = definePlugin({
	id: "deprecation",
	summary: "Announces when a route will be removed, and what replaces it.",
	section: "policies",
	options: Options$3,
	schemas: { DeprecationPolicyDiscovery },
	policies: [definePolicy({
		id: "deprecation",
		options: Options$3,
		key: "deprecated",
		schema: Deprecated,
		writes: {
			Deprecation: "When the route became, or becomes, deprecated: `@` and Unix seconds.",
			Sunset: "When the route is expected to stop answering."
		},
		compile(_route, ctx, deprecated) {
			if (deprecated === void 0) return void 0;
			const links = {
				"successor-version": ctx.href(deprecated.successor),
				deprecation: ctx.href("deprecation.showDeprecationPolicy")
			};
			const fields = {
				Deprecation: `@${Date.parse(deprecated.since) / 1e3}`,
				Sunset: new Date(deprecated.sunset).toUTCString()
			};
			return {
				contributes: Object.entries(links).flatMap(([rel, href]) => href === void 0 ? [] : [{
					header: "Link",
					value: `<${href}>; rel="${rel}"`
				}]),
				fields: () => fields
			};
		},
		statement: ({ options, routes, href }) => ({
			noticePeriodMonths: options.noticePeriodMonths,
			deprecationHeader: {
				name: "Deprecation",
				reference: "RFC 9745"
			},
			sunsetHeader: {
				name: "Sunset",
				reference: "RFC 8594"
			},
			stabilityValues: Stability.options,
			routes: routes.flatMap(({ method, path, declaration: { deprecated } }) => {
				if (deprecated === void 0) return [];
				const { since, sunset } = deprecated;
				return [{
					method,
					path,
					since,
					sunset,
					successor: href(deprecated.successor) ?? null
				}];
			})
		}),
		conformance: () => import("./policies/deprecation/conformance.js")
	})],
	routes: { showDeprecationPolicy: {
		method: "GET",
		path: "/api/deprecation-policy",
		summary: "Read the deprecation policy, and which routes are deprecated.",
		returns: DeprecationPolicyDiscovery,
		document: true,
		publish: {
			rootLink: "deprecationPolicy",
			capability: "deprecationPolicyDiscovery"
		},
		cache: {
			scope: "public",
			maxAge: "5m"
		},
		relations: {
			changelog: "changelog.listReleases",
			feed: "changelog.listReleases",
			versions: "root.listVersions"
		}
	} },
	documents: { showDeprecationPolicy: ({ statements }) => DeprecationPolicyDiscovery.parse(statements["deprecation"]) }
});
// plugins/policies/digest/want-digest.ts
/** Digest algorithms on offer (RFC 9530, section 5), the cheaper first. */
const ALGORITHMS = ["sha-256", "sha-512"];
/**
* The algorithm that Want-Content-Digest or Want-Repr-Digest prefers (RFC 9530, section 4): a dictionary of
* preferences from 0, not acceptable, to 10. Unknown algorithms and malformed members are ignored.
*/
function wantedAlgorithm(field) {
	return best(field, /^([a-z*][a-z0-9_.*-]*)=(\d+)(?:;.*)?$/, (preference) => {
		const value = Number(preference);
		return value <= 10 ? value : void 0;
	});
}
/** The same for Want-Digest, its predecessor (RFC 3230, section 4.3.1): names in any case, weights like `;q=0.5`. */
function legacyWantedAlgorithm(field) {
	return best(field?.toLowerCase(), /^([a-z0-9-]+)(?:[ \t]*;[ \t]*q=([01](?:\.\d{0,3})?))?$/, (weight = "1") => Number(weight) <= 1 ? Number(weight) : void 0);
}
/** The offered algorithm with the greatest weight above 0; of equals, the cheaper. The last member of a name counts. */
function best(field, member, weigh) {
	if (field === void 0) return void 0;
	const weights = /* @__PURE__ */ new Map();
	for (const part of field.split(",")) {
		const [, name, text] = member.exec(part.trim()) ?? [];
		const weight = name === void 0 ? void 0 : weigh(text);
		if (name !== void 0 && weight !== void 0) weights.set(name, weight);
	}
	let chosen;
	let greatest = 0;
	for (const algorithm of ALGORITHMS) {
		const weight = weights.get(algorithm) ?? 0;
		if (weight > greatest) [chosen, greatest] = [algorithm, weight];
	}
	return chosen;
}
// plugins/policies/digest/index.ts
/** SHA-512 is rarely requested, so representations are hashed with it on demand. */
const sha512 = /* @__PURE__ */ new WeakMap();
function digestOf(representation, algorithm) {
	if (algorithm === "sha-256") return toField(algorithm, representation.sha256);
	let digest = sha512.get(representation);
	if (digest === void 0) {
		digest = toField(algorithm, hash("sha512", representation.bytes, "base64"));
		sha512.set(representation, digest);
	}
	return digest;
}
/** A dictionary with one byte sequence (RFC 9651, sections 3.2 and 3.3.5). */
function toField(algorithm, base64) {
	return `${algorithm}=:${base64}:`;
}
/** The algorithm that the client wants for Content-Digest. */
function contentAlgorithm(call) {
	return wantedAlgorithm(negotiationHeader(call, "want-content-digest")) ?? legacyWantedAlgorithm(negotiationHeader(call, "want-digest"));
}
/** A digest of the content of this message, after content coding. An answer to HEAD has none. */
function contentDigest(call, reply, fallback) {
	const { representation } = reply;
	if (representation === void 0 || call.method === "HEAD") return void 0;
	const algorithm = contentAlgorithm(call) ?? fallback;
	return algorithm === void 0 ? void 0 : digestOf(representation, algorithm);
}
/** A digest of the selected representation: the same for HEAD as for GET. On HEAD it replaces Content-Digest. */
function reprDigest(call, { representation }, fallback) {
	if (representation === void 0) return void 0;
	const wanted = wantedAlgorithm(negotiationHeader(call, "want-repr-digest"));
	const algorithm = call.method === "HEAD" ? wanted ?? contentAlgorithm(call) ?? fallback : wanted;
	return algorithm === void 0 ? void 0 : digestOf(representation, algorithm);
}
const preferences = {
	type: "string",
	examples: ["sha-256=10, sha-512=3"]
};
const policy$4 = definePolicy({
	id: "digest",
	key: "digest",
	schema: _enum(["always", "on-request"]),
	reads: {
		"want-content-digest": {
			description: "Algorithms wanted for Content-Digest, with preferences from 0 to 10.",
			schema: preferences
		},
		"want-repr-digest": {
			description: "Algorithms wanted for Repr-Digest, with preferences from 0 to 10.",
			schema: preferences
		},
		"want-digest": {
			description: "Predecessor of Want-Content-Digest (RFC 3230); answered with Content-Digest.",
			schema: {
				type: "string",
				examples: ["sha-256, sha-512;q=0.3"]
			}
		}
	},
	writes: {
		"Content-Digest": "A digest of the content of this message (RFC 9530).",
		"Repr-Digest": "A digest of the selected representation (RFC 9530)."
	},
	compile({ declaration }, _ctx, mode) {
		if (mode === void 0) return void 0;
		if (isStreamed(declaration)) throw new Error("digest needs the whole body, and the route streams it");
		const always = mode === "always";
		const fallback = always ? "sha-256" : void 0;
		return {
			varies: [
				"want-digest",
				"want-content-digest",
				"want-repr-digest"
			],
			contributes: always ? [{
				header: "Cache-Control",
				value: "no-transform",
				outcomes: ["ok", "notModified"]
			}] : [],
			fields: (outcome) => outcome === "ok" ? {
				"Content-Digest": (call, reply) => contentDigest(call, reply, fallback),
				"Repr-Digest": (call, reply) => reprDigest(call, reply, fallback)
			} : {
				"Content-Digest": void 0,
				"Repr-Digest": void 0
			}
		};
	},
	statement: ({ routes }) => ({
		algorithms: ALGORITHMS,
		always: pathsWith("always", routes),
		onRequest: pathsWith("on-request", routes)
	}),
	conformance: () => import("./policies/digest/conformance.js")
});
function pathsWith(mode, routes) {
	return routes.filter(({ declaration }) => declaration.digest === mode).map(({ path }) => path);
}
var digest_default = definePlugin({
	id: "digest",
	summary: "Adds digests to answers, so that clients can detect damage.",
	section: "policies",
	policies: [policy$4]
});
// plugins/policies/encoding/index.ts
const options$1 = strictObject({
	codings: array(_enum([
		"gzip",
		"br",
		"zstd"
	])).default(["gzip"]).describe("Content codings on offer. Of those that a client accepts equally, the first is used."),
	minBytes: int().min(0).default(1024).describe("Bodies smaller than this are not coded, in bytes.")
});
/** Levels at which a body of some kilobytes takes less than a millisecond. */
const GZIP = { level: 6 };
const ZSTD = { params: { [constants$2.ZSTD_c_compressionLevel]: 3 } };
const brotli = (bytes) => ({ params: {
	[constants$2.BROTLI_PARAM_QUALITY]: 5,
	[constants$2.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength
} });
const gzipLater = promisify(gzip);
const brotliLater = promisify(brotliCompress);
const zstdLater = promisify(zstdCompress);
const ENCODERS = {
	gzip: {
		now: (bytes) => withoutSystem(gzipSync(bytes, GZIP)),
		later: async (bytes) => withoutSystem(await gzipLater(bytes, GZIP))
	},
	br: {
		now: (bytes) => brotliCompressSync(bytes, brotli(bytes)),
		later: (bytes) => brotliLater(bytes, brotli(bytes))
	},
	zstd: {
		now: (bytes) => zstdCompressSync(bytes, ZSTD),
		later: (bytes) => zstdLater(bytes, ZSTD)
	}
};
/**
* Byte 9 of gzip names the operating system (RFC 1952, section 2.3.1). 255 means unknown, and keeps the ETag the same on
* all systems.
*/
function withoutSystem(encoded) {
	encoded[9] = 255;
	return encoded;
}
/** Up to here a body is coded at once, in less than a millisecond; a larger one by another thread. */
const AT_ONCE_BYTES = 65536;
function toCoding(name, minBytes) {
	const { now, later } = ENCODERS[name];
	const encode = (bytes) => bytes.byteLength <= AT_ONCE_BYTES ? now(bytes) : later(bytes);
	return {
		name,
		minBytes,
		encode
	};
}
/** Kinds of routes without coding: events would wait in the compressor's buffer, the others are too small. */
const UNCODED = /* @__PURE__ */ new Set([
	"stream",
	"redirect",
	"alwaysFails",
	"none"
]);
/** Types whose bytes get smaller; most others are compressed already, as pictures and archives are. */
const COMPRESSIBLE = /^text\/|[/+](?:json|xml)$|^application\/(?:javascript|wasm|x-tar)$/;
/** Whether coding a body of bytes would gain nothing, or is not possible as it is sent while it is made. */
function isCompressed({ kind, declaration, mediaTypes }) {
	if (kind !== "bytes") return false;
	const isSmall = (type) => !COMPRESSIBLE.test(type.split(";", 1)[0] ?? "");
	return isStreamed(declaration) || mediaTypes.some(isSmall);
}
const policy$3 = definePolicy({
	id: "encoding",
	options: options$1,
	reads: { "accept-encoding": { description: "Content codings the client can decode." } },
	writes: { "Content-Encoding": "The coding of the content; absent when it is not coded." },
	compile(route, { options: { codings, minBytes } }) {
		if (UNCODED.has(route.kind) || isCompressed(route) || codings.length === 0) return void 0;
		return {
			varies: ["accept-encoding"],
			codings: codings.map((name) => toCoding(name, minBytes)),
			fields: (outcome) => ({ "Content-Encoding": outcome === "ok" || outcome === "error" ? { ofBody: ({ representation }) => representation === void 0 || representation.coding === "identity" ? void 0 : representation.coding } : void 0 })
		};
	},
	statement: ({ options: { codings, minBytes } }) => ({
		encodings: ["identity", ...codings],
		default: "identity",
		minBytes
	}),
	conformance: () => import("./policies/encoding/conformance.js")
});
var encoding_default = definePlugin({
	id: "encoding",
	summary: "Compresses bodies for clients that can decode them.",
	section: "policies",
	options: options$1,
	policies: [policy$3],
	schemas: { Encoding },
	routes: { showEncoding: {
		method: "GET",
		path: "/api/encoding",
		summary: "Read which content codings are on offer.",
		returns: Encoding,
		document: true,
		publish: {
			rootLink: "encoding",
			capability: "encodingDiscovery"
		},
		cache: {
			scope: "public",
			maxAge: "5m"
		}
	} },
	documents: { showEncoding: ({ statements }) => Encoding.parse(statements["encoding"]) }
});
// plugins/policies/hsts/index.ts
/** HTTP Strict Transport Security (RFC 6797). */
/** The minimum for preload lists: https://hstspreload.org */
const PRELOAD_SECONDS = 31536e3;
const Options$2 = strictObject({
	maxAge: Duration.default("365d").describe("How long browsers use only HTTPS after each answer."),
	includeSubDomains: boolean().default(false).describe("Whether subdomains are included."),
	preload: boolean().default(false).describe("Consent to the lists built into browsers; hard to undo.")
}).refine(({ preload, includeSubDomains, maxAge }) => !preload || includeSubDomains && toSeconds(maxAge) >= PRELOAD_SECONDS, {
	path: ["preload"],
	message: "preload requires includeSubDomains and a maxAge of at least 365d"
});
function render({ maxAge, includeSubDomains, preload }) {
	return [
		`max-age=${toSeconds(maxAge)}`,
		...includeSubDomains ? ["includeSubDomains"] : [],
		...preload ? ["preload"] : []
	].join("; ");
}
/** `isBindable` with a cache of one host: a server mostly has one, but clients may send any. */
function cachedIsBindable() {
	let lastHost = "";
	let lastAnswer = false;
	return (host) => {
		if (host !== lastHost) {
			lastAnswer = isBindable(host);
			lastHost = host;
		}
		return lastAnswer;
	};
}
var hsts_default = definePlugin({
	id: "hsts",
	summary: "Makes browsers that used HTTPS keep using it.",
	options: Options$2,
	policies: [definePolicy({
		id: "hsts",
		options: Options$2,
		writes: { "Strict-Transport-Security": "How long to use only HTTPS. Sent only over HTTPS, and never for localhost or an address." },
		compile(_route, { options }) {
			const value = render(options);
			const bindable = cachedIsBindable();
			return { fields: () => ({ "Strict-Transport-Security": (call) => call.secure && bindable(call.host) ? value : void 0 }) };
		},
		statement: ({ options }) => ({
			headerName: "Strict-Transport-Security",
			value: render(options),
			maxAgeSeconds: toSeconds(options.maxAge),
			includeSubDomains: options.includeSubDomains,
			preload: options.preload
		}),
		conformance: () => import("./policies/hsts/conformance.js")
	})]
});
// plugins/policies/links/body-links.ts
const LINK = {
	type: "object",
	properties: { href: {
		type: "string",
		format: "uri-reference"
	} },
	required: ["href"]
};
/** `_links` with these relations. Open: `next` and computed relations come and go. */
function linksSchema(relations) {
	return {
		type: "object",
		properties: Object.fromEntries(relations.map((relation) => [relation, LINK])),
		additionalProperties: LINK
	};
}
function planLinks({ relations, computed }) {
	const fixed = [...relations.flatMap(({ rel, target }) => {
		const href = target.params.length === 0 ? fillPath(target, {}) : void 0;
		return href === void 0 ? [] : [[rel, href]];
	}), ...Object.entries(computed())].map(([rel, href]) => [rel, { href }]);
	return {
		fixed: Object.fromEntries(fixed),
		open: relations.filter(({ target }) => target.params.length > 0)
	};
}
/**
* The links of each item of a list, under names made from data: `integrations:lisboa`. An item that lacks the fields
* which fill a link has none.
*/
function itemLinks({ itemRelations, declaration: { list } }, params, body) {
	const items = itemRelations.length === 0 ? [] : body[list?.as ?? ""];
	if (!Array.isArray(items)) return {};
	const links = {};
	for (const item of items) {
		const source = {
			...params,
			...Object(item)
		};
		for (const relation of itemRelations) {
			const href = fillRelation(relation, source);
			const key = Object.values(relation.bindings).map((name) => source[name]);
			if (href !== void 0) links[`${relation.rel}:${key.join("/")}`] = { href };
		}
	}
	return links;
}
/**
* The request's own URL, with its query where the route has query parameters. Undefined for a malformed path, and for one that would resolve to another host (RFC 3986, section 4.2;
* browsers read `\` as `/`).
*/
function selfLink({ path, search, route }) {
	if (!path.startsWith("/") || path[1] === "/" || path[1] === "\\") return void 0;
	return route.kind === "list" || route.declaration.query !== void 0 ? path + search : path;
}
// plugins/policies/links/registered.ts
/** IANA's registry of link relations (RFC 8288, section 2.1.1), as far as a server of this kind may use it. */
const REGISTERED = /* @__PURE__ */ new Set([
	"about",
	"alternate",
	"api-catalog",
	"author",
	"canonical",
	"collection",
	"contents",
	"current",
	"deprecation",
	"describedby",
	"describes",
	"edit",
	"first",
	"glossary",
	"help",
	"hub",
	"icon",
	"index",
	"item",
	"last",
	"latest-version",
	"license",
	"linkset",
	"monitor",
	"next",
	"original",
	"predecessor-version",
	"prev",
	"preview",
	"privacy-policy",
	"profile",
	"related",
	"search",
	"section",
	"self",
	"service",
	"service-desc",
	"service-doc",
	"service-meta",
	"start",
	"status",
	"successor-version",
	"sunset",
	"terms-of-service",
	"type",
	"up",
	"version-history",
	"via"
]);
// plugins/policies/links/index.ts
const OPENAPI = "openapi.showOpenapi";
const SCHEMA = "schemas.showSchema";
const CATALOG = "errors.listErrors";
/** The relations of links, in Link headers and in `_links`. */
const LinksStatement = object({
	header: array(string()),
	body: array(string())
});
const policy$2 = definePolicy({
	id: "links",
	writes: { Link: "Related resources (RFC 8288): the description, the schema, the next page." },
	sharedHeaders: ["Link"],
	compile(route, { href }) {
		const isList = route.kind === "list";
		const openapi = href(OPENAPI);
		const catalog = href(CATALOG);
		const schema = route.schema === void 0 ? void 0 : href(SCHEMA, { type: route.schema });
		const describedby = openapi === void 0 ? [] : [`<${openapi}>; rel="describedby"; type="application/json"`];
		const profile = schema === void 0 ? void 0 : `<${schema}>; rel="profile"`;
		const everywhere = profile === void 0 || route.schemaMediaTypes.length === route.mediaTypes.length;
		const profileLink = ({ facts: { offSchema } }) => offSchema === true ? void 0 : profile;
		const pageLinks = (reply) => {
			const { next } = reply.facts;
			const linkToProfile = profileLink(reply);
			if (next === void 0) return linkToProfile;
			const following = `<${next}>; rel="next"`;
			return linkToProfile === void 0 ? following : `${linkToProfile}, ${following}`;
		};
		let plan;
		const planFor = (info) => plan ??= planLinks(info);
		const related = Object.keys(route.declaration.relations ?? {});
		return {
			fields(outcome, view) {
				const added = view.contributed("Link");
				const withBody = outcome === "ok" || outcome === "notModified";
				const own = isList ? { ofBody: pageLinks } : everywhere ? profile : { ofBody: profileLink };
				return { Link: listField(withBody && own ? [...describedby, own] : describedby, added) };
			},
			members(outcome) {
				if (outcome === "ok" && route.schema === void 0) return {};
				if (outcome === "ok") return { _links: {
					schema: linksSchema([
						"self",
						...related,
						...schema === void 0 ? [] : ["profile"],
						...isList ? ["next"] : []
					]),
					value({ call, body, facts: { next, created, offSchema, applied } }) {
						const links = {};
						const last = {
							...schema === void 0 || offSchema === true ? {} : { profile: { href: schema } },
							...next === void 0 ? {} : { next: { href: next } }
						};
						if (isList && applied?.includes("return=minimal") === true) return Object.keys(last).length === 0 ? void 0 : last;
						const { fixed, open } = planFor(call.route);
						const self = created ?? selfLink(call);
						if (self !== void 0) links["self"] = { href: self };
						for (const relation of open) {
							const target = fillRelation(relation, call.params, body);
							if (target !== void 0) links[relation.rel] = { href: target };
						}
						return Object.assign(links, fixed, itemLinks(call.route, call.params, body), last);
					}
				} };
				if (outcome !== "error") return {};
				return { _links: {
					schema: linksSchema([
						"self",
						...catalog === void 0 ? [] : ["errors"],
						...openapi === void 0 ? [] : ["describedby"]
					]),
					value({ call, failure }) {
						const links = {};
						const self = failure?.status === 414 ? void 0 : selfLink(call);
						if (self !== void 0) links["self"] = { href: self };
						if (catalog !== void 0) links["errors"] = { href: catalog };
						if (openapi !== void 0) links["describedby"] = { href: openapi };
						const { errors = [], alwaysFails } = route.declaration;
						const { code = "" } = failure ?? {};
						if (errors.includes(code) || alwaysFails?.code === code) Object.assign(links, planFor(call.route).fixed);
						return links;
					}
				} };
			}
		};
	},
	statement({ routes, href }) {
		const paged = routes.some(({ engine }) => engine !== void 0);
		const common = [...routes.some(({ ref }) => ref === SCHEMA) && routes.some(({ schema }) => schema !== void 0) ? ["profile"] : [], ...paged ? ["next"] : []];
		const described = href(OPENAPI) === void 0 ? [] : ["describedby"];
		return {
			header: unique([
				...described,
				...common,
				...routes.flatMap(relationsOfPolicies)
			]),
			body: unique([
				"self",
				...common,
				...described,
				...href(CATALOG) === void 0 ? [] : ["errors"],
				...routes.flatMap(relationsOfRoute)
			])
		};
	},
	conformance: () => import("./policies/links/conformance.js")
});
/** Relation types of the links that other policies add (RFC 8288, section 3.3). */
function relationsOfPolicies({ policies }) {
	return policies.flatMap(({ compiled }) => compiled.contributes ?? []).flatMap(({ header, value }) => header === "Link" && typeof value === "string" ? value : []).flatMap((value) => /;\s*rel="([^"]+)"/.exec(value)?.[1]?.split(" ") ?? []);
}
/** Names with a colon, such as `schema:Office`, are made from data, one for each item. */
function relationsOfRoute({ relations, computed }) {
	return [...relations.map(({ rel }) => rel), ...Object.keys(computed())].filter((name) => !name.includes(":"));
}
function unique(names) {
	return [...new Set(names)];
}
var links_default = definePlugin({
	id: "links",
	summary: "Adds links to related resources, in the Link header and in `_links`.",
	section: "policies",
	policies: [policy$2],
	schemas: { LinkRelations },
	capabilities: {
		hateoasBodyLinks: true,
		profileLink: ({ statements }) => LinksStatement.parse(statements["links"]).header.includes("profile")
	},
	routes: { showLinkRelations: {
		method: "GET",
		path: "/api/link-relations",
		summary: "List the relations that links have.",
		returns: LinkRelations,
		document: true,
		publish: {
			rootLink: "linkRelations",
			capability: "linkRelationsDiscovery"
		},
		cache: {
			scope: "public",
			maxAge: "5m"
		}
	} },
	documents: { showLinkRelations: ({ statements }) => {
		const { header, body } = LinksStatement.parse(statements["links"]);
		return { relations: unique([...header, ...body]).map((rel) => ({
			rel,
			registered: REGISTERED.has(rel),
			in: [...header.includes(rel) ? ["header"] : [], ...body.includes(rel) ? ["body"] : []]
		})) };
	} }
});
// plugins/policies/prefer/parse.ts
/** A preference without its parameters: token, and perhaps a value (RFC 7240, section 2). */
const PREFERENCE = /^([!#$%&'*+.^_`|~\w-]+)(?:[ \t]*=[ \t]*([!#$%&'*+.^_`|~\w-]*|"(?:[^"\\]|\\.)*"))?$/;
/**
* Reads a `Prefer` field. Names and values match in any case, and the first instance of a preference counts. Malformed
* and unknown preferences are ignored.
*/
function parsePrefer(field) {
	const preferences = /* @__PURE__ */ new Map();
	for (const member of splitOutsideQuotes(field, ",")) {
		const [preference = ""] = splitOutsideQuotes(member, ";");
		const [, name, value = ""] = PREFERENCE.exec(preference.trim()) ?? [];
		if (name === void 0 || preferences.has(name.toLowerCase())) continue;
		preferences.set(name.toLowerCase(), unquote(value).toLowerCase());
	}
	const representation = preferences.get("return");
	const handling = preferences.get("handling");
	return {
		...representation === "minimal" || representation === "representation" ? { return: representation } : {},
		...handling === "strict" || handling === "lenient" ? { handling } : {}
	};
}
/** Splits at separators outside of quoted strings. A part whose quoted string never ends is dropped. */
function splitOutsideQuotes(text, separator) {
	const parts = [];
	let start = 0;
	let quoted = false;
	for (let at = 0; at < text.length; at++) {
		const character = text[at];
		if (quoted && character === "\\") at++;
		else if (character === "\"") quoted = !quoted;
		else if (character === separator && !quoted) {
			parts.push(text.slice(start, at));
			start = at + 1;
		}
	}
	if (!quoted) parts.push(text.slice(start));
	return parts;
}
function unquote(value) {
	return value.startsWith("\"") ? value.slice(1, -1).replace(/\\(.)/g, "$1") : value;
}
// plugins/policies/prefer/index.ts
/** Preferences of clients (RFC 7240). */
/** The preferences that are recognized, and the routes that honour them. */
const PREFERENCES = [
	{
		name: "return",
		values: ["minimal", "representation"],
		by: ["lists", "writes"]
	},
	{
		name: "handling",
		values: ["strict", "lenient"],
		by: ["lists"]
	},
	{
		name: "wait",
		values: ["seconds"],
		by: []
	},
	{
		name: "respond-async",
		values: [],
		by: []
	}
];
/** The routes that honour preferences: without an engine, lists are what handlers return. */
function honouring(routes) {
	return {
		lists: routes.filter(({ kind, engine }) => kind === "list" && engine !== void 0),
		writes: routes.filter(({ answersAs }) => answersAs !== void 0)
	};
}
function statement({ routes }) {
	const by = honouring(routes);
	const paths = (some) => [...new Set(some.map(({ path }) => path))];
	return {
		headerName: "Prefer",
		appliedHeaderName: "Preference-Applied",
		reference: "RFC 7240",
		preferences: PREFERENCES.map(({ name, values, by: kinds }) => ({
			name,
			values,
			honored: kinds.some((kind) => by[kind].length > 0)
		})),
		endpoints: paths([...by.lists, ...by.writes]),
		...by.writes.length === 0 ? {} : { writes: paths(by.writes) }
	};
}
var prefer_default = definePlugin({
	id: "prefer",
	summary: "Honours preferences of clients, such as smaller list items.",
	section: "policies",
	capabilities: { preferHeader: ({ routes }) => Object.values(honouring(routes)).some(({ length }) => length > 0) },
	schemas: { PreferDiscovery },
	policies: [definePolicy({
		id: "prefer",
		reads: { prefer: {
			description: "On lists: `return=minimal` for smaller items, `handling=strict` to refuse unknown names. All others are ignored.",
			onWrites: "`return=minimal` for an answer without the representation. All others are ignored."
		} },
		writes: { "Preference-Applied": "Preferences that the answer honours." },
		compile: (route) => ({
			...route.kind === "list" ? { varies: ["prefer"] } : {},
			...route.kind === "list" || route.answersAs !== void 0 ? {} : { reads: [] },
			begin(call) {
				const field = negotiationHeader(call, "prefer");
				if (field !== void 0) call.preferences = parsePrefer(field);
			},
			fields: (outcome) => ({ "Preference-Applied": outcome === "ok" || outcome === "notModified" ? { ofBody: ({ facts: { applied } }) => applied === void 0 || applied.length === 0 ? void 0 : applied.join(", ") } : void 0 })
		}),
		statement,
		conformance: () => import("./policies/prefer/conformance.js")
	})],
	routes: { showPrefer: {
		method: "GET",
		path: "/api/prefer",
		summary: "Read which preferences are honoured, and on which routes.",
		returns: PreferDiscovery,
		document: true,
		publish: {
			rootLink: "prefer",
			capability: "preferDiscovery"
		},
		cache: {
			scope: "public",
			maxAge: "5m"
		}
	} },
	documents: { showPrefer: ({ statements }) => PreferDiscovery.parse(statements["prefer"]) }
});
// plugins/policies/problem-details.ts
const policy$1 = definePolicy({
	id: "problem-details",
	compile(_route, { href, baseUrl }) {
		const catalog = href("errors.listErrors");
		return { errorForms: [{
			mediaType: "application/problem+json",
			schema: "Problem",
			render({ code, status, message, detail, errors, extensions }, { requestId }) {
				const members = {
					...catalog === void 0 ? {
						type: "about:blank",
						title: STATUS_CODES[status] ?? message,
						status,
						detail: detail ?? message
					} : {
						type: `${baseUrl()}${catalog}#${code}`,
						title: message,
						status,
						detail
					},
					code,
					requestId,
					errors
				};
				return extensions === void 0 ? members : {
					...members,
					...extensions,
					...members
				};
			}
		}] };
	}
});
var problem_details_default = definePlugin({
	id: "problem-details",
	summary: "Answers errors as Problem Details (RFC 9457) to clients that prefer them.",
	policies: [policy$1],
	schemas: { Problem }
});
// plugins/policies/rate-limit-demo.ts
/** Not the limiter's own code, because no limit was exceeded and the limiter may be off. */
const CODE = "rate-limit-demo";
const Options$1 = strictObject({ retryAfter: Duration.default("5s").describe("Value of Retry-After.") });
var rate_limit_demo_default = definePlugin({
	id: "rate-limit-demo",
	summary: "Lets clients test how they handle a 429.",
	section: "policies",
	options: Options$1,
	errors: { [CODE]: {
		status: 429,
		message: "This resource always answers as if a limit were exceeded.",
		cause: "The resource is there for tests of clients: it refuses every request.",
		remedy: "Check that the client waits as many seconds as `Retry-After` says. Nothing is wrong."
	} },
	routes: ({ retryAfter }) => ({ showRateLimit: {
		method: "GET",
		path: "/api/rate-limit-demo",
		summary: "Always answers 429.",
		alwaysFails: {
			code: CODE,
			retryAfter
		},
		publish: { rootLink: "rateLimitDemo" },
		cache: "no-store",
		rateLimit: "exempt"
	} })
});
// plugins/policies/request-id/index.ts
/** Gives each request an identifier, the same in the answer, its error body and the log. */
/** Unreserved characters (RFC 3986): safe in headers, logs, URLs and JSON. */
const ACCEPTED = /^[A-Za-z0-9._~-]{1,128}$/;
var request_id_default = definePlugin({
	id: "request-id",
	summary: "Gives each request an identifier, so that an answer and its log line can be matched.",
	policies: [definePolicy({
		id: "request-id",
		needs: { ids: Ids },
		reads: { "x-request-id": {
			description: "The client's own identifier, used when it is valid; otherwise one is made.",
			schema: {
				type: "string",
				pattern: ACCEPTED.source
			}
		} },
		writes: { "X-Request-ID": "Identifier of this request." },
		compile: (_route, ctx) => ({
			begin(call) {
				const received = call.header("x-request-id");
				call.requestId = received !== void 0 && ACCEPTED.test(received) ? received : ctx.use().ids.uuid();
			},
			fields: () => ({ "X-Request-ID": (call) => call.requestId })
		}),
		conformance: () => import("./policies/request-id/conformance.js")
	})]
});
// plugins/policies/security-headers/index.ts
const AUTH_METHODS = "auth-methods.showAuthMethods";
const CSP = "Content-Security-Policy";
const off = literal(false);
const visible = string().regex(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/);
const Options = strictObject({
	permissionsPolicy: union([visible, off]).default("camera=(), microphone=(), geolocation=()").describe("Permissions-Policy, a structured dictionary; false leaves it out."),
	referrerPolicy: union([_enum([
		"no-referrer",
		"no-referrer-when-downgrade",
		"same-origin",
		"origin",
		"strict-origin",
		"origin-when-cross-origin",
		"strict-origin-when-cross-origin",
		"unsafe-url"
	]), off]).default("strict-origin-when-cross-origin").describe("Referrer-Policy; false leaves it out."),
	contentTypeOptions: union([literal("nosniff"), off]).default("nosniff").describe("X-Content-Type-Options; false leaves it out."),
	contentSecurityPolicy: union([visible, off]).default("default-src 'none'; frame-ancestors 'none'").describe("Content-Security-Policy of all answers except pages, which have their own; false leaves it out."),
	crossOriginResourcePolicy: union([_enum([
		"cross-origin",
		"same-site",
		"same-origin"
	]), off]).default("cross-origin").describe("Cross-Origin-Resource-Policy; false leaves it out.")
});
/** Policies added by plugins replace `fallback`. Browsers enforce all of several (CSP Level 3, section 3.1). */
function contentSecurityPolicy(fallback, added) {
	if (added.length === 0) return fallback;
	const field = listField([], added);
	if (typeof field !== "function") return field;
	return (call, reply, state) => field(call, reply, state) ?? fallback;
}
var security_headers_default = definePlugin({
	id: "security-headers",
	summary: "Sends headers that restrict what browsers do with answers.",
	section: "policies",
	options: Options,
	schemas: { SecurityPolicyDiscovery },
	policies: [definePolicy({
		id: "security-headers",
		options: Options,
		writes: {
			"Permissions-Policy": "Browser features that the answer may use when shown as a page.",
			"Referrer-Policy": "How much of its address the page sends when a link is followed.",
			"X-Content-Type-Options": "Forbids guessing another media type.",
			[CSP]: "What the answer may load and who may frame it when shown as a page.",
			"Cross-Origin-Resource-Policy": "Which sites may embed the answer."
		},
		sharedHeaders: [CSP],
		compile: (route, { options }) => ({ fields(outcome, view) {
			const fallback = route.kind === "page" && (outcome === "ok" || outcome === "notModified") ? void 0 : options.contentSecurityPolicy || void 0;
			return {
				"Permissions-Policy": options.permissionsPolicy || void 0,
				"Referrer-Policy": options.referrerPolicy || void 0,
				"X-Content-Type-Options": options.contentTypeOptions || void 0,
				[CSP]: contentSecurityPolicy(fallback, view.contributed(CSP)),
				"Cross-Origin-Resource-Policy": options.crossOriginResourcePolicy || void 0
			};
		} }),
		statement: ({ options }) => Object.fromEntries(Object.entries(options).filter(([, value]) => value !== false)),
		conformance: () => import("./policies/security-headers/conformance.js")
	})],
	routes: { showSecurityPolicy: {
		method: "GET",
		path: "/api/security-policy",
		summary: "Read the security policy: headers, CORS, authentication and contact.",
		returns: SecurityPolicyDiscovery,
		document: true,
		publish: {
			rootLink: "securityPolicy",
			capability: "securityPolicyDiscovery"
		},
		cache: {
			scope: "public",
			maxAge: "5m"
		},
		relations: {
			authMethods: AUTH_METHODS,
			cors: "cors.showCors"
		}
	} },
	documents: { showSecurityPolicy: ({ statements, capabilities, href, routes }) => SecurityPolicyDiscovery.parse({
		auth: {
			enabled: capabilities["auth"] === true,
			methods: href(AUTH_METHODS)
		},
		hsts: statements["hsts"],
		cors: statements["cors"],
		securityTxt: routes.find(({ path }) => path === "/.well-known/security.txt")?.path,
		...Object(statements["security-headers"])
	}) }
});
// plugins/policies/server-timing/index.ts
/** Durations of answers, for developers' tools (W3C Server Timing). */
const HEADER = "Server-Timing";
/** Texts of durations below a millisecond, by microsecond. Nearly all durations are, so the texts are kept. */
const shortMetrics = Array.from({ length: 1e3 }, () => "");
function appMetric(call) {
	const microseconds = Math.round(call.durationMs * 1e3);
	const cached = shortMetrics[microseconds];
	if (cached !== void 0 && cached !== "") return cached;
	const metric = `app;dur=${microseconds / 1e3}`;
	if (cached !== void 0) shortMetrics[microseconds] = metric;
	return metric;
}
function timing(added) {
	return (call, reply) => {
		let metrics = appMetric(call);
		for (const addition of added) {
			const metric = typeof addition === "string" ? addition : addition(call, reply);
			if (metric !== void 0) metrics += `, ${metric}`;
		}
		return metrics;
	};
}
/** The forms of what other policies add. */
function addedForms({ policies }) {
	return policies.flatMap(({ compiled }) => compiled.contributes ?? []).filter(({ header }) => header === HEADER).flatMap(({ value, form }) => typeof value === "string" ? value : form ?? []);
}
var server_timing_default = definePlugin({
	id: "server-timing",
	summary: "Reports how long answers took.",
	section: "policies",
	schemas: { TimingPolicyDiscovery },
	policies: [definePolicy({
		id: "server-timing",
		key: "serverTiming",
		schema: boolean(),
		writes: {
			[HEADER]: "Time spent on the answer in milliseconds, and the trace it belongs to.",
			"Timing-Allow-Origin": "Which origins may read these timings."
		},
		sharedHeaders: [HEADER],
		compile(_route, _ctx, isOn) {
			if (isOn !== true) return void 0;
			return { fields: (_outcome, view) => ({
				[HEADER]: timing(view.contributed(HEADER)),
				"Timing-Allow-Origin": "*"
			}) };
		},
		statement({ routes }) {
			const timed = routes.filter(({ declaration }) => declaration.serverTiming === true);
			return {
				enabled: true,
				headerName: HEADER,
				format: [.../* @__PURE__ */ new Set(["app;dur=<milliseconds>", ...timed.flatMap(addedForms)])].join(", "),
				endpoints: timed.map(({ path }) => path)
			};
		},
		conformance: () => import("./policies/server-timing/conformance.js")
	})],
	routes: { showTimingPolicy: {
		method: "GET",
		path: "/api/timing-policy",
		summary: "Read which answers report how long they took.",
		returns: TimingPolicyDiscovery,
		document: true,
		publish: {
			rootLink: "timingPolicy",
			capability: "timingPolicyDiscovery"
		},
		cache: {
			scope: "public",
			maxAge: "5m"
		}
	} },
	documents: { showTimingPolicy: ({ statements }) => TimingPolicyDiscovery.parse(statements["server-timing"]) }
});
// plugins/policies/size-limits/index.ts
const options = strictObject({
	maxUrlLength: int().min(1).default(8192).describe("Longest path and query, in bytes. Longer ones are answered with 414."),
	maxRequestPayloadBytes: int().min(0).default(1048576).describe("Largest request body, in bytes. Larger ones are answered with 413."),
	maxPayloadBytesUnderWay: int().min(0).default(67108864).describe("Most bytes of all request bodies that are received at the same time. Above, the oldest are answered with 503."),
	maxRequestValues: int().min(1).default(1e4).describe("Most values in a JSON request body, those within lists and objects included. More are answered with 413.")
});
const policy = definePolicy({
	id: "size-limits",
	options,
	guards: false,
	key: "maxPayloadBytes",
	schema: int().min(0),
	compile({ declaration }, { options: limits }, ofRoute = Infinity) {
		if (Object.keys(bodiesOf(declaration)).length === 0 && ofRoute !== Infinity) throw new Error("maxPayloadBytes limits a body, and the route declares none");
		const { maxUrlLength } = limits;
		return {
			maxBodyBytes: Math.min(limits.maxRequestPayloadBytes, ofRoute),
			maxBodyBytesUnderWay: limits.maxPayloadBytesUnderWay,
			maxBodyValues: limits.maxRequestValues,
			admit({ path, search }) {
				const length = path.length + search.length;
				if (length <= maxUrlLength) return void 0;
				return {
					code: "uri-too-long",
					detail: `Path and query are ${length} bytes long; at most ${maxUrlLength} are accepted.`
				};
			}
		};
	},
	statement: ({ options: { maxUrlLength, maxRequestPayloadBytes } }) => ({
		maxUrlLength,
		maxRequestPayloadBytes
	}),
	conformance: () => import("./policies/size-limits/conformance.js")
});
var size_limits_default = definePlugin({
	id: "size-limits",
	summary: "Refuses URLs and bodies that are too large.",
	section: "policies",
	options,
	policies: [policy],
	schemas: { SizeLimits },
	routes: { showSizeLimits: {
		method: "GET",
		path: "/api/size-limits",
		summary: "Read how large requests may be.",
		returns: SizeLimits,
		document: true,
		publish: {
			rootLink: "sizeLimits",
			capability: "sizeLimitsDiscovery"
		},
		cache: {
			scope: "public",
			maxAge: "5m"
		}
	} },
	documents: { showSizeLimits: ({ statements }) => SizeLimits.parse(statements["size-limits"]) }
});
// plugins/policies/trace-context/index.ts
/** Distributed traces: W3C Trace Context, Level 2. */
/** A trace that starts here is not sampled, and its id is random (Level 2, section 3.2.2.5). */
const NEW_TRACE = `00-${"x".repeat(32)}-${"x".repeat(16)}-02`;
/** The part of a trace in this server. */
var ServerTrace = class {
	/** The client's, or that of the trace that starts here. */
	traceparent;
	tracestate;
	#parent;
	#ids;
	/** The span that is recorded, if any. */
	#active;
	#own;
	/** Continues the client's trace. Starts a new one when there is none or it is malformed. */
	constructor(call, { ids, tracer }) {
		const [traceparent, tracestate] = [call.header("traceparent"), call.header("tracestate")];
		const parent = traceparent === void 0 ? void 0 : parseTraceparent(traceparent);
		this.#parent = parent;
		this.#ids = ids;
		this.#active = tracer?.active();
		if (parent === void 0) {
			this.traceparent = this.#own = this.#active?.traceparent ?? ids.like(NEW_TRACE);
			this.tracestate = void 0;
		} else {
			this.traceparent = parent.echo;
			this.tracestate = tracestate === void 0 ? void 0 : readTracestate(tracestate);
		}
	}
	get traceId() {
		return (this.#active ?? this.#parent)?.traceId ?? this.traceparent.slice(3, 35);
	}
	get spanId() {
		return this.own.slice(36, 52);
	}
	get headers() {
		const { own: traceparent, tracestate } = this;
		return tracestate === void 0 ? { traceparent } : {
			traceparent,
			tracestate
		};
	}
	/** The server's own span as a `traceparent`, made only where it is shown. */
	get own() {
		return this.#own ??= this.#active?.traceparent ?? this.#unrecorded();
	}
	#unrecorded() {
		const { traceId = "", flags = "" } = this.#parent ?? {};
		return `00-${traceId}-${this.#ids.hex(16)}-${flags}`;
	}
};
var trace_context_default = definePlugin({
	id: "trace-context",
	summary: "Takes part in distributed traces.",
	policies: [definePolicy({
		id: "trace-context",
		needs: {
			ids: Ids,
			tracer: optional(Tracer)
		},
		reads: {
			traceparent: { description: "The client's trace and span (W3C Trace Context). Without one, a trace starts here." },
			tracestate: { description: "Data of tracing systems for the trace; ignored without a valid traceparent." }
		},
		writes: {
			traceparent: "The client's traceparent, in version 00, or that of the trace that started here.",
			tracestate: "The client's tracestate, up to 512 characters."
		},
		compile: (_route, ctx) => ({
			begin: (call) => call.trace = new ServerTrace(call, ctx.use()),
			contributes: [{
				header: "Server-Timing",
				value: (_call, _reply, trace) => `trace;desc="${trace.own}"`,
				form: "trace;desc=\"<traceparent>\""
			}],
			fields: () => ({
				traceparent: (_call, _reply, trace) => trace.traceparent,
				tracestate: (_call, _reply, trace) => trace.tracestate
			})
		}),
		conformance: () => import("./policies/trace-context/conformance.js")
	})]
});
// plugins/system/clock.ts
var clock_default = definePlugin({
	id: "clock",
	summary: "The time of day.",
	provides: { clock: Clock },
	setup: () => ({ clock: { now: () => Date.now() } })
});
// plugins/system/event-counts.ts
/** Numbers of events by those who receive them, so that the ids of one caller show no events of others. */
/** Principals whose own events are counted. The least recent one is given up, and has then missed events. */
const MAX_PRINCIPALS = 1e4;
var EventCounts = class {
	#shared = /* @__PURE__ */ new Map();
	#own = new I({ max: MAX_PRINCIPALS });
	#numbers = 0;
	add({ event, recipients }) {
		const only = recipients?.only ?? void 0;
		const groups = only === void 0 ? this.#shared : this.#ownOf(only).groups;
		const key = JSON.stringify([event, recipients?.access]);
		const group = groups.get(key) ?? {
			event,
			recipients,
			count: 0
		};
		groups.set(key, group);
		group.count++;
	}
	/** Changes when the counts of the caller's own events begin again. */
	numberOf({ id }) {
		return this.#ownOf(id).number;
	}
	/** Number of events so far that are shown to a caller. */
	total(shows, caller) {
		const own = caller === void 0 ? [] : this.#ownOf(caller.id).groups.values();
		return [...this.#shared.values(), ...own].filter(shows).reduce((total, { count }) => total + count, 0);
	}
	#ownOf(principal) {
		const own = this.#own.get(principal) ?? {
			number: ++this.#numbers,
			groups: /* @__PURE__ */ new Map()
		};
		this.#own.set(principal, own);
		return own;
	}
};
// plugins/system/event-bus.ts
/** Events in memory. */
/** Returns a bus that keeps `capacity` events. `name` (16 hex digits) makes its ids differ from other processes' ids. */
function createBus(capacity, name) {
	/** Those that the ring has lost included. */
	const counts = new EventCounts();
	/** The events as one subscriber sees them: marks are numbers, as if the others had not happened. */
	function viewOf({ without = [], caller }) {
		const hidden = new Set(without);
		const own = caller === void 0 ? [] : [
			counts.numberOf(caller),
			caller.id,
			...caller.scopes.toSorted()
		];
		const parts = [
			name,
			...[...hidden].toSorted(),
			...own
		];
		const ofView = parts.length === 1 ? name : hash("sha256", parts.join(" "), "hex").slice(0, 16);
		const shows = (entry) => isShown$1(entry, hidden, caller);
		const now = () => counts.total(shows, caller);
		const idOf = (number) => `${ofView}-${number}`;
		return {
			shows,
			now,
			after: (number) => number + 1,
			idOf,
			markOf(id) {
				const number = Number(/^[0-9a-f]{16}-(0|[1-9]\d{0,14})$/.exec(id)?.[1]);
				return id === idOf(number) ? number : void 0;
			},
			find(number) {
				let seen = now();
				let at = ring.latest;
				for (; seen > number && at >= ring.oldest; at--) {
					const entry = ring.at(at);
					if (entry !== void 0 && shows(entry)) seen--;
				}
				return seen === number ? at : void 0;
			}
		};
	}
	const ring = new EventRing(capacity, viewOf);
	return {
		publish(event, data, recipients) {
			if (recipients?.only === null) return;
			const entry = {
				event,
				data,
				recipients
			};
			ring.add(entry);
			counts.add(entry);
			ring.wake();
		},
		subscribe: (subscription) => ring.subscribe(subscription),
		source: (start) => ring.source(start),
		close: () => ring.close()
	};
}
var event_bus_default = definePlugin({
	id: "event-bus",
	summary: "Carries events from plugins to subscribers.",
	options: strictObject({ buffer: int().min(1).max(1e6).default(1e3).describe("Number of events kept for slow subscribers and for those that reconnect.") }),
	needs: {
		ids: Ids,
		runtime: Runtime,
		shared: optional(SharedEvents)
	},
	events: { "registry.changed": {
		of: RegistryChanged,
		scope: "instance"
	} },
	provides: { bus: EventBus },
	setup({ ids, runtime, shared }, { options: { buffer }, defer }) {
		const bus = shared?.open(buffer) ?? createBus(buffer, ids.hex(16));
		defer(() => bus.close());
		defer(runtime.onChange(({ revision }) => bus.publish("registry.changed", { revision })));
		return { bus };
	}
});
// plugins/system/ids.ts
/** Identifiers, cut from blocks of random characters, since a call for random bytes costs more than an identifier may. */
/** Identifiers made at a time. */
const BLOCK = 256;
const VARIANTS = "89ab";
const ZEROS = {
	16: "0".repeat(16),
	32: "0".repeat(32)
};
/** @param fill writes random bytes; the default is cryptographically strong. */
function createIds(clock, fill = randomFillSync) {
	const tail = pool("7xxx-yxxx-xxxxxxxxxxxx", fill);
	const hex = {
		16: pool("x".repeat(16), fill),
		32: pool("x".repeat(32), fill)
	};
	const pools = /* @__PURE__ */ new Map();
	let millisecond = NaN;
	let head = "";
	return {
		uuid() {
			const now = clock.now();
			if (now !== millisecond) {
				millisecond = now;
				const time = now.toString(16).padStart(12, "0");
				head = `${time.slice(0, 8)}-${time.slice(8)}-`;
			}
			return head + tail();
		},
		hex(digits) {
			const id = hex[digits]();
			return id === ZEROS[digits] ? `${id.slice(1)}1` : id;
		},
		like(pattern) {
			let next = pools.get(pattern);
			if (next === void 0) pools.set(pattern, next = pool(pattern, fill));
			return next();
		}
	};
}
/** Returns a function that fills the template: `x` becomes any hex digit, `y` one of 8, 9, a and b. */
function pool(template, fill) {
	const text = template.repeat(BLOCK);
	const random = Buffer.alloc(text.length / 2);
	const characters = Buffer.alloc(text.length);
	const fixed = Array.from(text, (_, at) => at).filter((at) => text[at] !== "x");
	let block = "";
	let next = text.length;
	function refill() {
		fill(random);
		characters.write(random.toString("hex"), "latin1");
		for (const at of fixed) {
			const byte = random[at >> 1] ?? 0;
			const digit = at % 2 === 0 ? byte >> 4 : byte;
			characters[at] = text[at] === "y" ? VARIANTS.charCodeAt(digit & 3) : text.charCodeAt(at);
		}
		block = characters.toString("latin1");
		next = 0;
	}
	return () => {
		if (next === text.length) refill();
		const start = next;
		next += template.length;
		return block.slice(start, next);
	};
}
var ids_default = definePlugin({
	id: "ids",
	summary: "Random identifiers for requests and traces.",
	needs: { clock: Clock },
	provides: { ids: Ids },
	setup: ({ clock }) => ({ ids: createIds(clock) })
});
// plugins/preset.ts
/**
* The plugins of this package, all on by default. Documents list their contributions in this order. Only policies and
* pages depend on it otherwise.
*/
const preset = [
	[
		request_id_default,
		trace_context_default,
		access_log_default,
		rate_limit_default,
		size_limits_default,
		problem_details_default,
		prefer_default,
		links_default
	],
	[
		encoding_default,
		cache_default,
		digest_default,
		deprecation_default,
		server_timing_default,
		cors_default,
		security_headers_default,
		hsts_default,
		site_default,
		views_default
	],
	[
		clock_default,
		ids_default,
		event_bus_default,
		store_default,
		consistency_policy_default,
		lists_default
	],
	[
		brains_default,
		offices_default,
		locales_default,
		integrations_default,
		bulk_default
	],
	[
		ping_default,
		health_default,
		history_default,
		ready_default,
		version_default,
		status_default,
		time_default,
		request_info_default,
		metrics_default,
		observability_default
	],
	[
		audit_default,
		usage_default,
		events_default,
		rate_limit_demo_default
	],
	[
		root_default,
		schemas_default,
		openapi_default,
		capabilities_default,
		errors_default,
		changelog_default,
		conforms_to_default,
		security_txt_default
	],
	[
		api_discovery_default,
		api_catalog_default,
		aliases_default,
		graphql_default,
		legacy_default
	],
	[
		auth_methods_default,
		retry_policy_default,
		media_types_default,
		well_known_paths_default,
		idempotency_default,
		slo_default,
		webhooks_default
	],
	[
		accept_policy_default,
		bulk_policy_default,
		documentation_default,
		resilience_policy_default
	],
	[
		developers_default,
		reference_default,
		downloads_default,
		search_default,
		status_default$1,
		docs_default,
		support_default,
		faq_default,
		roadmap_default,
		security_default,
		terms_default,
		privacy_default,
		legal_default
	],
	[
		page_default,
		xml_default,
		robots_txt_default,
		llms_txt_default
	]
].flat();
/** Plugins that are off until the config names them, and loaded then. */
const offered = {
	ready: { load: () => import("./monitoring/probes/ready/shared.js") },
	version: { load: () => import("./monitoring/probes/version/shared.js") },
	"consistency-policy": { load: () => import("./discovery/documents/consistency-policy/shared.js") },
	"status-page": { load: () => import("./pages/status/shared.js") },
	store: {
		load: () => import("./store/index.js"),
		option: "url",
		variable: "DATABASE_URL",
		with: [
			"consistency-policy",
			"ready",
			"status-page",
			"version"
		]
	},
	slo: {
		load: () => import("./discovery/documents/slo/measured.js"),
		option: "measured"
	},
	otel: { load: () => import("./monitoring/otel/index.js") },
	idempotency: {
		load: () => import("./writes/idempotency/index.js"),
		option: "enabled",
		before: "store",
		enforces: { idempotency: ["key"] }
	},
	access: {
		load: () => import("./identity/access/index.js"),
		before: "access-log",
		with: ["audit", "usage"],
		routeKeys: ["access"]
	},
	audit: { load: () => import("./identity/audit/index.js") },
	usage: { load: () => import("./identity/usage/index.js") },
	webhooks: {
		load: () => import("./writes/webhooks/index.js"),
		option: "enabled"
	},
	"webhook-subscriptions": {
		load: () => import("./writes/webhooks/webhook-subscriptions.js"),
		beside: ["webhooks", "access"]
	},
	"api-keys": {
		load: () => import("./identity/api-keys/index.js"),
		before: "access-log",
		with: ["access"]
	},
	oidc: {
		load: () => import("./identity/oidc/index.js"),
		with: ["access"],
		before: "access-log"
	},
	bulk: {
		load: () => import("./writes/bulk/index.js"),
		option: "enabled",
		with: ["bulk-policy"]
	},
	"bulk-policy": { load: () => import("./writes/bulk/bulk-policy.js") },
	brains: {
		load: () => import("./domain/writable/brains.js"),
		option: "writable",
		with: ["write-scopes", "idempotency"]
	},
	offices: {
		load: () => import("./domain/writable/offices.js"),
		option: "writable",
		with: ["write-scopes", "idempotency"]
	},
	locales: {
		load: () => import("./domain/writable/locales.js"),
		option: "writable",
		with: ["write-scopes", "idempotency"]
	},
	integrations: {
		load: () => import("./domain/writable/integrations.js"),
		option: "writable",
		with: ["write-scopes", "idempotency"]
	},
	"write-scopes": {
		load: () => import("./writes/scopes.js"),
		before: "access-log",
		routeKeys: ["writeScope"]
	},
	redis: {
		load: () => import("./redis/index.js"),
		option: "url",
		with: ["version", "rate-limit"]
	},
	diagnostics: {
		load: () => import("./monitoring/diagnostics/index.js"),
		listener: "admin"
	},
	"rate-limit": { load: () => import("./policies/rate-limit/shared.js") }
};
export { preset as default, offered };

//# sourceMappingURL=preset.js.map