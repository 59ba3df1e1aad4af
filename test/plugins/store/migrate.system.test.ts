import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Schema } from "waymark";
import { z } from "zod";
import { lasting } from "./_engines.ts";
import { openStore, seedFile, type StoreOptions } from "./_setup.ts";
import { folderOf } from "../../_folder.ts";

const Brain = z.object({ id: z.string(), name: z.string(), tags: z.array(z.string()) });
const BRAINS = [
  { id: "b", name: "Beta", tags: [] },
  { id: "a", name: "Alpha", tags: ["x"] },
];
const EVERYTHING = { fields: undefined, filters: [], sort: [], limit: undefined, after: undefined };

/** Starts a store with this one table, and returns its content. */
async function start(
  where: StoreOptions | string,
  of: Schema,
  options: { key?: string; seed?: URL } = {},
) {
  const { store, logged, close } = await openStore(where, {
    brains: { of, key: "id", ...options },
  });
  const { items } = await store.table("brains").list(EVERYTHING);
  await close();
  return { items, logged };
}

describe.each(lasting)("on $name", ({ database, tablesOf, indexesOf, planOf }) => {
  describe("the first start", () => {
    it("makes the tables, and plants the seeds", async () => {
      const file = await database();
      const { items, logged } = await start(file, Brain, { seed: seedFile(BRAINS) });
      expect(items).toStrictEqual(BRAINS.toReversed());
      expect(logged).toStrictEqual([["created a table", { table: "brains", rows: 2 }]]);
      expect(await tablesOf(file)).toStrictEqual(["brains", "waymark_tables"]);
    });

    it("fills in what the schema presets", async () => {
      const of = z.object({ id: z.string(), state: z.string().default("new") });
      expect((await start(":memory:", of, { seed: seedFile([{ id: "a" }]) })).items).toStrictEqual([
        { id: "a", state: "new" },
      ]);
    });

    it.each([
      ["no JSON", "{", "cannot be read"],
      ["no list", {}, "is not a list of rows"],
      [
        "a row that does not fit",
        [...BRAINS, { id: "c", name: 1, tags: [2] }],
        /bad row at index 2: name: .*; tags\.0: /,
      ],
      [
        "a field that is not stored",
        [{ ...BRAINS[0], colour: "red" }],
        'bad row at index 0: the table "brains" has no field "colour"',
      ],
      ["a key twice", [...BRAINS, BRAINS[0]], /bad row at index 2: .*(UNIQUE|unique)/],
    ])("refuses a seed that has %s, and leaves nothing half-done", async (_, seed, message) => {
      const file = await database();
      const url = seedFile(seed);
      const starting = start(file, Brain, { seed: url });
      await expect(starting).rejects.toThrow(message);
      await expect(starting).rejects.toThrow(
        `the seed ${url.href} of the table "brains" of the plugin "brains-plugin"`,
      );
      expect(await tablesOf(file)).toStrictEqual([]);
      expect((await start(file, Brain, { seed: seedFile(BRAINS) })).items).toHaveLength(2);
    });

    it("undoes all tables when one cannot be made", async () => {
      const file = await database();
      const tables = {
        good: { of: Brain, key: "id", seed: seedFile(BRAINS) },
        late: { of: Brain, key: "id", seed: seedFile("?") },
      };
      await expect(openStore(file, tables)).rejects.toThrow('table "late"');
      expect(await tablesOf(file)).toStrictEqual([]);
    });
  });

  describe("a later start", () => {
    it("plants no seed again, even when all rows were removed", async () => {
      const file = await database();
      const seed = seedFile(BRAINS);
      await start(file, Brain, { seed });
      const { store, close } = await openStore(file, { brains: { of: Brain, key: "id", seed } });
      for (const { id } of BRAINS) await store.table("brains").remove(id);
      await close();
      expect(await start(file, Brain, { seed })).toStrictEqual({ items: [], logged: [] });
    });

    it("seeds a table that is new beside others", async () => {
      const file = await database();
      await start(file, Brain);
      const { store, close } = await openStore(file, {
        brains: { of: Brain, key: "id", seed: seedFile(BRAINS) },
        minds: { of: Brain, key: "id", seed: seedFile(BRAINS) },
      });
      onTestFinished(close);
      expect((await store.table("brains").list(EVERYTHING)).items).toHaveLength(0);
      expect((await store.table("minds").list(EVERYTHING)).items).toHaveLength(2);
    });

    it("adds new fields and presets them", async () => {
      const file = await database();
      await start(file, Brain, { seed: seedFile(BRAINS) });
      const more = Brain.extend({
        note: z.string().optional(),
        weight: z.number().nullable(),
        on: z.boolean().default(true),
        places: z.array(z.string()).default(["here"]),
      });
      const { items, logged } = await start(file, more);
      const added = { weight: null, on: true, places: ["here"] };
      expect(items).toStrictEqual(BRAINS.toReversed().map((row) => ({ ...row, ...added })));
      expect(logged).toStrictEqual(
        ["note", "weight", "on", "places"].map((field) => {
          return ["added a column", { table: "brains", fields: [field] }];
        }),
      );
    });

    it("keeps the data of fields that are no longer declared", async () => {
      const file = await database();
      await start(file, Brain, { seed: seedFile(BRAINS) });
      const fewer = Brain.omit({ name: true });
      expect((await start(file, fewer)).items).toStrictEqual(
        BRAINS.toReversed().map(({ id, tags }) => ({ id, tags })),
      );
      await expect(start(file, Brain.extend({ name: z.int() }))).rejects.toThrow(
        '"name" held text',
      );
      expect((await start(file, Brain)).items).toStrictEqual(BRAINS.toReversed());
    });

    it("adds a required field without a default only while there are no rows", async () => {
      const file = await database();
      await start(file, Brain);
      await start(file, Brain.extend({ first: z.string() }), { seed: seedFile([]) });
      const { store, close } = await openStore(file, { brains: { of: Brain, key: "id" } });
      await store.table("brains").insert(BRAINS);
      await close();
      const message =
        'its new field "second" is required without a default: set a default in its schema, or make it optional';
      await expect(start(file, Brain.extend({ second: z.string() }))).rejects.toThrow(message);
      expect((await start(file, Brain)).items).toHaveLength(2);
    });

    it.each<[string, Schema, string, string]>([
      [
        "another type",
        Brain.extend({ name: z.int() }),
        "id",
        'the field "name" held text and now holds integer',
      ],
      [
        "another type in the same column",
        Brain.extend({ tags: z.string() }),
        "id",
        'the field "tags" held json and now holds text',
      ],
      ["another key", Brain, "name", 'the key was "id" and is now "name"'],
    ])("refuses %s and keeps the data", async (_, of, key, message) => {
      const file = await database();
      await start(file, Brain, { seed: seedFile(BRAINS) });
      const starting = start(file, of, { key });
      await expect(starting).rejects.toThrow(message);
      await expect(starting).rejects.toThrow("rename the field");
      expect((await start(file, Brain)).items).toStrictEqual(BRAINS.toReversed());
    });
  });

  describe("indexes", () => {
    const filters = [{ field: "name", operator: "eq", value: "Beta" }] as const;

    it("come with the table or later, stay, and serve the queries they are for", async () => {
      const file = await database();
      await start(file, Brain, { seed: seedFile(BRAINS) });
      expect(await indexesOf(file)).toEqual([]);
      for (const indexes of [["name"], ["name"], []]) {
        const { store, close } = await openStore(file, {
          brains: { of: Brain, key: "id", indexes },
        });
        expect(await store.table("brains").list({ ...EVERYTHING, filters })).toMatchObject({
          items: [BRAINS[0]],
        });
        await close();
        expect(await indexesOf(file)).toEqual(["brains_by_name"]);
      }
      const plan = await planOf(file, "select * from brains where name = 'Beta' order by id");
      expect(plan).toMatch(
        /^SEARCH brains USING INDEX brains_by_name|Index Scan using brains_by_name/,
      );
    });

    it.each(["tags", "town"])("are refused over a field that is not scalar: %s", async (field) => {
      await expect(
        openStore(await database(), { brains: { of: Brain, key: "id", indexes: [field] } }),
      ).rejects.toThrow(`has an index of "${field}", which is not a scalar field`);
    });
  });
});

