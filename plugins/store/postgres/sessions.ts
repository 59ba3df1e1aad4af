/** Connections to the server, each used by one caller at a time. */
import { Client, Pool, types, type ClientConfig, type PoolClient, type QueryResult } from "pg";
import { Unavailable } from "waymark";
import type { Query, Value } from "../database.ts";
import { isBroken } from "./errors.ts";
import type { Settings } from "./settings.ts";
import { Statements } from "./statements.ts";
import { escapeText, unescapeText } from "./text.ts";

/** How long a statement waits for the lock of another transaction, in milliseconds. */
export const LOCK_TIMEOUT_MS = 5000;
/** Transactions end sooner by themselves: their node hangs, or was cut off. */
const IDLE_TIMEOUT_MS = 60_000;
/** Milliseconds that the server has to report its own time-out before the connection counts as dead. */
const GRACE_MS = 1000;
const MAX_LIFETIME_S = 1800;

/** Numbers as numbers, and text as it was before it was stored. */
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  [types.builtins.INT8]: Number,
  [types.builtins.NUMERIC]: Number,
  [types.builtins.TEXT]: unescapeText,
};

/** The config of a connection. Its queries end, even when the network is cut. */
function configOf({ url, waitMs }: Settings, queryTimeoutMs: number): ClientConfig {
  return {
    connectionString: url,
    application_name: "waymark",
    connectionTimeoutMillis: waitMs,
    keepAlive: true,
    query_timeout: queryTimeoutMs,
    pipeline: true,
    types: {
      getTypeParser: (oid: number, format?: string) =>
        PARSERS[oid] ?? types.getTypeParser(oid, format as "text"),
    },
  };
}

export type Rows = readonly (readonly Value[])[];

/** One connection. Queries are sent without waiting for those before them, and run in their order. */
export class Session {
  readonly #client: Client | PoolClient;
  readonly #statements: Statements | undefined;
  readonly #onRelease: (isBroken: boolean) => void;
  #isBroken = false;
  #isReleased = false;

  constructor(
    client: Client | PoolClient,
    onRelease: (isBroken: boolean) => void,
    statements?: Statements,
  ) {
    this.#client = client;
    this.#onRelease = onRelease;
    this.#statements = statements;
  }

  async query({
    sql,
    parameters,
  }: Query): Promise<{ readonly rows: Rows; readonly count: number }> {
    const name = this.#statements?.nameFor(this.#client, sql);
    const { rows, rowCount } = await this.#run(
      this.#client.query<Value[]>({
        text: sql,
        values: parameters.map(storable),
        rowMode: "array",
        ...(name !== undefined && { name }),
      }),
    );
    return { rows, count: rowCount ?? 0 };
  }

  /** Each row as an object. */
  queryObjects(sql: string, parameters: readonly unknown[]): Promise<QueryResult> {
    return this.#run(this.#client.query(sql, parameters.map(storable)));
  }

  /** Runs statements without parameters, which are one message. */
  async exec(sql: string): Promise<void> {
    await this.#run(this.#client.query(sql));
  }

  /** May be called twice. */
  release(isUnusable = false): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    const isFull = this.#statements?.isFull(this.#client) === true;
    this.#onRelease(isUnusable || this.#isBroken || isFull);
  }

  async #run<T>(running: Promise<T>): Promise<T> {
    try {
      return await running;
    } catch (error) {
      if (isBroken(error)) this.#isBroken = true;
      // It quotes values, which belong in no log.
      if (error instanceof Error) Reflect.deleteProperty(error, "detail");
      throw error;
    }
  }
}

function storable(value: unknown): unknown {
  return typeof value === "string" ? escapeText(value) : value;
}

/** A number of connections for one purpose. */
export class Sessions {
  readonly #pool: Pool;
  readonly #max: number;
  readonly #statements: Statements;

  /** @param setup SQL that each connection begins with. */
  constructor(settings: Settings, max: number, statements: Statements, setup: string) {
    this.#max = max;
    this.#statements = statements;
    this.#pool = new Pool({
      ...configOf(settings, settings.statementTimeoutMs + GRACE_MS),
      max,
      maxLifetimeSeconds: MAX_LIFETIME_S,
      onConnect: async (client) => {
        // Without a listener, the loss of a connection that is in use would end the process. Its query fails.
        client.on("error", () => {});
        await client.query(
          `set statement_timeout = ${settings.statementTimeoutMs}; set lock_timeout = ${LOCK_TIMEOUT_MS}; ` +
            `set idle_in_transaction_session_timeout = ${IDLE_TIMEOUT_MS}; ${setup}`,
        );
      },
    });
    this.#pool.on("error", () => {}); // an idle connection was lost, and is replaced
  }

  /** How many connections are in use and how many are not, and how many callers wait for one. */
  get states(): Readonly<Record<"in_use" | "idle" | "waiting", number>> {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { in_use: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }

  /** Throws when none is free in time. */
  async take(): Promise<Session> {
    let client: PoolClient;
    try {
      client = await this.#pool.connect();
    } catch (error) {
      // The pool has no other mark for it. Unlike a server that cannot be reached, it says nothing about the data.
      if (error instanceof Error && error.message === "timeout exceeded when trying to connect")
        throw new Unavailable(
          `no connection to the database was free in time: raise "pool" of the plugin "store", or end what holds ${this.#max} of them`,
        );
      throw error;
    }
    return new Session(client, (broken) => client.release(broken), this.#statements);
  }

  async use<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const session = await this.take();
    try {
      return await work(session);
    } finally {
      session.release();
    }
  }

  async close(): Promise<void> {
    if (!this.#pool.ending) await this.#pool.end();
  }
}

/**
 * Opens a connection outside of the pools.
 *
 * @param queryTimeoutMs the longest time of a query, 0 for any.
 */
export async function connectAlone(
  settings: Settings,
  queryTimeoutMs: number,
): Promise<{ client: Client; session: Session }> {
  const client = new Client(configOf(settings, queryTimeoutMs));
  client.on("error", () => {});
  await client.connect();
  return { client, session: new Session(client, () => void client.end().catch(() => {})) };
}
