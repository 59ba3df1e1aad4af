import { a as show } from "./finding.js";
import "./explain-issues.js";
// kernel/cli/table.ts
/** Rows as aligned columns, two spaces apart; the last column is not padded. */
function table(rows) {
	const widths = [];
	for (const row of rows) row.forEach((cell, column) => widths[column] = Math.max(widths[column] ?? 0, cell.length));
	return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ").trimEnd()).join("\n");
}
/** A value of the config without secrets, as text. */
function showValue(value) {
	return value === void 0 || value === "(not shown)" ? value ?? "-" : show(value);
}
export { table as n, showValue as t };

//# sourceMappingURL=table.js.map