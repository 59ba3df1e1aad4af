/** The objectives as options, and as they are published. */
import { toMilliseconds } from "waymark";
import { z } from "zod";
import { Duration } from "../../../../schemas/duration.ts";

const DAY_MS = 86_400_000;

export const Options = z.strictObject({
  availabilityPercent: z
    .number()
    .min(0)
    .max(100)
    .default(99.9)
    .describe(
      "Target share of requests that are answered without a failure: a 5xx but for 501 and 505, which clients cause.",
    ),
  window: Duration.refine((window) => toMilliseconds(window) > 0, "a window is longer than nothing")
    .default("30d")
    .describe("Time over which the share is measured."),
  latencyP99: Duration.default("250ms").describe(
    "Target time within which 99 of 100 answers are sent.",
  ),
  measured: z
    .boolean()
    .default(false)
    .describe(
      "Whether to publish what was reached, with the error budget that is left and how fast it burns. Needs the history.",
    ),
});
export type Options = z.output<typeof Options>;

/** Percent of answers within the target of `latency_p99`. */
export const P99 = 99;

export function objectivesOf({ availabilityPercent, window, latencyP99 }: Options) {
  return [
    {
      name: "availability",
      target: availabilityPercent,
      unit: "percent" as const,
      windowDays: toMilliseconds(window) / DAY_MS,
    },
    { name: "latency_p99", target: toMilliseconds(latencyP99), unit: "ms" as const },
  ] as const;
}

/** Returns the share of requests that may miss an objective in percent; to 12 digits, as the rest is noise. */
export function budgetOf(percent: number): number {
  return Number(((100 - percent) / 100).toPrecision(12));
}
