/** The page that tells people how the service is and was, and the same for programs and READMEs. */
import { readFileSync } from "node:fs";
import { definePlugin, optional } from "waymark";
import { Health, History, Runtime } from "waymark/services";
import { StatusSummary } from "../../../schemas/status-summary.ts";
import { asScript, scriptRoute, styleRoute } from "../shared/assets.ts";
import { LANGUAGES } from "../shared/languages.ts";
import { statusBadge } from "./badge.ts";
import { readFacts } from "./facts.ts";
import { statusMarkdown } from "./markdown.ts";
import { statusPage } from "./page.ts";
import { statusSummary } from "./summary.ts";

const STYLES = new URL("./status.css", import.meta.url);

export default definePlugin({
  id: "status-page",
  summary: "Shows people how the service is and was, live.",
  needs: { health: Health, history: optional(History), runtime: Runtime },
  schemas: { StatusSummary },

  routes: {
    showStatusPage: {
      method: "GET",
      path: "/status",
      summary: "See how the service is and was.",
      page: {
        title: { en: "Status", es: "Estado" },
        description: {
          en: "How the service is right now, and how it was over the last days.",
          es: "Cómo está el servicio ahora mismo y cómo ha estado en los últimos días.",
        },
        menu: "main",
        updated: "2026-11-21",
      },
      languages: LANGUAGES,
      publish: { rootLink: "statusPage" },
      cache: "no-store",
    },
    showSummary: {
      method: "GET",
      path: "/status/summary.json",
      summary: "Read how the service is, as clients of Statuspage do.",
      description: "The shape is that of `summary.json` in version 2 of Statuspage's API.",
      returns: StatusSummary,
      members: false,
      cache: "no-store",
    },
    showBadge: {
      method: "GET",
      path: "/status/badge.svg",
      summary: "See how the service is, as an image for READMEs.",
      text: { mediaType: "image/svg+xml" },
      site: true,
      cache: { scope: "public", maxAge: "30s" },
    },
    showStyles: styleRoute("/assets/status.css", "Read the styles of the status page."),
    showScript: scriptRoute(
      "/assets/status.js",
      "Read the script that keeps the status page live.",
    ),
  },

  handlers: (sources, { registry, log }) => ({
    async showStatusPage({ language }) {
      const facts = await readFacts(sources, log);
      return {
        html: statusPage(facts, registry, language),
        markdown: statusMarkdown(facts, registry, language),
      };
    },
    showSummary: async () => statusSummary(await readFacts(sources, log), registry),
    showBadge: async () => {
      const { status } = await readFacts(sources, log);
      return statusBadge(registry.service.name, status);
    },
  }),

  documents: {
    showStyles: () => readFileSync(STYLES, "utf8"),
    showScript: () => new URL("./browser/live.ts", import.meta.url).href,
  },
  renderers: { showScript: asScript },
});
