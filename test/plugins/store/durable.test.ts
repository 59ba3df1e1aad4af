/** Durability: a change is acknowledged, and shown, once the disk has it, and many changes share the wait for that. */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate as turn } from "node:timers/promises";
import { afterAll, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { Unavailable } from "waymark";
import { z } from "zod";
import { openStore } from "./_setup.ts";
import { folderOf } from "../../_folder.ts";

type Done = Parameters<typeof fs.fdatasync>[1];

const flushes = vi.spyOn(fs, "fdatasync");
syncBuiltinESMExports();
const Note = z.object({ id: z.string() });
const tables = { notes: { of: Note, key: "id" } };
const EIO = Object.assign(new Error("EIO: i/o error, fdatasync"), { code: "EIO" });

beforeEach(() => void flushes.mockClear());
afterAll(() => {
  flushes.mockRestore();
  syncBuiltinESMExports();
});

async function start() {
  const file = join(folderOf(), "waymark.db");
  const { store, close, logged } = await openStore(file, tables);
  onTestFinished(close);
  const notes = store.table("notes");
  const add = (id: string) => notes.insert([{ id }]);
  const ids = async () => (await notes.list<{ id: string }>()).items.map(({ id }) => id).join("");
  const said = () => logged.map(([message]) => message);
  await add("a");
  return { file, store, notes, add, ids, said };
}

/** The next flush lasts until the returned function ends it. */
function held(): { readonly begun: Promise<void>; readonly end: Done } {
  const begun = Promise.withResolvers<void>();
  let done: Done | undefined;
  flushes.mockImplementationOnce((_file, callback) => {
    done = callback;
    begun.resolve();
  });
  return { begun: begun.promise, end: (error) => done?.(error) };
}

/** Settles some turns of the event loop later, with the names of those that have settled. */
async function settledOf(running: Readonly<Record<string, Promise<unknown>>>): Promise<string[]> {
  const settled: string[] = [];
  for (const [name, one] of Object.entries(running))
    one.catch(() => {}).finally(() => settled.push(name));
  for (let turns = 0; turns < 20; turns++) await turn();
  return settled;
}

it("is acknowledged and shown once the disk has it", async () => {
  const { store, add, ids, notes } = await start();
  const flush = held();
  const ran: string[] = [];
  const running = {
    transaction: store.transaction(async () => {
      store.afterCommit(() => ran.push("after"));
      await add("b");
    }),
    write: add("c"),
  };
  await flush.begun;
  const others = {
    read: ids(),
    "read in a transaction": store.transaction(ids),
    "refusal in a transaction": store
      .transaction(async () => {
        if ((await notes.find("b")) !== undefined) throw new Error("it exists");
      })
      .catch((error: unknown) => String(error)),
  };
  expect(await settledOf({ ...running, ...others })).toEqual([]);
  expect(ran).toEqual([]);
  flush.end(null);
  await Promise.all(Object.values(running));
  expect(ran).toEqual(["after"]);
  expect(await Promise.all(Object.values(others))).toEqual(["abc", "abc", "Error: it exists"]);
});

it("keeps the event loop and later writes from waiting for the disk", async () => {
  const { add, ids, store } = await start();
  const flush = held();
  const running = [add("b")];
  await flush.begun;
  const seen = await new Promise((resolve) => {
    running.push(
      store.transaction(async () => {
        await add("c");
        resolve(await ids());
      }),
    );
  });
  expect(seen).toBe("abc");
  flush.end(null);
  await Promise.all(running);
});

it("waits for the disk once for the writes that come together", async () => {
  const { add, store } = await start();
  const ids = Array.from({ length: 40 }, (_, index) => `n${index}`);
  flushes.mockClear();
  await Promise.all(
    ids.map((id, index) => (index % 2 ? add(id) : store.transaction(() => add(id)))),
  );
  // Each has a turn of the event loop of its own.
  expect(flushes.mock.calls.length).toBeLessThan(ids.length);
});

it("waits for no disk without a change", async () => {
  const { notes, store, ids } = await start();
  await store.transaction(ids);
  flushes.mockClear();
  await store.transaction(ids);
  await notes.remove("nothing");
  await store.transaction(() => notes.remove("nothing"));
  expect(flushes).not.toHaveBeenCalled();
});

it("waits for the disk when another process may not have", async () => {
  const { file, store, ids } = await start();
  const other = new DatabaseSync(file);
  onTestFinished(() => other.close());
  other.exec("pragma synchronous = off; insert into notes values ('b')");
  const flush = held();
  const reading = store.transaction(ids);
  await flush.begun;
  expect(await settledOf({ reading })).toEqual([]);
  flush.end(null);
  expect(await reading).toBe("ab");
});

it("is brought into the data file when the log fails", async () => {
  const { file, add, said } = await start();
  const flush = held();
  const writing = add("b");
  await flush.begun;
  flush.end(EIO);
  await writing;
  expect(said()).not.toContain("data cannot be read and written");
  // SQLite takes what it reads here from the data file alone.
  const copy = new DatabaseSync(`file:${file}?immutable=1`, { readOnly: true });
  onTestFinished(() => copy.close());
  expect(copy.prepare("select id from notes").all()).toMatchObject([{ id: "a" }, { id: "b" }]);
});

it("is not acknowledged while neither the log nor the data file takes it", async () => {
  const { file, store, add, ids, said } = await start();
  const reader = new DatabaseSync(file);
  onTestFinished(() => reader.close());
  reader.exec("begin; select * from notes"); // keeps the log in use
  const flush = held();
  const outcomes = Promise.allSettled([add("b"), store.transaction(() => add("c"))]);
  await flush.begun;
  const reading = ids();
  await settledOf({ reading });
  flush.end(EIO);
  for (const outcome of await outcomes)
    expect(outcome).toMatchObject({ status: "rejected", reason: expect.any(Unavailable) });
  await expect(reading).rejects.toThrow(Unavailable);
  expect(said()).toContain("data cannot be read or written");
  // A later flush that succeeds says nothing of what the earlier one lost.
  await expect(add("d")).rejects.toThrow(Unavailable);
  reader.exec("commit");
  await add("e");
  expect(await ids()).toBe("abcde");
  expect(said()).toContain("data can be read and written again");
});
