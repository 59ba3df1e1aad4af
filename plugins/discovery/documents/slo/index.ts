import { definePlugin } from "waymark";
import { RootLinks } from "waymark/services";
import { SloDiscovery } from "../../../../schemas/documents/slo.ts";
import { alerts } from "./alerts.ts";
import { objectivesOf, Options } from "./options.ts";

export default definePlugin({
  id: "slo",
  summary: "Publishes the service level objectives; informational, not enforced.",
  section: "monitoring",
  icon: "M8 1.75a6.25 6.25 0 1 0 0 12.5 6.25 6.25 0 0 0 0-12.5zM8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM8 8h.01",
  points: [RootLinks],
  options: Options,
  implementation: { load: () => import("./implementation.ts"), option: "measured" },
  schemas: { SloDiscovery },
  alerts,

  routes: {
    showSlo: {
      method: "GET",
      path: "/api/slo",
      summary: "Read the service level objectives.",
      returns: SloDiscovery,
      document: true,
      publish: { rootLink: "slo", capability: "sloDiscovery" },
      cache: { scope: "public", maxAge: "5m" },
      relations: { status: "status.getStatus" },
    },
  },

  documents: {
    showSlo: (registry, options) => {
      const { statusPage } = registry.of(RootLinks).hrefs;
      return {
        objectives: [...objectivesOf(options)],
        ...(statusPage === undefined ? {} : { statusPage }),
      };
    },
  },
});
