/** Two revisions of a plugin on one database, as while a service is upgraded node by node. */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Schema } from "waymark";
import { z } from "zod";
import { openStore, temporaryFolder } from "./_setup.ts";

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

const newFile = () => join(temporaryFolder(), "waymark.db");

async function open(file: string, of: Schema) {
  const { store, close } = await openStore(file, { notes: { of, key: "id" } });
  onTestFinished(close);
  const table = store.table("notes");
  return {
    add: (row: object) => table.insert([row]),
    update: (id: string, changes: object) => table.update(id, changes),
    rows: async () => (await table.list({})).items,
    find: (field: string, value: string) =>
      table.list({ filters: [{ field, operator: "eq", value }] }),
  };
}

describe("a new field with a default", () => {
  it("holds it in rows that were there, and in those that the older revision goes on inserting (A11)", async () => {
    const file = newFile();
    const older = await open(file, V1);
    await older.add({ id: "1", name: "before" });
    const newer = await open(file, V2);
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
    const file = newFile();
    const older = await open(file, V1);
    const newer = await open(file, V2);
    await newer.add({ id: "1", name: "new", tag: "some" });
    await older.update("1", { name: "changed" });
    expect(await newer.rows()).toMatchObject([{ id: "1", name: "changed", tag: "some" }]);
  });

  it("is read where a column that was optional has no value", async () => {
    const file = newFile();
    const older = await open(file, V1.extend({ tag: z.string().optional() }));
    const newer = await open(file, V1.extend({ tag: z.string().default("none") }));
    await older.add({ id: "1", name: "without" });
    expect(await newer.rows()).toStrictEqual([{ id: "1", name: "without", tag: "none" }]);
  });

  it("stays out of the database when it differs each time", async () => {
    const file = newFile();
    const of = V1.extend({ token: z.uuid().default(() => randomUUID()) });
    const newer = await open(file, of);
    await expect(newer.add({ id: "1", name: "x" })).rejects.toThrow('"token" is required');
    const database = new DatabaseSync(file, { readOnly: true });
    onTestFinished(() => database.close());
    const created = database.prepare("select sql from sqlite_schema where name = 'notes'").get();
    expect(created?.["sql"]).toContain('"token" text)');
  });
});

describe("a field that is dropped", () => {
  it.each<[string, Schema, object]>([
    ["with a default is that to the older revision", V2, PRESETS],
    ["that is optional is absent to it", V1.extend({ note: z.string().optional() }), {}],
  ])("%s, and both write", async (_, of, presets) => {
    const file = newFile();
    const older = await open(file, of);
    const newer = await open(file, V1);
    await newer.add({ id: "1", name: "new" });
    await older.add({ id: "2", name: "old" });
    expect(await older.rows()).toStrictEqual([
      { id: "1", name: "new", ...presets },
      { id: "2", name: "old", ...presets },
    ]);
    expect(await newer.rows()).toHaveLength(2);
  });
});
