/** The parts of the service: how each one is, and how it was over the span. */
import { html, type Html } from "waymark";
import type { HistoryPart } from "waymark/services";
import { type Bar, barRow, isBad } from "../shared/charts/bars.ts";
import { type Span, type StatusInfo, uptimePercent } from "./info.ts";
import type { ShownState, Times } from "./sections.ts";
import { SERVICE } from "./names.ts";
import type { RangeName } from "./routes.ts";
import { fill, plural } from "../shared/fill.ts";
import type { Locale } from "./messages.ts";
import { durationText } from "../shared/format.ts";

export const TONE: Readonly<Record<ShownState, string>> = {
  ok: "good",
  degraded: "warn",
  down: "bad",
  maintenance: "info",
};

const KIND = { ok: "good", degraded: "warn", down: "bad" } as const;

type TimesOf = (part: HistoryPart) => Times | undefined;

interface System {
  readonly name: string;
  readonly status: ShownState;
  readonly since: number | undefined;
  /** Bars of the history; undefined without a history. */
  readonly bars: readonly Bar[] | undefined;
}

export function systemsSection(info: StatusInfo, range: RangeName, locale: Locale): Html {
  const { messages, language } = locale;
  const { checks, status, history, names, at } = info;
  const span = typeof history === "object" ? history.span : undefined;
  const row = (name: string, state: ShownState, since: number | undefined, timesOf: TimesOf) =>
    systemRow(
      { name, status: state, since, bars: span && barsOf(span, timesOf, at, locale) },
      span && timesOf(span.total),
      locale,
    );
  const rows = checks.map(({ subject, status: state, since, times }) =>
    row(names(subject, language), state, since, times),
  );
  const whole: TimesOf = (part) =>
    part.status === undefined ? undefined : { ...part, status: part.status };
  return html`<section id="checks" data-live aria-labelledby="checks-title">
<h2 id="checks-title">${messages.checks}</h2>
<ul class="rows">
${row(names(SERVICE, language), status, undefined, whole)}${rows}</ul>
${span !== undefined && legend(range, locale)}
</section>`;
}

function systemRow(
  { name, status, since, bars }: System,
  total: Times | undefined,
  locale: Locale,
): Html {
  const { messages, format, time } = locale;
  const uptime = uptimePercent(total);
  const facts = [
    uptime !== undefined && fill(messages.okShare, { percent: format.percent(uptime) }),
    since !== undefined && html`${messages.since} ${time(since)}`,
  ].filter((fact) => fact !== false);
  return html`<li><div class="row"><h3>${name}</h3><span class="tag ${TONE[status]}">${messages.state[status]}</span></div>
${facts.length > 0 && html`<p class="small soft">${facts.map((fact, index) => html`${index > 0 && " · "}${fact}`)}</p>`}
${bars !== undefined && barRow(bars, `${name}: ${interruptionsText(bars.filter(isBad).length, locale)}`)}</li>
`;
}

function barsOf({ parts }: Span, timesOf: TimesOf, now: number, locale: Locale): readonly Bar[] {
  return parts.map((part) => timeBar(part, timesOf(part), now, locale));
}

/** Returns the bar of a part of time; its height follows from how much of it was bad. */
function timeBar(
  part: HistoryPart,
  times: Times | undefined,
  now: number,
  { messages, format }: Locale,
): Bar {
  const { from, to } = part;
  const when = format.between(from, to);
  if (times === undefined)
    return { from, to, kind: "none", share: 0, text: `${when} · ${messages.noData}` };
  const { status, coveredMs, degradedMs, downMs } = times;
  // Instances that looked at the same time count once.
  const looks = Math.max(1, coveredMs / (Math.min(to, now) - from));
  // Share of the whole part: little is known of the moments around a start, which are not all of it.
  const share = (degradedMs + downMs) / looks / (to - from);
  const lasted = (ms: number, state: "down" | "degraded") =>
    ms > 0 && `${messages.state[state]} ${durationText(ms / looks)}`;
  const troubles = [lasted(downMs, "down"), lasted(degradedMs, "degraded")].filter(Boolean);
  const text = `${when} · ${troubles.length > 0 ? troubles.join(", ") : messages.state[status]}`;
  return { from, to, kind: KIND[status], share, text };
}

function legend(range: RangeName, { messages }: Locale): Html {
  const { ok, degraded, down } = messages.state;
  const entries = [
    ["good", ok],
    ["warn level-2", degraded],
    ["bad level-2", down],
    ["none", messages.noData],
  ] as const;
  return html`<div class="axis"><span>${fill(messages.ago, { span: messages.ranges[range] })}</span><ul class="keys">${entries.map(
    ([kind, name]) => html`<li><i class="swatch ${kind}"></i>${name}</li>`,
  )}</ul><span>${messages.now}</span></div>`;
}

function interruptionsText(count: number, { messages, language }: Locale): string {
  return count === 0 ? messages.noInterruption : plural(messages.interruptions, count, language);
}
