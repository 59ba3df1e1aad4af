/** T2: the error budget is that of the whole window, which two minutes cannot use up. */
import { expect, test } from "vitest";
import { judge } from "../../../../plugins/pages/status/objectives.ts";

const DAY_MS = 86_400_000;
const target = { name: "latency", percent: 99, withinMs: 50, windowMs: 30 * DAY_MS } as const;

test.each([
  ["two slow answers of the first minutes hardly use it", 2 * 60_000, 2, 0.01, undefined],
  ["of a whole window it is what was used", 30 * DAY_MS, 2, 200, false],
  ["it is not used without a slow answer", 2 * 60_000, 0, 0, undefined],
])("T2: %s", async (_what, knownMs, slow, used, met) => {
  const now = 40 * DAY_MS;
  const latest = async () => ({ from: now - knownMs, requests: 100, failures: 0, slow });
  const [objective] = await judge([target], { latest } as never, now); // the only member that it uses
  expect(objective?.budgetUsed).toBeCloseTo(used, 2);
  expect(objective?.met).toBe(met);
});
