/** The page in HTML. The script keeps it live by replacing its sections one by one. */
import { html, type Html, type Registry, requiredScopes } from "waymark";
import type { Incident } from "waymark/services";
import type { Language } from "../shared/languages.ts";
import {
  type CheckInfo,
  type StatusInfo,
  subjectLabel,
  type HistoryInfo,
  SERVICE,
  type Span,
  type State,
  reportableIncidents,
} from "./info.ts";
import { durationText, timeElement, type Locale, localeFor } from "./format.ts";
import { spanSection, stateBars } from "./history-section.ts";

const TONE: Readonly<Record<State, string>> = { ok: "good", degraded: "warn", down: "bad" };

/** They differ in shape, not in colour alone: a tick, an exclamation mark, a cross. */
const SIGNS: Readonly<Record<State, string>> = {
  ok: "M6 12.5l4 4 8-9",
  degraded: "M12 5.5v8M12 17v1.5",
  down: "M7 7l10 10M17 7L7 17",
};

function sign(state: State): Html {
  return html`<svg class="sign" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="12"/><path d="${SIGNS[state]}"/></svg>`;
}

export function statusPage(info: StatusInfo, registry: Registry, language: Language): Html {
  const locale = localeFor(language);
  const { messages } = locale;
  const { history, objectives } = info;
  const script = registry.href("status-page.showScript");
  const styles = registry.href("status-page.showStyles");
  const stream = registry.route("events.streamEvents");
  // The page has no credential: it polls where the stream needs one.
  const events = stream && requiredScopes(stream) === undefined ? stream.path : undefined;
  return html`<link rel="stylesheet" href="${styles}">
<script type="module" src="${script}"></script>
<div class="status" data-events="${events}" data-live-text="${messages.live}" data-waiting-text="${messages.waiting}" data-lost-text="${messages.lost}">
<p class="hidden-text" role="status" data-announce></p>
${banner(info, locale)}
<p class="connection small soft" data-connection hidden></p>
<noscript><p class="soft">${messages.reload}</p></noscript>
${checksSection(info, locale)}
${
  typeof history === "object"
    ? html`${spanSection("day", history.day, objectives, locale)}
${spanSection("week", history.week, objectives, locale)}
${incidentsSection(history, info.at, locale)}`
    : html`<section id="past" data-live><p class="soft">${history === "unreadable" ? messages.unreadable : messages.noHistory}</p></section>`
}
${pluginsSection(info, locale)}
${programsSection(registry, locale)}
</div>`;
}

function banner({ status, at }: StatusInfo, { messages, format }: Locale): Html {
  return html`<section id="state" class="banner ${TONE[status]}" data-live data-state="${status}" aria-labelledby="state-title">
${sign(status)}
<div><h2 id="state-title">${messages.overall[status]}</h2>
<p>${messages.checked} ${timeElement(at, format.moment(at))}</p></div>
</section>`;
}

function checksSection({ checks, history, status }: StatusInfo, locale: Locale): Html {
  const { messages } = locale;
  const week = typeof history === "object" ? history.week : undefined;
  return html`<section id="checks" data-live aria-labelledby="checks-title">
<h2 id="checks-title">${messages.checks}</h2>
${checks.length === 0 && html`<p class="soft">${messages.noChecks}</p>`}
<ul class="checks">
${week !== undefined && html`<li>${rowHead(messages.service, status, messages)}${stateBars(week, (part) => part.status, messages.service, locale)}${weekAxis(undefined, locale)}</li>`}
${checks.map((check) => checkRow(check, week, locale))}
</ul>
${week !== undefined && legend(locale)}
</section>`;
}

function rowHead(label: string, status: State, messages: Locale["messages"]): Html {
  return html`<div class="row"><h3>${label}</h3><span class="tag ${TONE[status]}">${messages.state[status]}</span></div>
`;
}

