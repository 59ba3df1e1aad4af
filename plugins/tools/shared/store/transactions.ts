/** Laws of transactions: isolation, roll-back, and work after the commit. */
import assert from "node:assert/strict";
import { setImmediate as turn, setTimeout as sleep } from "node:timers/promises";
import type { Store } from "waymark/services";
import { z } from "zod";
import { holds, oneOf, type Law } from "./law.ts";

const Row = z.object({ id: z.string(), count: z.int() });
type Row = z.output<typeof Row>;
const tables = {
  rows: { of: Row, key: "id" },
  others: { of: Row, key: "id" },
  owned: { of: Row.extend({ owner: z.string() }), key: "id", owner: "owner" },
};

/** Returns two tables, of which the first has a row. */
async function start(store: Store) {
  const [rows, others] = [store.table("rows"), store.table("others")];
  await rows.insert([{ id: "a", count: 0 }]);
  const count = async () => (await rows.find<Row>("a"))?.count ?? Number.NaN;
  /** Checks the rows of the first table, and of the second. */
  const all = async (first: string, second = "") => {
    const text = ({ id, count: number }: Row) => `${id}${number}`;
    for (const [table, expected] of [
      [rows, first],
      [others, second],
    ] as const)
      await holds<Row>(table, text, expected.split(" ").filter(Boolean));
  };
  return { rows, others, count, all };
}

const failure = () => Promise.reject(new Error("undo"));

