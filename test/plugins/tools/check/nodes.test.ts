/** `waymark check` between nodes: two that are one service conform, and each fault of such a service is found. */
import { describe, expect, it } from "vitest";
import type { Plugin } from "waymark";
import preset from "waymark/preset";
import { Store } from "waymark/services";
import { renderReport, type Report } from "../../../../plugins/tools/shared/report.ts";
import { slowness } from "../../../_machine.ts";
import { createCounter } from "../../../../plugins/shared/memory-counter.ts";
import { createBus } from "../../../../plugins/system/event-bus.ts";
import {
  books,
  checkService,
  newFile,
  sharedBus,
  sharedLimiter,
  withBus,
  withLimiter,
  withSemaphores,
} from "./_service.ts";

const outcomes = ({ laws = [] }: Report) =>
  Object.fromEntries(laws.map(({ case: name, outcome }) => [name, outcome]));
const broken = (report: Report) =>
  Object.entries(outcomes(report)).flatMap(([name, outcome]) =>
    outcome === "broken" ? [name] : [],
  );

// Most of the time is spent in waiting for events, and for limits.
describe.concurrent("two nodes that", () => {
  it("share everything hold every law, and the report has a line for each", async () => {
    const plugins = [sharedBus(), sharedLimiter()];
    const report = await checkService([{ plugins }, { plugins }]);
    expect(report.failures).toEqual([]);
    expect(outcomes(report)).toEqual({
      "nodes: revision": "holds",
      "nodes: answers": "holds",
      "rate-limit: nodes": "not tested",
      "lists: nodes": "holds",
      "events: nodes": "holds",
      "events: streams": "not tested",
      "consistency: nodes": "holds",
      "idempotency: nodes": "holds",
    });
    const lines = renderReport(report).split("\n");
    expect(lines[0]).toBe("holds       all nodes run one revision  [nodes: revision]");
    expect(lines).toContain(
      "holds       a finished write shows at every other node at once  [consistency: nodes]",
    );
  });

  it("are on one file with a bus and limits of their own state no more, and conform", async () => {
    const report = await checkService([{}, {}], { writes: false });
    expect(report.failures).toEqual([]);
    expect(report.skipped.map((one) => `${one.case}: ${one.reason}`)).toEqual([
      "rate-limit: nodes: the service states the limit of one node only",
      "consistency: nodes: no data is changed without --writes, or none can be",
      "events: nodes: the service states the events of one node only",
      "events: streams: the service states the streams of one node only",
      "idempotency: nodes: no write that takes a key could be sent",
    ]);
  });

  it("run two revisions: the first lines name them", async () => {
    const report = await checkService([{}, { config: { events: { maxStreams: 7 } } }], {
      writes: false,
    });
    expect(broken(report)).toContain("nodes: revision");
    const [line] = renderReport(report).split("\n");
    expect(line).toBe("broken      all nodes run one revision  [nodes: revision]");
    expect(report.failures[0]).toMatchObject({
      expected: expect.stringMatching(/^revision \w{12} at http:/),
      received: expect.stringMatching(/^revision \w{12}$/),
    });
  });

  it("have data of their own", async () => {
    const plugins = [sharedBus()];
    const report = await checkService([
      { plugins },
      { plugins, config: { store: { file: newFile() } } },
    ]);
    expect(broken(report)).toEqual(
      expect.arrayContaining(["consistency: nodes", "idempotency: nodes"]),
    );
  });

  it("keep lists that never expire", async () => {
    const store = preset.find(({ id }) => id === "store") as Plugin;
    const kept = {
      ...store,
      async setup(...given: Parameters<NonNullable<Plugin["setup"]>>) {
        const services = (await store.setup?.(...given)) as { readonly store: Store }; // as it provides
        const { store: real, ...rest } = services;
        const version = () => 1;
        return { ...rest, store: Object.assign(Object.create(real) as Store, { version }) };
      },
    } as Plugin; // with the services of the other
    const pairOf = (plugins: readonly Plugin[]) => [{ plugins }, { plugins }];
    const [honest, stale] = await Promise.all([
      checkService(pairOf([books])),
      checkService(pairOf([books, kept])),
    ]);
    expect(broken(honest)).toEqual([]);
    expect(broken(stale)).toEqual(["nodes: answers", "consistency: nodes"]);
  });

  it("have a bus each", async () => {
    const own = (name: string) => [withBus(() => createBus(1000, name.repeat(16)))];
    const report = await checkService([{ plugins: own("a") }, { plugins: own("b") }]);
    expect(broken(report)).toEqual(["events: nodes"]);
  });

  it("count streams together, or each for itself", async () => {
    const config = { events: { maxPerClient: 3, heartbeat: "1s" } } as const;
    const places = new Map<string, number>();
    const all = { plugins: [withSemaphores(() => places)], config };
    const own = () => ({ plugins: [withSemaphores(() => new Map())], config });
    const counted = { writes: false, exhaust: true };
    const [together, apart] = await Promise.all([
      checkService([all, all], counted),
      checkService([own(), own()], counted),
    ]);
    expect(outcomes(together)["events: streams"]).toBe("holds");
    expect(broken(apart)).toEqual(["events: streams"]);
  });

  it("count requests together, or each for itself", async () => {
    // Within one window the check has to send more requests than the limit, also on a busy machine.
    const seconds = Math.ceil(5 * slowness());
    const config = { "rate-limit": { limit: 80, window: `${seconds}s` } } as const;
    const all = { plugins: [sharedLimiter()], config };
    const own = () => ({ plugins: [withLimiter(() => createCounter(100))], config });
    const counted = { writes: false, exhaust: true };
    const [together, apart] = await Promise.all([
      checkService([all, all], counted),
      checkService([own(), own()], counted),
    ]);
    expect(outcomes(together)["rate-limit: nodes"]).toBe("holds");
    expect(broken(apart)).toEqual(["rate-limit: nodes"]);
    expect(apart.failures[0]?.expected).toBe(
      `at most 80 requests of a client in ${seconds} s, over all nodes`,
    );
  });
});
