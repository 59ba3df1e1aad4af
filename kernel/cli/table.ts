import { show } from "../../registry/schema/words.ts";
import { HIDDEN } from "../../registry/schema/secrets.ts";

/** Codes that move a terminal's cursor or turn its text: callers may have chosen what a cell shows. */
const CONTROLS = /[\p{Cc}\p{Bidi_Control}]/gu;

/** Returns rows as aligned columns, two spaces apart; the last column is not padded. Control characters become U+FFFD. */
export function table(cells: readonly (readonly string[])[]): string {
  const rows = cells.map((row) => row.map((cell) => cell.replace(CONTROLS, "\uFFFD")));
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, column) => (widths[column] = Math.max(widths[column] ?? 0, cell.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Returns a value of the config without secrets, as text. */
export function showValue(value: unknown): string {
  return value === undefined || value === HIDDEN ? (value ?? "-") : show(value);
}
