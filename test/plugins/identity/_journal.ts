/** A plugin whose rows belong to principals. Its routes are public and may be cached, which is the hardest case. */
import { definePlugin } from "waymark";
import { Ids, Store } from "waymark/services";
import { z } from "zod";

const Entry = z.object({ id: z.string(), ship: z.string(), text: z.string() });
type Entry = z.output<typeof Entry>;
const SHIPS = [{ id: "fram" }, { id: "gjoa" }];
const cache = { scope: "public", maxAge: "60s" } as const;
const list = (as: string) => ({ of: Entry, as, name: `${as}List` });
const get = { method: "GET", summary: "Read entries.", cache } as const;
const entry = { path: "/api/entries/{entryId}", errors: ["resource-not-found"] } as const;

export const journal = definePlugin({
  id: "journal",
  summary: "Entries of sailors.",
  needs: { store: Store, ids: Ids },
  schemas: { Entry },
  tables: { entries: { of: Entry.extend({ sailor: z.string() }), key: "id", owner: "sailor" } },
  routes: {
    listEntries: {
      ...get,
      path: "/api/entries",
      list: {
        ...list("entries"),
        relations: { item: { to: "getEntry", with: { entryId: "id" } } },
      },
      publish: { rootLink: "entries" },
    },
    getEntry: { ...get, ...entry, returns: Entry },
    addEntry: {
      method: "POST",
      path: "/api/entries",
      summary: "Add an entry.",
      access: "authenticated",
      body: z.strictObject({ ship: z.string(), text: z.string() }),
      returns: Entry,
      idempotency: "none",
      creates: { to: "getEntry", with: { entryId: "id" } },
    },
    changeEntry: {
      ...entry,
      method: "PUT",
      summary: "Change an entry.",
      access: "authenticated",
      body: z.strictObject({ text: z.string() }),
      returns: z.object({ changed: z.boolean() }),
      idempotency: "natural",
    },
    removeEntry: {
      ...entry,
      method: "DELETE",
      summary: "Remove an entry.",
      access: "authenticated",
      returns: z.object({ removed: z.boolean() }),
      idempotency: "natural",
    },
    listShips: {
      ...get,
      path: "/api/ships",
      list: {
        of: z.object({ id: z.string() }),
        as: "ships",
        name: "ShipsList",
        relations: {
          pages: { to: "listPages", with: { ship: "id" } },
          loaded: { to: "listLoaded", with: { ship: "id" } },
        },
      },
      publish: { rootLink: "ships" },
    },
    listPages: { ...get, path: "/api/ships/{ship}/pages", list: list("pages") },
    /** The same with a loader. */
    listLoaded: { ...get, path: "/api/ships/{ship}/loaded", list: list("loaded") },
  },
  handlers: ({ store, ids }) => {
    const entries = store.table("entries");
    const of = (ship: string) => ({ field: "ship", operator: "eq", value: ship }) as const;
    return {
      listEntries: ({ principal, query }) => entries.of(principal).list(query),
      getEntry: async ({ principal, params: { entryId }, fail }) =>
        (await entries.of(principal).find<Entry>(entryId)) ?? fail("resource-not-found"),
      addEntry: async ({ principal, body }) => {
        const row = { id: ids.uuid(), ...body };
        await entries.of(principal).insert([row]);
        return row;
      },
      changeEntry: async ({ principal, params: { entryId }, body, fail }) => {
        const changed = await entries.of(principal).update(entryId, body);
        return changed ? { changed } : fail("resource-not-found");
      },
      removeEntry: async ({ principal, params: { entryId }, fail }) => {
        const removed = await entries.of(principal).remove(entryId);
        return removed ? { removed } : fail("resource-not-found");
      },
      listShips: () => SHIPS,
      listPages: ({ principal, params: { ship }, query }) =>
        entries.of(principal).list({ ...query, filters: [of(ship), ...query.filters] }),
      listLoaded: ({ principal, params: { ship }, query }) =>
        entries.of(principal).list({ ...query, filters: [of(ship), ...query.filters] }),
    };
  },
  loaders: ({ store }) => ({
    listLoaded: async (ships, query, { principal }) => {
      const { items } = await store.table("entries").of(principal).list<Entry>(query);
      return ships.map(({ ship }) => items.filter((one) => one.ship === ship));
    },
  }),
});
