import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { definePlugin, service, type Log } from "waymark";
import preset from "waymark/preset";
import { Scheduler, Store, UniqueViolation, type ScheduledJob } from "waymark/services";
import { z } from "zod";
import { createTestServer, fixedClock, type TestServerOptions } from "waymark/testing";
import { folderOf } from "../../_folder.ts";

/** Lets what a clock has begun go on until it waits. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

const only = (...ids: readonly string[]) => preset.filter(({ id }) => ids.includes(id));

/** The rows that nodes share, as their store has them. */
function sharedStore() {
  const state = {
    rows: new Map<string, { job: string; doneUntil: number }>(),
    isUp: true,
    answered: Promise.resolve(),
  };
  const table = {
    async find(key: string) {
      if (!state.isUp) throw new Error("the store does not answer");
      await state.answered;
      return state.rows.get(key);
    },
    async insert([row]: readonly { job: string; doneUntil: number }[]) {
      if (row === undefined) return;
      if (state.rows.has(row.job)) throw new UniqueViolation("jobTimes", ["job"]);
      state.rows.set(row.job, row);
    },
    async list({ filters: [before] }: { filters: readonly { readonly value: unknown }[] }) {
      const items = [...state.rows.values()];
      return { items: items.filter(({ doneUntil }) => doneUntil < Number(before?.value)) };
    },
    async removeAll(keys: readonly string[]) {
      for (const key of keys) state.rows.delete(key);
    },
    async update(job: string, changes: object, [where]: readonly { readonly value: unknown }[]) {
      const row = state.rows.get(job);
      if (row === undefined || row.doneUntil !== where?.value) return false;
      state.rows.set(job, { ...row, ...changes });
      return true;
    },
  };
  const plugin = definePlugin({
    id: "shared-store",
    summary: "Keeps the rows of a test.",
    provides: { store: Store },
    setup: () => ({ store: { table: () => table } as unknown as Store }), // all that jobs use
  });
  return { state, plugin };
}

type Settings = Partial<ScheduledJob> & { readonly every?: unknown };

