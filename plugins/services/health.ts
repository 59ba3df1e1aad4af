/** Tokens of the health of the service, now and over time, and of what operators announce about it. */
import { service, type Localized } from "waymark";
import type { HealthReport } from "./health-checks.ts";
import type { StatusTools } from "./status-tools.ts";

/** The result of one health check. */
export interface CheckResult extends HealthReport {
  readonly plugin: string;
  readonly name: string;
  /** Milliseconds that the check took; undefined if none ran. */
  readonly durationMs?: number;
  /**
   * No other instance does better, as far as this one can know: the check is of something that all share, or failed
   * with that. Default: false.
   */
  readonly shared?: boolean;
  /** The name for people; undefined if none is declared. */
  readonly title?: Localized | undefined;
}

/** The results of all health checks. */
export interface HealthOverview {
  /** The worst of the checks; `degraded` while only something shared is down, since the rest still answers. */
  readonly status: HealthReport["status"];
  /** Time at which the checks ran, in milliseconds since 1970-01-01T00:00Z. */
  readonly at: number;
  readonly checks: readonly CheckResult[];
  /** Mistakes that operators have to correct and clients do not notice, outside the status: a config that was not applied. */
  readonly forOperators: readonly CheckResult[];
}

/** State of the service and its parts. */
export interface Health {
  /** Runs the checks, or returns a recent report. Never rejects and never takes longer than the deadline. */
  report(): Promise<HealthOverview>;
}
export const Health = service<Health>("health");

/** The state of a health check over some time. */
export interface CheckRecord {
  /** The worst that was found. */
  readonly status: HealthReport["status"];
  readonly samples: number;
  /** Samples in which it was ok throughout. */
  readonly ok: number;
  /** Milliseconds of the slowest sample; 0 if no check ran. */
  readonly slowestMs: number;
  /** Milliseconds between looks at it, of all instances added up; after each look its state counts until the next one. */
  readonly coveredMs: number;
  /** Milliseconds of the covered time in which it was impaired. */
  readonly degradedMs: number;
  /** Milliseconds of the covered time in which it was down. */
  readonly downMs: number;
}

/** Requests and health in one stretch of time, of all instances together. */
export interface HistoryPart {
  /** Milliseconds since 1970-01-01T00:00Z. */
  readonly from: number;
  /** Milliseconds since 1970-01-01T00:00Z; not part of it. */
  readonly to: number;
  /** Samples of this time; with none, nothing is known. */
  readonly samples: number;
  /** Answered requests. */
  readonly requests: number;
  /** Answered requests that the service failed: answers with 5xx, but for 501 and 505, which clients cause. */
  readonly failures: number;
  /** Milliseconds within which these shares were answered, to 5 percent; undefined without requests. */
  readonly latencyMs:
    | { readonly p50: number; readonly p95: number; readonly p99: number }
    | undefined;
  /** The worst that the service was; undefined without samples. */
  readonly status: HealthReport["status"] | undefined;
  /** Milliseconds as in a {@link CheckRecord}, for the service as a whole. */
  readonly coveredMs: number;
  readonly degradedMs: number;
  readonly downMs: number;
  /** Records by `plugin:check`. */
  readonly checks: Readonly<Record<string, CheckRecord>>;
}

/** A time in which the service or one of its checks was not ok, or was so in another way than before. */
export interface Incident {
  readonly id: string;
  /** `plugin:check`, or `service` for the worst of all. */
  readonly subject: string;
  readonly from: HealthReport["status"];
  readonly to: HealthReport["status"];
  readonly detail?: string | undefined;
  /** Milliseconds since 1970-01-01T00:00Z. */
  readonly start: number;
  /** Milliseconds since 1970-01-01T00:00Z; undefined while it lasts. */
  readonly end?: number | undefined;
  /** True if this instance saw the incident, false for another one on the same data. */
  readonly here: boolean;
}

/** Requests of the latest time, of all instances together, as far as they were sampled. */
export interface Stretch {
  /** Start, or the first sample if that is later: milliseconds since 1970-01-01T00:00Z. */
  readonly from: number;
  /** Answered requests. */
  readonly requests: number;
  /** Answered requests that the service failed: answers with 5xx, but for 501 and 505, which clients cause. */
  readonly failures: number;
  /** Answered requests that took longer than was asked for, to 9 percent. */
  readonly slow: number;
}

/** State of another instance when it recorded a sample. */
export interface Elsewhere {
  /** Milliseconds since 1970-01-01T00:00Z, by its clock. */
  readonly at: number;
  /** Checks of the instance that were not ok, as `plugin:name`. */
  readonly failing: readonly string[];
}

/** The history of requests and health, across restarts. Rejects while the store fails. */
export interface History {
  /** The latest `count` stretches of `partMs`, a multiple of 15 minutes, and all of them together. The last one has now in it. */
  over(
    partMs: number,
    count: number,
  ): Promise<{ readonly parts: readonly HistoryPart[]; readonly total: HistoryPart }>;
  /**
   * The latest `spanMs`, to the sample if that is at most an hour, else to the quarter of an hour.
   * @param limitMs above which an answer was slow.
   */
  latest(spanMs: number, limitMs: number): Promise<Stretch>;
  /** Returns the incidents, the latest first. */
  incidents(atMost: number): Promise<readonly Incident[]>;
  /** Returns the states of the other instances that record samples, as of their latest samples. */
  elsewhere(): Promise<readonly Elsewhere[]>;
  /** Looks at health now. It is looked at regularly anyway. Never rejects. */
  look(): Promise<void>;
  /** Ends the interval now and records it. It ends regularly anyway. Never rejects. */
  sample(): Promise<void>;
}
export const History = service<History>("history");

/** The actions of `waymark status`, loaded with the first use, for other tools of operators. */
export const StatusActions = service<() => Promise<StatusTools>>("statusActions");