export const TRANSACTIONS: readonly Law[] = [
  {
    name: "transactions: keep all their changes, see them, and return what the work returns",
    tables,
    async run(store) {
      const { rows, others, count, all } = await start(store);
      const result = await store.transaction(async () => {
        await rows.update("a", { count: 1 });
        await others.insert([{ id: "b", count: 1 }]);
        await rows.insert([{ id: "c", count: 1 }]);
        await rows.remove("c");
        return [await count(), (await others.list()).items.length];
      });
      assert.deepEqual(result, [1, 1]);
      await all("a1", "b1");
    },
  },
  {
    name: "roll-back: work that throws leaves nothing",
    tables,
    async run(store) {
      const { rows, others, all } = await start(store);
      for (const pause of [async () => {}, turn]) {
        const work = store.transaction(async () => {
          await rows.update("a", { count: 1 });
          await others.insert([{ id: "b", count: 1 }]);
          await pause();
          return failure();
        });
        await assert.rejects(work, { message: "undo" });
      }
      await all("a0");
    },
  },
  {
    name: "roll-back: a part is undone alone, or with the whole",
    tables,
    async run(store) {
      const { rows, others, all } = await start(store);
      const whole = store.transaction(async () => {
        await store.transaction(() => rows.update("a", { count: 1 }));
        return failure();
      });
      await assert.rejects(whole, { message: "undo" });
      await all("a0");
      await store.transaction(async () => {
        await rows.update("a", { count: 1 });
        const part = store.transaction(async () => {
          await rows.update("a", { count: 2 });
          await store.transaction(() => others.insert([{ id: "b", count: 2 }]));
          return failure();
        });
        await assert.rejects(part, { message: "undo" });
        await store.transaction(() => others.insert([{ id: "c", count: 3 }]));
      });
      await all("a1", "c3");
    },
  },
  {
    name: "roll-back: a write that breaks a constraint leaves the rest of the work",
    tables,
    async run(store) {
      const { rows, all } = await start(store);
      await store.transaction(async () => {
        const twice = ["b", "a"].map((id) => ({ id, count: 0 }));
        await assert.rejects(rows.insert(twice), { name: "UniqueViolation" });
        await rows.insert([{ id: "c", count: 1 }]);
      });
      await all("a0 c1");
    },
  },
  {
    name: "isolation: others see no change before the end",
    tables,
    async run(store) {
      const { rows, count } = await start(store);
      const [changed, seen] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      let isOver = false;
      const work = store.transaction(async () => {
        await rows.update("a", { count: 1 });
        changed.resolve();
        await seen.promise;
        isOver = true;
      });
      await changed.promise;
      // A store may let reads wait until the end.
      const look = async () => {
        const [found, { items }] = await Promise.all([count(), rows.list<Row>()]);
        const expected = isOver ? [0, 1] : [0];
        assert.ok(expected.includes(found), `${found}, before the transaction had ended`);
        assert.ok(expected.includes(items[0]?.count ?? -1), "a list before the transaction ended");
      };
      const outside = look();
      await Promise.race([outside, sleep(50)]);
      seen.resolve();
      await Promise.all([work, outside]);
      assert.equal(await count(), 1);
    },
  },
  {
    name: "isolation: 100 increments that read, wait and write are 100",
    tables,
    async run(store) {
      const { rows, count } = await start(store);
      const increment = () =>
        store.transaction(async () => {
          const before = await count();
          await turn();
          await rows.update("a", { count: before + 1 });
        });
      await Promise.all(Array.from({ length: 100 }, increment));
      assert.equal(await count(), 100);
    },
  },
  {
    name: "isolation: one of many that list before they insert has what all want",
    tables,
    async run(store) {
      const { rows } = await start(store);
      const book = (n: number) =>
        store.transaction(async () => {
          const taken = { field: "count", operator: "eq", value: 7 } as const;
          const { items } = await rows.list({ filters: [taken] });
          await turn();
          if (items.length > 0) return false;
          await rows.insert([{ id: `n${n}`, count: 7 }]);
          return true;
        });
      await oneOf(Array.from({ length: 20 }, (_, n) => book(n)));
    },
  },
  {
    name: "isolation: a write of others takes place before or after, never within",
    tables,
    async run(store) {
      const { rows, count } = await start(store);
      const begun = Promise.withResolvers<void>();
      const work = store.transaction(async () => {
        await rows.update("a", { count: 1 });
        begun.resolve();
        await sleep(20);
        assert.equal(await count(), 1);
      });
      await begun.promise;
      await rows.update("a", { count: 2 });
      await work;
      assert.equal(await count(), 2);
    },
  },
  {
    name: "transactions: refuse what comes after their end",
    tables,
    async run(store) {
      const { rows, all } = await start(store);
      for (const end of [async () => {}, failure]) {
        let late: Promise<unknown> = Promise.resolve();
        const work = store.transaction(async () => {
          await rows.find("a");
          late = sleep(5).then(() => rows.insert([{ id: "b", count: 0 }]));
          late.catch(() => {});
          await end();
        });
        await work.catch(() => {});
        await assert.rejects(late);
      }
      await all("a0");
    },
  },
  {
    name: "transactions: say what they have changed, and whose",
    tables,
    async run(store) {
      const { rows, others } = await start(store);
      assert.equal(store.changed(), undefined);
      await store.transaction(async () => {
        await others.find("a");
        await rows.update("a", { count: 1 });
        await store.transaction(async () => {
          await store
            .table("owned")
            .of({ id: "ann" })
            .insert([{ id: "x", count: 1 }]);
        });
        const undone = store.transaction(async () => {
          await others.insert([{ id: "b", count: 1 }]);
          return failure();
        });
        await undone.catch(() => {});
        const changed = [...(store.changed() ?? [])].map(([name, whose]) => [name, [...whose]]);
        assert.deepEqual(changed, [
          ["rows", []],
          ["owned", ["ann"]],
        ]);
      });
    },
  },
  {
    name: "before a commit: work runs once, with what is kept, and is undone with it",
    tables,
    async run(store) {
      const { rows, others, all } = await start(store);
      const add = (id: string) =>
        store.beforeCommit(async () => {
          // In its own transaction if there is none, and as a part of this one otherwise.
          await store.transaction(() => others.insert([{ id, count: 1 }]));
        });
      const undone = store.transaction(async () => {
        add("a");
        await store.transaction(async () => add("b"));
        return failure();
      });
      await assert.rejects(undone, { message: "undo" });
      const refused = store.transaction(async () => {
        await rows.update("a", { count: 7 });
        store.beforeCommit(failure);
      });
      await assert.rejects(refused, { message: "undo" });
      await all("a0");
      await store.transaction(async () => {
        await rows.update("a", { count: 1 });
        const part = store.transaction(async () => {
          add("c");
          return failure();
        });
        await part.catch(() => add("d"));
        await store.transaction(async () => add("e"));
        store.beforeCommit(async () => add("f"));
      });
      await all("a1", "d1 e1 f1");
    },
  },
  {
    name: "after a commit: work runs once, when all is kept",
    tables,
    async run(store) {
      const { rows, count } = await start(store);
      const ran: string[] = [];
      store.afterCommit(() => ran.push("outside"));
      let seen: Promise<number> = Promise.resolve(Number.NaN);
      await store.transaction(async () => {
        await store.transaction(async () => {
          await rows.update("a", { count: 1 });
          store.afterCommit(() => {
            ran.push("part");
            seen = count();
          });
        });
        store.afterCommit(() => ran.push("whole"));
        assert.deepEqual(ran, ["outside"]);
      });
      assert.deepEqual(ran, ["outside", "part", "whole"]);
      assert.equal(await seen, 1);
    },
  },
  {
    name: "after a commit: work never runs for what was undone",
    tables,
    async run(store) {
      const { rows } = await start(store);
      const ran: string[] = [];
      const note = (text: string) => store.afterCommit(() => ran.push(text));
      await store.transaction(async () => {
        await rows.find("a");
        const part = store.transaction(async () => {
          note("part");
          await store.transaction(async () => note("part of a part"));
          return failure();
        });
        await part.catch(() => note("kept"));
      });
      const whole = store.transaction(async () => {
        await store.transaction(async () => note("kept part"));
        note("whole");
        return failure();
      });
      await whole.catch(() => {});
      assert.deepEqual(ran, ["kept"]);
    },
  },
];
