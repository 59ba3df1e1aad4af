import { definePlugin } from "waymark";
import { sendsHeader } from "waymark/services";
import { Observability } from "../../schemas/monitoring.ts";

export default definePlugin({
  id: "observability",
  summary: "Links to metrics, health and everything else that helps to observe the server.",
  section: "monitoring",
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