function checkRow(check: CheckInfo, week: Span | undefined, locale: Locale): Html {
  const { messages, format } = locale;
  const { subject, label, status, detail, durationMs, since } = check;
  const record = week?.total.checks[subject];
  const details = [
    durationMs !== undefined && html`${messages.took} ${format.ms(durationMs)}`,
    record !== undefined &&
      record.slowestMs > 0 &&
      html`${messages.slowest} ${format.ms(Math.max(record.slowestMs, durationMs ?? 0))}`,
    since === undefined
      ? week !== undefined && html`${messages.never}`
      : html`${messages.since} ${timeElement(since, format.moment(since))}`,
  ].filter((item) => item !== false);
  const share =
    record === undefined
      ? undefined
      : `${format.percent((100 * record.ok) / record.samples)} ${messages.okShare}`;
  return html`<li>${rowHead(label, status, messages)}
<p class="small soft">${details.map((item, index) => html`${index > 0 && " · "}${item}`)}</p>
${detail !== undefined && html`<p class="small detail ${TONE[status]}">${detail}</p>`}
${week !== undefined && html`${stateBars(week, (part) => part.checks[subject]?.status, label, locale)}${weekAxis(share, locale)}`}</li>
`;
}

function weekAxis(share: string | undefined, { messages }: Locale): Html {
  return html`<p class="axis"><span>${messages.weekAgo}</span>${share !== undefined && html`<span>${share}</span>`}<span>${messages.now}</span></p>`;
}

function legend({ messages }: Locale): Html {
  const { ok, degraded, down } = messages.state;
  const entries = [
    ["good", ok, "M0 2h5v12h-5z"],
    ["warn", degraded, "M0 2h5v4.5h-5zM0 9.500h5V14h-5z"],
    ["bad", down, "M0 0h5v2h-5zM0 3.500h5V14h-5z"],
    ["none", messages.noData, "M0 12h5v2h-5z"],
  ] as const;
  return html`<ul class="keys">${entries.map(
    ([kind, name, path]) =>
      html`<li><svg class="swatch" viewBox="0 0 5 14" aria-hidden="true"><path class="${kind}" d="${path}"/></svg>${name}</li>`,
  )}</ul>`;
}

function incidentsSection({ incidents }: HistoryInfo, now: number, locale: Locale): Html {
  const { messages } = locale;
  const shown = reportableIncidents(incidents);
  return html`<section id="incidents" data-live aria-labelledby="incidents-title">
<h2 id="incidents-title">${messages.incidents}</h2>
${
  shown.length === 0
    ? html`<p class="soft">${messages.noIncidents}</p>`
    : html`<ol class="incidents">
${shown.map((incident) => incidentItem(incident, now, locale))}</ol>`
}
</section>`;
}

function incidentItem(
  { subject, from, to, detail, start, end, here }: Incident,
  now: number,
  { messages, format }: Locale,
): Html {
  const name = subject === SERVICE ? messages.service : subjectLabel(subject);
  const duration = durationText((end ?? now) - start);
  return html`<li class="${TONE[to]}"><div class="row"><h3>${name}</h3><span class="tag ${TONE[to]}">${messages.state[from]} → ${messages.state[to]}</span></div>
<p>${timeElement(start, format.moment(start))}${end !== undefined && html` – ${timeElement(end, format.moment(end))}`} · ${
    end === undefined
      ? html`<strong>${messages.ongoing}</strong>, ${duration}`
      : messages.lasted(duration)
  }${!here && html` · ${messages.elsewhere}`}</p>
${detail !== undefined && html`<p class="soft">${detail}</p>`}</li>
`;
}

function pluginsSection({ plugins, degraded }: StatusInfo, { messages }: Locale): Html {
  return html`<section id="plugins" data-live aria-labelledby="plugins-title">
<h2 id="plugins-title">${messages.plugins}</h2>
<p>${messages.pluginsOn(plugins.length)} ${degraded.length === 0 && messages.allStarted}</p>
${degraded.length > 0 && html`<ul>${degraded.map((id) => html`<li><code>${id}</code> ${messages.notStarted}</li>`)}</ul>`}
<details id="plugins-list"><summary>${messages.which}</summary>
<p class="small soft">${plugins.join(", ")}</p></details>
</section>`;
}

function programsSection(registry: Registry, { messages }: Locale): Html {
  return html`<section id="programs" aria-labelledby="programs-title">
<h2 id="programs-title">${messages.programs}</h2>
<ul>
<li><a href="${registry.href("status-page.showSummary")}">${messages.summary}</a></li>
<li><a href="${registry.href("status-page.showBadge")}">${messages.badge}</a></li>
</ul>
</section>`;
}
