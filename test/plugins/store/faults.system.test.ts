/** A server on a data file that fails: locked, on a full disk, deleted, replaced, damaged. */
import { copyFileSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { performance } from "node:perf_hooks";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { definePlugin } from "waymark";
import preset from "waymark/preset";
import { Store } from "waymark/services";
import type { TestServer } from "waymark/testing";
import { z } from "zod";
import { startServer } from "../../_setup.ts";
import { fill, smallDisk } from "../../_tmpfs.ts";
import { idsIn, openStore } from "./_setup.ts";
import { folderOf } from "../../_folder.ts";

const Note = z.object({ id: z.string(), text: z.string() });
const tables = { notes: { of: Note, key: "id" } };

const notes = definePlugin({
  id: "notes",
  summary: "Notes that are written and listed.",
  needs: { store: Store },
  tables,
  schemas: { Note },
  routes: {
    listNotes: {
      method: "GET",
      path: "/api/notes",
      summary: "List notes.",
      list: { of: Note, as: "notes", name: "NotesList" },
      cache: { scope: "public", maxAge: "1h" },
    },
    addNote: {
      method: "POST",
      path: "/api/notes",
      summary: "Add a note.",
      body: Note,
      returns: Note,
      idempotency: "none",
    },
  },
  handlers: ({ store }) => ({
    listNotes: ({ query }) => store.table("notes").list(query),
    async addNote({ body }) {
      await store.table("notes").insert([body]);
      return body;
    },
  }),
});

const ON = new Set([
  "store",
  "health",
  "ready",
  "clock",
  "ids",
  "lists",
  "status",
  "rate-limit",
  "digest",
  "server-timing",
  "cache",
]);

/** A server whose data is in this file, and what it logged. */
async function serve(file: string) {
  const logged: string[] = [];
  const note = (message: string) => void logged.push(message);
  const server = await startServer({
    plugins: [...preset.filter(({ id }) => ON.has(id)), notes],
    log: { debug() {}, info: note, warn: note, error: note },
    config: { plugins: { store: { file }, health: { cache: "0s" } } },
  });
  const add = (id: string, text = "") =>
    server.request("/api/notes", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ id, text }),
    });
  const list = async () => {
    const body = (await (await server.request("/api/notes")).json()) as {
      notes?: { id: string }[];
    };
    return body.notes?.map(({ id }) => id);
  };
  const states = async () => {
    const [health, ready] = await Promise.all(
      ["/api/health", "/api/ready"].map((path) => server.request(path)),
    );
    const { status } = (await health!.json()) as { readonly status: string };
    return [status, health!.status, ready!.status];
  };
  expect(await states()).toEqual(UP); // a server that never worked is not ready
  return { server, add, list, states, logged };
}

async function expectUnavailable(answer: Awaited<ReturnType<TestServer["request"]>>) {
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("1");
  expect(await answer.json()).toMatchObject({ error: { code: "service-unavailable" } });
}

const UP = ["ok", 200, 200];
/** S6: no other node has the file, and the rest is answered still. */
const DOWN = ["degraded", 200, 200];

describe("a lock that another process holds", () => {
  it("keeps 100 writers waiting, and no other request (A11)", async () => {
    const file = join(folderOf(), "waymark.db");
    const { store, close } = await openStore(file, tables);
    onTestFinished(close);
    const other = new DatabaseSync(file);
    onTestFinished(() => other.close());
    other.exec("begin immediate");
    const ids = Array.from({ length: 100 }, (_, n) => `n${n}`);
    const order: string[] = [];
    const writes = ids.map(async (id) => {
      await store.table("notes").insert([{ id, text: "" }]);
      order.push(id);
    });
    await sleep(100);
    const before = performance.eventLoopUtilization();
    await sleep(1000);
    // Each writer that blocked for a while at a time would leave the loop no idle time at all.
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5);
    other.exec("commit");
    await Promise.all(writes);
    expect(order).toEqual(ids);
  });

  it("answers 503 with Retry-After after a while (A11)", async () => {
    const file = join(folderOf(), "waymark.db");
    const { add, states, list } = await serve(file);
    const other = new DatabaseSync(file);
    onTestFinished(() => other.close());
    other.exec("begin immediate");
    const answers = await Promise.all([add("a"), add("b"), add("c")]);
    for (const answer of answers) await expectUnavailable(answer);
    expect(await states()).toEqual(UP);
    other.exec("commit");
    expect((await add("d")).status).toBe(200);
    expect(await list()).toEqual(["d"]);
  });
});

