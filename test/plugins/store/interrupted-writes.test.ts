/** Writes that are cut short: by a client that leaves, by the time of their handler, by bytes that no route asked for. */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { definePlugin, type Duration } from "waymark";
import { Store } from "waymark/services";
import type { TestServer } from "waymark/testing";
import { z } from "zod";
import { startServer } from "../../_setup.ts";
import { connectTo, statuses } from "../../kernel/http/listen/_connection.ts";
import { folderOf } from "../../_folder.ts";

const Note = z.object({ id: z.string(), text: z.string() });

/** A write of two rows with a wait in between, which a test ends. */
async function started(timeout: Duration = "30s") {
  const between = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const late: unknown[] = [];
  const notes = definePlugin({
    id: "notes",
    summary: "Keeps notes.",
    needs: { store: Store },
    tables: { notes: { of: Note, key: "id" } },
    routes: {
      getNote: {
        method: "GET",
        path: "/notes/{id}",
        summary: "Read one.",
        returns: Note,
        cache: { scope: "private", maxAge: "0s" },
        errors: ["resource-not-found"],
      },
      putNote: {
        method: "PUT",
        path: "/notes/{id}",
        summary: "Write two.",
        body: Note,
        returns: Note,
        timeout,
        idempotency: "natural",
      },
      removeNote: {
        method: "DELETE",
        path: "/notes/{id}",
        summary: "Remove one.",
        empty: true,
        idempotency: "natural",
      },
    },
    handlers: ({ store }) => {
      const table = () => store.table("notes");
      return {
        getNote: async ({ params, fail }) =>
          (await table().find<z.output<typeof Note>>(params.id)) ?? fail("resource-not-found"),
        async putNote({ body, params: { id } }) {
          try {
            await table().upsert({ ...body, id });
            begun.resolve();
            await between.promise;
            await table().upsert({ ...body, id: `${id}-2` });
            return { ...body, id };
          } catch (error) {
            late.push(error);
            throw error;
          } finally {
            ended.resolve();
          }
        },
        removeNote: async ({ params }) => void (await table().remove(params.id)),
      };
    },
  });
  // In memory, reads wait for the end of an open transaction.
  const store = { file: join(folderOf(), "notes.sqlite") };
  const server = await startServer({ config: { plugins: { notes, store } } });
  return { server, between, begun, ended, late };
}

const body = JSON.stringify({ id: "a", text: "x" });
const put = `PUT /notes/a HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

async function rows(server: TestServer): Promise<readonly number[]> {
  const answers = ["a", "a-2"].map(async (id) => (await server.request(`/notes/${id}`)).status);
  return Promise.all(answers);
}

it("a write whose client has left happens as a whole", async () => {
  const { server, between, begun, ended } = await started();
  const connection = connectTo(server.origin);
  connection.send(put);
  await begun.promise;
  expect(await rows(server)).toEqual([404, 404]); // others see the state before
  connection.socket.destroy();
  await sleep(20);
  between.resolve();
  await ended.promise;
  await expect.poll(() => rows(server)).toEqual([200, 200]);
});

it("a body that breaks off writes nothing", async () => {
  const { server, begun } = await started();
  const connection = connectTo(server.origin);
  connection.send(put.slice(0, -3));
  await expect.poll(() => connection.socket.bytesWritten).toBeGreaterThan(50);
  connection.socket.destroy();
  const first = await Promise.race([begun.promise.then(() => "written"), sleep(100, "nothing")]);
  expect(first).toBe("nothing");
  expect(await rows(server)).toEqual([404, 404]);
});

it("a handler whose time is over has written nothing, and writes nothing later", async () => {
  const { server, between, ended, late } = await started("200ms");
  const answer = await server.request("/notes/a", {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body,
  });
  expect(answer.status).toBe(503);
  expect(await rows(server)).toEqual([404, 404]);
  between.resolve();
  await ended.promise;
  expect(late).toHaveLength(1); // its transaction is over
  expect(await rows(server)).toEqual([404, 404]);
});

it("a body that no route asked for is not taken for the next request", async () => {
  const { server } = await started();
  const hidden = "DELETE /notes/b HTTP/1.1\r\nHost: a\r\n\r\n";
  const connection = connectTo(server.origin);
  connection.send(
    `DELETE /notes/a HTTP/1.1\r\nHost: a\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}GET /notes/a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
  );
  expect(statuses(await connection.ended)).toEqual([204, 404]);
});

it("OPTIONS and HEAD at the path of a write write nothing", async () => {
  const { server, begun } = await started();
  const options = await server.request("/notes/a", { method: "OPTIONS" });
  expect(options.status).toBe(204);
  expect(options.headers.get("allow")).toBe("GET, HEAD, PUT, DELETE, OPTIONS");
  expect((await server.request("/notes/a", { method: "HEAD" })).status).toBe(404);
  const first = await Promise.race([begun.promise.then(() => "written"), sleep(20, "nothing")]);
  expect(first).toBe("nothing");
});

it.each(["settles", "fails"])(
  "S14: a write that %s as soon as its signal aborts is answered 503, and is undone",
  async (how) => {
    const notes = definePlugin({
      id: "notes",
      summary: "Ends as soon as its signal aborts.",
      needs: { store: Store },
      tables: { notes: { of: Note, key: "id" } },
      routes: {
        putNote: {
          method: "PUT",
          path: "/notes/{id}",
          summary: "Write one, until the time is over.",
          body: Note,
          returns: Note,
          timeout: "20ms",
          idempotency: "natural",
        },
        listNotes: {
          method: "GET",
          path: "/notes",
          summary: "List them.",
          list: { of: Note, as: "notes", name: "NotesList" },
          cache: "no-store",
        },
      },
      handlers: ({ store }) => ({
        listNotes: ({ query }) => store.table("notes").list(query),
        putNote: ({ body: note, signal }) =>
          new Promise((resolve, reject) => {
            const end = () =>
              how === "settles" ? resolve(note) : reject(new Error("the time is over"));
            signal.addEventListener("abort", end);
            store.table("notes").upsert(note).catch(reject);
          }),
      }),
    });
    const server = await startServer({ config: { plugins: { notes } } });
    const headers = { "content-type": "application/json" };
    const answer = await server.request("/notes/a", { method: "PUT", headers, body });
    expect(answer.status).toBe(503);
    expect(await (await server.request("/notes")).json()).toMatchObject({ notes: [] });
  },
);
