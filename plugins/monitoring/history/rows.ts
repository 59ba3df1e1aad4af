/** Rows of the two tables, whose keys sort by time, and functions that read them. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Table } from "waymark/services";
import { z } from "zod";
import { HealthState } from "../../../schemas/health.ts";
import { eachRow } from "../../shared/rows.ts";

const milliseconds = z.int().min(0);

/** Milliseconds in which the state was not ok; absent if there were none. */
const trouble = { degradedMs: z.number().optional(), downMs: z.number().optional() };

/** An interval of one instance. */
export const Sample = z.object({
  /** {@link keyAt} of its end. */
  id: z.string(),
  instance: z.string(),
  at: milliseconds,
  status: HealthState,
  requests: z.int().min(0),
  failures: z.int().min(0),
  /** Answers by bucket of the histogram. */
  latencies: z.record(z.string(), z.int()),
  /** Checks by `plugin:check`: the worst state of the interval, and the longest that the check took. */
  checks: z.record(
    z.string(),
    z.object({ status: HealthState, ms: z.number().optional(), ...trouble }),
  ),
  /** Milliseconds between the looks at health that it sums up. Rows of earlier versions have none of these three. */
  coveredMs: z.number().min(0).optional(),
  ...trouble,
});
export type Sample = z.output<typeof Sample>;

const times = { coveredMs: z.number(), degradedMs: z.number(), downMs: z.number() };

/** All samples of one hour, of all instances. */
export const HourRow = z.object({
  /** {@link keyAt} of its start, so that two instances cannot add the same hour. */
  id: z.string(),
  at: milliseconds,
  samples: z.int(),
  requests: z.int(),
  failures: z.int(),
  status: HealthState.optional(),
  latencies: z.record(z.string(), z.int()),
  checks: z.record(
    z.string(),
    z.object({
      status: HealthState,
      samples: z.int(),
      ok: z.int(),
      slowestMs: z.number(),
      ...times,
    }),
  ),
  ...times,
});
export type HourRow = z.output<typeof HourRow>;

/** A state other than ok, from `start` until `end`; without an end it lasts. */
export const IncidentRow = z.object({
  /** {@link keyAt} of its start. */
  id: z.string(),
  instance: z.string(),
  subject: z.string(),
  from: HealthState,
  to: HealthState,
  detail: z.string().optional(),
  start: milliseconds,
  end: milliseconds.optional(),
});
export type IncidentRow = z.output<typeof IncidentRow>;

export const SAMPLES = "statusSamples";
export const HOURS = "statusHours";
export const INCIDENTS = "statusIncidents";

/** Returns a key that sorts by time. Without `who`, it sorts before all other keys of that time. */
export function keyAt(at: number, ...who: readonly string[]): string {
  return [String(at).padStart(15, "0"), ...who].join(" ");
}

/** Removes the oldest rows until at most `most` are left, and all that come before the key `before`. */
export async function trim(table: Table, most: number, before = ""): Promise<void> {
  const rows = await Array.fromAsync(eachRow<{ id: string }>(table, [], ["id"]));
  const surplus = rows.length - most;
  for (const [index, { id }] of rows.entries()) {
    if (index >= surplus && id >= before) break;
    await table.remove(id);
    await nextTurn();
  }
}
