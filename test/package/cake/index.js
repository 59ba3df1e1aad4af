// A plugin in a package of its own.
import { definePlugin } from "waymark";
import { z } from "zod";

export default definePlugin({
  id: "cake",
  summary: "Cake.",
  routes: {
    getCake: {
      method: "GET",
      path: "/api/cake",
      summary: "Have a piece of cake.",
      returns: z.object({ left: z.int() }),
      cache: "no-store",
    },
  },
  handlers: () => ({ getCake: () => ({ left: 3 }) }),
});
