/** Some of the hostile writes of `node test/hostile/resource.ts`, others in each run. */
import { expect, it } from "vitest";
import { startHarbour } from "../plugins/writes/_resources.ts";
import { hostileWrites } from "./resource.ts";

const WRITES = 400;

it(`${WRITES} hostile writes of each kind change all or nothing, and are answered without a failure of ours`, async () => {
  const server = await startHarbour();
  const seed = Date.now() % 1e9;
  const { statuses, failures } = await hostileWrites(server, { writes: WRITES, seed });
  expect(failures, `seed ${seed}`).toEqual([]);
  for (const counts of Object.values(statuses)) expect(counts[200]).toBeGreaterThan(0);
});
