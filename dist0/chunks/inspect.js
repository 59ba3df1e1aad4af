import "./kernel.js";
import { r as messageOf } from "./finding.js";
import { t as columnsByTable } from "./database.js";
import { i as retryWhileLocked, l as isFailure, r as openToCheck } from "./file.js";
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
// plugins/store/sqlite/inspect.ts
/** Reads a database without becoming one of its users: nothing is created or changed, not even beside it. */
const MEMORY = ":memory:";
const COLUMNS = "select t.name, c.name from sqlite_schema as t join pragma_table_info(t.name) as c where t.type = 'table'";
/** A file that does not exist is looked at as an empty database. */
async function inspectSqlite(file, signal, look) {
	const path = resolve(file);
	const isEmpty = file === MEMORY || !statSync(path, { throwIfNoEntry: false })?.size;
	let database;
	try {
		const open = database = isEmpty ? new DatabaseSync(MEMORY) : openToCheck(path);
		const read = ({ sql, parameters }) => retryWhileLocked(path, () => rowsOf(open, sql, parameters), signal);
		return await look({
			read,
			tables: () => tablesOf(read)
		});
	} catch (cause) {
		if (!isFailure(cause)) throw cause;
		throw new Error(`the database file ${path} cannot be read: ${messageOf(cause)}`, { cause });
	} finally {
		database?.close();
	}
}
const tablesOf = async (read) => columnsByTable(await read({
	sql: COLUMNS,
	parameters: []
}));
function rowsOf(database, sql, parameters) {
	const statement = database.prepare(sql);
	statement.setReturnArrays(true);
	return statement.all(...parameters);
}
export { tablesOf as n, inspectSqlite as t };

//# sourceMappingURL=inspect.js.map