/** Requests to the kernel, with each set of features: methods, paths, bodies, failures. */
import { describe, expect, it } from "vitest";
import { definePlugin, definePolicy } from "waymark";
import { z } from "zod";
import { describeMatrix, json, jsonRequest, parseRaw, sendRaw } from "../../../_setup.ts";

const Note = z.object({ id: z.string(), text: z.string() });
const get = { method: "GET", summary: "A route.", cache: "no-store" } as const;

const notes = definePlugin({
  id: "notes",
  summary: "Notes for tests.",
  errors: { "note-locked": { status: 409, message: "The note is locked." } },
  routes: {
    listNotes: { ...get, path: "/notes", list: { of: Note, as: "notes", name: "NotesList" } },
    getNote: {
      ...get,
      path: "/notes/{noteId}",
      returns: Note,
      errors: ["note-locked", "resource-not-found"],
    },
    writeNote: {
      method: "POST",
      path: "/notes",
      summary: "Write a note.",
      idempotency: "none",
      body: z.object({ text: z.string() }),
      returns: Note,
    },
    changeNote: {
      method: "PATCH",
      path: "/notes/{noteId}",
      summary: "Change a note.",
      idempotency: "natural",
      body: z.object({ text: z.string() }),
      returns: Note,
    },
    touchNote: {
      method: "POST",
      path: "/notes/{noteId}/touch",
      summary: "Touch a note; takes no body.",
      idempotency: "natural",
      returns: Note,
    },
    showAbout: { ...get, path: "/about", returns: z.object({ routes: z.int() }), document: true },
    showState: { ...get, path: "/state", returns: z.object({ ok: z.boolean() }), statuses: [503] },
    removeNote: {
      method: "DELETE",
      path: "/notes/{noteId}/text",
      summary: "Remove the text of a note.",
      idempotency: "natural",
      returns: Note,
      statuses: [204],
    },
    crash: { ...get, path: "/crash", returns: Note },
    sleep: { ...get, path: "/sleep", returns: Note },
    showText: { ...get, path: "/text", text: { mediaType: "text/plain" } },
    oldNotes: { ...get, path: "/old", redirect: { to: "listNotes", status: 308 } },
  },
  documents: { showAbout: (registry) => ({ routes: registry.routes.length }) },
  handlers: () => ({
    listNotes: () => [{ id: "1", text: "one" }],
    getNote: ({ params, fail }) =>
      params.noteId === "locked"
        ? fail("note-locked", { detail: "Ask its owner." })
        : { id: params.noteId, text: "é" },
    writeNote: ({ body }) => ({ id: "2", text: body.text }),
    changeNote: ({ params, body }) => ({ id: params.noteId, text: body.text }),
    touchNote: ({ params }) => ({ id: params.noteId, text: "one" }),
    showState: ({ status }) => {
      status(503, { retryAfter: 1.5 });
      return { ok: false };
    },
    removeNote: ({ status }) => {
      status(204);
      return { id: "1", text: "" };
    },
    crash: () => {
      throw new Error("a secret");
    },
    sleep: async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      throw new Error("a secret");
    },
    showText: () => "plain",
  }),
});

const limits = definePlugin({
  id: "limits",
  summary: "A body limit for tests.",
  policies: [definePolicy({ id: "limits", compile: () => ({ maxBodyBytes: 64 }) })],
});

const post = (body: unknown): RequestInit => jsonRequest("POST", body);

