/** Runs the health checks of all plugins, and keeps their results for a moment. */
import { type Localized, type Log, messageOf } from "waymark";
import type { StartedEntry } from "waymark/advanced";
import {
  type CheckResult,
  type Clock,
  type Health,
  type HealthCheck,
  HealthChecks,
  type HealthOverview,
  type NamedCheck,
  type Runtime,
} from "waymark/services";

/** A health check with its owner. */
interface Check extends Pick<CheckResult, "plugin" | "name" | "title"> {
  readonly entry: StartedEntry<HealthCheck | NamedCheck>;
  readonly run: HealthCheck;
  /** True if its plugin provides a service that all instances share. */
  readonly shared: boolean;
}

function toCheck(entry: Check["entry"]): Check {
  const { plugin, name, value, provides } = entry;
  const { title, check: run } =
    typeof value === "function" ? { check: value, title: undefined } : value;
  const shared = Object.values(provides).some((token) => token.shared);
  return { entry, plugin, name, run, shared, title };
}

/** A result, and the reason that only the log has: it may name hosts or accounts. */
interface Look {
  readonly result: CheckResult;
  readonly reason?: string;
}

/** The reports of health, the latest and the next. */
export interface Reports extends Health {
  forget(): void;
  latest(): HealthOverview | undefined;
  /** Returns the latest report while it is reused: the time of a promise is half of an answer's. */
  fresh(): HealthOverview | undefined;
  /** Number of times that each check that was looked at has begun to be down, by `plugin:name`. */
  readonly failures: ReadonlyMap<string, number>;
}

/** Checks run one round at a time; a result is reused for `cacheMs` or until `forget`. */
export function createReports(
  runtime: Runtime,
  clock: Clock,
  log: Log,
  deadlineMs: number,
  cacheMs: number,
): Reports {
  const unfinished = new WeakSet<Check["entry"]>();
  /** The state of each check that was logged last, while it is not ok. */
  const logged = new Map<string, CheckResult["status"]>();
  const failures = new Map<string, number>();
  let latest: HealthOverview | undefined;
  let freshUntil = 0;
  let running: Promise<HealthOverview> | undefined;
  /** Number of times that plugins have begun to serve: a report from before counts no longer. */
  let serving = 0;

  /** Logs a result that differs from the one before, and returns it. */
  function note({ result, reason }: Look): CheckResult {
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

  async function runCheck(check: Check, signal: AbortSignal): Promise<Look> {
    const { plugin, name, shared, title } = check;
    unfinished.add(check.entry);
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
      return { result: { status: "ok", ...report, ...facts() } };
    } catch (error) {
      const detail = "The check failed; the log has the reason.";
      return { result: { status: "down", detail, ...facts() }, reason: messageOf(error) };
    } finally {
      unfinished.delete(check.entry);
    }
  }

  async function runInTime(check: Check): Promise<Look> {
    const { plugin, name, shared, title } = check;
    const late: CheckResult = {
      status: shared ? "down" : "degraded",
      detail: `The check did not finish within ${deadlineMs} ms.`,
      plugin,
      name,
      shared,
      title,
    };
    if (unfinished.has(check.entry)) return { result: late }; // running a hung check again would only pile up work
    const deadline = new AbortController();
    const expired = new Promise<Look>((resolve) => {
      deadline.signal.addEventListener("abort", () =>
        resolve({ result: { ...late, durationMs: deadlineMs } }),
      );
    });
    const timer = setTimeout(() => deadline.abort(), deadlineMs);
    try {
      return await Promise.race([runCheck(check, deadline.signal), expired]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Runs the checks. A check is shared, too, if it fails while something shared fails that its plugin uses. */
  async function lookAt(checks: readonly Check[]): Promise<readonly CheckResult[]> {
    const looks = new Map<Check, Look>();
    const run = async (some: Iterable<Check>) => {
      await Promise.all(
        Array.from(some, async (check) => void looks.set(check, await runInTime(check))),
      );
    };
    const isDown = (check: Check) => looks.get(check)?.result.status === "down";
    const causesOf = ({ entry }: Check) =>
      checks.filter(({ plugin, shared }) => shared && entry.providers.has(plugin));
    await run(checks);
    // Something shared may have failed, or come back, between its own look and the look of the check.
    const unexplained = checks.filter(
      (check) => isDown(check) && !check.shared && !causesOf(check).some(isDown),
    );
    await run(
      new Set(
        unexplained.flatMap((check) => {
          const causes = causesOf(check);
          return causes.length === 0 ? [] : [check, ...causes];
        }),
      ),
    );
    return checks.flatMap((check) => {
      const look = looks.get(check);
      if (look === undefined) return [];
      const shared = check.shared || (isDown(check) && causesOf(check).some(isDown));
      return note({ ...look, result: { ...look.result, shared } });
    });
  }

  async function observe(): Promise<HealthOverview> {
    const begunIn = serving;
    const looks = await lookAt(runtime.of(HealthChecks).map(toCheck));
    const checks = [...pluginsThatDidNotStart(runtime), ...looks];
    const overview: HealthOverview = {
      status: overall(checks),
      at: clock.now(),
      checks,
      forOperators: findingsForOperators(runtime),
    };
    if (begunIn !== serving) return overview; // other plugins have begun to serve
    for (const { plugin, name, status } of checks) {
      const isNew = !latest?.checks.some(
        (one) => one.plugin === plugin && one.name === name && one.status === "down",
      );
      const key = `${plugin}:${name}`;
      failures.set(key, (failures.get(key) ?? 0) + Number(status === "down" && isNew));
    }
    latest = overview;
    freshUntil = performance.now() + cacheMs;
    return overview;
  }

  const fresh = () => (performance.now() < freshUntil ? latest : undefined);

  return {
    async report() {
      const known = fresh();
      if (known !== undefined) return known;
      if (running === undefined) {
        const observing = observe().finally(() => {
          if (running === observing) running = undefined;
        });
        running = observing;
      }
      return running;
    },
    latest: () => latest,
    fresh,
    failures,
    forget() {
      serving++;
      latest = undefined;
      running = undefined;
    },
  };
}

function overall(checks: readonly CheckResult[]): HealthOverview["status"] {
  if (checks.some(({ status, shared = false }) => status === "down" && !shared)) return "down";
  return checks.every(({ status }) => status === "ok") ? "ok" : "degraded";
}

/** Reports optional plugins whose routes answer 503, which clients notice. */
function pluginsThatDidNotStart({ degraded }: Runtime): readonly CheckResult[] {
  const title = { en: "A part of the service", es: "Una parte del servicio" };
  return degraded.map(({ plugin }) =>
    kernelResult(plugin, "start", title, "The plugin did not start"),
  );
}

/** Reports changes of operators that were not applied: the service goes on as before. */
function findingsForOperators({ reloads, certificate }: Runtime): readonly CheckResult[] {
  return [
    ...(reloads.lastFailed
      ? [
          kernelResult(
            "kernel",
            "config",
            { en: "Configuration", es: "Configuración" },
            "The config was not applied when it last changed",
          ),
        ]
      : []),
    ...(certificate?.lastFailed === true
      ? [
          kernelResult(
            "kernel",
            "certificate",
            { en: "Certificate", es: "Certificado" },
            "The renewed certificate cannot be used",
          ),
        ]
      : []),
  ];
}

function kernelResult(plugin: string, name: string, title: Localized, detail: string): CheckResult {
  return { plugin, name, title, status: "degraded", detail: `${detail}; the log has the reason.` };
}
