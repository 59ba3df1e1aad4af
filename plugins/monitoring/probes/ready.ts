import { definePlugin, optional } from "waymark";
import { Health, Runtime } from "waymark/services";
import { Ready } from "../../../schemas/health.ts";

export default definePlugin({
  id: "ready",
  summary: "Reports to load balancers whether this server takes requests.",
  needs: { runtime: Runtime, health: optional(Health) },
  schemas: { Ready },

  routes: {
    getReady: {
      method: "GET",
      path: "/api/ready",
      summary: "Read whether the server takes requests.",
      description:
        "503 while the server starts, while it drains, and while its health is down; health does not change when it starts or drains.",
      returns: Ready,
      statuses: [503],
      publish: { rootLink: "ready", capability: "readinessProbe" },
      cache: "no-store",
      rateLimit: "exempt",
    },
  },

  handlers: ({ runtime, health }, { registry }) => ({
    getReady: async (call) => {
      const isDown = (await health?.report())?.status === "down";
      const ready = runtime.ready && !isDown;
      if (!ready) call.status(503, { retryAfter: 1 });
      return { ready, service: registry.app.name };
    },
  }),
});
