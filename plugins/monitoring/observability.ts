import { definePlugin } from "waymark";
import { sendsHeader } from "waymark/services";
import { Observability } from "../../schemas/monitoring.ts";

export default definePlugin({
  id: "observability",
  summary: "Links to metrics, health and everything else that helps to observe the server.",
  section: "monitoring",
  icon: "M1 8s2.5-4.75 7-4.75S15 8 15 8s-2.5 4.75-7 4.75S1 8 1 8zM8 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4z",
  schemas: { Observability },

  routes: {
    showObservability: {
      method: "GET",
      path: "/api/observability",
      summary: "Read how to observe the server.",
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
    showObservability: (registry) => ({
      traceContext: sendsHeader(registry, "traceparent"),
      serverTiming: sendsHeader(registry, "Server-Timing"),
    }),
  },
});
