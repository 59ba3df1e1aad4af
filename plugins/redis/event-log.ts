/** The events of all nodes as this one has them, with its own in between, for subscribers here. */
import { randomBytes, randomInt } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Principal } from "waymark";
import type { Recipients } from "waymark/advanced";
import type { BusEvents, Subscription } from "waymark/services";
import { EventRing, isShown, type Addressed, type Entry, type View } from "../shared/event-ring.ts";
import { beginOf, compareMarks, isSameMark, markAt, Seal, type Mark } from "./marks.ts";

export interface LogEntry extends Entry {
  readonly mark: Mark;
}

/** The latest event of one name and the same recipients. */
interface Last extends Addressed {
  readonly mark: Mark;
}

/** An event as the stream has it. */
export interface StreamEntry {
  readonly id: string;
  /** The first event of an epoch has number 1, and none is left out. */
  readonly number: number;
  readonly event: string;
  readonly data: string;
  /** Recipients as JSON, or empty. */
  readonly recipients: string;
}

export interface Snapshot {
  readonly epoch: string;
  /** The oldest first. */
  readonly entries: readonly StreamEntry[];
  /** Id of the latest event for several recipients, by {@link groupOf}. */
  readonly last: ReadonlyMap<string, string>;
}

/** Principals whose latest own events are remembered. The least recent one is given up, and has then missed events. */
const MAX_PRINCIPALS = 10_000;

/** Milliseconds by which the clock of Redis may be ahead of ours. */
const MAX_SKEW_MS = 3_600_000;

/** Returns the name of all events like this one; undefined for an event of a single principal. */
export function groupOf({ event, recipients }: Addressed): string | undefined {
  return typeof recipients?.only === "string"
    ? undefined
    : JSON.stringify([event, recipients?.access ?? null]);
}

export class EventLog {
  readonly ring: EventRing<LogEntry, Mark>;
  readonly #secret: () => string;
  readonly #node = randomInt(1, 2 ** 24);
  /** Latest events by group. */
  readonly #last = new Map<string, Last>();
  /** Latest events by principal, then by group. */
  readonly #own = new LRUCache<string, Map<string, Last>>({
    max: MAX_PRINCIPALS,
    dispose: (own) => {
      for (const { mark } of own.values())
        if (compareMarks(mark, this.#ownSince) > 0) this.#ownSince = mark;
    },
  });
  #epoch = newEpoch();
  /** Epoch of the events that only this node has, as Redis is away; undefined while it is there. */
  #ownEpoch: string | undefined = this.#epoch;
  #latest = beginOf(this.#epoch);
  /** All later events of single principals are known. */
  #ownSince = beginOf(this.#epoch);
  /** Number in the ring of the first event of the epoch. */
  #first: number | undefined;
  #locals = 0;

