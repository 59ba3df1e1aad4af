/** A server answers from the moment it listens: while its checks run, and before the router is loaded. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it, onTestFinished, test } from "vitest";
import { definePlugin, type Plugin } from "waymark";
import { resource } from "waymark/resources";
import preset from "waymark/preset";
import { startServer } from "waymark/server";
import { z } from "zod";
import { boot } from "../../../../kernel/host/boot/boot.ts";
import { folderOf } from "../../../_folder.ts";
import { NO_CONFIG } from "../../../_setup.ts";

const silent = { debug() {}, info() {}, warn() {}, error() {} };

const notes = definePlugin({
  id: "notes",
  summary: "Keeps notes.",
  ...resource({
    name: { one: "note", many: "notes" },
    path: "/api/notes",
    of: z.object({ id: z.string(), text: z.string() }),
    key: "id",
    idempotency: "none",
  }),
});

/** Starts a server whose checks go on until `finish` is called. */
async function startHeld(...more: readonly Plugin[]) {
  const plugins = { "access-log": false, store: { file: ":memory:" } };
  const overrides = { host: "127.0.0.1", port: 0, plugins };
  const input = { ...NO_CONFIG, preset: [...preset, ...more], overrides };
  const booted = await boot({ ...input, validateLater: true });
  const listening = Promise.withResolvers<string>();
  const checked = Promise.withResolvers<void>();
  const starting = startServer(
    {
      ...booted,
      listeningAt(origin) {
        booted.listeningAt(origin);
        listening.resolve(origin);
      },
      validate: () => checked.promise,
    },
    { log: silent },
  );
  onTestFinished(async () => {
    checked.resolve();
    await (await starting).close();
  });
  return { origin: await listening.promise, finish: checked.resolve, starting };
}

it.each([
  ["an exact path", "GET", "/api/ping", 200],
  ["a path with parameters", "GET", "/api/offices/lisboa", 200],
  ["an unknown path", "GET", "/api/nothing", 404],
  ["a write", "POST", "/api/brains", 405],
  ["options", "OPTIONS", "/api/brains", 204],
])("answers %s first", async (_name, method, path, status) => {
  const { origin } = await startHeld();
  expect((await fetch(`${origin}${path}`, { method })).status).toBe(status);
});

test("T4: changes nothing before everything that can be refused was checked", async () => {
  const { origin, finish, starting } = await startHeld(notes);
  const write = () =>
    fetch(`${origin}/api/notes`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ text: "Buy ink" }),
    });
  const early = await write();
  expect([early.status, early.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(await early.json()).toMatchObject({ error: { code: "service-unavailable" } });
  const list = await (await fetch(`${origin}/api/notes`)).json();
  expect(list).toMatchObject({ notes: [] });
  finish();
  await starting;
  expect((await write()).status).toBe(201);
});

it("is ready once its checks have found nothing", async () => {
  const { origin, finish, starting } = await startHeld();
  expect((await fetch(`${origin}/api/ready`)).status).toBe(503);
  finish();
  await starting;
  expect((await fetch(`${origin}/api/ready`)).status).toBe(200);
});

it("answers many requests that wait for the router alike", async () => {
  const { origin } = await startHeld();
  const paths = Array.from(
    { length: 20 },
    (_, at) => `${origin}/api/offices/lisboa?fields=id&n=${at}`,
  );
  const statuses = await Promise.all(paths.map(async (path) => (await fetch(path)).status));
  expect(new Set(statuses)).toEqual(new Set([200]));
});

/** Starts with the data in a file, and without some plugins. The server closes by itself. */
async function startOn(file: string, off: readonly string[], validate?: () => Promise<void>) {
  const without = Object.fromEntries(off.map((id) => [id, false as const]));
  const plugins = { "access-log": false as const, store: { file }, ...without };
  const overrides = { host: "127.0.0.1", port: 0, plugins };
  const booted = await boot({ ...NO_CONFIG, preset, overrides, validateLater: true });
  const server = await startServer({ ...booted, ...(validate && { validate }) }, { log: silent });
  await server.close();
}

it("T4: a start that is refused has made no file, and changed none", async () => {
  const file = join(folderOf(), "data", "waymark.db");
  const refused = () => Promise.reject(new Error("refused"));
  await expect(startOn(file, [], refused)).rejects.toThrow("refused");
  expect(existsSync(file)).toBe(false);

  await startOn(file, ["brains"]);
  await expect(startOn(file, [], refused)).rejects.toThrow("refused");
  const database = new DatabaseSync(file, { readOnly: true });
  onTestFinished(() => database.close());
  const tables = database.prepare("select name from sqlite_schema where type = 'table'").all();
  expect(tables.map(({ name }) => name)).toContain("offices");
  expect(tables.map(({ name }) => name)).not.toContain("brains");
});
