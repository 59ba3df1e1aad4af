import { definePlugin, type Log, messageOf, service, toMilliseconds } from "waymark";
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
  options: Options,
  needs: { runtime: Runtime, clock: Clock },
  provides: { health: HealthService, latest: LatestHealth },
  schemas: { Health },

  setup({ runtime, clock }, { options, log, defer }) {
    const [deadlineMs, cacheMs] = [toMilliseconds(options.deadline), toMilliseconds(options.cache)];
    const { forget, latest, ...health } = createHealth(runtime, clock, log, deadlineMs, cacheMs);
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

/** Checks run one round at a time; a result is reused for `cacheMs` or until `forget`. */
function createHealth(
  runtime: Runtime,
  clock: Clock,
  log: Log,
  deadlineMs: number,
  cacheMs: number,
): HealthService & { forget(): void; latest(): HealthOverview | undefined } {
  const unfinished = new WeakSet<OwnedCheck>();
  /** The state of each check that was logged last, while it is not ok. */
  const logged = new Map<string, CheckResult["status"]>();
  let latest: HealthOverview | undefined;
  let freshUntil = 0;
  let running: Promise<HealthOverview> | undefined;

  /** Logs a result that differs from the one before, and returns it. */
  function note(result: CheckResult, reason?: string): CheckResult {
    const { plugin, name, status, detail } = result;
    const key = `${plugin}:${name}`;
    if (status === (logged.get(key) ?? "ok")) return result;
    if (status === "ok") {
      logged.delete(key);
      log.info("a health check works again", { plugin, name });
    } else {
      logged.set(key, status);
      const why = reason === undefined ? { detail } : { reason };
      log.warn("a health check failed", { plugin, name, status, ...why });
    }
    return result;
  }

  async function runCheck(check: OwnedCheck, signal: AbortSignal): Promise<() => CheckResult> {
    const { plugin, name, shared, title } = check;
    unfinished.add(check);
    const startedAt = performance.now();
    const facts = () => ({
      plugin,
      name,
      shared,
      title,
      durationMs: performance.now() - startedAt,
    });
    try {
      const report = await check.run(signal);
      const result: CheckResult = { status: "ok", ...report, ...facts() };
      return () => note(result);
    } catch (error) {
      // The message may name hosts or accounts, so it only goes to the log.
      const detail = "The check failed; the log has the reason.";
      const result: CheckResult = { status: "down", detail, ...facts() };
      return () => note(result, messageOf(error));
    } finally {
      unfinished.delete(check);
    }
  }

  async function runInTime(check: OwnedCheck): Promise<CheckResult> {
    const { plugin, name, shared, title } = check;
    const late: CheckResult = {
      status: shared ? "down" : "degraded",
      detail: `The check did not finish within ${deadlineMs} ms.`,
      plugin,
      name,
      shared,
      title,
    };
    if (unfinished.has(check)) return note(late); // running a hung check again would only pile up work
    const deadline = new AbortController();
    const expired = new Promise<() => CheckResult>((resolve) => {
      deadline.signal.addEventListener("abort", () =>
        resolve(() => note({ ...late, durationMs: deadlineMs })),
      );
    });
    const timer = setTimeout(() => deadline.abort(), deadlineMs);
    try {
      // Only the first of the two is noted: a check that ends late has been noted as such.
      const settled = await Promise.race([runCheck(check, deadline.signal), expired]);
      return settled();
    } finally {
      clearTimeout(timer);
    }
  }

  async function observe(): Promise<HealthOverview> {
    const { checks: current } = runtime;
    const failedStarts = runtime.degraded.map(({ plugin }): CheckResult => ({
      plugin,
      name: "start",
      title: { en: "A part of the service", es: "Una parte del servicio" },
      status: "degraded",
      detail: "The plugin did not start; the log has the reason.",
    }));
    const failedReload: readonly CheckResult[] = runtime.reloads.lastFailed
      ? [
          {
            plugin: "kernel",
            name: "config",
            title: { en: "Configuration", es: "Configuración" },
            status: "degraded",
            detail: "The config was not applied when it last changed; the log has the reason.",
          },
        ]
      : [];
    const failedRenewal: readonly CheckResult[] =
      runtime.certificate?.lastFailed === true
        ? [
            {
              plugin: "kernel",
              name: "certificate",
              title: { en: "Certificate", es: "Certificado" },
              status: "degraded",
              detail: "The renewed certificate cannot be used; the log has the reason.",
            },
          ]
        : [];
    const checks = [
      ...failedReload,
      ...failedRenewal,
      ...failedStarts,
      ...(await Promise.all(current.map(runInTime))),
    ];
    const overview: HealthOverview = { status: worst(checks), at: clock.now(), checks };
    if (current !== runtime.checks) return overview; // another revision has taken over
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
    latest: () => latest,
    forget() {
      latest = undefined;
      running = undefined;
    },
  };
}

function worst(checks: readonly CheckResult[]): HealthOverview["status"] {
  const states = new Set(checks.map(({ status }) => status));
  if (states.has("down")) return "down";
  return states.has("degraded") ? "degraded" : "ok";
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

/** The format accepts `ok` and `down` as aliases, but not `degraded` (draft-inadarei-api-health-check-06, section 3.1). */
function renderHealthJson(body: unknown): string {
  return JSON.stringify(body, (key, value: unknown) =>
    key === "status" && value === "degraded" ? "warn" : value,
  );
}
