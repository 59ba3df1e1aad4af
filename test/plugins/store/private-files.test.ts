/** Permissions of the data file, its folder and its companions. */
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { folderOf } from "../../_folder.ts";
import { startServer } from "../../_setup.ts";

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
const start = (file: string) => startServer({ config: { plugins: { store: { file } } } });
const modesIn = (folder: string) =>
  new Set(readdirSync(folder).map((name) => modeOf(join(folder, name))));

it("S9: data is its owner's alone, also data that was there before", async () => {
  const folder = join(folderOf(), "data");
  const file = join(folder, "waymark.db");
  const first = await start(file);
  expect(readdirSync(folder).length).toBeGreaterThan(1);
  expect([modeOf(folder), ...modesIn(folder)]).toEqual(["700", "600"]);
  await first.close();
  chmodSync(folder, 0o755);
  chmodSync(file, 0o644);
  const second = await start(file);
  expect([modeOf(folder), ...modesIn(folder)]).toEqual(["700", "600"]);
  await second.close();
});

it("S9: a folder with other files stays as it is", async () => {
  const folder = join(folderOf(), "data");
  mkdirSync(folder, { mode: 0o755 });
  writeFileSync(join(folder, "other"), "", { mode: 0o644 });
  const server = await start(join(folder, "waymark.db"));
  expect([modeOf(folder), modeOf(join(folder, "other"))]).toEqual(["755", "644"]);
  expect(modeOf(join(folder, "waymark.db"))).toBe("600");
  await server.close();
});
