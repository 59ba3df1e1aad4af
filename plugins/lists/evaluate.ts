/**
 * Filters, sorts and pages arrays as the store's SQL does. An absent field counts as null. Null equals null, differs
 * from every value, sorts before every value and matches no other operator. Text compares by code point.
 */
import type { Filter, ListPage } from "waymark";
import type { Scalar, SortKey } from "waymark/advanced";
import type { Query } from "./query.ts";

/** Values of the sort fields. */
type Key = readonly Scalar[];

interface ArrayPage extends ListPage<unknown> {
  /** Items seen, as in {@link Query}: set if items equal to the last one follow on the next page. */
  readonly seen?: number | undefined;
}

/** Returns the page of `items` that the query selects. Items with equal sort fields keep their order. */
export function pageOf(items: readonly unknown[], query: Query): ArrayPage {
  const { filters, limit, after, seen } = query;
  const sort = query.unsorted === true ? [] : query.sort;
  const rows = items
    .filter((item) => filters.every((filter) => matches(item, filter)))
    .map((item) => ({ item, key: sort.map(({ field }) => valueOf(item, field)) }))
    .toSorted((a, b) => compareKeys(a.key, b.key, sort));
  const count = (test: (order: number) => boolean, key: Key) =>
    rows.filter((row) => test(compareKeys(row.key, key, sort))).length;
  const before = (key: Key) => count((order) => order < 0, key);

  let start = seen ?? 0;
  if (after !== undefined) {
    const equal = count((order) => order === 0, after);
    start = before(after) + Math.min(seen ?? equal, equal);
  }
  const end = limit === undefined ? rows.length : start + limit;
  const page = rows.slice(start, end).map(({ item }) => item);
  const [last, following] = [rows[end - 1], rows[end]];
  if (last === undefined || following === undefined) return { items: page };
  const cut = compareKeys(following.key, last.key, sort) === 0;
  return { items: page, next: last.key, seen: cut ? end - before(last.key) : undefined };
}

/** Returns the value of a scalar field; null if it is absent. */
function valueOf(item: unknown, field: string): Scalar {
  if (typeof item !== "object" || item === null || !Object.hasOwn(item, field)) return null;
  const value: unknown = Reflect.get(item, field);
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? value
    : null;
}

function matches(item: unknown, { field, operator, value }: Filter): boolean {
  const actual = valueOf(item, field);
  if (operator === "in") return Array.isArray(value) && value.includes(actual);
  if (typeof value === "object" && value !== null) return false; // a list of values is for `in` only
  if (operator === "eq") return actual === value;
  if (operator === "ne") return actual !== value;
  if (actual === null || value === null) return false;
  switch (operator) {
    case "gt":
      return compare(actual, value) > 0;
    case "gte":
      return compare(actual, value) >= 0;
    case "lt":
      return compare(actual, value) < 0;
    case "lte":
      return compare(actual, value) <= 0;
    case "contains":
      return String(actual).includes(String(value));
  }
}

function compareKeys(a: Key, b: Key, sort: readonly SortKey[]): number {
  for (const [index, { descending }] of sort.entries()) {
    const order = compare(a[index] ?? null, b[index] ?? null);
    if (order !== 0) return descending ? -order : order;
  }
  return 0;
}

/** Returns a negative number, zero or a positive one. Both values are of one type, or null. */
function compare(a: Scalar, b: Scalar): number {
  if (a === b) return 0;
  if (a === null) return -1;
  if (b === null) return 1;
  return typeof a === "string" && typeof b === "string" ? compareText(a, b) : Number(a) - Number(b);
}

/** Compares by code point, as databases compare UTF-8. JavaScript's `<` sorts characters beyond U+FFFF before U+E000. */
function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const one = a.charCodeAt(index);
    const other = b.charCodeAt(index);
    if (one !== other) return rank(one) - rank(other);
  }
  return a.length - b.length;
}

/** Returns the code unit, with surrogates moved behind all others, as their code points are. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
