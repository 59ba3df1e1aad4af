/**
 * Alerts on the objectives: how fast the error budget burns, over a long window and a short one (Google,
 * "The Site Reliability Workbook", chapter 5). They need the rules of traffic that the metrics plugin exports.
 */
import { toMilliseconds } from "waymark";
import type { Alert } from "waymark/services";
import { budgetOf, type Options } from "./options.ts";

const HOUR_MS = 3_600_000;

interface Burn {
  /** The part of the whole budget that is spent within the long window when the alert fires. */
  readonly share: number;
  readonly hours: number;
  readonly long: string;
  /** The burning still goes on: a twelfth of the long window. */
  readonly short: string;
  readonly severity: Alert<Options>["severity"];
}

/** Burn rates over 30 days: 14.4, 6, 3 and 1 times as fast as the budget allows. */
const BURNS: readonly Burn[] = [
  { share: 0.02, hours: 1, long: "1h", short: "5m", severity: "page" },
  { share: 0.05, hours: 6, long: "6h", short: "30m", severity: "page" },
  { share: 0.1, hours: 24, long: "1d", short: "2h", severity: "ticket" },
  { share: 0.1, hours: 72, long: "3d", short: "6h", severity: "ticket" },
];

/** Returns the share of requests that failed. */
function ratio(window: string): string {
  const mean = (name: string) =>
    window === "5m"
      ? `waymark:${name}:rate5m{$job}`
      : `avg_over_time(waymark:${name}:rate5m{$job}[${window}])`;
  return `${mean("errors")} / ${mean("requests")}`;
}

function burnAlert({ share, hours, long, short, severity }: Burn): Alert<Options> {
  return {
    expr: (_registry, { availabilityPercent, window }) => {
      const factor = Number(((share * toMilliseconds(window)) / (hours * HOUR_MS)).toPrecision(12));
      const limit = `${factor} * ${budgetOf(availabilityPercent)}`;
      return `${ratio(long)} > ${limit}\nand\n${ratio(short)} > ${limit}`;
    },
    severity,
    summary: `{{ $labels.job }} has failed {{ $value | humanizePercentage }} of the requests of ${long}: more than ${share * 100} % of its error budget.`,
    action: "Find the routes and statuses that fail, and what has changed since they do.",
    runbook: [
      'sum by (route, code) (rate(http_requests_total{status="5xx"}[5m])) names them; the log has the causes.',
      "After a rollout, roll back. Answers of the balancer alone are in no objective: its own exporter has them.",
    ],
  };
}

export const alerts: Readonly<Record<string, Alert<Options>>> = {
  ...Object.fromEntries(BURNS.map((burn) => [`ErrorBudgetBurn${burn.long}`, burnAlert(burn)])),
  Slow: {
    expr: (_registry, { latencyP99 }) =>
      `waymark:latency:p99_5m{$job} > ${toMilliseconds(latencyP99) / 1000}`,
    for: "10m",
    severity: "ticket",
    summary:
      "{{ $labels.job }} sends one answer of a hundred after {{ $value | humanizeDuration }} or later.",
    action: "Find the slow routes, and what they wait for.",
    runbook: [
      "The panel of latency by route names them; its exemplars lead to traces.",
      "store_statement_seconds, http_client_seconds and queue_wait_seconds say what they wait for.",
      "Where none of them is long, profile the processor: /debug/profile of the admin listener.",
    ],
  },
};
