/** The past in figures, charts and tables. */
import { html, type Html } from "waymark";
import type { HistoryPart } from "waymark/services";
import { type Bar, barChart, lineChart, scaleFor } from "./charts.ts";
import { availabilityOf, labelOf, type Objectives, type Span, type State } from "./facts.ts";
import { timeElement } from "./format.ts";
import type { Words } from "./page.ts";

/** Percent of requests below which a part of time counts as bad. */
const BAD_BELOW = 95;

const BAR_OF: Readonly<Record<State, Bar>> = { ok: "good", degraded: "warn", down: "bad" };
const PERCENTILES = ["p50", "p95", "p99"] as const;

/** The state of the service or of a check in each part of time. */
export function stateBars(
  { parts, total }: Span,
  stateOf: (part: HistoryPart) => State | undefined,
  what: string,
  words: Words,
): Html {
  const { texts, format } = words;
  const bars = parts.map((part): Bar => {
    const state = stateOf(part);
    return state === undefined ? "none" : BAR_OF[state];
  });
  const { ok, degraded, down } = texts.state;
  const names = { good: ok, warn: degraded, bad: down, idle: "", none: texts.noData };
  const told = tally(bars, names, words);
  return barChart(bars, texts.chart(what, format.day(total.from), format.day(total.to), told));
}

/** Figures and charts of one span. */
export function spanSection(
  id: "day" | "week",
  span: Span,
  objectives: Objectives,
  words: Words,
): Html {
  return html`<section id="${id}" data-live aria-labelledby="${id}-title">
<h2 id="${id}-title">${title(id, words)}</h2>
${span.total.samples === 0 ? html`<p class="soft">${words.texts.noDataYet}</p>` : filledSpan(id, span, objectives, words)}
</section>`;
}

function filledSpan(id: "day" | "week", span: Span, objectives: Objectives, words: Words): Html {
  const { texts, format } = words;
  const { parts, total } = span;
  const timeOf = id === "day" ? format.hour : format.day;
  const axis = html`<p class="axis" aria-hidden="true">${[0, 1, 2, 3].map(
    (quarter) => html`<span>${timeOf(total.from + ((total.to - total.from) * quarter) / 4)}</span>`,
  )}<span>${texts.now}</span></p>`;
  const availability = parts.map((part) => availabilityBar(part, objectives));
  const names = {
    good: texts.allGood,
    warn: texts.someFailures,
    bad: texts.manyFailures,
    idle: texts.noRequests,
    none: texts.noData,
  };
  const [from, to] = [format.day(total.from), format.day(total.to)];
  return html`${figures(total, objectives, words)}
<h3>${texts.availability}</h3>
${barChart(availability, texts.chart(texts.availability, from, to, tally(availability, names, words)))}
${axis}
<h3>${texts.latency}</h3>
${latencyChart(span, objectives, axis, words)}
<details id="${id}-table"><summary>${texts.figures}</summary>
${table(span, title(id, words), words)}</details>`;
}

function title(id: "day" | "week", { texts }: Words): string {
  return id === "day" ? texts.lastDay : texts.lastWeek;
}

function figures(
  total: HistoryPart,
  { availability: wanted, latencyP99, windowDays }: Objectives,
  { texts, format }: Words,
): Html {
  const availability = availabilityOf(total);
  const over = windowDays === undefined ? "" : ` ${texts.overDays(format.number(windowDays))}`;
  const objective = (text: string, met: boolean) =>
    html`<span class="small soft">${texts.objective(text)}</span> <span class="tag ${met ? "good" : "warn"}">${met ? texts.met : texts.missed}</span>`;
  return html`<dl class="figures">
<div><dt>${texts.availability}</dt><dd><b>${availability === undefined ? "–" : format.percent(availability)}</b>
${availability !== undefined && wanted !== undefined && objective(format.number(wanted) + " %" + over, availability >= wanted)}</dd></div>
<div><dt>${texts.requests}</dt><dd><b>${format.number(total.requests)}</b>
<span class="small soft">${texts.failed(format.number(total.failures))}</span></dd></div>
${PERCENTILES.map((name) => {
  const ms = total.latencyMs?.[name];
  return html`<div><dt>${name.slice(1)} % ${texts.within}</dt><dd><b>${ms === undefined ? "–" : format.ms(ms)}</b>
${name === "p99" && ms !== undefined && latencyP99 !== undefined && objective(format.ms(latencyP99), ms <= latencyP99)}</dd></div>`;
})}
</dl>`;
}

