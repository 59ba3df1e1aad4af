import { r as settingsOf } from "./options.js";
import { resolve } from "node:path";
// plugins/store/engine.ts
/** The database that the options name. Engines are loaded when they are used. */
/** Opens the database. A file that is not there is created. */
async function openDatabase(options, opening) {
	const { file, url } = options;
	if (url !== void 0) {
		const { openPostgres } = await import("../plugins/store/postgres/index.js");
		return openPostgres(settingsOf(options, url), opening);
	}
	const { openSqlite } = await import("../plugins/store/sqlite/index.js");
	return openSqlite(file, opening);
}
/** Shows the database as it is, without changing or creating anything. */
async function inspectDatabase(options, signal, look) {
	const { file, url } = options;
	if (url !== void 0) {
		const { inspectPostgres } = await import("../plugins/store/postgres/prepare.js");
		return inspectPostgres(settingsOf(options, url), signal, look);
	}
	const { inspectSqlite } = await import("../plugins/store/sqlite/inspect.js");
	return inspectSqlite(file, signal, look);
}
/** Returns the path of the data. Throws where it is not in a file. */
function sqliteFile({ file, url }) {
	if (url !== void 0) throw new Error("the data is in PostgreSQL, and not in a file\n  hint: use pg_dump and pg_restore, which come with the server; see \"Operate several nodes\" in the guide");
	if (file !== ":memory:") return resolve(file);
	throw new Error("the data is in memory, and not in a file\n  hint: set \"file\" of the plugin \"store\" to a path");
}
export { openDatabase as n, sqliteFile as r, inspectDatabase as t };

//# sourceMappingURL=engine.js.map