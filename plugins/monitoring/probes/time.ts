import { definePlugin } from "waymark";
import { Clock } from "waymark/services";
import { Time } from "../../../schemas/health.ts";

export default definePlugin({
  id: "time",
  summary: "Reports the server's time.",
  section: "monitoring",
  needs: { clock: Clock },
  schemas: { Time },

  routes: {
    getTime: {
      method: "GET",
      path: "/api/time",
      summary: "Read the current time.",
      returns: Time,
      publish: { rootLink: "time" },
      cache: "no-store",
      serverTiming: true,
    },
  },

  handlers: ({ clock }) => ({
    getTime: () => {
      const epochMs = clock.now();
      return { iso: new Date(epochMs).toISOString(), epochMs, timezone: "UTC" as const };
    },
  }),
});
