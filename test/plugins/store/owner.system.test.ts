/** Tables whose rows belong to principals. */
import { describe, expect, it, onTestFinished } from "vitest";
import type { ListQuery } from "waymark";
import { z } from "zod";
import { engines, lasting, type Engine } from "./_engines.ts";
import { openStore } from "./_setup.ts";

const Entry = z.object({ id: z.string(), owner: z.string(), text: z.string(), size: z.int() });
const tables = { log: { of: Entry, key: "id", owner: "owner" } };
const ANN = { id: "badge:ann" };
const BEN = { id: "badge:ben" };
const ALL: ListQuery = {
  fields: undefined,
  filters: [],
  sort: [],
  limit: undefined,
  after: undefined,
};

async function openLog(open: Engine["open"]) {
  const { store } = await open(tables);
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
  return { store, log };
}
const ids = async (rows: Promise<{ readonly items: readonly { id: string }[] }>) =>
  (await rows).items.map(({ id }) => id);

describe.each(engines)("a table with an owner on $name", ({ open }) => {
  it.each<[string, (log: Awaited<ReturnType<typeof openLog>>["log"]) => Promise<unknown>]>([
    ["list", (log) => log.list(ALL)],
    ["find", (log) => log.find("a1")],
    ["insert", (log) => log.insert([{ id: "c", owner: ANN.id, text: "", size: 0 }])],
    ["upsert", (log) => log.upsert({ id: "c", owner: ANN.id, text: "", size: 0 })],
    ["update", (log) => log.update("a1", { text: "" })],
    ["remove", (log) => log.remove("a1")],
  ])("rejects %s until it is bound", async (_what, use) => {
    const { log } = await openLog(open);
    await expect(use(log)).rejects.toThrow('use table("log").of(principal)');
    expect(await ids(log.acrossOwners().list(ALL))).toEqual(["a1", "a2", "a3", "b1", "b2"]);
  });

  it("adds and hands over no row of another's", async () => {
    const { log } = await openLog(open);
    const row = { id: "c", text: "", size: 0 };
    for (const owner of [BEN.id, "", null]) {
      await expect(log.of(ANN).insert([row, { ...row, id: "d", owner }])).rejects.toThrow(
        "another owner",
      );
      await expect(log.of(ANN).update("a1", { owner })).rejects.toThrow("another owner");
    }
    await expect(log.of(ANN).update("a1", { owner: undefined })).rejects.toThrow("another owner");
    await expect(log.of(ANN).insert([{ ...row, id: "b1" }])).rejects.toThrow("exists already");
    expect(await ids(log.acrossOwners().list(ALL))).toEqual(["a1", "a2", "a3", "b1", "b2"]);
    await log.of(ANN).insert([{ ...row, owner: ANN.id }]);
    expect(await log.acrossOwners().find("c")).toEqual({ ...row, owner: ANN.id });
  });

  it.each([
    ["an anonymous caller", undefined],
    ["a principal without an id", { id: "" }],
  ])("shows %s nothing, and takes nothing from them", async (_who, caller) => {
    const { log } = await openLog(open);
    await log.acrossOwners().insert([{ id: "c", owner: "", text: "calm", size: 0 }]);
    const rows = log.of(caller);
    expect(await rows.list(ALL)).toEqual({ items: [] });
    expect(await rows.find("c")).toBeUndefined();
    expect(await rows.update("c", { text: "mine" })).toBe(false);
    expect(await rows.remove("c")).toBe(false);
    await expect(rows.insert([{ id: "d", text: "", size: 0 }])).rejects.toThrow("anonymous");
    await expect(rows.list({ ...ALL, sort: [{ field: "no", descending: true }] })).rejects.toThrow(
      'no field "no"',
    );
  });

  it("keeps concurrent owners apart", async () => {
    const { log } = await openLog(open);
    const owners = Array.from({ length: 20 }, (_, index) => ({ id: `badge:${index}` }));
    await Promise.all(
      owners.map((owner, index) =>
        log.of(owner).insert([{ id: `o${index}`, text: "", size: index }]),
      ),
    );
    const lists = await Promise.all(owners.map((owner) => ids(log.of(owner).list(ALL))));
    expect(lists).toEqual(owners.map((_owner, index) => [`o${index}`]));
    const changed = await Promise.all(
      owners.map((owner, index) => log.of(owner).update(`o${(index + 1) % 20}`, { text: "mine" })),
    );
    expect(changed.every((one) => !one)).toBe(true);
  });

  it("may have its owner as its key", async () => {
    const of = z.object({ owner: z.string(), theme: z.string() });
    const { store } = await open({
      settings: { of, key: "owner", owner: "owner" },
    });
    const table = store.table("settings");
    await table.of(ANN).insert([{ theme: "dark" }]);
    await table.of(BEN).insert([{ theme: "light" }]);
    expect(await table.of(ANN).find(ANN.id)).toEqual({ owner: ANN.id, theme: "dark" });
    expect(await table.of(ANN).find(BEN.id)).toBeUndefined();
    expect(await table.of(ANN).update(BEN.id, { theme: "none" })).toBe(false);
  });
});

