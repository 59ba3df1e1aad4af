import { describe, expect, it } from "vitest";
import type { Filter } from "waymark";
import type { FilterOperator } from "waymark/advanced";
import type { Table } from "waymark/services";
import { z } from "zod";
import { engines } from "./_engines.ts";

const Row = z.object({
  id: z.string(),
  on: z.boolean(),
  size: z.int().optional(),
  weight: z.number().nullable(),
  note: z.string().optional(),
  place: z.object({ city: z.string() }).optional(),
  tags: z.array(z.string().nullable()).nullable(),
});
const ROW = {
  id: "a",
  on: false,
  size: 3,
  weight: 0.1,
  note: "",
  place: { city: "Köln\0" },
  tags: ["x", null],
};

describe.each(engines)("a table on $name", ({ open }) => {
  const openTable = async (): Promise<Table> =>
    (await open({ rows: { of: Row, key: "id" } })).store.table("rows");

  it.each([
    ["every type", ROW],
    ["absent optional fields", { id: "a", on: true, weight: 1, tags: [] }],
    ["nulls", { id: "a", on: true, weight: null, tags: null }],
    ["the outermost numbers", { ...ROW, size: Number.MIN_SAFE_INTEGER, weight: Number.MIN_VALUE }],
    ["a key that is SQL", { ...ROW, id: `"'; drop table rows; --` }],
  ])("gives %s back as it was", async (_, row) => {
    const table = await openTable();
    await table.insert([row]);
    expect(await table.find(row.id)).toStrictEqual(row);
  });

  it("knows no row under another key", async () => {
    const table = await openTable();
    await table.insert([ROW]);
    expect(await table.find("A")).toBeUndefined();
    expect(await table.update("A", { on: true })).toBe(false);
    expect(await table.update("A", {})).toBe(false);
    expect(await table.remove("A")).toBe(false);
  });

  it("changes only the fields of an update; undefined takes a field away", async () => {
    const table = await openTable();
    await table.insert([ROW, { ...ROW, id: "b" }]);
    expect(await table.update("a", { on: true, note: undefined, tags: ["y"] })).toBe(true);
    expect(await table.update("a", {})).toBe(true);
    const { note: _, ...rest } = ROW;
    expect(await table.find("a")).toStrictEqual({ ...rest, on: true, tags: ["y"] });
    expect(await table.find("b")).toStrictEqual({ ...ROW, id: "b" });
  });

  it("updates several rows in one write, or none", async () => {
    const table = await openTable();
    await table.insert([ROW, { ...ROW, id: "b" }]);
    expect(
      await table.updateAll([
        ["a", { size: 1 }],
        ["none", { size: 1 }],
        ["b", { on: true }],
        ["b", {}],
      ]),
    ).toBe(2);
    expect(await table.updateAll([])).toBe(0);
    const twice = [
      ["a", { size: 9 }],
      ["b", { id: "a" }],
    ] as const;
    await expect(table.updateAll(twice)).rejects.toThrow('a row with this "id" exists already');
    await expect(table.updateAll([["a", { length: 1 }]])).rejects.toThrow("length");
    expect(await table.find("a")).toStrictEqual({ ...ROW, size: 1 });
    expect(await table.find("b")).toStrictEqual({ ...ROW, id: "b", on: true });
  });

  it("replaces a row whole, or adds it", async () => {
    const table = await openTable();
    expect(await table.upsert(ROW)).toBe(true);
    expect(await table.upsert(ROW)).toBe(false);
    const { note: _, size: _size, ...less } = { ...ROW, on: true };
    expect(await table.upsert(less)).toBe(false);
    expect(await table.find("a")).toStrictEqual(less);
    await expect(table.upsert({ ...ROW, on: 1 })).rejects.toThrow('"on" holds boolean');
    await expect(table.upsert({ ...ROW, colour: "red" })).rejects.toThrow('no field "colour"');
    expect(await table.find("a")).toStrictEqual(less);
  });

  it("replaces a row that is nothing but its key", async () => {
    const { store } = await open({
      keys: { of: z.object({ id: z.int() }), key: "id" },
    });
    expect(await store.table("keys").upsert({ id: 5 })).toBe(true);
    expect(await store.table("keys").upsert({ id: 5 })).toBe(false);
    expect(await store.table("keys").list()).toEqual({ items: [{ id: 5 }] });
  });

  it("is added to by one of many at once, and replaced by the others", async () => {
    const table = await openTable();
    const upserts = Array.from({ length: 20 }, (_, size) => table.upsert({ ...ROW, size }));
    expect((await Promise.all(upserts)).filter(Boolean)).toEqual([true]);
  });

  it("updates a row only while it fulfils conditions", async () => {
    const table = await openTable();
    await table.insert([ROW]);
    const where = (field: string, operator: FilterOperator, value: Filter["value"]) => [
      { field, operator, value },
    ];
    const holding = [
      where("size", "eq", 3),
      where("size", "in", [1, null, 3]),
      where("note", "ne", null),
      where("weight", "lt", 1),
      [...where("on", "eq", false), ...where("note", "contains", "")],
    ];
    for (const conditions of holding) {
      expect(await table.update("a", { tags: ["y"] }, conditions)).toBe(true);
      expect(await table.update("a", {}, conditions)).toBe(true);
      expect(await table.update("b", { tags: ["z"] }, conditions)).toBe(false);
      expect(await table.update("b", {}, conditions)).toBe(false);
    }
    const broken = [
      where("size", "eq", 4),
      where("size", "in", []),
      where("note", "eq", null),
      [...where("on", "eq", false), ...where("size", "gt", 3)],
    ];
    for (const conditions of broken) {
      expect(await table.update("a", { tags: ["z"] }, conditions)).toBe(false);
      expect(await table.update("a", {}, conditions)).toBe(false);
    }
    expect(await table.find("a")).toStrictEqual({ ...ROW, tags: ["y"] });
    await expect(table.update("a", { on: true }, where("colour", "eq", 1))).rejects.toThrow(
      'no field "colour"',
    );
    await expect(table.update("a", {}, where("tags", "eq", "x"))).rejects.toThrow("not a scalar");
  });

  it("is changed by one of many that state the same condition", async () => {
    const table = await openTable();
    await table.insert([ROW]);
    const claim = (note: string) =>
      table.update("a", { note }, [{ field: "note", operator: "eq", value: "" }]);
    const claims = await Promise.all(["x", "y", "z"].map(claim));
    expect(claims.filter(Boolean)).toEqual([true]);
  });

  it("removes a row", async () => {
    const table = await openTable();
    await table.insert([ROW]);
    expect(await table.remove("a")).toBe(true);
    expect(await table.find("a")).toBeUndefined();
  });

  it("removes several rows at once, and counts those that were there", async () => {
    const table = await openTable();
    await table.insert(["a", "b", "c"].map((id) => ({ ...ROW, id })));
    expect(await table.removeAll(["a", "nowhere", "c"])).toBe(2);
    expect(await table.removeAll([])).toBe(0);
    expect(await Promise.all(["a", "b", "c"].map((id) => table.find(id)))).toEqual([
      undefined,
      { ...ROW, id: "b" },
      undefined,
    ]);
  });

  it("adds all rows or none", async () => {
    const table = await openTable();
    await table.insert([ROW]);
    await expect(table.insert([{ ...ROW, id: "b" }, ROW])).rejects.toThrow(
      'a row with this "id" exists already',
    );
    expect(await table.find("b")).toBeUndefined();
    await table.insert([{ ...ROW, id: "b" }]);
    await table.insert([]);
  });

  it.each([
    ["a missing required field", { id: "b", on: true, tags: [] }, '"weight" is required'],
    ["null where it is not a value", { ...ROW, on: null }, '"on" is required'],
    ["an unknown field", { ...ROW, colour: "red" }, 'no field "colour"'],
    ["a field of another type", { ...ROW, on: 1 }, '"on" holds boolean; received the number 1'],
    ["an object for text", { ...ROW, note: {} }, "received an object or a list"],
    ["a fraction for an integer", { ...ROW, size: 0.5 }, "holds integers"],
    ["an integer that is not exact", { ...ROW, size: 2 ** 53 }, "holds integers"],
    ["infinity", { ...ROW, weight: Infinity }, '"weight" holds number'],
  ])("refuses %s", async (_, row, message) => {
    const table = await openTable();
    await expect(table.insert([row])).rejects.toThrow(message);
    expect(await table.find(row.id)).toBeUndefined();
  });

  it.each([
    ["null for a required field", { on: null }, '"on" is required'],
    ["a required field taken away", { tags: undefined }, '"tags" is required'],
    ["an unknown field", { colour: "red" }, 'no field "colour"'],
    ["SQL as a field", { 'on" = 1; --': true }, "no field"],
    ["a field of another type", { on: 1 }, '"on" holds boolean; received the number 1'],
  ])("refuses an update with %s", async (_, changes, message) => {
    const table = await openTable();
    await table.insert([ROW]);
    await expect(table.update("a", changes)).rejects.toThrow(message);
    expect(await table.find("a")).toStrictEqual(ROW);
  });

  it("keeps concurrent writes apart", async () => {
    const table = await openTable();
    const ids = Array.from({ length: 50 }, (_, index) => `row-${index}`);
    // Only SQLite runs them in the order of the calls.
    const results = await Promise.allSettled([
      ...ids.map((id) => table.insert([{ ...ROW, id }])),
      table.insert([{ ...ROW, id: "row-0" }]),
    ]);
    await Promise.all(ids.map((id) => table.update(id, { note: id })));
    await Promise.all(ids.slice(25).map((id) => table.remove(id)));
    expect(results.filter(({ status }) => status === "rejected")).toHaveLength(1);
    const page = await table.list({
      fields: ["id", "note"],
      filters: [],
      sort: [],
      limit: undefined,
      after: undefined,
    });
    expect(page.items).toStrictEqual(
      ids
        .slice(0, 25)
        .toSorted()
        .map((id) => ({ id, note: id })),
    );
  });

  it("finds rows by a number only in its usual spelling", async () => {
    const { store } = await open({
      rows: { of: z.object({ id: z.int() }), key: "id" },
    });
    const table = store.table("rows");
    await table.insert([{ id: 5 }]);
    expect(await table.find("5")).toStrictEqual({ id: 5 });
    for (const other of ["05", "5.0", "", "five", "Infinity", "5.5", "1e+300"])
      expect(await table.find(other)).toBeUndefined();
    expect(await table.remove("5")).toBe(true);
  });
});

describe.each(engines)("the store on $name", ({ open }) => {
  it("names a table that is not declared", async () => {
    const { store } = await open({});
    expect(() => store.table("nope")).toThrow('no enabled plugin declares the table "nope"');
  });

  it("is healthy while its database is open, with and without tables", async () => {
    const empty = await open({});
    expect(await empty.health()).toBeUndefined();

    const { health, close } = await open({ rows: { of: Row, key: "id" } });
    expect(await health()).toBeUndefined();
    await close();
    await expect(health()).rejects.toThrow(/finalized|cannot be used/);
  });
});
