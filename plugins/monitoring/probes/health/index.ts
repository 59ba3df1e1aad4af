import { definePlugin, toMilliseconds } from "waymark";
import {
  Clock,
  Health as HealthService,
  HealthChecks,
  Runtime,
  type HealthOverview,
} from "waymark/services";
import { z } from "zod";
import { Duration } from "../../../../schemas/duration.ts";
import { Health } from "../../../../schemas/health.ts";
import type { Reports } from "./reports.ts";

const HEALTH_JSON = "application/health+json";

const Options = z.strictObject({
  deadline: Duration.default("2s").describe(
    "Time limit of each health check; they run in parallel.",
  ),
  cache: Duration.default("1s").describe(
    "How long a result is reused, so that probes cannot overload the checks.",
  ),
});

export default definePlugin({
  id: "health",
  summary: "Reports the health of the server and its parts.",
  section: "monitoring",
  icon: "M8 13.75 2.6 8.3a3.35 3.35 0 0 1 4.8-4.7l.6.6.6-.6a3.35 3.35 0 0 1 4.8 4.7z",
  options: Options,
  needs: { runtime: Runtime, clock: Clock },
  provides: { health: HealthService },
  points: [HealthChecks],
  schemas: { Health },

  setup({ runtime, clock }, { options, log, defer }) {
    const [deadlineMs, cacheMs] = [toMilliseconds(options.deadline), toMilliseconds(options.cache)];
    let reports: Reports | undefined;
    const health: HealthService = {
      async report() {
        if (reports === undefined) {
          const { createReports } = await import("./reports.ts");
          reports ??= createReports(runtime, clock, log, deadlineMs, cacheMs);
        }
        return reports.report();
      },
    };
    defer(runtime.onServe(() => reports?.forget()));
    /** Returns the latest report, undefined before the first. Where that is old, the next one is begun. */
    const look = () => {
      void health.report(); // scrapes alone keep it fresh
      return reports?.latest();
    };
    const fresh = () => reports?.fresh();
    return { health, state: { latest: look, fresh, failures: () => reports?.failures ?? [] } };
  },

  alerts: {
    Unhealthy: {
      expr: 'health_check{$job, status="down"} == 1',
      for: "1m",
      severity: "page",
      summary: "{{ $labels.check }} has been down at {{ $labels.instance }} for a minute.",
      action: 'The line "a health check failed" of the log has the reason.',
      runbook: [
        "At one node alone: that node, its disk or its network. Stop it, and the balancer goes to the others.",
        "At all nodes: the engine that they share. Routes that need it answer 503 with Retry-After; the others go on.",
      ],
    },
    Degraded: {
      expr: 'health_check{$job, status="degraded"} == 1',
      for: "5m",
      severity: "ticket",
      summary: "{{ $labels.check }} has been degraded at {{ $labels.instance }} for five minutes.",
      action: "Ask /health of the admin listener what it does without.",
      runbook: [
        "kernel:config and kernel:certificate: the latest change was refused; the log says why.",
      ],
    },
    HealthInterrupted: {
      expr: "increase(health_failures_total{$job}[1h]) > 0",
      severity: "ticket",
      summary: "{{ $labels.check }} has been down at {{ $labels.instance }} in the last hour.",
      action: "Find the time in the log, and what else happened then.",
      runbook: ["It may be over: this is the trace of an outage too short for other alerts."],
    },
  },

  metrics: (_use, { state: { latest, failures } }) => ({
    failures_total: {
      help: "How often each check has begun to be down.",
      type: "counter",
      detail: true,
      read: () => [...failures()].map(([check, value]) => ({ labels: { check }, value })),
    },
    check: {
      help: "Always 1; the labels say how each check was found when it was last looked at.",
      type: "gauge",
      detail: true,
      read: () => {
        const overview = latest();
        return [...(overview?.checks ?? []), ...(overview?.forOperators ?? [])].map(
          ({ plugin, name, status }) => ({
            labels: { check: `${plugin}:${name}`, status },
            value: 1,
          }),
        );
      },
    },
  }),

  routes: {
    getHealth: {
      method: "GET",
      path: "/api/health",
      summary: "Read the server's health.",
      description: "200 while the server works, also when it is degraded; 503 when it is down.",
      returns: Health,
      statuses: [503],
      produces: ["application/json", HEALTH_JSON],
      publish: { rootLink: "health" },
      cache: "no-store",
      digest: "on-request",
      serverTiming: true,
      rateLimit: "exempt",
      probe: "health",
      relations: { ready: "ready.getReady", status: "status.getStatus" },
    },
  },

  handlers: ({ health }, { registry, state: { fresh } }) => ({
    getHealth(call) {
      const toAnswer = (overview: HealthOverview) => {
        if (overview.status === "down") call.status(503, { retryAfter: 1 });
        return {
          status: overview.status,
          service: registry.app.name,
          timestamp: new Date(overview.at).toISOString(),
          ...(call.mediaType === HEALTH_JSON ? { checks: observations(overview) } : {}),
        };
      };
      const known = fresh();
      return known === undefined ? health.report().then(toAnswer) : toAnswer(known);
    },
  }),

  renderers: { getHealth: { [HEALTH_JSON]: renderHealthJson } },
});

const STATUS_WORDS = { ok: "pass", degraded: "warn", down: "fail" } as const;

function observations({ checks, at }: HealthOverview): z.output<typeof Health>["checks"] {
  const time = new Date(at).toISOString();
  return Object.fromEntries(
    checks.map(({ plugin, name, status, detail }) => [
      `${plugin}:${name}`,
      [{ status: STATUS_WORDS[status], time, ...(detail === undefined ? {} : { output: detail }) }],
    ]),
  );
}

/** The format accepts `ok` and `down` as aliases, but not `degraded` (draft-inadarei-api-health-check-06, section 3.1). */
function renderHealthJson(body: unknown): string {
  return JSON.stringify(body, (key, value: unknown) =>
    key === "status" && value === "degraded" ? "warn" : value,
  );
}
