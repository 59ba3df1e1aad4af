/** Requests by route, with charts of the last hour and the slowest requests of it. */
import { html, type Html, type Registry } from "waymark";
import { type Bar, barRow } from "../../shared/charts/bars.ts";
import { lineChart, scaleFor } from "../../shared/charts/lines.ts";
import { fill } from "../../shared/fill.ts";
import { type Format, formatOf, timeElement } from "../../shared/format.ts";
import type { Page } from "../frame.ts";
import { consoleMessages, type Messages } from "../messages.ts";
import { table } from "../table.ts";
import { MINUTES, type RecordedRequest, type RequestRecorder } from "./recorder.ts";
import { Tally } from "./tally.ts";

/** Slow requests that are shown, and failed ones. */
const MOST_SHOWN = 30;
const MINUTE_MS = 60_000;
const LINES = ["p50", "p95"] as const;

interface Locale {
  readonly texts: Messages["requests"];
  readonly format: Format;
}

type Minutes = ReturnType<RequestRecorder["minutes"]>;

/** @param route route that charts and slow requests are limited to. */
export function requestsPage(
  recorder: RequestRecorder,
  registry: Registry,
  language: string,
  route: string | undefined,
): Page {
  const messages = consoleMessages(registry, language);
  const texts = messages.requests;
  const locale = { texts, format: formatOf(language) };
  const minutes = recorder.minutes(route);
  const slow = recorder.slowest(route).slice(0, MOST_SHOWN);
  const failed = recorder.failed(route).slice(0, MOST_SHOWN);
  const since = locale.format.moment(recorder.since);
  const content = html`<p class="lead">${fill(texts.lead, { since })}</p>
<form method="get" class="line"><label for="id">${texts.find}</label><input id="id" name="id" required autocomplete="off"><button class="quiet">${texts.open}</button></form>
${route !== undefined && html`<p><span class="tag info">${route}</span> <a href="/console/requests">${texts.allRoutes}</a></p>`}
<section><h2>${texts.byMinute}</h2>${charts(minutes, locale)}</section>
${failed.length > 0 && html`<section><h2>${texts.failed}</h2>${requestTable(failed, locale)}</section>`}
<section><h2>${texts.slow}</h2>
${slow.length === 0 ? html`<p class="soft">${texts.none}</p>` : requestTable(slow, locale)}</section>
<section><h2>${texts.byRoute}</h2>
${routeTable(recorder.lastHour(), true, locale)}
<details><summary>${texts.sinceStart}</summary>${routeTable(recorder.total, false, locale)}</details></section>`;
  return { title: messages.menu.requests, content };
}

function charts(minutes: Minutes, { texts, format }: Locale): Html {
  const all = new Tally();
  for (const { tally } of minutes) all.merge(tally);
  if (all.requests === 0) return html`<p class="soft">${texts.none}</p>`;
  const tips = minutes.map(
    ({ at, tally }) => `${format.hour(at)} · ${summary(tally, texts, format)}`,
  );
  const bars = minutes.map(({ at, tally }, index): Bar => ({
    from: at,
    to: at + MINUTE_MS,
    kind: tally.requests === 0 ? "idle" : tally.failures > 0 ? "bad" : "good",
    share: tally.failures / Math.max(1, tally.requests),
    text: tips[index] ?? "",
  }));
  const latencies = minutes.map(({ tally }) => tally.latencyMs);
  const lines = LINES.map((kind) => ({
    kind,
    name: kind,
    values: latencies.map((one) => one?.[kind]),
  }));
  const scale = scaleFor(lines.flatMap(({ values }) => values.filter((one) => one !== undefined)));
  const label = summary(all, texts, format);
  const first = { from: minutes[0]?.at ?? 0, to: (minutes[0]?.at ?? 0) + MINUTE_MS };
  return html`<p>${label}</p>
<h3>${texts.answers}</h3>
${barRow(bars, label)}${axis(minutes, format)}
<h3>${texts.latency}</h3>
<div class="scaled"><div class="ticks" aria-hidden="true">${scale.ticks.map((tick) => html`<span>${format.ms(tick)}</span>`)}</div>
<div>${lineChart(lines, scale, undefined, tips, `${texts.latency}: ${label}`, first)}${axis(minutes, format)}</div></div>
<details><summary>${texts.asTable}</summary>${minuteTable(minutes, { texts, format })}</details>`;
}

