import "./kernel.js";
import { r as messageOf, t as ContributionError } from "./finding.js";
import { c as scalarFields, i as fieldNames, r as fieldDefaults, s as requiredNames } from "./sealed-route.js";
import { m as UniqueViolation } from "./services2.js";
import { t as I } from "./lru-cache.js";
// plugins/store/columns.ts
/** Whether a row without a value in this column would break the table's schema. */
function needsValue({ kind, required, nullable }) {
	return required && (!nullable || kind === "json");
}
/** Returns a scalar as the column stores it. Throws on other types, which a database would convert and compare wrongly. */
function encodeScalar(column, value) {
	if (value === null) return null;
	switch (column.kind) {
		case "text":
			if (typeof value === "string") return value;
			break;
		case "boolean":
			if (typeof value === "boolean") return value ? 1 : 0;
			break;
		case "integer":
		case "number":
			if (Number.isFinite(value)) return value;
			break;
		case "json": throw new Error(`the field "${column.name}" is not a scalar: it cannot be compared`);
	}
	throw new TypeError(`the field "${column.name}" holds ${column.kind}; received ${describe(value)}`);
}
/** Returns a field of a row as the column stores it. */
function encode(column, value) {
	if (value === void 0 || value === null && column.kind !== "json") {
		if (column.required && !(value === null && column.nullable)) throw new TypeError(`the field "${column.name}" is required; received ${String(value)}`);
		return null;
	}
	if (column.kind === "json") return JSON.stringify(value) ?? null;
	if (column.kind === "integer" && !Number.isSafeInteger(value)) throw new TypeError(`the field "${column.name}" holds integers that a JavaScript number represents exactly; received ${describe(value)}`);
	return encodeScalar(column, value);
}
/** Returns an item; the first values of the row are those of `columns`. Absent fields stay absent. */
function decode(columns, row) {
	const item = {};
	for (let index = 0; index < columns.length; index++) {
		const column = columns[index];
		const value = row[index];
		if (value !== null) item[column.name] = decodeValue(column, value);
		else if (column.required) item[column.name] = absentValue(column);
	}
	return item;
}
/** Rows without a value are older than the schema, or written by a service that is. */
function absentValue(column) {
	const { preset = null } = column;
	return needsValue(column) ? decodeValue(column, preset) : null;
}
function decodeValue(column, value) {
	if (value === null) return null;
	if (column.kind === "boolean") return value === 1;
	if (column.kind === "json") return JSON.parse(String(value));
	return value;
}
function describe(value) {
	return typeof value === "object" ? "an object or a list" : `the ${typeof value} ${JSON.stringify(value) ?? String(value)}`;
}
// plugins/store/table-model.ts
/** A declared table as the database stores it. */
/** Kysely reads dots and blanks as syntax, and databases differ in other characters. */
const NAME = /^[\p{L}\p{N}_$@-]+$/u;
const KINDS = {
	string: "text",
	integer: "integer",
	number: "number",
	boolean: "boolean"
};
/** Throws when the names or the key of a registered table do not suit a database. */
function tableModel(table) {
	const { name, plugin } = table;
	if (!NAME.test(name) || /^(sqlite|pg|waymark)_/i.test(name)) throw tableError(table, `cannot be stored under this name: use letters, digits, "_" and "-", and no prefix of the database`);
	const scalars = scalarFields(table.of);
	const required = new Set(requiredNames(table.of));
	const defaults = fieldDefaults(table.of);
	const columns = fieldNames(table.of).map((field) => {
		const scalar = Object.hasOwn(scalars, field) ? scalars[field] : void 0;
		const column = {
			name: field,
			kind: scalar === void 0 ? "json" : KINDS[scalar.type],
			required: required.has(field),
			nullable: scalar?.nullable ?? true,
			preset: void 0
		};
		if (!Object.hasOwn(defaults, field)) return column;
		try {
			return {
				...column,
				preset: encode(column, defaults[field])
			};
		} catch (cause) {
			throw tableError(table, `has a default that cannot be stored: ${messageOf(cause)}`, { cause });
		}
	});
	const byName = new Map(columns.map((column) => [column.name, column]));
	const lowered = /* @__PURE__ */ new Set();
	for (const { name: field } of columns) {
		if (!NAME.test(field) || field === "__proto__") throw tableError(table, `has a field ${JSON.stringify(field)}: use letters, digits, "_", "$", "@" and "-" in names of fields`);
		if (lowered.has(field.toLowerCase())) throw tableError(table, `has two fields "${field}" that differ only in case: rename one`);
		lowered.add(field.toLowerCase());
	}
	const key = byName.get(table.key);
	if (!(key?.required === true && !key.nullable) || key.kind === "json" || key.kind === "boolean") throw tableError(table, `has the key "${table.key}": the key must be a required string or number field of its schema`);
	const owner = table.owner === void 0 ? void 0 : byName.get(table.owner);
	if (table.owner !== void 0 && owner?.kind !== "text") throw tableError(table, `has the owner "${table.owner}": the owner must be a string field of its schema, which holds the id of a principal`);
	const scalar = (field, role) => {
		const column = byName.get(field);
		if (column !== void 0 && column.kind !== "json") return column;
		throw tableError(table, `has ${role} "${field}", which is not a scalar field of its schema: name one of ${columns.filter(({ kind }) => kind !== "json").map((one) => one.name).join(", ")}`);
	};
	const indexes = (table.indexes ?? []).map((field) => scalar(field, "an index of"));
	const uniques = uniqueFields(table).map((fields) => {
		const parts = fields.map((field) => scalar(field, "the unique field"));
		return [fields.join(","), parts];
	});
	return {
		name,
		plugin,
		of: table.of,
		seed: table.seed,
		internal: table.internal === true,
		columns,
		key,
		owner,
		indexes: owner === void 0 || owner === key ? indexes : [.../* @__PURE__ */ new Set([...indexes, owner])],
		uniques: new Map(uniques),
		column: (field) => {
			const column = byName.get(field);
			if (column === void 0) throw new Error(`the table "${name}" has no field ${JSON.stringify(field)}`);
			return column;
		}
	};
}
/** Throws unless each entry is a field, or a list of some. */
function uniqueFields(table) {
	const { unique = [] } = table;
	const lists = Array.isArray(unique) ? unique.map((fields) => [fields].flat()) : [[]];
	if (lists.every((fields) => fields.length > 0 && new Set(fields).size === fields.length)) return lists;
	throw tableError(table, `has unique: ${JSON.stringify(unique)}, which is not a list of fields: write unique: ["name"], or [["name", "place"]] for fields that are unique together`);
}
/** The table as messages name it. */
function titleOf({ name, plugin }) {
	return `the table "${name}" of the plugin "${plugin}"`;
}
/** Blames the plugin that declares the table. */
function tableError(table, problem, options) {
	return new ContributionError(table.plugin, `${titleOf(table)} ${problem}`, options);
}
// plugins/store/list-sql.ts
/** The values of a query in the order of their slots. */
function valuesOf({ conditions, after, limit }) {
	const values = conditions.flatMap((condition) => condition.values);
	if (after !== void 0) values.push(...after);
	if (limit !== void 0) values.push(limit);
	return values;
}
/** Equal for queries with the same SQL. Nulls count, since SQL has its own operators for them. */
function shapeKey({ selected, conditions, order, after, limit }) {
	let key = limit === void 0 ? "" : "limit ";
	for (const { name } of selected) key += `${name},`;
	for (const { column, operator, values } of conditions) key += `?${column.name}.${operator}${nullMask(values)}`;
	for (const { column, descending } of order) key += descending ? `>${column.name}` : `<${column.name}`;
	return after === void 0 ? key : key + nullMask(after);
}
function nullMask(values) {
	let mask = "=";
	for (const value of values) mask += value === null ? "0" : "1";
	return mask;
}
function buildShape({ builder, dialect }, query) {
	let places = 0;
	const place = (value) => {
		const slot = places++;
		return value === null ? null : slot;
	};
	let select = builder.selectFrom(query.table).select(query.selected.map(({ name }) => name));
	for (const { column, operator, values } of query.conditions) {
		const slots = values.map(place);
		select = select.where((eb) => compare(eb, dialect, column.name, operator, slots));
	}
	if (query.after !== void 0) {
		const slots = query.after.map(place);
		select = select.where((eb) => follows(eb, query.order, slots));
	}
	for (const { column, descending } of query.order) select = select.orderBy(column.name, (by) => {
		const directed = descending ? by.desc() : by.asc();
		if (!mayBeNull(column)) return directed;
		return descending ? directed.nullsLast() : directed.nullsFirst();
	});
	if (query.limit !== void 0) select = select.limit(place(query.limit));
	const compiled = select.compile();
	return {
		sql: compiled.sql,
		slots: compiled.parameters
	};
}
/** For queries that are built once and run once: the conditions hold their values. */
function fulfils(eb, dialect, conditions) {
	return eb.and(conditions.map(({ column, operator, values }) => compare(eb, dialect, column.name, operator, values)));
}
const SYMBOLS = {
	gt: ">",
	gte: ">=",
	lt: "<",
	lte: "<="
};
function compare(eb, dialect, name, operator, values) {
	const value = values[0] ?? null;
	const never = eb.or([]);
	switch (operator) {
		case "eq": return equals(eb, name, value);
		case "ne": return value === null ? eb(name, "is not", null) : eb.or([eb(name, "<>", value), eb(name, "is", null)]);
		case "in": {
			const nonNull = values.filter((one) => one !== null);
			const parts = nonNull.length === 0 ? [] : [eb(name, "in", nonNull)];
			return eb.or(nonNull.length === values.length ? parts : [...parts, eb(name, "is", null)]);
		}
		case "contains": return value === null ? never : dialect.contains(eb.ref(name), eb.val(value));
		default: return value === null ? never : eb(name, SYMBOLS[operator], value);
	}
}
/** A row follows these values when its first field is beyond the first value, or equal and the rest follows. */
function follows(eb, order, values) {
	const [first, ...rest] = order;
	const [value = null, ...others] = values;
	if (first === void 0) return eb.or([]);
	const { name } = first.column;
	const beyond = isBeyond(eb, first, value);
	if (rest.length === 0) return beyond;
	const either = eb.or([beyond, eb.and([equals(eb, name, value), follows(eb, rest, others)])]);
	if (value === null || mayBeNull(first.column)) return either;
	return eb.and([eb(name, first.descending ? "<=" : ">=", value), either]);
}
/** Nulls come first, and last in descending order. */
function isBeyond(eb, { column, descending }, value) {
	if (value === null) return descending ? eb.or([]) : eb(column.name, "is not", null);
	if (!descending) return eb(column.name, ">", value);
	return mayBeNull(column) ? eb.or([eb(column.name, "<", value), eb(column.name, "is", null)]) : eb(column.name, "<", value);
}
function equals(eb, name, value) {
	return value === null ? eb(name, "is", null) : eb(name, "=", value);
}
function mayBeNull(column) {
	return column.nullable || !column.required;
}
// plugins/store/list.ts
/** Clients choose queries, so the number of shapes is unbounded. */
const MAX_SHAPES = 500;
/**
* Returns the list function of a table. It throws on a query that does not match the table.
*
* An absent field counts as null. Null equals null and differs from every value, sorts before every value, and matches no
* other operator. Text compares by code point. Items have their fields in the order of the schema. Without a sort the
* order is that of the key.
*/
function openList(database, model) {
	const shapes = new I({ max: MAX_SHAPES });
	const shapeFor = async (query) => {
		const id = shapeKey(query);
		let shape = shapes.get(id);
		if (shape === void 0) {
			shape = buildShape(await database.sql(), query);
			shapes.set(id, shape);
		}
		return shape;
	};
	return async ({ fields, filters = [], sort = [], limit, after } = {}) => {
		checkLimit(limit);
		const requested = new Set(fields?.map((name) => model.column(name)) ?? model.columns);
		const columns = model.columns.filter((column) => requested.has(column));
		const order = resolveOrder(model, sort);
		const selected = [.../* @__PURE__ */ new Set([...columns, ...order.map(({ column }) => column)])];
		const query = {
			table: model.name,
			selected,
			conditions: filters.map((filter) => resolveFilter(model, filter)),
			order,
			after: after === void 0 ? void 0 : resolveAfter(order, after),
			limit: limit === void 0 ? void 0 : limit + 1
		};
		const { sql, slots } = await shapeFor(query);
		const values = valuesOf(query);
		const rows = await database.read(model.name, {
			sql,
			parameters: slots.map((slot) => values[slot])
		});
		const items = rows.slice(0, limit).map((row) => decode(columns, row));
		const last = limit === void 0 || rows.length <= limit ? void 0 : rows[limit - 1];
		if (last === void 0) return { items };
		return {
			items,
			next: order.map(({ column }) => decodeValue(column, last[selected.indexOf(column)]))
		};
	};
}
function checkLimit(limit) {
	if (limit === void 0 || Number.isSafeInteger(limit) && limit >= 0) return;
	throw new RangeError(`the limit ${limit} is not a whole number from 0`);
}
function resolveOrder(model, sort) {
	if (sort.length === 0) return [{
		column: model.key,
		descending: false
	}];
	return sort.map(({ field, descending }) => {
		const column = model.column(field);
		if (column.kind === "json") throw new Error(`the field "${field}" is not a scalar: lists cannot be sorted by it`);
		return {
			column,
			descending
		};
	});
}
function resolveAfter(order, after) {
	if (after.length !== order.length) throw new Error(`received ${after.length} values to continue after, for ${order.length} sort fields`);
	return order.map(({ column, descending }, index) => comparable(column, descending ? "lt" : "gt", encodeScalar(column, after[index])));
}
function resolveFilter(model, { field, operator, value }) {
	const column = model.column(field);
	const many = Array.isArray(value);
	if (many !== (operator === "in")) throw new Error(`the operator "${operator}" of "${field}" received ${many ? "a list" : "one value"}`);
	if (operator === "contains" && column.kind !== "text") throw new Error(`the field "${field}" holds ${column.kind}: "contains" is for text`);
	return {
		column,
		operator,
		values: (many ? value : [value]).map((one) => comparable(column, operator, encodeScalar(column, one)))
	};
}
/** An integer that no column holds. */
const BEYOND = 2 ** 53;
/** Returns a value that compares alike with all integers of a column: a database may refuse others. */
function comparable({ kind }, operator, value) {
	if (kind !== "integer" || value === null || Number.isSafeInteger(value)) return value;
	if (operator === "eq" || operator === "ne" || operator === "in") return BEYOND;
	const whole = operator === "gt" || operator === "lte" ? Math.floor : Math.ceil;
	return Math.max(-BEYOND, Math.min(whole(Number(value)), BEYOND));
}
// plugins/store/ownership.ts
var Ownership = class {
	#table;
	#field;
	#id;
	constructor({ name }, field, id) {
		this.#table = name;
		this.#field = field;
		this.#id = id;
	}
	/** @param fields those of a query that names none. */
	narrow(query, fields) {
		const own = {
			field: this.#field,
			operator: "eq",
			value: this.#id
		};
		return {
			...query,
			fields: query.fields ?? fields,
			filters: [own, ...query.filters ?? []]
		};
	}
	/** Returns the row with its owner. Throws on one of another owner. */
	claim(row) {
		const named = Reflect.get(row, this.#field);
		if (named !== void 0) this.#refuseOthers(named);
		return {
			...row,
			[this.#field]: this.#id
		};
	}
	/** Throws on changes that would hand the row to another owner, or take it from all. */
	refuseTransfer(changes) {
		if (Object.hasOwn(changes, this.#field)) this.#refuseOthers(Reflect.get(changes, this.#field));
	}
	#refuseOthers(owner) {
		if (owner === this.#id) return;
		throw new Error(`a row of the table "${this.#table}" was to belong to another owner than the caller: leave the field "${this.#field}" to the store, or use acrossOwners()`);
	}
};
// plugins/store/row-sql.ts
/** Stands for a parameter in SQL that is compiled before its values are known. */
const ANY = "";
/** Clients choose the fields that they patch, so the number of their sets is unbounded. */
const MAX_UPDATES = 100;
/** Inserts one row; the parameters are in the order of the table's columns. */
function insertQuery(sql, model) {
	return insertion(sql, model).compile();
}
/** SQL whose text is the same for every call, and builders of the rest. */
function rowSql({ builder, dialect }, model, shape) {
	const { name, key, columns } = model;
	const { matched, selected } = shape;
	const matches = (values) => (eb) => eb.and(matched.map((column, index) => eb(column.name, "=", values[index] ?? ANY)));
	const others = columns.filter((column) => column !== key);
	/** Those that a replaced row receives; a query has to set one at least. */
	const replaced = others.length > 0 ? others : [key];
	const updateOf = (fields) => builder.updateTable(name).set(Object.fromEntries(fields.map((field) => [field, ANY]))).where(matches([])).compile().sql;
	const updates = new I({
		max: MAX_UPDATES,
		memoMethod: (fields) => updateOf(JSON.parse(fields))
	});
	return {
		findOne: builder.selectFrom(name).select(selected.map((column) => column.name)).where(matches([])).compile().sql,
		insertOne: insertQuery(builder, model).sql,
		insertMissing: insertion(builder, model).onConflict((conflict) => conflict.column(key.name).doNothing()).compile().sql,
		removeOne: builder.deleteFrom(name).where(matches([])).compile().sql,
		replaced,
		/** The values of the columns in `replaced`, and those that the row is found by. */
		replaceOne: updateOf(replaced.map((column) => column.name)),
		updateOne(set, values, conditions = []) {
			if (conditions.length === 0) return {
				sql: updates.memo(JSON.stringify(Object.keys(set))),
				parameters: [...Object.values(set), ...values]
			};
			const query = builder.updateTable(name).set(set).where(matches(values)).where((eb) => fulfils(eb, dialect, conditions)).compile();
			return {
				sql: query.sql,
				parameters: query.parameters
			};
		}
	};
}
function insertion(sql, { name, columns }) {
	return sql.insertInto(name).values(Object.fromEntries(columns.map((column) => [column.name, ANY])));
}
// plugins/store/rows.ts
/**
* Returns a row in the order of the table's columns, with the schema's defaults in place of absent fields. Throws on fields
* that the table does not have.
*/
function encodeRow(model, row) {
	for (const field of Object.keys(row)) model.column(field);
	const isMissing = ({ name, required }) => required && valueIn(row, name) === void 0;
	const defaults = model.columns.some(isMissing) ? validated(model, row) : row;
	return model.columns.map((column) => {
		const { name } = column;
		return encode(column, valueIn(isMissing(column) ? defaults : row, name));
	});
}
/** The schema makes the defaults, since some differ each time. A row that does not fit stays as it is. */
function validated({ of }, row) {
	const result = of["~standard"].validate({ ...row });
	return result instanceof Promise || result.issues !== void 0 ? row : Object(result.value);
}
function valueIn(row, field) {
	return Object.hasOwn(row, field) ? Reflect.get(row, field) : void 0;
}
function openRows(database, model) {
	const { columns, key, owner } = model;
	let sql;
	const shared = {
		database,
		sql: async () => sql ??= await database.sql(),
		list: openList(database, model)
	};
	const all = bindRows(shared, model, {
		matched: [key],
		selected: columns
	});
	if (owner === void 0) return () => all(void 0);
	const selected = columns.filter((column) => column === key || column !== owner);
	const owned = bindRows(shared, model, {
		matched: [key, owner],
		selected
	});
	return (id) => (id === void 0 ? all : owned)(id);
}
function bindRows({ database, list, ...access }, model, shape) {
	const { name, key, owner } = model;
	const { selected } = shape;
	const fields = selected.map((column) => column.name);
	let sql;
	const prepared = async () => {
		const built = await access.sql();
		return sql ??= rowSql(built, model, shape);
	};
	const write = async (build, owners) => database.write(name, build(await prepared()), owners);
	return (id) => {
		const ownership = id === void 0 || owner === void 0 ? void 0 : new Ownership(model, owner.name, id);
		const ownerOf = (row) => id ?? (owner === void 0 ? null : Reflect.get(row, owner.name) ?? null);
		/** Owners of rows before and after these changes, by key, where that matters. */
		const ownersOf = async (changes) => {
			if (owner === void 0 || !database.isWithin) return [];
			if (id !== void 0) return [id];
			const keys = changes.flatMap(([text]) => keyValue(key, text) ?? []);
			const filters = [{
				field: key.name,
				operator: "in",
				value: keys
			}];
			const before = await list({
				fields: [owner.name],
				filters
			});
			const after = changes.flatMap(([, row]) => Object.hasOwn(row, owner.name) ? [row] : []);
			return [...before.items, ...after].map((row) => ownerOf(row));
		};
		/** The values that the row with this key is found by; undefined when no row can have it. */
		const valuesOf = (text) => {
			const value = keyValue(key, text);
			if (value === void 0) return void 0;
			return id === void 0 ? [value] : [value, id];
		};
		const find = async (text) => {
			const values = valuesOf(text);
			if (values === void 0) return void 0;
			const { findOne } = sql ?? await prepared();
			const [row] = await database.read(name, {
				sql: findOne,
				parameters: values
			});
			return row === void 0 ? void 0 : decode(selected, row);
		};
		const encodeChanges = (changes) => {
			ownership?.refuseTransfer(changes);
			return Object.fromEntries(Object.entries(changes).map(([field, change]) => [field, encode(model.column(field), change)]));
		};
		const updateAll = async (changes) => {
			const all = [...changes];
			const encoded = all.flatMap(([text, changed]) => {
				const set = encodeChanges(changed);
				const values = valuesOf(text);
				return values === void 0 || Object.keys(set).length === 0 ? [] : [{
					values,
					set
				}];
			});
			if (encoded.length === 0) return 0;
			const owners = await ownersOf(all);
			return write(({ updateOne }) => encoded.map(({ set, values }) => updateOne(set, values)), owners);
		};
		const update = async (text, changes, where = []) => {
			const conditions = where.map((filter) => resolveFilter(model, filter));
			const set = encodeChanges(changes);
			const values = valuesOf(text);
			if (values === void 0) return false;
			if (Object.keys(set).length === 0) return exists(values, where);
			const owners = await ownersOf([[text, changes]]);
			return await write(({ updateOne }) => [updateOne(set, values, conditions)], owners) > 0;
		};
		/** Whether the row is there, and fulfils these conditions. */
		const exists = async ([value], where) => {
			const own = {
				field: key.name,
				operator: "eq",
				value: value ?? null
			};
			const query = {
				fields: [key.name],
				filters: [own, ...where],
				limit: 1
			};
			return (await list(ownership?.narrow(query, fields) ?? query)).items.length > 0;
		};
		const upsert = async (row) => {
			const owners = await ownersOf([[String(Reflect.get(row, key.name)), row]]);
			const encoded = encodeRow(model, ownership?.claim(row) ?? row);
			const valueOf = (column) => encoded[model.columns.indexOf(column)];
			const changed = await write(({ insertMissing, replaceOne, replaced }) => [{
				sql: insertMissing,
				parameters: encoded
			}, {
				sql: replaceOne,
				parameters: [...replaced, ...shape.matched].map(valueOf)
			}], owners);
			if (changed === 0) throw new UniqueViolation(name, [key.name]);
			return changed > 1;
		};
		const removeAll = async (texts) => {
			const rows = texts.map(valuesOf).filter((values) => values !== void 0);
			if (rows.length === 0) return 0;
			const owners = await ownersOf(texts.map((text) => [text, {}]));
			return write(({ removeOne }) => rows.map((parameters) => ({
				sql: removeOne,
				parameters
			})), owners);
		};
		return {
			list: (query = {}) => list(ownership?.narrow(query, fields) ?? query),
			find: (text) => find(text),
			async insert(rows) {
				const encoded = rows.map((row) => encodeRow(model, ownership?.claim(row) ?? row));
				await write(({ insertOne }) => encoded.map((parameters) => ({
					sql: insertOne,
					parameters
				})), owner === void 0 ? [] : rows.map(ownerOf));
			},
			upsert,
			update,
			updateAll,
			remove: async (text) => await removeAll([text]) > 0,
			removeAll
		};
	};
}
/** Returns a key as its column stores it; undefined when no row can have it. */
function keyValue({ kind }, id) {
	if (kind === "text") return id;
	const value = Number(id);
	return (kind === "integer" ? Number.isSafeInteger(value) : Number.isFinite(value)) && String(value) === id ? value : void 0;
}
export { tableModel as a, tableError as i, openRows as n, titleOf as o, insertQuery as r, needsValue as s, encodeRow as t };

//# sourceMappingURL=rows.js.map