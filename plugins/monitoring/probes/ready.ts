import { definePlugin } from "waymark";
import { Runtime } from "waymark/services";
import { Ready } from "../../../schemas/health.ts";

export default definePlugin({
  id: "ready",
  summary: "Reports to load balancers whether this server takes requests.",
  needs: { runtime: Runtime },
  schemas: { Ready },

  routes: {
    getReady: {
      method: "GET",
      path: "/api/ready",
      summary: "Read whether the server takes requests.",
      description: "503 while the server starts and while it drains; health does not change then.",
      returns: Ready,
      statuses: [503],
      publish: { rootLink: "ready", capability: "readinessProbe" },
      cache: "no-store",
      rateLimit: "exempt",
    },
  },

  handlers: ({ runtime }, { registry }) => ({
    getReady: (call) => {
      if (!runtime.ready) call.status(503, { retryAfter: 1 });
      return { ready: runtime.ready, service: registry.app.name };
    },
  }),
});
