/** Keeps the versions of this node: by a poll, and soon after another node has announced a change. */
import { setTimeout as sleep } from "node:timers/promises";
import { randomUUID } from "node:crypto";
import type { Client } from "pg";
import { CHANNEL, MOVE, newEpoch, READ, VERSIONS } from "./changes.ts";
import { connectAlone, type Session } from "./sessions.ts";
import type { Settings } from "./settings.ts";
import type { Versions } from "./versions.ts";

/** Time for which changes are collected before others hear of them, in milliseconds. */
const DEBOUNCE_MS = 5;
/** Milliseconds until a lost connection is opened again. */
const PAUSE_MS = 100;
/** The shortest time between polls that announcements cause, in milliseconds. */
const SPACING_MS = 20;
/** Rows of changes after which they are moved. */
const MOST_ROWS = 2000;

export class Watcher {
  readonly #settings: Settings;
  readonly #versions: Versions;
  /** Marks own announcements. */
  readonly #id = randomUUID();
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;
  #session: Session | undefined;
  #announcing: NodeJS.Timeout | undefined;
  #waking: NodeJS.Timeout | undefined;
  /** Time at which the last poll began. */
  #polled = 0;
  /** Wakes the poll. */
  #wake: () => void = () => {};
  /** The next poll. */
  #next = Promise.withResolvers<void>();

  constructor(settings: Settings, versions: Versions) {
    this.#settings = settings;
    this.#versions = versions;
    this.#next.promise.catch(() => {});
    this.#running = this.#run();
  }

  /** Resolves when the versions are from after the call. Rejects if they cannot be read. */
  refresh(): Promise<void> {
    const { promise } = this.#next;
    this.#wake();
    return promise;
  }

  /** Announces a change to other nodes, outside of its transaction: a pending notification holds up all other commits. */
  announce(): void {
    this.#announcing ??= setTimeout(() => {
      this.#announcing = undefined;
      this.#session
        ?.query({ sql: "select pg_notify($1, $2)", parameters: [CHANNEL, this.#id] })
        .catch(() => {}); // others poll
    }, DEBOUNCE_MS).unref();
  }

  async close(): Promise<void> {
    clearTimeout(this.#announcing);
    clearTimeout(this.#waking);
    this.#closing.abort();
    this.#wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      try {
        const { client, session } = await connectAlone(
          this.#settings,
          this.#settings.versions.leaseMs, // an answer that is later is of no use
        );
        try {
          await this.#watch(client, session);
        } finally {
          this.#session = undefined;
          session.release();
        }
      } catch (error) {
        this.#finish((next) => next.reject(error));
        await sleep(PAUSE_MS, undefined, { signal }).catch(() => {});
      }
    }
    this.#finish((next) => next.reject(new Error("the database is closed")));
  }

  /** Watches until the connection fails. */
  async #watch(client: Client, session: Session): Promise<void> {
    const lost = Promise.withResolvers<never>();
    lost.promise.catch(() => {});
    client.on("end", () => lost.reject(new Error("the connection was lost")));
    client.on("notification", ({ payload }) => {
      if (payload !== this.#id) this.#wakeSoon();
    });
    await session.exec(`listen ${CHANNEL}`);
    this.#session = session;
    while (!this.#closing.signal.aborted) {
      const woken = Promise.withResolvers<void>();
      this.#wake = woken.resolve;
      const timer = setTimeout(woken.resolve, this.#settings.versions.pollMs);
      try {
        await this.#poll(session);
        await Promise.race([woken.promise, lost.promise]);
      } finally {
        clearTimeout(timer);
      }
    }
  }

  async #poll(session: Session): Promise<void> {
    const next = this.#next;
    this.#next = Promise.withResolvers();
    this.#next.promise.catch(() => {});
    const learn = this.#versions.ask();
    this.#polled = performance.now();
    try {
      const { rows } = await session.query({ sql: READ, parameters: [] });
      const byTable = new Map<string, number>();
      let epoch = "";
      let unmoved = 0;
      for (const [table, count, added, timeline] of rows) {
        unmoved += Number(added);
        if (table === "") epoch = `${Number(count).toString(36)}-${timeline}`;
        else byTable.set(String(table), Number(count));
      }
      if (learn({ epoch, byTable })) await session.query(newerEpoch());
      next.resolve();
      if (unmoved > MOST_ROWS) await session.exec(MOVE);
    } catch (error) {
      next.reject(error);
      throw error;
    }
  }

  /** Busy nodes announce often: their changes are read together. */
  #wakeSoon(): void {
    const wait = this.#polled + SPACING_MS - performance.now();
    if (wait <= 0) this.#wake();
    else
      this.#waking ??= setTimeout(() => {
        this.#waking = undefined;
        this.#wake();
      }, wait).unref();
  }

  #finish(end: (next: PromiseWithResolvers<void>) => void): void {
    end(this.#next);
    this.#next = Promise.withResolvers();
    this.#next.promise.catch(() => {});
  }
}

/** Changes the epoch, so that other nodes also forget what they know of data that a restore has undone. */
function newerEpoch() {
  return {
    sql: `update ${VERSIONS} set count = $1 where table_name = ''`,
    parameters: [newEpoch()],
  };
}
