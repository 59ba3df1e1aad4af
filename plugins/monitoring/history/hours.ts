/** Keeps the sums of each hour for longer than its samples: a season of them are some two thousand rows, however many instances there are. */
import { type Clock, type Table, UniqueViolation } from "waymark/services";
import { eachRow } from "../../shared/rows.ts";
import { type HourRow, keyAt, type Sample, trim } from "./rows.ts";
import { Sums } from "./sums.ts";

export const HOUR_MS = 3_600_000;
/** Milliseconds after the end of an hour in which other instances may still record samples of it. */
const GRACE_MS = 300_000;

/** @param keepMs time to keep the sums, in milliseconds. */
export function createHours(hours: Table, samples: Table, clock: Clock, keepMs: number) {
  /** The hours before are summed up as far as this process saw to it. */
  let summedTo = 0;

  return {
    /**
     * Sums up the hours that are over and have no sums yet, also hours in which no instance ran; returns whether
     * there were any. Rejects while the store fails.
     */
    async sumUp(): Promise<boolean> {
      const due = hourStart(clock.now() - GRACE_MS);
      if (due <= summedTo) return false;
      const before = { field: "id", operator: "lt", value: keyAt(due) } as const;
      const from = { field: "id", operator: "gte", value: keyAt(summedTo) } as const;
      const existing = new Set<number>();
      for await (const { at } of eachRow<HourRow>(hours, [from, before], ["at"])) existing.add(at);
      let current: { readonly at: number; readonly sums: Sums } | undefined;
      let added = false;
      const write = async () => {
        if (current === undefined) return;
        await insertOnce(hours, current.sums.row(current.at));
        added = true;
      };
      for await (const sample of eachRow<Sample>(samples, [from, before])) {
        const at = hourStart(sample.at);
        if (existing.has(at)) continue;
        if (current?.at !== at) {
          await write();
          current = { at, sums: new Sums() };
        }
        current.sums.addSample(sample);
      }
      await write();
      await trim(hours, Infinity, keyAt(Math.max(0, clock.now() - keepMs)));
      summedTo = due;
      return added;
    },

    /** Reads all that are kept, oldest first. */
    async read(): Promise<ReadonlyMap<number, Sums>> {
      const value = keyAt(Math.max(0, clock.now() - keepMs));
      const read = new Map<number, Sums>();
      for await (const row of eachRow<HourRow>(hours, [{ field: "id", operator: "gte", value }])) {
        const sums = new Sums();
        sums.add(row);
        read.set(row.at, sums);
      }
      return read;
    },
  };
}

export function hourStart(at: number): number {
  return Math.floor(at / HOUR_MS) * HOUR_MS;
}

/** Inserts a row. Another instance may have been first: its sums are of the same samples. */
async function insertOnce(hours: Table, row: HourRow): Promise<void> {
  try {
    await hours.insert([row]);
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error;
  }
}
