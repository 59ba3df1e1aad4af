import { t as definePlugin } from "../../../chunks/plugin.js";
import "../../../chunks/kernel.js";
import { t as resource } from "../../../chunks/resource.js";
import { t as Brain } from "../../../chunks/brain.js";
import { t as Writable } from "../../../chunks/writable.js";
import { t as BRAINS } from "../../../chunks/es.js";
// plugins/domain/writable/brains.ts
const brains = resource({
	name: {
		one: "brain",
		many: "brains"
	},
	path: "/api/brains",
	of: Brain,
	key: "id",
	idempotency: "key",
	keys: "client",
	scope: "brains:write",
	seed: new URL("../brains.json", import.meta.url)
});
var brains_default = definePlugin({
	id: "brains",
	summary: "The brains: bodies of knowledge that answer questions.",
	translations: { es: BRAINS },
	options: Writable,
	...brains,
	routes: {
		...brains.routes,
		listBrains: {
			...brains.routes.listBrains,
			serverTiming: true
		}
	}
});
export { brains_default as default };

//# sourceMappingURL=brains.js.map