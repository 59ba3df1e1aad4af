/** The result of a work. */
import type { Figure } from "./statistics.ts";

export interface Row {
  readonly contender: string;
  readonly figures: Readonly<Record<string, Figure>>;
}

export interface Goal {
  /** The comparison, in words. */
  readonly what: string;
  readonly target: string;
  readonly actual: number;
  readonly met: boolean;
}

export interface Result {
  readonly work: string;
  readonly title: string;
  /** Names of figures, in the order of columns. */
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  readonly goals: readonly Goal[];
  /** Part of the picture, if any. */
  readonly picture?: { readonly column: string; readonly better: "more" | "less" };
  /** Notes needed to read the figures. */
  readonly note?: string;
  /** Settings, day and commit of the run; set by the runner. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly date?: string;
  readonly commit?: string;
}

export function atLeast(what: string, actual: number, target: number): Goal {
  return { what, target: `at least ${target}`, actual, met: actual >= target };
}

export function atMost(what: string, actual: number, target: number): Goal {
  return { what, target: `at most ${target}`, actual, met: actual <= target };
}

/** The median of a figure, by contender and column; NaN when it was not measured. */
export function valueOf(rows: readonly Row[], contender: string, column: string): number {
  const row = rows.find((one) => one.contender === contender);
  return row?.figures[column]?.median ?? Number.NaN;
}
