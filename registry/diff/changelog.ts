/** Drafts a changelog (https://keepachangelog.com) from changes: what people outside can notice, one line each. */
import type { Change } from "./change.ts";
import type { Kind } from "./rule.ts";
import { RULES } from "./rules.ts";

const HEADINGS: Readonly<Record<Kind, string>> = {
  added: "Added",
  changed: "Changed",
  deprecated: "Deprecated",
  removed: "Removed",
};

/** Sections in Markdown, those without lines left out; empty when there is nothing to tell. */
export function draftChangelog(changes: readonly Change[]): string {
  const told = changes.filter(({ rule }) => RULES[rule].silent !== true);
  return Object.entries(HEADINGS)
    .flatMap(([kind, heading]) => {
      const alike = grouped(told.filter((change) => change.kind === kind));
      return alike.length === 0 ? [] : [`### ${heading}\n\n${alike.map(line).join("\n")}`];
    })
    .join("\n\n");
}

/** The same change in several places. */
export interface Alike {
  readonly change: Change;
  readonly wheres: readonly string[];
}

export function grouped(changes: readonly Change[]): readonly Alike[] {
  const groups = Map.groupBy(changes, ({ rule, message }) => `${rule} ${message}`);
  return [...groups.values()].flatMap(([change, ...others]) =>
    change === undefined ? [] : [{ change, wheres: [change, ...others].map(({ where }) => where) }],
  );
}

/** More places than this are counted, not named. */
const NAMED = 3;

export function placeText(wheres: readonly string[]): string {
  const [only] = wheres;
  if (wheres.length > NAMED) return `${wheres.length} places, such as ${only}`;
  return wheres.join(", ");
}

function line({ change: { severity, message }, wheres }: Alike): string {
  const quoted =
    wheres.length > NAMED
      ? `${wheres.length} places, such as \`${wheres[0]}\``
      : wheres.map((where) => `\`${where}\``).join(", ");
  return `- ${severity === "breaking" ? "Breaking: " : ""}${quoted}: ${message}.`;
}
