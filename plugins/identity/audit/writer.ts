/** Writes records to the store in batches, off the path of requests. */
import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import { messageOf, type Log } from "waymark";
import type { Audit, Clock, Store } from "waymark/services";
import { newInstance, opening, seal, type Entry, type Head, type TimedEntry } from "./chain.ts";
import { MARKS, RECORDS, type AuditRecord, type Mark } from "./records.ts";
import { Repeats } from "./repeats.ts";
import { AlreadyRecorded, WaitingEntries } from "./waiting.ts";

/**
 * Milliseconds that the first entry waits for others, as each transaction waits for the disk. A crash loses no more, and
 * no entry that was committed with a write.
 */
const DELAY_MS = 400;
/** Records in one transaction: more of them would hold up requests. */
const BATCH = 200;
/** Entries of other processes that are taken at once. */
const MAX_STRAYS = 2000;
/** Milliseconds until a store that failed is tried again. */
const RETRY_MS = 1000;
/** Entries that wait for the store. Further ones are lost, and counted. */
const MAX_WAITING = 10_000;

interface Writing {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  /** Default: 10,000. */
  readonly maxWaiting?: number;
}

/** The next records, and the entries that they are made of. */
interface Batch {
  readonly records: readonly AuditRecord[];
  readonly entries: readonly TimedEntry[];
  /** The entries are another process's, which may be recording them. */
  readonly areStrays?: true;
}

export interface Writer extends Audit {
  /** Queues an entry. A refusal that equals another of the same minute is counted instead. */
  record(entry: Entry): void;
  /** Queues one entry for all equal refusals that were counted. To be called once a minute. */
  recordRepeats(): void;
  /**
   * Commits an entry with the transaction that is open, and records it then. Returns false if the
   * transaction has changed nothing, or none is open: there is nothing to commit it with.
   */
  recordWithin(entry: Entry): Promise<boolean>;
  /** Records entries that processes which are gone have committed with writes. */
  recordStrays(): Promise<void>;
  /** Entries that were lost since the start. */
  readonly lost: number;
  /** Entries that are not known to be in the store. */
  readonly waiting: number;
  /** Writes what waits. Never rejects. */
  flush(): Promise<void>;
  /** Writes what waits, once; what fails then is lost. */
  close(): Promise<void>;
}

