import { definePlugin } from "waymark";
import { Ping } from "../../../schemas/health.ts";

export default definePlugin({
  id: "ping",
  summary: "Answers every request, to show that the server is reachable.",
  section: "monitoring",
  icon: "M8 8h.01M5.5 10.5a3.5 3.5 0 0 1 0-5M10.5 5.5a3.5 3.5 0 0 1 0 5M3.25 12.75a6.7 6.7 0 0 1 0-9.5M12.75 3.25a6.7 6.7 0 0 1 0 9.5",
  schemas: { Ping },

  routes: {
    getPing: {
      method: "GET",
      path: "/api/ping",
      summary: "Ping the server.",
      returns: Ping,
      document: true,
      publish: { rootLink: "ping" },
      // A cached answer would prove nothing, but an unchanged one need not be sent again.
      cache: { scope: "public", maxAge: "0s" },
      rateLimit: "exempt",
      probe: "live",
    },
  },

  documents: { getPing: () => ({ pong: true as const }) },
});
