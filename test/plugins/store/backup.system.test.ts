/** `waymark store`: copies of the file of a service, while it is used and killed. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { openStore } from "./_setup.ts";
import { folderOf } from "../../_folder.ts";
import { BIN, waymark } from "../../kernel/cli/_run.ts";

const PRESET = `
  import store from ${JSON.stringify(import.meta.resolve("../../../plugins/store/index.ts"))};
  import { z } from ${JSON.stringify(import.meta.resolve("zod"))};
  const of = z.object({ id: z.string(), text: z.string() });
  export default [store, { id: "notes", summary: "Keeps notes.", tables: { notes: { of, key: "id" } } }];`;
const Note = z.object({ id: z.string(), text: z.string() });
const TEXT = "x".repeat(500);

interface Service {
  readonly cwd: string;
  /** The file of the service. */
  readonly file: string;
}

/** A folder with a service that has this many notes. */
async function service(rows: number): Promise<Service> {
  const cwd = folderOf();
  writeFileSync(join(cwd, "waymark.config.json"), JSON.stringify({ preset: "./preset.mjs" }));
  writeFileSync(join(cwd, "preset.mjs"), PRESET);
  const file = join(cwd, "data/waymark.db");
  await fill(file, rows);
  return { cwd, file };
}

async function fill(file: string, rows: number): Promise<void> {
  const { store, close } = await openStore(file, { notes: { of: Note, key: "id" } });
  await store
    .table("notes")
    .insert(Array.from({ length: rows }, (_, n) => ({ id: `${n}`.padStart(6, "0"), text: TEXT })));
  await close();
}

/** Has the file open until the test has finished, and writes notes in pairs, one transaction each. */
async function writer(file: string, does = "write"): Promise<ChildProcess> {
  const program = `
    const { openStore } = await import(${JSON.stringify(import.meta.resolve("./_open-store.ts"))});
    const { z } = await import("zod");
    const of = z.object({ id: z.string(), text: z.string() });
    const { store } = await openStore(${JSON.stringify(file)}, { notes: { of, key: "id" } });
    setInterval(() => {}, 1000);
    for (let n = 0; process.argv[1] === "write"; n++) {
      await store.table("notes").insert([{ id: "w" + n + "a", text: "" }, { id: "w" + n + "b", text: "" }]);
      if (n === 5) console.log("writing");
    }
    console.log("idle");`;
  const args = ["--input-type=module", "-e", program, does];
  const child = spawn(process.execPath, args, {
    cwd: import.meta.dirname,
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(createInterface(child.stdout!), "line");
  return child;
}

function countIn(file: string): Record<string, unknown> {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const sql =
      "select count(*) as rows, sum(id like 'w%a') - sum(id like 'w%b') as torn from notes";
    return { ...database.prepare(sql).get() };
  } finally {
    database.close();
  }
}

describe("a backup", () => {
  it("is one moment of a file that is written to", async () => {
    const { cwd, file } = await service(2000);
    await writer(file);
    for (const name of ["one.db", "two.db"])
      expect(await waymark(cwd, `store backup ${name}`)).toMatchObject({ status: 0, stderr: "" });
    const [one, two] = ["one.db", "two.db"].map((name) => countIn(join(cwd, name)));
    expect(one).toMatchObject({ torn: 0 });
    expect(two).toMatchObject({ torn: 0 });
    expect(Number(one?.["rows"])).toBeGreaterThan(2000);
    expect(Number(two?.["rows"])).toBeGreaterThan(Number(one?.["rows"]));
    expect(readdirSync(cwd).toSorted()).toEqual(
      ["data", "one.db", "preset.mjs", "two.db", "waymark.config.json"].toSorted(),
    );
  });

  it("S9: replaces a file only by force, and belongs to its owner alone", async () => {
    const { cwd } = await service(3);
    writeFileSync(join(cwd, "taken"), "mine");
    expect(await waymark(cwd, "store backup taken")).toMatchObject({
      status: 1,
      stderr: `${join(cwd, "taken")} exists already\n  hint: write --force to replace it, or another name\n`,
    });
    expect(readFileSync(join(cwd, "taken"), "utf8")).toBe("mine");
    expect(await waymark(cwd, "store backup taken --force")).toMatchObject({ status: 0 });
    expect(countIn(join(cwd, "taken"))).toMatchObject({ rows: 3 });
    expect(statSync(join(cwd, "taken")).mode & 0o777).toBe(0o600);
  });

  it.each([
    ["store backup data/waymark.db --force", /waymark\.db is the file of the service/],
    ["store backup nowhere/b.db", /the folder .*nowhere does not exist/],
    ["store backup", /store backup needs a file\n {2}hint: write waymark store backup/],
    ["store restore none.db", /the file .*none\.db does not exist\n {2}hint: name a file/],
    ["store restore preset.mjs", /preset\.mjs cannot be used: file is not a database/],
    ["store restore data/waymark.db", /is the file of the service/],
    ["store restore b.db --force", /store restore has no flag --force/],
    ["store backpu b.db", /the action "backpu" is unknown\n {2}hint: did you mean "?backup/],
  ])("%s is refused", async (args, message) => {
    const { cwd, file } = await service(1);
    const { status, stderr } = await waymark(cwd, args);
    expect(stderr).toMatch(message);
    expect(status).toBe(1);
    expect(countIn(file)).toMatchObject({ rows: 1 });
  });

  it("leaves the former one or a whole one when it is killed", async () => {
    const { cwd } = await service(20_000);
    expect(await waymark(cwd, "store backup b.db")).toMatchObject({ status: 0 });
    const started = performance.now();
    expect(await waymark(cwd, "store backup b.db --force")).toMatchObject({ status: 0 });
    const duration = performance.now() - started;
    for (const part of [0.7, 0.85, 0.95]) {
      const child = spawn(process.execPath, [BIN, "store", "backup", "b.db", "--force"], { cwd });
      setTimeout(() => child.kill("SIGKILL"), part * duration);
      await once(child, "exit");
      expect(countIn(join(cwd, "b.db"))).toMatchObject({ rows: 20_000 });
      for (const name of [`b.db.${child.pid}.part`, `b.db.${child.pid}.part-journal`])
        writeFileSync(join(cwd, name), "");
    }
    // Of a process that runs, of another backup, and not of one.
    const others = [`b.db.${process.ppid}.part`, "ab.db.1.part", "b.db.old.part"];
    for (const name of others) writeFileSync(join(cwd, name), "");
    expect(await waymark(cwd, "store backup b.db --force")).toMatchObject({ status: 0 });
    const left = readdirSync(cwd).filter((name) => name.includes(".part"));
    expect(left.toSorted()).toEqual(others.toSorted());
  });
});

describe("verify", () => {
  it("accepts an intact file, and neither one that is damaged nor one of others", async () => {
    const { cwd, file } = await service(500);
    expect(await waymark(cwd, "store verify")).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/waymark\.db: \d+ bytes, 1 table, 500 rows, intact\n$/),
      stderr: "",
    });
    const bytes = readFileSync(file);
    writeFileSync(join(cwd, "bad.db"), bytes.fill(0xff, bytes.length / 2, bytes.length / 2 + 5000));
    expect(await waymark(cwd, "store verify bad.db")).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/bad\.db cannot be used: it is damaged: /),
    });
    const other = new DatabaseSync(join(cwd, "other.db"));
    other.exec("create table t (id text)");
    other.close();
    expect(await waymark(cwd, "store verify other.db")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("it has no table waymark_tables"),
    });
  });
});

