/** The edit loop of a plugin's author: `waymark check --plugin` costs little beside a running server. */
import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { folderOf } from "../../../_folder.ts";
import { BIN, ENV } from "../../../kernel/cli/_run.ts";
import { start } from "../../../kernel/cli/_server.ts";

const ROOT = join(import.meta.dirname, "../../../..");

const NOTES = `
  import { definePlugin } from "waymark";
  import { resource } from "waymark/resources";
  import { z } from "zod";
  export default definePlugin({
    id: "notes",
    summary: "Keeps notes.",
    ...resource({
      name: { one: "note", many: "notes" },
      path: "/api/notes",
      of: z.object({ id: z.string(), text: z.string().min(1).meta({ examples: ["Buy ink"] }) }),
      key: "id",
      writes: ["create"],
    }),
  });`;

/** Prints the seconds of processor time that a process has used, as its last line of errors. */
const MEASURE = `process.on("exit", () => { const { user, system } = process.cpuUsage(); console.error((user + system) / 1e6); })`;

it("checks a plugin of three routes within 5 s of processor time", async () => {
  const folder = folderOf({
    "waymark.config.yaml": "plugins: { ./notes.mjs: true, store: { file: ':memory:' } }",
    "notes.mjs": NOTES,
    "package.json": "{}",
  });
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(ROOT, join(folder, "node_modules/waymark"), "junction");
  symlinkSync(join(ROOT, "node_modules/zod"), join(folder, "node_modules/zod"), "junction");
  const url = await start(folder).url();
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      `--import=data:text/javascript,${encodeURIComponent(MEASURE)}`,
      BIN,
      "check",
      "--plugin=notes",
      `--url=${url}`,
      "--writes",
    ],
    { cwd: folder, encoding: "utf8", env: ENV },
  );
  expect({ status, stdout }).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^conforms: 3 operations, /m),
  });
  expect(Number(stderr)).toBeLessThan(5);
});
