/**
 * Draws for tests of which all cases would take minutes: each run has others, and tests name the seed. `SEED=<number>`
 * in the environment repeats the draws of a run, and `DRAW=all` takes every case, still with one look of each.
 */
import * as fc from "fast-check";

export const seed = Number(process.env["SEED"] ?? Date.now() % 1e9);

const isComplete = process.env["DRAW"] === "all";

/** Draws `count` items, in their order, or returns all. */
export function draw<T>(items: readonly T[], count: number): readonly T[] {
  if (isComplete) return items;
  const exactly = Math.min(count, items.length);
  const subset = fc.subarray([...items], { minLength: exactly, maxLength: exactly });
  return fc.sample(subset, { numRuns: 1, seed }).flat();
}

/** Draws one item, a different one for each key. */
export function drawFor<T>(key: string, items: readonly T[]): T {
  const [one] = fc.sample(fc.constantFrom(...items), { numRuns: 1, seed: seed ^ hashOf(key) });
  return one as T; // of a sample of one
}

/** FNV-1a, of 32 bits. */
function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (const character of text)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01_00_01_93);
  return hash;
}
