/** References between tables: kept by the database, followed by the store. */
import type { TableDeclaration } from "waymark/services";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { engines, lasting } from "./_engines.ts";
import { openStore, seedFile, type StoreOptions } from "./_setup.ts";

const Office = z.object({ id: z.string(), name: z.string().optional() });
const Desk = z.object({
  id: z.string(),
  officeId: z.string(),
  spareOf: z.string().nullable().optional(),
});
const Badge = z.object({ id: z.int(), deskId: z.string().optional() });

const offices = { of: Office, key: "id" } satisfies TableDeclaration;
const desksThat = (onDelete?: "restrict" | "cascade" | "clear"): TableDeclaration => ({
  of: Desk,
  key: "id",
  references: {
    officeId: { to: "offices.id", ...(onDelete && { onDelete }) },
    spareOf: { to: "desks.id", onDelete: "clear" },
  },
});
const badges = {
  of: Badge,
  key: "id",
  references: { deskId: { to: "desks.id", onDelete: "clear" } },
} satisfies TableDeclaration;

const violation = (table: string, field: string, target: string, reason: string) => ({
  name: "ReferenceViolation",
  table,
  field,
  target,
  reason,
});
const LOST = violation("desks", "officeId", "offices", "no-target");
const USED = violation("desks", "officeId", "offices", "still-referenced");

describe.each(engines)("a reference on $name", ({ open }) => {
  async function start(onDelete?: "restrict" | "cascade" | "clear") {
    // The table that refers comes first: the order of declaration does not matter.
    const { store } = await open({ badges, desks: desksThat(onDelete), offices });
    const table = (name: string) => store.table(name);
    await table("offices").insert([{ id: "lisboa" }, { id: "madrid" }]);
    await table("desks").insert([
      { id: "a", officeId: "lisboa" },
      { id: "b", officeId: "lisboa", spareOf: "a" },
      { id: "c", officeId: "madrid", spareOf: "c" },
    ]);
    await table("badges").insert([{ id: 1, deskId: "a" }, { id: 2, deskId: "c" }, { id: 3 }]);
    const rows = async (name: string) => (await table(name).list()).items;
    return { store, table, rows };
  }

  it("refuses rows that name nothing, and changes nothing", async () => {
    const { table, rows } = await start();
    const before = await rows("desks");
    const lost = { id: "d", officeId: "oslo" };
    await expect(table("desks").insert([lost])).rejects.toMatchObject(LOST);
    await expect(table("desks").upsert(lost)).rejects.toMatchObject(LOST);
    await expect(table("desks").upsert({ ...lost, id: "a" })).rejects.toMatchObject(LOST);
    await expect(table("desks").update("a", { officeId: "oslo" })).rejects.toMatchObject(LOST);
    await expect(
      table("desks").updateAll([
        ["b", { officeId: "madrid" }],
        ["a", { officeId: "oslo" }],
      ]),
    ).rejects.toMatchObject(LOST);
    expect(await rows("desks")).toEqual(before);
  });

  it("refuses to remove what rows refer to, also in a transaction, which goes on", async () => {
    const { store, table, rows } = await start("restrict");
    await expect(table("offices").remove("madrid")).rejects.toMatchObject(USED);
    await expect(table("offices").update("madrid", { id: "toledo" })).rejects.toMatchObject(USED);
    await store.transaction(async () => {
      await expect(table("offices").removeAll(["lisboa", "madrid"])).rejects.toMatchObject(USED);
      await table("offices").insert([{ id: "oslo" }]);
      await table("offices").remove("oslo");
      await table("offices").insert([{ id: "faro" }]);
    });
    expect(await rows("offices")).toEqual([{ id: "faro" }, { id: "lisboa" }, { id: "madrid" }]);
  });

  it("removes with a row what refers to it, and clears what refers to that", async () => {
    const { store, table, rows } = await start("cascade");
    const versions = () => ["offices", "desks", "badges"].map((name) => store.version([name]));
    const before = versions();
    let changed: readonly string[] = [];
    await store.transaction(async () => {
      expect(await table("offices").remove("lisboa")).toBe(true);
      changed = [...(store.changed()?.keys() ?? [])];
    });
    expect(changed.toSorted()).toEqual(["badges", "desks", "offices"]);
    expect(await rows("offices")).toEqual([{ id: "madrid" }]);
    expect(await rows("desks")).toEqual([{ id: "c", officeId: "madrid", spareOf: "c" }]);
    expect(await rows("badges")).toEqual([{ id: 1 }, { id: 2, deskId: "c" }, { id: 3 }]);
    for (const [index, version] of versions().entries())
      expect(version).toBeGreaterThan(before[index] ?? Infinity);
  });

  it("undoes all of it with its transaction", async () => {
    const { store, table, rows } = await start("cascade");
    const before = [await rows("offices"), await rows("desks"), await rows("badges")];
    const undone = store.transaction(async () => {
      await table("offices").removeAll(["lisboa", "madrid"]);
      throw new Error("no");
    });
    await expect(undone).rejects.toThrow("no");
    expect([await rows("offices"), await rows("desks"), await rows("badges")]).toEqual(before);
  });

  it("lets a row refer to its own table, to itself, and in a circle", async () => {
    const { table, rows } = await start("cascade");
    expect(await table("desks").remove("c")).toBe(true);
    await table("desks").update("a", { spareOf: "b" });
    expect(await table("offices").removeAll(["lisboa", "madrid", "none"])).toBe(2);
    expect(await rows("desks")).toEqual([]);
  });

  it("never leaves a dead link behind two that write at once", async () => {
    const { store, table, rows } = await start("restrict");
    await table("offices").insert([{ id: "oslo" }]);
    const add = (id: string) =>
      store.transaction(() => table("desks").insert([{ id, officeId: "oslo" }]));
    const remove = () => store.transaction(() => table("offices").remove("oslo"));
    await Promise.allSettled([add("x"), remove(), add("y"), remove(), add("z")]);
    const there = new Set(
      (await table("offices").list<{ id: string }>()).items.map(({ id }) => id),
    );
    for (const desk of await rows("desks")) expect(there).toContain(Reflect.get(desk, "officeId"));
  });
});

