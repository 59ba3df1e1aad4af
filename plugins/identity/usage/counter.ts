/** Counts requests in memory, and brings the counts into the store every few seconds. */
import type { Log, Principal } from "waymark";
import type { Clock, Table } from "waymark/services";
import { Outage } from "../../shared/outage.ts";
import { addDays, createEntry, noteRow, type Entry } from "./entry.ts";
import { keyOf, prune, rowsElsewhere, rowsSince, type UsageRow } from "./rows.ts";

interface Settings {
  readonly table: Table;
  readonly clock: Clock;
  readonly log: Log;
  /** Unique among all starts on the same data. */
  readonly instance: string;
  /** Principals to remember; beyond it the principals seen first are read again when they come back. */
  readonly maxPrincipals: number;
  readonly keepMonths: number;
}

/** Rows written in one turn of the event loop: more of them would hold up requests. */
const AT_ONCE = 500;
const DAY_MS = 86_400_000;
/** Clocks of instances may differ by as much, in milliseconds. */
const OVERLAP_MS = 30_000;

export class UsageCounter {
  readonly #settings: Settings;
  /** Entries by month and by principal. Months that are over stay until all of their requests are in the store. */
  readonly #periods = new Map<string, Map<string, Entry>>();
  #period: Period = { name: "", from: 0, to: 0 };
  #current = new Map<string, Entry>();
  /** True if the database may hold rows of this instance that are not in memory. */
  #hasForgotten = false;
  /** Entries whose other rows could not be read yet. */
  readonly #unread = new Set<Entry>();
  #hasLimits = false;
  #refreshedAt = Infinity;
  #pruned = "";
  readonly #outage: Outage;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#outage = new Outage(settings.log, "usage at other nodes", "read");
  }

  get period(): Period {
    const now = this.#settings.clock.now();
    if (now < this.#period.from || now >= this.#period.to) this.#turn(now);
    return this.#period;
  }

  /** Counts one request; undefined when the limit is used up. Waits for the store once for each principal with a limit. */
  take(
    principal: Principal,
    limit: number | undefined,
  ): Entry | undefined | Promise<Entry | undefined> {
    const entry = this.#entry(this.period.name, this.#current, principal.id);
    if (limit !== undefined) {
      if (entry.elsewhere === undefined)
        return this.#read(entry).then(() => this.take(principal, limit));
      if ((entry.saved ?? 0) + entry.elsewhere + entry.pending >= limit) return undefined;
    }
    this.#add(entry, 1);
    return entry;
  }

  /** Takes back a request that was counted. */
  giveBack({ period, principal }: Entry): void {
    const entries = this.#periods.get(period) ?? new Map<string, Entry>();
    this.#periods.set(period, entries);
    this.#add(this.#entry(period, entries, principal), -1);
  }

  /** Returns the requests of a principal to all instances, in the current month and on each of its days until now. */
  async used({ id }: Principal): Promise<{ requests: number; days: readonly number[] }> {
    const { table, instance } = this.#settings;
    const { name } = this.period;
    const days = Array.from({ length: this.#day + 1 }, () => 0);
    let elsewhere = 0;
    for await (const row of rowsElsewhere(table, name, id, instance)) {
      elsewhere += row.requests;
      addDays(days, row.days);
    }
    const row = await table.find<UsageRow>(keyOf(name, id, instance));
    const entry = this.#periods.get(name)?.get(id);
    const { saved = row?.requests ?? 0, pending = 0 } = entry ?? {};
    if (entry?.saved === undefined) addDays(days, row?.days);
    addDays(days, entry?.days);
    return { requests: elsewhere + saved + pending, days };
  }

  /** Brings all counts into the store, one call at a time. Rejects while the store fails, and keeps the counts. */
  async flush(): Promise<void> {
    const current = this.period.name;
    for (const entries of this.#periods.values()) {
      const changed = [...entries.values()].filter(({ pending }) => pending !== 0);
      for (let at = 0; at < changed.length; at += AT_ONCE)
        await this.#write(changed.slice(at, at + AT_ONCE));
    }
    await this.#refresh();
    this.#forget(current);
    await this.#prune(current);
  }

  /** Counts a request of today, or takes one back: of today as well, unless the month is over. */
  #add(entry: Entry, count: 1 | -1): void {
    entry.pending += count;
    const { days } = entry;
    const day = entry.period === this.period.name ? this.#day : days.length - 1;
    while (days.length <= day) days.push(0);
    days[day] = (days[day] ?? 0) + count;
  }

  /** Returns the day of the month in UTC, from 0. */
  get #day(): number {
    return Math.floor((this.#settings.clock.now() - this.period.from) / DAY_MS);
  }

  #turn(now: number): void {
    this.#period = periodAt(now);
    this.#current = this.#periods.get(this.#period.name) ?? new Map<string, Entry>();
    this.#periods.set(this.#period.name, this.#current);
  }

  #entry(period: string, entries: Map<string, Entry>, principal: string): Entry {
    const known = entries.get(principal);
    if (known !== undefined) return known;
    const entry = createEntry(period, principal, this.#hasForgotten);
    entries.set(principal, entry);
    return entry;
  }

  /** Reads the rows of a principal. While the store fails, other instances count as nothing: no caller is refused for it. */
  #read(entry: Entry): Promise<void> {
    this.#unread.add(entry);
    return (entry.reading ??= this.#outage
      .watch(() => this.#readElsewhere(entry))
      .finally(() => {
        entry.elsewhere ??= 0;
        entry.reading = undefined;
      }));
  }

  async #readOwn(entry: Entry): Promise<void> {
    if (entry.hasRow !== undefined) return;
    const { table, instance } = this.#settings;
    const row = await table.find<UsageRow>(keyOf(entry.period, entry.principal, instance));
    entry.hasRow = row !== undefined;
    if (entry.saved !== undefined) return;
    entry.saved = row?.requests ?? 0;
    addDays(entry.days, row?.days);
  }

  async #readElsewhere(entry: Entry): Promise<void> {
    const { table, instance } = this.#settings;
    await this.#readOwn(entry);
    const reading = rowsElsewhere(table, entry.period, entry.principal, instance);
    // All at once, as requests are counted meanwhile.
    for (const row of await Array.fromAsync(reading)) noteRow(entry, row);
    this.#unread.delete(entry);
    this.#hasLimits = true;
  }

  /** Takes over what other instances have written since the last time, for the principals that have limits. */
  async #refresh(): Promise<void> {
    const { table, instance, clock } = this.#settings;
    for (const entry of this.#unread) await this.#readElsewhere(entry);
    if (!this.#hasLimits) return;
    const now = clock.now();
    const since = Math.min(now, this.#refreshedAt) - OVERLAP_MS;
    for await (const row of rowsSince(table, this.#period.name, since, instance)) {
      const entry = this.#periods.get(row.period)?.get(row.principal);
      if (entry?.elsewhere !== undefined) noteRow(entry, row);
    }
    this.#refreshedAt = now;
  }

  /** Writes sums and not differences, so that a write whose outcome is unknown can be repeated. */
  async #write(entries: readonly Entry[]): Promise<void> {
    const { table, instance, clock } = this.#settings;
    for (const entry of entries) await this.#readOwn(entry);
    const at = clock.now();
    const rows = entries.map((entry) => {
      const { period, principal, saved = 0, pending } = entry;
      const id = keyOf(period, principal, instance);
      const requests = saved + pending;
      const days = [...entry.days];
      const row: UsageRow = { id, period, principal, instance, requests, days, at };
      return { entry, pending, row };
    });
    const settle = (written: typeof rows) => {
      for (const { entry, pending, row } of written) {
        entry.hasRow = true;
        entry.saved = row.requests;
        entry.pending -= pending;
      }
    };
    const [old, added] = [
      rows.filter(({ entry }) => entry.hasRow),
      rows.filter(({ entry }) => !entry.hasRow),
    ];
    for (const { entry } of added) entry.hasRow = undefined;
    if (added.length > 0) await table.insert(added.map(({ row }) => row));
    settle(added);
    await table.updateAll(
      old.map(({ row: { id, requests, days } }) => [id, { requests, days, at }]),
    );
    settle(old);
  }

  #forget(current: string): void {
    for (const [name, entries] of this.#periods) {
      let surplus = name === current ? entries.size - this.#settings.maxPrincipals : entries.size;
      for (const [id, { pending, reading }] of entries) {
        if (surplus <= 0) break;
        if (pending !== 0 || reading !== undefined) continue;
        entries.delete(id);
        surplus -= 1;
        this.#hasForgotten = true;
      }
      if (entries.size === 0 && entries !== this.#current) this.#periods.delete(name);
    }
  }

  async #prune(current: string): Promise<void> {
    if (this.#pruned === current) return;
    const oldest = monthsBefore(this.#period, this.#settings.keepMonths - 1);
    if (!(await prune(this.#settings.table, oldest))) this.#pruned = current;
  }
}

/** A calendar month in UTC. */
interface Period {
  /** `2026-01`. */
  readonly name: string;
  /** Milliseconds since 1970-01-01T00:00Z. */
  readonly from: number;
  /** The beginning of the next one. */
  readonly to: number;
}

function periodAt(now: number): Period {
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const from = Date.UTC(year, month);
  return {
    name: new Date(from).toISOString().slice(0, 7),
    from,
    to: Date.UTC(year, month + 1),
  };
}

/** Returns the name of the month so many months before a period. */
function monthsBefore({ from }: Period, months: number): string {
  const date = new Date(from);
  return periodAt(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months)).name;
}
