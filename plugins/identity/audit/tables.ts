/** Filters and marks of the two tables. */
import type { Filter } from "waymark";
import type { Mark } from "./records.ts";

export function is(field: string, value: string): Filter {
  return { field, operator: "eq", value };
}

/** Returns the cut that counts of each chain: its last one. */
export function lastCuts(marks: readonly Mark[]): ReadonlyMap<string, Mark> {
  const cuts = marks.filter(({ kind }) => kind === "cut");
  return new Map(cuts.map((cut) => [cut.instance, cut]));
}
