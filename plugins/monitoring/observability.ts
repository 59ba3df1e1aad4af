import { definePlugin } from "waymark";
import { Observability } from "../../schemas/observability.ts";

export default definePlugin({
  id: "observability",
  summary: "Leads to everything that helps to observe the service.",
  schemas: { Observability },

  routes: {
    showObservability: {
      method: "GET",
      path: "/api/observability",
      summary: "Find out how to observe the service.",
      returns: Observability,
      document: true,
      publish: { rootLink: "observability", capability: "observability" },
      cache: { scope: "public", maxAge: "60s" },
      relations: {
        metrics: "metrics.getMetrics",
        health: "health.getHealth",
        status: "status.getStatus",
        ready: "ready.getReady",
      },
    },
  },

  documents: {
    showObservability: ({ capabilities }) => ({
      traceContext: capabilities["traceContext"] === true,
      serverTiming: capabilities["serverTiming"] === true,
    }),
  },
});
