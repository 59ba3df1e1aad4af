import "./kernel.js";
import { r as messageOf } from "./finding.js";
import { n as Unavailable } from "./refusal.js";
import { t as columnsByTable } from "./database.js";
import { a as sql, d as freeze, i as DefaultQueryCompiler, n as DEFAULT_MIGRATION_TABLE, o as Kysely, r as DialectAdapterBase, t as DEFAULT_MIGRATION_LOCK_TABLE, u as IdentifierNode } from "./kysely.js";
import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { Client, DatabaseError, Pool, types } from "pg";
// plugins/store/postgres/changes.ts
/**
* The tables by which nodes learn of changes. A transaction adds a row for each table that it has changed, so that the
* number of rows grows with each commit, and at no other time; no two transactions touch the same row. Rows are moved
* into a count from time to time.
*/
const CHANGES = "waymark_changes";
/** Counts of moved rows by table; the row without a name holds the epoch, a random number. */
const VERSIONS = "waymark_versions";
/** The channel on which nodes announce changes. */
const CHANNEL = "waymark_changes";
const MAX_EPOCH = 2 ** 48;
const CREATE = `
  create table if not exists ${CHANGES} (table_name text collate "C" not null)
    with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
  create table if not exists ${VERSIONS} (table_name text collate "C" primary key, count bigint not null);
  insert into ${VERSIONS} values ('', ${newEpoch()}) on conflict do nothing`;
/** Takes a lock that no other migration of the same schema has, until the transaction ends. */
const LOCK = "select pg_advisory_xact_lock(hashtext('waymark'), hashtext(current_schema()))";
/**
* By table: the count, and the rows of it that are not moved yet. The timeline of the server, which a failover or a
* restore changes, is in every row.
*/
const READ = `
  select table_name, sum(count), sum(is_new), (select substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))
  from (
    select table_name, count, 0 as is_new from ${VERSIONS}
    union all select table_name, 1, 1 from ${CHANGES}
  ) as counts group by table_name`;
