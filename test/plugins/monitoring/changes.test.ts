/** Changes of resources by requests, as streams of events have them. */
import { expect, it, onTestFinished } from "vitest";
import { definePlugin, type Plugin, type PluginSetting } from "waymark";
import { Runtime, Store } from "waymark/services";
import type { TestServer } from "waymark/testing";
import { z } from "zod";
import { json, jsonRequest, startServer } from "../../_setup.ts";
import { as, startNotes } from "../identity/_setup.ts";
import { journal } from "../identity/_journal.ts";

const Room = z.object({ id: z.string(), name: z.string() });
const room = { path: "/api/rooms/{id}", errors: ["resource-not-found"] } as const;
const cache = { scope: "private", maxAge: "0s" } as const;

/** Rooms, and keys to them that callers with a scope may read. */
const hotel = definePlugin({
  id: "hotel",
  summary: "Keeps rooms.",
  needs: { store: Store, runtime: Runtime },
  tables: { rooms: { of: Room, key: "id" }, keys: { of: Room, key: "id" } },
  errors: { late: { status: 409, message: "Refused after the write." } },
  routes: {
    listRooms: {
      method: "GET",
      path: "/api/rooms",
      summary: "List rooms.",
      list: { of: Room, as: "rooms", name: "RoomsList", relations: { item: "getRoom" } },
      publish: { rootLink: "rooms" },
      cache,
    },
    getRoom: { ...room, method: "GET", summary: "Read a room.", returns: Room, cache },
    addRoom: {
      method: "POST",
      path: "/api/rooms",
      summary: "Add a room.",
      body: Room,
      returns: Room,
      creates: "getRoom",
      errors: ["late"],
      idempotency: "none",
    },
    putRoom: {
      ...room,
      method: "PUT",
      summary: "Replace a room, or add it.",
      body: Room,
      returns: Room,
      statuses: [201],
      idempotency: "natural",
    },
    patchRoom: {
      ...room,
      method: "PATCH",
      summary: "Change a room.",
      body: Room.partial(),
      returns: Room,
      idempotency: "none",
    },
    cleanRoom: {
      ...room,
      method: "POST",
      path: "/api/rooms/{id}/clean",
      summary: "Clean a room.",
      empty: true,
      idempotency: "none",
    },
    removeRoom: {
      ...room,
      method: "DELETE",
      summary: "Remove a room.",
      empty: true,
      idempotency: "natural",
    },
    getKey: {
      method: "GET",
      path: "/api/rooms/{id}/key",
      summary: "Read the key.",
      returns: Room,
      access: { scopes: ["notes:read"] },
      relations: { room: "getRoom" },
      cache,
    },
    putKey: {
      method: "PUT",
      path: "/api/rooms/{id}/key",
      summary: "Replace the key.",
      body: Room,
      returns: Room,
      access: { scopes: ["notes:write"] },
      idempotency: "natural",
    },
    addAll: {
      method: "POST",
      path: "/api/all",
      summary: "Add two rooms by requests, and refuse on demand.",
      query: z.object({ refuse: z.string().optional() }),
      returns: z.object({ seen: z.int() }),
      errors: ["late"],
      idempotency: "none",
    },
  },
  handlers: ({ store, runtime }) => {
    const rooms = store.table("rooms");
    return {
      listRooms: ({ query }) => rooms.list(query),
      getRoom: async ({ params: { id }, fail }) =>
        (await rooms.find<z.output<typeof Room>>(id)) ?? fail("resource-not-found"),
      async addRoom({ body, fail }) {
        await rooms.insert([body]);
        if (body.name === "late") fail("late");
        return body;
      },
      async putRoom(call) {
        if (await rooms.upsert(call.body)) call.status(201);
        return call.body;
      },
      async patchRoom({ params: { id }, body, fail }) {
        await rooms.update(id, body);
        return (await rooms.find<z.output<typeof Room>>(id)) ?? fail("resource-not-found");
      },
      async cleanRoom({ params: { id } }) {
        await rooms.update(id, { name: "clean" });
      },
      removeRoom: async ({ params: { id }, fail }) => {
        if (!(await rooms.remove(id))) fail("resource-not-found");
      },
      getKey: () => ({ id: "1", name: "key" }),
      async putKey({ body }) {
        await store.table("keys").upsert(body);
        return body;
      },
      async addAll(call) {
        for (const id of ["one", "two"])
          await runtime.dispatch(
            {
              method: "POST",
              target: "/api/rooms",
              headers: { "content-type": "application/json" },
              body: JSON.stringify({ id, name: id }),
            },
            call,
          );
        if (call.query.refuse !== undefined) call.fail("late");
        return { seen: (await rooms.list({})).items.length };
      },
    };
  },
}) as Plugin;

const send = (server: TestServer, method: string, path: string, body?: unknown, headers = {}) =>
  server.request(path, jsonRequest(method, body, headers));

