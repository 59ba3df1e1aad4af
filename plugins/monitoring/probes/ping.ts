import { definePlugin } from "waymark";
import { Ping } from "../../../schemas/ping.ts";

export default definePlugin({
  id: "ping",
  summary: "Tells whether the service answers at all.",
  schemas: { Ping },

  routes: {
    getPing: {
      method: "GET",
      path: "/api/ping",
      summary: "Ping the service.",
      returns: Ping,
      document: true,
      // A cached pong would prove nothing, but an unchanged one need not be sent again.
      publish: { rootLink: "ping" },
      cache: { scope: "public", maxAge: "0s" },
      rateLimit: "exempt",
    },
  },

  documents: { getPing: () => ({ pong: true as const }) },
});
