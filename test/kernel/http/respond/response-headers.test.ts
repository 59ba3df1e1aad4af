/** Response headers that a route declares and its handler fills: on every answer of the handler, in every document. */
import { expect, it } from "vitest";
import { definePlugin, type Plugin } from "waymark";
import preset from "waymark/preset";
import { Store } from "waymark/services";
import { createTestServer } from "waymark/testing";
import { z } from "zod";
import { implemented } from "../../../_offered.ts";
import { json, jsonRequest, startServer } from "../../../_setup.ts";
import { expectToConform } from "../../../_conforms.ts";

const idempotency = await implemented("idempotency");
const Room = z.object({ id: z.string() });
const Total = z.int().min(0).describe("Rooms of the house.");
const Receipt = z.string().max(40).describe("Names the write in the books.");

/** The preset without the stub that the plugin takes the place of. */
const others = preset.filter(({ id }) => id !== "idempotency");

/** Counts how often the list was made. */
const counter = { made: 0 };

const rooms = definePlugin({
  id: "rooms",
  summary: "Rooms with headers of their own.",
  needs: { store: Store },
  tables: { rooms: { of: Room, key: "id" } },
  async setup({ store }) {
    await store.table("rooms").upsert({ id: "first" });
  },
  errors: { "room-taken": { status: 409, message: "The room is taken." } },
  routes: {
    listRooms: {
      method: "GET",
      path: "/api/rooms",
      summary: "List rooms.",
      list: { of: Room, as: "rooms", name: "RoomsList", relations: { item: "getRoom" } },
      responseHeaders: { "X-Total": Total },
      cache: { scope: "public", maxAge: "60s" },
      publish: { rootLink: "rooms" },
    },
    getRoom: {
      method: "GET",
      path: "/api/rooms/{id}",
      summary: "Read a room.",
      returns: Room,
      responseHeaders: { "X-Total": Total },
      cache: { scope: "private", maxAge: "60s" },
      errors: ["resource-not-found"],
    },
    bookRoom: {
      method: "POST",
      path: "/api/rooms",
      summary: "Book a room.",
      body: z.object({ id: z.string(), receipt: z.string() }),
      returns: Room,
      statuses: [409],
      responseHeaders: { "X-Receipt": Receipt },
      errors: ["room-taken"],
      idempotency: "key",
    },
    clearRooms: {
      method: "POST",
      path: "/api/rooms/cleared",
      summary: "Clear all rooms.",
      empty: true,
      redirects: { to: "getRoom", status: 303 },
      responseHeaders: { "X-Receipt": Receipt },
      body: z.object({ next: z.string().optional() }),
      idempotency: "none",
    },
  },
  handlers: ({ store }) => ({
    async listRooms({ query, setHeader }) {
      counter.made += 1;
      const { items } = await store.table("rooms").list<z.output<typeof Room>>(query);
      setHeader("X-Total", items.length);
      return items;
    },
    async getRoom({ params: { id }, setHeader, fail }) {
      setHeader("X-Total", 7);
      return (
        (await store.table("rooms").find<z.output<typeof Room>>(id)) ?? fail("resource-not-found")
      );
    },
    async bookRoom({ body: { id, receipt }, setHeader, status, fail }) {
      setHeader("X-Receipt", receipt);
      if (id === "refused") fail("room-taken");
      if (id === "taken") status(409);
      else await store.table("rooms").upsert({ id });
      return { id };
    },
    clearRooms({ body: { next }, setHeader, redirect }) {
      setHeader("X-Receipt", "cleared");
      if (next !== undefined) redirect("getRoom", { id: next });
    },
  }),
});

/** The part of OpenAPI that is looked at. */
interface Described {
  readonly paths: Record<
    string,
    Record<string, { readonly responses: Record<number, { readonly headers: Headers }> }>
  >;
}
type Headers = Record<string, { readonly schema: object }>;

async function started(plugins: object = {}) {
  const server = await startServer({
    plugins: [...others, idempotency as Plugin, rooms as Plugin],
    config: { plugins: { rooms: {}, ...plugins } },
  });
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    server.request(path, jsonRequest("POST", body, headers));
  const book = (id: string, receipt = "r1", headers = {}) =>
    post("/api/rooms", { id, receipt }, headers);
  return { server, post, book };
}

it("sends what the handler fills, on every answer that it finishes and on no refusal", async () => {
  const { server, post, book } = await started();
  const booked = await book("blue", "receipt 1");
  expect([booked.status, booked.headers.get("x-receipt")]).toEqual([200, "receipt 1"]);
  const taken = await book("taken", "receipt 2");
  expect([taken.status, taken.headers.get("x-receipt")]).toEqual([409, "receipt 2"]);
  const refused = await book("refused");
  expect([refused.status, refused.headers.get("x-receipt")]).toEqual([409, null]);
  const empty = await post("/api/rooms/cleared", {});
  expect([empty.status, empty.headers.get("x-receipt")]).toEqual([204, "cleared"]);
  const elsewhere = await post("/api/rooms/cleared", { next: "blue" });
  expect([elsewhere.status, elsewhere.headers.get("x-receipt")]).toEqual([303, "cleared"]);

  const read = await server.request("/api/rooms/blue");
  expect(read.headers.get("x-total")).toBe("7");
  const etag = read.headers.get("etag") ?? "";
  const head = await server.request("/api/rooms/blue", { method: "HEAD" });
  expect(head.headers.get("x-total")).toBe("7");
  const same = await server.request("/api/rooms/blue", { headers: { "if-none-match": etag } });
  expect([same.status, same.headers.get("x-total")]).toEqual([304, "7"]);
});

