/** The rules of what nodes share through Redis: limits, and events. */

/** A client that asked until it was refused, or until the end. */
export interface Asking {
  readonly client: string;
  /** Requests sent; those that were allowed for certain. */
  sent: number;
  allowed: number;
  /** Number of others sent before the first refusal was known. */
  refusedAfter?: number | undefined;
  /** Disturbances of counting together before its first request; those since. */
  readonly since: number;
  disturbances: number;
}

/** The ids of changes that one client saw, with no `reset` in between. */
export type Run = readonly string[];

/**
 * No client is allowed more than its limit, nor refused before it has used it, up to a part that nodes have set aside.
 * Each disturbance may lose all counts, once.
 *
 * @param early the part of the limit that may not be granted.
 */
export function wrongLimits(
  askings: readonly Asking[],
  limit: number,
  early: number,
): readonly string[] {
  return askings.flatMap(({ client, allowed, refusedAfter = limit, disturbances }) => {
    if (allowed > limit * (1 + disturbances))
      return [`${client}: ${allowed} requests allowed, ${disturbances} disturbances`];
    return disturbances === 0 && refusedAfter < limit * (1 - early)
      ? [`${client}: refused after ${refusedAfter} requests`]
      : [];
  });
}

/** All see the same events in the same order, each once, and between two of them none is left out. */
export function wrongOrder(runs: readonly Run[]): readonly string[] {
  const places = runs.map((run) => new Map(run.map((id, at) => [id, at])));
  return runs.flatMap((run, index) => {
    if (new Set(run).size < run.length) return [`run ${index}: an event twice`];
    return places.slice(0, index).flatMap((others, other) => {
      const common = run.filter((id) => others.has(id));
      const [first, last] = [common[0], common.at(-1)];
      if (first === undefined || last === undefined) return [];
      const own = run.slice(run.indexOf(first), run.indexOf(last) + 1);
      const theirs = (runs[other] ?? []).slice(others.get(first), (others.get(last) ?? 0) + 1);
      return own.join() === theirs.join()
        ? []
        : [`runs ${other} and ${index}: ${theirs.join(" ")} and ${own.join(" ")}`];
    });
  });
}
