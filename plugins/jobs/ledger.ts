/** The time until which each job is done. Of the nodes that share it, one takes each time at which a job is due. */
import { UniqueViolation, type Table } from "waymark/services";

export interface Ledger {
  /** Returns the time until which a job is done; of a new job, the time of its start. */
  doneUntil(job: string, startedAt: number): Promise<number>;
  /** Sets that time, unless another node was faster; false if one was. */
  claim(job: string, from: number, to: number): Promise<boolean>;
  /** Forgets other jobs than these that were last done before a time. */
  forget(jobs: ReadonlySet<string>, before: number): Promise<void>;
}

/** Returns the ledger of all nodes that share the table. */
export function storeLedger(table: () => Table): Ledger {
  return {
    async doneUntil(job, startedAt) {
      const row = await table().find<{ readonly doneUntil: number }>(job);
      if (row !== undefined) return row.doneUntil;
      try {
        await table().insert([{ job, doneUntil: startedAt }]);
      } catch (error) {
        if (!(error instanceof UniqueViolation)) throw error; // another node was faster
      }
      return startedAt;
    },
    async forget(jobs, before) {
      const filters = [{ field: "doneUntil", operator: "lt", value: before } as const];
      const { items } = await table().list<{ readonly job: string }>({ filters });
      await table().removeAll(items.map(({ job }) => job).filter((job) => !jobs.has(job)));
    },
    claim: (job, from, to) =>
      table().update(job, { doneUntil: to }, [{ field: "doneUntil", operator: "eq", value: from }]),
  };
}

/** Returns a ledger that ends with the process. */
export function memoryLedger(): Ledger {
  const times = new Map<string, number>();
  return {
    async doneUntil(job, startedAt) {
      const doneUntil = times.get(job) ?? startedAt;
      times.set(job, doneUntil);
      return doneUntil;
    },
    async claim(job, from, to) {
      if (times.get(job) !== from) return false;
      times.set(job, to);
      return true;
    },
    async forget() {}, // it has few, and not for long
  };
}
