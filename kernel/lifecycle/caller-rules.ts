/** The rules by which a server knows its callers and what they may receive. */
import type { InstalledPlugin, SealedRegistry } from "../../registry/contract/installed.ts";
import { revisionOf } from "../../registry/seal/revision.ts";

/** Whether open streams, which were admitted by the current rules, might not be by the next ones. */
export function callerRulesDiffer(current: SealedRegistry, next: SealedRegistry): boolean {
  return rulesOf(current) !== rulesOf(next);
}

function rulesOf({ audiences, installed }: SealedRegistry): string {
  const rules = installed.filter((entry) => entry.enabled && decidesOnCallers(entry));
  return revisionOf([audiences, rules.map(({ plugin, options }) => [plugin.id, options])]);
}

function decidesOnCallers({ plugin: { policies = [] } }: InstalledPlugin): boolean {
  return policies.some(
    ({ guards, identifies, asksIdentifiers }) =>
      guards === true || identifies !== undefined || asksIdentifiers === true,
  );
}
