/** A plugin that writes in each way: bookings of rooms, by hand. */
import { definePlugin, type Plugin } from "waymark";
import { Store, UniqueViolation } from "waymark/services";
import preset from "waymark/preset";
import type { TestServerOptions } from "waymark/testing";
import { z } from "zod";
import { json, startServer } from "../../_setup.ts";
import { badges } from "../identity/_setup.ts";
import { post, type Answer } from "./_setup.ts";

const State = z.enum(["asked", "settled"]).meta({ id: "BookingState" });
const Guest = z.object({ name: z.string().min(1), "birth-year": z.int32().optional() });
export const Booking = z.object({
  id: z.string(),
  roomId: z.string(),
  state: State,
  seats: z.int32().min(1),
  note: z.string().optional(),
  guests: z.array(Guest),
  revision: z.int32().meta({ readOnly: true }),
});
type Booking = z.output<typeof Booking>;
const Room = z.object({ id: z.string(), bookings: z.int32() });

const NewBooking = z.strictObject({
  id: z
    .string()
    .min(1)
    .regex(/^[^/]+$/),
  roomId: z.string(),
  state: State.default("asked"),
  seats: z.int32().min(1),
  note: z.string().optional(),
  guests: z.array(Guest).default([]),
  revision: z.int32().optional().meta({ readOnly: true }),
});
const BookingPatch = z
  .strictObject({ state: State, seats: z.int32().min(1), note: z.string().nullable() })
  .partial();

const item = { path: "/api/bookings/{bookingId}", errors: ["resource-not-found"] } as const;
const writes = { access: { scopes: ["notes:write"] } } as const;

