import { AsyncLocalStorage } from "node:async_hooks";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Flusher } from "../../../plugins/shared/flusher.ts";
import { Outage } from "../../../plugins/shared/outage.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** Advances the timers, and lets what they begin go on until it waits. */
async function advance(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** A flusher of batches of three, which fail while `state.fails`. */
function setUp({ maxWaiting = 9 } = {}) {
  const state = { fails: false, attempts: 0, logged: [] as string[], written: [] as number[][] };
  const note = (message: string) => void state.logged.push(message);
  const log = { debug: note, info: note, warn: note, error: note };
  const flusher = new Flusher<number>({
    async write(batch) {
      state.attempts++;
      if (state.fails) throw new Error("the disk is away");
      state.written.push([...batch]);
    },
    outage: new Outage(log, "numbers", "written"),
    batch: 3,
    maxWaiting,
    delayMs: 100,
    retryMs: 1000,
  });
  const add = (...items: readonly number[]) => items.forEach((item) => flusher.add(item));
  return { flusher, state, add };
}

describe("a flusher", () => {
  it("writes after a while, in one piece, and nothing for nothing", async () => {
    const { flusher, state, add } = setUp();
    await flusher.flush();
    add(1, 2);
    await advance(99);
    expect(state.attempts).toBe(0);
    await advance(1);
    add(3);
    await advance(100);
    await advance(5000);
    expect(state.written).toEqual([[1, 2], [3]]);
  });

  it("does not wait when a batch is full", async () => {
    const { state, add } = setUp();
    add(1, 2, 3, 4);
    await advance(0);
    expect(state.written).toEqual([[1, 2, 3], [4]]);
  });

  it("writes a batch that failed again as it was, at its own pace, and logs that once", async () => {
    const { flusher, state, add } = setUp();
    state.fails = true;
    add(1);
    await advance(100);
    add(2, 3, 4, 5);
    await advance(999);
    expect([state.attempts, flusher.items]).toEqual([1, [1, 2, 3, 4, 5]]);
    await advance(1);
    expect(state.attempts).toBe(2);
    state.fails = false;
    await advance(1000);
    expect(state.written).toEqual([[1], [2, 3, 4], [5]]);
    expect(state.logged).toEqual(["numbers cannot be written", "numbers can be written again"]);
  });

  it("loses what comes beyond its bound, and counts it", async () => {
    const { flusher, state, add } = setUp({ maxWaiting: 4 });
    state.fails = true;
    add(1, 2, 3, 4, 5, 6);
    expect([flusher.isFull, flusher.lost]).toEqual([true, 2]);
    state.fails = false;
    await flusher.flush();
    expect(state.written).toEqual([[1, 2, 3], [4]]);
  });

  it("writes what is left when it closes, in one attempt, and returns what it could not write", async () => {
    const { flusher, state, add } = setUp();
    add(1, 2, 3, 4);
    expect(await flusher.close()).toEqual([]);
    add(5);
    expect([state.written, flusher.lost]).toEqual([[[1, 2, 3], [4]], 1]);

    const failing = setUp();
    failing.state.fails = true;
    failing.add(1, 2, 3, 4);
    expect(await failing.flusher.close()).toEqual([1, 2, 3, 4]);
    await advance(5000);
    expect(failing.state.attempts).toBe(1);
  });

  it("writes outside of what its items come from", async () => {
    const request = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const flusher = new Flusher<number>({
      write: () => void seen.push(request.getStore()),
      outage: new Outage(log, "numbers", "written"),
      batch: 3,
      maxWaiting: 9,
      delayMs: 100,
      retryMs: 100,
    });
    request.run("a request", () => flusher.add(1));
    await advance(100);
    await request.run("another", () => (flusher.add(2), flusher.flush()));
    expect(seen).toEqual([undefined, undefined]);
  });
});