it("keeps a list with the headers that were filled for it", async () => {
  const { server, book } = await started();
  await book("blue");
  counter.made = 0;
  const totals = async () => (await server.request("/api/rooms")).headers.get("x-total");
  expect([await totals(), await totals(), counter.made]).toEqual(["2", "2", 1]);
  await book("red");
  expect([await totals(), counter.made]).toEqual(["3", 2]);
});

it("repeats them with the answer of an idempotency key", async () => {
  const { book } = await started();
  const first = await book("blue", "receipt 9", { "idempotency-key": '"k1"' });
  const again = await book("blue", "receipt 9", { "idempotency-key": '"k1"' });
  expect(again.headers.get("idempotency-replayed")).toBe("true");
  expect([first, again].map(({ headers }) => headers.get("x-receipt"))).toEqual([
    "receipt 9",
    "receipt 9",
  ]);
});

it.each(["a\r\nSet-Cookie: a=b", "a\nb", "\u00e9", " a", "a\u0000", "", "x".repeat(41)])(
  "answers 500 in place of a value that does not fit: %j",
  async (receipt) => {
    const { server, book } = await started();
    const answer = await book("blue", receipt);
    expect([answer.status, answer.headers.get("x-receipt")]).toEqual([500, null]);
    expect(answer.headers.get("set-cookie")).toBeNull();
    expect((await server.request("/api/rooms/blue")).status).toBe(404); // undone
  },
);

it("is in OpenAPI and in CORS", async () => {
  const { server } = await started();
  const { paths } = await json<Described>(await server.request("/api/openapi"));
  const of = (path: string, method: string, status: number) =>
    paths[path]?.[method]?.responses[status]?.headers;
  expect(of("/api/rooms", "get", 200)?.["X-Total"]).toEqual({
    description: "Rooms of the house.",
    schema: expect.objectContaining({ type: "integer", minimum: 0 }),
  });
  expect(of("/api/rooms", "post", 200)?.["X-Receipt"]?.schema).toMatchObject({ maxLength: 40 });
  expect(of("/api/rooms/cleared", "post", 303)).toHaveProperty("X-Receipt");
  expect(of("/api/rooms", "get", 200)).not.toHaveProperty("X-Receipt");
  const { headers } = await server.request("/api/rooms");
  expect(headers.get("access-control-expose-headers")).toMatch(/X-Total.*X-Receipt/);
});

it("conforms", async () => {
  await expectToConform(rooms as Plugin, [...others, idempotency as Plugin]);
});

const GET = { method: "GET", path: "/api/x", summary: "Read it.", cache: "no-store" } as const;
const text = { text: { mediaType: "text/plain" } };

it.each<[string, object, RegExp]>([
  ["nothing", { ...text, responseHeaders: {} }, /responseHeaders: expected one entry or more/],
  [
    "a stream",
    { stream: { events: {} }, responseHeaders: { "X-A": Receipt } },
    /no handler that could fill them in time/,
  ],
  [
    "a refusal",
    { alwaysFails: { code: "gone" }, responseHeaders: { "X-A": Receipt } },
    /no handler that could fill them in time/,
  ],
  [
    "no name",
    { ...text, responseHeaders: { "X A": Receipt } },
    /responseHeaders\.X A: expected a name of letters/,
  ],
  ["two spellings", { ...text, responseHeaders: { "X-A": Receipt, "x-a": Receipt } }, /twice/],
  ["the connection's", { ...text, responseHeaders: { Connection: Receipt } }, /connection/],
  ["a cookie", { ...text, responseHeaders: { "Set-Cookie": Receipt } }, /cookie/],
  ["no schema", { ...text, responseHeaders: { "X-A": "text" } }, /not a schema/],
  ["the kernel's", { ...text, responseHeaders: { location: Receipt } }, /kernel writes/],
  ["a policy's", { ...text, responseHeaders: { ETag: Receipt } }, /policy cache of plugin cache/],
])("refuses to start with %s", async (_what, keys, message) => {
  const route = { ...GET, ...keys };
  const plugin = {
    id: "wrong",
    summary: "Declares what it cannot send.",
    routes: { readIt: route },
    handlers: () => ({ readIt: () => "" }),
  } as unknown as Plugin; // as JavaScript may have it
  const starting = createTestServer({
    plugins: [...preset, plugin],
    config: { plugins: { wrong: {} } },
  });
  await expect(starting).rejects.toThrow(message);
});