function axis(minutes: Minutes, format: Format): Html {
  const quarters = [0, 1, 2, 3].map((quarter) => minutes[(quarter * MINUTES) / 4]?.at ?? 0);
  const last = (minutes.at(-1)?.at ?? 0) + MINUTE_MS;
  return html`<p class="axis" aria-hidden="true">${[...quarters, last].map((at) => html`<span>${format.hour(at)}</span>`)}</p>`;
}

function summary({ requests, failures, latencyMs }: Tally, texts: Locale["texts"], format: Format) {
  const values = {
    requests: format.number(requests),
    failures: format.number(failures),
    p50: latencyMs === undefined ? "–" : format.ms(latencyMs.p50),
    p95: latencyMs === undefined ? "–" : format.ms(latencyMs.p95),
  };
  return fill(texts.summary, values);
}

function minuteTable(minutes: Minutes, { texts, format }: Locale): Html {
  const heads = [texts.time, texts.requests, texts.refused, texts.failures, "p50", "p95"];
  const rows = minutes
    .filter(({ tally }) => tally.requests > 0)
    .toReversed()
    .map(({ at, tally }) => [timeElement(at, format.hour(at)), ...cells(tally, format)]);
  return table(heads, rows, texts.byMinute);
}

/** @param isRate true if the counts are of the last hour, of which the rate is shown too. */
function routeTable(
  tallies: ReadonlyMap<string, Tally>,
  isRate: boolean,
  { texts, format }: Locale,
): Html {
  const counts = [texts.requests, texts.refused, texts.failures, "p50", "p95"];
  const heads = [texts.route, ...(isRate ? [texts.rate] : []), ...counts];
  const rows = [...tallies]
    .toSorted(([, one], [, other]) => other.requests - one.requests)
    .map(([route, tally]) => [
      html`<a rel="item" href="/console/requests?route=${encodeURIComponent(route)}">${route}</a>`,
      ...(isRate ? [format.number(tally.requests / MINUTES)] : []),
      ...cells(tally, format),
    ]);
  if (rows.length === 0) return html`<p class="soft">${texts.none}</p>`;
  return table(heads, rows, texts.byRoute);
}

function cells({ requests, refused, failures, latencyMs }: Tally, { number, ms }: Format): Html[] {
  const time = (value: number | undefined) => html`${value === undefined ? "–" : ms(value)}`;
  const failed = failures === 0 ? html`0` : html`<strong class="bad">${number(failures)}</strong>`;
  const [all, not] = [html`${number(requests)}`, html`${number(refused)}`];
  return [all, not, failed, time(latencyMs?.p50), time(latencyMs?.p95)];
}

function requestTable(requests: readonly RecordedRequest[], { texts, format }: Locale): Html {
  const heads = [texts.took, texts.time, texts.request, texts.status, texts.id, texts.trace];
  const rows = requests.map(({ ms, at, method, path, status, requestId, traceId }) => [
    html`<strong>${format.ms(ms)}</strong>`,
    timeElement(at, format.hour(at)),
    html`<code>${method} ${path}</code>`,
    statusTag(status),
    requestId === undefined
      ? "–"
      : html`<a rel="item" href="/console/requests?id=${encodeURIComponent(requestId)}">${requestId}</a>`,
    traceId ?? "–",
  ]);
  return table(heads, rows, texts.request);
}

export function statusTag(status: number): Html {
  const tone = status >= 500 ? "bad" : status >= 400 ? "warn" : "good";
  return html`<span class="tag ${tone}">${status}</span>`;
}
