/** The page in HTML. Its sections can be replaced one by one, which is what keeps it live. */
import { html, type Html, type Registry } from "waymark";
import type { Incident } from "waymark/services";
import type { Language } from "../shared/languages.ts";
import {
  type CheckFacts,
  type Facts,
  labelOf,
  type Past,
  SERVICE,
  type State,
  tellable,
} from "./facts.ts";
import { createFormat, durationText, type Format, timeElement } from "./format.ts";
import { spanSection, stateBars } from "./history-section.ts";
import { TEXTS } from "./texts.ts";

/** Texts and formats of one language. */
export interface Words {
  readonly texts: (typeof TEXTS)[Language];
  readonly format: Format;
}

export function wordsOf(language: Language): Words {
  return { texts: TEXTS[language], format: createFormat(language) };
}

const TONE: Readonly<Record<State, string>> = { ok: "good", degraded: "warn", down: "bad" };

/** Told apart by their shape: a tick, an exclamation mark, a cross. */
const SIGNS: Readonly<Record<State, string>> = {
  ok: "M6 12.5l4 4 8-9",
  degraded: "M12 5.5v8M12 17v1.5",
  down: "M7 7l10 10M17 7L7 17",
};

function sign(state: State): Html {
  return html`<svg class="sign" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="12"/><path d="${SIGNS[state]}"/></svg>`;
}

export function statusPage(facts: Facts, registry: Registry, language: Language): Html {
  const words = wordsOf(language);
  const { texts } = words;
  const { past, objectives } = facts;
  const script = registry.href("status-page.showScript");
  const styles = registry.href("status-page.showStyles");
  const events = registry.href("events.streamEvents");
  return html`<link rel="stylesheet" href="${styles}">
<script type="module" src="${script}"></script>
<div class="status" data-events="${events}" data-live-text="${texts.live}" data-waiting-text="${texts.waiting}" data-lost-text="${texts.lost}">
<p class="hidden-text" role="status" data-announce></p>
${banner(facts, words)}
<p class="connection small soft" data-connection hidden></p>
<noscript><p class="soft">${texts.reload}</p></noscript>
${checksSection(facts, words)}
${
  typeof past === "object"
    ? html`${spanSection("day", past.day, objectives, words)}
${spanSection("week", past.week, objectives, words)}
${incidentsSection(past, facts.at, words)}`
    : html`<section id="past" data-live><p class="soft">${past === "unreadable" ? texts.unreadable : texts.noHistory}</p></section>`
}
${pluginsSection(facts, words)}
${programsSection(registry, words)}
</div>`;
}

function banner({ status, at }: Facts, { texts, format }: Words): Html {
  return html`<section id="state" class="banner ${TONE[status]}" data-live data-state="${status}" aria-labelledby="state-title">
${sign(status)}
<div><h2 id="state-title">${texts.overall[status]}</h2>
<p>${texts.checked} ${timeElement(at, format.moment(at))}</p></div>
</section>`;
}

function checksSection({ checks, past, status }: Facts, words: Words): Html {
  const { texts } = words;
  const week = typeof past === "object" ? past.week : undefined;
  const whole = week !== undefined && {
    bars: stateBars(week, (part) => part.status, texts.service, words),
    share: undefined,
  };
  const rows = checks.map((check) => checkRow(check, past, words));
  return html`<section id="checks" data-live aria-labelledby="checks-title">
<h2 id="checks-title">${texts.checks}</h2>
${checks.length === 0 && html`<p class="soft">${texts.noChecks}</p>`}
<ul class="checks">
${whole !== false && html`<li>${rowHead(texts.service, status, texts)}${whole.bars}${weekAxis(undefined, words)}</li>`}
${rows}
</ul>
${week !== undefined && legend(words)}
</section>`;
}

function rowHead(label: string, status: State, texts: Words["texts"]): Html {
  return html`<div class="row"><h3>${label}</h3><span class="tag ${TONE[status]}">${texts.state[status]}</span></div>
`;
}

