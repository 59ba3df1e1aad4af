/** The answers of the status pages, the feed, the badges and the API, from one reading. Loaded with the first request. */
import { html, type PageContent, type Registry } from "waymark";
import { translate } from "waymark/services";
import { assetHref } from "../shared/assets.ts";
import { statusBadge, uptimeBadge } from "./badge.ts";
import { findGroup } from "./incident-groups.ts";
import { statusFeed } from "./feed.ts";
import { historyPage, incidentPage } from "./history-page.ts";
import { incidentTitle } from "./incidents.ts";
import { readStatus, type Sources, ongoing, type StatusInfo } from "./info.ts";
import { SECTION } from "./names.ts";
import type { Options } from "./options.ts";
import { statusPage, STYLES, script, sign } from "./page.ts";
import type { RangeName } from "./routes.ts";
import { LATEST } from "./routes.ts";
import { statuspage } from "./statuspage-api.ts";
import { TONE } from "./systems.ts";
import { type Locale, localeFor } from "./messages.ts";

interface Context {
  readonly registry: Registry;
  readonly options: Options;
}

export function createAnswers(sources: Sources, { registry, options }: Context) {
  const read = (range?: RangeName) => readStatus(sources, options, range);
  const locale = (language: string) => localeFor({ registry, language });
  const api = async () => statuspage(await read(), locale("en"));
  return {
    async statusPage(language: string, range: RangeName): Promise<PageContent> {
      return { styles: STYLES, html: statusPage(await read(range), range, locale(language)) };
    },
    async history(language: string): Promise<PageContent> {
      return { styles: STYLES, html: historyPage(await read(), locale(language)) };
    },
    /** Returns the page of an incident; undefined if no incident has the id. */
    async incident(language: string, id: string): Promise<PageContent | undefined> {
      const info = await read();
      const own = locale(language);
      const past = typeof info.history === "object" ? info.history : undefined;
      const groups = past?.groups ?? [];
      const group = id === LATEST ? groups[0] : findGroup(past?.incidents ?? [], groups, id);
      if (group === undefined && id !== LATEST) return undefined;
      return {
        ...(group && { title: incidentTitle(group, info.names, own) }),
        styles: STYLES,
        html: incidentPage(group, info, own),
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
    feed: async (language: string) => statusFeed(await read(), locale(language)),
    embed: async (language: string) => embedPage(await read(), locale(language)),
    async badge(section: string | undefined) {
      const { checks, names, status } = await read();
      const system = checks.find(({ subject }) => subject === `${SECTION}${section}`);
      return system === undefined
        ? statusBadge(registry.app.name, status)
        : statusBadge(names(system.subject, "en"), system.status);
    },
    uptimeBadge: async (range: RangeName) => uptimeBadge(await read(range)),
  };
}

function embedPage(info: StatusInfo, locale: Locale): string {
  const { registry, messages, language, time } = locale;
  const { status, at } = info;
  const [cause] = ongoing(info).toReversed();
  const name = translate(registry.app.name, registry, language);
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${name}: ${messages.overall[status]}</title>
<link rel="stylesheet" href="${assetHref("site.showStyles", registry)}">
<link rel="stylesheet" href="${assetHref("status-page.showStyles", registry)}">
${script(registry)}
</head>
<body class="embed">
<main class="status" data-live-text><a id="view" data-live class="banner ${TONE[status]}" href="${registry.href("status-page.showStatusPage")}" target="_top">
${sign(status)}
<span><strong>${name}: ${messages.overall[status]}</strong>
<span class="small">${cause === undefined ? html`${messages.checked} ${time(at)}` : incidentTitle(cause, info.names, locale)}</span></span></a></main>
</body>
</html>
`.toString();
}
