import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Filter } from "waymark";
import { FILTER_OPERATORS, type Scalar, type SortKey } from "waymark/advanced";
import { z } from "zod";
import { encodeCursor } from "../../../plugins/lists/cursor.ts";
import { createEngine } from "../../../plugins/lists/engine.ts";
import { ask, callOf, documentEngine, engine, parsed, SIZES, Item } from "./_setup.ts";

const names = ["id", "name", "kind", "size", "ratio", "done", "day", "at", "parts"] as const;

const item = (id: string, more: Partial<Item> = {}): Item => ({
  id,
  name: "n",
  kind: "a",
  ratio: null,
  parts: [],
  ...more,
});
const ids = (items: readonly unknown[]) => items.map((one) => (one as Item).id);

/** Follows `next` from the first page to the last. */
function walk(
  items: readonly unknown[],
  search: string,
  on = engine,
): readonly (readonly unknown[])[] {
  const pages: (readonly unknown[])[] = [];
  for (let target: string | undefined = `/items${search}`; target !== undefined;) {
    const page = ask(items, target.slice("/items".length), {}, on);
    pages.push(page.items);
    if (pages.length > 200) throw new Error(`no end: ${target}`);
    target = page.facts.next;
  }
  return pages;
}

/** Few values, so that many items are equal in many fields; characters on both sides of the surrogates. */
const text = fc.constantFrom("", "a", "A", "b", "ab", "\u{ff5e}", "\u{1f600}", "\u{e000}", "é");
const arbitraryItem = fc.record(
  {
    id: fc.uuid(),
    name: text,
    kind: fc.constantFrom("a", "b"),
    size: fc.integer({ min: -2, max: 2 }),
    ratio: fc.option(fc.constantFrom(-0.5, 0, 1.5)),
    done: fc.boolean(),
    day: fc.constantFrom("2025-01-01", "2025-01-02"),
    at: fc.constantFrom("2025-01-01T00:00:00Z", "2025-01-02T00:00:00Z"),
    parts: fc.array(text, { maxLength: 2 }),
  },
  { requiredKeys: ["id", "name", "kind", "ratio", "parts"] },
);
const arbitraryItems = fc.uniqueArray(arbitraryItem, { maxLength: 15, selector: ({ id }) => id });

it("neither selects, filters nor sorts by what no answer has", () => {
  const pin = z.string().meta({ writeOnly: true }).optional();
  const secretive = createEngine(Item.extend({ pin }), { ...SIZES, whole: false });
  for (const search of ["?filter[pin]=1", "?sort=pin"])
    expect(() => ask([item("1")], search, {}, secretive)).toThrow('there is no field "pin"');
  expect(parsed("?fields=pin,id", {}, secretive).fields).toEqual(["id"]);
});

const sortable = ["id", "name", "kind", "size", "ratio", "done", "day", "at"] as const;
const arbitrarySort = fc.uniqueArray(
  fc.record({ field: fc.constantFrom(...sortable), descending: fc.boolean() }),
  {
    selector: ({ field }) => field,
    maxLength: 3,
  },
);
const filterOf = <T extends Scalar>(
  field: string,
  operators: readonly Filter["operator"][],
  value: fc.Arbitrary<T>,
) =>
  fc.constantFrom(...operators).chain((operator) =>
    fc.record({
      field: fc.constant(field),
      operator: fc.constant(operator),
      value: (operator === "in"
        ? fc.array(value, { minLength: 1, maxLength: 3 })
        : value) as fc.Arbitrary<Filter["value"]>,
    }),
  );
const ordered = FILTER_OPERATORS.filter((operator) => operator !== "contains");
const arbitraryFilters = fc.uniqueArray(
  fc.oneof(
    filterOf("name", FILTER_OPERATORS, text),
    filterOf("kind", FILTER_OPERATORS, fc.constantFrom("a", "b")),
    filterOf("size", ordered, fc.integer({ min: -2, max: 2 })),
    filterOf("ratio", ordered, fc.constantFrom(-0.5, 0, 1.5)),
    filterOf("done", ["eq", "ne", "in"], fc.boolean()),
    filterOf("day", ordered, fc.constantFrom("2025-01-01", "2025-01-02")),
  ),
  { selector: ({ field, operator }) => `${field} ${operator}`, maxLength: 3 },
);

