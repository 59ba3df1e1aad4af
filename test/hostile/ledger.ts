/** A plugin whose every write changes two tables, so that half a write shows: each entry, and the sum of all. */
import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { definePlugin } from "waymark";
import { Store } from "waymark/services";
import { z } from "zod";

/** The client's own number of a write: two entries with the same one are a write that was made twice. */
export const NewEntry = z.object({ nonce: z.string(), amount: z.int() });
export const Entry = NewEntry.extend({ id: z.string(), version: z.int() });
export type Entry = z.output<typeof Entry>;
export const Sum = z.object({ id: z.string(), amount: z.int(), entries: z.int() });
export type Sum = z.output<typeof Sum>;

const read = { method: "GET", cache: { scope: "public", maxAge: "0s" } } as const;

export default definePlugin({
  id: "ledger",
  summary: "Keeps entries, and their sum.",
  needs: { store: Store },
  tables: { entries: { of: Entry, key: "id" }, sums: { of: Sum, key: "id" } },
  routes: {
    listEntries: {
      ...read,
      path: "/api/entries",
      summary: "List the entries.",
      list: { of: Entry, as: "entries", name: "EntriesList", unpaged: true },
      publish: { rootLink: "entries" },
    },
    getEntry: {
      ...read,
      path: "/api/entries/{id}",
      summary: "Read an entry.",
      returns: Entry,
      errors: ["resource-not-found"],
      relations: { sum: "getSum" },
    },
    getSum: {
      ...read,
      path: "/api/sum",
      summary: "Read the sum of the entries.",
      returns: Sum,
      publish: { rootLink: "sum" },
    },
    addEntry: {
      method: "POST",
      path: "/api/entries",
      summary: "Add an entry.",
      body: NewEntry,
      returns: Entry,
      creates: "getEntry",
      idempotency: "key",
    },
    amendEntry: {
      method: "PUT",
      path: "/api/entries/{id}",
      summary: "Change the amount of an entry.",
      body: NewEntry,
      returns: Entry,
      idempotency: "natural",
      errors: ["resource-not-found"],
    },
  },
  handlers: ({ store }) => {
    const sum = async (): Promise<Sum> =>
      (await store.table("sums").find<Sum>("all")) ?? { id: "all", amount: 0, entries: 0 };
    const add = async (amount: number, entries: number): Promise<void> => {
      const before = await sum();
      await nextTurn(); // others have theirs, and a kill its moment
      await store.table("sums").upsert({
        id: "all",
        amount: before.amount + amount,
        entries: before.entries + entries,
      });
    };
    return {
      listEntries: ({ query }) => store.table("entries").list(query),
      getEntry: async ({ params: { id }, fail }) =>
        (await store.table("entries").find<Entry>(id)) ?? fail("resource-not-found"),
      getSum: sum,
      async addEntry({ body }) {
        const entry = { ...body, id: randomUUID(), version: 1 };
        await store.table("entries").insert([entry]);
        await add(body.amount, 1);
        return entry;
      },
      async amendEntry({ params: { id }, body: { amount }, fail }) {
        const before = (await store.table("entries").find<Entry>(id)) ?? fail("resource-not-found");
        const entry = { ...before, amount, version: before.version + 1 };
        await add(amount - before.amount, 0);
        await nextTurn();
        await store.table("entries").update(id, entry);
        return entry;
      },
    };
  },
});
