/** A table belongs to its plugin: others name it in what they need, and write it only if it lets them. */
import { describe, expect, it } from "vitest";
import { definePlugin, optional, type Plugin, type PluginSetting } from "waymark";
import type { Needs } from "waymark/advanced";
import preset from "waymark/preset";
import { readTable, Store, writeTable } from "waymark/services";
import type { Finding } from "waymark/server";
import { createTestServer } from "waymark/testing";
import { z } from "zod";
import { json, jsonRequest, recordingLog, startServer } from "../../_setup.ts";

const Shelf = z.object({ id: z.string(), room: z.string() });
type Shelf = z.output<typeof Shelf>;

/** Keeps shelves, which the plugin "mover" may write. */
const shelves = definePlugin({
  id: "shelves",
  summary: "Shelves.",
  needs: { store: Store },
  tables: { shelves: { of: Shelf, key: "id", writableBy: ["mover"] } },
  schemas: { Shelf },
  routes: {
    addShelf: {
      method: "POST",
      path: "/api/shelves",
      summary: "Add a shelf.",
      body: Shelf,
      returns: Shelf,
      idempotency: "none",
    },
  },
  handlers: ({ store }) => ({
    async addShelf({ body }) {
      await store.table("shelves").insert([body]);
      return body;
    },
  }),
});

const list = {
  method: "GET",
  path: "/api/seen",
  summary: "Shelves, as another plugin sees them.",
  list: { of: Shelf, as: "seen", name: "SeenList" },
  cache: { scope: "public", maxAge: "60s" },
} as const;

const reader = definePlugin({
  id: "reader",
  summary: "Reads shelves.",
  needs: { shelves: optional(readTable<Shelf>("shelves")) },
  routes: { listSeen: list },
  handlers: ({ shelves: rows }) => ({
    listSeen: async ({ query }) => rows?.list(query) ?? [],
  }),
});

const thief = definePlugin({
  id: "thief",
  summary: "Takes what it has not asked for.",
  needs: { store: Store },
  routes: { listTaken: { ...list, path: "/api/taken", list: { ...list.list, name: "TakenList" } } },
  handlers: ({ store }) => ({ listTaken: ({ query }) => store.table("shelves").list(query) }),
});

const mover = definePlugin({
  id: "mover",
  summary: "Moves shelves.",
  needs: { shelves: writeTable("shelves") },
  routes: {
    move: {
      method: "POST",
      path: "/api/moves",
      summary: "Move a shelf.",
      body: Shelf,
      empty: true,
      idempotency: "none",
    },
  },
  handlers: ({ shelves: rows }) => ({
    move: async ({ body: { id, room } }) => void (await rows.update(id, { room })),
  }),
});

async function start(plugins: readonly Plugin[], config: Record<string, PluginSetting> = {}) {
  const { log, lines } = recordingLog();
  const server = await startServer({
    log,
    plugins: [...preset, ...plugins],
    config: { plugins: { "rate-limit": false, ...config } },
  });
  const seen = async () =>
    ((await json(await server.request("/api/seen"))) as { readonly seen: readonly Shelf[] }).seen;
  return { server, lines, seen };
}

const A = { id: "a", room: "red" };

describe("a table of another plugin", () => {
  it("is read, and lists that were kept follow its changes", async () => {
    const { server, seen } = await start([shelves, reader, mover]);
    expect(await seen()).toEqual([]);
    await server.request("/api/shelves", jsonRequest("POST", A));
    expect(await seen()).toMatchObject([A]);
    await server.request("/api/moves", jsonRequest("POST", { ...A, room: "blue" }));
    expect(await seen()).toMatchObject([{ ...A, room: "blue" }]);
  });

  it("has no way to write it for a plugin that reads it", async () => {
    let keys: readonly string[] = [];
    const looker = definePlugin({
      id: "looker",
      summary: "Looks.",
      needs: { shelves: readTable("shelves") },
      setup: ({ shelves: rows }) => void (keys = Object.keys(rows).toSorted()),
    });
    await start([shelves, looker]);
    expect(keys).toEqual(["acrossOwners", "count", "exists", "find", "list", "of"]);
  });

  it("is undefined where it is optional, while its plugin is off", async () => {
    const { seen } = await start([shelves, reader], { shelves: false });
    expect(await seen()).toEqual([]);
  });

  it("is refused at the call by the store itself, with what to write", async () => {
    const { server, lines } = await start([shelves, thief]);
    expect((await server.request("/api/taken")).status).toBe(500);
    const said = JSON.stringify(lines).replaceAll("\\", "");
    expect(said).toContain(
      'the table "shelves" belongs to the plugin "shelves", and "thief" has not',
    );
    expect(said).toContain('needs: { shelves: readTable("shelves") }');
  });

  it.each<readonly [what: string, needs: Needs, ...texts: string[]]>([
    [
      "that no plugin declares",
      { rows: readTable("shelfs") },
      'needs the table "shelfs", which no enabled plugin declares',
      'did you mean "shelves"?',
    ],
    [
      "that does not let it write",
      { rows: writeTable("shelves") },
      'needs to write the table "shelves", and its plugin "shelves" does not let it',
      'writableBy: ["stranger"]',
    ],
  ])("%s is refused at the start", async (_, needs, ...texts) => {
    const stranger = definePlugin({ id: "stranger", summary: "Needs it.", needs: needs as Needs });
    const starting = createTestServer({ plugins: [...preset, shelves, stranger] });
    const found = await starting.then(
      async (server) => `started: ${await server.close()}`,
      ({ findings = [] }: { readonly findings?: readonly Finding[] }) =>
        findings.map((finding) => Object.values(finding).join(" ")).join("\n"),
    );
    for (const text of texts) expect(found).toContain(text);
  });
});
