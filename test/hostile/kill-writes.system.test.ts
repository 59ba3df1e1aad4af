/** Some of the kills of `node test/hostile/kill-writes.ts`, at other moments in each run. */
import { expect, it } from "vitest";
import { killWrites, seeded } from "./kill-writes.ts";

const KILLS = 2;

it(`${KILLS} kills at random moments lose no acknowledged write, leave none half, and no webhook out`, async () => {
  const seed = Date.now() % 1e6;
  const { faults, acknowledged, changes } = await killWrites(KILLS, seeded(seed));
  expect(faults, `seed ${seed}`).toEqual([]);
  expect(acknowledged).toBeGreaterThan(0);
  expect(changes).toBeGreaterThan(0);
});
