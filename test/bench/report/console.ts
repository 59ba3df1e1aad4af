/** Prints a result as a table on the console. */
import type { Goal, Result } from "../harness/result.ts";
import type { Figure } from "../harness/statistics.ts";

export function printResult({ columns, rows, goals, note }: Result): void {
  console.table(
    rows.map(({ contender, figures }) => ({
      contender,
      ...Object.fromEntries(columns.map((column) => [column, withRange(figures[column])])),
    })),
  );
  if (note !== undefined) process.stdout.write(`  ${note}\n`);
  for (const goal of goals) process.stdout.write(`  ${goalLine(goal)}\n`);
}

export function goalLine({ what, target, actual, met }: Goal): string {
  return `${met ? "met" : "MISSED"}: ${what}: ${short(actual)}, ${target}`;
}

/** A median with its range, where there is one. */
export function withRange(figure: Figure | undefined): string {
  if (figure === undefined) return "";
  const { median, low, high } = figure;
  return low === high ? short(median) : `${short(median)} [${short(low)}–${short(high)}]`;
}

/** Three or four digits that count. */
export function short(value: number): string {
  if (!Number.isFinite(value)) return "–";
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString("en");
  return value.toFixed(Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2);
}
