/** The checks of stores: a sound one passes, and each fault of one is found by a check that names it. */
import { describe, expect, it } from "vitest";
import type { ListPage } from "waymark";
import type { SealedTable, Store, Table, TableRows } from "waymark/services";
import { storeChecks } from "waymark/testing";
import { MemoryStore } from "../../../fixtures/memory-store.ts";

const checks = await Array.fromAsync(storeChecks((tables) => ({ store: new MemoryStore(tables) })));

describe("a store of a third party", () => {
  it.each(checks.map((check) => [check.name, check] as const))("%s", (_name, check) => check.run());
});

type Tables = readonly SealedTable[];

/** Returns a store whose tables have other functions, bound to a caller or not. */
const rowsWith =
  (change: (rows: TableRows, store: Store) => Partial<TableRows>) =>
  (tables: Tables): Store => {
    class Faulty extends MemoryStore {
      override table(name: string): Table {
        const table = super.table(name);
        const faulty = (rows: TableRows) => ({ ...rows, ...change(rows, this) });
        return {
          ...table,
          ...change(table, this),
          of: (principal) => faulty(table.of(principal)),
          acrossOwners: () => faulty(table.acrossOwners()),
        };
      }
    }
    return new Faulty(tables);
  };

const storeWith = (change: (store: MemoryStore) => Partial<Store>) => (tables: Tables) => {
  const store = new MemoryStore(tables);
  return Object.assign(store, change(store));
};

/** Rows that transactions have changed and not committed, seen by all. */
function dirtyReads(): (rows: TableRows, store: Store) => Partial<TableRows> {
  const dirty = new Map<string, object>();
  return (rows, store) => ({
    async update(key, changes, where) {
      const result = await rows.update(key, changes, where);
      const row = await rows.find(key);
      if (store.changed() !== undefined && row !== undefined) dirty.set(key, row);
      return result;
    },
    find: async <T extends object>(key: string) => (dirty.get(key) as T) ?? rows.find<T>(key),
  });
}

const FAULTS: readonly (readonly [fault: string, make: (tables: Tables) => Store, by: string])[] = [
  [
    "rows of others are found",
    storeWith((store) => {
      const table = store.table.bind(store);
      return { table: (name) => ({ ...table(name), of: () => table(name).acrossOwners() }) };
    }),
    "owners: rows of others are as rows that are not there",
  ],
  [
    "several rows are added one by one",
    rowsWith((rows) => ({
      async insert(added) {
        for (const row of added) await rows.insert([row]);
      },
    })),
    "rows: several are added or changed in one write, or none",
  ],
  [
    "nothing is undone",
    storeWith(() => ({ transaction: async (work) => work() })),
    "roll-back: work that throws leaves nothing",
  ],
  [
    "changes are seen before the commit",
    rowsWith(dirtyReads()),
    "isolation: others see no change before the end",
  ],
  [
    "conditions are ignored",
    rowsWith((rows) => ({ update: (key, changes) => rows.update(key, changes) })),
    "conditions: an update happens only while the row fulfils all of them",
  ],
  [
    "an upsert keeps old fields",
    rowsWith((rows) => ({
      async upsert(row: { readonly id?: string }) {
        const isThere = await rows.update(row.id ?? "", row).catch(() => false);
        return isThere ? false : rows.upsert(row);
      },
    })),
    "rows: an upsert adds a row, or replaces it whole",
  ],
  [
    "each page is the first",
    rowsWith((rows) => ({ list: (query) => rows.list({ ...query, after: undefined }) })),
    "lists: pages have each row once, and end",
  ],
  [
    "ne leaves out nulls, as in SQL",
    rowsWith((rows) => ({
      async list<T extends object>(query: Parameters<TableRows["list"]>[0] = {}) {
        const page: ListPage<T> = await rows.list<T>(query);
        const fields = (query.filters ?? []).flatMap((filter) =>
          "operator" in filter && filter.operator === "ne" ? [filter.field] : [],
        );
        const items = page.items.filter((item) =>
          fields.every((field) => (Reflect.get(item, field) ?? null) !== null),
        );
        return { ...page, items };
      },
    })),
    "lists: each filter finds its rows",
  ],
  [
    "work after a commit runs at once",
    storeWith(() => ({ afterCommit: (work) => work() })),
    "after a commit: work never runs for what was undone",
  ],
  [
    "work before a commit is forgotten",
    storeWith(() => ({ beforeCommit: () => undefined })),
    "before a commit: work runs once, with what is kept, and is undone with it",
  ],
  [
    "the version stays",
    storeWith(() => ({ version: () => 1 })),
    "versions: grow with each change of their tables",
  ],
  [
    "a removal counts what was asked for",
    rowsWith((rows) => ({
      async removeAll(keys) {
        await rows.removeAll(keys);
        return keys.length;
      },
    })),
    "rows: removals count what was there",
  ],
];

describe("a store with a fault", () => {
  it.each(FAULTS)("in which %s fails its check", async (_fault, make, by) => {
    const faulty = await Array.fromAsync(storeChecks((tables) => ({ store: make(tables) })));
    const check = faulty.find(({ name }) => name === by);
    expect(check).toBeDefined();
    await expect(check?.run()).rejects.toBeInstanceOf(Error);
  });
});
