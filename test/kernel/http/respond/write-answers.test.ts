/** Answers of writes that are not, or must not be, the representation of the resource, and conditions at the edges. */
import { expect, it } from "vitest";
import { definePlugin, definePolicy, type Plugin } from "waymark";
import { Runtime } from "waymark/services";
import { z } from "zod";
import { jsonRequest, startServer } from "../../../_setup.ts";
import { keyPolicy } from "../../../fixtures/keyed.ts";

const Note = z.object({ id: z.string(), text: z.string() });
const read = {
  method: "GET",
  path: "/notes/{id}",
  summary: "Read a note.",
  returns: Note,
  cache: { scope: "private", maxAge: "0s" },
} as const;
const write = { body: Note, returns: Note, idempotency: "none" } as const;

/** A note that is kept in memory, beside further policies. */
function notes(policies: Plugin["policies"] = []) {
  const kept = new Map([["a", "first"]]);
  let status = 200;
  const plugin = definePlugin({
    id: "notes",
    summary: "Keeps notes.",
    policies,
    errors: { "key-missing": { status: 401, message: "The request needs a key." } },
    routes: {
      getNote: { ...read, errors: ["resource-not-found", "key-missing"], keyed: true },
      addNote: {
        ...write,
        method: "POST",
        path: "/notes",
        summary: "Add a note.",
        creates: "getNote",
        statuses: [200, 202],
      },
      putNote: {
        ...write,
        method: "PUT",
        path: "/notes/{id}",
        summary: "Replace a note.",
        statuses: [202],
        headers: z.object({
          "x-one": z.string().optional(),
          "x-two": z.string().optional(),
          "x-three": z.string().optional(),
        }),
      },
      removeNote: {
        method: "DELETE",
        path: "/notes/{id}",
        summary: "Remove a note.",
        returns: Note,
        idempotency: "none",
      },
    },
    handlers: () => ({
      getNote: ({ params: { id }, fail }) => {
        const text = kept.get(id);
        return text === undefined ? fail("resource-not-found") : { id, text };
      },
      addNote(call) {
        kept.set(call.body.id, call.body.text);
        if (status !== 200) call.status(202);
        else if (call.body.text === "known") call.status(200);
        return call.body;
      },
      putNote(call) {
        kept.set(call.params.id, call.body.text);
        if (status === 202) call.status(202);
        return call.body;
      },
      removeNote({ params: { id } }) {
        const text = kept.get(id) ?? "";
        kept.delete(id);
        return { id, text };
      },
    }),
  });
  return { plugin, kept, accept: () => (status = 202) };
}

async function started(...plugins: readonly Plugin[]) {
  const server = await startServer({
    config: { plugins: Object.fromEntries(plugins.map((plugin) => [plugin.id, plugin])) },
  });
  return (method: string, path: string, body?: object, headers: object = {}) =>
    server.request(path, jsonRequest(method, body, headers));
}

const shown = async (answer: Response) => ({
  status: answer.status,
  etag: answer.headers.get("etag"),
  location: answer.headers.get("location"),
  body: await answer.text(),
});

it("a caller who may write and not read receives no representation, and no tag", async () => {
  const { plugin, kept } = notes([keyPolicy]);
  const send = await started(plugin);
  const put = await send("PUT", "/notes/a", { id: "a", text: "second" });
  expect(await shown(put)).toEqual({ status: 204, etag: null, location: null, body: "" });
  expect(kept.get("a")).toBe("second");
  const added = await send("POST", "/notes", { id: "b", text: "x" });
  expect(await shown(added)).toEqual({ status: 201, etag: null, location: "/notes/b", body: "" });
  const minimal = { prefer: "return=minimal" };
  const again = await send("PUT", "/notes/a", { id: "a", text: "third" }, minimal);
  expect(await shown(again)).toMatchObject({ status: 204, etag: null });
  // A condition would say which text the note has.
  const guess = await send("PUT", "/notes/a", { id: "a", text: "x" }, { "if-match": "*" });
  expect([guess.status, kept.get("a")]).toEqual([401, "third"]);
  const key = { "x-key": "open" };
  const known = await shown(await send("PUT", "/notes/a", { id: "a", text: "fourth" }, key));
  expect(known).toEqual(await shown(await send("GET", "/notes/a", undefined, key)));
});

const unguarded = definePolicy({
  id: "keyed",
  key: "keyed",
  schema: z.literal(true),
  compile: () => undefined,
});

