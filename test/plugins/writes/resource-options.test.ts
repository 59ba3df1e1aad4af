/** Options of a resource, one by one, over a socket. */
import { describe, expect, it } from "vitest";
import { definePlugin } from "waymark";
import preset from "waymark/preset";
import { resource } from "waymark/resources";
import { Clock } from "waymark/services";
import { fixedClock, type Requests } from "waymark/testing";
import { z } from "zod";
import { recordingLog, startServer } from "../../_setup.ts";
import { MERGE, sends } from "./_resources.ts";

const Note = z.object({ id: z.string(), text: z.string().min(1) });
const base = {
  name: { one: "shipNote", many: "shipNotes" },
  path: "/api/ship-notes",
  of: Note,
  key: "id",
} as const;
const plugin = { id: "ship-notes", summary: "Notes of ships." } as const;

type Settings = Readonly<Record<string, boolean | object>> & { readonly signIn?: boolean };

async function start(parts: object, { signIn = false, ...plugins }: Settings = {}) {
  const { log, lines } = recordingLog();
  const server = await startServer({
    log,
    clock: fixedClock("2026-11-22T09:00:00Z"),
    signIn,
    plugins: [...preset, definePlugin({ ...plugin, ...parts })],
    config: { plugins: { "rate-limit": false, access: signIn, ...plugins } },
  });
  return { server, lines };
}

const add = (caller: Requests, body: object) =>
  caller.request("/api/ship-notes", sends("POST", body));

it("preconditions: required refuses writes without a condition", async () => {
  const { server } = await start(resource({ ...base, preconditions: "required" }));
  const made = await add(server, { text: "Calm." });
  expect(made.status).toBe(201);
  const path = String(made.headers.get("location"));
  const etag = String(made.headers.get("etag"));
  for (const [method, body, type = "application/json"] of [
    ["PUT", { text: "Storm." }],
    ["PATCH", { text: "Storm." }, MERGE],
    ["DELETE"],
  ] as const) {
    const refused = await server.request(path, sends(method, body, type));
    expect(refused.status).toBe(428);
  }
  const put = { ...sends("PUT", { text: "Storm." }) };
  const headers = { "content-type": "application/json", "if-match": etag };
  expect((await server.request(path, { ...put, headers })).status).toBe(200);
});

it("O10: an operator may require conditions of a plugin, or of one route", async () => {
  for (const [name, statuses] of [
    ["ship-notes", [428, 428, 428]],
    ["ship-notes.replaceShipNote", [428, 200, 204]],
  ] as const) {
    const { server } = await start(resource(base), {
      cache: { preconditions: { [name]: "required" } },
    });
    const made = await add(server, { text: "Calm." }); // nothing is there that it could name
    expect(made.status).toBe(201);
    const path = String(made.headers.get("location"));
    const answers = [
      await server.request(path, sends("PUT", { text: "Storm." })),
      await server.request(path, sends("PATCH", { text: "Storm." }, MERGE)),
      await server.request(path, sends("DELETE")),
    ];
    expect(answers.map(({ status }) => status)).toEqual(statuses);
    const stated = await (await server.request("/api/openapi")).text();
    expect(stated).toContain("precondition-required");
  }
});

it("O10: refuses to require conditions of what changes nothing", async () => {
  await expect(
    start(resource(base), { cache: { preconditions: { shop: "required" } } }),
  ).rejects.toThrow(/PRECONDITIONS_UNKNOWN[^]*"shop"/);
});

