/** Transactions on a database that lets them run side by side, and refuses some of them for it. */
import { describe, expect, it } from "vitest";
import { Conflict as StoreConflict } from "waymark/services";
import type { Transaction } from "../../../plugins/store/database.ts";
import { openTransactions } from "../../../plugins/store/transactions.ts";

class Conflict extends Error {}

type Step = "read" | "write" | "savepoint" | "release" | "commit";

/** A database whose steps conflict as often as listed. `steps` are those that were taken. */
function start(conflicts: Partial<Record<Step, number>>) {
  const left = new Map(Object.entries(conflicts));
  const steps: string[] = [];
  const step = async (name: Step): Promise<void> => {
    const times = left.get(name) ?? 0;
    left.set(name, times - 1);
    steps.push(times > 0 ? `${name}!` : name);
    if (times > 0) throw new Conflict("could not serialize access");
  };
  const note = async (name: string): Promise<void> => void steps.push(name);
  const transaction: Transaction = {
    read: () => step("read").then(() => []),
    write: () => step("write").then(() => 1),
    savepoint: async () => {
      await step("savepoint");
      return { release: () => step("release"), rollback: () => note("undo part") };
    },
    commit: () => step("commit"),
    rollback: () => note("undo"),
  };
  const unused = () => {
    throw new Error("unused");
  };
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const { queries, ...store } = openTransactions(
    {
      system: "sqlite",
      sql: unused,
      read: unused,
      scan: unused,
      maxScans: 1,
      countRows: unused,
      write: unused,
      version: unused,
      changes: unused,
      check: unused,
      close: unused,
      begin: async () => {
        steps.push("begin");
        return transaction;
      },
      isSerializationFailure: (error) => error instanceof Conflict,
    },
    { read: unused },
    log,
  );
  return { store, steps, write: () => queries.write("rows", []) };
}

describe("a transaction that conflicts with another one", () => {
  it("runs again, and is kept once", async () => {
    const { store, steps, write } = start({ write: 1, commit: 1 });
    let runs = 0;
    const committed: number[] = [];
    const result = await store.transaction(async () => {
      const run = ++runs;
      store.afterCommit(() => committed.push(run));
      await write();
      return run;
    });
    expect(result).toBe(3);
    expect(committed).toEqual([3]);
    expect(steps.join(" ")).toBe("begin write! undo begin write commit! undo begin write commit");
  });

  it("S16: runs at most as often as it may, and is a conflict then", async () => {
    for (const [attempts, runs] of [
      [undefined, 5],
      [1, 1],
      [7, 7],
    ]) {
      const { store, steps, write } = start({ commit: 9 });
      const running = store.transaction(write, attempts === undefined ? {} : { attempts });
      await expect(running).rejects.toThrow(StoreConflict);
      expect(steps.filter((step) => step === "begin")).toHaveLength(runs ?? 0);
    }
  });

  it.each<[string, (error: unknown) => void]>([
    ["goes on", () => {}],
    [
      "throws an error of its own",
      () => {
        throw new Error("the slot is taken");
      },
    ],
  ])("runs again when its work catches the conflict and %s", async (_what, handle) => {
    const { store, steps, write } = start({ write: 1 });
    await store.transaction(() => write().then(Number, handle));
    expect(steps.join(" ")).toBe("begin write! undo begin write commit");
  });

  it("runs again as a whole when the conflict is in a part of it", async () => {
    for (const conflicts of [{ write: 1 }, { release: 1 }, { savepoint: 1 }]) {
      const { store, steps, write } = start(conflicts);
      await store.transaction(() => store.transaction(write).catch(() => {}));
      expect(steps.filter((step) => step === "begin")).toHaveLength(2);
      expect(steps.slice(-4).join(" ")).toBe("savepoint write release commit");
    }
  });

  it("does not run again for an error of its own", async () => {
    const { store, steps, write } = start({});
    const running = store.transaction(async () => {
      await write();
      throw new Error("no");
    });
    await expect(running).rejects.toThrow("no");
    expect(steps.join(" ")).toBe("begin write undo");
  });
});

it("begins only when a table is used", async () => {
  const { store, steps, write } = start({});
  await store.transaction(async () => {
    await store.transaction(async () => {});
    await store.transaction(() => Promise.reject(new Error("no"))).catch(() => {});
  });
  await store.transaction(() => Promise.reject(new Error("no"))).catch(() => {});
  expect(steps).toEqual([]);
  await store.transaction(async () => {
    await store.transaction(write);
    await store.transaction(async () => {});
  });
  expect(steps.join(" ")).toBe("begin savepoint write release commit");
});
