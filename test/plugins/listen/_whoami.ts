import { definePlugin } from "waymark";

/** Shows clients the address that policies see. */
export const whoami = definePlugin({
  id: "whoami",
  summary: "Shows clients their address.",
  routes: {
    getClient: {
      method: "GET",
      path: "/client",
      summary: "Read the address.",
      text: { mediaType: "text/plain" },
      cache: "no-store",
    },
  },
  handlers: () => ({ getClient: ({ client }) => client }),
});
