/** Compares two registry documents. */
import { messageOf } from "waymark";
import type { RegistryDocument, SealedExport } from "waymark/tools";
import { compareCatalog } from "./catalog.ts";
import { Report, type Change, pairs } from "./change.ts";
import { compareUnmatched } from "./headers.ts";
import { UnreadableDocument } from "./read.ts";
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

/** Ends of the rules for changes that a point or an export has rated itself. */
const RATED = { breaking: "breaking", unknown: "unknown", "non-breaking": "safe" } as const;

const SENTENCES = { added: "is new", removed: "is gone", changed: "changed" } as const;

/** Compares what plugins contribute to points, as each point rates it. */
function comparePoints(report: Report): void {
  const { before, after } = report;
  for (const [, old, current] of pairs(before.points ?? {}, after.points ?? {})) {
    const point = current ?? old;
    if (point === undefined) continue;
    for (const [name, was, is] of pairs(old?.entries ?? {}, current?.entries ?? {})) {
      if (JSON.stringify(was) === JSON.stringify(is)) continue;
      const kind = was === undefined ? "added" : is === undefined ? "removed" : "changed";
      const at = report.at(`${point.noun} ${name}`);
      at.add(`point-${RATED[point.rates[kind]]}`, `the ${point.noun} ${SENTENCES[kind]}`, kind);
    }
  }
}

/** An installed export, as far as a comparison needs it. */
type Comparer = Pick<SealedExport, "name" | "compare">;

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
    else
      try {
        for (const { severity, kind, message } of await compare(old, text))
          at.add(`export-${RATED[severity]}`, message, kind);
      } catch (error) {
        throw new UnreadableDocument(`the export ${name} cannot be read: ${messageOf(error)}`);
      }
  }
}
