import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it, onTestFinished } from "vitest";
import { Unavailable } from "waymark";
import { z } from "zod";
import { openStore, seedFile } from "./_setup.ts";
import { folderOf } from "../../_folder.ts";

const Row = z.object({ id: z.string(), text: z.string() });
const tables = { rows: { of: Row, key: "id" } };
const ROWS = Array.from({ length: 300 }, (_, index) => ({
  id: `row-${index}`,
  text: "x".repeat(200),
}));

/** A sound database of many pages, closed. */
async function soundFile(): Promise<string> {
  const file = join(folderOf(), "waymark.db");
  const { close } = await openStore(file, { rows: { ...tables.rows, seed: seedFile(ROWS) } });
  await close();
  return file;
}

/** Every file of the folder with its bytes. */
function contentOf(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name)).toString("base64")]),
  );
}

/** Returns the messages that refuse these files to a process that owns none of them. */
function openUnprivileged(...files: readonly string[]): readonly string[] {
  const script = join(import.meta.dirname, "_open-unprivileged.ts");
  const scratch = join(folderOf(), "scratch.db");
  const { stdout, stderr } = spawnSync(process.execPath, [script, scratch, ...files], {
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  return JSON.parse(stdout);
}

function overwrite(file: string, from: number, bytes: Buffer): void {
  const content = readFileSync(file);
  bytes.copy(content, from);
  writeFileSync(file, content);
}

describe("a damaged database file", () => {
  it.each<[string, (file: string) => void, string]>([
    [
      "text",
      (file) => writeFileSync(file, "hello world, this is not a database"),
      'begins with "hello world, thi"',
    ],
    ["a few bytes", (file) => writeFileSync(file, "SQLite"), 'begins with "SQLite"'],
    ["a header alone", (file) => truncateSync(file, 100), "malformed"],
    ["half a file", (file) => truncateSync(file, 4096 * 5), "malformed"],
    ["a zeroed header", (file) => overwrite(file, 0, Buffer.alloc(16)), "begins with"],
    ["a zeroed schema page", (file) => overwrite(file, 100, Buffer.alloc(3996)), "malformed"],
    ["a page of noise", (file) => overwrite(file, 4096 * 4, Buffer.alloc(4096, 0xa5)), "damaged"],
  ])("with %s is refused and left as it is", async (_, damage, found) => {
    const file = await soundFile();
    damage(file);
    const before = contentOf(join(file, ".."));
    const opening = openStore(file, tables);
    await expect(opening).rejects.toThrow(`the database file ${file} is damaged: `);
    await expect(opening).rejects.toThrow(found);
    await expect(opening).rejects.toThrow(
      'restore it from a backup, move it away with its -wal and -shm files to start again, or set another "file"',
    );
    expect(contentOf(join(file, ".."))).toStrictEqual(before);
  });

  it("is refused while a log lies beside it, which stays as it is too", async () => {
    const file = await soundFile();
    overwrite(file, 4096 * 4, Buffer.alloc(4096, 0xa5));
    writeFileSync(`${file}-wal`, "");
    const before = readFileSync(file);
    await expect(openStore(file, tables)).rejects.toThrow("is damaged");
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readFileSync(`${file}-wal`)).toHaveLength(0);
  });
});

describe("a database file", () => {
  it("may be empty, and may have any name", async () => {
    const file = join(folderOf(), "we ird#?%20.db");
    writeFileSync(file, "");
    for (const count of [0, 1]) {
      const { store, close } = await openStore(file, tables);
      expect(await store.table("rows").find("a")).toStrictEqual(
        count === 0 ? undefined : { id: "a", text: "" },
      );
      if (count === 0) await store.table("rows").insert([{ id: "a", text: "" }]);
      await close();
    }
    expect(readdirSync(join(file, ".."))).toStrictEqual(["we ird#?%20.db"]);
  });

  it("is checked with what a crashed process left in its log", async () => {
    const file = await soundFile();
    const crashed = new DatabaseSync(file);
    crashed.exec("pragma wal_autocheckpoint = 0; update rows set text = 'later'");
    const copy = join(folderOf(), "copy.db");
    for (const suffix of ["", "-wal"]) writeFileSync(copy + suffix, readFileSync(file + suffix));
    crashed.close();
    const { store, close } = await openStore(copy, tables);
    onTestFinished(close);
    expect(await store.table("rows").find("row-7")).toStrictEqual({ id: "row-7", text: "later" });
  });

  it("keeps no other file beside it once it is closed", async () => {
    expect(readdirSync(join(await soundFile(), ".."))).toStrictEqual(["waymark.db"]);
  });

  it("may be a folder's name only by mistake", async () => {
    const folder = folderOf();
    await expect(openStore(folder, tables)).rejects.toThrow(
      `the database ${folder} is not a file: set another "file"`,
    );
  });

  it("cannot have a file as its folder", async () => {
    const file = join(folderOf(), "file");
    writeFileSync(file, "mine");
    const opening = openStore(join(file, "waymark.db"), tables);
    await expect(opening).rejects.toThrow(
      `the folder ${file} of the database cannot be created and written (EEXIST`,
    );
    expect(readFileSync(file, "utf8")).toBe("mine");
  });

  it.runIf(existsSync("/sys"))("is named where its folder takes no files", async () => {
    await expect(openStore("/sys/waymark.db", tables)).rejects.toThrow(
      /\/sys(?:\/waymark\.db)? .*set another "file" for the plugin "store"/,
    );
  });

  describe("without the right to write", () => {
    it("is refused and left as it is", async () => {
      const file = await soundFile();
      chmodSync(file, 0o444);
      chmodSync(join(file, ".."), 0o777); // it is not for the folder's sake
      const before = contentOf(join(file, ".."));
      expect(openUnprivileged(file)).toEqual([
        expect.stringContaining(`the database file ${file} cannot be read and written (EACCES`),
      ]);
      expect(contentOf(join(file, ".."))).toStrictEqual(before);
    });

    it("is not made in a folder that may only be read", () => {
      const parent = folderOf();
      chmodSync(parent, 0o755);
      const folder = join(parent, "locked");
      mkdirSync(folder, { mode: 0o555 });
      const said = openUnprivileged(join(folder, "waymark.db"), join(folder, "sub", "waymark.db"));
      expect(said).toEqual([
        expect.stringContaining(
          `the folder ${folder} of the database cannot be created and written`,
        ),
        expect.stringContaining("EACCES"),
      ]);
      expect(readdirSync(folder)).toStrictEqual([]);
    });
  });

  it("is refused while another process keeps it locked, and works after a short lock", async () => {
    const file = await soundFile();
    const { store, close } = await openStore(file, tables);
    onTestFinished(close);
    const other = new DatabaseSync(file);
    onTestFinished(() => other.close());

    other.exec("begin immediate");
    const message = `the database ${file} has been locked by another process for more than 5 s: end that process`;
    await Promise.all([
      expect(openStore(file, { ...tables, more: tables.rows })).rejects.toThrow(message),
      expect(store.table("rows").remove("row-1")).rejects.toThrow(message),
      expect(store.transaction(() => store.table("rows").remove("row-1"))).rejects.toThrow(
        Unavailable,
      ),
      expect(store.table("rows").find("row-1")).resolves.toBeDefined(),
    ]);
    // A start that changes nothing does not wait for writers.
    const second = await openStore(file, tables);
    await second.close();
    const removal = store.table("rows").remove("row-1");
    setTimeout(() => other.exec("commit"), 100);
    expect(await removal).toBe(true);
    expect(await store.transaction(() => store.table("rows").remove("row-2"))).toBe(true);
  });
});
