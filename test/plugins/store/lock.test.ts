import { afterEach, expect, it, vi } from "vitest";
import { Unavailable } from "waymark";
import { writeQueue } from "../../../plugins/store/sqlite/lock.ts";

afterEach(() => vi.useRealTimers());

/** Returns work that meets the lock of another process so many times. */
function locked(times: number): () => string {
  let left = times;
  return () => {
    if (left-- > 0) throw Object.assign(new Error("database is locked"), { errcode: 5 });
    return "written";
  };
}

it("does not count how long a write waited for others of its process", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const queue = writeQueue("waymark.db");
  const transaction = Promise.withResolvers<void>();
  const first = queue(() => transaction.promise);
  const second = queue(locked(2));
  vi.advanceTimersByTime(60_000);
  transaction.resolve();
  await first;
  expect(await second).toBe("written");
});

it("counts for all how long another process has held the lock", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const queue = writeQueue("waymark.db");
  let attempts = 0;
  const meet = () => {
    attempts++;
    vi.advanceTimersByTime(2000);
    return locked(1)();
  };
  const outcomes = await Promise.allSettled([queue(meet), queue(meet), queue(meet)]);
  expect(outcomes.every(({ status }) => status === "rejected")).toBe(true);
  expect(outcomes).toMatchObject(outcomes.map(() => ({ reason: expect.any(Unavailable) })));
  // The second and the third find it locked for too long with their first attempt.
  expect(attempts).toBeLessThanOrEqual(4 + 2);
  expect(await queue(locked(0))).toBe("written");
});
