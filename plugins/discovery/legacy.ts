import { definePlugin } from "waymark";

export default definePlugin({
  id: "legacy",
  summary: "Redirects an old path of the health probe until its sunset.",
  section: "discovery",
  icon: "M1.75 14.25h12.5M2.25 5.75h11.5L8 1.75zM4 5.75v8.5M8 5.75v8.5M12 5.75v8.5",

  routes: {
    legacyHealth: {
      method: "GET",
      path: "/api/legacy/health",
      summary: "The old name of /api/health.",
      redirect: { to: "health.getHealth", status: 301 },
      // Two years, longer than any notice period that operators are likely to ask for.
      deprecated: { since: "2026-11-01", sunset: "2028-11-01", successor: "health.getHealth" },
      cache: { scope: "public", maxAge: "300s" },
    },
  },
});