export const bookings = definePlugin({
  id: "bookings",
  summary: "Bookings of rooms.",
  needs: { store: Store },
  schemas: { Booking, Room },
  tables: { bookings: { of: Booking, key: "id" } },
  routes: {
    listBookings: {
      method: "GET",
      path: "/api/bookings",
      summary: "List bookings.",
      list: { of: Booking, as: "bookings", name: "BookingsList" },
      cache: { scope: "public", maxAge: "60s" },
      publish: { rootLink: "bookings" },
    },
    getBooking: {
      ...item,
      method: "GET",
      summary: "Read a booking.",
      returns: Booking,
      cache: { scope: "public", maxAge: "0s" },
      relations: { room: { to: "getRoom", with: { roomId: "roomId" } } },
    },
    getRoom: {
      method: "GET",
      path: "/api/rooms/{roomId}",
      summary: "Read a room.",
      returns: Room,
      cache: { scope: "public", maxAge: "0s" },
    },
    createBooking: {
      method: "POST",
      path: "/api/bookings",
      summary: "Book a room.",
      body: NewBooking,
      returns: Booking,
      creates: { to: "getBooking", with: { bookingId: "id" } },
      errors: ["resource-exists"],
      idempotency: "none",
    },
    replaceBooking: {
      ...item,
      method: "PUT",
      summary: "Replace a booking.",
      body: NewBooking,
      returns: Booking,
      statuses: [201],
      idempotency: "natural",
    },
    patchBooking: {
      ...item,
      method: "PATCH",
      summary: "Change a booking.",
      bodies: {
        "application/merge-patch+json": BookingPatch,
        "application/json-patch+json": z.array(z.object({ op: z.string() })),
      },
      returns: Booking,
      preconditions: "required",
      idempotency: "none",
    },
    removeBooking: {
      ...item,
      method: "DELETE",
      summary: "Cancel a booking.",
      empty: true,
      idempotency: "natural",
    },
    removeAllBookings: {
      ...writes,
      method: "DELETE",
      path: "/api/bookings",
      summary: "Cancel all bookings.",
      query: z.object({ roomId: z.string().optional() }),
      headers: z.object({ "x-reason": z.string().optional() }),
      returns: z.object({ removed: z.int32(), reason: z.string().optional(), by: z.string() }),
      idempotency: "natural",
    },
    removeNothing: {
      method: "DELETE",
      path: "/api/bookings/all",
      summary: "Remove nothing.",
      returns: z.object({ removed: z.int32() }),
      idempotency: "natural",
    },
    sendNotes: {
      method: "POST",
      path: "/api/bookings/{bookingId}/notes",
      summary: "Send notes of any form.",
      body: z.unknown(),
      empty: true,
      idempotency: "none",
    },
    checkBooking: {
      method: "POST",
      path: "/api/bookings/{bookingId}/checks",
      summary: "Check a booking, which fails.",
      returns: z.object({ problems: z.int32() }),
      statuses: [409],
      idempotency: "none",
    },
    failBooking: {
      method: "POST",
      path: "/api/bookings/{bookingId}/failures",
      summary: "Fail.",
      empty: true,
      idempotency: "none",
    },
    importBookings: {
      method: "POST",
      path: "/api/booking-imports",
      summary: "Take bookings in a form of their own.",
      body: z.unknown(),
      returns: z.object({ taken: z.int32() }),
      bareBody: true,
      idempotency: "none",
    },
  },
  handlers: ({ store }) => {
    const find = async (id: string) =>
      (await store.table("bookings").find(id)) as Booking | undefined;
    const all = async () => {
      const { items } = (await store.table("bookings").list({ limit: 500 } as never)) as {
        items: Booking[];
      };
      return items;
    };
    return {
      listBookings: ({ query }) => store.table("bookings").list(query) as never,
      async getBooking({ params: { bookingId }, fail }) {
        return (await find(bookingId)) ?? fail("resource-not-found");
      },
      async getRoom({ params: { roomId } }) {
        const ofRoom = (await all()).filter((booking) => booking.roomId === roomId);
        return { id: roomId, bookings: ofRoom.length };
      },
      async createBooking({ body, fail }) {
        const booking = { ...body, revision: 1 };
        try {
          await store.table("bookings").insert([booking]);
        } catch (error) {
          if (error instanceof UniqueViolation) fail("resource-exists");
          throw error;
        }
        return booking;
      },
      async replaceBooking(call) {
        const { bookingId: id } = call.params;
        const before = await find(id);
        const booking = { ...call.body, id, revision: (before?.revision ?? 0) + 1 };
        if (before === undefined) {
          call.status(201);
          await store.table("bookings").insert([booking]);
        } else await store.table("bookings").update(id, booking);
        return booking;
      },
      async patchBooking({ params: { bookingId }, body, fail }) {
        const before = (await find(bookingId)) ?? fail("resource-not-found");
        const { note = before.note, ...others } = body as Partial<Booking>; // what fits BookingPatch
        const { note: _, ...rest } = before;
        const booking = { ...rest, ...others, ...(note == null ? {} : { note }) } as Booking;
        await store.table("bookings").remove(bookingId);
        await store.table("bookings").insert([booking]);
        return booking;
      },
      async removeBooking({ params: { bookingId }, fail }) {
        if (!(await store.table("bookings").remove(bookingId))) fail("resource-not-found");
      },
      async removeAllBookings({ query, headers, principal }) {
        const chosen = (await all()).filter(({ roomId }) => roomId === (query.roomId ?? roomId));
        const removed = await store.table("bookings").removeAll(chosen.map(({ id }) => id));
        return {
          removed,
          by: principal.name,
          ...(headers["x-reason"] && { reason: headers["x-reason"] }),
        };
      },
      removeNothing: () => ({ removed: 0 }),
      sendNotes: () => undefined,
      checkBooking(call) {
        call.status(409);
        return { problems: 3 };
      },
      failBooking() {
        throw new Error("the secret of the database");
      },
      importBookings: () => ({ taken: 0 }),
    };
  },
});

/** Starts the preset with bookings. Closed when the test ends. */
export async function startBookings({
  plugins = [],
  config = {},
  ...options
}: TestServerOptions = {}) {
  const server = await startServer({
    ...options,
    plugins: [...preset, badges as Plugin, bookings as Plugin, ...plugins],
    config: { ...config, plugins: { access: {}, ...config.plugins } },
  });
  const ask = (path: string, init?: RequestInit) => server.request(path, init);
  const mutate = async (query: string, variables?: object, headers?: Record<string, string>) =>
    json<Answer>(await post(ask, { query, variables }, headers));
  return { server, ask, mutate };
}
