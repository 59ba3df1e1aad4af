import { a as planMigration, c as readMetadata, i as logStep, l as writeMetadata, r as isTaking, s as createMetadataTable, u as sharedValues } from "./plan.js";
import { r as messageOf, t as ContributionError } from "./finding.js";
import "./kernel.js";
import { i as tableError, o as titleOf, r as insertQuery, t as encodeRow } from "./rows.js";
import { readFile } from "node:fs/promises";
// plugins/store/define-table.ts
async function createTable(sql, { types }, { name, key, columns }) {
	let table = sql.schema.createTable(name);
	for (const column of columns) table = table.addColumn(column.name, types[column.kind], (built) => column === key ? built.primaryKey().notNull() : withDefault(built, column));
	await table.execute();
}
async function createIndex(sql, { name, key }, column) {
	await sql.schema.createIndex(`${name}_by_${column.name}`).ifNotExists().on(name).columns(column === key ? [key.name] : [column.name, key.name]).execute();
}
/** Nulls are shared by any number of rows, in the index as well. */
async function createUnique(sql, model, fields) {
	await sql.schema.createIndex(uniqueName(model, fields)).unique().ifNotExists().on(model.name).columns([...fields]).execute();
}
async function dropUnique(sql, model, fields) {
	await sql.schema.dropIndex(uniqueName(model, fields)).ifExists().execute();
}
function uniqueName({ name }, fields) {
	return `${name}_unique_${fields.join(",")}`;
}
async function addColumn(sql, { types }, { name }, column) {
	await sql.schema.alterTable(name).addColumn(column.name, types[column.kind], (built) => withDefault(built, column)).execute();
}
/** Returns the number of rows that had no value. */
async function fillColumn(sql, { name }, { name: column, preset = null }) {
	const [{ numUpdatedRows } = { numUpdatedRows: 0 }] = await sql.updateTable(name).set({ [column]: preset }).where(column, "is", null).execute();
	return Number(numUpdatedRows);
}
/** The rows that are there have it too, and those that a service inserts which does not know the column. */
function withDefault(built, { preset = null }) {
	return preset === null ? built : built.defaultTo(preset);
}
// plugins/store/seed.ts
/** The first rows of a new table, from a JSON file of its plugin. */
/** Validates the seed with the table's schema, inserts it, and returns the number of rows. */
async function insertSeed(sql, model) {
	const { seed, of } = model;
	if (seed === void 0) return 0;
	const refuse = (problem, cause) => new ContributionError(model.plugin, `the seed ${seed.href} of ${titleOf(model)} ${problem}`, { cause });
	const rows = await readRows(seed, refuse);
	const insert = insertQuery(sql, model);
	for (const [index, row] of rows.entries()) try {
		const result = await of["~standard"].validate(row);
		if (result.issues !== void 0) throw new Error(result.issues.map(readIssue).join("; "));
		const parameters = encodeRow(model, {
			...Object(row),
			...Object(result.value)
		});
		await sql.executeQuery({
			...insert,
			parameters
		});
	} catch (cause) {
		throw refuse(`has a bad row at index ${index}: ${messageOf(cause)}`, cause);
	}
	return rows.length;
}
async function readRows(seed, refuse) {
	let rows;
	try {
		rows = JSON.parse(await readFile(seed, "utf8"));
	} catch (cause) {
		throw refuse(`cannot be read: ${messageOf(cause)}`, cause);
	}
	if (!Array.isArray(rows)) throw refuse("is not a list of rows");
	return rows;
}
function readIssue({ message, path }) {
	const at = (path ?? []).map((segment) => String(typeof segment === "object" ? segment.key : segment)).join(".");
	return at === "" ? message : `${at}: ${message}`;
}
// plugins/store/migrate.ts
async function migrate(database, models, log, { onStep = () => void 0, onlyAdds = false } = {}) {
	const isDue = (step) => !onlyAdds || !isTaking(step);
	const { steps, refusals } = await planMigration(database, models);
	for (const step of steps.filter((one) => !isDue(one))) log.info("a constraint that is not declared stays until waymark migrate", {
		table: step.table,
		fields: step.fields
	});
	if (!steps.some(isDue) && refusals.length === 0) return;
	await database.exclusively(async (sql) => {
		if (!(await database.tables()).has("waymark_tables")) await createMetadataTable(sql.builder, sql.dialect);
		const plan = await planMigration(database, models);
		const [refusal] = plan.refusals;
		if (refusal !== void 0) throw refusal;
		const metadata = await readMetadata(database);
		for (const model of models) {
			const planned = plan.steps.filter((step) => step.table === model.name && isDue(step));
			if (planned.length === 0) continue;
			const isNew = planned.some(({ change }) => change === "create-table");
			for (const step of planned) {
				const facts = await apply(sql, database, model, step);
				log[isNew && step.change !== "create-table" ? "debug" : "info"](logStep(step), {
					table: model.name,
					...facts
				});
				onStep(step);
			}
			if (!isNew && planned.some((step) => isOwnerIndex(model, step))) await reportUnowned(sql.builder, model, log);
			const before = isNew ? void 0 : metadata.get(model.name);
			await writeMetadata(sql.builder, model, before, madeBy(planned));
		}
	});
}
/** Returns facts for the log. */
async function apply({ builder, dialect }, database, model, { change, fields }) {
	const [field = ""] = fields;
	switch (change) {
		case "create-table":
			await createTable(builder, dialect, model);
			return { rows: await insertSeed(builder, model) };
		case "add-column":
			await addColumn(builder, dialect, model, model.column(field));
			break;
		case "adopt-column": break;
		case "fill-column": {
			const rows = await fillColumn(builder, model, model.column(field));
			await database.noteChange?.(model.name);
			return {
				fields,
				rows
			};
		}
		case "create-index":
			await createIndex(builder, model, model.column(field));
			break;
		case "create-unique":
			await requireUnique(database, model, fields);
			await createUnique(builder, model, fields);
			break;
		case "drop-unique": await dropUnique(builder, model, fields);
	}
	return { fields };
}
function madeBy(steps) {
	const creates = ({ change }) => change === "create-table" || change === "add-column";
	return {
		created: new Set(steps.filter(creates).flatMap(({ fields }) => fields)),
		dropped: new Set(steps.filter(isTaking).map(({ fields }) => fields.join(",")))
	};
}
/** The plan has looked at the rows that were there, and not at those of a seed. */
async function requireUnique(database, model, fields) {
	const columns = fields.map((field) => model.column(field));
	const fault = await sharedValues(database, model, columns, new Set(fields));
	if (fault !== void 0) throw tableError(model, fault);
}
function isOwnerIndex({ owner }, { change, fields }) {
	return owner !== void 0 && change === "create-index" && fields.includes(owner.name);
}
/** Rows that are older than the owner of their table have none, so that their readers no longer find them. */
async function reportUnowned(sql, { name, owner }, log) {
	if (owner === void 0) return;
	const unowned = await sql.selectFrom(name).select((eb) => eb.fn.countAll().as("rows")).where(owner.name, "is", null).executeTakeFirstOrThrow();
	const rows = Number(unowned.rows);
	if (rows > 0) log.warn("rows have no owner, so that no caller sees them", {
		table: name,
		rows
	});
}
export { migrate as t };

//# sourceMappingURL=migrate.js.map