/** Policies around a write: their order, what they see of its end, and how they may change it. */
import { expect, it } from "vitest";
import { definePlugin, definePolicy, refusalOf, type Plugin } from "waymark";
import { z } from "zod";
import { jsonRequest, startServer } from "../../../_setup.ts";

const Note = z.object({ id: z.string(), text: z.string() });
type Around = NonNullable<
  NonNullable<ReturnType<Parameters<typeof definePolicy>[0]["compile"]>>["around"]
>;

/** A plugin with one policy around every write. */
const enclosing = (id: string, around: Around): Plugin =>
  definePlugin({
    id,
    summary: "Encloses writes.",
    policies: [
      definePolicy({ id, compile: ({ method }) => (method === "GET" ? undefined : { around }) }),
    ],
  });

/** Notes that are kept in memory; one with the text "refuse" is refused, one with "fail" fails. */
async function started(...plugins: readonly Plugin[]) {
  const kept = new Map<string, string>();
  const notes = definePlugin({
    id: "notes",
    summary: "Keeps notes.",
    routes: {
      getNote: {
        method: "GET",
        path: "/notes/{id}",
        summary: "Read a note.",
        returns: Note,
        cache: { scope: "private", maxAge: "0s" },
        errors: ["resource-not-found"],
        relations: { help: "getNote" },
      },
      addNote: {
        method: "POST",
        path: "/notes",
        summary: "Add a note.",
        body: Note,
        returns: Note,
        creates: "getNote",
        errors: ["resource-exists"],
        idempotency: "none",
      },
      putNote: {
        method: "PUT",
        path: "/notes/{id}",
        summary: "Replace a note.",
        body: Note,
        returns: Note,
        statuses: [201],
        idempotency: "natural",
      },
      removeNote: {
        method: "DELETE",
        path: "/notes/{id}",
        summary: "Remove a note.",
        empty: true,
        preconditions: "required",
        idempotency: "natural",
      },
    },
    handlers: () => ({
      getNote: ({ params: { id }, fail }) => {
        const text = kept.get(id);
        return text === undefined ? fail("resource-not-found") : { id, text };
      },
      addNote({ body, fail }) {
        if (body.text === "refuse") fail("resource-exists");
        if (body.text === "fail") throw new Error("a bug");
        kept.set(body.id, body.text);
        return body;
      },
      putNote(call) {
        if (!kept.has(call.params.id)) call.status(201);
        kept.set(call.params.id, call.body.text);
        return call.body;
      },
      removeNote: ({ params: { id } }) => void kept.delete(id),
    }),
  });
  const listed = [...plugins, notes];
  const server = await startServer({
    config: { plugins: Object.fromEntries(listed.map((plugin) => [plugin.id, plugin])) },
  });
  const send = (method: string, path: string, body?: object, headers: object = {}) =>
    server.request(path, jsonRequest(method, body, headers));
  return { server, kept, send };
}

it("encloses the handler in the order of the plugins, and shows how the write ended", async () => {
  const seen: unknown[] = [];
  const note =
    (name: string): Around =>
    async (_call, proceed) => {
      seen.push(name);
      const end = await proceed();
      const { status, location } = end as { status: number; location: string };
      seen.push([name, status, location]);
      return end;
    };
  const { send } = await started(
    enclosing("outer", note("outer")),
    enclosing("inner", note("inner")),
  );
  expect((await send("POST", "/notes", { id: "a", text: "x" })).status).toBe(201);
  const end = (name: string) => [name, 201, "/notes/a"];
  expect(seen).toEqual(["outer", "inner", end("inner"), end("outer")]);
});

it("rejects for the policy when the write is refused or fails", async () => {
  const seen: unknown[] = [];
  const { send } = await started(
    enclosing("watch", (_call, proceed) =>
      proceed().catch((error: unknown) => {
        seen.push(refusalOf(error)?.code ?? String(error));
        throw error;
      }),
    ),
  );
  expect((await send("POST", "/notes", { id: "a", text: "refuse" })).status).toBe(409);
  expect((await send("POST", "/notes", { id: "a", text: "fail" })).status).toBe(500);
  expect((await send("POST", "/notes", { id: "a" })).status).toBe(422);
  expect((await send("DELETE", "/notes/a")).status).toBe(428);
  expect(seen).toEqual([
    "resource-exists",
    "Error: a bug",
    "unprocessable-content",
    "precondition-required",
  ]);
});

