/** The history in figures, charts and tables. */
import { html, type Html } from "waymark";
import type { HistoryPart } from "waymark/services";
import { type Bar, barChart, lineChart, scaleFor } from "./charts.ts";
import {
  availabilityPercent,
  subjectLabel,
  type Objectives,
  type Span,
  type State,
} from "./info.ts";
import { timeElement, type Locale } from "./format.ts";

/** Percent of answered requests below which a part of time counts as bad. */
const BAD_BELOW = 95;

const DAY_MS = 86_400_000;

const BAR_OF: Readonly<Record<State, Bar>> = { ok: "good", degraded: "warn", down: "bad" };
const PERCENTILES = ["p50", "p95", "p99"] as const;

/** The state of the service or of a check over time. */
export function stateBars(
  { parts, total }: Span,
  stateOf: (part: HistoryPart) => State | undefined,
  what: string,
  locale: Locale,
): Html {
  const { state, noData } = locale.messages;
  const bars = parts.map((part): Bar => {
    const status = stateOf(part);
    return status === undefined ? "none" : BAR_OF[status];
  });
  const names = { good: state.ok, warn: state.degraded, bad: state.down, idle: "", none: noData };
  return labelledBars(bars, names, what, total, locale);
}

/** Figures and charts of one span. */
export function spanSection(
  id: "day" | "week",
  span: Span,
  objectives: Objectives,
  locale: Locale,
): Html {
  const { lastDay, lastWeek, noDataYet } = locale.messages;
  const title = id === "day" ? lastDay : lastWeek;
  return html`<section id="${id}" data-live aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${span.total.samples === 0 ? html`<p class="soft">${noDataYet}</p>` : filledSpan(id, title, span, objectives, locale)}
</section>`;
}

function filledSpan(
  id: "day" | "week",
  title: string,
  span: Span,
  objectives: Objectives,
  locale: Locale,
): Html {
  const { messages, format } = locale;
  const { parts, total } = span;
  const timeOf = id === "day" ? format.hour : format.day;
  const axis = html`<p class="axis" aria-hidden="true">${[0, 1, 2, 3].map(
    (quarter) => html`<span>${timeOf(total.from + ((total.to - total.from) * quarter) / 4)}</span>`,
  )}<span>${messages.now}</span></p>`;
  const bars = parts.map((part) => availabilityBar(part, objectives));
  const names = {
    good: messages.allGood,
    warn: messages.someFailures,
    bad: messages.manyFailures,
    idle: messages.noRequests,
    none: messages.noData,
  };
  return html`${figures(total, objectives, locale)}
<h3>${messages.availability}</h3>
${labelledBars(bars, names, messages.availability, total, locale)}
${axis}
<h3>${messages.latency}</h3>
${latencyChart(span, objectives, axis, locale)}
<details id="${id}-table"><summary>${messages.figures}</summary>
${table(span, title, locale)}</details>`;
}

function figures(
  total: HistoryPart,
  { availability: target, latencyP99, windowDays }: Objectives,
  { messages, format }: Locale,
): Html {
  const availability = availabilityPercent(total);
  // A span shorter than the objective's window can neither meet nor miss it.
  const isJudged = windowDays === undefined || total.to - total.from >= windowDays * DAY_MS;
  const over = windowDays === undefined ? "" : ` ${messages.overDays(format.number(windowDays))}`;
  const verdict = (met: boolean) =>
    html` <span class="tag ${met ? "good" : "warn"}">${met ? messages.met : messages.missed}</span>`;
  const objective = (text: string, met: boolean) =>
    html`<span class="small soft">${messages.objective(text)}</span>${isJudged && verdict(met)}`;
  return html`<dl class="figures">
<div><dt>${messages.availability}</dt><dd><b>${availability === undefined ? "–" : format.percent(availability)}</b>
${availability !== undefined && target !== undefined && objective(format.number(target) + " %" + over, availability >= target)}</dd></div>
<div><dt>${messages.requests}</dt><dd><b>${format.number(total.requests)}</b>
<span class="small soft">${messages.failed(format.number(total.failures))}</span></dd></div>
${PERCENTILES.map((name) => {
  const ms = total.latencyMs?.[name];
  return html`<div><dt>${name.slice(1)} % ${messages.within}</dt><dd><b>${ms === undefined ? "–" : format.ms(ms)}</b>
${name === "p99" && ms !== undefined && latencyP99 !== undefined && objective(format.ms(latencyP99), ms <= latencyP99)}</dd></div>`;
})}
</dl>`;
}

