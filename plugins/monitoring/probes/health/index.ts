import { definePlugin, service, toMilliseconds } from "waymark";
import { Clock, Health as HealthService, Runtime, type HealthOverview } from "waymark/services";
import { z } from "zod";
import { Duration } from "../../../../schemas/duration.ts";
import { Health } from "../../../../schemas/health.ts";
import { createReports } from "./reports.ts";

const HEALTH_JSON = "application/health+json";

const Options = z.strictObject({
  deadline: Duration.default("2s").describe(
    "Time limit of each health check; they run in parallel.",
  ),
  cache: Duration.default("1s").describe(
    "How long a result is reused, so that probes cannot overload the checks.",
  ),
});

/** The latest report; undefined before the first. */
const LatestHealth = service<() => HealthOverview | undefined>("latestHealth");

export default definePlugin({
  id: "health",
  summary: "Reports the health of the server and its parts.",
  section: "monitoring",
  options: Options,
  needs: { runtime: Runtime, clock: Clock },
  provides: { health: HealthService, latest: LatestHealth },
  schemas: { Health },

  setup({ runtime, clock }, { options, log, defer }) {
    const [deadlineMs, cacheMs] = [toMilliseconds(options.deadline), toMilliseconds(options.cache)];
    const { forget, latest, ...health } = createReports(runtime, clock, log, deadlineMs, cacheMs);
    defer(runtime.onChange(forget));
    return { health, latest };
  },

  metrics: ({ latest }) => ({
    check: {
      help: "Always 1; the labels say how each check was found when somebody last asked.",
      type: "gauge",
      detail: true,
      read: () =>
        (latest()?.checks ?? []).map(({ plugin, name, status }) => ({
          labels: { check: `${plugin}:${name}`, status },
          value: 1,
        })),
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

  handlers: ({ health }, { registry }) => ({
    getHealth: async (call) => {
      const overview = await health.report();
      if (overview.status === "down") call.status(503, { retryAfter: 1 });
      return {
        status: overview.status,
        service: registry.app.name,
        timestamp: new Date(overview.at).toISOString(),
        ...(call.mediaType === HEALTH_JSON ? { checks: observations(overview) } : {}),
      };
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
