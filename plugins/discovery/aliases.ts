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

  routes: {
    pingAlias: alias("/ping", "ping.getPing"),
    healthAlias: alias("/health", "health.getHealth"),
    versionAlias: alias("/version", "version.getVersion"),
  },
});