export function createWriter({ store, clock, log, maxWaiting }: Writing): Writer {
  const records = store.table(RECORDS);
  const marks = store.table(MARKS);
  const most = maxWaiting ?? MAX_WAITING;
  const instance = newInstance();
  // Entries that a transaction makes are written after it, in none.
  const outside = AsyncLocalStorage.snapshot();
  const mark = { id: `${instance} head`, kind: "head", instance } as const;
  let head: Head | undefined;
  const committed = new WaitingEntries(store, instance);
  const repeats = new Repeats();
  let waiting: TimedEntry[] = [];
  /** Batch that is sealed, and not known to be in the store. */
  let sealed: Batch | undefined;
  const strays: TimedEntry[] = [];
  let lost = 0;
  /** Lost entries that no record reports yet. */
  let unreported = 0;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let failing = false;
  let closed = false;

  /** Begins the chain. It names the latest record of all chains, so that none of them can disappear. */
  async function open(): Promise<Head> {
    const sort = [{ field: "id", descending: true }];
    const query = { fields: undefined, filters: [], sort, limit: 1, after: undefined };
    const [latest] = (await records.list<AuditRecord>(query)).items;
    // Before the first record: if a chain has no mark, its mark was removed.
    if ((await marks.find(mark.id)) === undefined)
      await marks.insert([{ ...mark, sequence: 0, record: "", hash: "" } satisfies Mark]);
    const start = { id: "", sequence: 0, hash: latest?.hash ?? "" };
    sealed = batchOf(start, [{ entry: opening(latest), at: clock.now() }]);
    return start;
  }

  function batchOf(after: Head, entries: readonly TimedEntry[]): Batch {
    return { records: seal(instance, after, entries), entries };
  }

  /** Takes the next batch. */
  function take(current: Head): Batch {
    const batch = waiting.slice(0, BATCH);
    waiting = waiting.slice(BATCH);
    if (unreported > 0 && waiting.length === 0) {
      const detail = `${unreported} ${unreported === 1 ? "entry was" : "entries were"} lost, because the store did not take them in time`;
      batch.push({ entry: { action: "audit.gap", outcome: "failed", detail }, at: clock.now() });
      unreported = 0;
    }
    return batchOf(current, batch);
  }

  async function insert({ records: rows, entries, areStrays }: Batch): Promise<void> {
    try {
      if (entries.every(({ waiting: place }) => place === undefined)) await records.insert(rows);
      else
        await store.transaction(async () => {
          await records.insert(rows);
          const areAllThere = await committed.remove(entries);
          // Own entries that are not there are recorded nonetheless: somebody who can change the store removed them.
          if (areStrays && !areAllThere) throw new AlreadyRecorded();
        });
    } catch (error) {
      // A write whose answer was lost is in the store already.
      const [first] = rows;
      const stored = first && (await records.find<AuditRecord>(first.id));
      if (stored === undefined || stored.hash !== first?.hash) throw error;
    }
  }

  /** Writes the sealed batch. It stays sealed when that fails. */
  async function write(batch: Batch, current: Head): Promise<Head> {
    let end: Head | undefined;
    try {
      await insert(batch);
      end = batch.records.at(-1);
    } catch (error) {
      if (!(error instanceof AlreadyRecorded)) throw error;
    }
    sealed = undefined;
    await nextTurn();
    return end ?? current;
  }

  /** Writes what waits now. Later entries wait for the next time, so that batches stay large under load. */
  async function drain(): Promise<void> {
    head ??= await open();
    const due = Math.max(waiting.length, unreported > 0 ? 1 : 0);
    let left = Math.ceil(due / BATCH);
    for (;;) {
      if (sealed === undefined && left > 0) {
        sealed = take(head);
        left -= 1;
      } else if (sealed === undefined && strays.length > 0)
        sealed = { ...batchOf(head, strays.splice(0, BATCH)), areStrays: true };
      if (sealed === undefined) break;
      head = await write(sealed, head);
    }
    const { id: record, sequence, hash } = head;
    await marks.update(mark.id, { record, sequence, hash });
    if (failing) log.info("the audit is recorded again", { lost });
    failing = false;
  }

  const isIdle = () =>
    waiting.length === 0 && strays.length === 0 && sealed === undefined && unreported === 0;

  async function attempt(): Promise<void> {
    if (isIdle()) return;
    try {
      await drain();
    } catch (error) {
      if (!failing) log.error("the audit cannot be recorded", { reason: messageOf(error) });
      failing = true;
    }
  }

  function schedule(): void {
    if (closed) return;
    timer ??= setTimeout(() => void flush(), failing ? RETRY_MS : DELAY_MS).unref();
  }

  async function flush(): Promise<void> {
    await (running ??= outside(attempt).finally(() => {
      running = undefined;
      timer = undefined;
      if (!isIdle()) schedule();
    }));
  }

  function add(entry: Entry): void {
    if (closed || waiting.length >= most) {
      lost += 1;
      unreported += 1;
      return;
    }
    waiting.push({ entry, at: clock.now() });
    schedule();
  }

  return {
    get lost() {
      return lost;
    },
    get waiting() {
      return waiting.length + strays.length + (sealed?.entries.length ?? 0);
    },
    record(entry) {
      const admitted = repeats.admit(entry);
      if (admitted !== undefined) add(admitted);
    },
    recordRepeats() {
      for (const entry of repeats.take()) add(entry);
    },
    async recordWithin(entry) {
      if ((store.changed()?.size ?? 0) === 0) return false;
      const noted = await committed.add(entry, clock.now());
      store.afterCommit(() => {
        if (closed || waiting.length >= most) return; // it is a stray in a while
        waiting.push(noted);
        schedule();
      });
      return true;
    },
    async recordStrays() {
      const known = [...waiting, ...strays, ...(sealed?.entries ?? [])];
      strays.push(...(await committed.strays(clock.now(), MAX_STRAYS, known)));
      if (!isIdle()) schedule();
    },
    flush,
    async close() {
      this.recordRepeats();
      closed = true;
      clearTimeout(timer);
      await running;
      await attempt();
      const unwritten = [...waiting, ...(sealed?.entries ?? [])];
      const left = unwritten.filter((one) => one.waiting === undefined).length;
      lost += left;
      if (left > 0) log.error("entries of the audit were lost at the stop", { entries: left });
    },
  };
}
