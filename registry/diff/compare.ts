/** Compares two registry documents. */
import type { RegistryDocument } from "../derive/export/form.ts";
import { compareCatalog } from "./catalog.ts";
import type { Change } from "./change.ts";
import { compareExports, type Comparer } from "./exports.ts";
import { compareUnmatched } from "./headers.ts";
import type { Severity } from "./rules.ts";
import { compareRoutes } from "./routes.ts";
import { compareStatements } from "./statements.ts";

const ORDER: readonly Severity[] = ["breaking", "unknown", "non-breaking"];

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
  const both = { before, after };
  const changes = [
    ...compareRoutes(both),
    ...compareUnmatched(both),
    ...compareCatalog(both),
    ...compareStatements(both),
    ...(await compareExports(both, comparers)),
  ];
  const distinct = new Map(
    changes.map((change) => [`${change.where}\n${change.rule}\n${change.message}`, change]),
  );
  return ORDER.flatMap((severity) =>
    [...distinct.values()].filter((change) => change.severity === severity),
  );
}
