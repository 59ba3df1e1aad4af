/** A service with bulk requests, and two tables that operations change. */
import { definePlugin, html, type Plugin } from "waymark";
import { Store } from "waymark/services";
import preset from "waymark/preset";
import type { TestServer, TestServerOptions } from "waymark/testing";
import { z } from "zod";
import { json, jsonRequest, startServer } from "../../_setup.ts";

export interface Result {
  readonly id: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: never;
  readonly omitted?: true;
}
export interface Bulk {
  readonly results: readonly Result[];
  readonly refused?: string;
  readonly error?: {
    readonly code: string;
    readonly errors?: readonly { pointer: string; detail: string }[];
  };
}

const Item = z.object({ id: z.string(), text: z.string() });
const read = { method: "GET", cache: { scope: "private", maxAge: "0s" } } as const;
const write = { body: Item, returns: Item } as const;

/** Hears of each write while it is under way. */
export type Listener = (id: string) => void | Promise<void>;

export const desk = (listener: Listener = () => {}) =>
  definePlugin({
    id: "desk",
    summary: "Keeps notes and tags.",
    needs: { store: Store },
    tables: { notes: { of: Item, key: "id" }, tags: { of: Item, key: "id" } },
    routes: {
      listNotes: {
        ...read,
        path: "/notes",
        summary: "List notes.",
        list: { of: Item, as: "notes", name: "NotesList" },
      },
      getNote: {
        ...read,
        path: "/notes/{id}",
        summary: "Read a note.",
        returns: Item,
        errors: ["resource-not-found"],
      },
      addNote: {
        ...write,
        method: "POST",
        path: "/notes",
        summary: "Add a note.",
        creates: "getNote",
        errors: ["resource-exists"],
        idempotency: "none",
      },
      putNote: {
        ...write,
        method: "PUT",
        path: "/notes/{id}",
        summary: "Replace a note.",
        idempotency: "natural",
      },
      addTag: {
        ...write,
        method: "POST",
        path: "/tags",
        summary: "Add a tag.",
        errors: ["resource-exists"],
        idempotency: "none",
      },
      listTags: {
        ...read,
        path: "/tags",
        summary: "List tags.",
        list: { of: Item, as: "tags", name: "TagsList" },
      },
      streamNotes: {
        method: "GET",
        path: "/stream",
        summary: "Follow notes.",
        stream: { events: { note: Item } },
        cache: "no-store",
      },
      saveNotes: {
        method: "GET",
        path: "/bytes",
        summary: "Save notes.",
        bytes: "application/pdf",
        cache: "no-store",
      },
      loadNotes: {
        method: "POST",
        path: "/upload",
        summary: "Load notes.",
        upload: { mediaTypes: "application/pdf", maxBytes: 10 },
        empty: true,
        transaction: false,
        idempotency: "none",
      },
      showNotes: {
        method: "GET",
        path: "/page",
        summary: "Notes for people.",
        page: { title: "Notes" },
        cache: "no-store",
      },
    },
    handlers: ({ store }) => {
      const insert = async (table: string, item: z.output<typeof Item>) => {
        await listener(item.id);
        if (item.text === "fail") throw new Error("a bug");
        await store.table(table).insert([item]);
        return item;
      };
      return {
        listNotes: ({ query }) => store.table("notes").list(query),
        getNote: async ({ params: { id }, fail }) =>
          (await store.table("notes").find<z.output<typeof Item>>(id)) ??
          fail("resource-not-found"),
        addNote: ({ body }) => insert("notes", body),
        async putNote({ body }) {
          await store.table("notes").upsert(body);
          return body;
        },
        addTag: ({ body }) => insert("tags", body),
        listTags: ({ query }) => store.table("tags").list(query),
        async *streamNotes() {
          yield { event: "note" as const, data: { id: "1", text: "x" } };
        },
        saveNotes: () => new Uint8Array(),
        loadNotes: () => undefined,
        showNotes: () => html`Notes`,
      };
    },
  });

/** A server with bulk requests; closed when the test ends. */
export async function startBulk(
  bulk: object = {},
  { plugins = [desk() as Plugin], config = {}, ...options }: TestServerOptions = {},
) {
  const server = await startServer({
    ...options,
    plugins: [...preset, ...plugins],
    config: { ...config, plugins: { bulk: { enabled: true, ...bulk }, ...config.plugins } },
  });
  return { server, ...bulkClient(server) };
}

export function bulkClient(server: TestServer) {
  const post = (body: unknown, headers: object = {}, init: RequestInit = {}) =>
    server.request("/api/bulk", { ...jsonRequest("POST", body, headers), ...init });
  const run = async (operations: readonly object[], more: object = {}, headers: object = {}) => {
    const answer = await post({ operations, ...more }, headers);
    return { answer, ...(await json<Bulk & { results: Result[] }>(answer)) };
  };
  /** Texts of what a table has, by id. */
  const rows = async (name: "notes" | "tags") => {
    const list = await json<Record<string, { id: string; text: string }[]>>(
      await server.request(`/${name}`),
    );
    return Object.fromEntries((list[name] ?? []).map(({ id, text }) => [id, text]));
  };
  return { post, run, rows };
}

export const get = (path: string, headers?: object, id = path) => ({
  id,
  method: "GET",
  path,
  ...(headers === undefined ? {} : { headers }),
});
export const add = (table: "notes" | "tags", id: string, text = "x") => ({
  id,
  method: "POST",
  path: `/${table}`,
  body: { id, text },
});
