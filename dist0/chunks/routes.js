import { t as defineCommand } from "./citty.js";
import { a as show, n as didYouMean } from "./finding.js";
import { n as requiredScopes } from "./sealed-route.js";
import { i as ROUTE_KEYS } from "./route-keys.js";
import { a as jsonFlag, c as print, d as run, n as bootHere, r as configFlag, t as UsageError, u as printJson } from "./command.js";
import { n as table } from "./table.js";
// kernel/cli/routes.ts
const routes = defineCommand({
	meta: {
		name: "routes",
		description: "List the routes that are on"
	},
	args: {
		plugin: {
			type: "string",
			valueHint: "id",
			description: "Only routes of this plugin"
		},
		path: {
			type: "string",
			valueHint: "prefix",
			description: "Only routes whose path begins so"
		},
		...configFlag,
		...jsonFlag
	},
	run: (context) => run(context, async () => {
		const { plugin, path = "", json } = context.args;
		const { registry } = await bootHere(context.args.config);
		const on = registry.installed.filter(({ enabled }) => enabled).map((one) => one.plugin.id);
		if (plugin !== void 0 && !on.includes(plugin)) throw new UsageError(`no plugin ${show(plugin)} is on\n  hint: ${didYouMean(plugin, on)}`);
		const all = [...registry.routes, ...registry.adminRoutes];
		const found = all.filter((route) => route.path.startsWith(path) && (plugin ?? route.plugin) === route.plugin);
		if (json === true) return printJson(found.map(asJson));
		const columns = {
			listener: registry.adminRoutes.length > 0,
			access: all.some((route) => requiredScopes(route) !== void 0)
		};
		const listener = columns.listener ? ["LISTENER"] : [];
		const access = columns.access ? ["ACCESS"] : [];
		const head = [
			...listener,
			"METHOD",
			"PATH",
			"ROUTE",
			...access,
			"CACHE",
			"POLICIES"
		];
		print(table([head, ...found.map((route) => asRow(route, columns))]));
	})
});
function asRow(route, columns) {
	const { method, path, ref, declaration } = route;
	const keys = policyKeys(route).map(([key, value]) => keyText(key, value));
	const listener = columns.listener ? [declaration.listener ?? "public"] : [];
	const access = columns.access ? [accessText(route)] : [];
	return [
		...listener,
		method,
		path,
		ref,
		...access,
		cacheText(declaration.cache),
		keys.join(", ")
	];
}
function asJson(route) {
	const { method, path, ref, plugin, kind, mediaTypes, schema, declaration } = route;
	return {
		method,
		path,
		route: ref,
		plugin,
		listener: declaration.listener,
		summary: declaration.summary,
		body: kind,
		mediaTypes,
		schema,
		cache: declaration.cache,
		requiredScopes: requiredScopes(route),
		...Object.fromEntries(policyKeys(route)),
		policies: route.policies.map(({ policy }) => policy.id)
	};
}
/** Returns the keys of a route that policies own, with their values, but for those that {@link accessText} shows. */
function policyKeys({ declaration, policies }) {
	const shown = new Set(policies.flatMap(({ policy, compiled }) => (compiled.security && policy.key) ?? []));
	return Object.entries(declaration).filter(([key]) => !ROUTE_KEYS.includes(key) && !shown.has(key));
}
/** Who may use a route: everybody, every known caller, or those with some scopes. */
function accessText(route) {
	const scopes = requiredScopes(route);
	if (scopes === void 0) return "public";
	return scopes.length === 0 ? "authenticated" : scopes.join(" ");
}
function cacheText(cache) {
	if (cache === void 0) return "-";
	if (typeof cache === "string") return cache;
	const stale = cache.staleWhileRevalidate === void 0 ? "" : ` +${cache.staleWhileRevalidate}`;
	return `${cache.scope} ${cache.maxAge}${stale}`;
}
function keyText(key, value) {
	if (value === true) return key;
	return `${key}: ${typeof value === "string" ? value : JSON.stringify(value)}`;
}
export { routes as i, cacheText as n, policyKeys as r, accessText as t };

//# sourceMappingURL=routes.js.map