/**
 * The longest turn of this process's event loop. The clock is that of the wall: the kernel counts the processor time of a
 * thread in steps of milliseconds. Collecting garbage is not counted, as it takes away what all requests before have left.
 */
import { PerformanceObserver } from "node:perf_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Milliseconds of the shortest turn that is of interest. */
const SHORTEST_TURN_MS = 2;

let timer: NodeJS.Immediate | undefined;
let turns: Span[] = [];
let collections: Span[] = [];

new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries())
    collections.push({ from: startTime, to: startTime + duration });
}).observe({ entryTypes: ["gc"] });

/** Measures each turn from now on. */
export function begin(): void {
  turns = [];
  collections = [];
  let from = performance.now();
  const turn = () => {
    const to = performance.now();
    if (to - from >= SHORTEST_TURN_MS) turns.push({ from, to });
    from = to;
    timer = setImmediate(turn);
  };
  timer = setImmediate(turn);
}

export async function end(): Promise<{ readonly longestMs: number }> {
  clearImmediate(timer);
  await nextTurn(); // Node reports a collection in the turn after it
  await nextTurn();
  return { longestMs: Math.max(0, ...turns.map(workOf)) };
}

function workOf(turn: Span): number {
  const collected = collections.map(({ from, to }) =>
    Math.max(0, Math.min(to, turn.to) - Math.max(from, turn.from)),
  );
  return turn.to - turn.from - collected.reduce((sum, ms) => sum + ms, 0);
}
