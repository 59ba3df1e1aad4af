/** Unique constraints of tables, and the failure that names them. */
import { describe, expect, it } from "vitest";
import { UniqueViolation, type TableDeclaration } from "waymark/services";
import { z } from "zod";
import { runMigrate } from "../../../plugins/store/migrate-command.ts";
import { Options } from "../../../plugins/store/options.ts";
import { engines, lasting } from "./_engines.ts";
import { openStore, seedFile, type StoreOptions } from "./_setup.ts";

const Booking = z.object({
  id: z.string(),
  room: z.string().optional(),
  slot: z.int().nullable(),
  code: z.string().optional(),
  paid: z.boolean().optional(),
  tags: z.array(z.string()).optional(),
});
const UNIQUE = ["code", ["room", "slot"]] as const;
const table = { of: Booking, key: "id", unique: UNIQUE } satisfies TableDeclaration;

const violation = (...fields: string[]) => ({ name: "UniqueViolation", table: "bookings", fields });

describe.each(engines)("a unique constraint on $name", ({ open }) => {
  async function start() {
    const { store } = await open({ bookings: table });
    const bookings = store.table("bookings");
    await bookings.insert([
      { id: "a", room: "red", slot: 1, code: "x" },
      { id: "b", room: "red", slot: 2 },
    ]);
    const slots = async () =>
      (await bookings.list<{ id: string; slot: number }>()).items.map(
        ({ id, slot }) => `${id}${slot}`,
      );
    return { store, bookings, slots };
  }

  it("names neither values nor keys of other rows", async () => {
    const { bookings } = await start();
    const error: unknown = await bookings
      .insert([{ id: "c", room: "red", slot: 1 }])
      .catch((e) => e);
    if (!(error instanceof UniqueViolation)) throw new Error("it was inserted");
    expect(error.message).toBe(
      'a row with this "room" and "slot" exists already in the table "bookings": choose another value, or change that row',
    );
  });
});

describe.each(lasting)("unique constraints on $name", ({ database, indexesOf }) => {
  /** Starts with these constraints, runs the work, and stops. */
  async function withUnique(
    file: StoreOptions,
    unique: TableDeclaration["unique"],
    work: (
      store: Awaited<ReturnType<typeof openStore>>["store"],
    ) => Promise<unknown> = async () => {},
    seed?: URL,
  ): Promise<void> {
    const { store, close } = await openStore(file, {
      bookings: { of: Booking, key: "id", ...(unique && { unique }), ...(seed && { seed }) },
    });
    await work(store).finally(close);
  }

  const migrate = (file: StoreOptions, unique: TableDeclaration["unique"]) =>
    runMigrate({
      options: Options.parse(file),
      registry: {
        of: () => [
          { of: Booking, key: "id", name: "bookings", plugin: "p", ...(unique && { unique }) },
        ],
      },
      signal: new AbortController().signal,
      flags: {},
      print: () => undefined,
    } as unknown as Parameters<typeof runMigrate>[0]); // the parts that it uses

  const insert =
    (...rows: object[]) =>
    (store: Awaited<ReturnType<typeof openStore>>["store"]) =>
      store.table("bookings").insert(rows);

  it("come to a table that exists, stay, and go with `waymark migrate`", async () => {
    const file = await database();
    await withUnique(
      file,
      undefined,
      insert({ id: "a", slot: 1, code: "x" }, { id: "b", slot: 1 }),
    );
    for (let start = 0; start < 2; start++)
      await withUnique(file, ["code"], async (store) => {
        await expect(insert({ id: "c", slot: 1, code: "x" })(store)).rejects.toMatchObject(
          violation("code"),
        );
      });
    await migrate(file, [["code", "slot"]]);
    await withUnique(file, [["code", "slot"]], insert({ id: "c", slot: 2, code: "x" }));
    await migrate(file, undefined);
    await withUnique(file, undefined, insert({ id: "d", slot: 2, code: "x" }));
  });

  it("that rows break stop the start, and leave the file as it was", async () => {
    const file = await database();
    const rows = ["a", "b", "c", "d"].map((id) => ({ id, room: "red", slot: id === "d" ? 2 : 1 }));
    await withUnique(file, undefined, insert(...rows));
    await expect(withUnique(file, ["code", ["room", "slot"]])).rejects.toThrow(
      'the table "bookings" of the plugin "bookings-plugin" has 3 rows with the same "room" and "slot", which is to be unique: change or remove all of them but one',
    );
    expect(await indexesOf(file)).toEqual([]);
  });

  it("that a seed breaks stop the start as well", async () => {
    const seed = seedFile(["a", "b"].map((id) => ({ id, slot: 1, code: "x" })));
    await expect(withUnique(await database(), ["code"], undefined, seed)).rejects.toThrow(
      'has 2 rows with the same "code"',
    );
  });

  it("may be of a boolean, of a number and of the key", async () => {
    await withUnique(await database(), ["paid", "slot", "id", ["id", "paid"]], async (store) => {
      await insert({ id: "a", slot: 1, paid: true })(store);
      await expect(insert({ id: "b", slot: 2, paid: true })(store)).rejects.toMatchObject(
        violation("paid"),
      );
    });
  });

  it.each<[what: string, unique: unknown, message: string]>([
    ["no field", ["colour"], 'has the unique field "colour", which is not a scalar field'],
    ["a list", [["room", "tags"]], 'has the unique field "tags", which is not a scalar field'],
    ["nothing", [[]], "has unique: [[]], which is not a list of fields"],
    ["a field twice", [["room", "room"]], "which is not a list of fields"],
    ["a text", "room", 'has unique: "room", which is not a list of fields'],
  ])("are refused over %s", async (_what, unique, message) => {
    const tables = {
      bookings: { ...table, unique: unique as TableDeclaration["unique"] & object },
    };
    await expect(openStore(await database(), tables)).rejects.toThrow(message);
  });
});