function searchOf(filters: readonly Filter[], sort: readonly SortKey[], limit?: number): string {
  const search = new URLSearchParams(
    filters.map(({ field, operator, value }): [string, string] => [
      `filter[${field}][${operator}]`,
      String(value),
    ]),
  );
  if (sort.length > 0)
    search.set(
      "sort",
      sort.map(({ field, descending }) => `${descending ? "-" : ""}${field}`).join(","),
    );
  if (limit !== undefined) search.set("limit", String(limit));
  return `?${search.toString()}`;
}

/** A naive version of the store's SQL: text as UTF-8 bytes, one comparison for everything. */
function reference(
  items: readonly Item[],
  filters: readonly Filter[],
  sort: readonly SortKey[],
): readonly Item[] {
  const at = (one: Item, field: string): Scalar =>
    (one as unknown as Record<string, Scalar>)[field] ?? null;
  const compare = (a: Scalar, b: Scalar): number => {
    if (a === null || b === null) return Number(a !== null) - Number(b !== null);
    if (typeof a === "string" && typeof b === "string")
      return Buffer.compare(Buffer.from(a), Buffer.from(b));
    return Number(a) - Number(b);
  };
  const fits = (one: Item, { field, operator, value }: Filter): boolean => {
    const held = at(one, field);
    if (operator === "in")
      return (value as readonly Scalar[]).some((wanted) => compare(held, wanted) === 0);
    if (operator === "ne") return compare(held, value as Scalar) !== 0;
    if (held === null) return false;
    const order = compare(held, value as Scalar);
    const results = {
      eq: order === 0,
      gt: order > 0,
      gte: order >= 0,
      lt: order < 0,
      lte: order <= 0,
    };
    return operator === "contains" ? String(held).includes(String(value)) : results[operator];
  };
  return items
    .filter((one) => filters.every((filter) => fits(one, filter)))
    .toSorted((a, b) =>
      sort.reduce(
        (order, { field, descending }) =>
          order || compare(at(a, field), at(b, field)) * (descending ? -1 : 1),
        0,
      ),
    );
}

