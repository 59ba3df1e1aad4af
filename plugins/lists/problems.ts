/** Limits of a list's query string, and texts of its problems. */
import { didYouMean, show } from "waymark";
import type { ItemShape } from "./query.ts";

/** Sizes above which a query is refused, so that no query costs much more than another. */
export const LIMITS = {
  /** Names in `fields`, repeated ones included. */
  fieldNames: 100,
  sortFields: 10,
  filters: 20,
  /** Values of one `in`. */
  inValues: 100,
} as const;

/** Reports a problem of a parameter, which then has no value. */
export type Report = (parameter: string, detail: string) => undefined;

/** Returns the problem with a field that lists cannot be filtered or sorted by. */
export function notScalar(field: string, { composed, scalars }: ItemShape): string {
  const fields = [...scalars.keys()];
  return composed.includes(field)
    ? `the field ${show(field)} is not a single value; use one of ${fields.join(", ")}`
    : unknownField(field, fields);
}

export function unknownField(field: string, known: readonly string[]): string {
  return `there is no field ${show(field)}; ${suggest(field, known)}`;
}

export function suggest(name: string, known: readonly string[]): string {
  return didYouMean(name.slice(0, 40), known); // longer names are not typing mistakes, and comparing them takes time
}
