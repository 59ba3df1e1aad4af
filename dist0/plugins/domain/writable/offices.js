import { t as definePlugin } from "../../../chunks/plugin.js";
import "../../../chunks/kernel.js";
import { t as resource } from "../../../chunks/resource.js";
import { n as Office, r as OfficeWithHito } from "../../../chunks/office.js";
import { t as tableOf } from "../../../chunks/table-of.js";
import { t as Writable } from "../../../chunks/writable.js";
import { i as OFFICES } from "../../../chunks/es.js";
// plugins/domain/writable/offices.ts
const offices = resource({
	name: {
		one: "office",
		many: "offices"
	},
	path: "/api/offices",
	of: OfficeWithHito,
	key: "id",
	idempotency: "key",
	keys: "client",
	scope: "offices:write",
	seed: new URL("../offices.json", import.meta.url),
	summary: {
		list: "List offices with their hitos (milestones).",
		get: "Read one office with its hitos (milestones)."
	},
	errors: { "office-in-use": {
		status: 409,
		message: "The office has integrations: remove them first.",
		cause: "Integrations belong to an office, and none may be left without one.",
		remedy: "Remove the integrations of the office, then the office."
	} },
	async rule({ key, after, table, store, fail }) {
		if (after === void 0) {
			const integrations = tableOf(store, "integrations");
			const filters = [{
				field: "officeId",
				operator: "eq",
				value: key
			}];
			const page = await integrations?.list({
				fields: ["id"],
				filters,
				limit: 1
			});
			if (page !== void 0 && page.items.length > 0) fail("office-in-use");
			return;
		}
		const others = await table.list({ filters: [{
			field: "id",
			operator: "ne",
			value: key
		}] });
		const taken = new Set(others.items.flatMap(({ hitos }) => hitos.map(({ id }) => id)));
		const errors = after.hitos.flatMap(({ id, status, completedAt }, index) => {
			const at = `/hitos/${index}`;
			const isTaken = taken.has(id);
			taken.add(id);
			return [...isTaken ? [{
				detail: "Another hito has this id.",
				pointer: `${at}/id`
			}] : [], ...completedAt !== void 0 && status !== "done" ? [{
				detail: "Only a hito that is done has been completed.",
				pointer: `${at}/completedAt`
			}] : []];
		});
		if (errors.length > 0) fail("unprocessable-content", { errors });
		const hitos = after.hitos.toSorted((a, b) => Number(a.dueDate > b.dueDate) - Number(a.dueDate < b.dueDate));
		return {
			...after,
			hitos
		};
	}
});
const { listOffices, getOffice } = offices.routes;
const integrations = {
	to: "integrations.listIntegrations",
	with: { officeId: "id" }
};
var offices_default = definePlugin({
	id: "offices",
	summary: "Offices with their hitos (milestones).",
	translations: { es: OFFICES },
	options: Writable,
	...offices,
	schemas: {
		Office,
		OfficeWithHito
	},
	routes: {
		...offices.routes,
		listOffices: {
			...listOffices,
			list: {
				...listOffices.list,
				relations: {
					item: {
						to: "getOffice",
						with: { officeId: "id" }
					},
					integrations
				}
			},
			serverTiming: true
		},
		getOffice: {
			...getOffice,
			relations: {
				collection: "listOffices",
				integrations
			}
		}
	}
});
export { offices_default as default };

//# sourceMappingURL=offices.js.map