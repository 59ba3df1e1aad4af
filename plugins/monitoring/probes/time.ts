import { definePlugin } from "waymark";
import { Clock } from "waymark/services";
import { Time } from "../../../schemas/health.ts";

export default definePlugin({
  id: "time",
  summary: "Reports the server's time.",
  section: "monitoring",
  icon: "M8 1.75a6.25 6.25 0 1 0 0 12.5 6.25 6.25 0 0 0 0-12.5zM8 4.5V8l2.5 1.75",
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
