/** Runs a write once for each key, and keeps its end in the transaction of the write itself. */
import { refusalOf, Unavailable, type Refusal } from "waymark";
import type { WriteEnd } from "waymark/advanced";
import type { Clock, Runtime, Store, Table } from "waymark/services";
import {
  clientOf,
  CLIENTS,
  decodeEnd,
  encodeEnd,
  RECORDS,
  type ClientRow,
  type RecordRow,
} from "./records.ts";
import { EXHAUSTED, IN_PROGRESS, NOT_KEPT, REUSED } from "./refusals.ts";

export interface IdempotencyStoreSettings {
  readonly store: Store;
  readonly clock: Clock;
  readonly runtime: Pick<Runtime, "registry">;
  readonly ttlMs: number;
  readonly maxBodyBytes: number;
  readonly maxKeysPerClient: number;
}

/** A write with a key. */
export interface KeyedWrite {
  /** Id of the record, see {@link RecordRow}. */
  readonly id: string;
  readonly fingerprint: string;
  proceed(): Promise<WriteEnd>;
  /** Resolves when none of its handlers runs any longer. */
  settled(): Promise<void>;
}

export interface KeyedEnd {
  readonly end: WriteEnd;
  /** True if the end was kept from an earlier request. */
  readonly isReplay: boolean;
}

/** Writes with keys at the same time in this process: far more than connections can send. */
const MAX_RUNNING = 100_000;

export class IdempotencyStore {
  /** Counts since the start. */
  readonly counts = { records: 0, replays: 0, reused: 0, inProgress: 0, exhausted: 0 };
  readonly #settings: IdempotencyStoreSettings;
  readonly #records: Table;
  readonly #clients: Table;
  /** Ids of the writes that run in this process. In another process on the same data, they wait for its transaction. */
  readonly #running = new Set<string>();

  constructor(settings: IdempotencyStoreSettings) {
    this.#settings = settings;
    this.#records = settings.store.table(RECORDS);
    this.#clients = settings.store.table(CLIENTS);
  }

  /** Rejects as the write does, unless its refusal is kept. */
  async run(write: KeyedWrite): Promise<KeyedEnd> {
    const { id } = write;
    if (this.#running.has(id)) {
      this.counts.inProgress += 1;
      return refused(IN_PROGRESS);
    }
    if (this.#running.size >= MAX_RUNNING)
      throw new Unavailable(`${MAX_RUNNING} writes with a key run at the same time`);
    this.#running.add(id);
    let work: Promise<KeyedEnd> | undefined;
    try {
      const end = await this.#settings.store.transaction(() => (work = this.#decide(write)));
      this.#running.delete(id); // at once, as a policy around this one may try again
      return end;
    } catch (error) {
      // After a time-out the handler may still run.
      void Promise.allSettled([work])
        .then(() => write.settled())
        .finally(() => this.#running.delete(id));
      throw error;
    }
  }

  async #decide({ id, fingerprint, proceed }: KeyedWrite): Promise<KeyedEnd> {
    const { clock, ttlMs, maxBodyBytes, maxKeysPerClient } = this.#settings;
    const row = await this.#records.find<RecordRow>(id);
    const replay = row === undefined ? undefined : this.#replay(row, fingerprint);
    if (replay !== undefined) return replay;
    const made = this.counts.records;
    const before = row === undefined ? await this.#count(id) : 0;
    if (before >= maxKeysPerClient) {
      this.counts.exhausted += 1;
      return refused(EXHAUSTED);
    }
    const end = await this.#attempt(proceed);
    if (!this.#isKept(end)) return { end, isReplay: false };
    const expiresAt = clock.now() + ttlMs;
    await this.#records.upsert({ id, fingerprint, expiresAt, ...encodeEnd(end, maxBodyBytes) });
    if (row === undefined) {
      // Counted again if the write may have made others with keys.
      const records = this.counts.records === made ? before : await this.#count(id);
      await this.#clients.upsert({ id: clientOf(id), records: records + 1 });
    }
    this.counts.records += 1;
    return { end, isReplay: false };
  }

  /** Returns the end that was kept; undefined if it has expired. */
  #replay(row: RecordRow, fingerprint: string): KeyedEnd | undefined {
    if (row.expiresAt <= this.#settings.clock.now()) return undefined;
    if (row.fingerprint !== fingerprint) {
      this.counts.reused += 1;
      return refused(REUSED);
    }
    const end = decodeEnd(row);
    // A refusal changed nothing, so that one which another version of the service knew may be decided again.
    if ("refusal" in end && this.#statusOf(end.refusal) === undefined) return undefined;
    this.counts.replays += 1;
    return { end, isReplay: true };
  }

  /** Runs the handler in a nested transaction, so that a refusal undoes only its changes. */
  async #attempt(proceed: () => Promise<WriteEnd>): Promise<WriteEnd> {
    try {
      return await this.#settings.store.transaction(proceed);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === undefined || !this.#isKept({ refusal })) throw error;
      return { refusal };
    }
  }

  #isKept(end: WriteEnd): boolean {
    const status = "refusal" in end ? this.#statusOf(end.refusal) : end.status;
    return status !== undefined && status < 500 && !NOT_KEPT.includes(status);
  }

  #statusOf({ code }: Refusal): number | undefined {
    const { errors } = this.#settings.runtime.registry;
    return errors.find((entry) => entry.code === code)?.status;
  }

  async #count(id: string): Promise<number> {
    return (await this.#clients.find<ClientRow>(clientOf(id)))?.records ?? 0;
  }
}

function refused(refusal: Refusal): KeyedEnd {
  return { end: { refusal }, isReplay: false };
}