  constructor(capacity: number, secret: () => string) {
    this.#secret = secret;
    this.ring = new EventRing(capacity, (subscription) => this.#viewOf(subscription));
  }

  /** Adds an event that only this node has. */
  addLocal(event: keyof BusEvents, data: Entry["data"], recipients: Recipients | undefined): void {
    const { ms, seq } = this.#latest;
    const mark = { epoch: this.#ownEpoch ?? this.#epoch, ms, seq, local: ++this.#locals };
    this.#add({ event, data, recipients, mark });
    this.ring.wake();
  }

  /** Adds events of all nodes. */
  addShared(entries: readonly StreamEntry[]): void {
    for (const { id, number, event, data, recipients } of entries) {
      this.#latest = markAt(this.#epoch, id);
      const entry = {
        // Checked where they were published.
        event: event as keyof BusEvents,
        data: JSON.parse(data) as Entry["data"],
        recipients: recipients === "" ? undefined : (JSON.parse(recipients) as Recipients),
      };
      this.#add({ ...entry, mark: this.#latest });
      if (number === 1) this.#first = this.ring.latest;
    }
    this.ring.wake();
  }

  /** Makes the events from now on events of this node alone. */
  leave(): void {
    this.#ownEpoch ??= newEpoch();
  }

  /** Begins again with the events of all nodes. Subscribers go on after their latest event if it is among them. */
  join({ epoch, entries, last }: Snapshot): void {
    this.ring.clear();
    this.#last.clear();
    this.#own.clear();
    this.#first = undefined;
    this.#epoch = epoch;
    this.#ownEpoch = undefined;
    this.#latest = beginOf(epoch);
    for (const [group, id] of last) {
      const [event, access] = JSON.parse(group) as [keyof BusEvents, Recipients["access"] | null];
      const recipients = access === null ? undefined : { access };
      this.#last.set(group, { event, recipients, mark: markAt(epoch, id) });
    }
    const [oldest] = entries;
    this.#ownSince =
      oldest === undefined || oldest.number === 1 ? beginOf(epoch) : markAt(epoch, oldest.id);
    this.addShared(entries);
  }

  #add(entry: LogEntry): void {
    this.ring.add(entry);
    const group = groupOf(entry);
    const { event, recipients, mark } = entry;
    if (group !== undefined) {
      this.#last.set(group, { event, recipients, mark });
      return;
    }
    const principal = recipients?.only ?? "";
    const own = this.#own.get(principal) ?? new Map<string, Last>();
    own.set(JSON.stringify([event, recipients?.access]), { event, recipients, mark });
    this.#own.set(principal, own);
  }

  #viewOf({ without = [], caller }: Subscription): View<LogEntry, Mark> {
    const hidden = new Set(without);
    const readers = JSON.stringify([
      [...hidden].toSorted(),
      caller?.id ?? null,
      caller?.scopes.toSorted() ?? [],
    ]);
    const seals = new LRUCache<string, Seal>({ max: 4 });
    const sealOf = (epoch: string): Seal => {
      const seal = seals.get(epoch) ?? new Seal(this.#secret(), epoch, readers, this.#node);
      seals.set(epoch, seal);
      return seal;
    };
    const shows = (entry: Addressed) => isShown(entry, hidden, caller);
    const now = () => this.#lastShown(shows, caller);
    const find = (mark: Mark) => this.#find(mark, now(), caller === undefined);
    return {
      shows,
      now,
      after: (_mark, entry) => entry.mark,
      idOf: (mark) => sealOf(mark.epoch).idOf(mark),
      markOf: (id) =>
        [this.#ownEpoch, this.#epoch]
          .flatMap((epoch) => (epoch === undefined ? [] : [sealOf(epoch).markOf(id)]))
          .find((mark) => mark !== undefined && find(mark) !== undefined),
      find,
      isToCome: (id) => {
        const mark = sealOf(this.#epoch).markOf(id);
        return (
          mark !== undefined &&
          compareMarks(mark, this.#latest) > 0 &&
          mark.ms < Date.now() + MAX_SKEW_MS
        );
      },
    };
  }

  #lastShown(shows: (event: Addressed) => boolean, caller: Principal | undefined): Mark {
    const own = caller === undefined ? [] : (this.#own.get(caller.id)?.values() ?? []);
    return [...this.#last.values(), ...own]
      .filter(shows)
      .map(({ mark }) => mark)
      .reduce((a, b) => (compareMarks(a, b) > 0 ? a : b), beginOf(this.#epoch));
  }

  /** Finds a mark, which is known if its event is still there, or if nothing has been shown since. */
  #find(mark: Mark, lastShown: Mark, isAnonymous: boolean): number | undefined {
    const { ring } = this;
    const isLastKnown = isAnonymous || compareMarks(mark, this.#ownSince) >= 0;
    if (isLastKnown && isSameMark(mark, lastShown)) return ring.latest;
    for (let at = ring.latest; at >= ring.oldest; at--) {
      const entry = ring.at(at);
      if (entry !== undefined && isSameMark(entry.mark, mark)) return at;
    }
    const isBegin = isSameMark(mark, beginOf(this.#epoch));
    const first = this.#first;
    return isBegin && first !== undefined && ring.at(first) !== undefined ? first - 1 : undefined;
  }
}

function newEpoch(): string {
  return randomBytes(8).toString("hex");
}