it("writes leaves out the other routes, and their methods", async () => {
  const { server } = await start(resource({ ...base, writes: ["create"] }));
  const made = await add(server, { text: "Calm." });
  const path = String(made.headers.get("location"));
  const answer = await server.request(path, { method: "DELETE" });
  expect(answer.status).toBe(405);
  expect(answer.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
});

describe("owner", () => {
  const parts = resource({
    ...base,
    owner: "sailor",
    access: { read: "authenticated", write: { scopes: ["notes:write"] } },
  });

  it("keeps the rows of one caller from all others", async () => {
    const { server } = await start(parts, { signIn: true });
    const ann = server.as({ id: "ann", scopes: ["notes:write"] });
    const ben = server.as({ id: "ben" });
    const note = { text: "Calm." };
    expect((await add(server, note)).status).toBe(401);
    expect((await add(ben, note)).status).toBe(403);
    const made = await add(ann, note);
    expect(made.status).toBe(201);
    const path = String(made.headers.get("location"));
    const seen = await ann.request(path);
    expect(await seen.json()).not.toHaveProperty("sailor");
    expect(seen.headers.get("cache-control")).toContain("private");
    expect((await ben.request(path)).status).toBe(404);
    const list = await ben.request("/api/ship-notes");
    expect(await list.json()).toMatchObject({ shipNotes: [] });
  });

  it("S17: answers alike for the key of another one's row and for a free one", async () => {
    const access = { read: "authenticated", write: "authenticated" } as const;
    const own = resource({ ...base, owner: "sailor", access });
    const { server } = await start(own, { signIn: true });
    const made = await add(server.as({ id: "ann" }), { text: "Calm." });
    const { id } = (await made.json()) as { id: string };
    const ben = server.as({ id: "ben" });
    for (const key of [id, "free"]) {
      const added = await add(ben, { id: key, text: "Mine." });
      expect(added.status).toBe(422);
      const put = sends("PUT", { text: "Mine." });
      expect((await ben.request(`/api/ship-notes/${key}`, put)).status).toBe(404);
    }
  });
});

it("access of one operation takes the place of that of reads or writes", async () => {
  const access = {
    read: "public",
    write: "authenticated",
    list: "authenticated",
    remove: { scopes: ["notes:remove"] },
  } as const;
  const { server } = await start(resource({ ...base, access }), { signIn: true });
  const ann = server.as({ id: "ann" });
  const made = await add(ann, { text: "Calm." });
  const path = String(made.headers.get("location"));
  const [one, list] = [await server.request(path), await ann.request("/api/ship-notes")];
  expect([one.status, one.headers.get("cache-control")]).toEqual([
    200,
    expect.stringContaining("public"),
  ]);
  expect(list.headers.get("cache-control")).toContain("private");
  expect((await server.request("/api/ship-notes")).status).toBe(401);
  expect((await server.request(path, sends("PUT", { text: "Storm." }))).status).toBe(401);
  expect((await ann.request(path, sends("DELETE"))).status).toBe(403);
  const may = server.as({ id: "ben", scopes: ["notes:remove"] });
  expect((await may.request(path, sends("DELETE"))).status).toBe(204);
});

it("a rule uses the services that it needs, and computes fields that requests cannot set", async () => {
  const { server } = await start(
    resource({
      ...base,
      of: Note.extend({ at: z.iso.datetime() }),
      computed: ["at"],
      needs: { clock: Clock },
      rule: ({ after }, { clock }) =>
        after && { ...after, at: new Date(clock.now()).toISOString() },
    }),
  );
  const made = await add(server, { text: "Calm.", at: "never" });
  expect(await made.json()).toMatchObject({ at: "2026-11-22T09:00:00.000Z" });
});

it("a rule that makes a row which does not fit is a failure of ours, and changes nothing", async () => {
  const { server, lines } = await start(
    resource({ ...base, rule: ({ after }) => after && { ...after, text: "" } }),
  );
  expect((await add(server, { text: "Calm." })).status).toBe(500);
  expect(JSON.stringify(lines)).toContain("the rule of shipNotes made a row");
  const list = await server.request("/api/ship-notes");
  expect(await list.json()).toMatchObject({ shipNotes: [] });
});

it("what a rule changes in other tables is undone with a refusal", async () => {
  const parts = resource({
    ...base,
    errors: { "note-vain": { status: 422, message: "The note says nothing." } },
    async rule({ after, store, fail }) {
      await store.table("counts").insert([{ id: after?.id ?? "" }]);
      if (after?.text === "vain") fail("note-vain");
    },
  });
  const counts = { of: z.object({ id: z.string() }), key: "id" };
  const { server } = await start({
    ...parts,
    tables: { ...parts.tables, counts },
    routes: {
      ...parts.routes,
      countNotes: {
        method: "GET",
        path: "/api/count",
        summary: "Count.",
        returns: z.object({ count: z.int() }),
        cache: "no-store",
      },
    },
    handlers: (use: Parameters<typeof parts.handlers>[0]) => ({
      ...parts.handlers(use),
      countNotes: async () => ({ count: (await use.store.table("counts").list()).items.length }),
    }),
  });
  expect((await add(server, { text: "vain" })).status).toBe(422);
  expect((await add(server, { text: "Calm." })).status).toBe(201);
  expect(await (await server.request("/api/count")).json()).toMatchObject({ count: 1 });
});

describe("a shape that is not a zod object", () => {
  const of = z.intersection(Note, z.object({ mood: z.enum(["good", "bad"]) }));

  it("is written as its input says", async () => {
    const input = z.strictObject({ text: z.string(), mood: z.enum(["good", "bad"]) });
    const { server } = await start(resource({ ...base, of, input }));
    const made = await add(server, { text: "Calm.", mood: "good" });
    expect(made.status).toBe(201);
    const path = String(made.headers.get("location"));
    const note = await made.json();
    expect((await server.request(path, sends("PUT", note))).status).toBe(200);
    const changed = await server.request(path, sends("PATCH", { mood: "bad" }, MERGE));
    expect(await changed.json()).toMatchObject({ text: "Calm.", mood: "bad" });
    const other = await server.request(path, sends("PATCH", { id: "x" }, MERGE));
    expect(other.status).toBe(422);
    expect((await server.request(path, sends("PATCH", { mood: "ugly" }, MERGE))).status).toBe(422);
  });
});

it("rules between fields, written as refinements of the shape, are 422 as well", async () => {
  const of = z
    .object({ id: z.string(), from: z.int(), to: z.int() })
    .refine(({ from, to }) => from < to, { path: ["to"], message: "It ends before it begins." });
  const { server } = await start(resource({ ...base, of }));
  expect((await add(server, { from: 1, to: 2 })).status).toBe(201);
  const refused = await add(server, { from: 2, to: 1 });
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({ error: { errors: [{ pointer: "/to" }] } });
});

it("routes are published where they can be found", async () => {
  const { server } = await start(resource(base));
  const root = await server.request("/api");
  expect(await root.json()).toMatchObject({
    _links: { "ship-notes": { href: "/api/ship-notes" } },
  });
  const summaries = server.registry.routes
    .filter((route) => route.plugin === plugin.id)
    .map(({ declaration }) => declaration.summary);
  expect(summaries).toEqual([
    "List ship notes.",
    "Read one ship note.",
    "Create a ship note.",
    "Replace a ship note.",
    "Change parts of a ship note.",
    "Remove a ship note.",
  ]);
});
