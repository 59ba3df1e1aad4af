/** Runs the cases between nodes: what holds for each of several servers that are one service. */
import type { Registry } from "waymark";
import type { Case, NodeCase } from "waymark/tools";
import type { Client } from "../client.ts";
import { ConformanceTests } from "../conformance-tests.ts";
import { withoutCredentials, type Credentials } from "../credentials.ts";
import { ForeignHeaders } from "../headers.ts";
import { Traffic } from "../pace.ts";
import type { Law, Report } from "../report.ts";
import { Results } from "../results.ts";
import type { RunOptions } from "../run.ts";
import { answersCase } from "./answers.ts";
import { nodesContext, serviceNodes, type AskedNode } from "./context.ts";
import { differenceOf, revisionCase, revisionsOf } from "../revisions.ts";

export interface NodesTarget {
  /** Clients by origin. */
  readonly clients: ReadonlyMap<string, Client>;
  readonly writes: boolean;
  readonly credentials: Credentials;
}

/** @param registry what the nodes should run. */
export async function checkNodes(
  registry: Registry,
  { clients, writes, credentials }: NodesTarget,
  { exhaust = false, onProgress }: Pick<RunOptions, "exhaust" | "onProgress"> = {},
): Promise<Report> {
  const began = performance.now();
  const tests = await ConformanceTests.load(registry);
  const laws: Law[] = [];
  const progress = (text: string) => onProgress?.({ done: laws.length, total: 0, text });
  const foreign = new ForeignHeaders(registry);
  const asked = [...clients].map(([origin, client]): AskedNode => {
    const target = { origin, client, exclusive: false, writes, credentials };
    return { target, traffic: new Traffic(registry, target, tests, progress, foreign) };
  });
  const [first, ...others] = asked;
  if (first === undefined || others.length === 0) throw new Error("one node has no others");

  const results = new Results(() => {}, "the nodes");
  const test = async (one: Case | NodeCase) => {
    const law = "law" in one ? one.law : one.name;
    progress(law);
    const before = results.report().failures.length;
    await results.run(undefined, [one]);
    const isBroken = results.report().failures.length > before;
    const outcome = one.skipped !== undefined ? "not tested" : isBroken ? "broken" : "holds";
    laws.push({ law, case: one.name, outcome });
  };
  const revisions = await revisionsOf(registry, serviceNodes(asked));
  await test(revisionCase(registry, revisions));
  progress("finding paths");
  const context = await nodesContext(registry, [first, ...others], exhaust);
  await test(answersCase(context));
  for (const one of tests.cases<NodeCase>((tested, statement) =>
    tested.nodes?.(context, statement),
  ))
    await test(one);
  progress("");

  for (const text of foreign.warnings()) results.warn(text);
  const differs = differenceOf(registry, revisions);
  const report = {
    url: [...clients.keys()].join(" "),
    exclusive: false,
    revision: registry.revision,
    ...(differs === undefined ? {} : { differs }),
    operations: registry.routes.length,
    requests: asked.reduce((sum, { traffic }) => sum + traffic.requests, 0),
    ...results.report(),
    laws,
    milliseconds: Math.round(performance.now() - began),
  };
  return withoutCredentials(report, credentials);
}
