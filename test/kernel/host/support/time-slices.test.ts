import { describe, expect, it } from "vitest";
import { TimeSlices } from "waymark/advanced";
import { countTurns, work } from "../../../_turns.ts";

describe("S2: work in slices", () => {
  it("has no turn of the event loop together with other such work", async () => {
    const turns = countTurns();
    const seen: number[] = [];
    const slice = async () => {
      const slices = new TimeSlices();
      work();
      await slices.pause();
      seen.push(turns.count);
      work();
      await slices.pause();
      seen.push(turns.count);
    };
    await Promise.all(Array.from({ length: 10 }, slice));
    turns.stop();
    expect(new Set(seen).size).toBe(20);
  });

  it("goes on at once while its slice lasts", async () => {
    const turns = countTurns();
    const slices = new TimeSlices();
    await slices.pause();
    expect(turns.count).toBe(0);
    turns.stop();
  });
});
