import { definePlugin } from "waymark";
import { Health } from "waymark/services";
import { Status } from "../../../schemas/health.ts";

export default definePlugin({
  id: "status",
  summary: "Combines health and version in one answer.",
  section: "monitoring",
  icon: "M1.25 8.5h3L6.5 3l3 10 2-4.5h3.25",
  needs: { health: Health },
  schemas: { Status },

  routes: {
    getStatus: {
      method: "GET",
      path: "/api/status",
      summary: "Read health and version together.",
      returns: Status,
      statuses: [503],
      publish: { rootLink: "status" },
      cache: "no-store",
      serverTiming: true,
      rateLimit: "exempt",
      relations: { health: "health.getHealth", version: "version.getVersion" },
    },
  },

  handlers: ({ health }, { registry: { app } }) => ({
    getStatus: async (call) => {
      const { status, at } = await health.report();
      if (status === "down") call.status(503, { retryAfter: 1 });
      return {
        status,
        service: app.name,
        timestamp: new Date(at).toISOString(),
        version: app.version,
      };
    },
  }),
});
