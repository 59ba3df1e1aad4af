/** Compares the texts that plugins export, each by the rules of its plugin. */
import { messageOf } from "../contract/finding.ts";
import type { SealedExport } from "../contract/registry.ts";
import { pairs, type Report } from "./change.ts";
import { UnreadableDocument } from "./read.ts";

/** An installed export, as far as a comparison needs it. */
export type Comparer = Pick<SealedExport, "name" | "compare">;

const RULE_BY_SEVERITY = {
  breaking: "export-breaking",
  unknown: "export-unknown",
  "non-breaking": "export-safe",
  text: "export-text-changed",
} as const;

/** @param comparers returns the exports that are installed; called only when a text differs. */
export async function compareExports(
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
