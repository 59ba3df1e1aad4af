import { definePlugin } from "waymark";
import { SloDiscovery } from "../../../../schemas/documents/slo.ts";
import { alerts } from "./alerts.ts";
import { objectivesOf, Options } from "./options.ts";

export default definePlugin({
  id: "slo",
  summary: "Publishes the service level objectives; informational, not enforced.",
  section: "monitoring",
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
    showSlo: ({ rootLinks: { statusPage } }, options) => ({
      objectives: [...objectivesOf(options)],
      ...(statusPage === undefined ? {} : { statusPage }),
    }),
  },
});
