/** The limits that a check reads from statements: the limit of everybody, and the limits of plans. */
import type { SealedRoute } from "waymark";
import type { Answer, CheckContext } from "waymark/conformance";
import { z } from "zod";
import { RateLimitPolicyDiscovery } from "../../../schemas/documents/limits.ts";

export const RateLimitStatement = RateLimitPolicyDiscovery.omit({
  reference: true,
  references: true,
}).extend({
  scope: z.enum(["instance", "cluster"]).default("instance"),
  accuracy: z.object({ over: z.number() }).default({ over: 0 }),
});
export type RateLimitStatement = z.output<typeof RateLimitStatement>;

/** Plans of principals, as another policy states them. The parts that they lack come from the limit of everybody. */
const StatedPlans = z.object({
  plans: z.array(
    z.object({
      name: z.string(),
      limit: z.number().optional(),
      windowSeconds: z.number().optional(),
    }),
  ),
});
type Limit = Pick<RateLimitStatement, "name" | "limit" | "windowSeconds">;

/** Returns the limit that the answer names, among the limits that its client may have. */
export function limitOf(
  { headers, requestHeaders }: Answer,
  { credentials }: SealedRoute,
  context: CheckContext,
  everybody: Limit,
): Limit {
  if (credentials.every((name) => requestHeaders[name] === undefined)) return everybody;
  const [, named] = /^"([^"]*)"/.exec(headers["ratelimit-policy"] ?? "") ?? [];
  return limitsOf(context, everybody).find(({ name }) => name === named) ?? everybody;
}

function limitsOf({ registry }: CheckContext, everybody: Limit): readonly Limit[] {
  const plans = Object.values(registry.statements).flatMap(
    (statement) => StatedPlans.safeParse(statement).data?.plans ?? [],
  );
  const { limit: usual, windowSeconds: usualSeconds } = everybody;
  return [
    everybody,
    ...plans.map(({ name, limit = usual, windowSeconds = usualSeconds }) => ({
      name,
      limit,
      windowSeconds,
    })),
  ];
}

/** Returns the largest limit that a client may have. */
export function largestLimit(context: CheckContext, everybody: Limit): number {
  return Math.max(...limitsOf(context, everybody).map(({ limit }) => limit));
}