describeMatrix("the kernel", { plugins: [limits, notes] }, (ask, server) => {
  it.each<[string, RequestInit | undefined, number, string | undefined]>([
    ["/notes", undefined, 200, '{"notes":[{"id":"1","text":"one"}]}'],
    ["/notes/7", undefined, 200, '{"id":"7","text":"é"}'],
    ["/notes/a%2Fb", undefined, 200, '{"id":"a/b","text":"é"}'],
    ["/notes/%F0%9F%A6%89", undefined, 200, '{"id":"🦉","text":"é"}'],
    ["/notes/..%2fabout", undefined, 200, '{"id":"../about","text":"é"}'],
    ["/n%6ftes", undefined, 200, '{"notes":[{"id":"1","text":"one"}]}'],
    ["/about", undefined, 200, '{"routes":12}'],
    ["/text", undefined, 200, "plain"],
    ["/state", undefined, 503, '{"ok":false}'],
    ["/notes", post({ text: "two" }), 200, '{"id":"2","text":"two"}'],
    ["/old?x=1", undefined, 308, ""],
    ["/about/", undefined, 308, ""],
    ["/notes", { method: "OPTIONS" }, 204, ""],
    ["/notes/7", { method: "HEAD" }, 200, ""],
    ["/nowhere", undefined, 404, undefined],
    ["/Notes", undefined, 404, undefined],
    ["//notes", undefined, 404, undefined],
    ["/notes", { method: "DELETE" }, 405, undefined],
    ["/about", { method: "POST" }, 405, undefined],
    ["/nowhere", { method: "POST" }, 404, undefined],
    ["/notes", { method: "PROPFIND" }, 501, undefined],
    ["/notes/locked", undefined, 409, undefined],
    ["/notes/%zz", undefined, 400, undefined],
    ["/notes/a%00b", undefined, 400, undefined],
    ["/notes/%C3%28", undefined, 400, undefined],
    ["/crash", undefined, 500, undefined],
    ["/sleep", undefined, 500, undefined],
    [
      "/notes",
      { ...post({ text: "x" }), headers: { "content-type": "text/plain" } },
      415,
      undefined,
    ],
    [
      "/notes",
      {
        ...post({ text: "x" }),
        headers: { "content-type": "application/json", "content-encoding": "gzip" },
      },
      415,
      undefined,
    ],
    [
      "/notes",
      { method: "POST", headers: { "content-type": "application/json" }, body: "{" },
      400,
      undefined,
    ],
    ["/notes", post({ text: 1 }), 422, undefined],
    ["/notes", post({ text: "x".repeat(100) }), 413, undefined],
    ["/notes", { headers: { accept: "application/json;q=0" } }, 406, undefined],
    ["/notes", { headers: { accept: "text/html" } }, 200, undefined],
  ])(
    "%s %j answers %i, at first and from a match that is kept",
    async (path, init, status, body) => {
      for (let time = 0; time < 2; time++) {
        const answer = await ask(path, init);
        const text = await answer.text();
        expect(answer.status).toBe(status);
        if (body !== undefined) expect(text).toBe(body);
        expect(answer.headers.get("date")).toMatch(/GMT$/);
        expect(text).not.toContain("secret");
        if (status < 400 || body !== undefined) continue;
        expect(JSON.parse(text).error).toMatchObject({ status });
        expect(answer.headers.get("vary")).toBe("Accept");
      }
    },
  );

  it("keeps no match of a path for another query, escape or fragment", async () => {
    const ids = [];
    for (const target of [
      "/notes/a?x=1",
      "/notes/a?x=%61",
      "/notes/%61",
      "/notes/A",
      "/notes/a%2fb",
    ])
      ids.push((await json<{ id: string }>(await ask(target))).id);
    expect(ids).toEqual(["a", "a", "a", "A", "a/b"]);
  });

  it("says where to go, what is allowed and when to come back", async () => {
    expect((await ask("/old?x=1")).headers.get("location")).toBe("/notes?x=1");
    expect((await ask("/about/?x=1")).headers.get("location")).toBe("/about?x=1");
    expect((await ask("/notes", { method: "PUT" })).headers.get("allow")).toBe(
      "GET, HEAD, POST, OPTIONS",
    );
    expect((await ask("/about", { method: "OPTIONS" })).headers.get("allow")).toBe(
      "GET, HEAD, OPTIONS",
    );
    expect((await ask("/state")).headers.get("retry-after")).toBe("2");
  });

  const JSON_ONLY = "application/json";
  const wrong = { headers: { "content-type": "a/b" }, body: "{}" };
  it.each<[string, RequestInit, { accept?: string; post?: string; patch?: string }]>([
    ["/notes", { method: "OPTIONS" }, { post: JSON_ONLY }],
    ["/notes", { ...wrong, method: "POST" }, { accept: JSON_ONLY, post: JSON_ONLY }],
    ["/notes", {}, {}],
    ["/notes", { method: "PUT" }, {}],
    ["/notes", post({ text: 1 }), {}],
    ["/notes/7", { method: "OPTIONS" }, { patch: JSON_ONLY }],
    ["/notes/7", { ...wrong, method: "PATCH" }, { accept: JSON_ONLY, patch: JSON_ONLY }],
    ["/notes/7/touch", { method: "OPTIONS" }, {}],
    ["/about", { method: "OPTIONS" }, {}],
    ["/nowhere", { method: "OPTIONS" }, {}],
  ])(
    "says which bodies a path takes: %s %j",
    async (path, init, { accept, post: posted, patch }) => {
      const { headers } = await ask(path, init);
      expect({
        accept: headers.get("accept") ?? undefined,
        post: headers.get("accept-post") ?? undefined,
        patch: headers.get("accept-patch") ?? undefined,
      }).toEqual({ accept, post: posted, patch });
    },
  );

  it("names each wrong field of a body by its pointer", async () => {
    const { error } = await json<{ error: { errors: unknown } }>(
      await ask("/notes", post({ text: 1 })),
    );
    expect(error.errors).toEqual([{ detail: expect.any(String), pointer: "/text" }]);
  });

  it("gives HEAD the headers of GET and no body", async () => {
    for (const path of ["/notes", "/about", "/notes/7", "/text"]) {
      const [got, head] = [await ask(path), await ask(path, { method: "HEAD" })];
      const length = (await got.arrayBuffer()).byteLength;
      expect(head.headers.get("content-length")).toBe(String(length));
      expect(head.headers.get("content-type")).toBe(got.headers.get("content-type"));
      expect(await head.text()).toBe("");
    }
  });

  it("sends 204 without content and without a word about it (A16)", async () => {
    const answer = await ask("/notes/7/text", { method: "DELETE" });
    expect([answer.status, await answer.text()]).toEqual([204, ""]);
    expect([...answer.headers.keys()].filter((name) => name.startsWith("content-"))).toEqual([]);
  });

  it("counts a chunked body while reading it", async () => {
    if (server().origin === "") return;
    const chunk = "x".repeat(100);
    const raw = await sendRaw(
      server().origin,
      `POST /notes HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n64\r\n${chunk}\r\n0\r\n\r\n`,
    );
    expect(parseRaw(raw)).toMatchObject({ status: 413 });
    expect(parseRaw(raw).headers.get("connection")).toBe("close");
  });
});

