import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Filter, ListQuery } from "waymark";
import type { Scalar, SortKey } from "waymark/advanced";
import type { Table } from "waymark/services";
import { z } from "zod";
import { listOf } from "../../../plugins/tools/shared/store/reference.ts";
import { engines } from "./_engines.ts";
import { openStore, type OpenedStore } from "./_setup.ts";

const Row = z.object({
  id: z.string(),
  name: z.string(),
  note: z.string().optional(),
  size: z.int(),
  weight: z.number().nullable(),
  on: z.boolean(),
  seen: z.boolean().optional(),
  tags: z.array(z.string()),
});
type Row = z.infer<typeof Row>;
const SCALARS = ["id", "name", "note", "size", "weight", "on", "seen"] as const;
const ALL: ListQuery = {
  fields: undefined,
  filters: [],
  sort: [{ field: "id", descending: false }],
  limit: undefined,
  after: undefined,
};

// Few values, so that rows often tie; with what SQL could take for its own.
const text = fc.constantFrom(
  "",
  "a",
  "A",
  "ab",
  "b%",
  "%",
  "_",
  "'",
  '"; drop table t',
  "é",
  "\u{ffff}",
  "\u{1f600}",
  "a\0b",
  "1",
);
const integer = fc.constantFrom(-1, 0, 1, 2, Number.MAX_SAFE_INTEGER);
/** Filters may name numbers that the field never holds. */
const comparedInteger = fc.oneof(integer, fc.constantFrom(-1.5, 0.5, 1e300, -1e300, 2 ** 53));
const decimal = fc.constantFrom(-1.5, 0, 0.1, 1, 1e300);
const values: Readonly<Record<(typeof SCALARS)[number], fc.Arbitrary<Scalar>>> = {
  id: fc.constantFrom("a", "b", "c"),
  name: text,
  note: text,
  size: comparedInteger,
  weight: decimal,
  on: fc.boolean(),
  seen: fc.boolean(),
};

const rows = fc.uniqueArray(
  fc.record(
    {
      id: fc.string({
        minLength: 1,
        maxLength: 2,
        unit: fc.constantFrom("a", "b", "B", "é", "\u{ffff}", "\u{1f600}"),
      }),
      name: text,
      note: text,
      size: integer,
      weight: fc.option(decimal),
      on: fc.boolean(),
      seen: fc.boolean(),
      tags: fc.array(text, { maxLength: 2 }),
    },
    { requiredKeys: ["id", "name", "size", "weight", "on", "tags"] },
  ),
  { selector: (row) => row.id, maxLength: 12 },
) as fc.Arbitrary<Row[]>;

const filter: fc.Arbitrary<Filter> = fc.constantFrom(...SCALARS).chain((field) => {
  const value = fc.option(values[field], { freq: 6 });
  const one = fc.record({
    field: fc.constant(field),
    operator: fc.constantFrom("eq", "ne", "gt", "gte", "lt", "lte"),
    value,
  });
  const many = fc.record({
    field: fc.constant(field),
    operator: fc.constant("in"),
    value: fc.array(value, { maxLength: 3 }),
  });
  const part = fc.record({
    field: fc.constantFrom("id", "name", "note"),
    operator: fc.constant("contains"),
    value: fc.option(text, { freq: 6 }),
  });
  return fc.oneof(one, many, part) as fc.Arbitrary<Filter>;
});
const sort: fc.Arbitrary<SortKey[]> = fc
  .uniqueArray(fc.record({ field: fc.constantFrom(...SCALARS), descending: fc.boolean() }), {
    selector: (key) => key.field,
    maxLength: 4,
  })
  .chain((keys) =>
    fc
      .boolean()
      .map((descending) => [
        ...keys.filter(({ field }) => field !== "id"),
        { field: "id", descending },
      ]),
  );
const fields = fc.option(fc.subarray([...SCALARS, "tags"]), { nil: undefined });

// In a file SQLite is the same as in memory, and slower.
const fast = engines.filter(({ name }) => name !== "SQLite in a file");

