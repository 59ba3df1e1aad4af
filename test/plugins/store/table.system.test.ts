import { describe, expect, it } from "vitest";
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
