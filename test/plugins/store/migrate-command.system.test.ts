/** `waymark migrate`, and starts that insist on it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { folderOf } from "../../_folder.ts";
import { BIN, ENV, waymark } from "../../kernel/cli/_run.ts";

const FIRST = "id: z.string(), name: z.string(), text: z.string().optional()";
const TABLE = { of: FIRST, more: "" };

/** A folder with a service that has this table. */
function service(): string {
  const cwd = folderOf();
  declare(cwd, TABLE);
  return cwd;
}

let presets = 0;

/** Writes a preset with the declaration of the table, which the config names. Returns its file. */
function declare(cwd: string, { of, more }: typeof TABLE): string {
  const source = `
    import store from ${JSON.stringify(import.meta.resolve("../../../plugins/store/index.ts"))};
    import { z } from ${JSON.stringify(import.meta.resolve("zod"))};
    export default [store, {
      id: "notes", summary: "Keeps notes.",
      tables: { notes: { of: z.object({ ${of} }), key: "id"${more} } },
    }];`;
  const name = `preset-${++presets}.mjs`;
  writeFileSync(join(cwd, name), source);
  writeFileSync(join(cwd, "waymark.config.json"), JSON.stringify({ preset: `./${name}` }));
  return join(cwd, name);
}

/** Runs beside other processes. */
async function migrating(cwd: string, ...flags: readonly string[]) {
  const child = spawn(process.execPath, [BIN, "migrate", ...flags], {
    cwd,
    env: ENV,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [stdout, [, signal]] = await Promise.all([text(child.stdout), once(child, "close")]);
  return { stdout, signal: signal as unknown };
}

function execute(cwd: string, sql: string): void {
  const database = new DatabaseSync(join(cwd, "data/waymark.db"));
  database.exec(sql);
  database.close();
}

const NOTHING = "nothing to do: the database has all that the plugins declare\n";

describe("migrate", () => {
  it("prints the plan without making anything, and makes it once", async () => {
    const cwd = service();
    const files = readdirSync(cwd);
    const create = 'create the table "notes"\n';
    expect(await waymark(cwd, "migrate --plan")).toEqual({
      status: 2,
      stdout: `${create}1 step to make: run waymark migrate\n`,
      stderr: "",
    });
    expect(readdirSync(cwd)).toEqual(files);
    expect(await waymark(cwd, "migrate")).toEqual({
      status: 0,
      stdout: `${create}1 step made\n`,
      stderr: "",
    });
    expect(await waymark(cwd, "migrate")).toEqual({ status: 0, stdout: NOTHING, stderr: "" });
    expect(await waymark(cwd, "migrate --plan")).toEqual({
      status: 0,
      stdout: NOTHING,
      stderr: "",
    });
  });

  it("S4: names the fields that lists can be queried by without an index", async () => {
    const cwd = service();
    const file = declare(cwd, TABLE);
    const preset = readFileSync(file, "utf8");
    const route = `routes: { listNotes: {
      method: "GET", path: "/notes", summary: "List notes.", cache: "no-store",
      list: { of: Note, as: "notes", name: "NotesList" },
    } }, handlers: () => ({ listNotes: () => [] }),`;
    const listed = preset
      .replace("export default [store,", "export default [store, lists,")
      .replace("tables:", `${route} tables:`)
      .replace(`z.object({ ${FIRST} })`, "Note")
      .replace(
        "export default",
        `import lists from ${JSON.stringify(import.meta.resolve("../../../plugins/lists/index.ts"))};
        const Note = z.object({ ${FIRST} });
        export default`,
      );
    writeFileSync(file, listed);
    const { status, stderr } = await waymark(cwd, "migrate --plan");
    expect(status).toBe(2);
    expect(stderr).toMatch(/^notes.listNotes can be filtered and sorted by "name", "text" of the/);
  });

  it("names each column, index and constraint, also as JSON", async () => {
    const cwd = service();
    declare(cwd, { ...TABLE, more: ', unique: ["text"]' });
    await waymark(cwd, "migrate");
    const of = `${FIRST}, tag: z.string().default("none")`;
    declare(cwd, { of, more: ', indexes: ["tag"], unique: [["name", "tag"]]' });
    const file = join(cwd, "data/waymark.db");
    const before = readFileSync(file);
    const { status, stdout } = await waymark(cwd, "migrate --plan");
    expect(status).toBe(2);
    expect(stdout.split("\n")).toEqual([
      'add the column "tag" to the table "notes"',
      'create an index of "tag" of the table "notes"',
      'drop the constraint that no two rows share "text" of the table "notes"',
      'create the constraint that no two rows share "name" and "tag" of the table "notes"',
      "4 steps to make: run waymark migrate",
      "",
    ]);
    const step = { table: "notes", plugin: "notes" };
    const steps = [
      { ...step, change: "add-column", fields: ["tag"] },
      { ...step, change: "create-index", fields: ["tag"] },
      { ...step, change: "drop-unique", fields: ["text"] },
      { ...step, change: "create-unique", fields: ["name", "tag"] },
    ];
    const json = await waymark(cwd, "migrate --plan --json");
    expect(JSON.parse(json.stdout)).toEqual({ steps, refusals: [] });
    expect(json.status).toBe(2);
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(join(cwd, "data"))).toEqual(["waymark.db"]);
    expect(JSON.parse((await waymark(cwd, "migrate --json")).stdout)).toEqual({
      steps,
      refusals: [],
    });
    expect(JSON.parse((await waymark(cwd, "migrate --json")).stdout)).toEqual({
      steps: [],
      refusals: [],
    });
  });

  it.each<[string, typeof TABLE, RegExp]>([
    [
      "another kind",
      { ...TABLE, of: FIRST.replace("name: z.string()", "name: z.int()") },
      /"name" held text and now holds integer/,
    ],
    [
      "a required field without default",
      { ...TABLE, of: `${FIRST}, tag: z.string()` },
      /its new field "tag" is required without a default/,
    ],
    [
      "a constraint that rows break",
      { ...TABLE, more: ', unique: ["name"]' },
      /has 2 rows with the same "name"/,
    ],
    [
      "a new field that shall be unique",
      { of: `${FIRST}, tag: z.string().default("none")`, more: ', unique: ["tag"]' },
      /has 2 rows with the same "tag"/,
    ],
  ])("refuses %s in the plan as when it is made, and keeps the data", async (_, table, message) => {
    const cwd = service();
    await waymark(cwd, "migrate");
    execute(cwd, "insert into notes values ('1', 'same', null), ('2', 'same', null)");
    declare(cwd, table);
    const file = join(cwd, "data/waymark.db");
    const before = readFileSync(file);
    const plan = await waymark(cwd, "migrate --plan");
    expect(plan).toMatchObject({ status: 1, stderr: "" });
    expect(plan.stdout).toMatch(/^refused: the table "notes" of the plugin "notes" has /);
    expect(plan.stdout).toMatch(message);
    expect(await waymark(cwd, "migrate")).toMatchObject({
      status: 1,
      stdout: "",
      stderr: expect.stringMatching(message),
    });
    expect(readFileSync(file).equals(before)).toBe(true);
  });
});

describe("a start", () => {
  const verify = { WAYMARK_STORE_MIGRATE: "verify" };

  it("refuses a database that lacks something where it verifies, and makes no file", async () => {
    const cwd = service();
    const refused = await waymark(cwd, "plugins --try --real", verify);
    expect(refused.stdout + refused.stderr).toContain(
      'it takes 1 step to create the table "notes": run waymark migrate',
    );
    expect(existsSync(join(cwd, "data"))).toBe(false);
    expect(await waymark(cwd, "migrate", verify)).toMatchObject({ status: 0 });
    expect(await waymark(cwd, "plugins --try --real", verify)).toMatchObject({
      status: 0,
      stderr: "",
    });
  });

  it("accepts where it verifies what a newer revision has added", async () => {
    const cwd = service();
    declare(cwd, { of: `${FIRST}, tag: z.string().default("none")`, more: ', unique: ["name"]' });
    await waymark(cwd, "migrate");
    declare(cwd, TABLE);
    expect(await waymark(cwd, "plugins --try --real", verify)).toMatchObject({
      status: 0,
      stderr: "",
    });
    expect((await waymark(cwd, "migrate --plan")).stdout).toContain("drop the constraint");
  });

  it("O7: creates nothing where that is off, and says what is missing", async () => {
    const cwd = service();
    const off = { WAYMARK_STORE_MIGRATE: "off" };
    const refused = await waymark(cwd, "plugins --try --real", off);
    expect(refused.stdout + refused.stderr).toContain(
      'it takes 1 step to create the table "notes": run waymark migrate',
    );
    expect(existsSync(join(cwd, "data"))).toBe(false);
    expect(await waymark(cwd, "migrate", off)).toMatchObject({ status: 0 });
    // Further tables and columns are not looked for.
    declare(cwd, { ...TABLE, more: ', indexes: ["name"]' });
    expect(await waymark(cwd, "plugins --try --real", off)).toMatchObject({
      status: 0,
      stderr: "",
    });
    expect(await waymark(cwd, "migrate --plan", off)).toMatchObject({ status: 2 });
  });
});

describe("several processes", () => {
  it("make each step once, in any order of beginnings", async () => {
    const cwd = service();
    declare(cwd, { ...TABLE, more: ', indexes: ["name"], unique: ["text"]' });
    const ends = await Promise.all(Array.from({ length: 4 }, () => migrating(cwd, "--json")));
    const made = ends.map(
      ({ stdout }) => (JSON.parse(stdout) as { steps: unknown[] }).steps.length,
    );
    expect(made.toSorted()).toEqual([0, 0, 0, 3]);
    expect(await waymark(cwd, "migrate")).toMatchObject({ status: 0, stdout: NOTHING });
  });

  it("find the database as it was when one of them is killed within its steps", async () => {
    const cwd = service();
    await waymark(cwd, "migrate");
    const kill = 'z.string().default("none").refine(() => process.kill(process.pid, "SIGKILL"))';
    const seed = join(cwd, "seed.json");
    writeFileSync(seed, '[{ "id": "1" }]');
    declare(cwd, {
      of: `${FIRST}, tag: z.string().default("none")`,
      more: ` }, seeded: { of: z.object({ id: ${kill} }), key: "id", seed: new URL("file://${seed}")`,
    });
    expect(await migrating(cwd)).toEqual({
      stdout: 'add the column "tag" to the table "notes"\n',
      signal: "SIGKILL",
    });
    const steps = ['add the column "tag" to the table "notes"', 'create the table "seeded"'];
    expect((await waymark(cwd, "migrate --plan")).stdout.split("\n").slice(0, 2)).toEqual(steps);
  });
});
