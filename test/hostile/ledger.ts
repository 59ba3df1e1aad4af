/** A plugin whose every write changes two tables, so that half a write shows: each entry, and the sum of all. */
import { definePlugin } from "waymark";
import { Store } from "waymark/services";
import { z } from "zod";

export const Entry = z.object({ id: z.string(), amount: z.int() });
export const Sum = z.object({ id: z.string(), amount: z.int(), entries: z.int() });
export type Sum = z.output<typeof Sum>;

export default definePlugin({
  id: "ledger",
  summary: "Keeps entries, and their sum.",
  needs: { store: Store },
  tables: { entries: { of: Entry, key: "id" }, sums: { of: Sum, key: "id" } },
  routes: {
    listEntries: {
      method: "GET",
      path: "/api/entries",
      summary: "List the entries.",
      list: { of: Entry, as: "entries", name: "EntriesList", unpaged: true },
      cache: { scope: "public", maxAge: "0s" },
      publish: { rootLink: "entries" },
    },
    getEntry: {
      method: "GET",
      path: "/api/entries/{id}",
      summary: "Read an entry.",
      returns: Entry,
      cache: { scope: "public", maxAge: "0s" },
      errors: ["resource-not-found"],
      relations: { sum: "getSum" },
    },
    getSum: {
      method: "GET",
      path: "/api/sum",
      summary: "Read the sum of the entries.",
      returns: Sum,
      cache: { scope: "public", maxAge: "0s" },
      publish: { rootLink: "sum" },
    },
    addEntry: {
      method: "POST",
      path: "/api/entries",
      summary: "Add an entry.",
      body: Entry,
      returns: Entry,
      creates: "getEntry",
      idempotency: "key",
      errors: ["resource-exists"],
    },
  },
  handlers: ({ store }) => {
    const sum = async (): Promise<Sum> =>
      (await store.table("sums").find<Sum>("all")) ?? { id: "all", amount: 0, entries: 0 };
    return {
      listEntries: ({ query }) => store.table("entries").list(query),
      getEntry: async ({ params: { id }, fail }) =>
        (await store.table("entries").find<z.output<typeof Entry>>(id)) ??
        fail("resource-not-found"),
      getSum: sum,
      async addEntry({ body }) {
        const { amount, entries } = await sum();
        await store.table("entries").insert([body]);
        const next = { id: "all", amount: amount + body.amount, entries: entries + 1 };
        await store.table("sums").upsert(next);
        return body;
      },
    };
  },
});
