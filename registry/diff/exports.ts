/** Compares the texts that plugins export, each by the rules of its plugin. */
import { messageOf } from "../contract/finding.ts";
import type { SealedExport } from "../contract/registry.ts";
import { change, pairs, type Both, type Change } from "./change.ts";
import { EXPORT_HINT, UnreadableDocument } from "./read.ts";
import type { RuleId } from "./rules.ts";

/** An installed export, as far as a comparison needs it. */
export type Comparer = Pick<SealedExport, "name" | "compare">;

const RULE_BY_SEVERITY = {
  breaking: "export-breaking",
  unknown: "export-unknown",
  "non-breaking": "export-safe",
  text: "export-text-changed",
} as const satisfies Readonly<Record<string, RuleId>>;

/** @param comparers returns the exports that are installed; called only when a text differs. */
export async function compareExports(
  { before, after }: Both,
  comparers: () => Promise<readonly Comparer[]>,
): Promise<readonly Change[]> {
  const changed = pairs(before.exports, after.exports).filter(([, old, text]) => old !== text);
  if (changed.length === 0) return [];
  const installed = await comparers();
  const changes = await Promise.all(
    changed.map(async ([name, old, text]) => {
      const where = `export ${name}`;
      if (old === undefined) return [change("export-added", where, "the text is new")];
      if (text === undefined) return [change("export-removed", where, "the text is gone")];
      const compare = installed.find((entry) => entry.name === name)?.compare;
      if (compare === undefined) return [change("export-unknown", where, "the text changed")];
      const differences = await judge(name, () => compare(old, text));
      return differences.map(({ severity, kind, message }) =>
        change(RULE_BY_SEVERITY[severity], where, message, kind),
      );
    }),
  );
  return changes.flat();
}

async function judge<T>(name: string, compare: () => T): Promise<Awaited<T>> {
  try {
    return await compare();
  } catch (error) {
    throw new UnreadableDocument(
      `the export ${name} cannot be read: ${messageOf(error)}`,
      EXPORT_HINT,
    );
  }
}
