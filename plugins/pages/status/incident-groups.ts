/** Incidents for people: changes of several checks and instances that belong together, with an address that stays. */

import type { Localized } from "waymark";
import type { Incident, HealthReport } from "waymark/services";
import { worse } from "../../shared/states.ts";
import type { INCIDENT_STATES } from "./announcements.ts";
import { SERVICE } from "./names.ts";
import { hashOf } from "./announcements.ts";

export type State = HealthReport["status"];

/** Incident for people, from the first trouble until all is well again. */
export interface IncidentGroup {
  /** Id of its first change. Ids of its other changes lead to it as well. */
  readonly id: string;
  readonly start: number;
  /** End of the trouble; undefined while it lasts. */
  readonly end: number | undefined;
  readonly worst: State;
  /** Checks, or the service as a whole, in the order in which they were affected: the cause comes first. */
  readonly subjects: readonly string[];
  /** Changes of state, the first one first. */
  readonly updates: readonly Update[];
  /** Updates of operators, the first one first. */
  readonly said: readonly OperatorUpdate[];
  /** True if only other instances than this one saw it. */
  readonly elsewhere: boolean;
}

export interface Update {
  readonly at: number;
  readonly subject: string;
  readonly to: State;
}

/** Operator's sentence about an incident, and the state that it has since. */
export interface OperatorUpdate {
  readonly at: number;
  readonly state: (typeof INCIDENT_STATES)[number];
  readonly text: Localized;
}

/** Returns changes of state and updates of operators, the first one first. */
export function courseOf({
  updates,
  said,
}: Pick<IncidentGroup, "updates" | "said">): readonly (Update | OperatorUpdate)[] {
  return [...updates, ...said].toSorted((a, b) => a.at - b.at);
}

/** Milliseconds within which troubles of several checks have begun together. */
const TOGETHER_MS = 60_000;
/** Milliseconds without trouble after which it is a new one. */
const CALM_MS = 120_000;

/** Returns the groups of incidents, the latest first. */
export function groupIncidents(incidents: readonly Incident[]): readonly IncidentGroup[] {
  const groups: Incident[][] = [];
  for (const incident of explained(incidents).toSorted((a, b) => a.start - b.start)) {
    const group = groups.findLast((one) => belongs(incident, one));
    if (group === undefined) groups.push([incident]);
    else group.push(incident);
  }
  return groups.map(groupOf).toSorted((a, b) => b.start - a.start);
}

/** Returns the group with this id, or with a change that has it. */
export function findGroup(
  incidents: readonly Incident[],
  groups: readonly IncidentGroup[],
  id: string,
): IncidentGroup | undefined {
  const own = groups.find((one) => one.id === id);
  if (own !== undefined) return own;
  const row = incidents.find((one) => hashOf(one.id) === id);
  return (
    row &&
    groups.find(
      ({ start, end = Infinity, subjects }) =>
        start <= row.start &&
        row.start <= end &&
        (row.subject === SERVICE || subjects.includes(row.subject)),
    )
  );
}

/** Returns incidents without incidents of the service as a whole that a check explains. */
function explained(incidents: readonly Incident[]): readonly Incident[] {
  const starts = new Set(
    incidents.flatMap(({ subject, start }) => (subject === SERVICE ? [] : [start])),
  );
  return incidents.filter(({ subject, start }) => subject !== SERVICE || !starts.has(start));
}

function belongs({ subject, start }: Incident, group: readonly Incident[]): boolean {
  const [first] = group;
  if (first !== undefined && start - first.start <= TOGETHER_MS) return true;
  return group.some((one) => one.subject === subject && start <= (one.end ?? start) + CALM_MS);
}

function groupOf(group: readonly Incident[]): IncidentGroup {
  const [first] = group;
  const starts = group.map(({ start }) => start);
  const ends = group.map(({ end }) => end);
  return {
    id: hashOf(first?.id ?? ""),
    start: Math.min(...starts),
    end: ends.includes(undefined) ? undefined : Math.max(...ends.map((end) => end ?? 0)),
    worst: worst(group),
    subjects: [...new Set(group.map(({ subject }) => subject))],
    updates: updatesOf(group),
    said: [],
    elsewhere: group.every(({ here }) => !here),
  };
}

/** Returns each change of the worst state of a subject over all instances. */
function updatesOf(group: readonly Incident[]): readonly Update[] {
  const times = [...new Set(group.flatMap(({ start, end }) => [start, end ?? start]))];
  const states = new Map<string, State>();
  return times
    .toSorted((a, b) => a - b)
    .flatMap((at) =>
      [...Map.groupBy(group, ({ subject }) => subject)].flatMap(([subject, rows]) => {
        const to = worst(rows.filter(({ start, end = Infinity }) => start <= at && at < end));
        if (to === (states.get(subject) ?? "ok")) return [];
        states.set(subject, to);
        return [{ at, subject, to }];
      }),
    );
}

function worst(incidents: readonly Incident[]): State {
  return incidents.reduce<State>((one, { to }) => worse(one, to), "ok");
}
