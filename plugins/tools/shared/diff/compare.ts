/** Compares two registry documents. */
import { messageOf } from "waymark";
import type { RegistryDocument, SealedExport } from "waymark/tools";
import { compareAudiences, compareIdentifiers } from "./access.ts";
import { compareCatalog } from "./catalog.ts";
import { Report, type Change, pairs } from "./change.ts";
import { compareUnmatched } from "./headers.ts";
import { comparePoints } from "./points.ts";
import { compareRoutes } from "./routes.ts";
import { compareStatements } from "./statements.ts";
import { compareTables } from "./tables.ts";
import { UnreadableDocument } from "./read.ts";

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
  comparePoints(report);
  await compareExports(report, comparers);
  const distinct = new Map(
    report.changes.map((change) => [`${change.where}\n${change.rule}\n${change.message}`, change]),
  );
  return (["breaking", "unknown", "non-breaking"] as const).flatMap((severity) =>
    [...distinct.values()].filter((change) => change.severity === severity),
  );
}

/** An installed export, as far as a comparison needs it. */
type Comparer = Pick<SealedExport, "name" | "compare">;

const RULE_BY_SEVERITY = {
  breaking: "export-breaking",
  unknown: "export-unknown",
  "non-breaking": "export-safe",
  text: "export-text-changed",
} as const;

/** @param comparers returns the exports that are installed; called only if a text differs. */
async function compareExports(
  report: Report,
  comparers: () => Promise<readonly Comparer[]>,
): Promise<void> {
  let installed: readonly Comparer[] | undefined;
  for (const [name, old, text] of pairs(report.before.exports, report.after.exports)) {
    if (old === text) continue;
    const at = report.at(`export ${name}`);
    installed ??= await comparers();
    const compare = installed.find((entry) => entry.name === name)?.compare;
    if (old === undefined) at.add("export-added", "the text is new");
    else if (text === undefined) at.add("export-removed", "the text is gone");
    else if (compare === undefined) at.add("export-unknown", "the text changed");
    else {
      const differences = await compareTexts(name, () => compare(old, text));
      for (const { severity, kind, message } of differences)
        at.add(RULE_BY_SEVERITY[severity], message, kind);
    }
  }
}

async function compareTexts<T>(name: string, compare: () => T): Promise<Awaited<T>> {
  try {
    return await compare();
  } catch (error) {
    throw new UnreadableDocument(`the export ${name} cannot be read: ${messageOf(error)}`);
  }
}
