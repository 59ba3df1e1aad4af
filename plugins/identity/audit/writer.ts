/** Writes records to the store in batches, off the path of requests. */
import type { Log } from "waymark";
import type { Audit, Clock, Store } from "waymark/services";
import { Flusher } from "../../shared/flusher.ts";
import { Outage } from "../../shared/outage.ts";
import { latestRows } from "../../shared/rows.ts";
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
/** Batches of entries of other processes that are taken at once. */
const MAX_STRAYS = 10;
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
  /** True if the entries are another process's, which may be recording them. */
  readonly areStrays: boolean;
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
  /** Records entries that processes which are gone have committed with writes. Rejects while the store fails. */
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
  const instance = newInstance();
  const mark = { id: `${instance} head`, kind: "head", instance } as const;
  let head: Head | undefined;
  const committed = new WaitingEntries(store, instance);
  const repeats = new Repeats();
  /** Batch that is sealed, and not known to be in the store. */
  let sealed: Batch | undefined;
  /** Batches of entries that were sealed: the flusher brings one again whose write failed. */
  const known = new WeakSet<readonly TimedEntry[]>();
  /** Settles with the latest batch: the chain grows by one batch at a time. */
  let appended: Promise<unknown> = Promise.resolve();
  /** Lost entries that a record reports, and entries that the stop has lost. */
  let reported = 0;
  let lostAtStop = 0;
  const flusher = new Flusher<TimedEntry>({
    write: (entries) => appendInTurn(entries, false),
    outage: new Outage(log, "the audit", "recorded", "error"),
    batch: BATCH,
    maxWaiting: maxWaiting ?? MAX_WAITING,
    delayMs: DELAY_MS,
    retryMs: RETRY_MS,
  });

  /** Begins the chain. It names the latest record of all chains, so that none of them can disappear. */
  async function open(): Promise<Head> {
    const [newest] = await latestRows<AuditRecord>(records, 1);
    // Before the first record: if a chain has no mark, its mark was removed.
    if ((await marks.find(mark.id)) === undefined)
      await marks.insert([{ ...mark, sequence: 0, record: "", hash: "" } satisfies Mark]);
    const start = { id: "", sequence: 0, hash: newest?.hash ?? "" };
    const entries = [{ entry: opening(newest), at: clock.now() }];
    sealed = { records: seal(instance, start, entries), entries, areStrays: false };
    return start;
  }

  /** Returns the entry about entries that were lost, once no others wait before it. */
  function gapAfter(entries: readonly TimedEntry[]): readonly TimedEntry[] {
    const lost = flusher.lost - reported;
    if (lost === 0 || flusher.items.length > entries.length) return [];
    reported = flusher.lost;
    const detail = `${lost} ${lost === 1 ? "entry was" : "entries were"} lost, because the store did not take them in time`;
    return [{ entry: { action: "audit.gap", outcome: "failed", detail }, at: clock.now() }];
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

  /** Writes the sealed batch, if there is one, and returns the end of the chain. It stays sealed when that fails. */
  async function writeSealed(current: Head): Promise<Head> {
    let end: Head | undefined;
    try {
      if (sealed !== undefined) await insert(sealed);
      end = sealed?.records.at(-1);
    } catch (error) {
      if (!(error instanceof AlreadyRecorded)) throw error;
    }
    sealed = undefined;
    return end ?? current;
  }

  async function append(entries: readonly TimedEntry[], areStrays: boolean): Promise<void> {
    head ??= await open();
    head = await writeSealed(head);
    if (!known.has(entries)) {
      const all = areStrays ? entries : [...entries, ...gapAfter(entries)];
      sealed = { records: seal(instance, head, all), entries, areStrays };
      known.add(entries);
      head = await writeSealed(head);
    }
    const { id: record, sequence, hash } = head;
    await marks.update(mark.id, { record, sequence, hash });
  }

  /** Appends entries to the chain, after those that were to be appended before. */
  function appendInTurn(entries: readonly TimedEntry[], areStrays: boolean): Promise<void> {
    const appending = appended.then(() => append(entries, areStrays));
    appended = appending.catch(() => undefined); // for the caller to report
    return appending;
  }

  const add = (entry: Entry) => flusher.add({ entry, at: clock.now() });

  return {
    get lost() {
      return flusher.lost + lostAtStop;
    },
    get waiting() {
      return flusher.items.length;
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
        if (!flusher.isFull) flusher.add(noted); // otherwise it is a stray in a while
      });
      return true;
    },
    async recordStrays() {
      for (let batches = 0; batches < MAX_STRAYS; batches++) {
        const strays = await committed.strays(clock.now(), BATCH, flusher.items);
        if (strays.length === 0) return;
        await appendInTurn(strays, true);
      }
    },
    flush: () => flusher.flush(),
    async close() {
      this.recordRepeats();
      const unwritten = await flusher.close();
      lostAtStop = unwritten.filter((one) => one.waiting === undefined).length;
      if (lostAtStop > 0)
        log.error("entries of the audit were lost at the stop", { entries: lostAtStop });
    },
  };
}
