/** Rows of the two tables. */
import type { HealthReport } from "waymark";
import { z } from "zod";
import { HealthState } from "../../../schemas/health.ts";

const milliseconds = z.int().min(0);

/** One interval of one instance. */
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
  /** By `plugin:check`: the worst state of the interval, and the longest that the check took. */
  checks: z.record(z.string(), z.object({ status: HealthState, ms: z.number().optional() })),
});
export type Sample = z.output<typeof Sample>;

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
export const INCIDENTS = "statusIncidents";

/** A key that sorts by time. Without `who`, it sorts before all other keys of that time. */
export function keyAt(at: number, ...who: readonly string[]): string {
  return [String(at).padStart(15, "0"), ...who].join(" ");
}

const RANK = { ok: 0, degraded: 1, down: 2 } as const;

/** The worse of two states. */
export function worse(
  one: HealthReport["status"] | undefined,
  other: HealthReport["status"],
): HealthReport["status"] {
  return one !== undefined && RANK[one] >= RANK[other] ? one : other;
}
