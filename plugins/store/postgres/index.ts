/** PostgreSQL through `pg`: any number of nodes on one database. */
import { messageOf, Unavailable, type HealthReport, type Log } from "waymark";
import { UniqueViolation } from "waymark/services";
import type { BeginOptions, Database, Figures, OpenOptions, Query, Sql } from "../database.ts";
import { noted, quoted } from "./changes.ts";
import { brokenConstraint, isBroken, isConflict, isFailure, unavailable } from "./errors.ts";
import { beginLocked } from "./lock-tables.ts";
import { prepareDatabase } from "./prepare.ts";
import { Sessions, type Rows } from "./sessions.ts";
import type { Settings } from "./settings.ts";
import { sqlOn } from "./sql.ts";
import { Statements } from "./statements.ts";
import { OpenTransaction } from "./transaction.ts";
import { Turns } from "./turns.ts";
import { UniqueIndexes } from "./unique-indexes.ts";
import { Versions } from "./versions.ts";
import { Watcher } from "./watcher.ts";

/** Runs of a write that conflicts with transactions. */
const ATTEMPTS = 5;
/** The attempt that locks its tables: those before it meet at most some that are on their first one, or on other nodes. */
const LOCKING_ATTEMPT = 3;

/** Opens the database. Throws when its server cannot be reached or does not suit. */
export async function openPostgres(settings: Settings, options: OpenOptions): Promise<Database> {
  await prepareDatabase(settings, options.signal, options.prepare);
  const database = new PostgresDatabase(settings, options.log);
  await database.start();
  return database;
}

class PostgresDatabase implements Database {
  readonly system = "postgresql";
  readonly #log: Log;
  readonly #isExact: boolean;
  readonly #sql: Sql = sqlOn();
  readonly #reads: Sessions;
  /** Apart from reads, which do not wait for locks. */
  readonly #writes: Sessions;
  readonly #indexes: UniqueIndexes;
  readonly #versions: Versions;
  readonly #watcher: Watcher;
  readonly #turns = new Turns();
  readonly #open = new Set<OpenTransaction>();
  #isClosed = false;
  /** Why data cannot be read or written. */
  #failure: string | undefined;

  constructor(settings: Settings, log: Log) {
    this.#log = log;
    this.#isExact = settings.versions.mode === "exact";
    const statements = new Statements();
    const writers = Math.max(1, Math.floor(settings.max / 2));
    const readers = Math.max(1, settings.max - writers);
    this.#reads = new Sessions(
      settings,
      readers,
      statements,
      "set default_transaction_read_only = on",
    );
    this.#writes = new Sessions(
      settings,
      writers,
      statements,
      // Reading a small table as a whole would conflict with writes to all of its rows.
      "set default_transaction_isolation = serializable; set enable_seqscan = off",
    );
    this.#indexes = new UniqueIndexes((query) => this.read(query));
    this.#versions = new Versions(settings.versions.leaseMs);
    this.#watcher = new Watcher(settings, this.#versions);
  }

  async start(): Promise<void> {
    try {
      await Promise.all([this.#indexes.load(), this.#watcher.refresh()]);
    } catch (error) {
      await this.close();
      throw error;
    }
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
          throw new Unavailable(message, { cause: error });
        }
      }
    }
  }

  async begin({ attempt = 1, after = [] }: BeginOptions = {}): Promise<OpenTransaction> {
    // In the order of the work, as locks in another one and work of the same kind would wait for each other.
    const tables = [...after];
    const release = attempt > 1 ? await this.#turns.take(tables) : () => {};
    try {
      const session = await this.#writes.take();
      const isLocking = attempt >= LOCKING_ATTEMPT && tables.length > 0;
      if (isLocking) await beginLocked(session, tables.map(quoted));
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
    const sql = "select pg_is_in_recovery()::int";
    const [[isReplica] = []] = await this.read({ sql, parameters: [] });
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
      versionsKnownAt: this.#versions.knownAt,
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const transaction of this.#open) transaction.abandon(this.#closed());
    await Promise.all([this.#watcher.close(), this.#reads.close(), this.#writes.close()]);
  }

  async #writeOne(table: string, { sql, parameters }: Query): Promise<number> {
    const query = { sql: noted(table, sql), parameters };
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
    const constraint = brokenConstraint(error);
    if (constraint === undefined) return this.#explain(error);
    return new UniqueViolation(table, await this.#indexes.fieldsOf(constraint), { cause: error });
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
