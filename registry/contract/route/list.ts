/**
 * Queries of lists and their answers: the contract between the list engine, the store and handlers.
 *
 * A query means the same everywhere. An absent field counts as null. Null equals null, differs from every
 * value, sorts before every value (last in descending order) and fits no other operator. Text compares by code point.
 * Without a sort, items are in the order of the key.
 */

/** A value that can be filtered and sorted by. */
export type Scalar = string | number | boolean | null;

/** Filter operators, in the order they are published. */
export const FILTER_OPERATORS = ["eq", "ne", "gt", "gte", "lt", "lte", "in", "contains"] as const;
/** Comparison of a filter: one of {@link FILTER_OPERATORS}. */
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

/** Condition on a scalar field. `in` has a list of values, every other operator one; `contains` is a substring. */
export interface Filter {
  readonly field: string;
  readonly operator: FilterOperator;
  readonly value: Scalar | readonly Scalar[];
}

/** Field to sort by, ascending unless `descending`. */
export interface SortKey {
  readonly field: string;
  readonly descending: boolean;
}

/** A checked query of a list. Conditions hold together (and). `sort` is total: it ends with the list's key. */
export interface ListQuery {
  /** Fields to return, or undefined for all. */
  readonly fields: readonly string[] | undefined;
  readonly filters: readonly Filter[];
  readonly sort: readonly SortKey[];
  /** Largest number of items to return, or undefined for all. */
  readonly limit: number | undefined;
  /** Values of the sort fields of the last item already seen, in the order of `sort`; from the cursor. */
  readonly after: readonly Scalar[] | undefined;
}

/** A part of a list. `next` holds the sort values of its last item when more items follow. */
export interface ListPage<T> {
  readonly items: readonly T[];
  readonly next?: readonly Scalar[] | undefined;
}
