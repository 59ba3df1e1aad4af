/** Laws of unique fields. */
import assert from "node:assert/strict";
import { type Store, UniqueViolation } from "waymark/services";
import { z } from "zod";
import { holds, oneOf, type Law } from "./law.ts";

const Booking = z.object({
  id: z.string(),
  room: z.string().optional(),
  slot: z.int().nullable(),
  code: z.string().optional(),
});
type Booking = z.output<typeof Booking>;

const tables = { bookings: { of: Booking, key: "id", unique: ["code", ["room", "slot"]] } };

/** Returns the table with two rows. */
async function start(store: Store) {
  const bookings = store.table("bookings");
  await bookings.insert([
    { id: "a", room: "red", slot: 1, code: "x" },
    { id: "b", room: "red", slot: 2 },
  ]);
  const slots = (...expected: readonly string[]) =>
    holds<Booking>(bookings, ({ id, slot }) => `${id}${slot}`, expected);
  return { bookings, slots };
}

export const UNIQUE: readonly Law[] = [
  {
    name: "unique: a write that breaks it names table and fields, and changes nothing",
    tables,
    async run(store) {
      const { bookings, slots } = await start(store);
      const taken = { id: "c", room: "red", slot: 1 };
      const broken = (attempt: Promise<unknown>, ...fields: readonly string[]) =>
        assert.rejects(attempt, { name: "UniqueViolation", table: "bookings", fields });
      await broken(bookings.insert([taken]), "room", "slot");
      await broken(bookings.upsert(taken), "room", "slot");
      await broken(bookings.update("b", { slot: 1 }), "room", "slot");
      await broken(bookings.upsert({ id: "b", slot: 9, code: "x" }), "code");
      const same = ["a", "b"].map((id) => [id, { slot: 3 }] as const);
      await broken(bookings.updateAll(same), "room", "slot");
      await broken(bookings.insert([{ id: "a", slot: 9 }]), "id");
      await broken(bookings.update("b", { id: "a" }), "id");
      await slots("a1", "b2");
    },
  },
  {
    name: "unique: rows share nulls and absent values, and keep their own",
    tables,
    async run(store) {
      const { bookings, slots } = await start(store);
      await bookings.insert([
        { id: "c", room: "red", slot: null },
        { id: "d", room: "red", slot: null },
        { id: "e", slot: 1 },
        { id: "f", slot: 1 },
      ]);
      assert.equal(await bookings.upsert({ id: "a", room: "red", slot: 1, code: "x" }), false);
      assert.equal(await bookings.update("a", { room: "red", code: "x" }), true);
      await bookings.upsert({ id: "g", room: "Red", slot: 1 });
      await slots("a1", "b2", "cnull", "dnull", "e1", "f1", "g1");
    },
  },
  {
    name: "unique: one of many that want the same slot has it",
    tables,
    async run(store) {
      const { bookings } = await start(store);
      const book = async (n: number) => {
        try {
          await store.transaction(async () => {
            await bookings.insert([{ id: `n${n}`, slot: null }]);
            await bookings.update(`n${n}`, { room: "blue", slot: 1 });
          });
          return true;
        } catch (error) {
          if (error instanceof UniqueViolation) return false;
          throw error;
        }
      };
      await oneOf(Array.from({ length: 20 }, (_, n) => book(n)));
      assert.equal((await bookings.list()).items.length, 3);
    },
  },
];