function availabilityBar(part: HistoryPart, { availability: target = 100 }: Objectives): Bar {
  if (part.samples === 0) return "none";
  const availability = availabilityPercent(part);
  if (availability === undefined) return "idle";
  if (availability < BAD_BELOW) return "bad";
  return availability < target ? "warn" : "good";
}

function latencyChart(
  { parts, total }: Span,
  { latencyP99 }: Objectives,
  axis: Html,
  locale: Locale,
): Html {
  const { messages, format } = locale;
  const lines = PERCENTILES.map((kind) => ({
    kind,
    values: parts.map(({ latencyMs }) => latencyMs?.[kind]),
  }));
  const measured = lines.flatMap(({ values }) => values.filter((value) => value !== undefined));
  if (measured.length === 0) return html`<p class="soft">${messages.noRequests}</p>`;
  const scale = scaleFor(latencyP99 === undefined ? measured : [...measured, latencyP99]);
  const summary = PERCENTILES.map((name) =>
    messages.below(`${name.slice(1)} %`, format.ms(total.latencyMs?.[name] ?? 0)),
  ).join(", ");
  const label = chartLabel(messages.latency, total, summary, locale);
  const sample = (kind: string, name: string) =>
    html`<li><svg class="key" viewBox="0 0 28 8" aria-hidden="true"><path class="${kind}" d="M0 4H28"/></svg>${name}</li>`;
  return html`<ul class="keys">${PERCENTILES.map((name) => sample(name, name))}${
    latencyP99 !== undefined && sample("mark", `p99: ${messages.objective(format.ms(latencyP99))}`)
  }</ul>
<div class="scaled"><div class="ticks" aria-hidden="true">${scale.ticks.map((tick) => html`<span>${format.ms(tick)}</span>`)}</div>
<div>${lineChart(lines, scale, latencyP99, label)}${axis}</div></div>`;
}

function table({ parts }: Span, caption: string, { messages, format }: Locale): Html {
  const rows = parts.flatMap((part) => {
    if (part.status === undefined) return [];
    const availability = availabilityPercent(part);
    const failing = Object.entries(part.checks).filter(([, { status }]) => status !== "ok");
    const state = messages.state[part.status];
    const names = failing.map(([subject]) => subjectLabel(subject)).join(", ");
    const ms = (value: number | undefined) => (value === undefined ? "–" : format.ms(value));
    return [
      html`<tr><th scope="row">${timeElement(part.from, format.day(part.from))}</th><td>${names === "" ? state : `${state} (${names})`}</td><td>${format.number(part.requests)}</td><td>${availability === undefined ? "–" : format.percent(availability)}</td>${PERCENTILES.map((name) => html`<td>${ms(part.latencyMs?.[name])}</td>`)}</tr>
`,
    ];
  });
  const { time, stateColumn, requests, availability: answered } = messages;
  const heads = [time, stateColumn, requests, answered, ...PERCENTILES];
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${caption}"><table>
<caption class="hidden-text">${caption}</caption>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>
${rows.toReversed()}</tbody></table></div>`;
}

/** Bars whose label says how often each kind occurs. */
function labelledBars(
  bars: readonly Bar[],
  names: Readonly<Record<Bar, string>>,
  what: string,
  total: HistoryPart,
  locale: Locale,
): Html {
  const counts = [...Map.groupBy(bars, (bar) => bar)].map(([bar, { length }]) =>
    locale.messages.times(length, names[bar]),
  );
  return barChart(bars, chartLabel(what, total, counts.join(", "), locale));
}

function chartLabel(
  what: string,
  { from, to }: HistoryPart,
  summary: string,
  { messages, format }: Locale,
): string {
  return messages.chart(what, format.day(from), format.day(to), summary);
}
