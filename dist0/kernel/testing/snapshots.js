import { t as collect } from "../../chunks/collect.js";
import { a as servedSchema } from "../../chunks/json-schemas.js";
import { t as openapiDocument } from "../../chunks/openapi.js";
import { r as ConformanceTests } from "../../chunks/parameters.js";
import { r as serverPathFinder } from "../../chunks/requests.js";
import { STATUS_CODES } from "node:http";
// kernel/testing/snapshots.ts
/** Snapshots made from the registry: of each route that reads, and of each derived document. */
/**
* Throws an Error for a server without a base URL of its own, whose answers have another port in each run, and for a
* route whose parameters nothing lists.
*/
async function* snapshotsOf(server, { only, params = {}, masks = [] } = {}) {
	const { registry } = server;
	if (registry.baseUrl === server.origin) throw new Error(`snapshots would hold the port of this run, as in ${server.origin}\n  hint: createTestServer({ config: { baseUrl: "https://api.example.com" } })`);
	const headerMasks = await loadHeaderMasks(registry);
	const findPath = await serverPathFinder(server);
	for (const route of registry.routes) {
		if (route.method !== "GET" || only !== void 0 && route.plugin !== only) continue;
		const href = route.pattern.params.length > 0 ? registry.href(route.ref, params) : void 0;
		const path = href === void 0 ? await findPath(route) : { target: href };
		if ("missing" in path) throw new Error(`${route.ref}: ${path.missing}`);
		const text = await transcript(server, route, path.target, headerMasks);
		yield {
			file: `routes/${route.ref}.txt`,
			text: masks.reduce(applyMask, text)
		};
	}
	for (const [name, document] of Object.entries(documentsOf(registry, only))) yield {
		file: `documents/${name}.json`,
		text: `${JSON.stringify(document, void 0, 2)}\n`
	};
}
async function loadHeaderMasks(registry) {
	const { byPolicy } = await ConformanceTests.load(registry);
	const masks = [...byPolicy.values()].flatMap(({ masks: own = {} }) => Object.entries(own));
	return new Map([["date", [/.*/, "<date>"]], ...masks.map(([name, mask]) => [name.toLowerCase(), mask])]);
}
function applyMask(text, [what, word]) {
	return text.replace(what, word);
}
/** One answer as text. */
async function transcript(server, { kind, mediaTypes, declaration }, path, policyMasks) {
	const isScript = mediaTypes[0] === "text/javascript";
	const isVolatile = declaration.cache === "no-store";
	const masks = new Map(policyMasks);
	if (isScript || isVolatile) masks.set("content-length", [/\d+/, "<number>"]);
	if (isScript) masks.set("etag", [/.*/, "<tag>"]);
	const method = kind === "stream" || isScript ? "HEAD" : "GET";
	const answer = await server.fetch(path, { method });
	const headers = [...answer.headers].map(([name, value]) => {
		const mask = masks.get(name);
		return `${name}: ${mask === void 0 ? value : applyMask(value, mask)}`;
	});
	const text = (await answer.text()).replaceAll(`"${server.registry.revision}"`, "\"<revision>\"");
	const body = (answer.headers.get("content-type") ?? "").includes("json") ? indent(text, isVolatile) : text;
	const status = `${answer.status} ${STATUS_CODES[answer.status]}`;
	return [
		`${method} ${path}`,
		status,
		...headers.toSorted(),
		"",
		body,
		""
	].join("\n");
}
function indent(json, isVolatile) {
	const value = JSON.parse(json, (_key, member) => isVolatile && typeof member === "number" ? 0 : member);
	return JSON.stringify(value, void 0, 2);
}
/** The derived documents, or the parts of them that one plugin contributes. */
function documentsOf(registry, only) {
	const openapi = openapiDocument(registry);
	const schemas = Object.fromEntries([...registry.schemas.values()].filter(({ plugin }) => only === void 0 || plugin === only).map(({ name }) => [name, servedSchema(registry, name, schemaUrl(registry, name))]));
	const { statements, rootLinks, capabilities } = registry;
	if (only === void 0) return {
		openapi,
		schemas,
		statements,
		"root-links": rootLinks,
		capabilities
	};
	const own = collect(registry.installed.filter(({ plugin }) => plugin.id === only));
	const pick = (all, names) => Object.fromEntries(names.flatMap(({ name }) => Object.hasOwn(all, name) ? [[name, all[name]]] : []));
	const paths = registry.routes.filter(({ plugin }) => plugin === only).map(({ path }) => ({ name: path }));
	const documents = {
		openapi: pick(Object(openapi["paths"]), paths),
		schemas,
		statements: pick(statements, own.policies),
		"root-links": pick(rootLinks, own.rootLinks),
		capabilities: pick(capabilities, own.capabilities)
	};
	return Object.fromEntries(Object.entries(documents).filter(([, content]) => Object.keys(content).length > 0));
}
/** Where a route with one parameter serves JSON Schemas, or just the name when no route does. */
function schemaUrl({ routes, baseUrl, href }, name) {
	const route = routes.find(({ mediaTypes, pattern }) => mediaTypes.includes("application/schema+json") && pattern.params.length === 1);
	const [param = ""] = route?.pattern.params ?? [];
	const path = route === void 0 ? void 0 : href(route.ref, { [param]: name });
	return path === void 0 ? name : `${baseUrl}${path}`;
}
export { snapshotsOf };

//# sourceMappingURL=snapshots.js.map