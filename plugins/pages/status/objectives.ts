/** The published objectives, each judged over the whole of its window and not before. */
import type { History, Runtime } from "waymark/services";
import { SloDiscovery } from "../../../schemas/documents/slo.ts";

const DAY_MS = 86_400_000;
/** Milliseconds to which the history knows long spans. */
const GRAIN_MS = 3_600_000;
/** Percent of answers within the target of `latency_p99`. */
const P99 = 99;

export interface Objective {
  readonly name: "availability" | "latency";
  /** Percent of requests that should be good. */
  readonly percent: number;
  /** Milliseconds within which a request is good; undefined if being answered is enough. */
  readonly withinMs: number | undefined;
  readonly windowMs: number;
  /** Milliseconds of the window that are known. */
  readonly knownMs: number;
  /** Percent of requests that were good; undefined without requests. */
  readonly reached: number | undefined;
  /** Percent of the requests that may be bad that were; infinite if none may be. Undefined before all of the window is known. */
  readonly budgetUsed: number | undefined;
  /** True if the objective was met; undefined as long as not all of the window is known. */
  readonly met: boolean | undefined;
}

interface Target {
  readonly name: Objective["name"];
  readonly percent: number;
  readonly withinMs: number | undefined;
  readonly windowMs: number;
}

/** Returns the published objectives; none without the plugin that publishes them. */
export async function readTargets({ registry, read }: Runtime): Promise<readonly Target[]> {
  const answer = registry.route("slo.showSlo") === undefined ? {} : await read("slo.showSlo");
  const { data } = SloDiscovery.safeParse("value" in answer ? answer.value : undefined);
  const find = (name: string) => data?.objectives.find((one) => one.name === name);
  const [availability, latency] = [find("availability"), find("latency_p99")];
  const windowMs = (availability?.windowDays ?? 30) * DAY_MS;
  return [
    ...(availability === undefined
      ? []
      : [{ name: "availability" as const, percent: availability.target, windowMs }]),
    ...(latency === undefined
      ? []
      : [{ name: "latency" as const, percent: P99, withinMs: latency.target, windowMs }]),
  ].map((target) => ({ withinMs: undefined, ...target }));
}

export async function judge(
  targets: readonly Target[],
  history: History,
  now: number,
): Promise<readonly Objective[]> {
  return Promise.all(
    targets.map(async (target) => {
      const { percent, withinMs, windowMs } = target;
      const stretch = await history.latest(windowMs, withinMs ?? 0);
      const { requests, failures, slow } = stretch;
      const bad = withinMs === undefined ? failures : slow;
      const knownMs = Math.min(windowMs, now - stretch.from);
      if (requests === 0)
        return { ...target, knownMs, reached: undefined, budgetUsed: undefined, met: undefined };
      const reached = 100 * (1 - bad / requests);
      const allowed = ((100 - percent) / 100) * requests;
      if (knownMs < windowMs - GRAIN_MS)
        return { ...target, knownMs, reached, budgetUsed: undefined, met: undefined };
      const budgetUsed = bad === 0 ? 0 : (100 * bad) / allowed;
      return { ...target, knownMs, reached, budgetUsed, met: bad <= allowed };
    }),
  );
}
