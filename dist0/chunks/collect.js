// registry/seal/collect.ts
/** @param hasAdmin whether there is an admin listener. Default: false. */
function collect(installed, hasAdmin = false) {
	const contributors = adjustRoutes(installed.filter(({ enabled }) => enabled).map(({ plugin, options }) => ({
		plugin,
		options,
		routes: resolve(plugin.routes, options)
	}))).map((entry) => ({
		...entry,
		served: hasAdmin ? entry.routes : publicOnly(entry.routes)
	}));
	const owned = (pick) => contributors.flatMap(({ plugin, options, routes }) => pick(plugin, options, routes).map((named) => ({
		...named,
		plugin: plugin.id
	})));
	const contributed = (pick) => owned((plugin, options) => namedValues(resolve(pick(plugin), options)));
	return {
		contributors,
		routes: contributors.flatMap(({ plugin, served }) => namedValues(served).map((route) => ({
			...route,
			plugin: plugin.id
		}))),
		policies: owned(({ policies = [] }, options) => policies.map((policy) => ({
			name: policy.id,
			value: describe(policy, options)
		}))),
		schemas: contributed(({ schemas }) => schemas),
		errors: contributed(({ errors }) => errors),
		events: contributed(({ events }) => events),
		tables: contributed(({ tables }) => tables),
		guarantees: contributed(({ guarantees }) => guarantees),
		capabilities: owned(({ capabilities }, options, routes) => [...namedValues(resolve(capabilities, options)), ...published(routes, "capability", () => true)]),
		rootLinks: owned(({ rootLinks }, options, routes) => [...namedValues(resolve(rootLinks, options)), ...published(routes, "rootLink", (to) => ({ to }))])
	};
}
/** The routes are unchecked: a declaration may be anything. */
function publicOnly(routes) {
	const entries = Object.entries(routes);
	const served = entries.filter(([, route]) => route?.listener !== "admin");
	if (served.length === entries.length) return routes;
	return Object.fromEntries(served);
}
/** Changes routes as policies adjust them. The routes are unchecked: a declaration may be anything. */
function adjustRoutes(contributors) {
	const adjusters = contributors.flatMap(({ plugin: { policies = [] }, options }) => policies.flatMap(({ adjust }) => adjust === void 0 ? [] : [(route, ref) => adjust(route, ref, options)]));
	if (adjusters.length === 0) return contributors;
	const adjustAll = (route, ref) => typeof route === "object" && route !== null ? adjusters.reduce((adjusted, adjust) => adjust(adjusted, ref), route) : route;
	return contributors.map((contributor) => ({
		...contributor,
		routes: Object.fromEntries(Object.entries(contributor.routes).map(([id, route]) => [id, adjustAll(route, `${contributor.plugin.id}.${id}`)]))
	}));
}
/** The policy with the information about its credential that its options decide. */
function describe(policy, options) {
	const { identifies } = policy;
	if (identifies?.describe === void 0) return policy;
	return {
		...policy,
		identifies: {
			...identifies,
			...identifies.describe(options)
		}
	};
}
function namedValues(values) {
	return Object.entries(values).map(([name, value]) => ({
		name,
		value
	}));
}
/** Collects one key of `publish` from all routes. The routes are unchecked: a declaration may lack anything. */
function published(routes, key, valueOf) {
	return Object.entries(routes).flatMap(([route, declaration]) => {
		const name = declaration?.listener === void 0 ? declaration?.publish?.[key] : void 0;
		return name === void 0 ? [] : [{
			name,
			route,
			value: valueOf(route)
		}];
	});
}
function resolve(contribution, options) {
	return typeof contribution === "function" ? contribution(options) : contribution ?? {};
}
export { collect as t };

//# sourceMappingURL=collect.js.map