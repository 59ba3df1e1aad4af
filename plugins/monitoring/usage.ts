import { definePlugin } from "waymark";
import { Clock } from "waymark/services";
import { z } from "zod";
import { Usage } from "../../schemas/usage.ts";

export default definePlugin({
  id: "usage",
  summary: "Holds the place of billing: tells the period and its limit, and counts nothing yet.",
  options: z.strictObject({
    requestsLimit: z
      .int()
      .min(0)
      .default(1_000_000)
      .describe("Requests that a period includes; told, not enforced."),
  }),
  needs: { clock: Clock },
  schemas: { Usage },

  routes: {
    getUsage: {
      method: "GET",
      path: "/api/usage",
      summary: "Read what the current period includes.",
      returns: Usage,
      // The same all month, so that its ETag holds; asked again each time, so that no month is late.
      publish: { rootLink: "usage", capability: "usageStub" },
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
