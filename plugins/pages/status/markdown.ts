/** The page in Markdown: what its charts and colours show, in words. */
import type { Registry } from "waymark";
import type { Incident } from "waymark/services";
import type { Language } from "../shared/languages.ts";
import { availabilityOf, type Facts, labelOf, SERVICE, type Span, tellable } from "./facts.ts";
import { durationText } from "./format.ts";
import { type Words, wordsOf } from "./page.ts";

export function statusMarkdown(facts: Facts, registry: Registry, language: Language): string {
  const words = wordsOf(language);
  const { texts, format } = words;
  const { status, at, checks, past, plugins, degraded } = facts;
  const all = `- **${texts.service}**: ${texts.state[status]}`;
  const checkLines = checks.map(
    ({ label, status: found, detail, durationMs, since }) =>
      `- ${[
        `**${plain(label)}**: ${texts.state[found]}`,
        ...(durationMs === undefined ? [] : [`${texts.took} ${format.ms(durationMs)}`]),
        ...(since === undefined ? [] : [`${texts.since} ${format.moment(since)}`]),
        ...(detail === undefined ? [] : [plain(detail)]),
      ].join(" · ")}`,
  );
  const pastParts =
    typeof past === "object"
      ? [
          `## ${texts.lastDay}`,
          spanText(past.day, words),
          `## ${texts.lastWeek}`,
          spanText(past.week, words),
          `## ${texts.incidents}`,
          incidentsText(past.incidents, words),
        ]
      : [past === "unreadable" ? texts.unreadable : texts.noHistory];
  return [
    `## ${texts.overall[status]}`,
    `${texts.checked} ${format.moment(at)}`,
    `## ${texts.checks}`,
    [all, ...checkLines].join("\n"),
    ...pastParts,
    `## ${texts.plugins}`,
    [
      texts.pluginsOn(plugins.length),
      ...degraded.map((id) => `\`${id}\` ${texts.notStarted}`),
    ].join(" "),
    `## ${texts.programs}`,
    `- [${texts.summary}](${registry.href("status-page.showSummary")})\n- [${texts.badge}](${registry.href("status-page.showBadge")})`,
  ].join("\n\n");
}

function spanText({ total }: Span, { texts, format }: Words): string {
  if (total.samples === 0) return texts.noDataYet;
  const availability = availabilityOf(total);
  const { latencyMs } = total;
  return [
    `- ${texts.availability}: ${availability === undefined ? texts.noRequests : format.percent(availability)}`,
    `- ${texts.requests}: ${format.number(total.requests)} (${texts.failed(format.number(total.failures))})`,
    ...(latencyMs === undefined
      ? []
      : [
          `- ${texts.latency}: ${Object.entries(latencyMs)
            .map(([name, ms]) => `${name} ${format.ms(ms)}`)
            .join(", ")}`,
        ]),
  ].join("\n");
}

function incidentsText(incidents: readonly Incident[], { texts, format }: Words): string {
  const told = tellable(incidents).map(({ subject, to, detail, start, end }) => {
    const name = subject === SERVICE ? texts.service : plain(labelOf(subject));
    const until = end === undefined ? texts.ongoing : texts.lasted(durationText(end - start));
    return `- ${format.moment(start)} · **${name}**: ${texts.state[to]}, ${until}${detail === undefined ? "" : ` · ${plain(detail)}`}`;
  });
  return told.length === 0 ? texts.noIncidents : told.join("\n");
}

/** Text that means nothing to Markdown. */
function plain(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll(/[\\`*_[\]<>&|~#]/g, "\\$&");
}
