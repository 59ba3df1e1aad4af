/** Runs the health checks of all plugins, and keeps their results for a moment. */
import { type Localized, type Log, messageOf } from "waymark";
import type {
  CheckResult,
  Clock,
  Health,
  HealthOverview,
  OwnedCheck,
  Runtime,
} from "waymark/services";

/** Checks run one round at a time; a result is reused for `cacheMs` or until `forget`. */
export function createReports(
  runtime: Runtime,
  clock: Clock,
  log: Log,
  deadlineMs: number,
  cacheMs: number,
): Health & { forget(): void; latest(): HealthOverview | undefined } {
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
    const checks = [...kernelResults(runtime), ...(await Promise.all(current.map(runInTime)))];
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

/** The state of the kernel itself, where it is not well. */
function kernelResults({ degraded, reloads, certificate }: Runtime): readonly CheckResult[] {
  const kernel = (name: string, title: Localized, detail: string): CheckResult => ({
    plugin: "kernel",
    name,
    title,
    status: "degraded",
    detail: `${detail}; the log has the reason.`,
  });
  return [
    ...(reloads.lastFailed
      ? [
          kernel(
            "config",
            { en: "Configuration", es: "Configuración" },
            "The config was not applied when it last changed",
          ),
        ]
      : []),
    ...(certificate?.lastFailed === true
      ? [
          kernel(
            "certificate",
            { en: "Certificate", es: "Certificado" },
            "The renewed certificate cannot be used",
          ),
        ]
      : []),
    ...degraded.map(({ plugin }): CheckResult => ({
      plugin,
      name: "start",
      title: { en: "A part of the service", es: "Una parte del servicio" },
      status: "degraded",
      detail: "The plugin did not start; the log has the reason.",
    })),
  ];
}
