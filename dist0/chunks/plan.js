import { i as tableError, s as needsValue } from "./rows.js";
// plugins/store/row-faults.ts
/** Why the rows of a table do not permit a change of it. */
/** Returns why columns cannot be added: rows would have no value in one that needs one. */
async function missingValues(database, { name }, added) {
	const column = added.find((one) => needsValue(one) && one.preset === void 0);
	if (column === void 0) return void 0;
	if ((await database.read(query(`select 1 from ${quoted(name)} limit 1`))).length === 0) return void 0;
	return `has rows, and its new field "${column.name}" is required without a default: set a default in its schema, or make it optional`;
}
/** Whether rows have no value in a column that exists. */
async function lacksValues(database, { name }, column) {
	const sql = `select 1 from ${quoted(name)} where ${quoted(column)} is null limit 1`;
	return (await database.read(query(sql))).length > 0;
}
/**
* Returns why columns cannot be unique: rows share their values. Nulls are shared by any number.
*
* @param existing the columns that the table has; all rows will have the default in another one.
*/
async function sharedValues(database, { name }, unique, existing) {
	const present = unique.filter((column) => existing.has(column.name));
	if (unique.filter((column) => !existing.has(column.name)).some(({ preset = null }) => preset === null)) return void 0;
	const names = present.map((column) => quoted(column.name));
	const groups = names.length === 0 ? "" : `where ${names.map((one) => `${one} is not null`).join(" and ")} group by ${names.join(", ")}`;
	const [shared] = await database.read(query(`select count(*) from ${quoted(name)} ${groups} having count(*) > 1 limit 1`));
	if (shared === void 0) return void 0;
	return `has ${Number(shared[0])} rows with the same ${unique.map((one) => quoted(one.name)).join(" and ")}, which is to be unique: change or remove all of them but one, or leave it out of the table's unique`;
}
const query = (sql) => ({
	sql,
	parameters: []
});
/** Names of tables and fields have no quotation mark in them. */
const quoted = (name) => `"${name}"`;
// plugins/store/table-metadata.ts
const METADATA_TABLE = "waymark_tables";
async function createMetadataTable(sql, { types }) {
	await sql.schema.createTable(METADATA_TABLE).addColumn("name", types.text, (column) => column.primaryKey().notNull()).addColumn("known", types.json, (column) => column.notNull()).execute();
}
/** Returns the metadata by table. */
async function readMetadata(database) {
	const sql = `select name, known from ${METADATA_TABLE}`;
	const rows = await database.read({
		sql,
		parameters: []
	});
	return new Map(rows.map(([name, json]) => [String(name), JSON.parse(String(json))]));
}
async function writeMetadata(sql, { name, key, columns, indexes, uniques }, before, { created, dropped }) {
	const declared = Object.fromEntries(columns.map((column) => [column.name, column.kind]));
	const known = JSON.stringify({
		key: key.name,
		columns: {
			...before?.columns,
			...declared
		},
		indexes: [.../* @__PURE__ */ new Set([...before?.indexes ?? [], ...indexes.map((column) => column.name)])],
		...listed("unique", before?.unique, [...uniques.keys()], dropped),
		...listed("filled", before?.filled, columns.flatMap(({ name: column, preset = null }) => preset !== null && created.has(column) ? [column] : []))
	});
	if (before !== void 0 && known === JSON.stringify(before)) return;
	await sql.insertInto(METADATA_TABLE).values({
		name,
		known
	}).onConflict((conflict) => conflict.column("name").doUpdateSet({ known })).execute();
}
function listed(key, before = [], added, gone) {
	const all = [.../* @__PURE__ */ new Set([...before, ...added])].filter((one) => gone?.has(one) !== true);
	return all.length === 0 ? {} : { [key]: all };
}
// plugins/store/plan.ts
/** The changes that bring a database to the declared tables, as data. */
const CHANGES = {
	"create-table": ["create the table", "created a table"],
	"add-column": ["add the column", "added a column"],
	"adopt-column": ["take over the column", "took over a column that was there"],
	"fill-column": ["fill with its default the column", "filled a column with its default"],
	"create-index": ["create an index of", "created an index"],
	"drop-unique": ["drop the constraint that no two rows share", "dropped a constraint"],
	"create-unique": ["create the constraint that no two rows share", "created a constraint"]
};
/** How rows that are there can rule out a change. */
const FAULTS = {
	"add-column": missingValues,
	"create-unique": sharedValues
};
/** Changes nothing. Others may write meanwhile, so that it holds for certain only while they cannot. */
async function planMigration(database, models) {
	const existing = await database.tables();
	const known = existing.has("waymark_tables") ? await readMetadata(database) : /* @__PURE__ */ new Map();
	const steps = [];
	const refusals = [];
	for (const model of models) {
		const columns = existing.get(model.name.toLowerCase());
		const metadata = known.get(model.name);
		const problem = columns && problemOf(model, metadata);
		if (problem !== void 0) {
			refusals.push(tableError(model, problem));
			continue;
		}
		const planned = stepsOf(model, columns, columns && metadata);
		steps.push(...planned);
		if (columns === void 0) continue;
		for (const { name } of columnsToFill(model, columns, metadata)) if (await lacksValues(database, model, name)) steps.push({
			change: "fill-column",
			table: model.name,
			plugin: model.plugin,
			fields: [name]
		});
		for (const { change, fields } of planned) {
			const find = FAULTS[change];
			const parts = fields.map((field) => model.column(field));
			const fault = await find?.(database, model, parts, columns);
			if (fault !== void 0) refusals.push(tableError(model, fault));
		}
	}
	return {
		steps,
		refusals
	};
}
/** Whether plugins that run without this step find less than they declare. */
function isNeeded({ change }) {
	return change !== "drop-unique" && change !== "adopt-column" && change !== "fill-column";
}
/** Whether a step takes something that other revisions may still declare. */
function isTaking({ change }) {
	return change === "drop-unique";
}
/**
* The columns whose rows may lack a value that the schema has a default for. One that was created with its default lacks
* them only where another revision made it optional, which means what it writes.
*/
function columnsToFill({ columns }, existing, metadata) {
	return columns.filter((column) => existing.has(column.name) && needsValue(column) && column.preset !== void 0 && metadata?.filled?.includes(column.name) !== true);
}
/** A clause: "add the column "tag" to the table "notes"". */
function describeStep({ change, table, fields }) {
	const [text] = CHANGES[change];
	if (change === "create-table") return `${text} "${table}"`;
	const preposition = change === "add-column" ? "to" : "of";
	return `${text} ${fields.map((field) => `"${field}"`).join(" and ")} ${preposition} the table "${table}"`;
}
/** A step that was made, as the log says it. */
function logStep({ change }) {
	return CHANGES[change][1];
}
function stepsOf(model, columns, metadata) {
	const { name: table, plugin, uniques } = model;
	const step = (change, fields) => {
		return {
			change,
			table,
			plugin,
			fields
		};
	};
	const each = (change, some) => some.map(({ name }) => step(change, [name]));
	const unique = metadata?.unique ?? [];
	const constraints = [...unique.filter((fields) => !uniques.has(fields)).map((fields) => step("drop-unique", fields.split(","))), ...[...uniques].filter(([fields]) => !unique.includes(fields)).map(([, parts]) => step("create-unique", parts.map(({ name }) => name)))];
	const indexes = model.indexes.filter(({ name }) => metadata?.indexes?.includes(name) !== true);
	const isNoted = ({ name }) => metadata && Object.hasOwn(metadata.columns, name);
	return [
		...columns === void 0 ? [step("create-table", model.columns.map(({ name }) => name))] : [...each("add-column", model.columns.filter(({ name }) => !columns.has(name))), ...each("adopt-column", model.columns.filter((column) => columns.has(column.name) && !isNoted(column)))],
		...each("create-index", indexes),
		...constraints
	];
}
/** Why a table that exists cannot become the declared one. */
function problemOf(model, metadata) {
	if (metadata === void 0) return "exists already and was not created by this service: rename or drop it, or use another database";
	const changes = model.columns.flatMap(({ name, kind }) => {
		const before = Object.hasOwn(metadata.columns, name) ? metadata.columns[name] : void 0;
		return before === void 0 || before === kind ? [] : [`the field "${name}" held ${before} and now holds ${kind}`];
	});
	if (metadata.key !== model.key.name) changes.push(`the key was "${metadata.key}" and is now "${model.key.name}"`);
	if (changes.length === 0) return void 0;
	return `has data that no longer fits its schema: ${changes.join("; ")}. Data is never converted: rename the field, convert the data by hand, or use another database`;
}
export { planMigration as a, readMetadata as c, logStep as i, writeMetadata as l, isNeeded as n, METADATA_TABLE as o, isTaking as r, createMetadataTable as s, describeStep as t, sharedValues as u };

//# sourceMappingURL=plan.js.map