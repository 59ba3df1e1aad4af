/** The output of `waymark diff`: groups and a draft of the changelog for people, data for machines. */
import { styleText } from "node:util";
import type { RegistryDocument } from "waymark/tools";
import type { Change } from "./change.ts";
import { RULES, type Kind, type Severity } from "./rules.ts";

const COLOURS = { breaking: "red", unknown: "yellow", "non-breaking": "green" } as const;
const SEVERITIES: readonly Severity[] = ["breaking", "unknown", "non-breaking"];

/** Renders changes, in colour in a terminal unless NO_COLOR is set. The last line is the summary. */
export function renderChanges(changes: readonly Change[]): string {
  if (changes.length === 0) return "no changes";
  const sections = SEVERITIES.flatMap((severity) => {
    const groups = groupChanges(changes.filter((change) => change.severity === severity));
    if (groups.length === 0) return [];
    const lines = groups.map(
      ({ change: { message, rule }, wheres }) =>
        `  ${placesText(wheres)}: ${message}  ${paint("dim", `[${rule}]`)}`,
    );
    return [[paint(COLOURS[severity], severity), ...lines].join("\n")];
  });
  const draft = draftChangelog(changes);
  if (draft !== "") sections.push(`${paint("bold", "changelog draft")}\n\n${draft}`);
  const counts = countsOf(changes);
  const parts = SEVERITIES.filter((severity) => counts[severity] > 0).map((severity) =>
    paint(COLOURS[severity], `${counts[severity]} ${severity}`),
  );
  const total = `${changes.length} change${changes.length === 1 ? "" : "s"}`;
  return [...sections, `${total}: ${parts.join(", ")}`].join("\n\n");
}

function paint(style: Parameters<typeof styleText>[0], text: string): string {
  return styleText(style, text, { stream: process.stdout });
}

function countsOf(changes: readonly Change[]): Readonly<Record<Severity, number>> {
  const counts = { breaking: 0, unknown: 0, "non-breaking": 0 };
  for (const { severity } of changes) counts[severity] += 1;
  return counts;
}

/** `reasons` has an entry for each rule that applied. */
export function toData(
  before: RegistryDocument,
  after: RegistryDocument,
  changes: readonly Change[],
) {
  const side = ({ service, revision }: RegistryDocument) => ({ ...service, revision });
  const rules = [...new Set(changes.map(({ rule }) => rule))].toSorted();
  return {
    before: side(before),
    after: side(after),
    counts: countsOf(changes),
    changes,
    reasons: Object.fromEntries(rules.map((rule) => [rule, RULES[rule].reason])),
    changelog: draftChangelog(changes),
  };
}

const HEADINGS: Readonly<Record<Kind, string>> = {
  added: "Added",
  changed: "Changed",
  deprecated: "Deprecated",
  removed: "Removed",
};

/** Drafts a changelog (https://keepachangelog.com): a line for each change, in sections of Markdown; empty without changes. */
export function draftChangelog(changes: readonly Change[]): string {
  return Object.entries(HEADINGS)
    .flatMap(([kind, heading]) => {
      const groups = groupChanges(changes.filter((change) => change.kind === kind));
      return groups.length === 0 ? [] : [`### ${heading}\n\n${groups.map(line).join("\n")}`];
    })
    .join("\n\n");
}

/** The same change in several places. */
export interface ChangeGroup {
  readonly change: Change;
  readonly wheres: readonly string[];
}

/** Returns the changes with the places of each. */
export function groupChanges(changes: readonly Change[]): readonly ChangeGroup[] {
  const groups = Map.groupBy(changes, ({ rule, message }) => `${rule} ${message}`);
  return [...groups.values()].flatMap(([change, ...others]) =>
    change === undefined ? [] : [{ change, wheres: [change, ...others].map(({ where }) => where) }],
  );
}

/** The most places that are named; more are counted. */
const NAMED = 3;

function placesText(wheres: readonly string[]): string {
  if (wheres.length > NAMED) return `${wheres.length} places, such as ${wheres[0]}`;
  return wheres.join(", ");
}

function line({ change: { severity, message }, wheres }: ChangeGroup): string {
  const places = placesText(wheres.map((where) => `\`${where}\``));
  return `- ${severity === "breaking" ? "Breaking: " : ""}${places}: ${message}.`;
}
