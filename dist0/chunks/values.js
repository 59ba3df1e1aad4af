// plugins/pages/shared/operations/values.ts
const MAX_VALUES = 100;
/** The path up to the first parameter: `/api/offices` of `/api/offices/{officeId}`. */
function collectionOf({ path }) {
	const at = path.indexOf("/{");
	return at < 1 ? void 0 : path.slice(0, at);
}
/** The strings of the first list in a body; for objects, their member `name`, their `id`, or their first string. */
function valuesIn(body, name) {
	if (typeof body !== "object" || body === null) return [];
	const list = Object.values(body).find((member) => Array.isArray(member));
	if (!Array.isArray(list)) return [];
	return list.flatMap((item) => valueOf(item, name) ?? []).slice(0, MAX_VALUES);
}
function valueOf(item, name) {
	if (typeof item === "string") return item;
	if (typeof item !== "object" || item === null) return void 0;
	const members = new Map(Object.entries(item));
	return [
		members.get(name),
		members.get("id"),
		...members.values()
	].find((value) => typeof value === "string");
}
export { valuesIn as n, collectionOf as t };

//# sourceMappingURL=values.js.map