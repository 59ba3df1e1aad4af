/** Counts each request of a principal, and refuses requests beyond its limit. */
import {
  definePolicy,
  optional,
  ownState,
  requestValue,
  type CompiledPolicy,
  type Principal,
} from "waymark";
import { Clock, Plans } from "waymark/services";
import type { UsageCounter } from "./counter.ts";
import type { Entry } from "./entry.ts";
import { Options } from "./options.ts";

export const EXCEEDED = "quota-exceeded";

declare module "waymark" {
  interface ErrorCodes {
    readonly "quota-exceeded": true;
  }
}

/** Requests of the caller that a month includes; null for any number. */
export const RequestsLimit = requestValue<number | null>("requestsLimit");

/** The count that a request is part of, from its admission on. */
interface Counted {
  entry: Entry | undefined;
}

type Compiled = CompiledPolicy<
  never,
  Counted | undefined,
  { readonly requestsLimit: typeof RequestsLimit }
>;

/** Checks for a refusal for want of permission or by a limit, or a failure through no fault of the client. */
const isFree = (status: number) =>
  status === 401 || status === 403 || status === 429 || status >= 500;

export const policy = definePolicy({
  id: "usage",
  guards: false,
  options: Options,
  state: ownState<{ readonly counter: UsageCounter }>(),
  needs: { clock: Clock, plans: optional(Plans) },
  provides: { requestsLimit: RequestsLimit },
  compile(
    { plugin, site, declaration: { rateLimit, listener } },
    { options, use, state, identifiers },
  ): Compiled | undefined {
    const limitOf = (principal: Principal): number | undefined => {
      const plan = use().plans?.of(principal);
      // A plan without a number includes any number of requests.
      return plan === undefined ? options.requestsLimit : plan.requestsLimit;
    };
    // Callers who have used up their requests can still read that.
    if (plugin === "usage")
      return {
        provide: {
          requestsLimit: ({ principal }) => (principal && limitOf(principal)) ?? null,
        },
      };
    if (identifiers.length === 0 || site || rateLimit === "exempt" || listener !== undefined)
      return undefined;
    const refuse = (limit: number) => {
      const { to } = state().counter.period;
      return {
        code: EXCEEDED,
        detail: `The ${limit} requests of this calendar month are used up. The next one begins at ${new Date(to).toISOString()}.`,
        retryAfter: Math.max(1, Math.ceil((to - use().clock.now()) / 1000)),
      } as const;
    };
    return {
      begin: ({ principal }) => (principal === undefined ? undefined : { entry: undefined }),
      admit({ principal, method }, counted) {
        if (principal === undefined || counted === undefined || method === "OPTIONS")
          return undefined;
        const limit = limitOf(principal);
        const taken = state().counter.take(principal, limit);
        const count = (entry: Entry | undefined) => {
          counted.entry = entry;
          return entry === undefined ? refuse(limit ?? 0) : undefined;
        };
        return taken instanceof Promise ? taken.then(count) : count(taken);
      },
      observe(_call, { status }, counted) {
        if (counted?.entry !== undefined && isFree(status)) state().counter.giveBack(counted.entry);
      },
    };
  },
});
