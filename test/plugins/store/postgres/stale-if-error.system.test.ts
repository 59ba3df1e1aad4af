/** The last answers of a service, while its database fails. */
import { expect, it, onTestFinished } from "vitest";
import { definePlugin } from "waymark";
import { Store } from "waymark/services";
import { z } from "zod";
import { jsonRequest, startServer } from "../../../_setup.ts";
import { needs } from "../../../_programs.ts";
import { cut } from "../../../engines/cut.ts";
import { postgresOptions } from "../_engines.ts";
import { eventually } from "./_open.ts";

needs("postgres");

const Note = z.object({ id: z.string() });
const Asker = z.object({ notes: z.int(), name: z.string() });
const read = { method: "GET", cache: { scope: "public", maxAge: "1m" } } as const;
/** Declaration of resources that can be written. */
const always = { method: "GET", cache: { scope: "public", maxAge: "0s" } } as const;

const notes = definePlugin({
  id: "notes",
  summary: "Notes.",
  needs: { store: Store },
  tables: { notes: { of: Note, key: "id" } },
  routes: {
    listNotes: {
      ...read,
      path: "/api/notes",
      summary: "List notes.",
      list: { of: Note, as: "notes", name: "NotesList" },
    },
    getNote: {
      ...always,
      path: "/api/notes/{id}",
      summary: "Read a note.",
      returns: Note,
      errors: ["resource-not-found"],
    },
    getFresh: {
      ...read,
      cache: "no-store",
      path: "/api/fresh",
      summary: "Read the number of notes as it is now.",
      returns: Asker,
    },
    getAsker: {
      ...read,
      path: "/api/asker",
      summary: "Read who asks, and the number of notes.",
      returns: Asker,
    },
    addNote: {
      method: "POST",
      path: "/api/notes",
      summary: "Add a note.",
      body: Note,
      returns: Note,
      idempotency: "none",
    },
    removeNote: {
      method: "DELETE",
      path: "/api/notes/{id}",
      summary: "Remove a note.",
      empty: true,
      idempotency: "natural",
    },
  },
  handlers: ({ store: { table } }) => {
    const count = async () => (await table("notes").list()).items.length;
    return {
      listNotes: ({ query }) => table("notes").list(query),
      getNote: async ({ params: { id }, fail }) =>
        (await table("notes").find<z.output<typeof Note>>(id)) ?? fail("resource-not-found"),
      getFresh: async () => ({ notes: await count(), name: "" }),
      getAsker: async ({ principal }) => ({ notes: await count(), name: principal?.id ?? "" }),
      addNote: async ({ body }) => {
        await table("notes").insert([body]);
        return body;
      },
      removeNote: async ({ params: { id } }) => void (await table("notes").remove(id)),
    };
  },
});

/** A service behind a wire to its database, with two notes. */
async function serve(versions: object) {
  const wire = await cut((await postgresOptions()).url ?? "");
  onTestFinished(() => wire.stop());
  const store = {
    url: wire.url,
    statementTimeout: "200ms",
    versions: { poll: "50ms", lease: "300ms", ...versions },
  };
  const server = await startServer({ config: { plugins: { store, notes } } });
  const add = (id: string) => server.request("/api/notes", jsonRequest("POST", { id }));
  for (const id of ["a", "b"]) expect((await add(id)).status).toBe(200);
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await server.request(path, { headers });
    await answer.text();
    const of = (name: string) => answer.headers.get(name);
    return { status: answer.status, age: of("age"), retry: of("retry-after"), of };
  };
  /** Resolves once nothing that was kept may be used as if it were current. */
  const untilKnown = () => eventually(async () => (await ask("/api/notes")).age);
  return { wire, server, add, ask, untilKnown };
}

const CURRENT = { status: 200, age: null, retry: null };
const STALE = { status: 200, age: expect.stringMatching(/^[1-9]\d*$/), retry: null };
const REFUSED = { status: 503, age: null, retry: "1" };

it.each<["cut" | "hold"]>([["cut"], ["hold"]])(
  "a list and a resource that were current answer 200 with Age while the database is gone by a %s",
  async (fault) => {
    const { wire, server, add, ask, untilKnown } = await serve({});
    const paths = ["/api/notes", "/api/notes/a"];
    for (const path of [...paths, "/api/asker", "/api/fresh", "/api/notes/b"])
      expect(await ask(path)).toMatchObject(CURRENT);
    const { of } = await ask("/api/notes");
    expect(of("cache-control")).toBe("public, max-age=60, stale-if-error=300");
    const { of: ofNote } = await ask("/api/notes/a");
    expect(ofNote("cache-control")).toBe("public, max-age=0, stale-if-error=300");
    expect((await ask("/api/fresh")).of("cache-control")).toBe("no-store");
    await server.request("/api/notes/b", { method: "DELETE" });
    expect(await ask("/api/notes/b")).toMatchObject({ status: 404 });
    expect(await ask("/api/notes")).toMatchObject(CURRENT);

    await wire[fault]();
    await untilKnown();
    for (const path of paths) expect(await ask(path)).toMatchObject(STALE);
    const tag = (await ask("/api/notes")).of("etag") ?? "";
    // Said, as the client of the test adds no-cache otherwise.
    const known = { "if-none-match": tag, "cache-control": "max-stale" };
    expect(await ask("/api/notes", known)).toMatchObject({ ...STALE, status: 304 });
    // Who wants it as it is now, who asks for their own, what was never asked, and what is gone.
    for (const control of ["no-cache", "no-store", "max-age=0"])
      expect(await ask("/api/notes", { "cache-control": control })).toMatchObject(REFUSED);
    for (const path of ["/api/asker", "/api/fresh", "/api/notes?limit=1", "/api/notes/b"])
      expect(await ask(path)).toMatchObject(REFUSED);
    const refused = await add("c");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);

    await wire.restore();
    await eventually(async () => (await ask("/api/notes")).age === null);
    expect((await add("d")).status).toBe(200);
    expect(await ask("/api/notes")).toMatchObject(CURRENT);
  },
);

it("answers stand in for the time that is stated, and no longer", async () => {
  const { wire, server, ask } = await serve({ staleIfError: "1s" });
  const { service } = (await (await server.request("/api/consistency-policy")).json()) as {
    readonly service: { readonly staleIfErrorSeconds: number };
  };
  expect(service.staleIfErrorSeconds).toBe(1);
  expect(await ask("/api/notes/a")).toMatchObject(CURRENT);
  await wire.cut();
  const cutAt = performance.now();
  await eventually(async () => (await ask("/api/notes/a")).status === 503);
  expect(performance.now() - cutAt).toBeGreaterThan(500);
});

it("no answer stands in where versions are exact", async () => {
  const { wire, ask } = await serve({ mode: "exact" });
  expect((await ask("/api/notes")).of("cache-control")).toBe("public, max-age=60");
  await wire.cut();
  expect(await ask("/api/notes")).toMatchObject(REFUSED);
});

it("a service on a file says nothing of it", async () => {
  const server = await startServer({ config: { plugins: { notes } } });
  const answer = await server.request("/api/notes");
  expect(answer.headers.get("cache-control")).toBe("public, max-age=60");
  for (const path of ["/api/openapi", "/api/consistency-policy", "/api/cache-policy"]) {
    const text = await (await server.request(path)).text();
    expect(text).not.toMatch(/stale-?if-?error|"Age"/i);
  }
});
