/** Each misuse of a resource's declaration is reported where it is made. */
import { expectTypeOf, test } from "vitest";
import { definePlugin } from "waymark";
import { resource } from "waymark/resources";
import { Clock, type Store } from "waymark/services";
import { z } from "zod";

const Booking = z.object({
  id: z.string(),
  room: z.string(),
  seats: z.int(),
  price: z.number(),
});
const base = {
  name: { one: "booking", many: "bookings" },
  path: "/api/rooms/{roomId}/bookings",
  of: Booking,
  key: "id",
} as const;

test("routes have ids and parameters made from the names", () => {
  const bookings = resource({ ...base, writes: ["create", "remove"] });
  expectTypeOf<keyof typeof bookings.routes>().toEqualTypeOf<
    "listBookings" | "getBooking" | "createBooking" | "removeBooking"
  >();
  definePlugin({
    id: "bookings",
    summary: "Bookings.",
    ...bookings,
    routes: {
      ...bookings.routes,
      showDesk: {
        method: "GET",
        path: "/api/desk",
        summary: "Read the desk.",
        returns: z.object({ open: z.boolean() }),
        cache: "no-store",
        // Ids of the resource's routes are known.
        relations: { bookings: "listBookings" },
      },
    },
    handlers: (use) => ({
      ...bookings.handlers(use),
      showDesk: () => ({ open: true }),
      getBooking: async (call) => {
        expectTypeOf(call.params).toEqualTypeOf<{
          readonly roomId: string;
          readonly bookingId: string;
        }>();
        const booking = await bookings.handlers(use).getBooking(call);
        expectTypeOf(booking).toEqualTypeOf<z.output<typeof Booking>>();
        return booking;
      },
    }),
  });
});

test("a rule gets the change, the table and what it needs", () => {
  resource({
    ...base,
    computed: ["price"],
    needs: { clock: Clock },
    errors: { "room-taken": { status: 409, message: "The room is taken." } },
    async rule(call, use) {
      expectTypeOf(use.clock).toEqualTypeOf<Clock>();
      expectTypeOf(call.store).toEqualTypeOf<Store>();
      const found = await call.table.find(call.key);
      expectTypeOf(found).toEqualTypeOf<z.output<typeof Booking> | undefined>();
      expectTypeOf(call.mine).toEqualTypeOf(call.table);
      if (call.kind === "create") {
        expectTypeOf(call.before).toEqualTypeOf<undefined>();
        expectTypeOf(call.after.price).toEqualTypeOf<number | undefined>();
        expectTypeOf(call.after.seats).toEqualTypeOf<number>();
      }
      if (call.kind === "remove") {
        expectTypeOf(call.after).toEqualTypeOf<undefined>();
        return undefined;
      }
      if (call.after.seats > 9) call.fail("room-taken", { detail: "By another one." });
      return { ...call.after, price: 5 };
    },
  });
});

test("misuse is an error", () => {
  // @ts-expect-error -- not a field
  resource({ ...base, key: "ident" });
  // @ts-expect-error -- not text
  resource({ ...base, key: "seats" });
  // @ts-expect-error -- not a field
  resource({ ...base, computed: ["cost"] });
  // @ts-expect-error -- not a field
  resource({ ...base, indexes: ["cost"] });
  // @ts-expect-error -- not a field
  resource({ ...base, unique: [["room", "cost"]] });
  // @ts-expect-error -- not a way to write
  resource({ ...base, writes: ["upsert"] });
  // @ts-expect-error -- not an option
  resource({ ...base, rules: () => undefined });
  // @ts-expect-error -- a row lacks its fields
  resource({ ...base, rule: () => ({ id: "one" }) });
  // @ts-expect-error -- a field of another type
  resource({ ...base, rule: ({ after }) => (after ? { ...after, seats: "many" } : undefined) });
  resource({
    ...base,
    errors: { "room-taken": { status: 409, message: "The room is taken." } },
    rule({ fail }) {
      // @ts-expect-error -- not a code of the declaration
      fail("room-token");
      fail("unprocessable-content");
    },
  });
  resource({
    ...base,
    rule({ after, table }) {
      // @ts-expect-error -- not a field
      void after?.cost;
      // @ts-expect-error -- not a way to read rows
      void table.select();
    },
  });
  const bookings = resource(base);
  definePlugin({
    id: "bookings",
    summary: "Bookings.",
    ...bookings,
    // @ts-expect-error -- handlers of the resource are missing
    handlers: () => ({}),
  });
});

test("an action begins with states of the row, and sets values of it", () => {
  const bookings = resource({
    ...base,
    errors: { "room-taken": { status: 409, message: "The room is taken." } },
    actions: {
      enlarge: {
        summary: "Enlarge a booking.",
        from: { seats: [1, 2] },
        set: (row, { principal }) => ({ seats: row.seats + 1, room: principal?.id ?? row.room }),
        rule({ before, action, fail }) {
          expectTypeOf(before).toEqualTypeOf<z.output<typeof Booking>>();
          expectTypeOf(action).toEqualTypeOf<string>();
          if (before.price > 5) fail("room-taken");
        },
      },
      checkIn: { summary: "Check in.", set: { seats: 1 } },
    },
  });
  expectTypeOf(
    bookings.routes.checkInBooking.path,
  ).toEqualTypeOf<"/api/rooms/{roomId}/bookings/{bookingId}/check-in">();
  expectTypeOf(bookings.routes.enlargeBooking.method).toEqualTypeOf<"POST">();
  resource({
    ...base,
    actions: {
      one: {
        summary: "Take one seat.",
        // @ts-expect-error -- seats are a number
        set: { seats: "one" },
      },
      two: {
        summary: "Take two seats.",
        // @ts-expect-error -- not a field of a booking
        from: { chairs: [2] },
        set: { seats: 2 },
      },
      three: {
        summary: "Take three seats.",
        // @ts-expect-error -- seats are a number
        from: { seats: ["two"] },
        set: { seats: 3 },
      },
      // @ts-expect-error -- an action has a summary
      four: { set: { seats: 4 } },
    },
  });
});
