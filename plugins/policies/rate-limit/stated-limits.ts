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
      limit: z.number().exactOptional(),
      windowSeconds: z.number().exactOptional(),
    }),
  ),
});
type Limit = Pick<RateLimitStatement, "name" | "limit" | "windowSeconds">;

/** Returns the limit that the answer names, among the limits that its client may have. Pages have one for all. */
export function limitOf(
  { headers, requestHeaders }: Answer,
  { credentials, site }: SealedRoute,
  context: CheckContext,
  stated: RateLimitStatement,
): Limit {
  const { limit, windowSeconds, pagesLimit = limit } = stated;
  if (site) return { name: "pages", limit: pagesLimit, windowSeconds };
  if (credentials.every((name) => requestHeaders[name] === undefined)) return stated;
  const [, named] = /^"([^"]*)"/.exec(headers["ratelimit-policy"] ?? "") ?? [];
  return limitsOf(context, stated).find(({ name }) => name === named) ?? stated;
}

function limitsOf({ registry }: CheckContext, everybody: Limit): readonly Limit[] {
  const plans = Object.values(registry.statements).flatMap(
    (statement) => StatedPlans.safeParse(statement).data?.plans ?? [],
  );
  return [everybody, ...plans.map((plan) => ({ ...everybody, ...plan }))];
}

/** Returns the largest limit that a client may have. */
export function largestLimit(context: CheckContext, stated: RateLimitStatement): number {
  const limits = limitsOf(context, stated).map(({ limit }) => limit);
  return Math.max(...limits, stated.pagesLimit ?? 0);
}
