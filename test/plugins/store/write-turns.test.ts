import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished, vi } from "vitest";
import { Conflict } from "waymark/services";
import { Turns } from "../../../plugins/store/write-turns.ts";

it("S16: writes to one resource take turns, those to others do not wait", async () => {
  const turns = new Turns();
  const end = await turns.take("/rows/a");
  const order: string[] = [];
  const second = turns.take("/rows/a").then((release) => {
    order.push("second");
    return release;
  });
  (await turns.take("/rows/b"))();
  await sleep(0);
  order.push("first");
  end();
  (await second)();
  expect(order).toEqual(["first", "second"]);
  (await turns.take("/rows/a"))();
});

it("S16: a write whose turn does not come is a conflict", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const turns = new Turns();
  const end = await turns.take("/rows/a");
  const late = turns.take("/rows/a").catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await late).toBeInstanceOf(Conflict);
  end();
  (await turns.take("/rows/a"))();
});
