/** Everything that the page, the summary and the badge tell, read once for each of them. */
import { type HealthReport, type Log, messageOf } from "waymark";
import type { Health, History, HistoryPart, Incident, Runtime } from "waymark/services";
import { SloDiscovery } from "../../../schemas/documents/slo.ts";

export type State = HealthReport["status"];

/** A check as it is now. */
export interface CheckFacts {
  /** `plugin:check`. */
  readonly subject: string;
  /** As people read it. */
  readonly label: string;
  readonly status: State;
  readonly detail: string | undefined;
  readonly durationMs: number | undefined;
  /** Since when it is as it is, in milliseconds since 1970; undefined where that was never any other. */
  readonly since: number | undefined;
}

/** A stretch of the past in equal parts, and as a whole. */
export interface Span {
  readonly parts: readonly HistoryPart[];
  readonly total: HistoryPart;
}

/** What the past was like. */
export interface Past {
  readonly day: Span;
  readonly week: Span;
  /** The latest first. */
  readonly incidents: readonly Incident[];
}

export interface Facts {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly status: State;
  readonly checks: readonly CheckFacts[];
  /** Undefined where nobody keeps it; `unreadable` while the store fails. */
  readonly past: Past | "unreadable" | undefined;
  /** Enabled plugins. */
  readonly plugins: readonly string[];
  /** Those that did not start. */
  readonly degraded: readonly string[];
  readonly objectives: Objectives;
}

/** What the service aims at, as far as somebody says so. */
export interface Objectives {
  readonly availability?: number;
  readonly latencyP99?: number;
  readonly windowDays?: number;
}

/** What the facts are read from. */
export interface Sources {
  readonly health: Health;
  readonly history: History | undefined;
  readonly runtime: Runtime;
}

const QUARTER_MS = 900_000;
const MOST_INCIDENTS = 50;

export const SERVICE = "service";

export async function readFacts({ health, history, runtime }: Sources, log: Log): Promise<Facts> {
  const [overview, past, objectives] = await Promise.all([
    health.report(),
    readPast(history, log),
    readObjectives(runtime),
  ]);
  const incidents = typeof past === "object" ? past.incidents : [];
  const elsewhere = incidents.filter(({ here, end }) => !here && end === undefined);
  const checks = overview.checks.map(({ plugin, name, status, detail, durationMs }): CheckFacts => {
    const subject = `${plugin}:${name}`;
    const known = incidents.filter((one) => one.subject === subject);
    const elsewhereToo = elsewhere.some((one) => one.subject === subject);
    // What only another instance complains of leaves the service with a part that works.
    const state = status === "ok" && elsewhereToo ? "degraded" : status;
    return {
      subject,
      label: labelOf(subject),
      status: state,
      detail,
      durationMs,
      since:
        state === "ok"
          ? known.reduce<number | undefined>(
              (last, { end }) => Math.max(last ?? 0, end ?? 0),
              undefined,
            )
          : known.find(({ end }) => end === undefined)?.start,
    };
  });
  return {
    at: overview.at,
    status: overview.status === "ok" && elsewhere.length > 0 ? "degraded" : overview.status,
    checks,
    past,
    plugins: runtime.registry.installed.flatMap(({ plugin, enabled }) =>
      enabled ? [plugin.id] : [],
    ),
    degraded: runtime.degraded.map(({ plugin }) => plugin),
    objectives,
  };
}

async function readPast(history: History | undefined, log: Log): Promise<Facts["past"]> {
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

async function readObjectives({ registry, read }: Runtime): Promise<Objectives> {
  if (registry.route("slo.showSlo") === undefined) return {};
  const found = await read("slo.showSlo");
  const parsed = SloDiscovery.safeParse("value" in found ? found.value : undefined);
  const [availability, latency] = ["availability", "latency_p99"].map((wanted) =>
    parsed.data?.objectives.find(({ name }) => name === wanted),
  );
  return {
    ...(availability !== undefined && { availability: availability.target }),
    ...(latency !== undefined && { latencyP99: latency.target }),
    ...(availability?.windowDays !== undefined && { windowDays: availability.windowDays }),
  };
}

/** `store:store` as `store`, `brains:seed` as `brains · seed`. */
export function labelOf(subject: string): string {
  const [plugin = "", ...rest] = subject.split(":");
  const name = rest.join(":");
  return name === "" || name === plugin ? plugin : `${plugin} · ${name}`;
}

/** Incidents of checks, and those of the service that no check accounts for. */
export function tellable(incidents: readonly Incident[]): readonly Incident[] {
  return incidents.filter(
    ({ subject, start }) =>
      subject !== SERVICE ||
      !incidents.some((other) => other.subject !== SERVICE && other.start === start),
  );
}

/** Percent of requests that were answered without 5xx; undefined without requests. */
export function availabilityOf({ requests, failures }: HistoryPart): number | undefined {
  return requests === 0 ? undefined : (100 * (requests - failures)) / requests;
}