it("an answer that is not the resource has no tag", async () => {
  const { plugin, accept } = notes([unguarded]);
  const send = await started(plugin);
  const known = await send("POST", "/notes", { id: "a", text: "known" });
  expect(await shown(known)).toMatchObject({ status: 200, etag: null, location: null });
  const removed = await send("DELETE", "/notes/a");
  expect(await shown(removed)).toMatchObject({ status: 200, etag: null });
  accept();
  const minimal = { prefer: "return=minimal" };
  for (const [method, path] of [
    ["POST", "/notes"],
    ["PUT", "/notes/a"],
  ] as const) {
    const later = await shown(await send(method, path, { id: "a", text: "x" }, minimal));
    expect(later).toMatchObject({ status: 202, etag: null, body: expect.stringContaining("x") });
  }
});

it("is never refused for its coding once something was written", async () => {
  const { plugin, kept } = notes([unguarded]);
  const send = await started(plugin);
  const none = { "accept-encoding": "*;q=0" };
  const answer = await send("PUT", "/notes/a", { id: "a", text: "second" }, none);
  expect([answer.status, kept.get("a")]).toEqual([200, "second"]);
});

it("evaluates conditions beside other headers that the route declares, and refuses dates", async () => {
  const { plugin, kept } = notes([unguarded]);
  const send = await started(plugin);
  const etag = (await send("GET", "/notes/a")).headers.get("etag") ?? "";
  const date = { "if-unmodified-since": "Sun, 06 Nov 1994 08:49:37 GMT" };
  const note = { id: "a", text: "second" };
  const refused = await send("PUT", "/notes/a", note, { ...date, "if-none-match": '"other"' });
  expect([refused.status, kept.get("a")]).toEqual([412, "first"]);
  // If-Match replaces it (RFC 9110, section 13.1.4).
  expect((await send("PUT", "/notes/a", note, { ...date, "if-match": etag })).status).toBe(200);
});

it("takes the tag of every language, and asks no policy that answers in place of the handler", async () => {
  let isWriting = false;
  const texts = definePlugin({
    id: "texts",
    summary: "Keeps a text in two languages.",
    policies: [
      definePolicy({
        id: "replay",
        // The evaluation of a condition is a GET, and the request is not.
        compile: ({ method }) => ({
          answer: () => {
            if (method === "GET" && isWriting) throw new Error("asked about a read of the server");
            return undefined;
          },
        }),
      }),
    ],
    routes: {
      getText: { ...read, path: "/text", languages: ["en", "pt"] },
      putText: { ...write, method: "PUT", path: "/text", summary: "Replace it." },
    },
    handlers: () => ({
      getText: ({ language }) => ({ id: "a", text: language }),
      putText: ({ body }) => body,
    }),
  });
  const send = await started(texts);
  for (const language of ["en", "pt"]) {
    const answer = await send("GET", "/text", undefined, { "accept-language": language });
    const condition = { "if-match": answer.headers.get("etag") ?? "" };
    isWriting = true;
    expect((await send("PUT", "/text", { id: "a", text: "x" }, condition)).status).toBe(200);
    isWriting = false;
  }
});

it("refuses a condition while the resource cannot be read", async () => {
  let writes = 0;
  const frail = definePlugin({
    id: "frail",
    summary: "Cannot be read.",
    routes: {
      getText: { ...read, path: "/text", statuses: [404, 503] },
      putText: { ...write, method: "PUT", path: "/text", summary: "Replace it." },
    },
    handlers: () => ({
      getText(call) {
        call.status(503);
        return { id: "a", text: "x" };
      },
      putText({ body }) {
        writes += 1;
        return body;
      },
    }),
  });
  const send = await started(frail);
  const answer = await send("PUT", "/text", { id: "a", text: "x" }, { "if-none-match": "*" });
  expect([answer.status, writes]).toEqual([412, 0]);
  expect(await answer.text()).toContain("503");
});

it("makes no request of another server", async () => {
  const caller = definePlugin({
    id: "caller",
    summary: "Makes requests.",
    needs: { runtime: Runtime },
    routes: {
      call: {
        method: "GET",
        path: "/call/{target}",
        summary: "Make one.",
        returns: z.object({ status: z.int() }),
        cache: "no-store",
      },
    },
    handlers: ({ runtime }) => ({
      async call(call) {
        const { target } = call.params;
        const { status } = await runtime.dispatch({ method: "GET", target }, call);
        return { status };
      },
    }),
  });
  const send = await started(caller);
  const status = async (target: string) =>
    (await send("GET", `/call/${encodeURIComponent(target)}`)).status;
  expect(await status("/api/ping")).toBe(200);
  for (const target of ["api/ping", ".example/api/ping", "@example/", ":80/api/ping"])
    expect(await status(target)).toBe(500);
});
