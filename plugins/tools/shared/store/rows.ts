/** Laws of single rows: reads return what was written, and invalid rows are refused. */
import assert from "node:assert/strict";
import type { Filter } from "waymark";
import type { Store } from "waymark/services";
import { z } from "zod";
import { holds, oneOf, refuses, type Law } from "./law.ts";

const Row = z.object({
  id: z.string(),
  on: z.boolean(),
  size: z.int().optional(),
  weight: z.number().nullable(),
  note: z.string().optional(),
  place: z.object({ city: z.string() }).optional(),
  tags: z.array(z.string().nullable()).nullable(),
});
type Row = z.output<typeof Row>;
const A: Row = {
  id: "a",
  on: false,
  size: 3,
  weight: 0.1,
  note: "",
  place: { city: "Köln\0" },
  tags: ["x", null],
};
const B: Row = { ...A, id: "b" };
const tables = { rows: { of: Row, key: "id" } };
const table = (store: Store) => store.table("rows");

const where = (field: string, operator: Filter["operator"], value: Filter["value"]): Filter => ({
  field,
  operator,
  value,
});

/** A row that has each wrong value. */
const MISFITS: Readonly<Record<string, object>> = {
  "null where it is not a value": { on: null },
  "a required field that is absent": { tags: undefined },
  "an unknown field": { colour: "red" },
  "a field of another type": { on: 1 },
  "a fraction for an integer": { size: 0.5 },
  "an infinite number": { weight: Infinity },
};

