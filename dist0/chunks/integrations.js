import "./kernel.js";
import { a as show } from "./finding.js";
import { C as strictObject, c as array, w as string } from "./zod2.js";
import { r as integration, t as INTEGRATION_KINDS } from "./integration.js";
import { n as writable } from "./writable.js";
// plugins/domain/shared/integrations.ts
/** Integrations of offices, as they are listed whether or not they can be written. */
const Options = strictObject({
	writable,
	kinds: array(string().min(1)).min(1).refine((kinds) => new Set(kinds).size === kinds.length, "each kind is named once").default([...INTEGRATION_KINDS]).describe("Third-party tools that offices can connect to. Integrations of other kinds are not served.")
});
/** Narrows the query to offices, and to kinds: the database may hold others from before the option changed. */
function narrowed(offices, kinds, query) {
	return {
		...query,
		filters: [
			{
				field: "officeId",
				...offices
			},
			{
				field: "type",
				operator: "in",
				value: kinds
			},
			...query.filters
		]
	};
}
function integrationList(store, registry, kinds) {
	const hasOffices = registry.tables.some(({ name }) => name === "offices");
	/** Without a table of offices, an office exists when it has an integration. */
	async function isOffice(id) {
		if (hasOffices) return await store.table("offices").find(id) !== void 0;
		const { items } = await store.table("integrations").list({
			fields: ["id"],
			filters: [{
				field: "officeId",
				operator: "eq",
				value: id
			}],
			limit: 1
		});
		return items.length > 0;
	}
	return {
		async list({ params: { officeId }, query, fail }) {
			if (!await isOffice(officeId)) fail("resource-not-found", { detail: `No office has the id ${show(officeId)}.` });
			return store.table("integrations").list(narrowed({
				operator: "eq",
				value: officeId
			}, kinds, query));
		},
		async load(offices, query) {
			const ids = offices.map(({ officeId }) => officeId);
			const { items } = await store.table("integrations").list(narrowed({
				operator: "in",
				value: ids
			}, kinds, query));
			const byOffice = Map.groupBy(items, ({ officeId }) => officeId);
			return ids.map((id) => byOffice.get(id) ?? []);
		}
	};
}
/** The first rows, while the table accepts both default kinds, which they have. */
function seedOf(kinds) {
	return INTEGRATION_KINDS.every((kind) => kinds.includes(kind)) ? { seed: new URL("../plugins/domain/integrations.json", import.meta.url) } : {};
}
/** How the list is declared, writable or not. */
function listRoute(kinds) {
	return {
		method: "GET",
		path: "/api/offices/{officeId}/integrations",
		summary: "List the integrations of an office.",
		description: "An office without integrations has an empty list; an unknown one is 404.",
		list: {
			of: integration(kinds),
			as: "integrations",
			name: "IntegrationsList"
		},
		cache: {
			scope: "public",
			maxAge: "10s",
			staleWhileRevalidate: "60s"
		},
		errors: ["resource-not-found"],
		relations: { office: "offices.getOffice" }
	};
}
export { seedOf as i, integrationList as n, listRoute as r, Options as t };

//# sourceMappingURL=integrations.js.map