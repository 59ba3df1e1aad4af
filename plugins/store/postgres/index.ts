/** PostgreSQL through `pg`: any number of nodes on one database. */
import { Histogram, messageOf, Unavailable, type Log } from "waymark";
import { Conflict, ReferenceViolation, UniqueViolation, type HealthReport } from "waymark/services";
import type { BeginOptions, Database, Figures, OpenOptions, Query, Sql } from "../database.ts";
import { withNote, quoted } from "./changes.ts";
import { brokenConstraint, isBroken, isConflict, isFailure, unavailable } from "./errors.ts";
import { lockWait } from "../lock-wait.ts";
import { beginLocked } from "./lock-tables.ts";
import { prepareDatabase } from "./prepare.ts";
import { Sessions, type Rows } from "./sessions.ts";
import type { Settings } from "./settings.ts";
import { sqlOn } from "./sql.ts";
import { Statements } from "./statements.ts";
import { OpenTransaction } from "./transaction.ts";
import { Turns } from "./turns.ts";
import { Constraints } from "./constraints.ts";
import { Versions } from "./versions.ts";
import { Watcher } from "./watcher.ts";

/** Part of the connections for reads on which large tables may be read as a whole. */
const SCANNING = 0.2;
/** Upper bounds of the time until a connection is there, in seconds. */
const ACQUIRE_BOUNDS = [0.001, 0.005, 0.025, 0.1, 0.5, 1, 5];
/** Counts rows as statistics know them, or by the size of the data before there are statistics. */
const COUNT = `
  select greatest(reltuples, pg_relation_size(oid) / 256)::bigint from pg_class
  where relname = $1 and relnamespace = (select oid from pg_namespace where nspname = current_schema())`;
/** Asks if the server refuses writes, and how many connections wait for a lock, as far as this role sees them. */
const CHECK = `
  select pg_is_in_recovery()::int, count(*)::int from pg_stat_activity
  where wait_event_type = 'Lock' and datname = current_database()`;
/** Runs of a write that conflicts with transactions. */
const ATTEMPTS = 5;
/** The attempt that locks its tables: those before it meet at most some that are on their first one, or on other nodes. */
const LOCKING_ATTEMPT = 3;

/** Opens the database. Throws if its server cannot be reached or does not suit. */
export async function openPostgres(settings: Settings, options: OpenOptions): Promise<Database> {
  await prepareDatabase(settings, options.signal, options.prepare);
  const database = new PostgresDatabase(settings, options);
  await database.start();
  return database;
}

class PostgresDatabase implements Database {
  readonly system = "postgresql";
  readonly maxScans: number;
  readonly #acquires = new Histogram(ACQUIRE_BOUNDS);
  readonly #log: Log;
  readonly #isExact: boolean;
  readonly #sql: Sql = sqlOn();
  readonly #reads: Sessions;
  /** Sessions for writes, apart from reads, which do not wait for locks. */
  readonly #writes: Sessions;
  readonly #constraints: Constraints;
  readonly #versions: Versions;
  readonly #watcher: Watcher;
  readonly #turns = new Turns();
  readonly #open = new Set<OpenTransaction>();
  #lockWaiters = 0;
  #isClosed = false;
  /** Reason why data cannot be read or written. */
  #failure: string | undefined;

