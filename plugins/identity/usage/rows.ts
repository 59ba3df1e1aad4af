/** Counts in the store: a row for each principal, month and run of a process, which alone writes it. */
import type { Filter } from "waymark";
import type { Table } from "waymark/services";
import { z } from "zod";
import { eachRow } from "../../shared/rows.ts";

export const USAGE = "usage";

export const UsageRow = z.object({
  /** {@link keyOf} of the others. */
  id: z.string(),
  /** `2026-01`. */
  period: z.string(),
  /** Id without a name: names change, and callers who may read usage can look them up. */
  principal: z.string(),
  /** Id of one start of the plugin: the next start has rows of its own, so that two can never overwrite each other. */
  instance: z.string(),
  requests: z.int().min(0),
  /** Requests of each day of the month, from the first; absent in rows of an earlier version. */
  days: z.array(z.int()).optional(),
  /** Time when the row was written, in milliseconds since 1970-01-01T00:00Z. */
  at: z.int(),
});
export type UsageRow = z.output<typeof UsageRow>;

/** Rows of a month come together, and of these the rows of a principal. */
export function keyOf(period: string, principal: string, instance: string): string {
  return JSON.stringify([period, principal, instance]);
}

/** Selects a month by the key: keys are in the order of months. */
export function inPeriod(period: string): readonly Filter[] {
  const from = keyStart(period);
  return [
    { field: "id", operator: "gte", value: from },
    { field: "id", operator: "lt", value: `${from}~` },
  ];
}

function keyStart(period: string): string {
  return JSON.stringify([period]).slice(0, -1);
}

/** Returns the rows of a principal in a month that other instances have written. */
export function rowsElsewhere(
  table: Table,
  period: string,
  principal: string,
  instance: string,
): AsyncGenerator<UsageRow> {
  return eachRow<UsageRow>(table, [
    { field: "principal", operator: "eq", value: principal },
    { field: "period", operator: "eq", value: period },
    { field: "instance", operator: "ne", value: instance },
  ]);
}

/** Returns the rows of a month that other instances have written since a time. */
export function rowsSince(
  table: Table,
  period: string,
  since: number,
  instance: string,
): AsyncGenerator<UsageRow> {
  return eachRow<UsageRow>(table, [
    { field: "at", operator: "gte", value: since },
    { field: "period", operator: "eq", value: period },
    { field: "instance", operator: "ne", value: instance },
  ]);
}

/** Removes the rows of months before this one, at most so many at a time. Returns whether any are left. */
export async function prune(table: Table, oldest: string): Promise<boolean> {
  const filters: readonly Filter[] = [{ field: "id", operator: "lt", value: keyStart(oldest) }];
  const query = { fields: ["id"], filters, sort: [], limit: PRUNED_AT_ONCE, after: undefined };
  const { items, next } = await table.list<Pick<UsageRow, "id">>(query);
  for (const { id } of items) await table.remove(id);
  return next !== undefined;
}
/** Rows that one call removes; each is removed in a transaction of its own. */
const PRUNED_AT_ONCE = 20;