function checkRow(check: CheckFacts, past: Facts["past"], words: Words): Html {
  const { texts, format } = words;
  const { subject, label, status, detail, durationMs, since } = check;
  const week = typeof past === "object" ? past.week : undefined;
  const record = week?.total.checks[subject];
  const facts = [
    durationMs !== undefined && html`${texts.took} ${format.ms(durationMs)}`,
    record !== undefined &&
      record.slowestMs > 0 &&
      html`${texts.slowest} ${format.ms(record.slowestMs)}`,
    since === undefined
      ? typeof past === "object" && html`${texts.never}`
      : html`${texts.since} ${timeElement(since, format.moment(since))}`,
  ].filter((fact) => fact !== false);
  const share =
    record === undefined
      ? undefined
      : `${format.percent((100 * record.ok) / record.samples)} ${texts.okShare}`;
  return html`<li>${rowHead(label, status, texts)}
<p class="small soft">${facts.map((fact, index) => html`${index > 0 && " · "}${fact}`)}</p>
${detail !== undefined && html`<p class="small detail ${TONE[status]}">${detail}</p>`}
${week !== undefined && html`${stateBars(week, (part) => part.checks[subject]?.status, label, words)}${weekAxis(share, words)}`}</li>
`;
}

function weekAxis(share: string | undefined, { texts }: Words): Html {
  return html`<p class="axis"><span>${texts.weekAgo}</span>${share !== undefined && html`<span>${share}</span>`}<span>${texts.now}</span></p>`;
}

function legend({ texts }: Words): Html {
  const { ok, degraded, down } = texts.state;
  const entries = [
    ["good", ok, "M0 2h5v12h-5z"],
    ["warn", degraded, "M0 2h5v4.5h-5zM0 9.500h5V14h-5z"],
    ["bad", down, "M0 0h5v2h-5zM0 3.500h5V14h-5z"],
    ["none", texts.noData, "M0 12h5v2h-5z"],
  ] as const;
  return html`<ul class="keys">${entries.map(
    ([kind, name, path]) =>
      html`<li><svg class="swatch" viewBox="0 0 5 14" aria-hidden="true"><path class="${kind}" d="${path}"/></svg>${name}</li>`,
  )}</ul>`;
}

function incidentsSection({ incidents }: Past, now: number, words: Words): Html {
  const { texts } = words;
  const told = tellable(incidents);
  return html`<section id="incidents" data-live aria-labelledby="incidents-title">
<h2 id="incidents-title">${texts.incidents}</h2>
${
  told.length === 0
    ? html`<p class="soft">${texts.noIncidents}</p>`
    : html`<ol class="incidents">
${told.map((incident) => incidentItem(incident, now, words))}</ol>`
}
</section>`;
}

function incidentItem(
  { subject, from, to, detail, start, end, here }: Incident,
  now: number,
  { texts, format }: Words,
): Html {
  const name = subject === SERVICE ? texts.service : labelOf(subject);
  const duration = durationText((end ?? now) - start);
  return html`<li class="${TONE[to]}"><div class="row"><h3>${name}</h3><span class="tag ${TONE[to]}">${texts.state[from]} → ${texts.state[to]}</span></div>
<p>${timeElement(start, format.moment(start))}${end !== undefined && html` – ${timeElement(end, format.moment(end))}`} · ${
    end === undefined
      ? html`<strong>${texts.ongoing}</strong>, ${duration}`
      : texts.lasted(duration)
  }${!here && html` · ${texts.elsewhere}`}</p>
${detail !== undefined && html`<p class="soft">${detail}</p>`}</li>
`;
}

function pluginsSection({ plugins, degraded }: Facts, { texts }: Words): Html {
  return html`<section id="plugins" data-live aria-labelledby="plugins-title">
<h2 id="plugins-title">${texts.plugins}</h2>
<p>${texts.pluginsOn(plugins.length)} ${degraded.length === 0 && texts.allStarted}</p>
${degraded.length > 0 && html`<ul>${degraded.map((id) => html`<li><code>${id}</code> ${texts.notStarted}</li>`)}</ul>`}
<details id="plugins-list"><summary>${texts.which}</summary>
<p class="small soft">${plugins.join(", ")}</p></details>
</section>`;
}

function programsSection(registry: Registry, { texts }: Words): Html {
  return html`<section id="programs" aria-labelledby="programs-title">
<h2 id="programs-title">${texts.programs}</h2>
<ul>
<li><a href="${registry.href("status-page.showSummary")}">${texts.summary}</a></li>
<li><a href="${registry.href("status-page.showBadge")}">${texts.badge}</a></li>
</ul>
</section>`;
}
