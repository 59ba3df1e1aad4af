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

const REVISION = { name: "nodes: revision", law: "all nodes run one revision" };

export async function revisionCase(
  registry: Registry,
  nodes: readonly ServiceNode[],
): Promise<NodeCase> {
  const revisions = await Promise.all(
    nodes.map(async ({ origin, ask }) => {
      return { origin, served: await servedRevision(registry, (path) => ask(path)) };
    }),
  );
  if (revisions.some(({ served }) => served === undefined))
    return { ...REVISION, skipped: "no resource reports the revision to the check" };
  return testLaw(REVISION.name, REVISION.law, async () => {
    const others = revisions.filter(({ served }) => served !== registry.revision);
    return others.map(({ origin, served }) => ({
      expected: `revision ${registry.revision} at ${origin}`,
      received: `revision ${served}`,
      hint: OTHER_CONFIG,
    }));
  });
}
