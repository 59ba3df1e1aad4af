// A plugin in plain JavaScript, with no schema of its own.
import { definePlugin } from "waymark";
import { Version } from "waymark/schemas";
import { Clock } from "waymark/services";

export default definePlugin({
  id: "hello",
  summary: "Says hello.",
  needs: { clock: Clock },
  routes: {
    getHello: {
      method: "GET",
      path: "/api/hello",
      summary: "Be greeted.",
      returns: Version,
      cache: "no-store",
    },
  },
  handlers: ({ clock }) => ({
    getHello: () => ({ service: "hello", version: String(clock.now() > 0) }),
  }),
});
