// registry/contract/path.ts
/** Why a path cannot be used, or undefined. */
function invalidPath(path) {
	if (!path.startsWith("/")) return "it must start with /";
	if (path.length > 1 && path.endsWith("/")) return "it must not end with /";
	if (path.includes("//")) return "it has an empty segment";
	if (/[?#\s:*]/.test(path)) return "it has one of ? # : * or white space; write parameters as {name}";
	const names = /* @__PURE__ */ new Set();
	for (const segment of path.slice(1).split("/")) {
		if (segment === "." || segment === "..") return `the segment ${segment} would be resolved away by clients`;
		const name = /^\{([A-Za-z][A-Za-z0-9]*)\}$/.exec(segment)?.[1];
		if (name === void 0 && /[{}]/.test(segment)) return `a parameter is a whole segment like {id}, received ${segment}`;
		if (name !== void 0 && names.has(name)) return `the parameter {${name}} appears twice`;
		if (name !== void 0) names.add(name);
	}
}
/** Takes a valid path apart: its segments and the names of its parameters. */
function parsePath(path) {
	const segments = path.slice(1).split("/").map((segment) => segment.startsWith("{") ? { name: segment.slice(1, -1) } : segment);
	return {
		path,
		segments,
		params: segments.flatMap((segment) => typeof segment === "string" ? [] : [segment.name])
	};
}
/** Without parsing the path. */
function hasParameters({ path }) {
	return path.includes("/{");
}
/** The same path in the router's spelling: `/offices/:officeId`. */
function toRouterPath({ path }) {
	return path.replace(/\/\{([^/]*)\}/g, "/:$1");
}
/** Returns the shape of a path: two paths with the same shape match the same requests. Parameter names do not count. */
function shapeOf({ path }) {
	return path.replace(/\/\{[^/]*/g, "/{}");
}
/** Vanish when a path is resolved (RFC 3986, section 5.2.4). */
const NO_SEGMENT = /* @__PURE__ */ new Set([
	"",
	".",
	".."
]);
/** Whether a path can have a text, percent-encoded, as a segment. A lone surrogate has no form in UTF-8. */
function isSegment(text) {
	return !NO_SEGMENT.has(text) && text.isWellFormed();
}
/** Returns whether a path matches a pattern, with any parameters. */
function matches({ segments }, path) {
	const parts = path.slice(1).split("/");
	return segments.length === parts.length && segments.every((segment, at) => typeof segment !== "string" || segment === parts[at]);
}
/** Fills a path's parameters, percent-encoded. Undefined when one is missing, or would be no segment of its own. */
function fillPath(pattern, params) {
	let path = "";
	for (const segment of pattern.segments) {
		if (typeof segment === "string") {
			path += `/${segment}`;
			continue;
		}
		const value = Object.hasOwn(params, segment.name) ? params[segment.name] : void 0;
		if (typeof value !== "string" && typeof value !== "number") return void 0;
		if (!isSegment(String(value))) return void 0;
		path += `/${encodeURIComponent(value)}`;
	}
	return path;
}
export { matches as a, toRouterPath as c, isSegment as i, hasParameters as n, parsePath as o, invalidPath as r, shapeOf as s, fillPath as t };

//# sourceMappingURL=path.js.map