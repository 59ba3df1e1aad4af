/** Lists with query parameters of their own beside the engine's, and parameters that are repeated. */
import { expect, it } from "vitest";
import { definePlugin, type Plugin } from "waymark";
import { Runtime } from "waymark/services";
import preset from "waymark/preset";
import { createTestServer } from "waymark/testing";
import { z } from "zod";
import { json, startServer } from "../../_setup.ts";
import { expectToConform } from "../../_conforms.ts";

const Room = z.object({ id: z.string(), tags: z.string(), seats: z.int() });
const ROOMS = ["ab", "bc", "cd", "abc", "d"].map((tags, at) => ({
  id: `${at}`,
  tags,
  seats: at * 2,
}));

const Query = z.object({
  tag: z.array(z.string().max(3)).max(3).default([]).describe("Tags that a room must have."),
  from: z.coerce.number().int().optional().describe("Fewest seats."),
});

const rooms = definePlugin({
  id: "rooms",
  summary: "Rooms.",
  needs: { runtime: Runtime },
  routes: {
    listRooms: {
      method: "GET",
      path: "/api/rooms",
      summary: "List rooms.",
      list: { of: Room, as: "rooms", name: "RoomsList" },
      query: Query,
      cache: { scope: "public", maxAge: "60s" },
      publish: { rootLink: "rooms" },
    },
    searchRooms: {
      method: "GET",
      path: "/api/room-search",
      summary: "Search rooms.",
      returns: z.object({ received: z.string() }),
      query: Query,
      cache: { scope: "public", maxAge: "60s" },
      publish: { rootLink: "roomSearch" },
    },
    showBig: {
      method: "GET",
      path: "/api/big",
      summary: "Count the big rooms.",
      returns: z.object({ rooms: z.int() }),
      cache: { scope: "public", maxAge: "60s" },
      publish: { rootLink: "big" },
    },
  },
  handlers: ({ runtime }) => ({
    listRooms: ({ query: { tag, from = 0 } }) =>
      ROOMS.filter(({ tags, seats }) => seats >= from && tag.every((one) => tags.includes(one))),
    searchRooms: ({ query }) => ({ received: JSON.stringify(query) }),
    async showBig(call) {
      const read = await runtime.read(
        "rooms.listRooms",
        {},
        { search: "?from=4", onBehalfOf: call },
      );
      return {
        rooms: read.refusal === undefined && Array.isArray(read.value) ? read.value.length : -1,
      };
    },
  }),
});

interface List {
  readonly rooms: readonly { id: string }[];
  readonly _links: { readonly self: { href: string }; readonly next?: { readonly href: string } };
  readonly error?: { readonly errors: readonly { parameter: string }[] };
}

async function started() {
  const server = await startServer({ plugins: [...preset, rooms as Plugin] });
  const read = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await server.request(path, { headers });
    return { status: answer.status, ...(await json<List & { received: string }>(answer)) };
  };
  return { server, read };
}

const ids = ({ rooms: items }: List) => items.map(({ id }) => id).join("");

it.each([
  ["", "01234"],
  ["?tag=a", "03"],
  ["?tag=b&tag=c", "13"],
  ["?tag=b&tag=c&tag=a", "3"],
  ["?from=4", "234"],
  ["?from=4&tag=d", "24"],
  ["?from=4&from=9&tag=d", "24"],
  ["?tag=b&sort=-seats", "310"],
  ["?filter[seats]=6&tag=b", "3"],
  ["?fields=id&tag=%61", "03"],
])("reads its own parameters with the engine's: %s", async (search, expected) => {
  const { read } = await started();
  expect(ids(await read(`/api/rooms${search}`))).toBe(expected);
});

it.each([
  ["?from=x", "from"],
  ["?tag=long-one", "tag.0"],
  ["?tag=a&tag=long-one", "tag.1"],
  ["?tag=a&tag=b&tag=c&tag=d", "tag"],
  ["?limit=x&from=x", "limit"],
])("refuses %s and names the parameter", async (search, parameter) => {
  const { read } = await started();
  const { status, error } = await read(`/api/rooms${search}`);
  expect([status, error?.errors[0]?.parameter]).toEqual([400, parameter]);
});

it("keeps its own parameters in the next link, and binds the cursor to them", async () => {
  const { read } = await started();
  const seen: string[] = [];
  let path: string | undefined = "/api/rooms?limit=1&tag=c&from=1&tag=b";
  const first = await read(path);
  const next = first._links.next?.href ?? "";
  expect(next).toContain("from=1&tag=c&tag=b&");
  while (path !== undefined) {
    const list: List = await read(path);
    seen.push(ids(list));
    path = list._links.next?.href;
  }
  expect(seen.join("")).toBe("13");
  expect((await read(next.replace("tag=c", "tag=a"))).status).toBe(400);
  expect((await read(next.replace("from=1&", ""))).status).toBe(400);
});

it("knows its own parameters under strict handling", async () => {
  const { read } = await started();
  const strict = { prefer: "handling=strict" };
  expect((await read("/api/rooms?tag=a&from=1", strict)).status).toBe(200);
  expect((await read("/api/rooms?tag=a&nothing=1", strict)).status).toBe(400);
});

it("repeats parameters of other routes too", async () => {
  const { read } = await started();
  const received = async (search: string) =>
    JSON.parse((await read(`/api/room-search${search}`)).received) as unknown;
  expect(await received("?tag=b&tag=a&from=3")).toEqual({ tag: ["b", "a"], from: 3 });
  expect(await received("")).toEqual({ tag: [] });
});

it("has them at every door: reads by plugins, GraphQL", async () => {
  const { server } = await started();
  expect(await json(await server.request("/api/big"))).toMatchObject({ rooms: 3 });
  const query = encodeURIComponent(`{ rooms(tag: ["b", "c"], from: 1) { id } }`);
  expect(await json(await server.request(`/api/graphql?query=${query}`))).toMatchObject({
    data: { rooms: [{ id: "1" }, { id: "3" }] },
  });
});

it("describes them beside the engine's", async () => {
  const { server } = await started();
  const { paths } = await json<never>(await server.request("/api/openapi"));
  const parameters = (paths["/api/rooms"]["get"]["parameters"] as { name?: string }[]).filter(
    ({ name }) => name === "tag" || name === "from",
  );
  expect(parameters).toMatchObject([
    { name: "tag", in: "query", schema: { type: "array", items: { type: "string" } } },
    { name: "from", in: "query" },
  ]);
  expect(JSON.stringify(paths["/api/rooms"]["get"]["parameters"])).toContain("cursor");
});

it("refuses names of the engine's parameters at the start", async () => {
  const bad = definePlugin({
    id: "bad",
    summary: "A list with another cursor.",
    routes: {
      listBad: {
        method: "GET",
        path: "/bad",
        summary: "List.",
        list: { of: Room, as: "bad", name: "BadList" },
        query: z.object({ cursor: z.string() }),
        cache: "no-store",
      },
    },
    handlers: () => ({ listBad: () => [] }),
  });
  const starting = createTestServer({ plugins: [...preset, bad as Plugin] });
  await expect(starting).rejects.toThrow(/query has cursor, which lists have already/);
});

it("conforms", async () => {
  await expectToConform(rooms as Plugin);
});
