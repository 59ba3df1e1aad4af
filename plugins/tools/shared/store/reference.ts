/** The meaning of a list's query, in its simplest form. */
import type { Filter, ListQuery } from "waymark";
import type { Scalar } from "waymark/advanced";

type Meaning = Pick<ListQuery, "fields" | "filters" | "sort">;

/** Returns the rows that a list without pages has. */
export function listOf<T extends object>(
  rows: readonly T[],
  { fields, filters, sort }: Meaning,
): readonly object[] {
  const items = rows.filter((row) => filters.every((filter) => fulfils(row, filter)));
  items.sort((left, right) => {
    for (const { field, descending } of sort) {
      const order = compare(valueOf(left, field), valueOf(right, field));
      if (order !== 0) return descending ? -order : order;
    }
    return 0;
  });
  return items.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => fields?.includes(name) ?? true)),
  );
}

function fulfils(row: object, { field, operator, value }: Filter): boolean {
  const own = valueOf(row, field);
  if (operator === "eq") return own === value;
  if (operator === "ne") return own !== value;
  if (Array.isArray(value)) return value.includes(own);
  if (own === null || value === null) return false;
  if (operator === "contains") return String(own).includes(String(value));
  const order = compare(own, value as Scalar); // not a list
  return operator.startsWith("g")
    ? order > 0 || (operator === "gte" && order === 0)
    : order < 0 || (operator === "lte" && order === 0);
}

/** An absent field counts as null. */
function valueOf(row: object, field: string): Scalar {
  return (Reflect.get(row, field) as Scalar | undefined) ?? null;
}

/** Orders null first, and text by code point, which is the order of its bytes in UTF-8. */
function compare(left: Scalar, right: Scalar): number {
  if (left === null || right === null) return Number(left !== null) - Number(right !== null);
  return typeof left === "string"
    ? Buffer.compare(Buffer.from(left), Buffer.from(String(right)))
    : Number(left) - Number(right);
}
