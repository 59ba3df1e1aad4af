/** Rooms that are written: the plugin, and what the bare contender takes over from it. */
import { definePlugin, type Plugin } from "../../../kernel/index.ts";
import { Store } from "../../../plugins/services.ts";
import { z } from "zod";

export const Room = z
  .object({ id: z.string(), name: z.string().max(100), seats: z.int().min(0).max(1000) })
  .meta({ id: "Room" });
export type Room = z.output<typeof Room>;

/** Rows that are there before the first request: one for each connection of the load. */
export const ROOMS: readonly Room[] = Array.from({ length: 64 }, (_, index) => ({
  id: `room-${index}`,
  name: "A room",
  seats: 0,
}));

export function benchRooms(): Plugin {
  return definePlugin({
    id: "bench-rooms",
    summary: "Keeps rooms.",
    needs: { store: Store },
    tables: { rooms: { of: Room, key: "id" } },
    async setup({ store }) {
      const rooms = store.table("rooms");
      if ((await rooms.find("room-0")) === undefined) await rooms.insert(ROOMS);
    },
    routes: {
      getRoom: {
        method: "GET",
        path: "/api/rooms/{id}",
        summary: "Read a room.",
        returns: Room,
        cache: { scope: "public", maxAge: "0s" },
        errors: ["resource-not-found"],
      },
      replaceRoom: {
        method: "PUT",
        path: "/api/rooms/{id}",
        summary: "Replace a room.",
        body: Room,
        returns: Room,
        idempotency: "natural",
        errors: ["resource-not-found"],
      },
    },
    handlers: ({ store }) => ({
      getRoom: async ({ params: { id }, fail }) =>
        (await store.table("rooms").find<Room>(id)) ?? fail("resource-not-found"),
      replaceRoom: async ({ params: { id }, body, fail }) =>
        (await store.table("rooms").update(id, body)) ? body : fail("resource-not-found"),
    }),
  });
}
