/** Connections to the server, each used by one caller at a time. */
import { Client, Pool, types, type ClientConfig, type PoolClient, type QueryResult } from "pg";
import { currentCaller, type Queue } from "waymark";
import type { HistogramSeries } from "waymark/advanced";
import type { Query, Value } from "../database.ts";
import { isBroken } from "./errors.ts";
import type { Settings } from "./settings.ts";
import { Statements } from "./statements.ts";
import { escapeText, unescapeText } from "./text.ts";

/** Time a statement waits for the lock of another transaction, in milliseconds. */
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

/** Returns the config of a connection. Its queries end, even if the network is cut. */
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

/** Connection to the server. Queries are sent without waiting for earlier ones, and run in their order. */
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

  /** Returns each row as an object. */
  queryObjects(sql: string, parameters: readonly unknown[]): Promise<QueryResult> {
    return this.#run(this.#client.query(sql, parameters.map(storable)));
  }

  /** Runs statements without parameters, which are one message. */
  async exec(sql: string): Promise<void> {
    await this.#run(this.#client.query(sql));
  }

  /** Releases the session. Idempotent. */
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

interface SessionsOptions {
  /** Queue whose places are the connections. */
  readonly queue: Queue;
  readonly statements: Statements;
  readonly acquires: HistogramSeries;
  /** SQL that each connection begins with. */
  readonly setup: string;
}

/** A number of connections for one purpose, shared by callers. */
export class Sessions {
  readonly #pool: Pool;
  /** Has a place for each connection, so that no caller waits in the pool. */
  readonly #queue: Queue;
  readonly #statements: Statements;
  readonly #acquires: HistogramSeries;

  constructor(settings: Settings, { queue, statements, acquires, setup }: SessionsOptions) {
    const max = queue.places;
    this.#queue = queue;
    this.#statements = statements;
    this.#acquires = acquires;
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

  /** Connections in use, connections not in use, and callers that wait for a connection. */
  get states(): Readonly<Record<"in_use" | "idle" | "waiting", number>> {
    const { totalCount, idleCount } = this.#pool;
    return { in_use: totalCount - idleCount, idle: idleCount, waiting: this.#queue.waiting };
  }

  /** Throws if none is free in time. */
  async take(): Promise<Session> {
    const began = performance.now();
    const release = await this.#queue.take(currentCaller());
    try {
      const client = await this.#pool.connect();
      this.#acquires.observe((performance.now() - began) / 1000);
      const end = (isUnusable: boolean) => {
        client.release(isUnusable);
        release();
      };
      return new Session(client, end, this.#statements);
    } catch (error) {
      release();
      throw error;
    }
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
