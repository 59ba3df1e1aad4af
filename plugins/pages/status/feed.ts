/** The incidents, notices and planned maintenance of the Statuspage API as an Atom feed (RFC 4287). */
import { html } from "waymark";
import type { StatusInfo } from "./info.ts";
import type { Locale } from "./messages.ts";
import { declaredAt, statuspage, timeOf } from "./statuspage-api.ts";

export function statusFeed(info: StatusInfo, locale: Locale): string {
  const { registry, messages, format, language } = locale;
  const { page, incidents, scheduled_maintenances } = statuspage(info, locale);
  const self = `${registry.baseUrl}${registry.href("status-page.showFeed") ?? ""}`;
  const said: Readonly<Record<string, string>> = messages.said;
  const moment = (time: string) => format.moment(Date.parse(time));
  const entries = [
    ...incidents.map(({ impact, incident_updates, ...one }) => {
      const lines = incident_updates.map(
        ({ display_at, status, body }) => `${moment(display_at)}: ${said[status]}: ${body}`,
      );
      // A notice has no impact, and is all that is said.
      return { ...one, title: one.name, text: impact === "none" ? one.name : lines.join("\n") };
    }),
    ...scheduled_maintenances.map(
      ({ scheduled_for, scheduled_until, incident_updates, ...one }) => ({
        ...one,
        title: `${messages.maintenance}: ${one.name}`,
        text: `${moment(scheduled_for)} – ${moment(scheduled_until)}\n${incident_updates.at(-1)?.body}`,
      }),
    ),
  ].toSorted((a, b) => b.updated_at.localeCompare(a.updated_at));
  return html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">
<id>${self}</id>
<title>${page.name}: ${messages.incidents}</title>
<link rel="self" type="application/atom+xml" href="${self}"/>
<link rel="alternate" type="text/html" href="${page.url}"/>
<author><name>${page.name}</name></author>
<updated>${entries[0]?.updated_at ?? timeOf(declaredAt(registry))}</updated>
${entries.map(
  ({ shortlink, title, created_at, updated_at, text }) => html`<entry>
<id>${shortlink}</id>
<title>${title}</title>
<link rel="alternate" type="text/html" href="${shortlink}"/>
<published>${created_at}</published>
<updated>${updated_at}</updated>
<content type="text">${text}</content>
</entry>
`,
)}</feed>
`.toString();
}