describe("a first start that dies halfway", () => {
  it("leaves nothing half-done", async () => {
    const file = join(folderOf(), "data", "waymark.db");
    // A process that is killed by the second row of its seed.
    const program = `
      const { default: plugin } = await import(${JSON.stringify(import.meta.resolve("../../../plugins/store/index.ts"))});
      const { z } = await import("zod");
      let count = 0;
      const of = z.object({ id: z.string().refine(() => ++count < 2 || process.kill(process.pid, "SIGKILL")) });
      await plugin.setup({}, {
        options: { file: process.argv[1], migrate: "auto" },
        registry: { of: () => [{ name: "brains", plugin: "p", of, key: "id", seed: new URL(process.argv[2]) }] },
        log: { info() {} }, signal: new AbortController().signal, async checked() {}, defer() {},
      });`;
    const args = [
      "--input-type=module",
      "-e",
      program,
      file,
      seedFile([{ id: "a" }, { id: "b" }]).href,
    ];
    const child = spawn(process.execPath, args, { stdio: "inherit" });
    expect(await once(child, "exit")).toStrictEqual([null, "SIGKILL"]);
    expect((await start(file, Brain, { seed: seedFile(BRAINS) })).items).toHaveLength(2);
  });
});

describe("a file", () => {
  it("writes nothing when nothing changed", async () => {
    const file = join(folderOf(), "waymark.db");
    await start(file, Brain, { seed: seedFile(BRAINS) });
    const before = readFileSync(file);
    await start(file, Brain);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it("leaves a table alone that somebody else made", async () => {
    const file = join(folderOf(), "other.db");
    const other = new DatabaseSync(file);
    other.exec("create table Brains (id text primary key)");
    other.close();
    await expect(start(file, Brain)).rejects.toThrow("was not created by this service");
    const again = new DatabaseSync(file, { readOnly: true });
    onTestFinished(() => again.close());
    const tables = again.prepare("select name from sqlite_schema where type = 'table'").all();
    expect(tables.map(({ name }) => name)).toStrictEqual(["Brains"]);
  });
});

describe("names and keys", () => {
  const field = (name: string) => z.object({ id: z.string(), [name]: z.string() });
  it.each<[string, string, Schema, string, string]>([
    ["a table name with a dot", "a.b", Brain, "id", "cannot be stored under this name"],
    [
      "a table name that is SQL",
      'a"; drop table b',
      Brain,
      "id",
      "cannot be stored under this name",
    ],
    ["a table name of SQLite", "sqlite_x", Brain, "id", "cannot be stored under this name"],
    ["the store's own table", "waymark_tables", Brain, "id", "cannot be stored under this name"],
    ["a field that is SQL", "t", field("a as b"), "id", 'has a field "a as b"'],
    [
      "a prototype as a field",
      "t",
      z.object({ id: z.string(), ["__proto__"]: z.string() }),
      "id",
      'has a field "__proto__"',
    ],
    ["fields that differ in case", "t", field("ID"), "id", "differ only in case"],
    ["a key that is not a field", "t", Brain, "key", 'has the key "key"'],
    ["a key that is a list", "t", Brain, "tags", 'has the key "tags"'],
    ["an optional key", "t", Brain.partial(), "id", 'has the key "id"'],
  ])("refuse %s", async (_, name, of, key, message) => {
    await expect(openStore(":memory:", { [name]: { of, key } })).rejects.toThrow(message);
  });

  it("refuse tables that differ in case, naming both owners", async () => {
    const table = { of: Brain, key: "id" };
    await expect(openStore(":memory:", { brains: table, Brains: table })).rejects.toThrow(
      '"brains-plugin" and "Brains-plugin"',
    );
  });

  it("are free of SQL's own words", async () => {
    const of = z.object({
      select: z.string(),
      "order-by": z.string(),
      größe: z.int(),
      $ref: z.string(),
    });
    const { store, close } = await openStore(":memory:", { table: { of, key: "select" } });
    onTestFinished(close);
    const row = { select: "a", "order-by": "b", größe: 1, $ref: "c" };
    await store.table("table").insert([row]);
    await store.table("table").update("a", { "order-by": "d" });
    expect(await store.table("table").find("a")).toStrictEqual({ ...row, "order-by": "d" });
  });
});