describe("a full disk", () => {
  it("is 503 for writes, degraded in health, and over by itself (A11)", async (context) => {
    const disk = smallDisk(context, 1024);
    const { add, list, states, logged } = await serve(join(disk, "data", "waymark.db"));
    expect((await add("before")).status).toBe(200);
    expect(await states()).toEqual(UP);
    const free = fill(disk);
    await expectUnavailable(await add("during", "x".repeat(20_000)));
    expect(await list()).toEqual(["before"]);
    expect(await states()).toEqual(DOWN);
    await expectUnavailable(await add("during", "x".repeat(20_000)));
    free();
    expect(await states()).toEqual(UP);
    expect((await add("after")).status).toBe(200);
    expect(await list()).toEqual(["after", "before"]);
    const about = logged.filter((message) => message.startsWith("data can"));
    expect(about).toEqual(["data cannot be read or written", "data can be read and written again"]);
  });

  it("is degraded in health before a write finds out (A11)", async (context) => {
    const disk = smallDisk(context, 1024);
    const { states } = await serve(join(disk, "waymark.db"));
    const free = fill(disk);
    expect(await states()).toEqual(DOWN);
    free();
    expect(await states()).toEqual(UP);
  });
});

describe("a data file", () => {
  it.each<[string, (file: string) => void, lasting: boolean]>([
    [
      "that was deleted with its folder",
      (file) => rmSync(dirname(file), { recursive: true }),
      false,
    ],
    ["that was deleted", (file) => rmSync(file), false],
    [
      "whose log was deleted",
      (file) => ["-wal", "-shm"].forEach((end) => rmSync(file + end)),
      true,
    ],
  ])("%s takes no write, and says so in health and log (E18)", async (_, remove, lasting) => {
    const file = join(folderOf(), "data", "waymark.db");
    const { server, add, list, states, logged } = await serve(file);
    await add("before");
    remove(file);
    expect(await states()).toEqual(DOWN);
    await expectUnavailable(await add("during"));
    expect(await list()).toEqual(["before"]);
    expect(logged).toContain("data cannot be read or written");
    await server.close();
    if (lasting) expect(idsIn(file)).toEqual(["before"]);
    const again = await serve(file);
    expect((await again.add("after")).status).toBe(200);
    expect(await again.list()).toEqual(lasting ? ["after", "before"] : ["after"]);
  });

  it("that was replaced has all that was written, and the other one is as it was (E18)", async () => {
    const folder = folderOf();
    const [file, old] = [join(folder, "waymark.db"), join(folder, "old.db")];
    const backup = await backupOf("from the backup");
    const { server, add, list, states } = await serve(file);
    await add("before");
    renameSync(file, old);
    copyFileSync(backup, file);
    await expectUnavailable(await add("during"));
    expect(await states()).toEqual(DOWN);
    expect(await list()).toEqual(["before"]);
    await server.close();
    expect(idsIn(old)).toEqual(["before"]);
    expect(await (await serve(file)).list()).toEqual(["from the backup"]);
  });

  it("under /proc is refused at once (E21)", async () => {
    await expect(openStore("/proc/waymark/data/waymark.db", tables)).rejects.toThrow(
      "the folder /proc/waymark/data of the database cannot be created and written",
    );
  });
});

/** A closed database with one note. */
async function backupOf(id: string): Promise<string> {
  const file = join(folderOf(), "backup.db");
  mkdirSync(dirname(file), { recursive: true });
  const { store, close } = await openStore(file, tables);
  await store.table("notes").insert([{ id, text: "" }]);
  await close();
  return file;
}
