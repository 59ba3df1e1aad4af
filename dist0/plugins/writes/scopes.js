import { t as definePlugin } from "../../chunks/plugin.js";
import { t as definePolicy } from "../../chunks/policy.js";
import "../../chunks/kernel.js";
import { n as requiredScopes } from "../../chunks/sealed-route.js";
import { t as Scope } from "../../chunks/scope.js";
// plugins/writes/scopes.ts
var scopes_default = definePlugin({
	id: "write-scopes",
	summary: "Warns of writes that everybody may make, because nothing asks for their scope.",
	translations: { es: { "Warns of writes that everybody may make, because nothing asks for their scope.": "Avisa de las escrituras que cualquiera puede hacer, porque nada exige su permiso (scope)." } },
	policies: [definePolicy({
		id: "write-scopes",
		key: "writeScope",
		schema: Scope,
		compile: () => void 0
	})],
	setupReads: ["routes"],
	setup(_use, { registry, log }) {
		const open = registry.routes.filter((route) => route.declaration.writeScope !== void 0 && requiredScopes(route) === void 0);
		if (open.length === 0) return;
		log.warn("anybody may write: switch access on, so that these routes ask for a credential with their scope", { routes: open.map(({ ref }) => ref).join(", ") });
	}
});
export { scopes_default as default };

//# sourceMappingURL=scopes.js.map