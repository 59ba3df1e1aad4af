import { definePlugin } from "waymark";
import { Clock } from "waymark/services";
import { z } from "zod";
import { Usage } from "../../schemas/monitoring.ts";

export default definePlugin({
  id: "usage",
  summary:
    "Placeholder for billing: reports the period and its limit; does not count requests yet.",
  section: "monitoring",
  options: z.strictObject({
    requestsLimit: z
      .int()
      .min(0)
      .default(1_000_000)
      .describe("Requests that a period includes. Informational; not enforced."),
  }),
  needs: { clock: Clock },
  schemas: { Usage },

  routes: {
    getUsage: {
      method: "GET",
      path: "/api/usage",
      summary: "Read what the current period includes.",
      returns: Usage,
      publish: { rootLink: "usage", capability: "usageStub" },
      // The same all month, so that its ETag holds; revalidated each time, so that a new month shows at once.
      cache: { scope: "public", maxAge: "0s" },
      serverTiming: true,
      relations: { limits: "rate-limit.showLimits" },
    },
  },

  handlers: ({ clock }, { options: { requestsLimit } }) => ({
    getUsage: () => ({
      period: new Date(clock.now()).toISOString().slice(0, 7),
      requestsUsed: 0,
      requestsLimit,
    }),
  }),
});
