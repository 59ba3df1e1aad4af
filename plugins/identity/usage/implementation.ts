/** Requests of each principal, month by month, and the limits that plans set for them. */
import { randomUUID } from "node:crypto";
import { toMilliseconds } from "waymark";
import { defineImplementation } from "waymark/advanced";
import { Clock, Scheduler, Store } from "waymark/services";
import { z } from "zod";
import { eachRow } from "../../shared/rows.ts";
import { UsageCounter } from "./counter.ts";
import { Options } from "./options.ts";
import { EXCEEDED, policy, RequestsLimit } from "./policy.ts";
import { inPeriod, USAGE, UsageRow } from "./rows.ts";
import es from "./es.json" with { type: "json" };

/** Principals in memory; the counts of others are read again. */
const MAX_PRINCIPALS = 100_000;

const Count = z
  .int()
  .min(0)
  .describe(
    "Requests of any method but OPTIONS, except to paths that are exempt from the rate limit and to this resource and below. Those answered with 401, 403, 429 or 5xx do not count.",
  );
const Month = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
  .describe("The month, in UTC.")
  .meta({ examples: ["2026-11"] });

const Day = z.object({ date: z.iso.date(), requestsUsed: z.int().min(0) });

/** The use that a caller has made of the current month. */
const Usage = z.object({
  period: Month,
  requestsUsed: Count,
  requestsLimit: z
    .int()
    .min(0)
    .nullable()
    .describe("Requests that the period includes. Further ones are refused; null for any number."),
  days: z.array(Day).describe("Requests of each day of the period until now, in UTC."),
});

/** The requests of one principal in the current month. */
const PrincipalUsage = z
  .object({
    id: z
      .string()
      .describe("The principal.")
      .meta({ examples: ["api-key:k7m2q9x4"] }),
    period: Month,
    requestsUsed: Count,
  })
  .meta({ id: "PrincipalUsage" });

export default defineImplementation({
  summary: "Counts the requests of each principal by calendar month, and enforces their limits.",
  translations: { es },
  options: Options,
  needs: { store: Store, clock: Clock, scheduler: Scheduler },
  tables: {
    [USAGE]: {
      of: UsageRow,
      key: "id",
      indexes: ["principal", "at"],
      personal:
        "**Usage.** Requests with a credential are counted by its owner, by month and by day.",
      internal: true,
    },
  },
  setup({ store, clock, scheduler }, { options, log, defer }) {
    const { keepMonths, flushInterval } = options;
    const counter = new UsageCounter({
      table: store.table(USAGE),
      clock,
      log,
      instance: randomUUID(),
      maxPrincipals: MAX_PRINCIPALS,
      keepMonths,
    });
    const flushing = scheduler.start({
      name: "usage",
      everyMs: toMilliseconds(flushInterval),
      log,
      task: ["usage", "recorded"],
      run: () => counter.flush(),
    });
    defer(flushing.run);
    defer(flushing.stop);
    return { state: { counter, flush: flushing.run } };
  },
  policies: [policy],
  errors: {
    [EXCEEDED]: {
      status: 429,
      message: "The principal has used up the requests of this calendar month.",
      cause:
        "The plan of the principal includes a number of requests for each month, and all of them are used.",
      remedy: "Wait for the next month, or ask the operator for a larger plan.",
      retry: false,
    },
  },
  schemas: { Usage },

  routes: {
    getUsage: {
      method: "GET",
      path: "/api/usage",
      summary: "Read what you have used in the current calendar month.",
      returns: Usage,
      access: "authenticated",
      values: { requestsLimit: RequestsLimit },
      publish: { rootLink: "usage", capability: "usage" },
      cache: { scope: "private", maxAge: "0s" },
      serverTiming: true,
      relations: { limits: "rate-limit.showLimits", principals: "usage.listPrincipals" },
    },
    listPrincipals: {
      method: "GET",
      path: "/api/usage/principals",
      summary: "List what each principal has used in the current calendar month.",
      list: { of: PrincipalUsage, as: "principals", name: "PrincipalUsageList" },
      access: { scopes: ["usage:read"] },
      cache: { scope: "private", maxAge: "0s" },
    },
  },

  handlers: ({ store }, { state: { counter, flush } }) => ({
    async getUsage({ principal, values: { requestsLimit } }) {
      const { name: period } = counter.period;
      const { requests: requestsUsed, days } = await counter.used(principal);
      const dates = days.map((count, index) => ({
        date: `${period}-${String(index + 1).padStart(2, "0")}`,
        requestsUsed: Math.max(0, count),
      }));
      return { period, requestsUsed, requestsLimit, days: dates };
    },
    async listPrincipals() {
      await flush();
      const { name: period } = counter.period;
      const totals = new Map<string, z.output<typeof PrincipalUsage>>();
      for await (const row of eachRow<UsageRow>(store.table(USAGE), inPeriod(period))) {
        const { principal: id, requests } = row;
        const requestsUsed = requests + (totals.get(id)?.requestsUsed ?? 0);
        totals.set(id, { id, period, requestsUsed });
      }
      return [...totals.values()];
    },
  }),
});
