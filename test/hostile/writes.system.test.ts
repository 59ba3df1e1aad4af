/** Some of the hostile writes of `node test/hostile/writes.ts`, others in each run. */
import { expect, it } from "vitest";
import { writeHostile } from "./writes.ts";

const REQUESTS = 25;

it(`${REQUESTS} hostile writes of each kind are answered without a failure of ours, and change nothing where they are refused`, async () => {
  const seed = Date.now() % 1e9;
  const { statuses, failures } = await writeHostile(REQUESTS, seed);
  expect(failures, `seed ${seed}`).toEqual([]);
  const written = Object.values(statuses).map((counts) => (counts[200] ?? 0) + (counts[201] ?? 0));
  expect(Math.max(...written)).toBeGreaterThan(0);
});
