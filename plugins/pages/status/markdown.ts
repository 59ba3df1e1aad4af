/** The page in Markdown, with words for what its charts and colours show. */
import type { Registry } from "waymark";
import type { Incident } from "waymark/services";
import type { Language } from "../shared/languages.ts";
import {
  availabilityPercent,
  type StatusInfo,
  subjectLabel,
  SERVICE,
  type Span,
  reportableIncidents,
} from "./info.ts";
import { durationText, type Locale, localeFor } from "./format.ts";

export function statusMarkdown(info: StatusInfo, registry: Registry, language: Language): string {
  const locale = localeFor(language);
  const { messages, format } = locale;
  const { status, at, checks, history, plugins, degraded } = info;
  const systems = checks.map(({ label, status: state, detail, durationMs, since }) => {
    const parts = [
      `**${plain(label)}**: ${messages.state[state]}`,
      durationMs !== undefined && `${messages.took} ${format.ms(durationMs)}`,
      since !== undefined && `${messages.since} ${format.moment(since)}`,
      plain(detail ?? ""),
    ];
    return `- ${parts.filter(Boolean).join(" · ")}`;
  });
  const historyParts =
    typeof history === "object"
      ? [
          `## ${messages.lastDay}`,
          spanText(history.day, locale),
          `## ${messages.lastWeek}`,
          spanText(history.week, locale),
          `## ${messages.incidents}`,
          incidentsText(history.incidents, locale),
        ]
      : [history === "unreadable" ? messages.unreadable : messages.noHistory];
  return [
    `## ${messages.overall[status]}`,
    `${messages.checked} ${format.moment(at)}`,
    `## ${messages.checks}`,
    [`- **${messages.service}**: ${messages.state[status]}`, ...systems].join("\n"),
    ...historyParts,
    `## ${messages.plugins}`,
    [
      messages.pluginsOn(plugins.length),
      ...degraded.map((id) => `\`${id}\` ${messages.notStarted}`),
    ].join(" "),
    `## ${messages.programs}`,
    `- [${messages.summary}](${registry.href("status-page.showSummary")})\n- [${messages.badge}](${registry.href("status-page.showBadge")})`,
  ].join("\n\n");
}

function spanText({ total }: Span, { messages, format }: Locale): string {
  if (total.samples === 0) return messages.noDataYet;
  const availability = availabilityPercent(total);
  const latency = Object.entries(total.latencyMs ?? {}).map(
    ([name, ms]) => `${name} ${format.ms(ms)}`,
  );
  return [
    `- ${messages.availability}: ${availability === undefined ? messages.noRequests : format.percent(availability)}`,
    `- ${messages.requests}: ${format.number(total.requests)} (${messages.failed(format.number(total.failures))})`,
    ...(latency.length === 0 ? [] : [`- ${messages.latency}: ${latency.join(", ")}`]),
  ].join("\n");
}

function incidentsText(incidents: readonly Incident[], { messages, format }: Locale): string {
  const lines = reportableIncidents(incidents).map(({ subject, to, detail, start, end }) => {
    const name = subject === SERVICE ? messages.service : plain(subjectLabel(subject));
    const until = end === undefined ? messages.ongoing : messages.lasted(durationText(end - start));
    return `- ${format.moment(start)} · **${name}**: ${messages.state[to]}, ${until}${detail === undefined ? "" : ` · ${plain(detail)}`}`;
  });
  return lines.length === 0 ? messages.noIncidents : lines.join("\n");
}

/** Text without a meaning in Markdown. */
function plain(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll(/[\\`*_[\]<>&|~#]/g, "\\$&");
}