/** A node with the job `harbour.sweep`, whose runs last until `end` is called. */
async function start(job: Settings = {}, options: TestServerOptions = {}) {
  const clock = fixedClock();
  const logged: unknown[] = [];
  const note: Log["info"] = (...line) => void logged.push(line);
  const log = { debug() {}, info: note, warn: note, error: note };
  const signals: AbortSignal[] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  let scheduler: Scheduler | undefined;
  const events: string[] = [];
  const harbour = definePlugin({
    id: "harbour",
    summary: "Sweeps the harbour.",
    options: z.strictObject({ width: z.int().default(1) }),
    needs: { scheduler: Scheduler },
    setup(use, { defer }) {
      scheduler = use.scheduler;
      defer(() => void events.push("closed"));
    },
    jobs: () => ({
      sweep: {
        every: "60s",
        run(signal) {
          signals.push(signal);
          const end = Promise.withResolvers<void>();
          ends.push(end);
          return end.promise.finally(() => events.push("ended"));
        },
        ...job,
      } as ScheduledJob, // may be wrong on purpose
    }),
  });
  const { plugins = [], ...rest } = options;
  const server = await createTestServer({
    plugins: [...only("jobs"), harbour, ...plugins],
    clock,
    log,
    ...rest,
  });
  onTestFinished(async () => {
    for (const { resolve } of ends) resolve(); // a stop would wait for it
    await server.close();
  });
  await settle();
  return {
    server,
    signals,
    logged,
    events,
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

// The clock begins at 03:04:05.
it.each([
  ["an interval", { every: "60s" }, "54s"],
  ["a cron expression", { every: undefined, cron: "5 3 * * *" }, "54s"],
  ["one with seconds", { every: undefined, cron: "0 5 3 * * *" }, "54s"],
  ["one with a zone", { every: undefined, cron: "0 9 * * *", zone: "Asia/Kolkata" }, "1554s"],
] as const)("runs at the times of %s, and is listed", async (_name, times, before) => {
  const { tasks, signals, logged, advance, end } = await start(times as Settings);
  await advance(before);
  expect(signals).toHaveLength(0);
  const dueAt = tasks()?.[0]?.nextAt;
  await advance("1s");
  expect(signals).toHaveLength(1);
  await end();
  expect(tasks()).toMatchObject([{ name: "harbour.sweep", runs: 1, failures: 0, lastAt: dueAt }]);
  expect(logged).toEqual([]);
});

it("logs a failure once, with plugin and job, until a run works", async () => {
  const { tasks, logged, advance, end } = await start();
  for (const error of [new Error("broken"), new Error("broken"), undefined]) {
    await advance("1m");
    await end(error);
  }
  expect(logged).toEqual([
    ["a job cannot be done", { plugin: "harbour", job: "sweep", reason: "broken" }],
    ["a job can be done again", { plugin: "harbour", job: "sweep" }],
  ]);
  expect(tasks()).toMatchObject([{ runs: 3, failures: 2 }]);
});

it("each time that is due is one node's", async () => {
  const { plugin } = sharedStore();
  const nodes = [await start({}, { plugins: [plugin] }), await start({}, { plugins: [plugin] })];
  for (let minute = 0; minute < 3; minute++)
    for (const { advance, end } of nodes) {
      await advance("1m");
      await end();
    }
  expect(nodes.map(({ signals }) => signals.length)).toEqual([3, 0]);
});

it.each([
  ["once", 1, "a job was not done when it was due; it is done once now"],
  ["skip", 0, "a job was not done when it was due; it is left out"],
] as const)("what was missed while no node served is reported: %s", async (missed, runs, line) => {
  const { state, plugin } = sharedStore();
  const before = await start({ missed }, { plugins: [plugin] });
  await before.server.close();
  const doneUntil = Date.parse("2026-01-02T02:00:30Z");
  state.rows.set("harbour.sweep", { job: "harbour.sweep", doneUntil });
  const { signals, logged, advance, end } = await start({ missed }, { plugins: [plugin] });
  const since = "2026-01-02T02:01:00.000Z";
  expect([signals.length, logged]).toEqual([
    runs,
    [[line, { plugin: "harbour", job: "sweep", since }]],
  ]);
  await end();
  await advance("1m");
  expect([signals.length, logged.length]).toEqual([runs + 1, 1]);
});

it("reports what was due while it could not be claimed, or while a run lasted", async () => {
  const { state, plugin } = sharedStore();
  const { signals, logged, advance, end } = await start({}, { plugins: [plugin] });
  state.isUp = false;
  await advance("1m");
  state.isUp = true;
  await advance("1m");
  const of = { plugin: "harbour", job: "sweep" };
  const line = "a job was not done when it was due; it is done once now";
  const expected: unknown[] = [
    ["a job cannot be done", { ...of, reason: "the store does not answer" }],
    [line, { ...of, since: "2026-01-02T03:05:00.000Z" }],
  ];
  expect([signals.length, logged]).toEqual([1, expected]);
  await advance("1m");
  expect(signals).toHaveLength(1);
  await end();
  await advance("1m");
  expected.push(
    ["a job can be done again", of],
    [line, { ...of, since: "2026-01-02T03:07:00.000Z" }],
  );
  expect([signals.length, logged]).toEqual([2, expected]);
});

it("does what became due while the store had not answered yet", async () => {
  const { state, plugin } = sharedStore();
  const answer = Promise.withResolvers<void>();
  state.answered = answer.promise;
  const { signals, logged, advance, end } = await start({}, { plugins: [plugin] });
  await advance("1m");
  answer.resolve();
  await settle();
  expect([signals.length, logged]).toEqual([1, []]);
  await end();
});

it("does not forget over a restart what it has done", async () => {
  const file = join(folderOf(), "data.db");
  const config = { plugins: { store: { file } } };
  const plugins = preset.filter(({ id }) => !["jobs", "clock"].includes(id));
  const runs = [];
  for (const by of ["10m", "1h", "2h"] as const) {
    const { server, signals, advance, end } = await start(
      { every: undefined, cron: "0 4 * * *" } as Settings,
      { plugins, config },
    );
    await advance(by);
    await vi.waitFor(() => expect(by === "1h" ? signals : [1]).toHaveLength(1));
    await end();
    runs.push(signals.length);
    await server.close();
  }
  expect(runs).toEqual([0, 1, 0]);
});

it("a stop aborts a run and waits for it, before the plugin closes", async () => {
  const { server, signals, events, logged, advance, end } = await start();
  await advance("1m");
  const stopped = server.close();
  await vi.waitFor(() => expect(signals[0]?.aborted).toBe(true), 10_000);
  await settle();
  expect(events).toEqual([]);
  await end();
  await stopped;
  expect([events, logged]).toEqual([["ended", "closed"], []]);
});

it("a reload restarts the jobs of plugins that changed, after the run under way, and no others", async () => {
  const other = definePlugin({ id: "other", summary: "Is on or off." });
  const { server, signals, tasks, advance, end } = await start({}, { plugins: [other] });
  await advance("1m");
  await server.reload({ plugins: { other: false } });
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  await server.reload({ plugins: { other: false, harbour: { width: 2 } } });
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  await advance("1m");
  expect(signals).toHaveLength(1);
  await end();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  await end();
  expect(tasks()).toMatchObject([{ runs: 1, failures: 0 }]);
  await server.reload({ plugins: { harbour: false } });
  await advance("1h");
  expect([signals.length, tasks()]).toEqual([2, []]);
});

it("jobs go on after a reload that starts the plugin jobs again", async () => {
  const Marker = service<object>("marker");
  const [jobs] = only("jobs");
  if (jobs === undefined) throw new Error("the preset has no plugin jobs");
  const marker = definePlugin({
    id: "marker",
    summary: "Starts the plugins that need it again.",
    options: z.strictObject({ at: z.int().default(0) }),
    provides: { marker: Marker },
    setup: () => ({ marker: {} }),
  });
  const signals: AbortSignal[] = [];
  let running = 0;
  let end: (() => void) | undefined;
  let lasts = false;
  const harbour = definePlugin({
    id: "harbour",
    summary: "Sweeps the harbour.",
    jobs: () => ({
      sweep: {
        every: "60s",
        async run(signal) {
          signals.push(signal);
          running++;
          if (lasts) await new Promise<void>((resolve) => void (end = resolve));
          running--;
        },
      },
    }),
  });
  const clock = fixedClock();
  const restarted = { ...jobs, needs: { ...jobs.needs, marker: Marker } };
  const server = await createTestServer({ plugins: [restarted, marker, harbour], clock });
  onTestFinished(() => {
    end?.();
    return server.close();
  });
  for (let at = 1; at < 4; at++) {
    await server.reload({ plugins: { marker: { at } } });
    clock.advance("1m");
    await settle();
    expect(signals).toHaveLength(at);
  }
  // A run that lasts is stopped, and the next one waits for its end.
  lasts = true;
  clock.advance("1m");
  await settle();
  await server.reload({ plugins: { marker: { at: 4 } } });
  expect([running, signals.at(-1)?.aborted]).toEqual([1, true]);
  clock.advance("1m");
  await settle();
  expect([running, signals.length]).toEqual([1, 4]);
  end?.();
  await settle();
  expect([running, signals.length]).toEqual([1, 5]);
});

it("what was due while a reload waited for a run was not missed, as the node served", async () => {
  const { server, signals, logged, advance, end } = await start({ missed: "skip" });
  await advance("1m");
  await advance("1m");
  await server.reload({ plugins: { harbour: { width: 2 } } });
  await end();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  expect(logged).toEqual([]);
});

it("the rows of jobs that are gone are removed after some time", async () => {
  const { state, plugin } = sharedStore();
  const clock = fixedClock();
  const day = 24 * 60 * 60 * 1000;
  for (const [job, days] of [
    ["harbour.sweep", 100],
    ["pier.paint", 100],
    ["pier.scrub", 80],
  ] as const)
    state.rows.set(job, { job, doneUntil: clock.now() - days * day });
  await start({}, { plugins: [plugin] });
  expect([...state.rows.keys()]).toEqual(["harbour.sweep", "pier.scrub"]);
});

it.each([
  [{ evry: "60s" }, 'no key "evry"', "every"],
  [{ every: undefined }, "interval or a cron expression; received neither", "every: "],
  [{ cron: "0 6 * * *" }, "interval or a cron expression; received both", "every: "],
  [{ every: "60" }, "a duration is a number with a unit", "60s"],
  [{ every: "10ms" }, 'at least 1s; received "10ms"', "longer"],
  [{ every: "60s", zone: "UTC" }, "every time zone", "remove zone"],
  [{ every: undefined, cron: "0 6 * *" }, "cannot be read; received", "0 6 * * *"],
  [{ every: undefined, cron: "61 6 * * *" }, "Invalid value for minute: 61", "0 6 * * *"],
  [{ every: undefined, cron: "0 6 30 2 *" }, "due again and again", "0 6 * * *"],
  [{ every: undefined, cron: "2027-01-01T00:00:00" }, "due again and again", "0 6 * * *"],
  [{ every: undefined, cron: "0 6 * * *", zone: "Lisbon" }, "IANA", "Europe/Lisbon"],
  [{ missed: "twice" }, 'one of "once", "skip"', ""],
  [{ run: "now" }, "expected a function", ""],
] as const)("refuses %j", async (job, message, hint) => {
  const finding = await start(job as Settings).then(
    () => undefined,
    ({ findings }: { readonly findings: readonly unknown[] }) => findings[0],
  );
  expect(finding).toMatchObject({
    plugin: "harbour",
    where: expect.stringContaining("job sweep"),
    message: expect.stringContaining(message),
    hint: expect.stringContaining(hint),
  });
});
