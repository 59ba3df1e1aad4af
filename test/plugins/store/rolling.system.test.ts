/** Two revisions of a plugin on one database, as while a service is upgraded node by node. */
import { randomUUID } from "node:crypto";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Schema } from "waymark";
import { UniqueViolation, type TableDeclaration } from "waymark/services";
import { z } from "zod";
import { lasting } from "./_engines.ts";
import { openStore, type StoreOptions } from "./_setup.ts";

const V1 = z.object({ id: z.string(), name: z.string() });
const FULL = {
  tag: z.string().default("it's \\ none"),
  on: z.boolean().default(true),
  off: z.boolean().default(false),
  size: z.int().default(-3),
  ratio: z.number().default(0.5),
  places: z.array(z.string()).default(["here"]),
  shape: z.object({ sides: z.int() }).default({ sides: 4 }),
  maybe: z.string().nullable().default("yes"),
  none: z.string().nullable().default(null),
};
const PRESETS = {
  tag: "it's \\ none",
  on: true,
  off: false,
  size: -3,
  ratio: 0.5,
  places: ["here"],
  shape: { sides: 4 },
  maybe: "yes",
  none: null,
};
const V2 = V1.extend(FULL);

/** A revision of the service whose table has this schema. */
async function open(where: StoreOptions, of: Schema, more: Partial<TableDeclaration> = {}) {
  const { store, logged, close } = await openStore(where, { notes: { of, key: "id", ...more } });
  onTestFinished(close);
  const table = store.table("notes");
  return {
    logged,
    changes: async () => store.changes(["notes"]),
    add: (row: object) => table.insert([row]),
    update: (id: string, changes: object) => table.update(id, changes),
    rows: async () => (await table.list({})).items,
    find: (field: string, value: string) =>
      table.list({ filters: [{ field, operator: "eq", value }] }),
  };
}

describe.each(lasting)("on $name", ({ name, database }) => {
  describe("a new field with a default", () => {
    it("holds it in rows that were there, and in those that the older revision goes on inserting (A11)", async () => {
      const where = await database();
      const older = await open(where, V1);
      await older.add({ id: "1", name: "before" });
      const newer = await open(where, V2);
      await older.add({ id: "2", name: "meanwhile" });
      await newer.add({ id: "3", name: "own" });
      await newer.add({ id: "4", name: "set", ...PRESETS, tag: "some", maybe: null });
      expect(await newer.rows()).toStrictEqual([
        { id: "1", name: "before", ...PRESETS },
        { id: "2", name: "meanwhile", ...PRESETS },
        { id: "3", name: "own", ...PRESETS },
        { id: "4", name: "set", ...PRESETS, tag: "some", maybe: null },
      ]);
      expect((await newer.find("tag", "it's \\ none")).items).toHaveLength(3);
      expect((await older.rows()).map((row) => Object.keys(row))).toStrictEqual(
        Array.from({ length: 4 }, () => ["id", "name"]),
      );
    });

    it("is kept when the older revision changes the row", async () => {
      const where = await database();
      const older = await open(where, V1);
      const newer = await open(where, V2);
      await newer.add({ id: "1", name: "new", tag: "some" });
      await older.update("1", { name: "changed" });
      expect(await newer.rows()).toMatchObject([{ id: "1", name: "changed", tag: "some" }]);
    });

    it("is read where a column that was optional has no value", async () => {
      const where = await database();
      const older = await open(where, V1.extend({ tag: z.string().optional() }));
      const newer = await open(where, V1.extend({ tag: z.string().default("none") }));
      await older.add({ id: "1", name: "without" });
      expect(await newer.rows()).toStrictEqual([{ id: "1", name: "without", tag: "none" }]);
    });

    it("fills rows without a value of a column that was optional, at each start", async () => {
      const where = await database();
      const required = V1.extend({ tag: z.string().default("none") });
      const older = await open(where, V1.extend({ tag: z.string().optional() }));
      for (const id of ["1", "2"]) {
        await older.add({ id, name: "without" });
        const before = await older.changes();
        const newer = await open(where, required);
        expect(newer.logged).toStrictEqual([
          ["filled a column with its default", { table: "notes", fields: ["tag"], rows: 1 }],
        ]);
        expect((await newer.find("tag", "none")).items).toHaveLength(Number(id));
        expect(await older.changes()).toBeGreaterThan(before);
      }
      expect((await open(where, required)).logged).toStrictEqual([]);
    });

    it("leaves what is absent where another revision made the field optional", async () => {
      const where = await database();
      const required = V1.extend({ tag: z.string().default("none") });
      await open(where, required);
      const newer = await open(where, V1.extend({ tag: z.string().optional() }));
      await newer.add({ id: "1", name: "without" });
      await open(where, required);
      expect(await newer.rows()).toStrictEqual([{ id: "1", name: "without" }]);
    });

    it("is made for each row, and stays out of the database, when it differs each time", async () => {
      const where = await database();
      const of = V1.extend({ token: z.uuid().default(() => randomUUID()) });
      const newer = await open(where, of);
      await newer.add({ id: "1", name: "x" });
      await newer.add({ id: "2", name: "x" });
      const tokens = (await newer.rows()).map((row) => Reflect.get(row, "token"));
      expect(new Set(tokens).size).toBe(2);
      await expect(newer.add({ id: "3" })).rejects.toThrow('the field "name" is required');
      const again = await open(where, V1);
      await again.add({ id: "4", name: "without" });
      const [row] = (await newer.find("id", "4")).items;
      expect(row).toStrictEqual({ id: "4", name: "without", token: null });
    });
  });

  it("is stored where the schema accepts values that JSON cannot carry", async () => {
    const date = z.codec(z.date(), z.iso.datetime(), {
      decode: (value) => value.toISOString(),
      encode: (text) => new Date(text),
    });
    const table = await open(
      await database(),
      V1.extend({ at: date, tag: z.string().default("none") }),
    );
    const row = { id: "1", name: "x", at: new Date(0).toISOString(), tag: "some" };
    await table.add(row);
    expect(await table.rows()).toStrictEqual([row]);
  });

  describe("a field that is dropped", () => {
    it.each<[string, Schema, object]>([
      ["with a default is that to the older revision", V2, PRESETS],
      ["that is optional is absent to it", V1.extend({ note: z.string().optional() }), {}],
    ])("%s, and both write", async (_, of, presets) => {
      const where = await database();
      const older = await open(where, of);
      const newer = await open(where, V1);
      await newer.add({ id: "1", name: "new" });
      await older.add({ id: "2", name: "old" });
      expect(await older.rows()).toStrictEqual([
        { id: "1", name: "new", ...presets },
        { id: "2", name: "old", ...presets },
      ]);
      expect(await newer.rows()).toHaveLength(2);
    });
  });

  it("a constraint that the newer revision added stays when the older one starts again", async () => {
    const where = await database();
    await open(where, V1);
    const newer = await open(where, V2, { unique: ["name"] });
    await newer.add({ id: "1", name: "taken" });
    // With a change of its own, so that it notes what the table has.
    const older = await open(where, V1, { indexes: ["name"] });
    const adding = older.add({ id: "2", name: "taken" });
    if (name !== "PostgreSQL") return adding;
    await expect(adding).rejects.toThrow(UniqueViolation);
    expect((await open(where, V2, { unique: ["name"] })).logged).toStrictEqual([]);
    expect(older.logged).toContainEqual([
      "a constraint that is not declared stays until waymark migrate",
      { table: "notes", fields: ["name"] },
    ]);
  });
});
