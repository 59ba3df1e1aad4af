/** The data of the pages, the feed, the badges and the answers for programs, read once for each request. */
import type {
  CheckResult,
  Health,
  HealthOverview,
  History,
  HistoryPart,
  Incident,
  Runtime,
} from "waymark/services";
import type { Outage } from "../../shared/outage.ts";
import { worse } from "../../shared/states.ts";
import {
  type Announcement,
  type Announcements,
  isMaintenance,
  isOver,
  isShown,
  type Maintenance,
} from "./announcements.ts";
import { findGroup, type IncidentGroup, groupIncidents, type State } from "./incident-groups.ts";
import { createNames, type Names, subjectOf } from "./names.ts";
import { judge, type Objective, readTargets } from "./objectives.ts";
import type { Options } from "./options.ts";
import { RANGES, type RangeName } from "./routes.ts";
import { type CheckInfo, sectionsOf, type ShownState, type Times } from "./sections.ts";

/** Stretch of history in equal parts, and as a whole. */
export type Span = Awaited<ReturnType<History["over"]>>;

interface Past {
  readonly span: Span;
  readonly objectives: readonly Objective[];
  readonly incidents: readonly Incident[];
  /** Groups, the latest first. */
  readonly groups: readonly IncidentGroup[];
}

export interface StatusInfo {
  /** Time of the reading, in milliseconds since 1970. */
  readonly at: number;
  readonly status: ShownState;
  readonly checks: readonly CheckInfo[];
  readonly names: Names;
  /** History; undefined without a plugin that keeps it, `unreadable` while the store fails. */
  readonly history: Past | "unreadable" | undefined;
  readonly notices: readonly Announcement[];
  /** Maintenance that goes on or is to come, the next first. */
  readonly maintenance: readonly Maintenance[];
  /** Maintenance that is over, the latest first. */
  readonly past: readonly Maintenance[];
}

export interface Sources {
  readonly health: Health;
  readonly history: History | undefined;
  readonly runtime: Runtime;
  readonly announcements: Announcements;
  readonly outages: { readonly history: Outage; readonly announcements: Outage };
}

/** Incidents that are read at most. */
export const MOST_INCIDENTS = 500;

export async function readStatus(
  sources: Sources,
  options: Options,
  range: RangeName = "7d",
): Promise<StatusInfo> {
  const overview = await sources.health.report();
  const { at, checks: results } = overview;
  const announced = await readAnnouncements(sources);
  const history = await readHistory(sources, range, overview, announced);
  const incidents = typeof history === "object" ? history.incidents : [];
  const maintenance = announced.filter(isMaintenance).toSorted((a, b) => a.from - b.from);
  const active = maintenance.filter((one) => isShown(one, at));
  const maintained = new Set(active.flatMap(({ affects }) => affects));
  const checks = results.map((result) => checkInfo(result, incidents, maintained));
  return {
    at,
    status: overall(overview.status, checks, incidents, active.length > 0),
    checks: [...sectionsOf(sources.runtime.registry, results, checks), ...checks],
    names: createNames(options.names, results, sources.runtime.registry),
    history,
    notices: announced.filter((one) => one.kind === "note" && isShown(one, at)),
    maintenance: maintenance.filter((one) => !isOver(one, at)),
    past: maintenance.filter((one) => isOver(one, at)).toReversed(),
  };
}

async function readAnnouncements({
  announcements,
  outages,
}: Sources): Promise<readonly Announcement[]> {
  try {
    const all = await announcements.all();
    outages.announcements.end();
    return all;
  } catch (error) {
    outages.announcements.begin(error);
    return announcements.configured;
  }
}

/** Returns the open groups, without groups whose subjects are all under maintenance. */
export function ongoing({ history, checks }: StatusInfo): readonly IncidentGroup[] {
  if (typeof history !== "object") return [];
  const maintained = new Set(
    checks.flatMap(({ subject, status }) => (status === "maintenance" ? [subject] : [])),
  );
  return history.groups.filter(
    ({ end, subjects }) =>
      end === undefined && !subjects.every((subject) => maintained.has(subject)),
  );
}

