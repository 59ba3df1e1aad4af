import { definePlugin } from "waymark";
import { Ping } from "../../../schemas/health.ts";

export default definePlugin({
  id: "ping",
  summary: "Answers every request, to show that the server is reachable.",
  section: "monitoring",
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