const quiet = definePlugin({
  id: "quiet",
  summary: "Nothing.",
  routes: { q: { ...get, path: "/q", text: { mediaType: "text/plain" } } },
  handlers: () => ({ q: () => "q" }),
});

describeMatrix("below HTTP's parser", { plugins: [quiet] }, (_ask, server) => {
  it.each<[string, string, number]>([
    ["an unknown method", "FOO /q HTTP/1.1\r\nHost: a\r\n\r\n", 400],
    ["a broken header", "GET /q HTTP/1.1\r\nHost: a\r\nBad Header: x\r\n\r\n", 400],
    ["no HTTP at all", "hello\r\n\r\n", 400],
    ["a missing Host", "GET /q HTTP/1.1\r\n\r\n", 400],
    [
      "an expectation that cannot be met",
      "GET /q HTTP/1.1\r\nHost: a\r\nExpect: wonders\r\n\r\n",
      417,
    ],
    ["headers of 70 KiB", `GET /q HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(70_000)}\r\n\r\n`, 431],
    ["CONNECT", "CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n", 405],
  ])("%s is answered in the Error form", async (_name, bytes, status) => {
    const answer = parseRaw(await sendRaw(server().origin, bytes));
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toMatchObject({ error: { status, code: expect.any(String) } });
    expect(answer.headers.get("date")).toMatch(/GMT$/);
    expect(answer.headers.get("vary")).toBe("Accept");
    expect(Number(answer.headers.get("content-length"))).toBe(answer.body.length);
  });

  it("answers OPTIONS * and the absolute form, and keeps the connection after errors", async () => {
    const raw = await sendRaw(
      server().origin,
      "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\nGET http://evil.test/nowhere HTTP/1.1\r\nHost: a\r\n\r\nGET /q HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
    );
    expect(raw.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 204", "HTTP/1.1 404", "HTTP/1.1 200"]);
  });
});

describe("with every plugin off", () => {
  describeMatrix(
    "the kernel",
    { plugins: [{ ...quiet }], config: { plugins: { quiet: false } } },
    (ask) => {
      it("answers 404 in the Error form", async () => {
        const answer = await ask("/q");
        expect(answer.status).toBe(404);
        expect(await answer.json()).toMatchObject({ error: { code: "not-found", status: 404 } });
      });
    },
  );
});