describe.each(engines)("references of owners on $name", ({ open }) => {
  const Letter = z.object({ id: z.string(), reader: z.string(), answers: z.string().optional() });
  const letters = {
    of: Letter,
    key: "id",
    owner: "reader",
    references: { answers: { to: "letters.id", onDelete: "cascade" } },
  } satisfies TableDeclaration;

  it("lead to rows of the same owner", async () => {
    const { store } = await open({ letters });
    const of = (id: string) => store.table("letters").of({ id });
    await of("ada").insert([{ id: "a1" }, { id: "a2" }]);
    await of("ada").update("a2", { answers: "a1" });
    const lost = violation("letters", "answers", "letters", "no-target");
    await of("bob").insert([{ id: "b1" }]);
    await expect(of("bob").insert([{ id: "b2", answers: "a1" }])).rejects.toMatchObject(lost);
    await expect(of("bob").upsert({ id: "b2", answers: "a1" })).rejects.toMatchObject(lost);
    await expect(of("bob").update("b1", { answers: "a1" })).rejects.toMatchObject(lost);
    await expect(of("bob").updateAll([["b1", { answers: "a1" }]])).rejects.toMatchObject(lost);
    // A key of another owner removes nothing, so that nothing follows.
    expect(await of("bob").remove("a1")).toBe(false);
    let owners: unknown;
    await store.transaction(async () => {
      expect(await of("ada").remove("a1")).toBe(true);
      owners = store.changed()?.get("letters");
    });
    expect(owners).toEqual(new Set(["ada"]));
    expect((await store.table("letters").acrossOwners().list()).items).toEqual([
      { id: "b1", reader: "bob" },
    ]);
  });
});

describe.each(lasting)("references on $name", ({ database }) => {
  type Tables = Readonly<Record<string, TableDeclaration>>;

  /** Starts with these tables, runs the work, and stops. */
  async function run(
    where: StoreOptions,
    tables: Tables,
    work: (opened: Awaited<ReturnType<typeof openStore>>) => Promise<unknown> = async () => {},
  ) {
    const opened = await openStore(where, tables);
    await work(opened).finally(opened.close);
    return opened.logged.map(([message]) => message);
  }

  const free: TableDeclaration = { of: Desk, key: "id" };
  const seeds = () => ({
    desks: { ...desksThat(), seed: seedFile([{ id: "a", officeId: "lisboa" }]) },
    offices: { ...offices, seed: seedFile([{ id: "lisboa" }]) },
  });

  it("are made after the seeds of all tables, and once", async () => {
    const where = await database();
    expect(await run(where, seeds())).toContain("created a reference");
    expect(await run(where, seeds())).toEqual([]);
  });

  it("refuse seeds that lead nowhere, and leave nothing half-done", async () => {
    const where = await database();
    const starting = run(where, { ...seeds(), offices });
    await expect(starting).rejects.toThrow(
      'the table "desks" of the plugin "desks-plugin" has 1 rows whose "officeId" names no row of the table "offices", such as "lisboa": insert what they name',
    );
    expect(await run(where, seeds())).toContain("created a reference");
  });

  it("refuse rows that are older and lead nowhere, and take those that do not", async () => {
    const where = await database();
    await run(where, { desks: free, offices }, async ({ store }) => {
      await store.table("offices").insert([{ id: "lisboa" }]);
      await store.table("desks").insert([
        { id: "a", officeId: "lisboa" },
        { id: "b", officeId: "oslo" },
      ]);
    });
    const tables = { desks: desksThat(), offices };
    await expect(run(where, tables)).rejects.toThrow('such as "oslo"');
    await run(where, { desks: free, offices }, ({ store }) => store.table("desks").remove("b"));
    await run(where, tables, async ({ store }) => {
      await expect(store.table("offices").remove("lisboa")).rejects.toMatchObject(USED);
    });
  });

  it("hold while the plugin of either table is off, as its rows are still there", async () => {
    const where = await database();
    await run(where, seeds());
    await run(where, { offices }, async ({ store }) => {
      await expect(store.table("offices").remove("lisboa")).rejects.toMatchObject(USED);
    });
    await run(where, { desks: desksThat() }, async ({ store }) => {
      const lost = store.table("desks").insert([{ id: "b", officeId: "oslo" }]);
      await expect(lost).rejects.toMatchObject(LOST);
    });
  });

  it("wait for the plugin of the table that they lead to", async () => {
    const where = await database();
    await run(where, { desks: desksThat() }, ({ store }) =>
      store.table("desks").insert([{ id: "a", officeId: "oslo" }]),
    );
    const tables = { desks: desksThat(), offices };
    await expect(run(where, tables)).rejects.toThrow('such as "oslo"');
  });

  it("go when they are no longer declared, on a server by a migration", async () => {
    const where = await database();
    await run(where, seeds());
    const logged = await run(where, { desks: free, offices });
    expect(logged).toContain(
      where.url === undefined
        ? "dropped a reference"
        : "a constraint that is not declared stays until waymark migrate",
    );
  });
});
