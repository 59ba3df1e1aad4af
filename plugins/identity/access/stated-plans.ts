/** Plans as documents show them. */
import { toMilliseconds } from "waymark";
import { z } from "zod";
import type { Options } from "./options.ts";

/** The documents that show the plans, beside the limit of everybody. */
export const SHOWN_BY: readonly string[] = [
  "rate-limit.showLimits",
  "rate-limit.showRateLimitPolicy",
];

/** A plan; parts that it lacks come from the limit of everybody. */
export const StatedPlan = z.object({
  name: z.string().describe("The name of the limit in RateLimit and RateLimit-Policy."),
  limit: z.int().min(1).optional().describe("Requests per window."),
  windowSeconds: z.int().min(1).optional(),
  requestsLimit: z
    .int()
    .min(0)
    .optional()
    .describe("Requests per calendar month; any number where it is absent."),
  isDefault: z
    .boolean()
    .optional()
    .describe("True for the plan of principals that have none of their own."),
});
export type StatedPlan = z.output<typeof StatedPlan>;

export function statePlans({ plans, defaultPlan }: Options): readonly StatedPlan[] {
  return Object.entries(plans).map(([name, { limit, window, requestsLimit }]) => ({
    name,
    ...(limit === undefined ? {} : { limit }),
    ...(window === undefined ? {} : { windowSeconds: toMilliseconds(window) / 1000 }),
    ...(requestsLimit === undefined ? {} : { requestsLimit }),
    ...(name === defaultPlan ? { isDefault: true } : {}),
  }));
}