describe("a restore", () => {
  it("puts the backup in place, and keeps the file before it", async () => {
    const { cwd, file } = await service(3);
    await waymark(cwd, "store backup b.db");
    const { store, close } = await openStore(file, { notes: { of: Note, key: "id" } });
    await store.table("notes").insert([{ id: "later", text: "" }]);
    await close();
    const { status, stdout, stderr } = await waymark(cwd, "store restore b.db");
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining("restored") });
    expect(countIn(file)).toMatchObject({ rows: 3 });
    const [former = "", ...others] = readdirSync(join(cwd, "data")).filter(
      (name) => name !== "waymark.db",
    );
    expect(others).toEqual([]);
    expect(stderr).toBe(`The data before it is in ${join(cwd, "data", former)}.\n`);
    expect(countIn(join(cwd, "data", former))).toMatchObject({ rows: 4 });
    expect(countIn(join(cwd, "b.db"))).toMatchObject({ rows: 3 });
  });

  it.each(["idle", "write"])("is refused while a process has the file open: %s", async (does) => {
    const { cwd, file } = await service(3);
    await waymark(cwd, "store backup b.db");
    const child = await writer(file, does);
    const before = readdirSync(join(cwd, "data"));
    expect(await waymark(cwd, "store restore b.db")).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/is in use by another process\n {2}hint: stop the service/),
    });
    expect(readdirSync(join(cwd, "data"))).toEqual(before);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(await waymark(cwd, "store restore b.db")).toMatchObject({ status: 0 });
    expect(countIn(file)).toMatchObject({ rows: 3 });
  });

  it("replaces a damaged file, whose log it takes away", async () => {
    const { cwd, file } = await service(3);
    await waymark(cwd, "store backup b.db");
    writeFileSync(file, "broken");
    writeFileSync(`${file}-wal`, "its log");
    expect(await waymark(cwd, "store restore b.db")).toMatchObject({ status: 0 });
    expect(countIn(file)).toMatchObject({ rows: 3 });
    const names = readdirSync(join(cwd, "data")).map((name) => name.replace(/\d{4}-.*Z/, "T"));
    expect(names).toEqual(
      expect.arrayContaining(["waymark.db", "waymark.db.T", "waymark.db.T-wal"]),
    );
    expect(names).not.toContain("waymark.db-wal");
  });

  it("makes the file where there is none, and leaves the old one or the new one when it is killed", async () => {
    const { cwd, file } = await service(20_000);
    const away = join(cwd, "elsewhere");
    await waymark(cwd, "store backup b.db");
    const started = performance.now();
    const elsewhere = { WAYMARK_STORE_FILE: join(away, "waymark.db") };
    expect(await waymark(cwd, "store restore b.db", elsewhere)).toMatchObject({ status: 0 });
    const duration = performance.now() - started;
    expect(countIn(join(away, "waymark.db"))).toMatchObject({ rows: 20_000 });
    const database = new DatabaseSync(file);
    database.exec("insert into notes values ('later', '')");
    database.close();
    for (const part of [0.7, 0.85, 0.95]) {
      const child = spawn(process.execPath, [BIN, "store", "restore", "b.db"], { cwd });
      setTimeout(() => child.kill("SIGKILL"), part * duration);
      await once(child, "exit");
      expect([20_000, 20_001]).toContain(countIn(file)["rows"]);
    }
    expect(await waymark(cwd, "store verify")).toMatchObject({ status: 0 });
  });
});
