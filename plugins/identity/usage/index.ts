import { definePlugin } from "waymark";
import { Clock } from "waymark/services";
import { Usage } from "../../../schemas/monitoring.ts";
import { Options } from "./options.ts";

/** Requests that a period includes where the options do not say. */
const REQUESTS_LIMIT = 1_000_000;

export default definePlugin({
  id: "usage",
  summary:
    "Placeholder for billing: reports the period and its limit; does not count requests yet.",
  section: "monitoring",
  icon: "M3.1 13a6.5 6.5 0 1 1 9.8 0M8 9.25 11 6",
  options: Options,
  implementation: { load: () => import("./implementation.ts") },
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

  handlers: ({ clock }, { options: { requestsLimit = REQUESTS_LIMIT } }) => ({
    getUsage: () => ({
      period: new Date(clock.now()).toISOString().slice(0, 7),
      requestsUsed: 0,
      requestsLimit,
    }),
  }),
});
