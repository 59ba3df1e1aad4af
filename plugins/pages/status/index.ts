/** The status of the service and its history: pages for people, answers for programs, badges for READMEs. */
import { definePlugin, definePolicy, optional, type CacheDeclaration } from "waymark";
import { Audit, Clock, Health, History, Ids, Runtime, Store } from "waymark/services";
import { asScript, prepareScripts, styleText } from "../shared/assets.ts";
import {
  Announcement,
  Announcements,
  ANNOUNCEMENTS,
  createAnnouncements,
} from "./announcements.ts";
import { latencyBadge, statusBadge, uptimeBadge } from "./badge.ts";
import { statusCommand } from "./command.ts";
import { EMBED_POLICY, embedPage } from "./embed.ts";
import { findEpisode } from "./episodes.ts";
import { statusFeed } from "./feed.ts";
import { localeFor } from "./format.ts";
import { historyPage, incidentPage } from "./history-page.ts";
import { incidentTitle } from "./incidents.ts";
import { readStatus } from "./info.ts";
import { statusMarkdown } from "./markdown.ts";
import { Options } from "./options.ts";
import { statusPage } from "./page.ts";
import type { RangeName } from "./ranges.ts";
import { LATEST, statusRoutes } from "./routes.ts";
import { statuspage } from "./statuspage-api.ts";

const SCRIPT = new URL("./browser/live.ts", import.meta.url);

const embedding = definePolicy({
  id: "status-page",
  compile: ({ ref }) =>
    ref === "status-page.showEmbed"
      ? {
          contributes: [
            {
              header: "Content-Security-Policy",
              outcomes: ["ok", "notModified"],
              value: EMBED_POLICY,
            },
          ],
        }
      : undefined,
});

/** @param shared how caches may keep what looks the same for all. */
export const statusPlugin = (shared: CacheDeclaration) =>
  definePlugin({
    id: "status-page",
    summary:
      "Live pages with the status of the service and its history, a feed, badges and an API.",
    options: Options,
    needs: {
      health: Health,
      history: optional(History),
      runtime: Runtime,
      clock: Clock,
      ids: Ids,
      store: optional(Store),
      audit: optional(Audit),
    },
    provides: { announcements: Announcements },
    tables: { [ANNOUNCEMENTS]: { of: Announcement, key: "id", internal: true } },
    setup(use, { options }) {
      prepareScripts(SCRIPT);
      return { announcements: createAnnouncements(use, options) };
    },
    policies: [embedding],
    routes: statusRoutes(shared),

    handlers: (sources, { registry, log, options }) => {
      const read = (range?: RangeName) => readStatus(sources, options, log, range);
      const api = async () => statuspage(await read(), registry);
      const summary = async () => {
        const { page, status, components, unresolved, scheduled_maintenances } = await api();
        return { page, status, components, incidents: unresolved, scheduled_maintenances };
      };
      const maintenances = async (status?: string) => {
        const { page, maintenances: all, scheduled_maintenances: planned } = await api();
        const wanted = planned.filter((one) => one.status === status);
        return { page, scheduled_maintenances: status === undefined ? all : wanted };
      };
      return {
        async showStatusPage({ language, query: { range } }) {
          const info = await read(range);
          const locale = localeFor(language);
          return {
            html: statusPage(info, range, registry, locale),
            markdown: statusMarkdown(info, range, registry, locale),
          };
        },
        async showHistory({ language }) {
          return historyPage(await read(), registry, localeFor(language));
        },
        async showIncident({ language, params: { id }, fail }) {
          const info = await read();
          const locale = localeFor(language);
          const past = typeof info.history === "object" ? info.history : undefined;
          const episodes = past?.episodes ?? [];
          const episode =
            id === LATEST ? episodes[0] : findEpisode(past?.incidents ?? [], episodes, id);
          if (episode === undefined && id !== LATEST) fail("resource-not-found");
          return {
            ...(episode && { title: incidentTitle(episode, info.names, locale) }),
            html: incidentPage(episode, info, registry, locale),
          };
        },

        showSummary: summary,
        showApiSummary: summary,
        async showApiStatus() {
          const { page, status } = await api();
          return { page, status };
        },
        async showApiComponents() {
          const { page, components } = await api();
          return { page, components };
        },
        async showApiIncidents() {
          const { page, incidents } = await api();
          return { page, incidents };
        },
        async showApiUnresolved() {
          const { page, unresolved } = await api();
          return { page, incidents: unresolved };
        },
        showApiMaintenances: () => maintenances(),
        showApiUpcoming: () => maintenances("scheduled"),
        showApiActive: () => maintenances("in_progress"),

        showFeed: async ({ language }) => statusFeed(await read(), registry, localeFor(language)),
        showEmbed: async ({ language }) => embedPage(await read(), registry, localeFor(language)),
        showBadge: async () => statusBadge(registry.app.name, (await read()).status),
        showUptimeBadge: async ({ query: { range } }) => uptimeBadge(await read(range)),
        showLatencyBadge: async ({ query: { range } }) => latencyBadge(await read(range)),
      };
    },

    commands: { status: statusCommand },

    documents: {
      showStyles: styleText(new URL("./status.css", import.meta.url)),
      showScript: () => SCRIPT.href,
    },
    renderers: { showScript: asScript },
  });

export default statusPlugin({ scope: "public", maxAge: "30s" });
