import { definePlugin } from "waymark";

function alias<const Path extends `/${string}`>(path: Path, probe: `${string}.${string}`) {
  return {
    method: "GET",
    path,
    summary: `Moved to /api${path}.`,
    redirect: { to: probe, status: 308 },
    cache: { scope: "public", maxAge: "300s" },
  } as const;
}

export default definePlugin({
  id: "aliases",
  summary: "Short paths of the probes, for people and older configurations.",
  section: "discovery",
  icon: "M2.25 2.5V7a3 3 0 0 0 3 3h8.5M10.5 6.5 14 10l-3.5 3.5",

  routes: {
    pingAlias: alias("/ping", "ping.getPing"),
    healthAlias: alias("/health", "health.getHealth"),
    versionAlias: alias("/version", "version.getVersion"),
  },
});
