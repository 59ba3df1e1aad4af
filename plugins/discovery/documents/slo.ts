import { definePlugin, toMilliseconds } from "waymark";
import { z } from "zod";
import { Duration } from "../../../schemas/duration.ts";
import { SloDiscovery } from "../../../schemas/documents/slo.ts";

const DAY_MS = 86_400_000;

const Options = z.strictObject({
  availabilityPercent: z
    .number()
    .min(0)
    .max(100)
    .default(99.9)
    .describe("Target share of requests that are answered. Informational; not enforced."),
  window: Duration.default("30d").describe("Time over which the share is measured."),
  latencyP99: Duration.default("250ms").describe(
    "Target time within which 99 of 100 answers are sent. Informational; not enforced.",
  ),
});

export default definePlugin({
  id: "slo",
  summary: "Publishes the service level objectives; informational, not enforced.",
  options: Options,
  schemas: { SloDiscovery },

  routes: {
    showSlo: {
      method: "GET",
      path: "/api/slo",
      summary: "Read the service level objectives.",
      returns: SloDiscovery,
      document: true,
      publish: { rootLink: "slo", capability: "sloDiscovery" },
      cache: { scope: "public", maxAge: "5m" },
      relations: { status: "status.getStatus" },
    },
  },

  documents: {
    showSlo: ({ rootLinks: { statusPage } }, { availabilityPercent, window, latencyP99 }) => ({
      objectives: [
        {
          name: "availability",
          target: availabilityPercent,
          unit: "percent" as const,
          windowDays: toMilliseconds(window) / DAY_MS,
        },
        { name: "latency_p99", target: toMilliseconds(latencyP99), unit: "ms" as const },
      ],
      ...(statusPage === undefined ? {} : { statusPage }),
    }),
  },
});
