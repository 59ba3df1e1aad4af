import { definePlugin } from "waymark";

export default definePlugin({
  id: "aliases",
  summary: "Short paths of the probes, for people and older configurations.",

  routes: {
    pingAlias: {
      method: "GET",
      path: "/ping",
      summary: "Moved to /api/ping.",
      redirect: { to: "ping.getPing", status: 308 },
      cache: { scope: "public", maxAge: "300s" },
    },
    healthAlias: {
      method: "GET",
      path: "/health",
      summary: "Moved to /api/health.",
      redirect: { to: "health.getHealth", status: 308 },
      cache: { scope: "public", maxAge: "300s" },
    },
    versionAlias: {
      method: "GET",
      path: "/version",
      summary: "Moved to /api/version.",
      redirect: { to: "version.getVersion", status: 308 },
      cache: { scope: "public", maxAge: "300s" },
    },
  },
});