/** Follows a stream; the function that it returns ends it and returns the data of all `data.changed` so far. */
async function follow(server: TestServer, headers = {}) {
  const leave = new AbortController();
  onTestFinished(() => leave.abort());
  const answer = await server.request("/api/events", { headers, signal: leave.signal });
  expect(answer.status).toBe(200);
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const changes = () =>
    text
      .split("\n\n")
      .slice(0, -1)
      .filter((frame) => frame.includes("event: data.changed"))
      .map((frame) => JSON.parse(/^data: (.*)$/m.exec(frame)?.[1] ?? "null") as object);
  const read = async () => {
    const { value, done } = (await reader?.read()) ?? { done: true };
    if (done !== true) text += value;
    return done !== true;
  };
  while (!text.includes("heartbeat") && (await read()));
  return async (count: number) => {
    while (changes().length < count && (await read()));
    return changes();
  };
}

const quiet = { heartbeat: "1h", dataInterval: "1h", healthInterval: "1h" } as const;

const start = (events: PluginSetting = quiet): Promise<TestServer> =>
  startNotes({ plugins: [hotel], config: { plugins: { events } } });

it("names the resource, its key and the kind of change, for each kind of route", async () => {
  const server = await start();
  const next = await follow(server);
  await send(server, "POST", "/api/rooms", { id: "a b", name: "A" });
  await send(server, "PUT", "/api/rooms/a%20b", { id: "a b", name: "B" });
  await send(server, "PUT", "/api/rooms/c", { id: "c", name: "C" });
  await send(server, "PATCH", "/api/rooms/c", { name: "D" });
  await send(server, "POST", "/api/rooms/c/clean");
  await send(server, "DELETE", "/api/rooms/c");
  const at = { timestamp: expect.any(String), version: expect.any(Number), resource: "rooms" };
  const first = { ...at, path: "/api/rooms/a%20b", key: "a b" };
  const second = { ...at, path: "/api/rooms/c", key: "c" };
  expect(await next(6)).toEqual([
    { ...first, kind: "created" },
    { ...first, kind: "replaced" },
    { ...second, kind: "created" },
    { ...second, kind: "patched" },
    { ...second, kind: "changed" },
    { ...second, kind: "removed" },
  ]);
});

it("is silent about what was refused or undone, also within another transaction", async () => {
  const server = await start();
  const next = await follow(server);
  await send(server, "POST", "/api/rooms", { id: "x", name: "late" });
  await send(server, "DELETE", "/api/rooms/none");
  await send(server, "POST", "/api/rooms", { id: 1 });
  expect((await send(server, "POST", "/api/all?refuse=1")).status).toBe(409);
  expect((await send(server, "POST", "/api/all")).status).toBe(200);
  await send(server, "DELETE", "/api/rooms/one");
  expect(await next(3)).toMatchObject([
    { key: "one", kind: "created" },
    { key: "two", kind: "created" },
    { key: "one", kind: "removed" },
  ]);
});

it("is published once, without a second event about the version", async () => {
  const server = await start({ ...quiet, dataInterval: "10ms" });
  const next = await follow(server);
  await send(server, "POST", "/api/all");
  await send(server, "PUT", "/api/rooms/one", { id: "one", name: "1" });
  await new Promise((resolve) => setTimeout(resolve, 100));
  const changes = await next(3);
  expect(changes).toHaveLength(3);
  expect(changes).toMatchObject([{ key: "one" }, { key: "two" }, { key: "one" }]);
});

it("reaches those who may read the resource, and shows no other caller that it happened", async () => {
  const server = await startNotes({ plugins: [hotel], config: { plugins: { events: quiet } } });
  const streams = {
    stranger: await follow(server),
    ben: await follow(server, as("ben")),
    ann: await follow(server, as("ann")),
  };
  const secret = await send(server, "PUT", "/api/rooms/1/key", { id: "1", name: "k" }, as("ann"));
  expect(secret.status).toBe(200);
  await send(server, "PUT", "/api/rooms/1", { id: "1", name: "open" });
  const open = [{ path: "/api/rooms/1", resource: "rooms", kind: "created" }];
  expect(await streams.stranger(1)).toMatchObject(open);
  expect(await streams.ben(1)).toMatchObject(open);
  expect(await streams.ann(2)).toMatchObject([
    { path: "/api/rooms/1/key", resource: "rooms.key", kind: "replaced" },
    ...open,
  ]);
});

it("of an owner's row reaches the owner alone", async () => {
  const server = await startNotes({
    plugins: [journal as Plugin, hotel],
    config: { plugins: { events: quiet } },
  });
  const streams = [await follow(server), await follow(server, as("ben"))];
  const own = await follow(server, as("ann"));
  await send(server, "POST", "/api/entries", { ship: "fram", text: "calm" }, as("ann"));
  await send(server, "PUT", "/api/rooms/1", { id: "1", name: "open" });
  for (const next of streams) expect(await next(1)).toMatchObject([{ resource: "rooms" }]);
  expect(await own(2)).toMatchObject([{ resource: "entries" }, { resource: "rooms" }]);
});

it("is described where some route changes resources", async () => {
  const described = async (server: TestServer) =>
    JSON.stringify(await json(await server.request("/api/openapi"))).includes("patched");
  expect(await described(await start())).toBe(true);
  const reading = await startServer();
  expect(await described(reading)).toBe(false);
});