export const ROWS: readonly Law[] = [
  {
    name: "rows: come back as they were, and are copies",
    tables,
    async run(store) {
      const rows: readonly Row[] = [
        A,
        { id: "absent", on: true, weight: 1, tags: [] },
        { id: "null", on: true, weight: null, tags: null },
        { ...A, id: "numbers", size: Number.MIN_SAFE_INTEGER, weight: Number.MIN_VALUE },
        { ...A, id: `"'; drop table rows; --` },
      ];
      const given = structuredClone(rows);
      await table(store).insert(given);
      Object.assign(given[0]!.place!, { city: "changed after the insert" });
      const found = await table(store).find<Row>("a");
      Object.assign(found?.place ?? {}, { city: "changed after the read" });
      for (const row of rows) assert.deepEqual(await table(store).find(row.id), row);
    },
  },
  {
    name: "rows: have one key, spelt in one way",
    tables: { ...tables, numbers: { of: z.object({ id: z.int() }), key: "id" } },
    async run(store) {
      await table(store).insert([A]);
      assert.equal(await table(store).find("A"), undefined);
      assert.equal(await table(store).update("A", { on: true }), false);
      assert.equal(await table(store).update("A", {}), false);
      assert.equal(await table(store).remove("A"), false);
      const numbers = store.table("numbers");
      assert.equal(await numbers.upsert({ id: 5 }), true);
      assert.equal(await numbers.upsert({ id: 5 }), false);
      assert.deepEqual(await numbers.find("5"), { id: 5 });
      for (const other of ["05", "5.0", "", "five", "Infinity", "5.5"])
        assert.equal(await numbers.find(other), undefined, `the key ${JSON.stringify(other)}`);
      assert.equal(await numbers.remove("5"), true);
    },
  },
  {
    name: "rows: an update changes its fields alone, and undefined takes one away",
    tables,
    async run(store) {
      await table(store).insert([A, B]);
      const changes = { on: true, note: undefined, tags: ["y"] };
      assert.equal(await table(store).update("a", changes), true);
      assert.equal(await table(store).update("a", {}), true);
      const { note: _, ...rest } = A;
      assert.deepEqual(await table(store).find("a"), { ...rest, on: true, tags: ["y"] });
      assert.deepEqual(await table(store).find("b"), B);
    },
  },
  {
    name: "rows: an upsert adds a row, or replaces it whole",
    tables,
    async run(store) {
      const sizes = Array.from({ length: 20 }, (_, size) => size);
      await oneOf(sizes.map((size) => table(store).upsert({ ...A, size })));
      const { note: _, size: _size, ...less } = { ...A, on: true };
      assert.equal(await table(store).upsert(less), false);
      assert.deepEqual(await table(store).find("a"), less);
    },
  },
  {
    name: "rows: several are added or changed in one write, or none",
    tables,
    async run(store) {
      const rows = table(store);
      await rows.insert([A]);
      await assert.rejects(rows.insert([B, A]), { name: "UniqueViolation" });
      assert.equal(await rows.find("b"), undefined);
      await rows.insert([B]);
      await rows.insert([]);
      const changes: readonly (readonly [string, object])[] = [
        ["a", { size: 1 }],
        ["none", { size: 1 }],
        ["b", { on: true }],
        ["b", {}],
      ];
      assert.equal(await rows.updateAll(changes), 2);
      assert.equal(await rows.updateAll([]), 0);
      const misfit = rows.updateAll([
        ["a", { size: 9 }],
        ["b", { on: 1 }],
      ]);
      await assert.rejects(misfit);
      assert.deepEqual(await rows.find("a"), { ...A, size: 1 });
      assert.deepEqual(await rows.find("b"), { ...B, on: true });
    },
  },
  {
    name: "rows: removals count what was there",
    tables,
    async run(store) {
      await table(store).insert(["a", "b", "c", "d"].map((id) => ({ ...A, id })));
      assert.equal(await table(store).remove("d"), true);
      assert.equal(await table(store).removeAll(["a", "nowhere", "c"]), 2);
      assert.equal(await table(store).removeAll([]), 0);
      await holds<Row>(table(store), ({ id }) => id, ["b"]);
    },
  },
  {
    name: "rows: values that do not fit are refused, and change nothing",
    tables,
    async run(store) {
      await table(store).insert([A]);
      for (const [what, part] of Object.entries(MISFITS))
        await refuses({
          [`an insert with ${what}`]: () => table(store).insert([{ ...B, ...part }]),
          [`an upsert with ${what}`]: () => table(store).upsert({ ...A, ...part }),
          [`an update with ${what}`]: () => table(store).update("a", part),
        });
      assert.deepEqual((await table(store).list()).items, [A]);
    },
  },
  {
    name: "rows: of another name than a declared table are refused",
    tables,
    run: async (store) => assert.throws(() => store.table("nope"), /nope/),
  },
  {
    name: "conditions: an update happens only while the row fulfils all of them",
    tables,
    async run(store) {
      await table(store).insert([A]);
      const fulfilled: readonly (readonly Filter[])[] = [
        [where("size", "eq", 3)],
        [where("size", "in", [1, null, 3])],
        [where("note", "ne", null)],
        [where("weight", "lt", 1)],
        [where("on", "eq", false), where("note", "contains", "")],
      ];
      const broken: readonly (readonly Filter[])[] = [
        [where("size", "eq", 4)],
        [where("size", "in", [])],
        [where("note", "eq", null)],
        [where("on", "eq", false), where("size", "gt", 3)],
      ];
      const update = (key: string, changes: object, conditions: readonly Filter[]) =>
        table(store).update(key, changes, conditions);
      for (const conditions of fulfilled)
        for (const changes of [{ tags: ["y"] }, {}]) {
          assert.equal(await update("a", changes, conditions), true, JSON.stringify(conditions));
          assert.equal(await update("b", changes, conditions), false, "a row that is not there");
        }
      for (const conditions of broken)
        for (const changes of [{ tags: ["z"] }, {}])
          assert.equal(await update("a", changes, conditions), false, JSON.stringify(conditions));
      await refuses({
        "a condition on an unknown field": () => update("a", {}, [where("colour", "eq", 1)]),
      });
      assert.deepEqual(await table(store).find("a"), { ...A, tags: ["y"] });
    },
  },
  {
    name: "conditions: one of many that state the same one at once is performed",
    tables,
    async run(store) {
      await table(store).insert([A]);
      const claim = (note: string) => table(store).update("a", { note }, [where("note", "eq", "")]);
      await oneOf(["x", "y", "z"].map(claim));
    },
  },
];