describe.each(fast)("a list in SQL on $name", ({ name: engine, database }) => {
  let opened: OpenedStore;
  let table: Table;
  beforeAll(async () => {
    opened = await openStore(await database(), { rows: { of: Row, key: "id" } });
    table = opened.store.table("rows");
  });
  afterAll(() => opened.close());

  async function fill(all: readonly Row[]): Promise<void> {
    for (const { id } of (await table.list<Row>(ALL)).items) await table.remove(id);
    await table.insert(all);
  }

  async function walk(query: ListQuery): Promise<object[]> {
    const items: object[] = [];
    let after: readonly Scalar[] | undefined;
    do {
      const page = await table.list({ ...query, after });
      expect(page.items.length).toBeLessThanOrEqual(query.limit!);
      if (page.next !== undefined) expect(page.items).toHaveLength(query.limit!);
      items.push(...page.items);
      after = page.next;
    } while (after !== undefined);
    return items;
  }

  it("filters, sorts, projects and pages as the reference does", async () => {
    const property = fc.asyncProperty(
      rows,
      fc.array(filter, { maxLength: 3 }),
      sort,
      fields,
      fc.integer({ min: 1, max: 5 }),
      async (all, filters, keys, names, limit) => {
        await fill(all);
        const expected = listOf(all, { filters, sort: keys, fields: names });
        const query: ListQuery = {
          fields: names,
          filters,
          sort: keys,
          limit: undefined,
          after: undefined,
        };
        expect(await table.list(query)).toStrictEqual({ items: expected });
        expect(await walk({ ...query, limit })).toStrictEqual(expected);
      },
    );
    await fc.assert(property, { numRuns: engine === "PostgreSQL" ? 100 : 400 });
  });

  it("continues after nulls and booleans with values of the fields' own types", async () => {
    await fill(
      ["a", "b"].map((id) => ({ id, name: id, size: 1, weight: null, on: true, tags: [] })),
    );
    const keys = ["weight", "on", "note", "id"].map((field) => ({ field, descending: true }));
    expect((await table.list({ ...ALL, fields: [], sort: keys, limit: 1 })).next).toStrictEqual([
      null,
      true,
      null,
      "b",
    ]);
  });

  it("returns fields in the order of the schema, not of the query", async () => {
    await fill([{ tags: [], on: true, id: "a", weight: 1, size: 1, name: "n" }]);
    const [item] = (await table.list({ ...ALL, fields: ["tags", "name", "id", "name"] })).items;
    expect(Object.keys(item!)).toStrictEqual(["id", "name", "tags"]);
  });

  it("keeps serving when clients bring more shapes of queries than are remembered", async () => {
    await fill([{ id: "a", name: "n", size: 1, weight: 1, on: true, tags: [] }]);
    for (let count = 1; count < 600; count++) {
      const page = await table.list({
        ...ALL,
        filters: [{ field: "size", operator: "in", value: Array<number>(count).fill(1) }],
      });
      expect(page.items).toHaveLength(1);
    }
  });

  const injection = 'id" from "rows"; drop table "rows"; --';
  it.each<[string, Partial<ListQuery>, string]>([
    ["an unknown field", { fields: ["nope"] }, 'no field "nope"'],
    ["SQL as a field", { fields: [injection] }, "no field"],
    ["SQL as a sort field", { sort: [{ field: injection, descending: false }] }, "no field"],
    [
      "SQL as a filter field",
      { filters: [{ field: injection, operator: "eq", value: 1 }] },
      "no field",
    ],
    ["two fields in one name", { fields: ["id,name"] }, "no field"],
    ["a member of every object", { fields: ["constructor"] }, "no field"],
    [
      "a filter on a list",
      { filters: [{ field: "tags", operator: "eq", value: "a" }] },
      "not a scalar",
    ],
    ["a sort by a list", { sort: [{ field: "tags", descending: false }] }, "not a scalar"],
    [
      "text for a number",
      { filters: [{ field: "size", operator: "eq", value: "1" }] },
      'holds integer; received the string "1"',
    ],
    [
      "a number for text",
      { filters: [{ field: "name", operator: "in", value: [1] }] },
      "holds text; received the number 1",
    ],
    ["NaN", { filters: [{ field: "weight", operator: "gt", value: Number.NaN }] }, "holds number"],
    [
      "a number for a boolean",
      { filters: [{ field: "on", operator: "eq", value: 1 }] },
      "holds boolean",
    ],
    [
      "contains on a number",
      { filters: [{ field: "size", operator: "contains", value: 1 }] },
      '"contains" is for text',
    ],
    [
      "a list for eq",
      { filters: [{ field: "name", operator: "eq", value: ["a"] }] },
      "received a list",
    ],
    [
      "one value for in",
      { filters: [{ field: "name", operator: "in", value: "a" }] },
      "received one value",
    ],
    ["after without its sort", { after: ["a", "b"] }, "received 2 values"],
    ["a negative limit", { limit: -1 }, "limit -1"],
    ["half a limit", { limit: 0.5 }, "limit 0.5"],
  ])("refuses %s", async (_, part, message) => {
    await expect(table.list({ ...ALL, ...part })).rejects.toThrow(message);
  });

  it("takes SQL in a value for text", async () => {
    const name = "' or 1=1; drop table rows; --";
    await fill([{ id: "a", name, size: 1, weight: 1, on: true, tags: [] }]);
    for (const operator of ["eq", "contains"] as const) {
      expect(
        (await table.list({ ...ALL, filters: [{ field: "name", operator, value: name }] })).items,
      ).toHaveLength(1);
      expect(
        (await table.list({ ...ALL, filters: [{ field: "name", operator, value: `${name}x` }] }))
          .items,
      ).toHaveLength(0);
    }
  });
});
