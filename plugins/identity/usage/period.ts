/** A calendar month in UTC. */
export interface Period {
  /** `2026-01`. */
  readonly name: string;
  /** Milliseconds since 1970-01-01T00:00Z. */
  readonly from: number;
  /** The beginning of the next one. */
  readonly to: number;
}

export function periodAt(now: number): Period {
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const from = Date.UTC(year, month);
  return {
    name: new Date(from).toISOString().slice(0, 7),
    from,
    to: Date.UTC(year, month + 1),
  };
}

/** The name of the month so many months before a period. */
export function monthsBefore({ from }: Period, months: number): string {
  const date = new Date(from);
  return periodAt(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months)).name;
}
