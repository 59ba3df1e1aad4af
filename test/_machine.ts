/** Speed of the machine while a test runs, so that time limits fail for slow code and not for a slow machine. */
const rows = Array.from({ length: 400 }, (_, index) => ({
  id: `row-${index}`,
  name: `A row, ${index}`,
  tags: ["even", "odd", String(index)],
  place: { latitude: index / 7, longitude: -index / 3 },
}));
const text = JSON.stringify(rows);

/** Milliseconds that the work takes on the machine that limits were set for, with nothing else to do. */
const IDLE_MS = 1.5;
const RUNS = 9;
/** The first runs are not optimized yet. */
const WARM_UP_RUNS = 100;
let isWarm = false;

/** Does what a server does, with no server: reads, sorts, looks up and writes JSON. */
function work(): void {
  for (let round = 0; round < 2; round++) {
    const parsed = JSON.parse(text) as typeof rows;
    parsed.sort((a, b) => (a.name < b.name ? -1 : 1));
    JSON.stringify([...new Map(parsed.map((row) => [row.id, row])).values()]);
  }
}

/** Returns by what factor this machine is slower just now than the one that limits were set for, at least 1. Takes some 20 ms. */
export function slowness(): number {
  if (!isWarm) for (let run = 0; run < WARM_UP_RUNS; run++) work();
  isWarm = true;
  const taken = Array.from({ length: RUNS }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  }).toSorted((a, b) => a - b);
  return Math.max(1, (taken[Math.floor(RUNS / 2)] ?? IDLE_MS) / IDLE_MS);
}
