/** Laws of tables whose rows belong to principals: a caller reaches its own alone. */
import assert from "node:assert/strict";
import type { Filter } from "waymark";
import type { Store, Table } from "waymark/services";
import { z } from "zod";
import { holds, refuses, type Law } from "./law.ts";

const Entry = z.object({ id: z.string(), owner: z.string(), text: z.string(), size: z.int() });
type Entry = z.output<typeof Entry>;
const tables = { log: { of: Entry, key: "id", owner: "owner" } };
const ANN = { id: "badge:ann" };
const BEN = { id: "badge:ben" };
const NEW = { id: "c", text: "", size: 0 };
const CALM: Filter = { field: "text", operator: "eq", value: "calm" };

/** Returns the table with rows of two owners. */
async function start(store: Store) {
  const log = store.table("log");
  await log.of(ANN).insert([
    { id: "a1", text: "calm", size: 1 },
    { id: "a2", text: "storm", size: 2 },
    { id: "a3", text: "calm", size: 3 },
  ]);
  await log.of(BEN).insert([
    { id: "b1", text: "calm", size: 1 },
    { id: "b2", text: "fog", size: 9 },
  ]);
  return log;
}

/** Checks the ids and owners of all rows. */
function all(log: Table, ...expected: readonly string[]): Promise<void> {
  const letter = ({ id, owner }: Entry) => `${id} ${owner.replace("badge:", "")}`;
  return holds<Entry>(log.acrossOwners(), letter, expected);
}
const AT_FIRST = ["a1 ann", "a2 ann", "a3 ann", "b1 ben", "b2 ben"];

export const OWNERS: readonly Law[] = [
  {
    name: "owners: a table is used through its caller alone, and one without an owner through none",
    tables: { ...tables, open: { of: Entry, key: "id" } },
    async run(store) {
      const log = await start(store);
      await refuses({
        list: () => log.list(),
        find: () => log.find("a1"),
        insert: () => log.insert([{ ...NEW, owner: ANN.id }]),
        upsert: () => log.upsert({ ...NEW, owner: ANN.id }),
        update: () => log.update("a1", { text: "" }),
        remove: () => log.remove("a1"),
        removeAll: () => log.removeAll(["a1"]),
      });
      await all(log, ...AT_FIRST);
      const open = store.table("open");
      assert.throws(() => open.of(ANN));
      await open.insert([{ ...NEW, owner: "" }]);
      await all(open, "c ");
    },
  },
  {
    name: "owners: a caller lists its own rows, with any query",
    tables,
    async run(store) {
      const log = await start(store);
      const ids = async (rows = log.of(ANN), query = {}) =>
        (await rows.list<Entry>(query)).items.map(({ id }) => id).join(" ");
      const sort = ["size", "id"].map((field) => ({ field, descending: false }));
      const others: Filter = { field: "owner", operator: "ne", value: ANN.id };
      assert.equal(await ids(), "a1 a2 a3");
      assert.equal(await ids(log.of(ANN), { filters: [CALM] }), "a1 a3");
      assert.equal(await ids(log.of(ANN), { filters: [others] }), "");
      const first = await log.of(ANN).list<Entry>({ sort, limit: 2 });
      assert.deepEqual(first.next, [2, "a2"]);
      const next = { sort, limit: 2, after: first.next };
      assert.equal(await ids(log.of(ANN), next), "a3");
      assert.equal(await ids(log.of(BEN), next), "b2", "a place in another's list");
    },
  },
  {
    name: "owners: rows come without their owner, unless it is asked for",
    tables,
    async run(store) {
      const log = await start(store);
      assert.deepEqual(await log.of(ANN).find("a1"), { id: "a1", text: "calm", size: 1 });
      const { items } = await log.of(BEN).list({ fields: ["id", "owner"], limit: 1 });
      assert.deepEqual(items, [{ id: "b1", owner: BEN.id }]);
      assert.equal((await log.acrossOwners().find<Entry>("a1"))?.owner, ANN.id);
    },
  },
  {
    name: "owners: rows of others are as rows that are not there",
    tables,
    async run(store) {
      const log = await start(store);
      const ann = log.of(ANN);
      for (const key of ["b1", "none"]) {
        assert.equal(await ann.find(key), undefined);
        assert.equal(await ann.update(key, { text: "mine" }), false);
        assert.equal(await ann.update(key, {}), false);
        assert.equal(await ann.update(key, { text: "mine" }, [CALM]), false);
        assert.equal(await ann.updateAll([[key, { text: "mine" }]]), 0);
        assert.equal(await ann.remove(key), false);
        assert.equal(await ann.removeAll([key]), 0);
      }
      assert.deepEqual(await log.of(BEN).find("b1"), { id: "b1", text: "calm", size: 1 });
      await all(log, ...AT_FIRST);
    },
  },
  {
    name: "owners: a caller adds, replaces and hands over no row of another",
    tables,
    async run(store) {
      const log = await start(store);
      const ann = log.of(ANN);
      for (const owner of [BEN.id, "", null])
        await refuses({
          "an insert for another owner": () => ann.insert([NEW, { ...NEW, id: "d", owner }]),
          "an upsert for another owner": () => ann.upsert({ ...NEW, owner }),
          "an update of the owner": () => ann.update("a1", { owner }),
        });
      await refuses({ "an owner taken away": () => ann.update("a1", { owner: undefined }) });
      await assert.rejects(ann.insert([{ ...NEW, id: "b1" }]), { name: "UniqueViolation" });
      await assert.rejects(ann.upsert({ ...NEW, id: "b1" }), { name: "UniqueViolation" });
      await all(log, ...AT_FIRST);
      assert.equal(await ann.upsert({ ...NEW, owner: ANN.id }), true);
      assert.equal(await ann.upsert(NEW), false);
      await all(log, ...AT_FIRST.slice(0, 3), "b1 ben", "b2 ben", "c ann");
    },
  },
  {
    name: "owners: a caller without an id sees and adds nothing",
    tables,
    async run(store) {
      const log = await start(store);
      await log.acrossOwners().insert([{ ...NEW, owner: "" }]);
      for (const caller of [undefined, { id: "" }]) {
        const rows = log.of(caller);
        assert.deepEqual(await rows.list(), { items: [] });
        assert.equal(await rows.find("c"), undefined);
        assert.equal(await rows.update("c", { text: "mine" }), false);
        assert.equal(await rows.remove("c"), false);
        await refuses({
          "an insert of no one's": () => rows.insert([{ ...NEW, id: "d" }]),
          "an upsert of no one's": () => rows.upsert({ ...NEW, id: "d" }),
        });
      }
    },
  },
];
