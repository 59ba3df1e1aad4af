/** Incidents, notices and planned maintenance as an Atom feed (RFC 4287). */
import { html, textIn, type Html, type Registry } from "waymark";
import { translate } from "waymark/services";
import type { Announcement, Maintenance } from "./announcements.ts";
import { courseOf, type IncidentGroup } from "./incident-groups.ts";
import { incidentHref, incidentTitle } from "./incidents.ts";
import type { StatusInfo } from "./info.ts";
import { type Locale, updateText } from "./messages.ts";

/** Incidents in the feed. */
const MOST_ENTRIES = 50;

interface Entry {
  readonly id: string;
  readonly link: string;
  readonly title: string;
  readonly published: number;
  readonly updated: number;
  readonly text: string;
}

export function statusFeed(info: StatusInfo, registry: Registry, locale: Locale): string {
  const { baseUrl } = registry;
  const name = translate(registry.app.name, registry, locale.language);
  const url = (ref: string) => `${baseUrl}${registry.href(ref) ?? ""}`;
  const page = url("status-page.showStatusPage");
  const self = url("status-page.showFeed");
  const groups = typeof info.history === "object" ? info.history.groups : [];
  const entries = [
    ...info.notices.map((one) => noticeEntry(one, page, declaredAt(registry), locale)),
    ...info.maintenance.map((one) => maintenanceEntry(one, page, locale)),
    ...info.past.map((one) => ({
      ...maintenanceEntry(one, page, locale),
      link: `${url("status-page.showHistory")}#maintenance-${one.id}`,
      updated: one.until,
    })),
    ...groups
      .slice(0, MOST_ENTRIES)
      .map((one) => incidentEntry(one, `${baseUrl}${incidentHref(registry, one)}`, info, locale)),
  ].toSorted((a, b) => b.updated - a.updated);
  const updated = entries[0]?.updated ?? declaredAt(registry);
  return html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${locale.language}">
<id>${self}</id>
<title>${name}: ${locale.messages.incidents}</title>
<link rel="self" type="application/atom+xml" href="${self}"/>
<link rel="alternate" type="text/html" href="${page}"/>
<author><name>${name}</name></author>
<updated>${time(updated)}</updated>
${entries.map(entryElement)}</feed>
`.toString();
}

/** Returns the time for entries without a known time: the same at each request and each node. */
export function declaredAt(registry: Registry): number {
  return Date.parse(
    registry.route("status-page.showStatusPage")?.declaration.page?.updated ?? "1970-01-01",
  );
}

function entryElement({ id, link, title, published, updated, text }: Entry): Html {
  return html`<entry>
<id>${id}</id>
<title>${title}</title>
<link rel="alternate" type="text/html" href="${link}"/>
<published>${time(published)}</published>
<updated>${time(updated)}</updated>
<content type="text">${text}</content>
</entry>
`;
}

function incidentEntry(
  group: IncidentGroup,
  link: string,
  info: StatusInfo,
  locale: Locale,
): Entry {
  const { messages, format, language } = locale;
  const steps = courseOf(group);
  const lines = steps.toReversed().map((one) => {
    const text =
      "subject" in one
        ? updateText(info.names(one.subject, language), one.to, messages)
        : `${messages.said[one.state]}: ${textIn(one.text, language)}`;
    return `${format.moment(one.at)}: ${text}`;
  });
  return {
    id: link,
    link,
    title: incidentTitle(group, info.names, locale),
    published: group.start,
    updated: steps.at(-1)?.at ?? group.start,
    text: lines.join("\n"),
  };
}

function noticeEntry(one: Announcement, page: string, unknown: number, locale: Locale): Entry {
  const at = one.announced ?? (one.from || unknown);
  const title = textIn(one.title, locale.language);
  const [id, link] = [`${page}#note-${one.id}`, `${page}#announcements`];
  return { id, link, title, published: at, updated: at, text: title };
}

/** Returns the entry of maintenance. The config does not say when it was announced, so its own time stands for it. */
function maintenanceEntry(one: Maintenance, page: string, locale: Locale): Entry {
  const { messages, format, language } = locale;
  const { id, from, until, text, announced = from } = one;
  const times = `${format.moment(from)} – ${format.moment(until)}`;
  const address = `${page}#maintenance-${id}`;
  return {
    id: address,
    link: address,
    title: `${messages.maintenance}: ${textIn(one.title, language)}`,
    published: announced,
    updated: announced,
    text: text === undefined ? times : `${times}\n${textIn(text, language)}`,
  };
}

function time(at: number): string {
  return new Date(at).toISOString();
}
