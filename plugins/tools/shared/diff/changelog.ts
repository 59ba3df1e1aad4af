/** Drafts a changelog (https://keepachangelog.com): a line for each change that clients can notice. */
import type { Change } from "./change.ts";
import { RULES, type Kind } from "./rules.ts";

const HEADINGS: Readonly<Record<Kind, string>> = {
  added: "Added",
  changed: "Changed",
  deprecated: "Deprecated",
  removed: "Removed",
};

/** Sections in Markdown; empty without noticeable changes. */
export function draftChangelog(changes: readonly Change[]): string {
  const noticeable = changes.filter(({ rule }) => RULES[rule].ignored !== true);
  return Object.entries(HEADINGS)
    .flatMap(([kind, heading]) => {
      const groups = grouped(noticeable.filter((change) => change.kind === kind));
      return groups.length === 0 ? [] : [`### ${heading}\n\n${groups.map(line).join("\n")}`];
    })
    .join("\n\n");
}

/** The same change in several places. */
interface ChangeGroup {
  readonly change: Change;
  readonly wheres: readonly string[];
}

export function grouped(changes: readonly Change[]): readonly ChangeGroup[] {
  const groups = Map.groupBy(changes, ({ rule, message }) => `${rule} ${message}`);
  return [...groups.values()].flatMap(([change, ...others]) =>
    change === undefined ? [] : [{ change, wheres: [change, ...others].map(({ where }) => where) }],
  );
}

/** The most places that are named; more are counted. */
const NAMED = 3;

export function placesText(wheres: readonly string[]): string {
  if (wheres.length > NAMED) return `${wheres.length} places, such as ${wheres[0]}`;
  return wheres.join(", ");
}

function line({ change: { severity, message }, wheres }: ChangeGroup): string {
  const places = placesText(wheres.map((where) => `\`${where}\``));
  return `- ${severity === "breaking" ? "Breaking: " : ""}${places}: ${message}.`;
}