  constructor(settings: Settings, { log, queue }: OpenOptions) {
    this.#log = log;
    this.#isExact = settings.versions.mode === "exact";
    const statements = new Statements();
    const writers = Math.max(1, Math.floor(settings.max / 2));
    const readers = Math.max(1, settings.max - writers);
    const sessions = (pool: string, places: number, setup: string) =>
      new Sessions(settings, {
        queue: queue(pool, { places, maxWaitMs: settings.waitMs }),
        acquires: this.#acquires.series({ pool }),
        statements,
        setup,
      });
    this.maxScans = Math.max(1, Math.floor(readers * SCANNING));
    // One query has one processor: what the server can do at once is shared by callers here.
    this.#reads = sessions(
      "reads",
      readers,
      "set default_transaction_read_only = on; set max_parallel_workers_per_gather = 0",
    );
    this.#writes = sessions(
      "writes",
      writers,
      // Reading a small table as a whole would conflict with writes to all of its rows.
      "set default_transaction_isolation = serializable; set enable_seqscan = off",
    );
    this.#constraints = new Constraints((query) => this.read(query));
    this.#versions = new Versions(settings.versions.leaseMs);
    this.#watcher = new Watcher(settings, this.#versions);
  }

  async start(): Promise<void> {
    try {
      await Promise.all([this.#constraints.load(), this.#watcher.refresh()]);
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  /** True while data cannot be read or written. A server that hangs fails this check before it fails reads. */
  get isFailing(): boolean {
    return this.#failure !== undefined || this.version([]) === undefined;
  }

  sql(): Promise<Sql> {
    return Promise.resolve(this.#sql);
  }

  async read(query: Query): Promise<Rows> {
    try {
      const { rows } = await this.#reads.use((session) => session.query(query));
      this.#succeed();
      return rows;
    } catch (error) {
      throw this.#explain(error);
    }
  }

  /** Reads in the pool of reads, where few may be scans at once. */
  scan(query: Query): Promise<Rows> {
    return this.read(query);
  }

  async countRows(table: string): Promise<number> {
    const [[rows] = []] = await this.read({ sql: COUNT, parameters: [table] });
    return Number(rows ?? 0);
  }

  async write(table: string, queries: readonly Query[]): Promise<number> {
    if (queries.length === 0) return 0;
    for (let attempt = 1; ; attempt++) {
      try {
        const [only] = queries;
        return queries.length === 1 && attempt === 1 && only !== undefined
          ? await this.#writeOne(table, only)
          : await this.#writeAll(table, queries, attempt);
      } catch (error) {
        if (!isConflict(error)) throw error;
        if (attempt >= ATTEMPTS) {
          const message = `a write conflicted with others ${attempt} times: ${messageOf(error)}`;
          throw new Conflict(message, { cause: error });
        }
      }
    }
  }

  async begin({ attempt = 1, after = [] }: BeginOptions = {}): Promise<OpenTransaction> {
    // In the order of the work, as locks in another order and work of the same kind would wait for each other.
    const tables = [...after];
    const release =
      attempt > 1 ? await lockWait(this.system, () => this.#turns.take(tables)) : () => {};
    try {
      const session = await this.#writes.take();
      const isLocking = attempt >= LOCKING_ATTEMPT && tables.length > 0;
      if (isLocking) await lockWait(this.system, () => beginLocked(session, tables.map(quoted)));
      const transaction: OpenTransaction = new OpenTransaction(session, isLocking, {
        explain: (error, table) => this.#explainWrite(error, table),
        onCommit: () => this.#beginCommit(),
        onEnd: () => {
          this.#open.delete(transaction);
          release();
        },
      });
      this.#open.add(transaction);
      if (this.#isClosed) transaction.abandon(this.#closed());
      return transaction;
    } catch (error) {
      release();
      throw this.#explain(error);
    }
  }

  isSerializationFailure(error: unknown): boolean {
    return isConflict(error);
  }

  version(tables: Iterable<string>): number | undefined {
    return this.#versions.of(tables);
  }

  async changes(tables: Iterable<string>): Promise<number> {
    try {
      await this.#watcher.refresh();
    } catch (error) {
      if (this.#isExact) this.#versions.advanceAll();
      throw this.#explain(error);
    }
    return this.#versions.countOf(tables);
  }

  async check(): Promise<HealthReport | void> {
    const [[isReplica, waiting] = []] = await this.read({ sql: CHECK, parameters: [] });
    this.#lockWaiters = Number(waiting);
    if (isReplica === 1)
      throw new Unavailable("the server is a replica now, which cannot be written");
    if (this.version([]) === undefined)
      return { status: "degraded", detail: "Changes by other nodes are unknown: nothing is kept." };
  }

  figures(): Figures {
    const pools = { reads: this.#reads, writes: this.#writes };
    return {
      connections: Object.entries(pools).flatMap(([pool, { states }]) =>
        Object.entries(states).map(([state, value]) => ({ labels: { pool, state }, value })),
      ),
      acquires: this.#acquires,
      lockWaiters: this.#lockWaiters,
      versionsKnownAt: this.#versions.knownAt,
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const transaction of this.#open) transaction.abandon(this.#closed());
    await Promise.all([this.#watcher.close(), this.#reads.close(), this.#writes.close()]);
  }

  async #writeOne(table: string, { sql, parameters }: Query): Promise<number> {
    const query = { sql: withNote(table, sql), parameters };
    const commit = this.#beginCommit();
    try {
      const { rows } = await this.#writes.use((session) => session.query(query));
      const changed = Number(rows[0]?.[0]);
      commit.end(new Map(changed > 0 ? [[table, 1]] : []));
      return changed;
    } catch (error) {
      if (isBroken(error)) commit.end(undefined);
      throw await this.#explainWrite(error, table);
    }
  }

  async #writeAll(table: string, queries: readonly Query[], attempt: number): Promise<number> {
    const transaction = await this.begin({ attempt, after: [table] });
    try {
      const changed = await transaction.write(table, queries);
      await transaction.commit();
      return changed;
    } catch (error) {
      await transaction.rollback();
      throw error;
    }
  }

  #beginCommit() {
    const commit = this.#versions.begin();
    return {
      end: (changes: ReadonlyMap<string, number> | undefined) => {
        commit.end(changes);
        if (changes !== undefined) this.#succeed();
        if (changes === undefined || changes.size > 0) this.#watcher.announce();
      },
    };
  }

  async #explainWrite(error: unknown, table = ""): Promise<unknown> {
    const broken = brokenConstraint(error);
    if (broken === undefined) return this.#explain(error);
    const { name, isReference } = broken;
    const { fields, target } = await this.#constraints.find(name);
    if (!isReference) return new UniqueViolation(table, fields, { cause: error });
    const [field = ""] = fields;
    // The table that was written has the reference, or what it leads to.
    const reason = broken.table === table ? "no-target" : "still-referenced";
    return new ReferenceViolation({ table: broken.table, field, target }, reason, { cause: error });
  }

  /** Returns the error of a query, or the failure of the server that it comes from. */
  #explain(error: unknown): unknown {
    if (isConflict(error) || !isFailure(error)) return error;
    if (isBroken(error)) this.#fail(error);
    return unavailable(error);
  }

  #fail(error: unknown): void {
    const reason = messageOf(error);
    if (this.#failure === undefined && !this.#isClosed)
      this.#log.error("data cannot be read or written", { reason });
    this.#failure = reason;
  }

  #succeed(): void {
    if (this.#failure !== undefined) this.#log.info("data can be read and written again");
    this.#failure = undefined;
  }

  #closed(): Unavailable {
    return new Unavailable("the database is closed");
  }
}
