/** Compares tables by what an upgrade beside the former revision, on the same data, needs. */
import type { TableDocument } from "waymark/services";
import type { Document } from "./read.ts";
import { listed, pairs, type Report } from "./change.ts";

type Column = TableDocument["columns"][string];

/** Documents of earlier releases have no tables, so that nothing is known of those. */
export function compareTables(report: Report): void {
  const [before, after] = [report.before, report.after].map(({ tables }: Document) => tables);
  if (before === undefined || after === undefined) return;
  report.compareRecords(
    "table",
    { noun: "table", label: "the table" },
    before,
    after,
    compareTable,
  );
}

function compareTable(before: TableDocument, after: TableDocument, report: Report): void {
  report.compareValues("table-key-changed", "its key is now", before.key, after.key);
  const [owner, current] = [before, after].map((table) => table.owner ?? "no field");
  report.compareValues("table-owner-changed", "its owner is now", owner, current);
  for (const [name, old, column] of pairs(before.columns, after.columns)) {
    const text = `the column ${listed([name])}`;
    if (column === undefined) reportRemoved(report, text, old);
    else if (old === undefined) reportAdded(report, text, column);
    else compareColumns(report, text, old, column);
  }
  report.compareLists(
    "table-unique",
    before.unique.map((fields) => listed(fields)),
    after.unique.map((fields) => listed(fields)),
    (fields) => `the constraint that no two rows share ${fields}`,
  );
  const [old, references] = [before, after].map((table) =>
    Object.entries(table.references ?? {}).map(([field, to]) => `${field} to ${to}`),
  );
  report.compareLists(
    "table-reference",
    old ?? [],
    references ?? [],
    (text) => `the reference ${text}`,
  );
}

function reportAdded(report: Report, text: string, column: Column): void {
  if (needsValue(column))
    report.add(
      "table-column-required-without-default",
      `${text} is new, required, and without a default`,
      "added",
    );
  else report.add("table-column-added", `${text} is new`);
}

function reportRemoved(report: Report, text: string, column: Column | undefined): void {
  if (column !== undefined && needsValue(column))
    report.add("table-required-column-removed", `${text}, which was required, is gone`);
  else report.add("table-column-removed", `${text} is gone`);
}

function compareColumns(report: Report, text: string, before: Column, after: Column): void {
  report.compareValues("table-column-kind-changed", `${text} now holds`, before.type, after.type);
  if (before.required === after.required) return;
  if (needsValue(after))
    report.add(
      "table-column-required-without-default",
      `${text} is now required, and without a default`,
    );
  else if (after.required) report.add("table-column-made-required", `${text} is now required`);
  else report.add("table-column-made-optional", `${text} is now optional`);
}

function needsValue(column: Column): boolean {
  return column.required && !Object.hasOwn(column, "default");
}