/** Moves rows unless another node does. */
const MOVE = [
	"begin",
	`with moved as (
    delete from ${CHANGES}
    where (select pg_try_advisory_xact_lock(hashtext('waymark moves'), hashtext(current_schema())))
    returning table_name
  )
  insert into ${VERSIONS} select table_name, count(*) from moved group by table_name
  on conflict (table_name) do update set count = ${VERSIONS}.count + excluded.count`,
	"commit"
].join("; ");
function newEpoch() {
	return Math.floor(Math.random() * MAX_EPOCH);
}
/** SQL that notes a change of each of these tables. */
function noteOf(tables) {
	return `insert into ${CHANGES} values ${[...tables].map((table) => `(${literal(table)})`).join(", ")}`;
}
/** Adds the note of a change to a query that writes, when it changes rows. Returns SQL whose result is their number. */
function noted(table, sql) {
	return `with waymark_written as (${sql} returning 1), waymark_noted as (insert into ${CHANGES} select ${literal(table)} from waymark_written limit 1) select count(*) from waymark_written`;
}
function quoted(name) {
	return `"${name.replaceAll("\"", "\"\"")}"`;
}
function literal(text) {
	return `'${text.replaceAll("'", "''")}'`;
}
// plugins/store/postgres/errors.ts
/** The meaning of PostgreSQL's error codes (https://www.postgresql.org/docs/15/errcodes-appendix.html). The first two characters are the class. */
const SERIALIZATION_FAILURE = "40001";
const DEADLOCK = "40P01";
const UNIQUE_VIOLATION = "23505";
/** Connection, privileges that were taken away, missing database, resources, operator intervention, system, internal; class 25 is a transaction that cannot go on. */
const FAILURES = /* @__PURE__ */ new Set([
	"08",
	"25",
	"28",
	"3D",
	"53",
	"57",
	"58",
	"F0",
	"XX"
]);
const LOCK_NOT_AVAILABLE = "55P03";
/** The lock is held by another one; the pooler in between has lost a prepared statement. */
const PASSING = /* @__PURE__ */ new Set([LOCK_NOT_AVAILABLE, "26000"]);
/** The query was canceled because it took too long; the connection is as good as before. */
const CANCELED = "57014";
/** The transaction failed only because of others. */
function isConflict(error) {
	const code = codeOf(error);
	return code === SERIALIZATION_FAILURE || code === DEADLOCK;
}
/** Another one held a lock for longer than this one would wait. */
function isLockTimeout(error) {
	return codeOf(error) === LOCK_NOT_AVAILABLE;
}
/** The server, the network or the load fails, and not the query. Every error that the server did not send is one. */
function isFailure(error) {
	const code = codeOf(error);
	return code === void 0 || PASSING.has(code) || FAILURES.has(code.slice(0, 2));
}
/** Whether nothing more can be asked of the connection. */
function isBroken(error) {
	if (error instanceof Unavailable) return false;
	const code = codeOf(error);
	return code === void 0 || code.startsWith("57P") && code !== CANCELED || code === "25P03";
}
/** The name of the constraint that was broken, if it is one on unique values. */
function brokenConstraint(error) {
	return error instanceof DatabaseError && error.code === UNIQUE_VIOLATION ? error.constraint : void 0;
}
function unavailable(error) {
	return error instanceof Unavailable ? error : new Unavailable(`the database cannot be used: ${messageOf(error)}`, { cause: error });
}
function codeOf(error) {
	return error instanceof DatabaseError ? error.code : void 0;
}
// plugins/store/postgres/text.ts
/**
* U+0000, which PostgreSQL cannot store, and the three characters after it as sequences of U+0001 to U+0003. The order of
* code points stays, and a text holds another one exactly when its stored form holds that one's.
*/
const LEAD = "";
const SEQUENCES = [
	"",
	"",
	"",
	""
];
const SPECIAL = /[\0-\u0003]/;
const ESCAPED = /\u0001[\u0002\u0003]{2}/g;
function escapeText(text) {
	if (!SPECIAL.test(text)) return text;
	let escaped = "";
	for (const character of text) escaped += SEQUENCES[character.charCodeAt(0)] ?? character;
	return escaped;
}
function unescapeText(text) {
	if (!text.includes(LEAD)) return text;
	return text.replace(ESCAPED, ([, high, low]) => String.fromCharCode((high === "" ? 2 : 0) + (low === "" ? 1 : 0)));
}
// plugins/store/postgres/sessions.ts
/** Connections to the server, each used by one caller at a time. */
/** How long a statement waits for the lock of another transaction, in milliseconds. */
const LOCK_TIMEOUT_MS = 5e3;
/** Transactions end sooner by themselves: their node hangs, or was cut off. */
const IDLE_TIMEOUT_MS = 6e4;
/** Milliseconds that the server has to report its own time-out before the connection counts as dead. */
const GRACE_MS = 1e3;
const MAX_LIFETIME_S = 1800;
/** Numbers as numbers, and text as it was before it was stored. */
const PARSERS = {
	[types.builtins.INT8]: Number,
	[types.builtins.NUMERIC]: Number,
	[types.builtins.TEXT]: unescapeText
};
/** The config of a connection. Its queries end, even when the network is cut. */
function configOf({ url, waitMs }, queryTimeoutMs) {
	return {
		connectionString: url,
		application_name: "waymark",
		connectionTimeoutMillis: waitMs,
		keepAlive: true,
		query_timeout: queryTimeoutMs,
		pipeline: true,
		types: { getTypeParser: (oid, format) => PARSERS[oid] ?? types.getTypeParser(oid, format) }
	};
}
/** One connection. Queries are sent without waiting for those before them, and run in their order. */
var Session = class {
	#client;
	#statements;
	#onRelease;
	#isBroken = false;
	#isReleased = false;
	constructor(client, onRelease, statements) {
		this.#client = client;
		this.#onRelease = onRelease;
		this.#statements = statements;
	}
	async query({ sql, parameters }) {
		const name = this.#statements?.nameFor(this.#client, sql);
		const { rows, rowCount } = await this.#run(this.#client.query({
			text: sql,
			values: parameters.map(storable),
			rowMode: "array",
			...name !== void 0 && { name }
		}));
		return {
			rows,
			count: rowCount ?? 0
		};
	}
	/** Each row as an object. */
	queryObjects(sql, parameters) {
		return this.#run(this.#client.query(sql, parameters.map(storable)));
	}
	/** Runs statements without parameters, which are one message. */
	async exec(sql) {
		await this.#run(this.#client.query(sql));
	}
	/** May be called twice. */
	release(isUnusable = false) {
		if (this.#isReleased) return;
		this.#isReleased = true;
		const isFull = this.#statements?.isFull(this.#client) === true;
		this.#onRelease(isUnusable || this.#isBroken || isFull);
	}
	async #run(running) {
		try {
			return await running;
		} catch (error) {
			if (isBroken(error)) this.#isBroken = true;
			if (error instanceof Error) Reflect.deleteProperty(error, "detail");
			throw error;
		}
	}
};
function storable(value) {
	return typeof value === "string" ? escapeText(value) : value;
}
/** A number of connections for one purpose. */
var Sessions = class {
	#pool;
	#max;
	#statements;
	/** @param setup SQL that each connection begins with. */
	constructor(settings, max, statements, setup) {
		this.#max = max;
		this.#statements = statements;
		this.#pool = new Pool({
			...configOf(settings, settings.statementTimeoutMs + GRACE_MS),
			max,
			maxLifetimeSeconds: MAX_LIFETIME_S,
			onConnect: async (client) => {
				client.on("error", () => {});
				await client.query(`set statement_timeout = ${settings.statementTimeoutMs}; set lock_timeout = ${LOCK_TIMEOUT_MS}; set idle_in_transaction_session_timeout = ${IDLE_TIMEOUT_MS}; ${setup}`);
			}
		});
		this.#pool.on("error", () => {});
	}
	/** How many connections are in use and how many are not, and how many callers wait for one. */
	get states() {
		const { totalCount, idleCount, waitingCount } = this.#pool;
		return {
			in_use: totalCount - idleCount,
			idle: idleCount,
			waiting: waitingCount
		};
	}
	/** Throws when none is free in time. */
	async take() {
		let client;
		try {
			client = await this.#pool.connect();
		} catch (error) {
			if (error instanceof Error && error.message === "timeout exceeded when trying to connect") throw new Unavailable(`no connection to the database was free in time: raise "pool" of the plugin "store", or end what holds ${this.#max} of them`);
			throw error;
		}
		return new Session(client, (broken) => client.release(broken), this.#statements);
	}
	async use(work) {
		const session = await this.take();
		try {
			return await work(session);
		} finally {
			session.release();
		}
	}
	async close() {
		if (!this.#pool.ending) await this.#pool.end();
	}
};
/**
* Opens a connection outside of the pools.
*
* @param queryTimeoutMs the longest time of a query, 0 for any.
*/
async function connectAlone(settings, queryTimeoutMs) {
	const client = new Client(configOf(settings, queryTimeoutMs));
	client.on("error", () => {});
	await client.connect();
	return {
		client,
		session: new Session(client, () => void client.end().catch(() => {}))
	};
}
// node_modules/kysely/dist/driver/dummy-driver.js
/**
* A driver that does absolutely nothing.
*
* You can use this to create Kysely instances solely for building queries
*
* ### Examples
*
* This example creates a Kysely instance for building postgres queries:
*
* ```ts
* import {
*   DummyDriver,
*   Kysely,
*   PostgresAdapter,
*   PostgresIntrospector,
*   PostgresQueryCompiler
* } from 'kysely'
* import type { Database } from 'type-editor' // imaginary module
*
* const db = new Kysely<Database>({
*   dialect: {
*     createAdapter: () => new PostgresAdapter(),
*     createDriver: () => new DummyDriver(),
*     createIntrospector: (db: Kysely<any>) => new PostgresIntrospector(db),
*     createQueryCompiler: () => new PostgresQueryCompiler(),
*   },
* })
* ```
*
* You can use it to build a query and compile it to SQL but trying to
* execute the query will throw an error.
*
* ```ts
* const { sql } = db.selectFrom('person').selectAll().compile()
* console.log(sql) // select * from "person"
* ```
*/
var DummyDriver = class {
	async init() {}
	async acquireConnection() {
		return new DummyConnection();
	}
	async beginTransaction() {}
	async commitTransaction() {}
	async rollbackTransaction() {}
	async releaseConnection() {}
	async destroy() {}
	async releaseSavepoint() {}
	async rollbackToSavepoint() {}
	async savepoint() {}
};
var DummyConnection = class {
	async executeQuery() {
		return { rows: [] };
	}
	async *streamQuery() {}
};
// node_modules/kysely/dist/dialect/postgres/postgres-introspector.js
var PostgresIntrospector = class {
	#db;
	constructor(db) {
		this.#db = db;
	}
	async getSchemas() {
		return (await this.#db.selectFrom("pg_catalog.pg_namespace").select("nspname").$castTo().execute()).map((it) => ({ name: it.nspname }));
	}
	async getTables(options = { withInternalKyselyTables: false }) {
		let query = this.#db.selectFrom("pg_catalog.pg_attribute as a").innerJoin("pg_catalog.pg_class as c", "a.attrelid", "c.oid").innerJoin("pg_catalog.pg_namespace as ns", "c.relnamespace", "ns.oid").innerJoin("pg_catalog.pg_type as typ", "a.atttypid", "typ.oid").innerJoin("pg_catalog.pg_namespace as dtns", "typ.typnamespace", "dtns.oid").select([
			"a.attname as column",
			"a.attnotnull as not_null",
			"a.atthasdef as has_default",
			"c.relname as table",
			"c.relkind as table_type",
			"ns.nspname as schema",
			"typ.typname as type",
			"dtns.nspname as type_schema",
			sql`col_description(a.attrelid, a.attnum)`.as("column_description"),
			sql`pg_get_serial_sequence(quote_ident(ns.nspname) || '.' || quote_ident(c.relname), a.attname)`.as("auto_incrementing")
		]).where("c.relkind", "in", [
			"r",
			"v",
			"p",
			"f"
		]).where("ns.nspname", "!~", "^pg_").where("ns.nspname", "!=", "information_schema").where("ns.nspname", "!=", "crdb_internal").where(sql`has_schema_privilege(ns.nspname, 'USAGE')`).where("a.attnum", ">=", 0).where("a.attisdropped", "!=", true).orderBy("ns.nspname").orderBy("c.relname").orderBy("a.attnum").$castTo();
		if (!options.withInternalKyselyTables) query = query.where("c.relname", "!=", DEFAULT_MIGRATION_TABLE).where("c.relname", "!=", DEFAULT_MIGRATION_LOCK_TABLE);
		const rawColumns = await query.execute();
		return this.#parseTableMetadata(rawColumns);
	}
	#parseTableMetadata(columns) {
		const tables = [];
		const schemas = /* @__PURE__ */ new Map();
		for (const column of columns) {
			let schema = schemas.get(column.schema);
			if (!schema) {
				schema = /* @__PURE__ */ new Map();
				schemas.set(column.schema, schema);
			}
			let table = schema.get(column.table);
			if (!table) {
				table = freeze({
					columns: [],
					isForeign: column.table_type === "f",
					isView: column.table_type === "v",
					name: column.table,
					schema: column.schema
				});
				schema.set(column.table, table);
				tables.push(table);
			}
			table.columns.push(freeze({
				comment: column.column_description ?? void 0,
				dataType: column.type,
				dataTypeSchema: column.type_schema,
				hasDefaultValue: column.has_default,
				isAutoIncrementing: column.auto_incrementing !== null,
				isNullable: !column.not_null,
				name: column.column
			}));
		}
		return tables;
	}
};
// node_modules/kysely/dist/dialect/postgres/postgres-query-compiler.js
const ID_WRAP_REGEX = /"/g;
var PostgresQueryCompiler = class extends DefaultQueryCompiler {
	sanitizeIdentifier(identifier) {
		return identifier.replace(ID_WRAP_REGEX, "\"\"");
	}
};
// node_modules/kysely/dist/dialect/postgres/postgres-adapter.js
const LOCK_ID = BigInt("3853314791062309107");
const LOCK_TIMEOUT_MILLISECONDS = 36e5;
var PostgresAdapter = class extends DialectAdapterBase {
	get supportsTransactionalDdl() {
		return true;
	}
	get supportsReturning() {
		return true;
	}
	async acquireMigrationLock(db, _opt) {
		await sql`
    with set_timeout as (
      select set_config('lock_timeout', '${sql.lit(LOCK_TIMEOUT_MILLISECONDS)}', true) as config_val
    )
    select pg_advisory_lock(${sql.lit(LOCK_ID)})
    from set_timeout`.execute(db);
	}
	async releaseMigrationLock(db, _opt) {
		await sql`select pg_advisory_unlock(${sql.lit(LOCK_ID)})`.execute(db);
	}
};
// plugins/store/postgres/sql.ts
/** How Kysely builds SQL for PostgreSQL. */
/** PostgreSQL cuts longer names without an error. */
const MAX_NAME_BYTES = 63;
const HASH_LENGTH = 12;
const dialect = {
	types: {
		text: sql`text collate "C"`,
		integer: "bigint",
		number: "double precision",
		boolean: "smallint",
		json: "text"
	},
	contains: (whole, part) => sql`position(${part} in ${whole}) > 0`
};
var Compiler = class extends PostgresQueryCompiler {
	sanitizeIdentifier(name) {
		if (Buffer.byteLength(name) > MAX_NAME_BYTES) throw new Error(`PostgreSQL cuts the name "${name}", which has more than ${MAX_NAME_BYTES} bytes: rename the table or the field`);
		return super.sanitizeIdentifier(name);
	}
	/** Defaults of columns. */
	appendStringLiteral(value) {
		super.appendStringLiteral(escapeText(value));
	}
	/** Room on each page keeps changed rows where they were, off the index pages by which other transactions read. */
	visitCreateTable(node) {
		super.visitCreateTable(node);
		this.append(" with (fillfactor = 80)");
	}
	visitCreateIndex(node) {
		super.visitCreateIndex({
			...node,
			name: shorten(node.name)
		});
	}
	visitDropIndex(node) {
		const { identifier, ...rest } = node.name;
		super.visitDropIndex({
			...node,
			name: {
				...rest,
				identifier: shorten(identifier)
			}
		});
	}
};
/** Names of indexes are made of those of tables and fields, so that they may be longer than each of them. */
function shorten(node) {
	if (Buffer.byteLength(node.name) <= MAX_NAME_BYTES) return node;
	const hash = createHash("sha256").update(node.name).digest("hex").slice(0, HASH_LENGTH);
	let start = node.name;
	while (Buffer.byteLength(start) + HASH_LENGTH + 1 > MAX_NAME_BYTES) start = start.slice(0, -1);
	return IdentifierNode.create(`${start}_${hash}`);
}
/** @param session runs what the builder executes itself, which only migrations do. */
function sqlOn(session) {
	return {
		builder: new Kysely({ dialect: {
			createAdapter: () => new PostgresAdapter(),
			createDriver: () => session === void 0 ? new DummyDriver() : new SessionDriver(session),
			createIntrospector: (database) => new PostgresIntrospector(database),
			createQueryCompiler: () => new Compiler()
		} }),
		dialect
	};
}
/** Transactions are begun and ended around it. */
var SessionDriver = class extends DummyDriver {
	#session;
	constructor(session) {
		super();
		this.#session = session;
	}
	async acquireConnection() {
		return {
			executeQuery: async ({ sql: text, parameters }) => {
				const { rows, rowCount } = await this.#session.queryObjects(text, parameters);
				return {
					rows,
					...rowCount !== null && { numAffectedRows: BigInt(rowCount) }
				};
			},
			streamQuery() {
				throw new Error("no query is streamed");
			}
		};
	}
};
// plugins/store/postgres/prepare.ts
/** The database before it is used: migrations, on a connection that waits as long as they take. */
/** How long a start waits for a server that starts as well, in milliseconds. */
const STARTING_MS = 5e3;
const PAUSE_MS = 200;
const COLUMNS = `
  select c.relname, a.attname from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = (select oid from pg_namespace where nspname = current_schema()) and c.relkind in ('r', 'p')
    and a.attnum > 0 and not a.attisdropped`;
