/** All incidents and past maintenance by month, and the page of one incident. */
import { html, type Html } from "waymark";
import { maintenanceItem } from "./announcements-section.ts";
import type { IncidentGroup } from "./incident-groups.ts";
import { course, incidentItem, stateTag } from "./incidents.ts";
import type { StatusInfo } from "./info.ts";
import { script } from "./page.ts";
import type { Locale } from "./messages.ts";
import { durationText } from "../shared/format.ts";

export function historyPage(info: StatusInfo, locale: Locale): Html {
  const { registry, messages, format } = locale;
  const { history } = info;
  const groups = typeof history === "object" ? history.groups : [];
  const entries = [
    ...groups.map((one) => ({ at: one.start, item: incidentItem(one, info, locale) })),
    ...info.past.map((one) => ({
      at: one.from,
      item: maintenanceItem(one, false, info, locale),
    })),
  ].toSorted((a, b) => b.at - a.at);
  const months = Map.groupBy(entries, ({ at }) => format.month(at));
  const nothing =
    history === undefined
      ? messages.noHistory
      : history === "unreadable"
        ? messages.unreadable
        : messages.noIncidents;
  return html`${script(registry)}
<div class="status">
${entries.length === 0 && html`<p>${nothing}</p>`}
${[...months].map(
  ([month, items]) => html`<section><h2>${month}</h2>
<ol class="rows">
${items.map(({ item }) => item)}</ol></section>
`,
)}
<p><a href="${registry.href("status-page.showStatusPage")}">${messages.backToStatus}</a> · <a href="${registry.href("status-page.showFeed")}">${messages.feed}</a></p>
</div>`;
}

export function incidentPage(
  group: IncidentGroup | undefined,
  info: StatusInfo,
  locale: Locale,
): Html {
  const { registry, messages } = locale;
  return html`${script(registry)}
<div class="status">
${group === undefined ? html`<p>${messages.noIncidents}</p>` : incidentFacts(group, info, locale)}
<p><a href="${registry.href("status-page.showStatusPage")}">${messages.backToStatus}</a> · <a href="${registry.href("status-page.showHistory")}">${messages.allIncidents}</a></p>
</div>`;
}

function incidentFacts(group: IncidentGroup, info: StatusInfo, locale: Locale): Html {
  const { messages, format, language, time } = locale;
  const { start, end, subjects, elsewhere } = group;
  const [first = ""] = subjects;
  const list = format.list(subjects.map((subject) => info.names(subject, language)));
  const entries = [
    [messages.stateColumn, stateTag(group, locale)],
    [messages.began, time(start)],
    [messages.ended, end === undefined ? "–" : time(end)],
    [messages.duration, durationText((end ?? info.at) - start)],
    ...(subjects.length > 1
      ? [[messages.firstAffected, info.names(first, language)] as const]
      : []),
    [messages.affected, list],
  ] as const;
  return html`<dl class="facts">
${entries.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<h2>${messages.course}</h2>
${course(group, info, locale)}
<p class="small soft">${elsewhere && html`${messages.elsewhere} `}${messages.measured}</p>`;
}
