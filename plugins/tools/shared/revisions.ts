/** The revisions that servers run, as they report them. */
import type { Registry } from "waymark";
import { toJsonSchema } from "waymark/advanced";
import type { Answer, NodeCase, ServiceNode } from "./policy-tests.ts";
import { readObject } from "./read.ts";
import { testLaw } from "./violation.ts";

export const OTHER_CONFIG =
  "check with the config and the packages of the deployment: waymark check --url … --config <file>";

/** Returns the revision that a server runs, if a resource of any plugin reports it to the check. */
export async function servedRevision(
  { routes }: Registry,
  read: (path: string) => Promise<Answer>,
): Promise<string | undefined> {
  const route = routes.find(
    ({ method, declaration: { returns }, pattern }) =>
      method === "GET" &&
      pattern.params.length === 0 &&
      returns !== undefined &&
      toJsonSchema(returns).root.properties?.["revision"] !== undefined,
  );
  const answer = route && (await read(route.path));
  const revision = answer?.status === 200 ? readObject(answer)["revision"] : undefined;
  return typeof revision === "string" ? revision : undefined;
}

/** Returns the first line of a report if a server runs another revision than the expected one. */
export function otherRevision(
  { revision }: Registry,
  served: string | undefined,
): string | undefined {
  if (served === undefined || served === revision) return undefined;
  return `the service runs revision ${served}, here is ${revision}: expect differences that only another config makes (${OTHER_CONFIG})`;
}

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
