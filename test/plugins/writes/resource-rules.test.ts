/** Rules of resources: what they wait for, what they see, and what they refuse. */
import { expect, it } from "vitest";
import { definePlugin, type Plugin } from "waymark";
import preset from "waymark/preset";
import { resource } from "waymark/resources";
import type { TestServer } from "waymark/testing";
import { z } from "zod";
import { recordingLog, startServer } from "../../_setup.ts";
import { as, badges } from "../identity/_setup.ts";
import { MERGE, sends } from "./_resources.ts";

const Note = z.object({ id: z.string(), text: z.string().min(1) });
const base = {
  name: { one: "shipNote", many: "shipNotes" },
  path: "/api/ship-notes",
  of: Note,
  key: "id",
} as const;

async function start(parts: object, isKnown = false) {
  const { log, lines } = recordingLog();
  const notes = definePlugin({ id: "ship-notes", summary: "Notes of ships.", ...parts });
  const server = await startServer({
    log,
    plugins: [...preset, badges as Plugin, notes],
    config: { plugins: { "rate-limit": false, access: isKnown, badges: isKnown } },
  });
  return { server, lines };
}

/** Writes a note as a caller of that name; anonymously without one. */
async function write(server: TestServer, path: string, init: RequestInit, caller?: string) {
  const headers = { ...init.headers, ...(caller === undefined ? {} : as(caller)) };
  return server.request(path, { ...init, headers });
}

const add = (server: TestServer, text: string, caller?: string) =>
  write(server, base.path, sends("POST", { text }), caller);

/** A call of a rule, as an author without types has it. */
interface Untyped {
  readonly kind: string;
  readonly after: { readonly text: string } | undefined;
  readonly table: Record<"list" | "find", (...args: unknown[]) => Promise<{ items: object[] }>>;
  readonly store: {
    table(name: string): Untyped["table"];
    transaction(work: () => Promise<unknown>): Promise<unknown>;
  };
  fail(code: string): never;
}

const CODE = "unprocessable-content";

const forgetful: readonly [
  what: string,
  rule: (call: Untyped, use: Pick<Untyped, "store">) => unknown,
  stack: RegExp,
][] = [
  [
    "decides in a promise that nothing awaits",
    ({ table, fail }) => void table.list().then(({ items }) => items.length === 0 && fail(CODE)),
    /list was not awaited[^]*resource-rules\.test\.ts/,
  ],
  [
    "takes a promise for an answer",
    ({ table, fail }) => void (!table.find("one") && fail(CODE)),
    /find was not awaited[^]*resource-rules\.test\.ts/,
  ],
  [
    "awaits one thing and not the next",
    async ({ table, fail }) => {
      await table.find("one");
      void table.list().then(() => fail(CODE));
    },
    /list was not awaited/,
  ],
  [
    "forgets a table of the store among its services",
    (_call, { store }) => void store.table("shipNotes").find("one"),
    /find was not awaited/,
  ],
  [
    "forgets another table",
    async ({ store }) => void store.table("shipNotes").find("one"),
    /find was not awaited/,
  ],
  [
    "forgets a part of its transaction",
    ({ store }) =>
      void store.transaction(async () => {
        await store.table("shipNotes").find("one");
      }),
    /transaction was not awaited/,
  ],
  [
    "loses its own refusal",
    ({ fail }) => void (async () => fail(CODE))().catch(() => {}),
    /fail\("unprocessable-content"\) did not end the rule[^]*resource-rules\.test\.ts/,
  ],
  ["rejects", () => Promise.reject(new Error("the harbour is closed")), /the harbour is closed/],
  ["returns promises", ({ table }) => [table.find("one")], /find was not awaited/],
  [
    "returns a row with a promise in it",
    ({ after }) => after && { ...after, text: Promise.resolve("Calm.") },
    /made a row that does not fit/,
  ],
];

it.each(forgetful)(
  "a rule that %s refuses the write, and is logged",
  async (_what, rule, stack) => {
    let isBroken = false;
    const parts = resource({
      ...base,
      rule: ((...args: Parameters<typeof rule>) => (isBroken ? rule(...args) : undefined)) as never,
    });
    const { server, lines } = await start(parts);
    const path = String((await add(server, "Calm.")).headers.get("location"));
    isBroken = true;
    for (const [at, init] of [
      [base.path, sends("POST", { text: "Storm." })],
      [path, sends("PUT", { text: "Storm." })],
      [path, sends("PATCH", { text: "Storm." }, MERGE)],
    ] as const) {
      lines.length = 0;
      expect((await write(server, at, init)).status).toBe(500);
      const errors = lines.filter(({ level }) => level === "error");
      expect(errors).toMatchObject([
        {
          message: "a request failed",
          fields: {
            plugin: "ship-notes",
            route: expect.stringContaining("ShipNote"),
            error: expect.stringMatching(stack),
          },
        },
      ]);
    }
    const list = await server.request(base.path);
    expect(await list.json()).toMatchObject({ shipNotes: [{ text: "Calm." }] });
  },
);

it("a rule that awaits what it uses decides, also of removals", async () => {
  const parts = resource({
    ...base,
    async rule({ kind, after, table, store, fail }) {
      const { items } = await table.list();
      const [all] = await Promise.all([store.table("shipNotes").list(), table.find("one")]);
      expect(all.items).toHaveLength(items.length);
      if (kind === "remove" && items.length === 1) fail(CODE);
      if (items.some(({ text }) => text === after?.text)) fail(CODE);
    },
  });
  const { server } = await start(parts);
  const path = String((await add(server, "Calm.")).headers.get("location"));
  expect((await add(server, "Calm.")).status).toBe(422);
  expect((await add(server, "Storm.")).status).toBe(201);
  expect((await write(server, path, sends("DELETE"))).status).toBe(204);
});

it("a rule sees the rows of all owners in table, and those of its caller in mine", async () => {
  const seen: unknown[] = [];
  const parts = resource({
    ...base,
    owner: "sailor",
    access: { read: "authenticated", write: "authenticated" },
    errors: { "slot-taken": { status: 409, message: "The slot is taken." } },
    async rule({ after, table, mine, fail }) {
      const [all, own] = [await table.list(), await mine.list()];
      seen.push([all.items.length, own.items.length]);
      if (all.items.some(({ id, text }) => id !== after?.id && text === after?.text))
        fail("slot-taken");
    },
  });
  const { server } = await start(parts, true);
  expect((await add(server, "berth 1", "ann")).status).toBe(201);
  const second = await add(server, "berth 1", "ben");
  expect(second.status).toBe(409);
  expect(await second.json()).toMatchObject({ error: { code: "slot-taken" } });
  const other = await add(server, "berth 2", "ben");
  expect(other.status).toBe(201);
  const path = String(other.headers.get("location"));
  for (const init of [
    sends("PUT", { text: "berth 1" }),
    sends("PATCH", { text: "berth 1" }, MERGE),
  ])
    expect((await write(server, path, init, "ben")).status).toBe(409);
  expect((await write(server, path, sends("DELETE"), "ann")).status).toBe(404);
  expect(seen).toEqual([
    [0, 0],
    [1, 0],
    [1, 0],
    [2, 1],
    [2, 1],
  ]);
});

it("a rule without an owner sees the same rows in both", async () => {
  const counts: unknown[] = [];
  const parts = resource({
    ...base,
    async rule({ table, mine }) {
      counts.push([(await table.list()).items.length, (await mine.list()).items.length]);
    },
  });
  const { server } = await start(parts);
  await add(server, "Calm.");
  await add(server, "Storm.");
  expect(counts).toEqual([
    [0, 0],
    [1, 1],
  ]);
});
