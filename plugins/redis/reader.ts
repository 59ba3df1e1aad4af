/** Reads the stream of events as it grows, over a connection of its own, which waits for them. */
import { setTimeout as pause } from "node:timers/promises";
import type { Link, Reply } from "./link.ts";
import { toEntry, type EpochEntry, type EventStream } from "./stream.ts";

/** The place in the stream up to which it has been read. */
export interface ReadUpTo {
  readonly epoch: string;
  readonly id: string;
  readonly number: number;
}

export interface ReaderSettings {
  readonly stream: EventStream;
  readonly makeLink: () => Promise<Link>;
  /** Receives events in order, none left out. */
  readonly receive: (entries: readonly EpochEntry[]) => void;
  /** Called once, if events are missing or the data is not the same. Nothing is read then. */
  readonly broken: () => void;
}

/** Time Redis waits for events, in milliseconds. */
const BLOCK_MS = 1000;
/** A read without an answer for this long has lost its connection, in milliseconds. */
const HANGING_MS = 4000;
const RETRY_MS = 200;
const MAX_ENTRIES = 500;

export class Reader {
  readonly #settings: ReaderSettings;
  #link: Link | undefined;
  #isClosed = false;
  /** Looks in a row that found events which were not read. */
  #behind = 0;

  constructor(settings: ReaderSettings, from: ReadUpTo) {
    this.#settings = settings;
    void this.#run(from);
  }

  close(): void {
    this.#isClosed = true;
    this.#drop();
  }

  async #run(from: ReadUpTo): Promise<void> {
    let place = from;
    while (!this.#isClosed) {
      try {
        const entries = await this.#read(place.id);
        if (this.#isClosed) return;
        const next = entries.length > 0 ? follow(place, entries) : await this.#check(place);
        if (next === undefined) {
          this.close();
          this.#settings.broken();
          return;
        }
        if (entries.length > 0) this.#settings.receive(entries);
        place = next;
      } catch {
        this.#drop();
        await pause(RETRY_MS, undefined, { ref: false });
      }
    }
  }

  async #read(id: string): Promise<readonly EpochEntry[]> {
    const { stream, makeLink } = this.#settings;
    if (this.#link === undefined) {
      const link = await makeLink();
      this.#link = link;
      await within(HANGING_MS, link.connect());
      if (this.#isClosed) this.#drop();
    }
    const command = ["XREAD", "COUNT", `${MAX_ENTRIES}`, "BLOCK", `${BLOCK_MS}`, "STREAMS"];
    const link = this.#link;
    const reply = await within(HANGING_MS, link.send(stream.key, [...command, stream.key, id]));
    const [found] = (reply ?? []) as [[string, Reply[]]?]; // as XREAD returns
    return found?.[1].map(toEntry) ?? [];
  }

  /** Checks the place after a read without events: there are none, or this place is of other data. */
  async #check(place: ReadUpTo): Promise<ReadUpTo | undefined> {
    const { epoch, number } = await this.#settings.stream.state();
    this.#behind = number > place.number ? this.#behind + 1 : 0;
    return epoch === place.epoch && number >= place.number && this.#behind < 2 ? place : undefined;
  }

  #drop(): void {
    this.#link?.destroy();
    this.#link = undefined;
  }
}

/** Returns the place after these entries; undefined if an entry before them is missing. */
function follow(place: ReadUpTo, entries: readonly EpochEntry[]): ReadUpTo | undefined {
  let next = place;
  for (const { epoch, id, number } of entries) {
    if (epoch !== next.epoch || number !== next.number + 1) return undefined;
    next = { epoch, id, number };
  }
  return next;
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const end = new AbortController();
  const late = pause(ms, undefined, { ref: false, signal: end.signal }).then(() => {
    throw new Error(`Redis took longer than ${ms} ms`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    end.abort();
    late.catch(() => undefined);
    work.catch(() => undefined);
  }
}
