/** Files and rows that refer to them: after kills at random moments, and in backups. */
import { readdirSync, rmSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { waymark } from "../../kernel/cli/_run.ts";
import { start } from "../../kernel/cli/_server.ts";
import { folderOf } from "../../_folder.ts";
import { jsonRequest } from "../../_setup.ts";

const MODULE = pathToFileURL(join(import.meta.dirname, "_album.ts")).href;
const config = (further = "") => `stop: { delay: 0s }
plugins:
  ./gallery.mjs: true
  store: { file: data.db }
  files: { folder: kept }
  access-log: false
  history: false
  rate-limit: { limit: 10000000 }
${further}`;
const FILES = {
  "waymark.config.yaml": config(),
  "gallery.mjs": `import { gallery } from "${MODULE}";\nexport default gallery;\n`,
  "later.mjs": `import { later } from "${MODULE}";\nexport default later;\n`,
};

const SCAN = Buffer.alloc(200_000, "scan");

async function send(url: string, path: string, body: NonNullable<RequestInit["body"]> = SCAN) {
  const headers = { "content-type": "image/png" };
  return fetch(`${url}${path}/scan`, { method: "PUT", headers, body });
}

async function create(url: string): Promise<string> {
  const made = await fetch(`${url}/api/pictures`, jsonRequest("POST", { title: "a" }));
  return made.headers.get("location") ?? "";
}

/** The content that rows refer to, and the files that there are, with their sizes. */
function stateOf(folder: string) {
  const database = new DatabaseSync(join(folder, "data.db"));
  const rows = database.prepare("select scan from pictures where scan is not null").all();
  database.close();
  const referred = rows.map(
    ({ scan }) => JSON.parse(String(scan)) as { key: string; size: number },
  );
  const root = join(folder, "kept");
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return {
    referred: referred.map(({ key, size }) => `${key} ${size}`).toSorted(),
    files: files.map((path) => `${relative(root, path)} ${statSync(path).size}`).toSorted(),
  };
}

const KILLS = 2;

it(`has no row without its file after ${KILLS} kills, and no file without its row once swept`, async () => {
  const folder = folderOf(FILES);
  for (let round = 0; round < KILLS; round++) {
    const server = start(folder);
    const url = await server.url();
    const first = Promise.withResolvers<void>();
    const clients = [0, 1, 2, 3].map(async () => {
      try {
        for (;;) {
          const path = await create(url);
          await send(url, path);
          await send(url, path, SCAN.subarray(0, 1000));
          first.resolve();
          if (Math.random() < 0.5) await fetch(`${url}${path}`, { method: "DELETE" });
        }
      } catch {
        first.resolve(); // the server is gone
      }
    });
    await first.promise;
    await pause(Math.random() * 150);
    server.kill("SIGKILL");
    await server.ended;
    await Promise.all(clients);
    const { referred, files } = stateOf(folder);
    expect(referred.length).toBeGreaterThan(0);
    expect(referred.filter((one) => !files.includes(one))).toEqual([]);
  }
  const inTwoHours = config("  clock: false\n  ./later.mjs: true\n");
  writeFileSync(join(folder, "waymark.config.yaml"), inTwoHours);
  await start(folder).url();
  await expect
    .poll(() => stateOf(folder).files, { timeout: 20_000 })
    .toEqual(stateOf(folder).referred);
});

it("is in backups, which are verified and restored with their files", async () => {
  const folder = folderOf(FILES);
  const server = start(folder);
  const url = await server.url();
  const path = await create(url);
  await send(url, path);
  const saved = await waymark(folder, "store backup copy.db");
  expect(saved).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/copy\.db\.files: 1 file$/m),
  });
  await send(url, path, "another");
  server.kill("SIGTERM");
  await server.ended;
  rmSync(join(folder, "kept"), { recursive: true });
  expect(await waymark(folder, "store verify copy.db")).toMatchObject({ status: 0 });
  expect(await waymark(folder, "store restore copy.db")).toMatchObject({ status: 0 });
  const { referred, files } = stateOf(folder);
  expect(files).toEqual(referred);
  const again = await start(folder).url();
  expect(Buffer.from(await (await fetch(`${again}${path}/scan`)).arrayBuffer())).toEqual(SCAN);
  const [copy = ""] = readdirSync(join(folder, "copy.db.files/pictures/scan"));
  unlinkSync(join(folder, "copy.db.files/pictures/scan", copy));
  const lacking = await waymark(folder, "store verify copy.db");
  expect([lacking.status, lacking.stderr]).toEqual([1, expect.stringContaining("lacks the file")]);
});
