/**
 * Reports how the other nodes are with what fails at this one. They report it in two engines: with their signs of life in
 * Redis, and in the samples of the history in the database. A node that is cut off from one engine learns from the other.
 */
import type { CheckResult, Clock, History, Nodes, Runtime } from "waymark/services";

/** `better`: a node that takes requests is well with it. `same`: it fails at all of them. */
type Verdict = "better" | "same";

/** A finding of another node when it looked at its own health. */
interface Sight {
  readonly agoMs: number;
  readonly failing: readonly string[];
  /** Milliseconds for which a failure had to last here before that look: the other one has noticed it by then, if it is its own. */
  readonly noticedMs: number;
}

interface Channels {
  readonly runtime: Runtime;
  readonly clock: Clock;
  readonly nodes: Nodes | undefined;
  readonly history: History | undefined;
}

export interface Peers {
  /**
   * Returns, by subject, how others are with the checks that are not ok, as of the latest comparison, and begins the next one:
   * an engine that hangs holds up no probe. Unknown ones are absent.
   */
  compare(checks: readonly CheckResult[]): ReadonlyMap<string, Verdict>;
}

/** Delay of signs of life, which come every two seconds with a look at health. */
const NOTICED_MS = 5000;
/** Delay of samples, which sum up looks that are seconds apart, by the clock of another machine. */
const SAMPLED_MS = 15_000;

export function subjectOf({ plugin, name }: CheckResult): string {
  return `${plugin}:${name}`;
}

export function createPeers(channels: Channels): Peers {
  /** Times when each check that is not ok was first found so, as `performance.now()`. */
  let since = new Map<string, number>();
  let verdicts: ReadonlyMap<string, Verdict> = new Map();
  let comparing: Promise<void> | undefined;

  async function look(): Promise<void> {
    const seen = await Promise.all(
      [signsOfLife, samples].map((read) => read(channels).catch((): readonly Sight[] => [])),
    );
    const now = performance.now();
    verdicts = new Map(
      [...since].flatMap(([subject, startedAt]) => {
        const later = seen
          .flat()
          .filter(({ agoMs, noticedMs }) => agoMs + noticedMs < now - startedAt);
        if (later.length === 0) return [];
        const isSame = later.every(({ failing }) => failing.includes(subject));
        return [[subject, isSame ? "same" : "better"] as const];
      }),
    );
  }

  return {
    compare(checks) {
      const failing = checks.filter(({ status }) => status !== "ok").map(subjectOf);
      since = new Map(failing.map((one) => [one, since.get(one) ?? performance.now()]));
      if (failing.length === 0) verdicts = new Map();
      else comparing ??= look().finally(() => (comparing = undefined));
      return verdicts;
    },
  };
}

async function signsOfLife({ nodes, runtime }: Channels): Promise<readonly Sight[]> {
  const all = (await nodes?.list()) ?? [];
  // This node has given one now, by the same clock.
  const now = all.find(({ id }) => id === runtime.instance.id)?.seenAt ?? 0;
  return all.flatMap(({ id, seenAt, health }) =>
    id !== runtime.instance.id && health?.ready === true
      ? [{ agoMs: now - seenAt, failing: health.failing, noticedMs: NOTICED_MS }]
      : [],
  );
}

async function samples({ history, clock }: Channels): Promise<readonly Sight[]> {
  const all = (await history?.elsewhere()) ?? [];
  return all.map(({ at, failing }) => ({
    agoMs: clock.now() - at,
    failing,
    noticedMs: SAMPLED_MS,
  }));
}
