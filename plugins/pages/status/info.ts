/** The data of the page, the summary and the badge, read once for each request. */
import { type HealthReport, type Log, messageOf } from "waymark";
import type { Health, History, HistoryPart, Incident, Runtime } from "waymark/services";
import { SloDiscovery } from "../../../schemas/documents/slo.ts";

export type State = HealthReport["status"];

/** A check as it is now. */
export interface CheckInfo {
  /** `plugin:check`. */
  readonly subject: string;
  /** As people read it. */
  readonly label: string;
  readonly status: State;
  readonly detail: string | undefined;
  readonly durationMs: number | undefined;
  /** When it took this state, in milliseconds since 1970; undefined where no change is recorded. */
  readonly since: number | undefined;
}

/** A stretch of history in equal parts, and as a whole. */
export type Span = Awaited<ReturnType<History["over"]>>;

export interface HistoryInfo {
  readonly day: Span;
  readonly week: Span;
  /** The latest first. */
  readonly incidents: readonly Incident[];
}

export interface StatusInfo {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly status: State;
  readonly checks: readonly CheckInfo[];
  /** Undefined without a plugin that keeps it; `unreadable` while the store fails. */
  readonly history: HistoryInfo | "unreadable" | undefined;
  /** Enabled plugins. */
  readonly plugins: readonly string[];
  /** Those that did not start. */
  readonly degraded: readonly string[];
  readonly objectives: Objectives;
}

export type Objectives = Awaited<ReturnType<typeof readObjectives>>;

const QUARTER_MS = 900_000;
const MOST_INCIDENTS = 50;

export const SERVICE = "service";

export async function readStatus(
  sources: { health: Health; history: History | undefined; runtime: Runtime },
  log: Log,
): Promise<StatusInfo> {
  const { health, history: source, runtime } = sources;
  const [overview, history, objectives] = await Promise.all([
    health.report(),
    readHistory(source, log),
    readObjectives(runtime),
  ]);
  const incidents = typeof history === "object" ? history.incidents : [];
  const elsewhere = incidents.filter(({ here, end }) => !here && end === undefined);
  const checks = overview.checks.map(({ plugin, name, status, detail, durationMs }): CheckInfo => {
    const subject = `${plugin}:${name}`;
    const about = incidents.filter((incident) => incident.subject === subject);
    // When only another instance reports a problem, a part of the service still works.
    const isImpaired = status === "ok" && elsewhere.some((one) => one.subject === subject);
    const state = isImpaired ? "degraded" : status;
    const lastEnd = about.flatMap(({ end }) => end ?? []).toSorted((a, b) => b - a)[0];
    const openSince = about.find(({ end }) => end === undefined)?.start;
    const since = state === "ok" ? lastEnd : openSince;
    return { subject, label: subjectLabel(subject), status: state, detail, durationMs, since };
  });
  return {
    at: overview.at,
    status: overview.status === "ok" && elsewhere.length > 0 ? "degraded" : overview.status,
    checks,
    history,
    plugins: runtime.registry.installed.flatMap(({ plugin, enabled }) =>
      enabled ? [plugin.id] : [],
    ),
    degraded: runtime.degraded.map(({ plugin }) => plugin),
    objectives,
  };
}

async function readHistory(history: History | undefined, log: Log): Promise<StatusInfo["history"]> {
  if (history === undefined) return undefined;
  try {
    // Parts of a quarter of an hour and of two hours: 96 and 84 of them.
    const [day, week, incidents] = await Promise.all([
      history.over(QUARTER_MS, 96),
      history.over(8 * QUARTER_MS, 84),
      history.incidents(MOST_INCIDENTS),
    ]);
    return { day, week, incidents };
  } catch (error) {
    log.warn("the history cannot be read", { reason: messageOf(error) });
    return "unreadable";
  }
}

/** The service level objectives that are published. */
async function readObjectives({ registry, read }: Runtime) {
  const answer = registry.route("slo.showSlo") === undefined ? {} : await read("slo.showSlo");
  const { data } = SloDiscovery.safeParse("value" in answer ? answer.value : undefined);
  const objective = (name: string) => data?.objectives.find((one) => one.name === name);
  const availability = objective("availability");
  return {
    availability: availability?.target,
    latencyP99: objective("latency_p99")?.target,
    windowDays: availability?.windowDays,
  };
}

/** `store:store` as `store`, `brains:seed` as `brains · seed`. */
export function subjectLabel(subject: string): string {
  const [plugin = "", ...rest] = subject.split(":");
  const name = rest.join(":");
  return name === "" || name === plugin ? plugin : `${plugin} · ${name}`;
}

/** Incidents of checks, and those of the service as a whole that no check explains. */
export function reportableIncidents(incidents: readonly Incident[]): readonly Incident[] {
  return incidents.filter(
    ({ subject, start }) =>
      subject !== SERVICE ||
      !incidents.some((other) => other.subject !== SERVICE && other.start === start),
  );
}

/** Percent of requests answered without a 5xx; undefined without requests. */
export function availabilityPercent({ requests, failures }: HistoryPart): number | undefined {
  return requests === 0 ? undefined : (100 * (requests - failures)) / requests;
}
