/** `waymark migrate` and `waymark store` where the data is in PostgreSQL. */
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Client } from "pg";
import { expect, it } from "vitest";
import { needs } from "../../../_programs.ts";
import { postgresOptions } from "../_engines.ts";
import { folderOf } from "../../../_folder.ts";
import { BIN, ENV, waymark } from "../../../kernel/cli/_run.ts";

needs("postgres");

async function service() {
  const cwd = folderOf();
  const { url = "" } = await postgresOptions();
  let presets = 0;
  /** Writes a preset under a name of its own, as this process imports it once. */
  const declare = (of: string, more = "") => {
    const preset = `./preset-${++presets}.mjs`;
    writeFileSync(join(cwd, "waymark.config.json"), JSON.stringify({ preset }));
    writeFileSync(
      join(cwd, preset),
      `import store from ${JSON.stringify(import.meta.resolve("../../../../plugins/store/index.ts"))};
       import { z } from ${JSON.stringify(import.meta.resolve("zod"))};
       export default [store, {
         id: "notes", summary: "Keeps notes.",
         tables: { notes: { of: z.object({ id: z.string(), ${of} }), key: "id"${more} } },
       }];`,
    );
  };
  const command = (args: string, env: Readonly<Record<string, string>> = {}) =>
    waymark(cwd, args, { DATABASE_URL: url, ...env });
  /** Migrates in a process of its own. Returns what it prints. */
  const migrating = () => {
    const child = spawn(process.execPath, [BIN, "migrate", "--json"], {
      cwd,
      env: { ...ENV, DATABASE_URL: url },
      stdio: ["ignore", "pipe", "inherit"],
    });
    return text(child.stdout);
  };
  const query = async (sql: string) => {
    const client = new Client(url);
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  };
  return { declare, command, migrating, query };
}

const TABLES = "select tablename from pg_tables where schemaname = current_schema()";
const verify = { WAYMARK_STORE_MIGRATE: "verify" };
const off = { WAYMARK_STORE_MIGRATE: "off" };

it("O7: plans without making anything, and makes each step once in several processes", async () => {
  const { declare, command, migrating, query } = await service();
  declare("name: z.string()");
  const tables = ["waymark_changes", "waymark_versions", "notes"];
  const steps = tables.map((table) => `create the table "${table}"`);
  const plan = `${steps.join("\n")}\n3 steps to make: run waymark migrate\n`;
  expect(await command("migrate --plan")).toEqual({ status: 2, stdout: plan, stderr: "" });
  for (const mode of [verify, off]) {
    const refused = await command("plugins --try --real", mode);
    const missing = `it takes 3 steps to ${steps.join(", ")}: run waymark migrate`;
    expect(refused.stdout + refused.stderr).toContain(missing);
  }
  expect(await query(TABLES)).toEqual([]);

  const ends = await Promise.all(Array.from({ length: 3 }, migrating));
  const made = ends.map((printed) => (JSON.parse(printed) as { steps: unknown[] }).steps.length);
  expect(made.toSorted()).toEqual([0, 0, 3]);
  expect(await command("plugins --try --real", verify)).toMatchObject({ status: 0, stderr: "" });
  await query("drop table waymark_changes");
  for (const mode of [verify, off]) {
    const refused = await command("plugins --try --real", mode);
    const missing = 'it takes 1 step to create the table "waymark_changes": run waymark migrate';
    expect(refused.stdout + refused.stderr).toContain(missing);
  }
  expect(await command("migrate")).toMatchObject({ status: 0 });
  expect(await command("plugins --try --real", off)).toMatchObject({ status: 0, stderr: "" });

  await query("insert into notes values ('1', 'same'), ('2', 'same')");
  declare('name: z.string(), tag: z.string().default("none")', ', indexes: ["tag"]');
  expect(await command("migrate")).toMatchObject({
    status: 0,
    stdout:
      'add the column "tag" to the table "notes"\ncreate an index of "tag" of the table "notes"\n2 steps made\n',
  });
  await query("insert into notes (id, name) values ('3', 'of the former revision')");
  expect(await query("select distinct tag from notes")).toEqual([{ tag: "none" }]);

  declare("name: z.string()", ', unique: ["name"]');
  const broken = await command("migrate --plan");
  expect(broken).toMatchObject({ status: 1, stderr: "" });
  expect(broken.stdout).toContain('has 2 rows with the same "name"');
});

it("leaves backups to the tools of the server", async () => {
  const { declare, command } = await service();
  declare("name: z.string()");
  for (const args of ["backup b.sql", "restore b.sql", "verify"])
    expect(await command(`store ${args}`)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/in PostgreSQL.*\n {2}hint: use pg_dump and pg_restore/),
    });
});