function availabilityBar(part: HistoryPart, { availability: wanted = 100 }: Objectives): Bar {
  if (part.samples === 0) return "none";
  const availability = availabilityOf(part);
  if (availability === undefined) return "idle";
  if (availability < BAD_BELOW) return "bad";
  return availability < wanted ? "warn" : "good";
}

function latencyChart(
  { parts, total }: Span,
  { latencyP99 }: Objectives,
  axis: Html,
  { texts, format }: Words,
): Html {
  const lines = PERCENTILES.map((kind) => ({
    kind,
    values: parts.map(({ latencyMs }) => latencyMs?.[kind]),
  }));
  const known = lines.flatMap(({ values }) => values.filter((value) => value !== undefined));
  if (known.length === 0) return html`<p class="soft">${texts.noRequests}</p>`;
  const scale = scaleFor(latencyP99 === undefined ? known : [...known, latencyP99]);
  const told = PERCENTILES.map((name) =>
    texts.below(`${name.slice(1)} %`, format.ms(total.latencyMs?.[name] ?? 0)),
  ).join(", ");
  const label = texts.chart(texts.latency, format.day(total.from), format.day(total.to), told);
  const sample = (kind: string, name: string) =>
    html`<li><svg class="key" viewBox="0 0 28 8" aria-hidden="true"><path class="${kind}" d="M0 4H28"/></svg>${name}</li>`;
  return html`<ul class="keys">${PERCENTILES.map((name) => sample(name, name))}${
    latencyP99 !== undefined && sample("mark", `p99: ${texts.objective(format.ms(latencyP99))}`)
  }</ul>
<div class="scaled"><div class="ticks" aria-hidden="true">${scale.ticks.map((tick) => html`<span>${format.ms(tick)}</span>`)}</div>
<div>${lineChart(lines, scale, latencyP99, label)}${axis}</div></div>`;
}

function table({ parts }: Span, caption: string, { texts, format }: Words): Html {
  const rows = parts.flatMap((part) => {
    if (part.status === undefined) return [];
    const availability = availabilityOf(part);
    const troubled = Object.entries(part.checks).filter(([, { status }]) => status !== "ok");
    const state = texts.state[part.status];
    const names = troubled.map(([subject]) => labelOf(subject)).join(", ");
    const ms = (value: number | undefined) => (value === undefined ? "–" : format.ms(value));
    return [
      html`<tr><th scope="row">${timeElement(part.from, format.day(part.from))}</th><td>${names === "" ? state : `${state} (${names})`}</td><td>${format.number(part.requests)}</td><td>${availability === undefined ? "–" : format.percent(availability)}</td>${PERCENTILES.map((name) => html`<td>${ms(part.latencyMs?.[name])}</td>`)}</tr>
`,
    ];
  });
  const heads = [texts.time, texts.stateColumn, texts.requests, texts.availability, ...PERCENTILES];
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${caption}"><table>
<caption class="hidden-text">${caption}</caption>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>
${rows.toReversed()}</tbody></table></div>`;
}

/** How often each kind of bar occurs, in words. */
function tally(
  bars: readonly Bar[],
  names: Readonly<Record<Bar, string>>,
  { texts }: Words,
): string {
  const counts = new Map<Bar, number>();
  for (const bar of bars) counts.set(bar, (counts.get(bar) ?? 0) + 1);
  return [...counts].map(([bar, count]) => texts.times(count, names[bar])).join(", ");
}