function overall(
  status: State,
  checks: readonly CheckInfo[],
  incidents: readonly Incident[],
  isMaintained: boolean,
): ShownState {
  const troubles = checks.filter((check) => check.status !== "ok");
  if (isMaintained && troubles.every((check) => check.status === "maintenance"))
    return "maintenance";
  const elsewhere = incidents.some(({ here, end }) => !here && end === undefined);
  return status === "ok" && elsewhere ? "degraded" : status;
}

function checkInfo(
  result: CheckResult,
  incidents: readonly Incident[],
  maintained: ReadonlySet<string>,
): CheckInfo {
  const subject = subjectOf(result);
  const about = incidents.filter((incident) => incident.subject === subject);
  const open = about.filter(({ end }) => end === undefined);
  // If only another instance reports a problem, a part of the service still works.
  const isImpaired = result.status === "ok" && open.some(({ here }) => !here);
  const state = isImpaired ? "degraded" : result.status;
  const lastEnd = about.flatMap(({ end }) => end ?? []).toSorted((a, b) => b - a)[0];
  return {
    subject,
    status: state !== "ok" && maintained.has(subject) ? "maintenance" : state,
    since: state === "ok" ? lastEnd : open[0]?.start,
    parts: [subject],
    times: (part) => part.checks[subject],
  };
}

async function readHistory(
  { history, runtime, outages }: Sources,
  range: RangeName,
  overview: HealthOverview,
  announced: readonly Announcement[],
): Promise<StatusInfo["history"]> {
  if (history === undefined) return undefined;
  try {
    const { partMs, parts } = RANGES[range];
    const [span, incidents, targets] = await Promise.all([
      history.over(partMs, parts),
      history.incidents(MOST_INCIDENTS),
      readTargets(runtime),
    ]);
    const objectives = await judge(targets, history, overview.at);
    const groups = withUpdates(groupIncidents(incidents), incidents, announced);
    outages.history.end();
    return { span: withPresent(span, overview), objectives, incidents, groups };
  } catch (error) {
    outages.history.begin(error);
    return "unreadable";
  }
}

/** Adds the updates of operators to the incidents that they are about. */
function withUpdates(
  groups: readonly IncidentGroup[],
  incidents: readonly Incident[],
  announced: readonly Announcement[],
): readonly IncidentGroup[] {
  const updates = announced.flatMap(({ incident, state, from: at, title: text }) =>
    incident === undefined || state === undefined
      ? []
      : [{ group: findGroup(incidents, groups, incident), at, state, text }],
  );
  if (updates.length === 0) return groups;
  return groups.map((one) => ({ ...one, said: updates.filter(({ group }) => group === one) }));
}

/** Adds the reading of now to the span, because no sample of now may have been taken yet. */
function withPresent({ parts, total }: Span, overview: HealthOverview): Span {
  const last = parts.at(-1);
  if (last === undefined) return { parts, total };
  return { parts: [...parts.slice(0, -1), add(last, overview)], total: add(total, overview) };
}

function add(part: HistoryPart, { status, checks: results }: HealthOverview): HistoryPart {
  const checks = { ...part.checks };
  for (const result of results) {
    const subject = subjectOf(result);
    const record = checks[subject] ?? { samples: 0, ok: 0, slowestMs: 0, ...NO_TIME };
    const slowestMs = Math.max(record.slowestMs, result.durationMs ?? 0);
    checks[subject] = {
      ...record,
      status: worse(checks[subject]?.status, result.status),
      slowestMs,
    };
  }
  return { ...part, status: worse(part.status, status), checks };
}

const NO_TIME = { coveredMs: 0, degradedMs: 0, downMs: 0 };

/** Returns the percentage of requests answered without a failure; undefined without requests. */
export function availabilityPercent({ requests, failures }: HistoryPart): number | undefined {
  return requests === 0 ? undefined : (100 * (requests - failures)) / requests;
}

/** Returns the percentage of the time in which all was well; undefined if no time is known. */
export function uptimePercent(times: Omit<Times, "status"> | undefined): number | undefined {
  if (times === undefined || times.coveredMs === 0) return undefined;
  return Math.max(0, 100 * (1 - (times.degradedMs + times.downMs) / times.coveredMs));
}
