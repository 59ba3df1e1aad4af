// plugins/domain/shared/table-of.ts
/** Returns a table of another plugin; undefined while that is off. */
function tableOf(store, name) {
	try {
		return store.table(name);
	} catch {
		return;
	}
}
export { tableOf as t };

//# sourceMappingURL=table-of.js.map