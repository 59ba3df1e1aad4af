/** Compares two registry documents. */
import type { RegistryDocument } from "../derive/export/form.ts";
import { compareAudiences, compareIdentifiers } from "./access.ts";
import { compareCatalog } from "./catalog.ts";
import { Report, type Change } from "./change.ts";
import { compareExports, type Comparer } from "./exports.ts";
import { compareUnmatched } from "./headers.ts";
import { compareRoutes } from "./routes.ts";
import { compareStatements } from "./statements.ts";
import { compareTables } from "./tables.ts";

/**
 * Returns every change once, ordered by severity, then as in the documents.
 *
 * @param comparers returns the installed exports, which compare their own texts. Default: none is installed.
 */
export async function compareRegistries(
  before: RegistryDocument,
  after: RegistryDocument,
  comparers: () => Promise<readonly Comparer[]> = async () => [],
): Promise<readonly Change[]> {
  const report = new Report({ before, after });
  compareRoutes(report);
  compareUnmatched(report);
  compareIdentifiers(report);
  compareAudiences(report);
  compareCatalog(report);
  compareStatements(report);
  compareTables(report);
  await compareExports(report, comparers);
  const distinct = new Map(
    report.changes.map((change) => [`${change.where}\n${change.rule}\n${change.message}`, change]),
  );
  return (["breaking", "unknown", "non-breaking"] as const).flatMap((severity) =>
    [...distinct.values()].filter((change) => change.severity === severity),
  );
}
