/** T2: the error budget is that of the whole window, and nothing is judged before that is known. */
import { expect, test } from "vitest";
import { judge } from "../../../../plugins/pages/status/objectives.ts";

const DAY_MS = 86_400_000;
const target = { name: "latency", percent: 99, withinMs: 50, windowMs: 30 * DAY_MS } as const;

test.each([
  ["two minutes are not judged", 2 * 60_000, 2, undefined, undefined],
  ["neither are ten days without a slow answer", 10 * DAY_MS, 0, undefined, undefined],
  ["a whole window is judged by what was used", 30 * DAY_MS, 2, 200, false],
  ["none is used without a slow answer", 30 * DAY_MS, 0, 0, true],
])("T2: %s", async (_what, knownMs, slow, used, met) => {
  const now = 40 * DAY_MS;
  const latest = async () => ({ from: now - knownMs, requests: 100, failures: 0, slow });
  const [objective] = await judge([target], { latest } as never, now); // the only member that it uses
  expect(objective?.budgetUsed).toBe(used);
  expect(objective?.met).toBe(met);
});
