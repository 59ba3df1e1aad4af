import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { definePlugin, type Log } from "waymark";
import preset from "waymark/preset";
import { implemented } from "../../_offered.ts";
import { Jobs } from "waymark/services";
import { createTestServer } from "waymark/testing";
import { startPeriodicTask } from "../../../plugins/shared/periodic-task.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "setInterval"] }));
afterEach(() => void vi.useRealTimers());

const warnings: unknown[] = [];
const write = (...args: unknown[]) => void warnings.push(args);
const log = { info: write, warn: write } as unknown as Log; // the only parts that a periodic task uses
const settings = { everyMs: 100, log, task: ["it", "done"] } as const;

/** Work that lasts until `end` is called. */
function slowWork() {
  const ends: PromiseWithResolvers<void>[] = [];
  const signals: AbortSignal[] = [];
  const work = (signal: AbortSignal) => {
    signals.push(signal);
    const end = Promise.withResolvers<void>();
    ends.push(end);
    return end.promise;
  };
  return { work, signals, end: () => ends.at(-1)?.resolve() };
}

describe("a periodic task", () => {
  it("runs at first and at intervals, never twice at once, and its stop waits for it", async () => {
    const { work, signals, end } = slowWork();
    const stop = startPeriodicTask(work, { ...settings, firstMs: 10 });
    await vi.advanceTimersByTimeAsync(99);
    expect(signals).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(signals).toHaveLength(1);
    end();
    await vi.advanceTimersByTimeAsync(100);
    expect(signals).toHaveLength(2);
    let hasStopped = false;
    const stopped = stop().then(() => (hasStopped = true));
    await vi.advanceTimersByTimeAsync(1000);
    expect([signals[1]?.aborted, hasStopped]).toEqual([true, false]);
    end();
    await stopped;
    expect(signals).toHaveLength(2);
  });

  it("is left to the node that is at it, and ends once the lease is lost", async () => {
    const { work, signals, end } = slowWork();
    const lost = new AbortController();
    let isTaken = true;
    const names: string[] = [];
    const run: Jobs["run"] = async (name, begin) => {
      names.push(name);
      if (!isTaken) await begin(lost.signal);
      return !isTaken;
    };
    const stop = startPeriodicTask(work, { ...settings, job: { name: "clean", jobs: { run } } });
    await vi.advanceTimersByTimeAsync(100);
    expect([names, signals]).toEqual([["clean"], []]);
    isTaken = false;
    await vi.advanceTimersByTimeAsync(100);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    lost.abort();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    end();
    await stop();
  });

  it("is done by each node while they cannot agree on one, and not again when it failed", async () => {
    warnings.length = 0;
    let runs = 0;
    let isUp = false;
    const work = async () => {
      runs++;
      if (isUp) throw new Error("broken");
    };
    const run: Jobs["run"] = async (_, begin) => {
      if (!isUp) throw new Error("Redis does not answer");
      await begin(new AbortController().signal);
      return true;
    };
    const stop = startPeriodicTask(work, { ...settings, job: { name: "clean", jobs: { run } } });
    await vi.advanceTimersByTimeAsync(100);
    expect([runs, warnings]).toEqual([1, []]);
    isUp = true;
    await vi.advanceTimersByTimeAsync(100);
    expect([runs, warnings]).toEqual([2, [["it cannot be done", { reason: "broken" }]]]);
    await stop();
  });

  it("O6: fails in one line until it is done again", async () => {
    warnings.length = 0;
    let fails = true;
    const work = async () => {
      if (fails) throw new Error("broken");
    };
    const stop = startPeriodicTask(work, settings);
    await vi.advanceTimersByTimeAsync(500);
    fails = false;
    await vi.advanceTimersByTimeAsync(500);
    fails = true;
    await vi.advanceTimersByTimeAsync(100);
    const broken = ["it cannot be done", { reason: "broken" }];
    expect(warnings).toEqual([broken, ["it can be done again"], broken]);
    await stop();
  });
});

it("old records are removed by one node for all", async () => {
  const names = new Set<string>();
  const jobs = definePlugin({
    id: "jobs",
    summary: "Notes jobs.",
    provides: { jobs: Jobs },
    setup: () => ({
      jobs: {
        async run(name, work) {
          names.add(name);
          await work(new AbortController().signal);
          return true;
        },
      },
    }),
  });
  const own = await Promise.all(
    ["audit", "idempotency", "webhooks", "access", "usage"].map(implemented),
  );
  const rest = preset.filter(({ id }) => own.every((one) => one.id !== id));
  const server = await createTestServer({ plugins: [...own, ...rest, jobs] });
  await vi.advanceTimersByTimeAsync(3_600_000);
  await server.close();
  expect([...names].toSorted()).toEqual(["audit-prune", "idempotency-prune", "webhooks-prune"]);
});
