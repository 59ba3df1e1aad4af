/**
 * Filters, sorts and pages arrays as the store's SQL does. An absent field counts as null. Null equals null, differs
 * from every value, sorts before every value and matches no other operator. Text compares by code point.
 */
import type { Filter, ListPage, Scalar, SortKey } from "waymark";
import type { Query } from "./query.ts";

export interface ArrayPage extends ListPage<unknown> {
  /** As in {@link Query}: set when items equal to the last one follow on the next page. */
  readonly seen?: number | undefined;
}

/** The page of `items` that the query selects. Items with equal sort fields keep their order. */
export function pageOf(items: readonly unknown[], query: Query): ArrayPage {
  const sort = query.unsorted === true ? [] : query.sort;
  const matching = items.filter((item) => query.filters.every((filter) => matches(item, filter)));
  const ordered =
    sort.length === 0 ? matching : matching.toSorted((a, b) => compareItems(a, b, sort));
  const start = startOf(ordered, sort, query);
  const end = query.limit === undefined ? ordered.length : start + query.limit;
  const page = ordered.slice(start, end);
  if (end >= ordered.length) return { items: page };

  const next = valuesOf(ordered[end - 1], sort);
  const cut = compareTo(ordered[end], next, sort) === 0;
  const first = ordered.findIndex((item) => compareTo(item, next, sort) === 0);
  return { items: page, next, seen: cut ? end - first : undefined };
}

/** Index of the first item that was not seen yet. */
function startOf(
  ordered: readonly unknown[],
  sort: readonly SortKey[],
  { after, seen }: Query,
): number {
  if (after === undefined) return seen ?? 0;
  const first = indexOr(ordered, (item) => compareTo(item, after, sort) >= 0);
  const beyond = indexOr(ordered, (item) => compareTo(item, after, sort) > 0);
  return seen === undefined ? beyond : Math.min(first + seen, beyond);
}

function indexOr(items: readonly unknown[], test: (item: unknown) => boolean): number {
  const index = items.findIndex(test);
  return index === -1 ? items.length : index;
}

function valuesOf(item: unknown, sort: readonly SortKey[]): readonly Scalar[] {
  return sort.map(({ field }) => valueOf(item, field));
}

/** The value of a scalar field; null when it is absent. */
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

function compareItems(a: unknown, b: unknown, sort: readonly SortKey[]): number {
  for (const { field, descending } of sort) {
    const order = compare(valueOf(a, field), valueOf(b, field));
    if (order !== 0) return descending ? -order : order;
  }
  return 0;
}

function compareTo(item: unknown, values: readonly Scalar[], sort: readonly SortKey[]): number {
  for (const [index, { field, descending }] of sort.entries()) {
    const order = compare(valueOf(item, field), values[index] ?? null);
    if (order !== 0) return descending ? -order : order;
  }
  return 0;
}

/** Negative, zero or positive. Both values are of one type, or null. */
function compare(a: Scalar, b: Scalar): number {
  if (a === b) return 0;
  if (a === null) return -1;
  if (b === null) return 1;
  return typeof a === "string" && typeof b === "string" ? compareText(a, b) : Number(a) - Number(b);
}

/** By code point, as databases compare UTF-8. JavaScript's `<` sorts characters beyond U+FFFF before U+E000. */
function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const one = a.charCodeAt(index);
    const other = b.charCodeAt(index);
    if (one !== other) return rank(one) - rank(other);
  }
  return a.length - b.length;
}

/** The code unit, with surrogates moved behind all others, as their code points are. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
