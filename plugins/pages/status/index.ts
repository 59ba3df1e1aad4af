/** The status of the service and its history: a page for people, a summary for programs, a badge for READMEs. */
import { definePlugin, optional, type CacheDeclaration } from "waymark";
import { Health, History, Runtime } from "waymark/services";
import { StatusSummary } from "../../../schemas/status-summary.ts";
import { asScript, fileText, scriptRoute, styleRoute } from "../shared/assets.ts";
import { LANGUAGES } from "../shared/languages.ts";
import { statusBadge } from "./badge.ts";
import { readStatus } from "./info.ts";
import { statusMarkdown } from "./markdown.ts";
import { statusPage } from "./page.ts";
import { statusSummary } from "./summary.ts";

/** @param badge how caches may keep the badge. */
export const statusPlugin = (badge: CacheDeclaration) =>
  definePlugin({
    id: "status-page",
    summary: "A live page with the status of the service and its history.",
    needs: { health: Health, history: optional(History), runtime: Runtime },

    routes: {
      showStatusPage: {
        method: "GET",
        path: "/status",
        summary: "See the status of the service and its history.",
        page: {
          title: { en: "Status", es: "Estado" },
          description: {
            en: "The current status of the service, and its history over the last days.",
            es: "El estado actual del servicio y su historial de los últimos días.",
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
        summary: "Read the status of the service in Statuspage's format.",
        description: "The format is that of `summary.json` in version 2 of the Statuspage API.",
        returns: StatusSummary,
        asset: true,
        bareBody: true,
        cache: "no-store",
      },
      showBadge: {
        method: "GET",
        path: "/status/badge.svg",
        summary: "Read the status of the service as a badge for READMEs.",
        text: { mediaType: "image/svg+xml" },
        asset: true,
        cache: badge,
      },
      showStyles: styleRoute("/assets/status.css", "Read the styles of the status page."),
      showScript: scriptRoute(
        "/assets/status.js",
        "Read the script that keeps the status page live.",
      ),
    },

    handlers: (sources, { registry, log }) => ({
      async showStatusPage({ language }) {
        const info = await readStatus(sources, log);
        return {
          html: statusPage(info, registry, language),
          markdown: statusMarkdown(info, registry, language),
        };
      },
      showSummary: async () => statusSummary(await readStatus(sources, log), registry),
      showBadge: async () => {
        const { status } = await readStatus(sources, log);
        return statusBadge(registry.app.name, status);
      },
    }),

    documents: {
      showStyles: fileText(new URL("./status.css", import.meta.url)),
      showScript: () => new URL("./browser/live.ts", import.meta.url).href,
    },
    renderers: { showScript: asScript },
  });

export default statusPlugin({ scope: "public", maxAge: "30s" });
