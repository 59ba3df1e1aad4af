import { C as strictObject, E as union, c as array, s as _enum } from "./zod2.js";
import { t as Scope } from "./scope.js";
// plugins/identity/access/levels.ts
const Access = union([_enum(["public", "authenticated"]), strictObject({ scopes: array(Scope).min(1) })]);
/** Scopes that a level needs; undefined for the level of everybody. */
function scopesOf(access) {
	if (access === void 0 || access === "public") return void 0;
	return access === "authenticated" ? [] : access.scopes;
}
/** The level that asks for all that any of them asks for. */
function strictest(levels) {
	const asked = levels.flatMap((level) => {
		const scopes = scopesOf(level);
		return scopes === void 0 ? [] : [scopes];
	});
	if (asked.length === 0) return levels.find((level) => level !== void 0);
	const scopes = [...new Set(asked.flat())];
	return scopes.length === 0 ? "authenticated" : { scopes };
}
/** Scopes that the principal lacks. */
function missingScopes({ scopes }, required) {
	return required.filter((scope) => !scopes.includes(scope));
}
/** Answers that shared caches may keep become private: not every caller may have them. */
function raise(route, access) {
	const { cache } = route;
	const raised = {
		...route,
		access
	};
	if (typeof cache !== "object" || cache.scope === "private") return raised;
	return {
		...raised,
		cache: {
			...cache,
			scope: "private"
		}
	};
}
export { strictest as a, scopesOf as i, missingScopes as n, raise as r, Access as t };

//# sourceMappingURL=levels.js.map