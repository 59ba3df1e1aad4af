/** Lists that are kept: none with changes that are not committed, and none that is older than the work that reads it. */
import { describe, expect, it } from "vitest";
import { definePlugin } from "waymark";
import preset from "waymark/preset";
import { Runtime, Store } from "waymark/services";
import { z } from "zod";
import { json, startServer } from "../../_setup.ts";
import { lasting, type Engine } from "./_engines.ts";
import { RawStore } from "../../_raw-store.ts";

const Note = z.object({ id: z.string() });
const cache = { scope: "public", maxAge: "1h" } as const;

/** Two lists, of two tables, which are kept. `made` counts how often each was made. */
async function start(database: Engine["database"]) {
  let services: { readonly store: Store; readonly runtime: Runtime } | undefined;
  const made = { notes: 0, others: 0 };
  const table = { of: Note, key: "id" };
  const notes = definePlugin({
    id: "notes",
    summary: "Notes.",
    needs: { store: Store },
    tables: { notes: table },
    routes: {
      listNotes: {
        method: "GET",
        path: "/api/notes",
        summary: "List notes.",
        list: { of: Note, as: "notes", name: "NotesList" },
        cache,
      },
    },
    handlers: ({ store }) => ({
      listNotes: ({ query }) => {
        made.notes++;
        return store.table("notes").list(query);
      },
    }),
  });
  const others = definePlugin({
    id: "others",
    summary: "Others.",
    needs: { store: Store },
    tables: { others: table },
    routes: {
      listOthers: {
        method: "GET",
        path: "/api/others",
        summary: "List others.",
        list: { of: Note, as: "others", name: "OthersList" },
        cache,
      },
    },
    handlers: ({ store }) => ({
      listOthers: ({ query }) => {
        made.others++;
        return store.table("others").list(query);
      },
    }),
  });
  const reader = definePlugin({
    id: "reader",
    summary: "Reads lists within the server.",
    needs: { store: RawStore, runtime: Runtime },
    setup(use) {
      services = use;
    },
  });
  const server = await startServer({
    plugins: [...preset, notes, others, reader],
    config: { plugins: { store: { ...(await database()) } } },
  });
  if (services === undefined) throw new Error("it has not started");
  const { store, runtime } = services;
  const idsOf = (items: unknown) => (items as { id: string }[]).map(({ id }) => id).join();
  return {
    store,
    made,
    rows: store.table("notes"),
    requested: async () => idsOf((await json(await server.request("/api/notes")))["notes"]),
    requestOthers: () => server.request("/api/others"),
    read: async () => {
      const read = await runtime.read("notes.listNotes");
      return read.refusal === undefined ? idsOf(read.value) : read.refusal.code;
    },
    cached: () => {
      const read = runtime.readCached("notes.listNotes");
      return read?.refusal === undefined && read !== undefined ? idsOf(read.value) : undefined;
    },
  };
}

describe.each(lasting)("kept lists on $name", ({ database }) => {
  it("shows a transaction its own changes, and requests those that are committed", async () => {
    const { store, rows, requested, read, cached } = await start(database);
    await rows.insert([{ id: "a" }]);
    await read(); // the table that the list reaches is known from here on
    expect([await requested(), await read(), cached()]).toEqual(["a", "a", "a"]);
    const [changed, checked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const within: unknown[] = [];
    const running = store.transaction(async () => {
      within.push(cached(), await read());
      await rows.insert([{ id: "b" }]);
      within.push(cached(), await read(), cached());
      changed.resolve();
      await checked.promise;
    });
    await changed.promise;
    for (let round = 0; round < 2; round++)
      expect([await requested(), await read(), cached()]).toEqual(["a", "a", "a"]);
    checked.resolve();
    await running;
    for (let round = 0; round < 2; round++)
      expect([await requested(), await read(), cached()]).toEqual(["a,b", "a,b", "a,b"]);
    expect(within).toEqual([undefined, "a", undefined, "a,b", undefined]);
  });

  it("shows no request changes that were undone", async () => {
    const { store, rows, requested, read } = await start(database);
    await requested();
    const failing = store.transaction(async () => {
      await rows.insert([{ id: "a" }]);
      expect(await read()).toBe("a");
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect([await requested(), await read()]).toEqual(["", ""]);
  });

  it("keeps the lists of other tables through a commit", async () => {
    const { store, rows, requested, requestOthers, made } = await start(database);
    // The tables that the lists reach are known after the first ones.
    for (let round = 0; round < 2; round++) await Promise.all([requested(), requestOthers()]);
    const before = { ...made };
    await store.transaction(() => rows.insert([{ id: "a" }]));
    await new Promise(setImmediate);
    await requestOthers();
    await requested();
    expect(made).toEqual({ notes: before.notes + 1, others: before.others });
  });
});
