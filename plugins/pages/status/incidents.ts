/** Incidents: open ones, a span's, all by month, and a single one with its course. */
import { html, textIn, type Html, type Registry } from "waymark";
import { courseOf, type IncidentGroup } from "./incident-groups.ts";
import { ongoing, type StatusInfo } from "./info.ts";
import type { Names } from "./names.ts";
import { RANGES, type RangeName } from "./routes.ts";
import { TONE } from "./systems.ts";
import { fill } from "../shared/fill.ts";
import { type Locale, updateText } from "./messages.ts";
import { durationText } from "../shared/format.ts";

/** Incidents that the status page shows beside open ones. */
const MOST_SHOWN = 10;
/** Updates that the status page shows of an open incident. */
const MOST_UPDATES = 4;

export function incidentTitle(
  { worst, subjects }: IncidentGroup,
  names: Names,
  { messages, format, language }: Locale,
): string {
  const list = format.list(subjects.map((subject) => names(subject, language)));
  return `${messages.incident[worst]}: ${list}`;
}

/** Returns the address of an incident's page. */
export function incidentHref(registry: Registry, { id }: Pick<IncidentGroup, "id">): string {
  return registry.href("status-page.showIncident", { id }) ?? "";
}

export function ongoingSection(info: StatusInfo, locale: Locale): Html {
  const { messages } = locale;
  const open = ongoing(info);
  if (open.length === 0) return html`<div id="ongoing" data-live></div>`;
  return html`<section id="ongoing" data-live aria-labelledby="ongoing-title">
<h2 id="ongoing-title">${messages.ongoingTitle}</h2>
<ul class="rows">
${open.map(
  (group) => html`<li class="${TONE[group.worst]}">${head(group, info, locale)}
${course(group, info, locale, MOST_UPDATES)}</li>
`,
)}</ul>
</section>`;
}

/** Returns the section of the span's incidents that are over. */
export function pastSection(info: StatusInfo, range: RangeName, locale: Locale): Html {
  const { registry, messages } = locale;
  const { partMs, parts } = RANGES[range];
  const groups = typeof info.history === "object" ? info.history.groups : [];
  const recent = groups.filter(({ end }) => end !== undefined && end > info.at - partMs * parts);
  return html`<section id="incidents" data-live aria-labelledby="incidents-title">
<h2 id="incidents-title">${messages.incidents}</h2>
${
  recent.length === 0
    ? html`<p class="soft">${messages.noneIn[range]}</p>`
    : html`<ol class="rows">
${recent.slice(0, MOST_SHOWN).map((group) => incidentItem(group, info, locale))}</ol>`
}
<p><a href="${registry.href("status-page.showHistory")}">${messages.allIncidents}</a></p>
</section>`;
}

export function incidentItem(group: IncidentGroup, info: StatusInfo, locale: Locale): Html {
  return html`<li class="${TONE[group.worst]}">${head(group, info, locale)}</li>
`;
}

function head(group: IncidentGroup, info: StatusInfo, locale: Locale): Html {
  const title = incidentTitle(group, info.names, locale);
  return html`<div class="row"><h3><a href="${incidentHref(locale.registry, group)}">${title}</a></h3>${stateTag(group, locale)}</div>
<p class="small soft">${timeSpan(group, info.at, locale)}</p>`;
}

export function stateTag({ end, worst }: IncidentGroup, { messages }: Locale): Html {
  return end === undefined
    ? html`<span class="tag ${TONE[worst]}">${messages.ongoing}</span>`
    : html`<span class="tag good">${messages.resolved}</span>`;
}

function timeSpan({ start, end }: IncidentGroup, now: number, { messages, time }: Locale): Html {
  const duration = durationText((end ?? now) - start);
  const from = time(start);
  if (end === undefined) return html`${messages.since} ${from} · ${duration}`;
  return html`${from} – ${time(end)} · ${fill(messages.lasted, { duration })}`;
}

/** Returns the changes of state and the updates of operators, the latest first. */
export function course(
  group: IncidentGroup,
  { names }: StatusInfo,
  { messages, language, time }: Locale,
  most = Infinity,
): Html {
  const latest = courseOf(group).toReversed().slice(0, most);
  return html`<ol class="course">${latest.map((one) => {
    const text =
      "subject" in one
        ? html`<span>${updateText(names(one.subject, language), one.to, messages)}</span>`
        : html`<strong>${messages.said[one.state]}</strong> <span>${textIn(one.text, language)}</span>`;
    const tone = "subject" in one ? TONE[one.to] : "said";
    return html`<li class="${tone}">${text} <span class="small soft">${time(one.at)}</span></li>`;
  })}</ol>`;
}
