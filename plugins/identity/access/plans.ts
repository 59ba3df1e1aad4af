/** Plans of principals: who has which, and documents about limits that show them. */
import { definePolicy, toMilliseconds } from "waymark";
import { toJsonSchema, type Member } from "waymark/advanced";
import type { Plan, Plans } from "waymark/services";
import { z } from "zod";
import { Options } from "./options.ts";
import { SHOWN_BY, StatedPlan, statePlans } from "./stated-plans.ts";

/** Creates the plans. A plan that is not in the config, of a credential that is older than it, is the default plan. */
export function createPlans({ plans, defaultPlan = "" }: Options): Plans {
  const byName = new Map(
    Object.entries(plans).map(([name, { limit, window, requestsLimit }]): [string, Plan] => {
      const windowMs = window === undefined ? undefined : toMilliseconds(window);
      return [name, { name, limit, windowMs, requestsLimit }];
    }),
  );
  return { of: ({ plan = defaultPlan }) => byName.get(plan) ?? byName.get(defaultPlan) };
}

const Shown = z
  .array(StatedPlan)
  .describe("The limits of principals, by plan. The limit beside them is that of all others.");

/** Adds the plans to documents about limits, which do not know them. */
export const plans = definePolicy({
  id: "plans",
  options: Options,
  compile({ ref }, { options }) {
    const stated = statePlans(options);
    if (stated.length === 0 || !SHOWN_BY.includes(ref)) return undefined;
    const member: Member = {
      schema: toJsonSchema(Shown).root,
      value: ({ body: { limit, windowSeconds } }) =>
        stated.map((plan) => ({ limit, windowSeconds, ...plan })),
    };
    return { members: (outcome) => (outcome === "ok" ? { plans: member } : {}) };
  },
  statement: ({ options }) => ({ plans: statePlans(options) }),
  conformance: () => import("./plans.conformance.ts"),
});
