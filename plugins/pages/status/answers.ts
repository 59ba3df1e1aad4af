/** What the pages, the feed, the badges and the API of the status answer, all from one reading. Loaded with the first request. */
import type { Log, PageContent, Registry } from "waymark";
import type { Language } from "../shared/languages.ts";
import { latencyBadge, statusBadge, uptimeBadge } from "./badge.ts";
import { embedPage } from "./embed.ts";
import { findEpisode } from "./episodes.ts";
import { statusFeed } from "./feed.ts";
import { localeFor } from "./format.ts";
import { historyPage, incidentPage } from "./history-page.ts";
import { incidentTitle } from "./incidents.ts";
import { readStatus, type Sources } from "./info.ts";
import { statusMarkdown } from "./markdown.ts";
import type { Options } from "./options.ts";
import { statusPage, STYLES } from "./page.ts";
import type { RangeName } from "./ranges.ts";
import { LATEST } from "./routes.ts";
import { statuspage } from "./statuspage-api.ts";

interface Context {
  readonly registry: Registry;
  readonly log: Log;
  readonly options: Options;
}

export function createAnswers(sources: Sources, { registry, log, options }: Context) {
  const read = (range?: RangeName) => readStatus(sources, options, log, range);
  const api = async () => statuspage(await read(), registry);
  const maintenances = async (status?: "scheduled" | "in_progress") => {
    const { page, maintenances: all, scheduled_maintenances: planned } = await api();
    const wanted = planned.filter((one) => one.status === status);
    return { page, scheduled_maintenances: status === undefined ? all : wanted };
  };
  return {
    async statusPage(language: Language, range: RangeName): Promise<PageContent> {
      const info = await read(range);
      const locale = localeFor(language);
      return {
        styles: STYLES,
        html: statusPage(info, range, registry, locale),
        markdown: statusMarkdown(info, range, registry, locale),
      };
    },
    async history(language: Language): Promise<PageContent> {
      return { styles: STYLES, html: historyPage(await read(), registry, localeFor(language)) };
    },
    /** Undefined for an id of no incident. */
    async incident(language: Language, id: string): Promise<PageContent | undefined> {
      const info = await read();
      const locale = localeFor(language);
      const past = typeof info.history === "object" ? info.history : undefined;
      const episodes = past?.episodes ?? [];
      const episode =
        id === LATEST ? episodes[0] : findEpisode(past?.incidents ?? [], episodes, id);
      if (episode === undefined && id !== LATEST) return undefined;
      return {
        ...(episode && { title: incidentTitle(episode, info.names, locale) }),
        styles: STYLES,
        html: incidentPage(episode, info, registry, locale),
      };
    },
    async summary() {
      const { page, status, components, unresolved, scheduled_maintenances } = await api();
      return { page, status, components, incidents: unresolved, scheduled_maintenances };
    },
    async status() {
      const { page, status } = await api();
      return { page, status };
    },
    async components() {
      const { page, components } = await api();
      return { page, components };
    },
    async incidents() {
      const { page, incidents } = await api();
      return { page, incidents };
    },
    async unresolved() {
      const { page, unresolved } = await api();
      return { page, incidents: unresolved };
    },
    maintenances,
    feed: async (language: Language) => statusFeed(await read(), registry, localeFor(language)),
    embed: async (language: Language) => embedPage(await read(), registry, localeFor(language)),
    badge: async () => statusBadge(registry.app.name, (await read()).status),
    uptimeBadge: async (range: RangeName) => uptimeBadge(await read(range)),
    latencyBadge: async (range: RangeName) => latencyBadge(await read(range)),
  };
}
