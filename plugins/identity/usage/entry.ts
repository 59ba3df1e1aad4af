import type { UsageRow } from "./rows.ts";

/** The requests of a principal in one month. */
export interface Entry {
  readonly period: string;
  /** Id of the principal. */
  readonly principal: string;
  /** True if there is a row of this instance; undefined while that is not known. */
  hasRow: boolean | undefined;
  /** Requests in that row; undefined before it was read. */
  saved: number | undefined;
  /** Requests in the rows of other instances; undefined until a limit asks for them. */
  elsewhere: number | undefined;
  /** Requests in the rows of other instances, by instance. */
  readonly others: Map<string, number>;
  /** Requests by day of the month: the row's, if that was read, and all that no row has yet. */
  readonly days: number[];
  /** Requests that are in no row; negative after some were given back. */
  pending: number;
  reading: Promise<void> | undefined;
}

/** @param mayHaveRow whether this instance may have written a row that it does not remember. */
export function createEntry(period: string, principal: string, mayHaveRow: boolean): Entry {
  return {
    period,
    principal,
    hasRow: mayHaveRow ? undefined : false,
    saved: mayHaveRow ? undefined : 0,
    elsewhere: undefined,
    others: new Map(),
    days: [],
    pending: 0,
    reading: undefined,
  };
}

/** Adds requests of days to others. */
export function addDays(days: number[], more: readonly number[] = []): void {
  for (const [index, count] of more.entries()) {
    while (days.length <= index) days.push(0);
    days[index] = (days[index] ?? 0) + count;
  }
}

/** Takes over the row of another instance. */
export function noteRow(entry: Entry, { instance, requests }: UsageRow): void {
  entry.elsewhere = (entry.elsewhere ?? 0) + requests - (entry.others.get(instance) ?? 0);
  entry.others.set(instance, requests);
}
