/** The start is short because it loads little: every package on the way to the first answer is one we chose to have there. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { start } from "../../cli/_server.ts";
import { folderOf } from "../../../_folder.ts";

/** Starts in a folder, requests the path, and returns the names of the packages that were loaded until the answer. */
async function packagesUntil(
  cwd: string,
  path: string,
  env: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const file = join(folderOf(), "packages");
  const hook = join(import.meta.dirname, "boot-path-hook.ts");
  const server = start(cwd, { args: ["--import", hook], env: { ...env, LOADED_PACKAGES: file } });
  const answer = await fetch(`${await server.url()}${path}`);
  const names = readFileSync(file, "utf8").trim().split("\n");
  expect(answer.status).toBe(200);
  server.kill("SIGINT");
  expect((await server.ended).code).toBe(0);
  return names.toSorted();
}

it("loads nothing until the first answer that this answer does not need", async () => {
  const cwd = folderOf();
  const first = await packagesUntil(cwd, "/api/health");
  const again = await packagesUntil(cwd, "/api/health");
  expect(again).toMatchInlineSnapshot(`
    [
      "citty",
      "content-type",
      "h3",
      "lru-cache",
      "negotiator",
      "rou3",
      "srvx",
      "zod",
    ]
  `);
  // A database that is made or extended takes the SQL builder.
  expect(first).toEqual([...again, "kysely"].toSorted());
  // So does the first list.
  expect(await packagesUntil(cwd, "/api/brains")).toEqual(first);
});

it("loads what reads a config file only where there is one", async () => {
  const bare = await packagesUntil(folderOf(), "/api/ping");
  const withFile = await packagesUntil(folderOf({ "waymark.config.yaml": "port: 0" }), "/api/ping");
  expect(withFile.filter((name) => !bare.includes(name))).toMatchInlineSnapshot(`
    [
      "yaml",
    ]
  `);
});

it("loads what writes a resource only where one can be written", async () => {
  const cwd = folderOf();
  const bare = await packagesUntil(cwd, "/api/brains");
  const writable = await packagesUntil(cwd, "/api/brains", { WAYMARK_BRAINS_WRITABLE: "true" });
  const ours = ["plugins/domain", "plugins/writes"];
  expect(bare).not.toEqual(expect.arrayContaining([expect.stringMatching(/^plugins/)]));
  expect(writable.filter((name) => name.startsWith("plugins"))).toEqual(ours);
});

it("loads the code of listeners only where the config has them", async () => {
  const admin = await packagesUntil(folderOf(), "/api/ping", { WAYMARK_ADMIN_PORT: "0" });
  const ours = admin.filter((name) => name.startsWith("plugins/listen"));
  expect(ours).toEqual(["plugins/listen/foreign-request"]);
});
