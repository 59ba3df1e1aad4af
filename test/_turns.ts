/** Turns of the event loop, and work that holds it. */

/** Counts turns until it is stopped. */
export function countTurns() {
  const turns = { count: 0, stop: () => clearImmediate(next) };
  const turn = () => {
    turns.count += 1;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  return turns;
}

/** Holds the event loop for two milliseconds. */
export function work(): void {
  const end = performance.now() + 2;
  while (performance.now() < end);
}