/** Runs `work` on the database, once its server can be reached and suits. */
function prepareDatabase(settings, signal, work) {
	return useDatabase(settings, signal, async (database, session) => {
		const tables = await database.tables();
		if (!tables.has("waymark_changes") || !tables.has("waymark_versions")) await database.exclusively(() => session.exec(CREATE));
		await work(database);
	});
}
/** Shows the database as it is. */
function inspectPostgres(settings, signal, look) {
	return useDatabase(settings, signal, look);
}
async function useDatabase(settings, signal, work) {
	const session = await connectPatiently(settings, signal);
	const abort = () => session.release(true);
	signal.addEventListener("abort", abort);
	try {
		await requireSuitable(session);
		return await work(migratable(session), session);
	} finally {
		signal.removeEventListener("abort", abort);
		session.release();
	}
}
function migratable(session) {
	return {
		tables: async () => columnsByTable((await session.query({
			sql: COLUMNS,
			parameters: []
		})).rows),
		read: async (query) => (await session.query(query)).rows,
		noteChange: async (table) => void await session.exec(noteOf([table])),
		async exclusively(run) {
			await session.exec(`begin; ${LOCK}`);
			try {
				await run(sqlOn(session));
				await session.exec("commit");
			} catch (error) {
				await session.exec("rollback").catch(() => {});
				throw error;
			}
		}
	};
}
async function connectPatiently(settings, signal) {
	const until = performance.now() + STARTING_MS;
	for (;;) {
		try {
			return (await connectAlone(settings, 0)).session;
		} catch (error) {
			if (!isFailure(error) || performance.now() > until) throw new Error(`the database cannot be reached: ${messageOf(error)}`, { cause: error });
		}
		await setTimeout(PAUSE_MS, void 0, { signal });
	}
}
async function requireSuitable(session) {
	const [[version, encoding, schema, isReplica] = []] = (await session.query({
		sql: "select current_setting('server_version_num')::int, current_setting('server_encoding'), current_schema(), pg_is_in_recovery()::int",
		parameters: []
	})).rows;
	const refuse = (problem) => {
		throw new Error(`the database cannot be used: ${problem}`);
	};
	if (Number(version) < 15e4) refuse("PostgreSQL 15 or later is needed");
	if (encoding !== "UTF8") refuse(`its encoding is ${encoding}: create it with encoding 'UTF8' and template template0`);
	if (schema === null) refuse("its search_path names no schema that exists");
	if (isReplica === 1) refuse("the server is a replica, which cannot be written: name the primary");
}
export { newEpoch as _, Sessions as a, quoted as b, isBroken as c, isLockTimeout as d, unavailable as f, VERSIONS as g, READ as h, LOCK_TIMEOUT_MS as i, isConflict as l, MOVE as m, prepareDatabase as n, connectAlone as o, CHANNEL as p, sqlOn as r, brokenConstraint as s, inspectPostgres as t, isFailure as u, noteOf as v, noted as y };

//# sourceMappingURL=prepare.js.map