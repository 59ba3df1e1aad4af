/** Laws of lists: filters, sorts, fields and pages. */
import assert from "node:assert/strict";
import type { Filter, ListQuery } from "waymark";
import { FILTER_OPERATORS, type Scalar, type SortKey } from "waymark/advanced";
import type { Condition, Store, TableRows } from "waymark/services";
import { z } from "zod";
import { refuses, type Law } from "./law.ts";
import { listOf } from "./reference.ts";

const Row = z.object({
  id: z.string(),
  name: z.string(),
  note: z.string().optional(),
  size: z.int(),
  weight: z.number().nullable(),
  on: z.boolean(),
  tags: z.array(z.string()),
});
type Row = z.output<typeof Row>;

// With ties, nulls and absent values, and with texts that SQL and UTF-16 may take for something else.
const ROWS: readonly Row[] = [
  { id: "d", name: "\u{ffff}", size: 3, weight: 1e300, on: false, tags: [] },
  { id: "a", name: "%", size: 2, weight: null, on: true, tags: ["t"] },
  { id: "c", name: "A", note: "", size: 1, weight: -1.5, on: true, tags: [] },
  { id: "b", name: "b%", note: "x", size: 1, weight: 0.5, on: false, tags: [] },
  { id: "f", name: "' or 1=1; --", size: -1, weight: null, on: false, tags: [] },
  { id: "e", name: "\u{1f600}", note: "x", size: 2, weight: 0.5, on: true, tags: [] },
];
const FIELDS = ["id", "name", "note", "size", "weight", "on"] as const;
const BY_ID: SortKey = { field: "id", descending: false };
const ALL: ListQuery = {
  fields: undefined,
  filters: [],
  sort: [BY_ID],
  limit: undefined,
  after: undefined,
};
const tables = { rows: { of: Row, key: "id" } };

async function start(store: Store): Promise<TableRows> {
  const table = store.table("rows");
  await table.insert(ROWS);
  return table;
}

function isOn(id: string): boolean {
  return ROWS.some((row) => row.id === id && row.on);
}

/** Filters by each field and operator, with the values of the rows and null. */
function filtersOf(field: (typeof FIELDS)[number]): readonly Filter[] {
  const values = [...new Set<Scalar>([...ROWS.map((row) => row[field] ?? null), null])];
  const operators = FILTER_OPERATORS.filter(
    (operator) => operator !== "contains" || ["id", "name", "note"].includes(field),
  );
  return operators.flatMap((operator): readonly Filter[] =>
    operator === "in"
      ? [[], values.slice(0, 2), [null]].map((value) => ({ field, operator, value }))
      : values.map((value) => ({ field, operator, value })),
  );
}

const SORTS: readonly (readonly SortKey[])[] = FIELDS.flatMap((field) =>
  [true, false].map((descending) =>
    field === "id"
      ? [{ field, descending }]
      : [{ field, descending }, { field: "on", descending: true }, BY_ID],
  ),
);

/** Returns the items of all pages of a list. */
async function walk(table: TableRows, query: ListQuery, limit: number): Promise<readonly object[]> {
  const items: object[] = [];
  let after: ListQuery["after"];
  do {
    const page = await table.list({ ...query, limit, after });
    assert.ok(page.items.length <= limit, `${page.items.length} items, and a limit of ${limit}`);
    if (page.next !== undefined) assert.equal(page.items.length, limit, "items before a next page");
    items.push(...page.items);
    assert.ok(items.length <= ROWS.length, "the pages do not end");
    after = page.next;
  } while (after !== undefined);
  return items;
}

export const LISTS: readonly Law[] = [
  {
    name: "lists: each filter finds its rows",
    tables,
    async run(store) {
      const table = await start(store);
      const single = FIELDS.flatMap(filtersOf).map((filter) => [filter]);
      const both = filtersOf("size").map((filter) => [filter, ...filtersOf("name").slice(-2, -1)]);
      for (const filters of [...single, ...both]) {
        const expected = listOf(ROWS, { ...ALL, filters });
        const { items } = await table.list({ ...ALL, filters });
        assert.deepEqual(items, expected, JSON.stringify(filters));
      }
    },
  },
  {
    name: "lists: or finds the rows of each alternative; count and exists agree",
    tables,
    async run(store) {
      const table = await start(store);
      const [on, small, noted] = [
        { field: "on", operator: "eq", value: true },
        { field: "size", operator: "lt", value: 2 },
        { field: "note", operator: "ne", value: null },
      ] as const;
      const cases: readonly (readonly [where: readonly Condition[], ids: string])[] = [
        [[], "abcdef"],
        [[{ or: [on, small] }], "abcef"],
        [[noted, { or: [on, small] }], "bce"],
        [[{ or: [[on, small], { field: "id", operator: "eq", value: "d" }] }], "cd"],
        [[{ or: [on] }, { or: [small, noted] }], "ce"],
        [[{ or: [] }], ""],
      ];
      for (const [where, ids] of cases) {
        const { items } = await table.list<Row>({ filters: where });
        const text = JSON.stringify(where);
        assert.equal(items.map(({ id }) => id).join(""), ids, text);
        assert.equal(await table.count(where), ids.length, text);
        assert.equal(await table.exists(where), ids.length > 0, text);
        for (const { id } of ROWS)
          assert.equal(
            await table.update(id, { on: true }, [...where, on]),
            ids.includes(id) && isOn(id),
          );
      }
      assert.equal(await table.count(), ROWS.length);
      await assert.rejects(table.count([{ or: [{ ...on, field: "none" }] }]));
    },
  },
  {
    name: "lists: each sort has its order; without one, that of the key",
    tables,
    async run(store) {
      const table = await start(store);
      for (const sort of SORTS) {
        const { items } = await table.list({ ...ALL, sort });
        assert.deepEqual(items, listOf(ROWS, { ...ALL, sort }), JSON.stringify(sort));
      }
      assert.deepEqual(await table.list(), { items: listOf(ROWS, ALL) });
      assert.deepEqual(await table.list({ ...ALL, sort: [] }), { items: listOf(ROWS, ALL) });
    },
  },
  {
    name: "lists: have the fields that are asked for",
    tables,
    async run(store) {
      const table = await start(store);
      for (const fields of [["id"], ["tags", "note"], ["name", "id", "name"], []]) {
        const { items } = await table.list({ ...ALL, fields });
        assert.deepEqual(items, listOf(ROWS, { ...ALL, fields }), JSON.stringify(fields));
      }
    },
  },
  {
    name: "lists: pages have each row once, and end",
    tables,
    async run(store) {
      const table = await start(store);
      for (const sort of SORTS)
        for (const limit of [1, 2, 4, 6]) {
          const query = { ...ALL, sort, fields: ["id"] };
          assert.deepEqual(await walk(table, query, limit), listOf(ROWS, query));
        }
      assert.deepEqual(await table.list({ ...ALL, limit: 0 }), { items: [] });
      const { next } = await table.list({ ...ALL, limit: 2 });
      assert.deepEqual(next, ["b"], "the sort values of the last item");
    },
  },
  {
    name: "lists: an unknown field is refused",
    tables,
    async run(store) {
      const table = await start(store);
      for (const field of ["nope", "constructor", 'id" from "rows"; --'])
        await refuses({
          [`the field ${field}`]: () => table.list({ ...ALL, fields: [field] }),
          [`a sort by ${field}`]: () => table.list({ sort: [{ field, descending: false }] }),
          [`a filter by ${field}`]: () =>
            table.list({ filters: [{ field, operator: "eq", value: 1 }] }),
        });
    },
  },
];