describe("arrays", () => {
  it("equal a naive reference, page by page, each item once", () => {
    fc.assert(
      fc.property(
        arbitraryItems,
        arbitraryFilters,
        arbitrarySort,
        fc.integer({ min: 1, max: 5 }),
        (items, filters, sort, limit) => {
          const pages = walk(items, searchOf(filters, sort, limit));
          const total = sort.length === 0 ? [] : [...sort, { field: "id", descending: false }];
          expect(pages.flat()).toEqual(reference(items as Item[], filters, total));
          expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("keep the order of their items without a sort", () => {
    const items = ["c", "a", "d", "b"].map((id) => item(id));
    expect(ids(ask(items, "?limit=4").items)).toEqual(["c", "a", "d", "b"]);
    expect(walk(items, "?limit=3").map(ids)).toEqual([["c", "a", "d"], ["b"]]);
  });

  it("begin with the last key where they are to, and break ties with it", () => {
    const latestFirst = createEngine(Item, { ...SIZES, whole: false, latestFirst: true });
    const query = (search: string) => latestFirst.parse(callOf(search));
    expect(query("")).toMatchObject({ sort: [{ field: "id", descending: true }] });
    expect(query("?sort=id")).toMatchObject({ sort: [{ field: "id", descending: false }] });
    expect(query("?sort=name")).toMatchObject({
      sort: [
        { field: "name", descending: false },
        { field: "id", descending: true },
      ],
    });
  });

  it("are walked once even when their key repeats", () => {
    const items = Array.from({ length: 11 }, (_, n) => item("same", { size: n }));
    for (const sort of ["", "&sort=name", "&sort=-kind,id"]) {
      const seen = walk(items, `?limit=4${sort}`).flat();
      expect(seen.map((one) => (one as Item).size)).toEqual(items.map(({ size }) => size));
    }
  });

  it("go on after an item that is gone", () => {
    const items = ["a", "b", "c", "d"].map((id) => item(id));
    const { next } = ask(items, "?sort=id&limit=2").facts;
    const later = items.filter(({ id }) => id !== "b");
    expect(ids(ask(later, next!.slice("/items".length)).items)).toEqual(["c", "d"]);
  });

  it("of documents come whole unless a limit is given", () => {
    const items = Array.from({ length: 20 }, (_, n) => item(String(n)));
    expect(ask(items, "", {}, documentEngine)).toMatchObject({ meta: { count: 20 }, facts: {} });
    expect(ask(items, "").items).toHaveLength(SIZES.defaultPageSize);
    expect(walk(items, "?limit=5", documentEngine).flat()).toEqual(items);
  });

  it("of items without a key can be sorted and paged", () => {
    const keyless = createEngine(z.object({ note: z.string().optional() }), {
      ...SIZES,
      whole: false,
    });
    const items = [{ note: "b" }, {}, { note: "a" }, {}, { note: "b" }];
    expect(walk(items, "?sort=-note&limit=1", keyless).flat()).toEqual([
      { note: "b" },
      { note: "b" },
      { note: "a" },
      {},
      {},
    ]);
  });
});

describe("fields", () => {
  it("leaves of each item what was asked for and is known", () => {
    const asked = fc.array(
      fc.oneof(fc.constantFrom(...names), fc.constantFrom("__proto__", "constructor", "nope", "")),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(arbitraryItem, asked, (one, wanted) => {
        const result = ask(
          [one],
          `?${new URLSearchParams({ fields: wanted.join(",") }).toString()}`,
        );
        const expected = names.filter((name) => wanted.includes(name) && Object.hasOwn(one, name));
        expect(Object.keys(result.items[0] as object)).toEqual(expected);
        expect(result.items[0]).toEqual(
          Object.fromEntries(expected.map((name) => [name, one[name]])),
        );
        expect(result).toMatchObject({ meta: { count: 1 }, facts: {} });
      }),
    );
  });

  it("leaves items as they are when not given", () => {
    const one = { ...item("a"), extra: 1 };
    expect(ask([one], "")).toEqual({ items: [one], meta: { count: 1 }, facts: {} });
  });
});

describe("preferences", () => {
  const one = item("a", { size: 1, done: true });
  const required = { id: "a", name: "n", kind: "a", ratio: null, parts: [] };

  it("return=minimal leaves the required fields", () => {
    expect(ask([one], "", { return: "minimal" })).toMatchObject({
      items: [required],
      facts: { applied: ["return=minimal"] },
    });
  });

  it("fields say more than return=minimal", () => {
    const { items, facts } = ask([one], "?fields=size", { return: "minimal" });
    expect(items).toEqual([{ size: 1 }]);
    expect(facts.applied).toBeUndefined();
  });

  it("handling=strict is applied", () => {
    expect(ask([one], "?fields=id", { handling: "strict" }).facts.applied).toEqual([
      "handling=strict",
    ]);
    expect(ask([one], "", { handling: "lenient", return: "representation" }).facts).toEqual({});
  });
});

describe("next", () => {
  const items = ["a", "b", "c", "d"].map((id, n) => item(id, { size: n % 2 }));

  it("keeps the query, in canonical form", () => {
    const search = "?utm=1&limit=1&sort=-size&filter[name][in]=n,m&filter[kind]=a&fields=size,id";
    const { next } = ask(items, search).facts;
    expect(next).toMatch(
      /^\/items\?fields=id,size&filter%5Bname%5D%5Bin%5D=m,n&filter%5Bkind%5D=a&sort=-size,id&limit=1&cursor=[\w-]+$/,
    );
    expect(new URL(next!, "http://localhost").href).toBe(`http://localhost${next}`);
  });

  it("is absent on the last page", () => {
    expect(ask(items, "?limit=4").facts.next).toBeUndefined();
    expect(ask([], "").facts).toEqual({});
  });

  it("leads to the same place for pages of a store", () => {
    const call = callOf("?sort=size&limit=2");
    const query = parsed("?sort=size&limit=2");
    const { facts } = engine.finish({ items: items.slice(0, 2), next: [0, "c"] }, query, call);
    expect(parsed(facts.next!.slice("/items".length))).toMatchObject({
      after: [0, "c"],
      limit: 2,
      sort: query.sort,
    });
    expect(engine.finish({ items: [] }, query, call)).toEqual({
      items: [],
      meta: { count: 0 },
      facts: {},
    });
  });

  it("trims pages of a store again, and only once", () => {
    const call = callOf("?fields=id");
    const full = engine.finish({ items }, parsed("?fields=id"), call);
    expect(full.items).toEqual(items.map(({ id }) => ({ id })));
    expect(engine.finish({ items: full.items }, parsed("?fields=id"), call)).toEqual(full);
  });
});

describe("cursors", () => {
  const items = Array.from({ length: 9 }, (_, n) => item(`${n}`, { name: "é~" }));
  const search = "?sort=-name&limit=2";
  const cursor = new URL(ask(items, search).facts.next!, "http://localhost").searchParams.get(
    "cursor",
  )!;
  const refused = (target: string, path?: string) =>
    "code" in engine.parse(callOf(target, {}, path));

  it("hold for their query only, with other fields and another page size", () => {
    for (const same of [
      search,
      "?sort=-name,id",
      "?sort=-name&limit=5&fields=id",
      "?sort=-name&utm=1",
    ]) {
      expect({ same, refused: refused(`${same}&cursor=${cursor}`) }).toEqual({
        same,
        refused: false,
      });
    }
    for (const other of [
      "?",
      "?sort=name",
      "?sort=-name,-id",
      "?sort=-name&filter[kind]=a",
      "?sort=-size",
    ]) {
      expect({ other, refused: refused(`${other}&cursor=${cursor}`) }).toEqual({
        other,
        refused: true,
      });
    }
    expect(refused(`${search}&cursor=${cursor}`, "/others")).toBe(true);
  });

  it("are refused when anything in them was changed", () => {
    const change = fc.record({
      at: fc.nat(cursor.length - 1),
      to: fc.constantFrom(
        ..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/. ",
      ),
    });
    fc.assert(
      fc.property(change, ({ at, to }) => {
        const changed = `${cursor.slice(0, at)}${to}${cursor.slice(at + 1)}`;
        expect(refused(`${search}&cursor=${encodeURIComponent(changed)}`)).toBe(changed !== cursor);
      }),
      { numRuns: 500 },
    );
    for (let length = 0; length < cursor.length; length++) {
      expect(refused(`${search}&cursor=${cursor.slice(0, length)}`)).toBe(true);
      expect(refused(`${search}&cursor=${cursor}${cursor.slice(0, length + 1)}`)).toBe(true);
    }
  });

  it.each([
    [[1, "a"], false],
    [[null, "a"], false],
    [[null, null], true],
    [["1", "a"], true],
    [[0], true],
    [[0, "a", "b"], true],
    [[0, "a\0"], true],
    [[0, { id: "a" }], true],
  ])("with %j for size and id: refused is %j", (after, expected) => {
    const forged = encodeCursor({ after: after as Scalar[] }, "/items?sort=size,id");
    expect(refused(`?sort=size&cursor=${forged}`)).toBe(expected);
  });

  it("are refused when they are anything else", () => {
    const content = fc.json().map((json) => Buffer.from(json).toString("base64url"));
    fc.assert(
      fc.property(fc.oneof(fc.string(), content), (any) =>
        refused(`?cursor=${encodeURIComponent(any)}`),
      ),
    );
  });
});
