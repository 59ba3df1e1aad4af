/** Requests and their answers in figures, charts and a table. */
import { html, type Html } from "waymark";
import type { HistoryPart } from "waymark/services";
import { type Bar, barRow } from "../shared/charts/bars.ts";
import { lineChart, scaleFor } from "../shared/charts/lines.ts";
import { availabilityPercent, type Span } from "./info.ts";
import type { Names } from "./names.ts";
import type { Objective } from "./objectives.ts";
import type { RangeName } from "./routes.ts";
import { fill } from "../shared/fill.ts";
import type { Locale } from "./messages.ts";

/** Percent of answered requests below which a part of time counts as bad. */
const BAD_BELOW = 95;

const LINES = ["p50", "p95"] as const;
const PERCENTILES = [...LINES, "p99"] as const;

interface Traffic {
  readonly span: Span;
  readonly objectives: readonly Objective[];
}

export function trafficSection(
  { span, objectives }: Traffic,
  range: RangeName,
  names: Names,
  locale: Locale,
): Html {
  const { messages, format } = locale;
  const { total, parts } = span;
  const target = objectives.find(({ name }) => name === "availability")?.percent ?? 100;
  const bars = parts.map((part) => requestBar(part, target, locale));
  const availability = availabilityPercent(total);
  const title = `${messages.traffic}, ${messages.last[range].toLowerCase()}`;
  return html`<section id="traffic" data-live aria-labelledby="traffic-title">
<h2 id="traffic-title">${messages.traffic}</h2>
${
  total.samples === 0
    ? html`<p class="soft">${messages.noDataYet}</p>`
    : html`${figures(total, locale)}
<h3>${messages.availability}</h3>
${barRow(bars, `${messages.availability}: ${availability === undefined ? messages.noRequests : format.percent(availability)}`)}
${axis(span, range, locale)}
<h3>${messages.latency}</h3>
${latencyChart(span, range, objectives, locale)}
<details id="traffic-table" data-nosnippet><summary>${messages.figures}</summary>
${table(span, title, names, locale)}</details>`
}
</section>`;
}

function axis({ total }: Span, range: RangeName, { messages, format }: Locale): Html {
  const timeOf = { "24h": format.hour, "7d": format.day, "30d": format.date, "90d": format.date };
  return html`<p class="axis" aria-hidden="true">${[0, 1, 2, 3].map(
    (quarter) =>
      html`<span>${timeOf[range](total.from + ((total.to - total.from) * quarter) / 4)}${quarter === 0 && " UTC"}</span>`,
  )}<span>${messages.now}</span></p>`;
}

function figures(total: HistoryPart, { messages, format }: Locale): Html {
  const availability = availabilityPercent(total);
  const ms = (name: (typeof PERCENTILES)[number]) =>
    total.latencyMs === undefined ? "–" : format.ms(total.latencyMs[name]);
  const entries = [
    [messages.availability, availability === undefined ? "–" : format.percent(availability)],
    [
      messages.requests,
      format.number(total.requests),
      fill(messages.failed, { count: format.number(total.failures) }),
    ],
    [messages.median, ms("p50")],
    [fill(messages.within, { percent: "95 %" }), ms("p95")],
    [fill(messages.within, { percent: "99 %" }), ms("p99")],
  ] as const;
  return html`<dl class="figures">
${entries.map(
  ([name, value, note]) =>
    html`<div><dt>${name}</dt><dd><b>${value}</b>${note !== undefined && html` <span class="small soft">${note}</span>`}</dd></div>
`,
)}</dl>`;
}

function requestBar(part: HistoryPart, target: number, { messages, format }: Locale): Bar {
  const when = format.between(part.from, part.to);
  const bar = (kind: Bar["kind"], text: string, share = 0) => ({
    from: part.from,
    to: part.to,
    kind,
    share,
    text: `${when} · ${text}`,
  });
  if (part.samples === 0) return bar("none", messages.noData);
  const availability = availabilityPercent(part);
  if (availability === undefined) return bar("idle", messages.noRequests);
  if (part.failures === 0) return bar("good", messages.allGood);
  const text = fill(messages.share, {
    percent: `${format.number(part.failures)} / ${format.number(part.requests)}`,
  });
  const kind = availability < BAD_BELOW ? "bad" : availability < target ? "warn" : "good";
  return bar(kind, text, 1 - availability / 100);
}

function latencyChart(
  span: Span,
  range: RangeName,
  objectives: readonly Objective[],
  locale: Locale,
): Html {
  const { messages, format } = locale;
  const { parts, total } = span;
  const lines = LINES.map((kind) => ({
    kind,
    name: `${kind.slice(1)} %`,
    values: parts.map(({ latencyMs }) => latencyMs?.[kind]),
  }));
  const measured = lines.flatMap(({ values }) => values.filter((value) => value !== undefined));
  if (measured.length === 0) return html`<p class="soft">${messages.noRequests}</p>`;
  const limit = objectives.find(({ name }) => name === "latency")?.withinMs;
  const mark =
    limit === undefined
      ? undefined
      : { value: limit, name: fill(messages.objective, { ms: format.ms(limit) }) };
  const scale = scaleFor(limit === undefined ? measured : [...measured, limit]);
  const summary = LINES.map((name) =>
    fill(messages.below, {
      percentile: `${name.slice(1)} %`,
      ms: format.ms(total.latencyMs?.[name] ?? 0),
    }),
  ).join(", ");
  const tips = parts.map(({ from, to, latencyMs }) => {
    const values = LINES.map(
      (name) => latencyMs && `${name.slice(1)} %: ${format.ms(latencyMs[name])}`,
    );
    return `${format.between(from, to)} · ${latencyMs ? values.join(", ") : messages.noRequests}`;
  });
  const label = fill(messages.chart, {
    what: messages.latency,
    last: messages.last[range].toLowerCase(),
    summary,
  });
  return html`<div class="scaled"><div class="ticks" aria-hidden="true">${scale.ticks.map((tick) => html`<span>${format.ms(tick)}</span>`)}</div>
<div>${lineChart(lines, scale, mark, tips, label, parts[0])}${axis(span, range, locale)}</div></div>`;
}

function table({ parts }: Span, caption: string, names: Names, locale: Locale): Html {
  const { messages, format, language, time } = locale;
  const rows = parts.flatMap((part) => {
    if (part.status === undefined) return [];
    const availability = availabilityPercent(part);
    const failing = Object.entries(part.checks).filter(([, { status }]) => status !== "ok");
    const state = messages.state[part.status];
    const systems = format.list(failing.map(([subject]) => names(subject, language)));
    const ms = (value: number | undefined) => (value === undefined ? "–" : format.ms(value));
    return [
      html`<tr><th scope="row">${time(part.from)}</th><td>${systems === "" ? state : `${state} (${systems})`}</td><td>${format.number(part.requests)}</td><td>${availability === undefined ? "–" : format.percent(availability)}</td>${PERCENTILES.map((name) => html`<td>${ms(part.latencyMs?.[name])}</td>`)}</tr>
`,
    ];
  });
  const { stateColumn, requests, availability: answered } = messages;
  const heads = [messages.time, stateColumn, requests, answered, ...PERCENTILES];
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${caption}"><table>
<caption class="hidden-text">${caption}</caption>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>
${rows.toReversed()}</tbody></table></div>`;
}
