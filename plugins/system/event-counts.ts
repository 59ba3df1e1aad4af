/** Numbers of events by receiving caller, so that the ids of one caller show no events of others. */
import { LRUCache } from "lru-cache";
import type { Principal } from "waymark";
import type { Addressed } from "../shared/event-ring.ts";

/** Events of one name and the same recipients. */
interface Group extends Addressed {
  count: number;
}

/** The groups of one principal. */
interface Own {
  /** No others have it, neither before nor after. */
  readonly number: number;
  readonly groups: Map<string, Group>;
}

/** Principals whose own events are counted. The least recent one is given up, and has then missed events. */
const MAX_PRINCIPALS = 10_000;

export class EventCounts {
  readonly #shared = new Map<string, Group>();
  readonly #own = new LRUCache<string, Own>({ max: MAX_PRINCIPALS });
  #numbers = 0;

  add({ event, recipients }: Addressed): void {
    const only = recipients?.only ?? undefined;
    const groups = only === undefined ? this.#shared : this.#ownOf(only).groups;
    const key = JSON.stringify([event, recipients?.access]);
    const group = groups.get(key) ?? { event, recipients, count: 0 };
    groups.set(key, group);
    group.count++;
  }

  /** Changes when the counts of the caller's own events begin again. */
  numberOf({ id }: Principal): number {
    return this.#ownOf(id).number;
  }

  /** Returns the number of events so far that are shown to a caller. */
  total(shows: (event: Addressed) => boolean, caller: Principal | undefined): number {
    const own = caller === undefined ? [] : this.#ownOf(caller.id).groups.values();
    return [...this.#shared.values(), ...own]
      .filter(shows)
      .reduce((total, { count }) => total + count, 0);
  }

  #ownOf(principal: string): Own {
    const own = this.#own.get(principal) ?? { number: ++this.#numbers, groups: new Map() };
    this.#own.set(principal, own);
    return own;
  }
}
