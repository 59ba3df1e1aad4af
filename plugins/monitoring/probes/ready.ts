import { definePlugin } from "waymark";
import { Runtime } from "waymark/services";
import { Ready } from "../../../schemas/ready.ts";

export default definePlugin({
  id: "ready",
  summary: "Tells load balancers whether to send requests here.",
  needs: { runtime: Runtime },
  schemas: { Ready },

  routes: {
    getReady: {
      method: "GET",
      path: "/api/ready",
      summary: "Ask whether the service takes requests.",
      description:
        "503 while the service starts and while it drains; health stays as it is meanwhile.",
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
      return { ready: runtime.ready, service: registry.service.name };
    },
  }),
});
