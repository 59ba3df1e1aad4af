import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { FairQueue, Unavailable } from "waymark";
import type { QueueSettings } from "waymark/advanced";

const open = (settings: Partial<QueueSettings> = {}) =>
  new FairQueue({ name: "test.places", places: 10, maxWaitMs: 60_000, ...settings });

/** Takes places, and returns those that it got at once with the promises of those that wait. */
function takeMany(queue: FairQueue, count: number, owner: string, route = "lists.listAll") {
  const held: (() => void)[] = [];
  const waiting: Promise<() => void>[] = [];
  for (let taken = 0; taken < count; taken++) {
    const place = queue.take({ owner, route });
    if (place instanceof Promise) {
      place.catch(() => {}); // some are left waiting
      waiting.push(place);
    } else held.push(place);
  }
  return { held, waiting };
}

/** The name of each promise that has settled, in their order. */
function watch(named: Readonly<Record<string, readonly Promise<() => void>[]>>): string[] {
  const settled: string[] = [];
  for (const [name, places] of Object.entries(named))
    for (const place of places)
      place.then(
        () => settled.push(name),
        () => settled.push(`${name} refused`),
      );
  return settled;
}

describe("S4: places of a queue", () => {
  it("are free at once, without a promise", () => {
    const release = open().take({ owner: "a", route: "r" });
    expect(release).toBeTypeOf("function");
  });

  it("are at most half for one owner, and a newcomer has one at once", () => {
    const queue = open();
    expect(takeMany(queue, 100, "busy").held).toHaveLength(5);
    expect(takeMany(queue, 3, "other").held).toHaveLength(3);
    expect(takeMany(queue, 2, "third", "other.route").held).toHaveLength(1);
  });

  it("are at most all but a reserve for one route, however many owners ask", () => {
    const queue = open();
    const owners = Array.from({ length: 50 }, (_, index) => `owner ${index}`);
    const held = owners.flatMap((owner) => takeMany(queue, 3, owner).held);
    expect(held).toHaveLength(8);
    expect(takeMany(queue, 1, "owner 0", "ping.ping").held).toHaveLength(0);
    expect(takeMany(queue, 1, "newcomer", "ping.ping").held).toHaveLength(1);
  });

  it.each([1, 2, 3])("are all used with %i", (places) => {
    const queue = open({ places });
    const held = ["a", "b", "c"].flatMap((owner) => takeMany(queue, 1, owner, owner).held);
    expect(held).toHaveLength(places);
    expect(takeMany(queue, 1, "d", "d").held).toHaveLength(0);
  });

  it("go to the owner with the fewest, then to the one that waits longest", async () => {
    const queue = open({ places: 4, perOwner: 2, perRoute: 4 });
    const busy = takeMany(queue, 4, "busy");
    const first = takeMany(queue, 1, "first");
    const second = takeMany(queue, 1, "second");
    const third = takeMany(queue, 2, "third");
    const fourth = takeMany(queue, 1, "fourth");
    expect(queue).toMatchObject({ inUse: 4, waiting: 5 });
    const settled = watch({
      busy: busy.waiting,
      third: third.waiting,
      fourth: fourth.waiting,
    });
    for (const release of [...first.held, ...second.held, ...busy.held]) {
      release();
      release();
      await sleep(0);
    }
    // The last place is for an owner without one.
    expect(settled).toEqual(["third", "fourth", "busy"]);
    expect(queue).toMatchObject({ inUse: 3, waiting: 2 });
  });

  it("are refused to the newest of the owner with the most waiting, not to a newcomer", async () => {
    const queue = open({ places: 2, maxWaiting: 3 });
    const all = takeMany(queue, 1, "all", "x").held;
    const other = takeMany(queue, 1, "other", "y").held;
    expect([...all, ...other]).toHaveLength(2);
    const busy = takeMany(queue, 3, "busy");
    const settled = watch({ busy: busy.waiting });
    const newcomers = watch({ newcomer: takeMany(queue, 1, "newcomer", "z").waiting });
    await sleep(0);
    expect(settled).toEqual(["busy refused"]);
    await expect(busy.waiting.at(-1)).rejects.toBeInstanceOf(Unavailable);
    for (const release of [...all, ...other]) release();
    await sleep(0);
    expect(newcomers).toEqual(["newcomer"]);
    expect(queue.refused).toBe(1);
  });

  it("are refused after too long a wait, with the same time to wait before the next attempt", async () => {
    const queue = open({ places: 2, maxWaitMs: 20 });
    const { waiting } = takeMany(queue, 2, "busy");
    const error: unknown = await waiting[0]?.catch((refusal: unknown) => refusal);
    expect(error).toBeInstanceOf(Unavailable);
    expect(error).toMatchObject({
      message: "all 2 places of test.places are taken: none was free within 20 ms",
      refusal: { code: "service-unavailable", retryAfter: 1 },
    });
    expect(queue).toMatchObject({ inUse: 1, waiting: 0, refused: 1 });
  });

  it("go round the owners, however many of one wait", async () => {
    const queue = open({ places: 1 });
    const [release] = takeMany(queue, 1, "busy").held;
    const settled: string[] = [];
    const served = (owner: string, places: readonly Promise<() => void>[]) => {
      for (const place of places)
        void place.then((end) => {
          settled.push(owner);
          return end();
        });
    };
    served("busy", takeMany(queue, 5, "busy").waiting);
    served("second", takeMany(queue, 2, "second").waiting);
    served("third", takeMany(queue, 1, "third").waiting);
    release?.();
    await sleep(0);
    expect(settled.slice(0, 5)).toEqual(["busy", "second", "third", "busy", "second"]);
    expect(settled).toHaveLength(8);
  });

  it("are refused at once where there is no waiting, and only those that waited are counted", async () => {
    const queue = open({ perOwner: 2, perRoute: 10, maxWaiting: 0 });
    const { held, waiting } = takeMany(queue, 3, "busy");
    expect(held).toHaveLength(2);
    await expect(waiting[0]).rejects.toThrow("cannot wait");
    expect(queue).toMatchObject({ inUse: 2, waiting: 0, refused: 0 });
    expect(takeMany(queue, 1, "other").held).toHaveLength(1);
  });

  it("are not waited for by callers that left", async () => {
    const queue = open({ places: 2 });
    const { held } = takeMany(queue, 1, "busy");
    const leaving = new AbortController();
    const place = queue.take({ owner: "busy", route: "r" }, leaving.signal);
    leaving.abort();
    await expect(place).rejects.toThrow("the caller left");
    await expect(queue.take({ owner: "busy", route: "r" }, leaving.signal)).rejects.toThrow("left");
    held[0]?.();
    expect(queue).toMatchObject({ inUse: 0, waiting: 0, uses: [] });
  });

  it("are shown by owner and route", () => {
    const queue = open({ places: 2 });
    takeMany(queue, 3, "busy", "lists.listAll");
    takeMany(queue, 1, "other", "lists.getOne");
    expect(queue.uses).toMatchObject([
      { owner: "busy", route: "lists.listAll", inUse: 1, waiting: 2 },
      { owner: "other", route: "lists.getOne", inUse: 1, waiting: 0 },
    ]);
    expect(queue.waits.allSeries[0]?.counts[0]).toBe(2);
  });

  it("cost less than 10 µs while they are free", () => {
    const queue = open();
    const holder = { owner: "a", route: "r" };
    const runs = 100_000;
    const began = process.threadCpuUsage();
    for (let run = 0; run < runs; run++) (queue.take(holder) as () => void)();
    const { user, system } = process.threadCpuUsage(began);
    expect((user + system) / runs).toBeLessThan(10); // µs, of about 0.5
  });
});
