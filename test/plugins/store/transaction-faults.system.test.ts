/** Transactions on a data file that fails: locked, on a full disk, deleted, replaced. */
import { copyFileSync, mkdirSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { Unavailable } from "waymark";
import { z } from "zod";
import { fill, smallDisk } from "../../_tmpfs.ts";
import { idsIn, openStore } from "./_setup.ts";
import { folderOf } from "../../_folder.ts";

const Note = z.object({ id: z.string(), text: z.string() });
const tables = { notes: { of: Note, key: "id" }, others: { of: Note, key: "id" } };

async function open(file: string) {
  const opened = await openStore(file, tables);
  onTestFinished(opened.close);
  const [notes, others] = [opened.store.table("notes"), opened.store.table("others")];
  const add = (id: string, text = "") => notes.insert([{ id, text }]);
  const ids = async () => (await notes.list<{ id: string }>()).items.map(({ id }) => id).toSorted();
  return { ...opened, notes, others, add, ids };
}

const newFile = () => join(folderOf(), "data", "waymark.db");

/** Runs a transaction that writes, waits, and writes again, while `meanwhile` happens in between. */
async function interrupted(
  { store, add, others }: Awaited<ReturnType<typeof open>>,
  meanwhile: () => unknown,
): Promise<unknown> {
  const begun = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const running = store.transaction(async () => {
    await add("during");
    begun.resolve();
    await done.promise;
    await others.insert([{ id: "during", text: "" }]);
  });
  const outcome = running.then(
    () => "kept",
    (error: unknown) => error,
  );
  await begun.promise;
  await meanwhile();
  done.resolve();
  return outcome;
}

describe("a transaction", () => {
  it("waits for the lock of another process, and then runs", async () => {
    const file = newFile();
    const { store, add, ids } = await open(file);
    const other = new DatabaseSync(file);
    onTestFinished(() => other.close());
    other.exec("begin immediate; insert into notes values ('other', '')");
    const running = store.transaction(async () => {
      const before = await ids();
      await add("mine");
      return before;
    });
    await turn();
    other.exec("commit");
    expect(await running).toEqual(["other"]);
    expect(await ids()).toEqual(["mine", "other"]);
  });

  it("fails on a file that is replaced, and changes neither of both", async () => {
    const file = newFile();
    const opened = await open(file);
    await opened.store.transaction(() => opened.add("committed"));
    const backup = join(folderOf(), "backup.db");
    const backedUp = await openStore(backup, tables);
    await backedUp.store.table("notes").insert([{ id: "from the backup", text: "" }]);
    await backedUp.close();
    const old = `${file}.old`;
    const outcome = await interrupted(opened, () => {
      renameSync(file, old);
      copyFileSync(backup, file);
    });
    expect(outcome).toBeInstanceOf(Unavailable);
    await expect(opened.add("after")).rejects.toThrow("it was deleted or replaced");
    await opened.close();
    expect(idsIn(old)).toEqual(["committed"]);
    expect(idsIn(file)).toEqual(["from the backup"]);
  });

  it("fails whole on a full disk, and the next one is kept once there is space", async (context) => {
    const disk = smallDisk(context, 1024);
    mkdirSync(join(disk, "data"));
    const opened = await open(join(disk, "data", "waymark.db"));
    await opened.store.transaction(() => opened.add("before"));
    const free = fill(disk);
    const filling = opened.store.transaction(async () => {
      await opened.add("during", "x".repeat(20_000));
      await opened.others.insert([{ id: "during", text: "x".repeat(20_000) }]);
    });
    await expect(filling).rejects.toThrow(Unavailable);
    expect(await opened.ids()).toEqual(["before"]);
    free();
    await opened.store.transaction(() => opened.add("after"));
    expect(await opened.ids()).toEqual(["after", "before"]);
  });

  it("is undone by the stop, which keeps all that was committed", async () => {
    const file = newFile();
    const opened = await open(file);
    await opened.store.transaction(() => opened.add("committed"));
    const outcome = await interrupted(opened, () => opened.close());
    expect(outcome).toBeInstanceOf(Unavailable);
    await expect(opened.store.transaction(() => opened.add("late"))).rejects.toThrow("not open");
    expect(readdirSync(join(file, ".."))).toEqual(["waymark.db"]);
    expect(idsIn(file)).toEqual(["committed"]);
  });
});
