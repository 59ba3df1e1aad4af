/** Writes records to the store in batches, off the path of requests. */
import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import { messageOf, type Log } from "waymark";
import type { Audit, Clock, Store } from "waymark/services";
import type { Anchor } from "./anchor.ts";
import { newInstance, opening, seal, type Entry, type Head, type Noted } from "./chain.ts";
import { MARKS, RECORDS, type AuditRecord, type Mark } from "./records.ts";

/** Milliseconds that the first entry waits for others, as each transaction waits for the disk. A crash loses no more. */
const DELAY_MS = 400;
/** Records in one transaction: more of them would hold up requests. */
const BATCH = 200;
/** Milliseconds until a store that failed is tried again. */
const RETRY_MS = 1000;
/** Entries that wait for the store. Further ones are lost, and counted. */
const MAX_WAITING = 10_000;

interface Writing {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly anchor: Anchor;
  /** Default: 10,000. */
  readonly maxWaiting?: number;
}

export interface Writer extends Audit {
  record(entry: Entry): void;
  /** Entries that were lost since the start. */
  readonly lost: number;
  /** Writes what waits. Never rejects. */
  flush(): Promise<void>;
  /** Writes what waits, once; what fails then is lost. */
  close(): Promise<void>;
}

export function createWriter({ store, clock, log, anchor, maxWaiting }: Writing): Writer {
  const records = store.table(RECORDS);
  const marks = store.table(MARKS);
  const most = maxWaiting ?? MAX_WAITING;
  const instance = newInstance();
  // Entries that a transaction makes are written after it, in none.
  const outside = AsyncLocalStorage.snapshot();
  const mark = { id: `${instance} head`, kind: "head", instance } as const;
  let head: Head | undefined;
  let waiting: Noted[] = [];
  /** Sealed, and not known to be in the store. */
  let sealed: readonly AuditRecord[] = [];
  let lost = 0;
  /** Those of the lost ones that no record reports yet. */
  let unreported = 0;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let failing = false;
  let closed = false;

  /** Begins the chain. It names the latest record of all chains, so that none of those can disappear. */
  async function open(): Promise<Head> {
    const sort = [{ field: "id", descending: true }];
    const query = { fields: undefined, filters: [], sort, limit: 1, after: undefined };
    const [latest] = (await records.list<AuditRecord>(query)).items;
    // Before the first record: a chain without a mark is one whose mark was removed.
    if ((await marks.find(mark.id)) === undefined)
      await marks.insert([{ ...mark, sequence: 0, record: "", hash: "" } satisfies Mark]);
    const start = { id: "", sequence: 0, hash: latest?.hash ?? "" };
    sealed = seal(instance, start, [{ entry: opening(latest), at: clock.now() }]);
    return start;
  }

  /** Takes the next batch. */
  function take(current: Head): readonly AuditRecord[] {
    const batch = waiting.slice(0, BATCH);
    waiting = waiting.slice(BATCH);
    if (unreported > 0 && waiting.length === 0) {
      const detail = `${unreported} ${unreported === 1 ? "entry was" : "entries were"} lost, because the store did not take them in time`;
      batch.push({ entry: { action: "audit.gap", outcome: "failed", detail }, at: clock.now() });
      unreported = 0;
    }
    return seal(instance, current, batch);
  }

  async function insert(rows: readonly AuditRecord[]): Promise<void> {
    try {
      await records.insert(rows);
    } catch (error) {
      // A write whose answer was lost is in the store already.
      const [first] = rows;
      const stored = first && (await records.find<AuditRecord>(first.id));
      if (stored === undefined || stored.hash !== first?.hash) throw error;
    }
  }

  /** Writes what waits now. Later entries wait for the next time, so that batches stay large under load. */
  async function drain(): Promise<void> {
    head ??= await open();
    const batches = Math.max(1, Math.ceil(waiting.length / BATCH));
    for (let left = batches; left > 0 || sealed.length > 0;) {
      if (sealed.length === 0) {
        sealed = take(head);
        left -= 1;
      }
      await insert(sealed);
      head = sealed.at(-1) ?? head;
      sealed = [];
      await nextTurn();
    }
    const { id: record, sequence, hash } = head;
    await marks.update(mark.id, { record, sequence, hash });
    await anchor.head({ ...mark, record, sequence, hash });
    if (failing) log.info("the audit is recorded again", { lost });
    failing = false;
  }

  const isIdle = () => waiting.length === 0 && sealed.length === 0 && unreported === 0;

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

  return {
    get lost() {
      return lost;
    },
    record(entry) {
      if (closed || waiting.length >= most) {
        lost += 1;
        unreported += 1;
        return;
      }
      waiting.push({ entry, at: clock.now() });
      schedule();
    },
    flush,
    async close() {
      closed = true;
      clearTimeout(timer);
      await running;
      await attempt();
      await anchor.close();
      const left = waiting.length + sealed.length;
      lost += left;
      if (left > 0) log.error("entries of the audit were lost at the stop", { entries: left });
    },
  };
}
