/** The law of revisions: all nodes of a service run one, as far as they report it. */
import type { Registry } from "waymark";
import type { NodeCase, ServiceNode } from "waymark/tools";
import { OTHER_CONFIG, otherRevision, servedRevision } from "../revisions.ts";
import { testLaw } from "../violation.ts";

/** The revision that each node reports, by origin. */
export type Revisions = ReadonlyMap<string, string | undefined>;

export async function revisionsOf(
  registry: Registry,
  nodes: readonly ServiceNode[],
): Promise<Revisions> {
  const revisions = nodes.map(
    async ({ origin, ask }) =>
      [origin, await servedRevision(registry, (path) => ask(path))] as const,
  );
  return new Map(await Promise.all(revisions));
}

const REVISION = { name: "nodes: revision", law: "all nodes run one revision" };

export function revisionCase({ revision }: Registry, revisions: Revisions): NodeCase {
  if ([...revisions.values()].includes(undefined))
    return { ...REVISION, skipped: "no resource reports the revision to the check" };
  return testLaw(REVISION.name, REVISION.law, async () => {
    const others = [...revisions].filter(([, served]) => served !== revision);
    return others.map(([origin, served]) => ({
      expected: `revision ${revision} at ${origin}`,
      received: `revision ${String(served)}`,
      hint: OTHER_CONFIG,
    }));
  });
}

/** Returns the first line of a report if the nodes run several revisions, or another revision than the one here. */
export function differenceOf(registry: Registry, revisions: Revisions): string | undefined {
  const distinct = new Set(revisions.values());
  const [served] = distinct;
  if (distinct.size < 2) return otherRevision(registry, served);
  const list = [...revisions].map(([origin, one = "unknown"]) => `${origin} ${one}`).join(", ");
  return `the nodes run different revisions: ${list}; here is ${registry.revision}`;
}
