/** Compares two registry documents. */
import type { RegistryDocument } from "../derive/export/form.ts";
import { compareCatalog } from "./catalog.ts";
import type { Change } from "./change.ts";
import { compareGraphql } from "./graphql.ts";
import { compareUnmatched } from "./headers.ts";
import type { Severity } from "./rules.ts";
import { compareRoutes } from "./routes.ts";
import { compareStatements } from "./statements.ts";

const ORDER: readonly Severity[] = ["breaking", "unknown", "non-breaking"];

/** Returns every change once, ordered by severity, then as in the documents. */
export async function compareRegistries(
  before: RegistryDocument,
  after: RegistryDocument,
): Promise<readonly Change[]> {
  const both = { before, after };
  const changes = [
    ...compareRoutes(both),
    ...compareUnmatched(both),
    ...compareCatalog(both),
    ...compareStatements(both),
    ...(await compareGraphql(both)),
  ];
  const distinct = new Map(
    changes.map((change) => [`${change.where}\n${change.rule}\n${change.message}`, change]),
  );
  return ORDER.flatMap((severity) =>
    [...distinct.values()].filter((change) => change.severity === severity),
  );
}
