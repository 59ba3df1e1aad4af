import { expect, it, onTestFinished, vi } from "vitest";
import { definePlugin } from "waymark";
import preset from "waymark/preset";
import { Jobs, Scheduler, type PeriodicTask } from "waymark/services";
import { createTestServer, fixedClock, type TestServerOptions } from "waymark/testing";
import { implemented } from "../../_offered.ts";

/** Lets what a clock has begun go on until it waits. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

/** Jobs of all nodes, as another node and Redis let this one have them. */
function sharedJobs() {
  const state = { names: [] as string[], isTaken: false, isUp: true, lost: new AbortController() };
  const run: Jobs["run"] = async (name, work) => {
    state.names.push(name);
    if (!state.isUp) throw new Error("Redis does not answer");
    if (!state.isTaken) await work(state.lost.signal);
    return !state.isTaken;
  };
  const plugin = definePlugin({
    id: "shared-jobs",
    summary: "Shares jobs as a test says.",
    provides: { jobs: Jobs },
    setup: () => ({ jobs: { run } }),
  });
  return { state, plugin };
}

/** A server with one task, whose runs last until `end` is called. */
async function start(
  settings: Partial<PeriodicTask> = {},
  plugins: NonNullable<TestServerOptions["plugins"]> = [],
) {
  const clock = fixedClock();
  const logged: unknown[] = [];
  const note = (message: string, { reason }: { readonly reason?: unknown } = {}) =>
    void logged.push(reason === undefined ? message : [message, reason]);
  const ends: PromiseWithResolvers<void>[] = [];
  const signals: AbortSignal[] = [];
  let scheduler: Scheduler | undefined;
  const harbour = definePlugin({
    id: "harbour",
    summary: "Sweeps the harbour.",
    needs: { scheduler: Scheduler },
    setup(use, { log, defer }) {
      scheduler = use.scheduler;
      const task = scheduler.start({
        name: "sweep",
        everyMs: 60_000,
        log,
        task: ["the harbour", "swept"],
        run(signal) {
          signals.push(signal);
          const end = Promise.withResolvers<void>();
          ends.push(end);
          return end.promise;
        },
        ...settings,
      });
      defer(task.stop);
      return { state: task };
    },
  });
  const log = { debug() {}, info: note, warn: note, error: note };
  const own = preset.filter(({ id }) => id === "jobs");
  const server = await createTestServer({ plugins: [...own, harbour, ...plugins], clock, log });
  onTestFinished(() => server.close());
  return {
    server,
    logged,
    signals,
    tasks: () => scheduler?.tasks,
    async advance(by: Parameters<typeof clock.advance>[0]) {
      clock.advance(by);
      await settle();
    },
    async end(error?: Error) {
      if (error === undefined) ends.at(-1)?.resolve();
      else ends.at(-1)?.reject(error);
      await settle();
    },
  };
}

it("runs by the clock, at first and at intervals, and never twice at once; a stop waits for a run", async () => {
  const { server, signals, logged, advance, end } = await start({ firstMs: 10_000 });
  await advance("9s");
  expect(signals).toHaveLength(0);
  await advance("1s");
  await advance("2m");
  expect(signals).toHaveLength(1);
  await end();
  await advance("1m");
  expect(signals).toHaveLength(2);
  let hasStopped = false;
  const stopped = server.close().then(() => (hasStopped = true));
  await vi.waitFor(() => expect(signals[1]?.aborted).toBe(true), 10_000);
  expect(hasStopped).toBe(false);
  await end(new Error("the work was cut short"));
  await stopped;
  await advance("1h");
  expect([signals.length, logged]).toEqual([2, []]);
});

it("lists tasks with their runs, and logs failures in one line until there are none", async () => {
  const { logged, tasks, advance, end } = await start();
  const begin = Date.parse("2026-01-02T03:04:05Z");
  const none = { name: "sweep", runs: 0, failures: 0, lastAt: undefined, nextAt: begin + 60_000 };
  expect(tasks()).toEqual([none]);
  for (const error of [new Error("broken"), new Error("broken"), undefined, new Error("again")]) {
    await advance("1m");
    await end(error);
  }
  const last = { runs: 4, failures: 3, lastAt: begin + 240_000, nextAt: begin + 300_000 };
  expect(tasks()).toEqual([{ name: "sweep", ...last }]);
  expect(logged).toEqual([
    ["the harbour cannot be swept", "broken"],
    "the harbour can be swept again",
    ["the harbour cannot be swept", "again"],
  ]);
});

it("leaves work for all nodes to the node that is at it, and ends it once the lease is lost", async () => {
  const { state, plugin } = sharedJobs();
  state.isTaken = true;
  const { signals, advance, end } = await start({ once: true }, [plugin]);
  await advance("1m");
  expect([state.names, signals]).toEqual([["sweep"], []]);
  state.isTaken = false;
  await advance("1m");
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  state.lost.abort();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  await end();
});

it("has each node work while they cannot agree on one, and not again when the work failed", async () => {
  const { state, plugin } = sharedJobs();
  state.isUp = false;
  const { signals, logged, advance, end } = await start({ once: true }, [plugin]);
  await advance("1m");
  await end();
  expect([signals.length, logged]).toEqual([1, []]);
  state.isUp = true;
  await advance("1m");
  await end(new Error("broken"));
  expect([signals.length, logged]).toEqual([2, [["the harbour cannot be swept", "broken"]]]);
});

it("old records are removed by one node for all", async () => {
  const { state, plugin } = sharedJobs();
  const own = await Promise.all(
    ["audit", "idempotency", "webhooks", "access", "usage"].map(implemented),
  );
  const rest = preset.filter(({ id }) => own.every((one) => one.id !== id));
  const clock = fixedClock();
  const server = await createTestServer({ plugins: [...own, ...rest, plugin], clock });
  clock.advance("1h");
  await server.close();
  const names = ["audit-prune", "idempotency-prune", "webhooks-prune"];
  expect(state.names.toSorted()).toEqual(names);
});
