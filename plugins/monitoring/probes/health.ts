import { definePlugin, type Log, messageOf, toMilliseconds } from "waymark";
import {
  Clock,
  Health as HealthService,
  Runtime,
  type CheckResult,
  type HealthOverview,
  type OwnedCheck,
} from "waymark/services";
import { z } from "zod";
import { Duration } from "../../../schemas/duration.ts";
import { Health } from "../../../schemas/health.ts";

const HEALTH_JSON = "application/health+json";

const Options = z.strictObject({
  deadline: Duration.default("2s").describe("How long one check may take; checks run in parallel."),
  cache: Duration.default("1s").describe(
    "How long the checks' findings count, so that probes cannot overload them.",
  ),
});

export default definePlugin({
  id: "health",
  summary: "Tells how the service and its parts are.",
  options: Options,
  needs: { runtime: Runtime, clock: Clock },
  provides: { health: HealthService },
  schemas: { Health },
  rootLinks: { health: { to: "getHealth" } },

  setup({ runtime, clock }, { options, log, defer }) {
    const [deadlineMs, cacheMs] = [toMilliseconds(options.deadline), toMilliseconds(options.cache)];
    const { forget, ...health } = createHealth(runtime, clock, log, deadlineMs, cacheMs);
    defer(runtime.onChange(forget));
    return { health };
  },

  routes: {
    getHealth: {
      method: "GET",
      path: "/api/health",
      summary: "Read the service's health.",
      description: "200 while the service answers, if degraded; 503 when it is down.",
      returns: Health,
      statuses: [503],
      produces: ["application/json", HEALTH_JSON],
      cache: "no-store",
      digest: "on-request",
      serverTiming: true,
      rateLimit: "exempt",
      relations: { ready: "ready.getReady", status: "status.getStatus" },
    },
  },

  handlers: ({ health }, { registry }) => ({
    getHealth: async (call) => {
      const overview = await health.report();
      if (overview.status === "down") call.status(503, { retryAfter: 1 });
      return {
        status: overview.status,
        service: registry.service.name,
        timestamp: new Date(overview.at).toISOString(),
        ...(call.mediaType === HEALTH_JSON ? { checks: observations(overview) } : {}),
      };
    },
  }),

  renderers: { getHealth: { [HEALTH_JSON]: renderHealthJson } },
});

/** Checks run at most once at a time; what they found counts for `cacheMs`, or until it is forgotten. */
function createHealth(
  runtime: Runtime,
  clock: Clock,
  log: Log,
  deadlineMs: number,
  cacheMs: number,
): HealthService & { forget(): void } {
  const unfinished = new WeakSet<OwnedCheck>();
  let latest: HealthOverview | undefined;
  let freshUntil = 0;
  let running: Promise<HealthOverview> | undefined;

  async function ask(check: OwnedCheck, signal: AbortSignal): Promise<CheckResult> {
    const { plugin, name } = check;
    unfinished.add(check);
    const startedAt = performance.now();
    const facts = () => ({ plugin, name, durationMs: performance.now() - startedAt });
    try {
      return { status: "ok", ...(await check.run(signal)), ...facts() };
    } catch (error) {
      // The message may tell of hosts or accounts, so it is for the log only.
      log.warn("a health check failed", {
        plugin,
        name,
        reason: messageOf(error),
      });
      return { status: "down", detail: "The check failed; the log says why.", ...facts() };
    } finally {
      unfinished.delete(check);
    }
  }

  async function inTime(check: OwnedCheck): Promise<CheckResult> {
    const { plugin, name } = check;
    const late: CheckResult = {
      status: "degraded",
      detail: `The check gave no answer within ${deadlineMs} ms.`,
      plugin,
      name,
    };
    if (unfinished.has(check)) return late; // asking a hung check again would only pile up work
    const deadline = new AbortController();
    const expired = new Promise<CheckResult>((resolve) => {
      deadline.signal.addEventListener("abort", () => resolve({ ...late, durationMs: deadlineMs }));
    });
    const timer = setTimeout(() => deadline.abort(), deadlineMs);
    try {
      return await Promise.race([ask(check, deadline.signal), expired]);
    } finally {
      clearTimeout(timer);
    }
  }

  async function observe(): Promise<HealthOverview> {
    const { checks: asked } = runtime;
    const failedStarts = runtime.degraded.map(({ plugin }): CheckResult => ({
      plugin,
      name: "start",
      status: "degraded",
      detail: "The plugin did not start; the log says why.",
    }));
    const checks = [...failedStarts, ...(await Promise.all(asked.map(inTime)))];
    const overview: HealthOverview = { status: worst(checks), at: clock.now(), checks };
    if (asked !== runtime.checks) return overview; // another revision has taken over
    latest = overview;
    freshUntil = performance.now() + cacheMs;
    return overview;
  }

  return {
    async report() {
      if (latest !== undefined && performance.now() < freshUntil) return latest;
      if (running === undefined) {
        const observing = observe().finally(() => {
          if (running === observing) running = undefined;
        });
        running = observing;
      }
      return running;
    },
    forget() {
      latest = undefined;
      running = undefined;
    },
  };
}

function worst(checks: readonly CheckResult[]): HealthOverview["status"] {
  const found = new Set(checks.map(({ status }) => status));
  if (found.has("down")) return "down";
  return found.has("degraded") ? "degraded" : "ok";
}

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

/** That format knows `ok` and `down` as aliases, but calls `degraded` `warn` (draft-inadarei-api-health-check-06, 3.1). */
function renderHealthJson(body: unknown): string {
  return JSON.stringify(body, (key, value: unknown) =>
    key === "status" && value === "degraded" ? "warn" : value,
  );
}