describe.each(engines)("a table without an owner on $name", ({ open }) => {
  it("cannot be bound to a caller, who would see the rows of everybody", async () => {
    const { store } = await open({ log: { of: Entry, key: "id" } });
    const log = store.table("log");
    expect(() => log.of(ANN)).toThrow('the table "log" declares no owner');
    await log.insert([{ id: "a", owner: "", text: "", size: 0 }]);
    expect(await ids(log.acrossOwners().list(ALL))).toEqual(["a"]);
  });
});

describe.each(lasting)("a table that gains an owner on $name", ({ database, planOf }) => {
  const Old = Entry.omit({ owner: true });

  /** A file with two rows from before, one of Ann's since. */
  async function migrated(of: z.ZodType) {
    const options = await database();
    const before = await openStore(options, { log: { of: Old, key: "id" } });
    await before.store.table("log").insert([
      { id: "old1", text: "calm", size: 1 },
      { id: "old2", text: "calm", size: 2 },
    ]);
    await before.close();
    const opened = await openStore(options, { log: { of, key: "id", owner: "owner" } });
    onTestFinished(opened.close);
    await opened.store
      .table("log")
      .of(ANN)
      .insert([{ id: "new", text: "fog", size: 3 }]);
    return { ...opened, options, log: opened.store.table("log") };
  }

  it("shows older rows to no caller, and says so", async () => {
    const { log, logged } = await migrated(Entry.partial({ owner: true }));
    expect(logged).toContainEqual([
      "rows have no owner, so that no caller sees them",
      { table: "log", rows: 2 },
    ]);
    expect(await ids(log.of(ANN).list(ALL))).toEqual(["new"]);
    expect(await ids(log.of(undefined).list(ALL))).toEqual([]);
    expect(await log.of(ANN).find("old1")).toBeUndefined();
    expect(await log.of(ANN).update("old1", { text: "mine" })).toBe(false);
    expect(await ids(log.acrossOwners().list(ALL))).toEqual(["new", "old1", "old2"]);
    await log.acrossOwners().update("old1", { owner: ANN.id });
    expect(await ids(log.of(ANN).list(ALL))).toEqual(["new", "old1"]);
  });

  it("assigns them to the default of its schema, where there is one", async () => {
    const { log } = await migrated(Entry.extend({ owner: z.string().default(ANN.id) }));
    expect(await ids(log.of(ANN).list(ALL))).toEqual(["new", "old1", "old2"]);
    expect(await ids(log.of(BEN).list(ALL))).toEqual([]);
  });

  it("does not start when every row must have one", async () => {
    await expect(migrated(Entry)).rejects.toThrow('its new field "owner" is required');
  });

  it("finds the rows of an owner by an index", async () => {
    const { options } = await migrated(Entry.partial({ owner: true }));
    const plan = await planOf(options, "select * from log where owner = 'x' order by id");
    expect(plan).toContain("log_by_owner");
    expect(plan).not.toMatch(/TEMP B-TREE|Sort/);
  });
});
