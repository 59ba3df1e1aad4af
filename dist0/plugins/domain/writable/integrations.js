import { t as definePlugin } from "../../../chunks/plugin.js";
import "../../../chunks/kernel.js";
import { a as show } from "../../../chunks/finding.js";
import { n as Ids, t as Clock } from "../../../chunks/services.js";
import { t as resource } from "../../../chunks/resource.js";
import { p as Store } from "../../../chunks/services2.js";
import { r as integration } from "../../../chunks/integration.js";
import { i as seedOf, n as integrationList, r as listRoute, t as Options } from "../../../chunks/integrations.js";
import { t as tableOf } from "../../../chunks/table-of.js";
import { n as INTEGRATIONS } from "../../../chunks/es.js";
// plugins/domain/writable/integrations.ts
const made = /* @__PURE__ */ new Map();
/** Equal kinds share one resource, as the schemas of its routes and of the catalog are the same objects. */
function integrations(kinds) {
	const id = JSON.stringify(kinds);
	const one = made.get(id) ?? integrationsOf(kinds);
	made.set(id, one);
	return one;
}
function integrationsOf(kinds) {
	return resource({
		name: {
			one: "integration",
			many: "integrations"
		},
		path: "/api/offices/{officeId}/integrations",
		of: integration(kinds),
		key: "id",
		idempotency: "key",
		computed: ["createdAt", "updatedAt"],
		scope: "integrations:write",
		indexes: ["officeId"],
		...seedOf(kinds),
		needs: { clock: Clock },
		async rule({ kind, before, after, store, fail }, { clock }) {
			if (before !== void 0 && !kinds.includes(before.type)) fail("resource-not-found");
			if (after === void 0) return void 0;
			const offices = tableOf(store, "offices");
			if (kind === "create" && offices !== void 0 && !await offices.find(after.officeId)) fail("resource-not-found", { detail: `No office has the id ${show(after.officeId)}.` });
			const now = new Date(clock.now()).toISOString();
			return {
				...after,
				createdAt: before?.createdAt ?? now,
				updatedAt: now
			};
		}
	});
}
var integrations_default = definePlugin({
	id: "integrations",
	summary: "The connections of offices to third-party tools.",
	translations: { es: INTEGRATIONS },
	options: Options,
	needs: {
		store: Store,
		ids: Ids,
		clock: Clock
	},
	schemas: ({ kinds }) => integrations(kinds).schemas,
	tables: ({ kinds }) => integrations(kinds).tables,
	routes({ kinds }) {
		const { routes } = integrations(kinds);
		const { description, errors, relations } = listRoute(kinds);
		const { list } = routes.listIntegrations;
		const item = {
			to: "getIntegration",
			with: { integrationId: "id" }
		};
		return {
			...routes,
			listIntegrations: {
				...routes.listIntegrations,
				description,
				errors,
				relations,
				list: {
					...list,
					relations: { item }
				}
			}
		};
	},
	handlers: (use, { options: { kinds }, registry }) => {
		const handlers = integrations(kinds).handlers(use);
		return {
			...handlers,
			listIntegrations: integrationList(use.store, registry, kinds).list,
			getIntegration: async (call) => {
				const found = await handlers.getIntegration(call);
				return kinds.includes(found.type) ? found : call.fail("resource-not-found");
			}
		};
	},
	loaders: ({ store }, { options: { kinds }, registry }) => ({ listIntegrations: integrationList(store, registry, kinds).load })
});
export { integrations_default as default };

//# sourceMappingURL=integrations.js.map