it("may try again, answer by itself, or refuse", async () => {
  let attempts = 0;
  const again = enclosing("again", async (_call, proceed) => {
    attempts += 1;
    await proceed();
    return proceed();
  });
  const { send: sendAgain, kept } = await started(again);
  expect((await sendAgain("PUT", "/notes/a", { id: "a", text: "x" })).status).toBe(200); // 201 at first
  expect({ attempts, kept: [...kept] }).toEqual({ attempts: 1, kept: [["a", "x"]] });

  const replay = enclosing("replay", () => ({ status: 201, body: "{}", location: "/notes/b" }));
  const { send: sendReplay } = await started(replay);
  const replayed = await sendReplay("POST", "/notes", { id: "a", text: "x" });
  expect([replayed.status, replayed.headers.get("location"), await replayed.text()]).toEqual([
    201,
    "/notes/b",
    "{}",
  ]);

  const refuse = enclosing("refuse", () => ({ refusal: { code: "resource-exists" } }));
  const { send: sendRefused } = await started(refuse);
  expect((await sendRefused("POST", "/notes", { id: "a", text: "x" })).status).toBe(409);
});

it("ends the stream in whose place it answers, so that a server that stops waits for none", async () => {
  let isEnded = false;
  const films = definePlugin({
    id: "films",
    summary: "Makes films.",
    routes: {
      makeFilm: {
        method: "POST",
        path: "/films",
        summary: "Make a film.",
        bytes: { mediaTypes: ["video/mp4"], streamed: true },
        transaction: false,
        idempotency: "none",
      },
    },
    handlers: () => ({
      makeFilm: () =>
        new ReadableStream<Uint8Array>(
          { cancel: () => void (isEnded = true) },
          { highWaterMark: 0 },
        ),
    }),
  });
  const refuse = enclosing("refuse", async (_call, proceed) => {
    await proceed();
    return { refusal: { code: "resource-exists" } };
  });
  const { server, send } = await started(refuse, films);
  expect((await send("POST", "/films")).status).toBe(409);
  const began = performance.now();
  await server.close();
  expect(performance.now() - began).toBeLessThan(20_000); // the drain lasts 35 s
  expect(isEnded).toBe(true);
});

it("answers with the representation that the next read has", async () => {
  const { send } = await started();
  const created = await send("POST", "/notes", { id: "a", text: "x" });
  const read = await send("GET", "/notes/a");
  expect(created.headers.get("etag")).toBe(read.headers.get("etag"));
  expect(await created.text()).toBe(await read.text());
  const put = await send("PUT", "/notes/b", { id: "b", text: "y" });
  expect([put.status, put.headers.get("location")]).toEqual([201, "/notes/b"]);
  const replaced = await send("PUT", "/notes/b", { id: "b", text: "z" });
  expect([replaced.status, replaced.headers.get("location")]).toEqual([200, null]);
  expect(replaced.headers.get("etag")).toBe((await send("GET", "/notes/b")).headers.get("etag"));
});

it("leaves the body out for return=minimal, and says the new tag (RFC 7240, section 4.2)", async () => {
  const { send } = await started();
  const minimal = { prefer: "return=minimal" };
  const created = await send("POST", "/notes", { id: "a", text: "x" }, minimal);
  const replaced = await send("PUT", "/notes/a", { id: "a", text: "y" }, minimal);
  const read = await send("GET", "/notes/a");
  expect([created.status, await created.text(), created.headers.get("content-type")]).toEqual([
    201,
    "",
    null,
  ]);
  expect([replaced.status, replaced.headers.get("etag")]).toEqual([204, read.headers.get("etag")]);
  expect(replaced.headers.get("preference-applied")).toBe("return=minimal");
  const removed = await send("DELETE", "/notes/a", undefined, { "if-match": "*" });
  const absent = ["content-type", "content-length"].map((name) => removed.headers.get(name));
  expect([removed.status, ...absent]).toEqual([204, null, null]);
  expect((await send("GET", "/notes/a")).status).toBe(404);
});
