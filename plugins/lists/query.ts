/** The items of a list, and queries for them. */
import { fieldNames, requiredNames, scalarFields, writeOnlyNames } from "waymark/advanced";
import type { Filter, ListQuery, Schema } from "waymark";
import type { ScalarField, SortKey } from "waymark/advanced";

/** The items of one list. Maps, not objects: names come from clients, and `__proto__` is a name like any other. */
export interface ItemShape {
  /** All top-level fields, in the order of the schema. */
  readonly names: readonly string[];
  /** Fields that hold more than one value. */
  readonly composed: readonly string[];
  readonly required: readonly string[];
  /** The fields that can be filtered and sorted by, in the order of the schema. */
  readonly scalars: ReadonlyMap<string, ScalarField>;
  /** The field that makes a sort total: `id`, else the first required scalar field; undefined without such a field. */
  readonly key: string | undefined;
}

/** @param queryable the fields that can be filtered and sorted by, beside the key. Default: all that hold one value. */
export function shapeOf(item: Schema, queryable?: readonly string[]): ItemShape {
  const unread = writeOnlyNames(item);
  const all = Object.values(scalarFields(item)).filter(({ name }) => !unread.includes(name));
  const keys = all.filter(({ required, nullable }) => required && !nullable);
  const key = (keys.find(({ name }) => name === "id") ?? keys[0])?.name;
  const scalars = all.filter(({ name }) => name === key || queryable?.includes(name) !== false);
  const names = fieldNames(item).filter((name) => !unread.includes(name));
  return {
    names,
    composed: names.filter((one) => !all.some(({ name }) => name === one)),
    required: requiredNames(item),
    scalars: new Map(scalars.map((field) => [field.name, field])),
    key,
  };
}

/** A query with what only arrays need, whose order may be their own and whose keys may repeat. */
export interface Query extends ListQuery {
  /** The client requested no sort. Arrays keep the order in which the handler returned them. */
  readonly unsorted?: boolean;
  /**
   * Number of items equal to `after` already seen; without `after`, number of all items seen. Undefined: all that are
   * equal.
   */
  readonly seen?: number | undefined;
  /** The parameters that the route itself declares, as a query string in the order of their names. */
  readonly own?: string;
}

/**
 * A query as a query string, without `?` and cursor. Queries with the same result have the same text, because parsing
 * orders fields and filters. Every `[`, `]` and `%` is escaped, so it stands in a URL as it is (RFC 3986, section 3.4).
 */
export function canonicalSearch({ own, fields, filters, sort, limit, unsorted }: Query): string {
  const pairs = [
    ...(own === undefined ? [] : [own]),
    ...(fields === undefined ? [] : [pair("fields", fields.join(","))]),
    ...filters.map((filter) => pair(filterName(filter), String(filter.value))),
    ...(unsorted === true || sort.length === 0 ? [] : [pair("sort", sort.map(sortTerm).join(","))]),
    ...(limit === undefined ? [] : [pair("limit", String(limit))]),
  ];
  return pairs.join("&");
}

export function pair(name: string, value: string): string {
  return `${encodeURIComponent(name)}=${encodeURIComponent(value).replaceAll("%2C", ",")}`;
}

function filterName({ field, operator }: Filter): string {
  return operator === "eq" ? `filter[${field}]` : `filter[${field}][${operator}]`;
}

function sortTerm({ field, descending }: SortKey): string {
  return descending ? `-${field}` : field;
}
