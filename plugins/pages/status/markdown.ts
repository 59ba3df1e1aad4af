/** The page in Markdown, with words for what its charts and colours show. */
import { textIn, type Registry } from "waymark";
import { incidentHref, incidentTitle } from "./incidents.ts";
import { availabilityPercent, ongoing, type StatusInfo, type Span } from "./info.ts";
import { SERVICE } from "./names.ts";
import { objectiveTitle, reached, verdict } from "./objectives-section.ts";
import type { RangeName } from "./ranges.ts";
import { fill } from "../shared/fill.ts";
import type { Locale } from "./messages.ts";
import { durationText } from "../shared/format.ts";

export function statusMarkdown(
  info: StatusInfo,
  range: RangeName,
  registry: Registry,
  locale: Locale,
): string {
  const { messages, format, language } = locale;
  const { status, at, checks, history, names } = info;
  const systems = [{ subject: SERVICE, status, since: undefined }, ...checks].map((check) => {
    const name = `**${plain(names(check.subject, language))}**: ${messages.state[check.status]}`;
    const since =
      check.since === undefined ? "" : ` · ${messages.since} ${format.moment(check.since)}`;
    return `- ${name}${since}`;
  });
  const span = messages.last[range];
  const past =
    typeof history === "object"
      ? [
          `## ${messages.traffic}`,
          `${span}:`,
          spanText(history.span, locale),
          ...(history.objectives.length === 0
            ? []
            : [
                `## ${messages.objectives}`,
                history.objectives
                  .map(
                    (one) =>
                      `- ${objectiveTitle(one, locale)}: ${verdict(one, locale)} · ${reached(one, locale)}`,
                  )
                  .join("\n"),
              ]),
          `## ${messages.incidents}`,
          incidentsText(info, registry, locale),
        ]
      : [history === "unreadable" ? messages.unreadable : messages.noHistory];
  return [
    `## ${messages.overall[status]}`,
    `${messages.checked} ${format.moment(at)}`,
    ...info.notices.map(({ title }) => plain(textIn(title, language))),
    ...(info.maintenance.length === 0
      ? []
      : [
          `## ${messages.maintenance}`,
          info.maintenance
            .map(
              ({ title, from, until }) =>
                `- **${plain(textIn(title, language))}**: ${format.moment(from)} – ${format.moment(until)}`,
            )
            .join("\n"),
        ]),
    `## ${messages.checks}`,
    systems.join("\n"),
    ...past,
    `## ${messages.programs}`,
    [
      `- [${messages.feed}](${registry.href("status-page.showFeed")})`,
      `- [${messages.summary}](${registry.href("status-page.showSummary")})`,
    ].join("\n"),
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
    `- ${messages.requests}: ${format.number(total.requests)} (${fill(messages.failed, { count: format.number(total.failures) })})`,
    ...(latency.length === 0 ? [] : [`- ${messages.latency}: ${latency.join(", ")}`]),
  ].join("\n");
}

function incidentsText(info: StatusInfo, registry: Registry, locale: Locale): string {
  const { messages, format } = locale;
  const groups = typeof info.history === "object" ? info.history.groups : [];
  const lines = new Set([...ongoing(info), ...groups.slice(0, 10)]);
  if (lines.size === 0) return messages.noIncidents;
  return [...lines]
    .map((group) => {
      const { start, end } = group;
      const until =
        end === undefined
          ? messages.ongoing
          : fill(messages.lasted, { duration: durationText(end - start) });
      const title = plain(incidentTitle(group, info.names, locale));
      return `- ${format.moment(start)} · [${title}](${incidentHref(registry, group)}): ${until}`;
    })
    .join("\n");
}

/** Returns text without a meaning in Markdown. */
export function plain(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll(/[\\`*_[\]<>&|~#]/g, "\\$&");
}
