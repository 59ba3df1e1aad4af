// plugins/store/database.ts
/** Returns the columns of each table, whose name is in lower case. Each row names a table and one column. */
function columnsByTable(rows) {
	const tables = /* @__PURE__ */ new Map();
	for (const [table, column] of rows) {
		const name = String(table).toLowerCase();
		const columns = tables.get(name) ?? /* @__PURE__ */ new Set();
		tables.set(name, columns.add(String(column)));
	}
	return tables;
}
export { columnsByTable as t };

//# sourceMappingURL=database.js.map